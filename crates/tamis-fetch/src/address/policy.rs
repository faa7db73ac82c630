//! May this be asked? Which schemes, ports and names are never asked, and what an [`AddressPolicy`] allows.

use super::ranges::ipv4_inside;
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
    /// Addresses that may be asked although the rest of the policy says no.
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

/// What a name is, if only the own network knows it.
///
/// Where a name leads is looked at anyway. These are refused before, because their answer can only come from this machine
/// or its network, and because behind a proxy it is the proxy that asks for it.
pub(super) fn private_name(name: &str) -> Option<&'static str> {
    // `localhost.` and `localhost` are one name; the address parser has made it lower case, a caller may not have.
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    if name.is_empty() {
        return Some("not a name");
    }
    let is_in = |domains: &[&str]| {
        domains
            .iter()
            .any(|domain| name.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
    };
    if is_in(&OF_THIS_MACHINE) {
        Some("a name of this machine")
    } else if is_in(&OF_THE_NETWORK) || !name.contains('.') {
        // Names without a dot are completed by the local network: `intranet`, `metadata`, `instance-data`. No top-level
        // domain is a site of its own that anybody would miss.
        Some("a name of the local network")
    } else {
        None
    }
}

/// RFC 6761 for the first; the others stand in the host files of the common systems.
const OF_THIS_MACHINE: [&str; 6] =
    ["localhost", "localdomain", "localhost6", "localdomain6", "ip6-localhost", "ip6-loopback"];

/// Domains that the public DNS does not have and never will, or not in a foreseeable time: `local` (RFC 6762), `home.arpa`
/// (RFC 8375), `internal` (ICANN 2024; `metadata.google.internal` is one), and those that networks use in their place
/// (RFC 6762, appendix G).
const OF_THE_NETWORK: [&str; 8] = ["local", "home.arpa", "internal", "intranet", "private", "corp", "home", "lan"];

/// The port that an address has when it names none; `None` for schemes other than those of the web.
pub(super) fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    }
}

/// Whether the port belongs to another protocol, whose servers could take a request for one of theirs.
pub(super) fn is_bad_port(port: u16) -> bool {
    BAD_PORTS.binary_search(&port).is_ok()
}

/// The Fetch standard's list of bad ports (section 2.9), sorted.
const BAD_PORTS: [u16; 83] = [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
    532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
    5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

#[cfg(test)]
mod names_tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, expect: Option<&str>) {
        assert_eq!(private_name(name), expect, "{name}");
    }

    #[test]
    fn names_that_stay_inside_are_known_in_every_spelling() {
        for name in ["localhost", "LOCALHOST", "localhost.", "localhost..", "a.b.localhost", "localhost.localdomain"] {
            check(name, Some("a name of this machine"));
        }
        for name in ["metadata.google.internal", "metadata.google.internal.", "printer.local", "router", "wiki.CORP"] {
            check(name, Some("a name of the local network"));
        }
        check(".", Some("not a name"));
    }

    #[test]
    fn names_that_only_look_like_them_are_not() {
        for name in
            ["localhost.example", "notlocalhost.example", "mylocal.example", "internal.example", "lan.example.org"]
        {
            check(name, None);
        }
    }
}

#[cfg(test)]
mod ports_tests {
    use super::*;

    #[test]
    fn the_list_can_be_searched() {
        assert!(BAD_PORTS.is_sorted());
        assert!(BAD_PORTS.iter().all(|port| is_bad_port(*port)));
        assert!([80, 443, 8080, 8443, 3000, 5000, 8000, 8888].iter().all(|port| !is_bad_port(*port)));
    }
}
