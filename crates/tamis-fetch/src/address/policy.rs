//! May this be asked?

use super::inside_ipv6::ipv4_inside;
use super::names::private_name;
use super::ports::{default_port, is_bad_port};
use super::ranges::{ipv4_kind, ipv6_kind};
use super::refused::{Refused, RefusedBecause};
use std::net::{IpAddr, SocketAddr};
use url::{Host, Url};

/// What may be asked.
///
/// ```
/// use tamis_fetch::address::AddressPolicy;
/// use url::Url;
///
/// let policy = AddressPolicy::public();
/// assert!(policy.check_url(&Url::parse("https://shop.example/")?).is_ok());
/// let refused = policy.check_url(&Url::parse("http://0x7f.1/")?).unwrap_err();
/// assert_eq!(refused.to_string(), "127.0.0.1 is an address of this machine");
/// # Ok::<(), url::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AddressPolicy {
    reach: Reach,
    /// Those that may be asked although the rest of the policy says no.
    allowed: Vec<SocketAddr>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Reach {
    #[default]
    Public,
    Any,
}

impl AddressPolicy {
    /// Addresses of the public network only, over http and https, and no port that belongs to another protocol.
    pub fn public() -> AddressPolicy {
        AddressPolicy::default()
    }

    /// Any IP address, over http and https. Ports that belong to another protocol stay closed.
    pub fn any() -> AddressPolicy {
        AddressPolicy { reach: Reach::Any, allowed: Vec::new() }
    }

    /// Allows one more address, on that port.
    ///
    /// It opens the address and not the names of this machine: `localhost` stays refused.
    #[must_use]
    pub fn allowing(mut self, address: SocketAddr) -> AddressPolicy {
        self.allowed.push(address);
        self
    }

    /// Whether an address, as it is written, may be asked: its scheme, its port, and its host if that is an IP address or
    /// a name that is known to stay inside.
    ///
    /// Any other name has to be looked at again when it is known where it leads: see
    /// [`resolve_checked`](super::resolve_checked).
    ///
    /// # Errors
    /// Why it may not be asked.
    pub fn check_url(&self, url: &Url) -> Result<(), Refused> {
        let Some(default_port) = default_port(url.scheme()) else {
            return Err(Refused::new(url.scheme(), "not a scheme of the web", RefusedBecause::Scheme));
        };
        let port = url.port().unwrap_or(default_port);
        match url.host() {
            Some(Host::Ipv4(ip)) => self.check_address(SocketAddr::new(ip.into(), port)),
            Some(Host::Ipv6(ip)) => self.check_address(SocketAddr::new(ip.into(), port)),
            Some(Host::Domain(name)) => check_port(port).and_then(|()| self.check_name(name)),
            None => Err(Refused::new("an address without a host", "not one of the web", RefusedBecause::Name)),
        }
    }

    /// Whether an IP address may be asked on a port.
    ///
    /// # Errors
    /// Why it may not be asked.
    pub fn check_address(&self, address: SocketAddr) -> Result<(), Refused> {
        if self.allowed.iter().any(|allowed| (allowed.ip(), allowed.port()) == (address.ip(), address.port())) {
            return Ok(());
        }
        check_port(address.port())?;
        self.check_ip(address.ip())
    }

    /// Whether an IP address may be asked, whatever the port.
    ///
    /// What [`allowing`](AddressPolicy::allowing) opens is open on one port only, so it is refused here.
    ///
    /// # Errors
    /// Why it may not be asked.
    pub fn check_ip(&self, ip: IpAddr) -> Result<(), Refused> {
        if self.reach == Reach::Any {
            return Ok(());
        }
        let kind = match ip {
            IpAddr::V4(ip) => ipv4_kind(ip),
            IpAddr::V6(ip) => ipv6_kind(ip).or_else(|| ipv4_inside(ip).find_map(ipv4_kind)),
        };
        kind.map_or(Ok(()), |kind| Err(Refused::new(&ip.to_string(), kind, RefusedBecause::Address)))
    }

    /// Whether a name may be resolved at all.
    pub(super) fn check_name(&self, name: &str) -> Result<(), Refused> {
        if self.reach == Reach::Any {
            return Ok(());
        }
        private_name(name).map_or(Ok(()), |kind| Err(Refused::new(name, kind, RefusedBecause::Name)))
    }
}

fn check_port(port: u16) -> Result<(), Refused> {
    if is_bad_port(port) {
        return Err(Refused::new(&format!("port {port}"), "not one for web servers", RefusedBecause::Port));
    }
    Ok(())
}

/// The address without the user's name and password: for logs, messages, archives and referrers.
pub fn without_credentials(url: &Url) -> Url {
    let mut url = url.clone();
    // These fail for addresses that cannot have credentials, which is as well.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url
}
