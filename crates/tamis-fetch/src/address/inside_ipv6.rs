//! IPv4 addresses inside of IPv6 addresses: whoever connects to such an address reaches the one inside.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The IPv4 addresses that may be reached through an IPv6 address.
///
/// Forms by which nobody reaches the public network are not looked into, they are refused whole: compatible addresses
/// (`::127.0.0.1`), translated ones (`::ffff:0:127.0.0.1`), Teredo, and NAT64 with a prefix for local use, where the IPv4
/// address may stand in several places.
pub(super) fn ipv4_inside(ip: Ipv6Addr) -> impl Iterator<Item = Ipv4Addr> {
    let segments = ip.segments();
    let behind_prefix = match segments {
        _ if is_ipv4_in_disguise(ip) => Some((segments[6], segments[7])),
        // 6to4 (RFC 3056).
        [0x2002, high, low, ..] => Some((high, low)),
        _ => None,
    };
    let in_interface = match segments {
        // ISATAP (RFC 5214), under any prefix.
        [_, _, _, _, 0 | 0x200, 0x5efe, high, low] => Some((high, low)),
        _ => None,
    };
    [behind_prefix, in_interface]
        .into_iter()
        .flatten()
        .map(|(high, low)| Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)))
}

/// Whether the address is another way to write an IPv4 address: mapped (RFC 4291), or NAT64 with the prefix that all
/// networks know (RFC 6052), which machines without IPv4 reach the public network by.
pub(super) fn is_ipv4_in_disguise(ip: Ipv6Addr) -> bool {
    matches!(ip.segments(), [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..])
}
