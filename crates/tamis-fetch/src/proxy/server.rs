//! Who comes, how many, and how does it end?

use super::exchange::Others;
use super::exchange::{answer, refuse, serve};
use crate::address::{AddressPolicy, Resolve};
use crate::proxies::Proxies;
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

/// The limits of a [`FilteringProxy`](super::FilteringProxy).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ProxyOptions {
    /// How many connections are served at the same time; more are turned away. Default 512: a browser opens 32 for each
    /// page, and a few more for sockets of scripts.
    pub max_connections: usize,
    /// How many bytes the head of a request or of an answer may have. Default 256 KiB, as in Chromium.
    pub max_head: usize,
    /// How long it may take to find a host, and again to connect to it. Default 10 s.
    pub connect_timeout: Duration,
    /// How long a connection may be silent in both directions. Default 60 s.
    pub idle_timeout: Duration,
    /// Other proxies that stand between this one and the network. Default: those that the environment names.
    pub proxies: Proxies,
}

impl Default for ProxyOptions {
    fn default() -> ProxyOptions {
        ProxyOptions {
            max_connections: 512,
            max_head: 256 << 10,
            connect_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_mins(1),
            proxies: Proxies::default(),
        }
    }
}

tamis_page::setters! { ProxyOptions;
    with_max_connections max_connections: usize = max_connections, "Sets how many connections are served at the same time.";
    with_max_head max_head: usize = max_head, "Sets how many bytes a head may have.";
    with_connect_timeout connect_timeout: Duration = connect_timeout, "Sets how long it may take to find a host, and to connect to it.";
    with_idle_timeout idle_timeout: Duration = idle_timeout, "Sets how long a connection may be silent.";
    with_proxies proxies: Proxies = proxies, "Sets which other proxies are used.";
}

/// Whether the other end is a program of the user that we run as, as far as the system tells.
///
/// A port of loopback is open to everybody on the machine, other than a socket in a folder. What another user would gain is
/// little, for this proxy leads where that user gets anyway; but firewalls with rules for users exist, and requests would be
/// taken for ours.
#[cfg(target_os = "linux")]
pub(super) fn is_of_the_same_user(stream: &TcpStream) -> bool {
    use std::net::SocketAddr;
    use std::os::unix::fs::MetadataExt;
    let (Ok(SocketAddr::V4(theirs)), Ok(SocketAddr::V4(ours))) = (stream.peer_addr(), stream.local_addr()) else {
        return false;
    };
    let (Ok(table), Ok(own)) = (std::fs::read_to_string("/proc/net/tcp"), std::fs::metadata("/proc/self")) else {
        // A system that hides this from us hides the port as well as it can.
        return true;
    };
    // Their end of the connection is a line of its own: number, their address, ours, state, two queues, timer, user.
    let number = |address: std::net::SocketAddrV4| {
        format!("{:08X}:{:04X}", u32::from_ne_bytes(address.ip().octets()), address.port())
    };
    let (theirs, ours) = (number(theirs), number(ours));
    table.lines().skip(1).any(|line| {
        let mut words = line.split_ascii_whitespace().skip(1);
        words.next() == Some(&theirs)
            && words.next() == Some(&ours)
            && words.nth(4).and_then(|user| user.parse::<u32>().ok()) == Some(own.uid())
    })
}

/// Other systems do not tell.
#[cfg(not(target_os = "linux"))]
pub(super) fn is_of_the_same_user(_: &TcpStream) -> bool {
    true
}
