//! Who comes, how many, and how does it end?

use super::exchange::{answer, refuse, serve};
use super::options::ProxyOptions;
use super::peer::is_of_the_same_user;
use super::upstream::Others;
use crate::address::{AddressPolicy, Resolve};
use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A proxy on loopback that asks only what a policy allows. It ends, with all of its connections, when this is dropped.
///
/// ```
/// use std::sync::Arc;
/// use tamis_fetch::address::{AddressPolicy, SystemResolver};
/// use tamis_fetch::proxy::{FilteringProxy, ProxyOptions};
///
/// let proxy = FilteringProxy::start(AddressPolicy::public(), Arc::new(SystemResolver), ProxyOptions::default())?;
/// assert!(proxy.address().ip().is_loopback());
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct FilteringProxy {
    address: SocketAddr,
    house: Arc<House>,
    listening: Option<JoinHandle<()>>,
}

/// What all connections share.
pub(super) struct House {
    pub(super) policy: AddressPolicy,
    pub(super) resolver: Arc<dyn Resolve>,
    pub(super) options: ProxyOptions,
    pub(super) others: Others,
    is_closing: AtomicBool,
    visits: Mutex<Visits>,
}

/// The sockets of each connection, both ends, so that they can be closed from outside.
#[derive(Default)]
struct Visits {
    next: u64,
    open: BTreeMap<u64, Vec<TcpStream>>,
}

impl FilteringProxy {
    /// Starts to listen on a free port of loopback.
    ///
    /// # Errors
    /// There is no port or no thread to be had, or the environment names a proxy of a kind that cannot be used.
    pub fn start(
        policy: AddressPolicy,
        resolver: Arc<dyn Resolve>,
        options: ProxyOptions,
    ) -> io::Result<FilteringProxy> {
        let others = Others::new(&options.proxies)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let (is_closing, visits) = (AtomicBool::new(false), Mutex::default());
        let house = Arc::new(House { policy, resolver, options, others, is_closing, visits });
        let inside = Arc::clone(&house);
        let listening = thread::Builder::new().name("proxy".to_owned()).spawn(move || listen(&listener, &inside))?;
        Ok(FilteringProxy { address, house, listening: Some(listening) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for FilteringProxy {
    fn drop(&mut self) {
        self.house.is_closing.store(true, Ordering::SeqCst);
        // The listener waits for somebody to come. If nobody can, it is left behind and turns everybody away.
        if TcpStream::connect_timeout(&self.address, Duration::from_secs(1)).is_ok()
            && let Some(listening) = self.listening.take()
        {
            drop(listening.join());
        }
        for sockets in self.house.visits().open.values() {
            for socket in sockets {
                drop(socket.shutdown(Shutdown::Both));
            }
        }
    }
}

impl std::fmt::Debug for FilteringProxy {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("FilteringProxy").field("address", &self.address).finish_non_exhaustive()
    }
}

fn listen(listener: &TcpListener, house: &Arc<House>) {
    for client in listener.incoming() {
        if house.is_closing.load(Ordering::SeqCst) {
            return;
        }
        let Ok(mut client) = client else {
            // No file handle is free, most of the time; it may be soon.
            thread::sleep(Duration::from_millis(10));
            continue;
        };
        let Some(visit) = Visit::begin(house) else {
            // The next one waits behind this, so it is not waited for that anybody reads it.
            drop(answer(&mut client, 503, "too many connections"));
            continue;
        };
        // Without a thread there is no answer, and the client sees that the connection ended.
        drop(thread::Builder::new().name("proxy-visit".to_owned()).spawn(move || {
            if !is_of_the_same_user(&client) {
                refuse(client, 403, "this proxy is for another user");
            } else if visit.watch(&client).is_ok() {
                serve(client, &visit);
            }
        }));
    }
}

impl House {
    fn visits(&self) -> MutexGuard<'_, Visits> {
        self.visits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One connection of a client.
pub(super) struct Visit {
    pub(super) house: Arc<House>,
    number: u64,
}

impl Visit {
    /// `None` if there are too many.
    fn begin(house: &Arc<House>) -> Option<Visit> {
        let mut visits = house.visits();
        if visits.open.len() >= house.options.max_connections {
            return None;
        }
        let number = visits.next;
        visits.next += 1;
        visits.open.insert(number, Vec::new());
        Some(Visit { house: Arc::clone(house), number })
    }

    /// Closes this socket too when the proxy ends.
    pub(super) fn watch(&self, socket: &TcpStream) -> io::Result<()> {
        let copy = socket.try_clone()?;
        let mut visits = self.house.visits();
        // Who looks for sockets to close does so after this was set, and with the lock.
        if self.house.is_closing.load(Ordering::SeqCst) {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        visits.open.entry(self.number).or_default().push(copy);
        Ok(())
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.house.visits().open.remove(&self.number);
    }
}
