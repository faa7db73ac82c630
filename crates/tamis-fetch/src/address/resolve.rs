//! Where does a name lead, and may all of that be asked?

use super::policy::AddressPolicy;
use super::refused::Refused;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;
use thiserror::Error;
use url::Host;

/// Knows where names lead.
pub trait Resolve: Send + Sync {
    /// The IP addresses of a host, with the port in each.
    ///
    /// # Errors
    /// The name is unknown, or there was no answer in time ([`io::ErrorKind::TimedOut`]).
    fn resolve(&self, host: &str, port: u16, timeout: Duration) -> io::Result<Vec<SocketAddr>>;
}

/// What the system says: host file, name server and all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SystemResolver;

/// Why there is no address to connect to.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// It may not be asked.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// It is neither a name nor an IP address.
    #[error("{host} is not the name of a host")]
    BadName {
        /// What was given.
        host: String,
    },
    /// The name leads nowhere.
    #[error("{host} was not found")]
    NotFound {
        /// The name.
        host: String,
        /// What the resolver says.
        source: io::Error,
    },
    /// There was no answer in time.
    #[error("no answer in time where {host} is")]
    TimedOut {
        /// The name.
        host: String,
    },
}

/// How long the name server is waited for where a proxy would find the host as well.
#[cfg(feature = "network")]
pub(crate) const MAX_BESIDE_PROXY: Duration = Duration::from_secs(3);

/// How many addresses of one host are looked at; the largest answers of the public DNS have about thirty.
const MAX_ANSWERS: usize = 64;

/// Resolves a host once and checks every answer: one that may not be asked refuses the host. What is returned is what is to
/// be connected to, without asking again.
///
/// `host` is a name or an IP address in any spelling, IPv6 with or without brackets.
///
/// # Errors
/// The host may not be asked, or leads nowhere.
pub fn resolve_checked(
    policy: &AddressPolicy,
    resolver: &dyn Resolve,
    host: &str,
    port: u16,
    timeout: Duration,
) -> Result<Vec<SocketAddr>, ResolveError> {
    // System resolvers take spellings such as `127.1` for numbers. The standard's parser does too, and it says so.
    let parsed = match host.parse() {
        Ok(ip) => Host::Ipv6(ip),
        Err(_) => Host::parse(host).map_err(|_| ResolveError::BadName { host: printable(host) })?,
    };
    let name = match parsed {
        Host::Ipv4(ip) => return check_one(policy, SocketAddr::new(ip.into(), port)),
        Host::Ipv6(ip) => return check_one(policy, SocketAddr::new(ip.into(), port)),
        Host::Domain(name) => name,
    };
    policy.check_name(&name)?;
    let mut addresses = match resolver.resolve(&name, port, timeout) {
        Ok(addresses) if !addresses.is_empty() => addresses,
        Ok(_) => {
            let source = io::Error::new(io::ErrorKind::NotFound, "no address");
            return Err(ResolveError::NotFound { host: name, source });
        }
        Err(error) if error.kind() == io::ErrorKind::TimedOut => return Err(ResolveError::TimedOut { host: name }),
        Err(source) => return Err(ResolveError::NotFound { host: name, source }),
    };
    addresses.truncate(MAX_ANSWERS);
    for address in &mut addresses {
        // A resolver of somebody else's may be wrong about it, and the port is a part of what was asked for.
        address.set_port(port);
        policy.check_address(*address).map_err(|refused| refused.reached_by(&name))?;
    }
    Ok(addresses)
}

fn check_one(policy: &AddressPolicy, address: SocketAddr) -> Result<Vec<SocketAddr>, ResolveError> {
    policy.check_address(address)?;
    Ok(vec![address])
}

/// The start of what was given for a name, fit for a message: without control characters, and without what stands before
/// an `@`, which may be a password.
fn printable(host: &str) -> String {
    let host = host.rsplit('@').next().unwrap_or_default();
    host.chars().take(100).map(|character| if character.is_control() { '\u{fffd}' } else { character }).collect()
}

/// How many questions may be waiting for an answer that nobody waits for any more.
const MAX_WAITING: usize = 256;

static N_WAITING: AtomicUsize = AtomicUsize::new(0);

impl Resolve for SystemResolver {
    /// The system's call cannot be told how long to take, so it is made on a thread that can be given up.
    fn resolve(&self, host: &str, port: u16, timeout: Duration) -> io::Result<Vec<SocketAddr>> {
        let waiting = Waiting::begin()?;
        let (sender, receiver) = sync_channel(1);
        let host = host.to_owned();
        thread::Builder::new().name("resolve".to_owned()).spawn(move || {
            let found = (host.as_str(), port).to_socket_addrs().map(|found| found.take(MAX_ANSWERS).collect());
            drop(waiting);
            // Nobody may be there any more to hear it.
            drop(sender.send(found));
        })?;
        match receiver.recv_timeout(timeout) {
            Ok(found) => found,
            Err(RecvTimeoutError::Timeout) => Err(io::ErrorKind::TimedOut.into()),
            Err(RecvTimeoutError::Disconnected) => Err(io::Error::other("the resolver ended")),
        }
    }
}

/// One question on its way.
struct Waiting;

impl Waiting {
    fn begin() -> io::Result<Waiting> {
        if N_WAITING.fetch_add(1, Ordering::Relaxed) >= MAX_WAITING {
            N_WAITING.fetch_sub(1, Ordering::Relaxed);
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the name server does not answer"));
        }
        Ok(Waiting)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        N_WAITING.fetch_sub(1, Ordering::Relaxed);
    }
}
