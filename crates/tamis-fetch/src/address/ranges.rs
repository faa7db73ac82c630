//! Which IP addresses are not of the public network.
//!
//! The tables are IANA's registries of special-purpose addresses, all of them: also the few that the registries call
//! globally reachable are services of networks (relays, anycast sinks), which anybody may answer locally and where no page
//! is. Added are addresses by which clouds talk to their machines and which look public.

use std::net::{Ipv4Addr, Ipv6Addr};

/// What an IPv4 address is, if it is not of the public network.
pub(super) fn ipv4_kind(ip: Ipv4Addr) -> Option<&'static str> {
    let bits = ip.to_bits();
    IPV4.iter()
        .find(|([a, b, c, d], length, _)| shares_prefix(bits, Ipv4Addr::new(*a, *b, *c, *d).to_bits(), *length))
        .map(|(_, _, kind)| *kind)
}

/// What an IPv6 address is, if it is not of the public network. Whether an IPv4 address is inside is not looked at.
pub(super) fn ipv6_kind(ip: Ipv6Addr) -> Option<&'static str> {
    let bits = ip.to_bits();
    let in_table = |table: &[(Ipv6Addr, u32, &'static str)]| {
        table
            .iter()
            .find(|(prefix, length, _)| (bits ^ prefix.to_bits()).leading_zeros() >= *length)
            .map(|(_, _, kind)| *kind)
    };
    // Only 2000::/3 was ever handed out for the public network (RFC 4291, IANA's registry of the address space).
    let is_unicast = bits >> 125 == 0b001;
    if is_unicast {
        in_table(&IN_PUBLIC_IPV6)
    } else if is_ipv4_in_disguise(ip) {
        None
    } else {
        in_table(&OUTSIDE_PUBLIC_IPV6).or(Some(RESERVED))
    }
}

fn shares_prefix(one: u32, other: u32, length: u32) -> bool {
    (one ^ other).leading_zeros() >= length
}

const THIS_MACHINE: &str = "an address of this machine";
const PRIVATE: &str = "a private address";
const LINK_LOCAL: &str = "a link-local address";
const METADATA: &str = "an address where clouds keep secrets of their machines";
const DOCUMENTATION: &str = "an address for documentation";
const MULTICAST: &str = "an address of many machines at once";
const RESERVED: &str = "a reserved address";
const SERVICE: &str = "an address for services of networks";

/// The first that fits counts.
const IPV4: [([u8; 4], u32, &str); 25] = [
    // On many systems 0.0.0.0 is this machine (RFC 1122: "this host on this network").
    ([0, 0, 0, 0], 8, THIS_MACHINE),
    ([10, 0, 0, 0], 8, PRIVATE),
    // Alibaba Cloud, in the range shared by carriers and their customers (RFC 6598).
    ([100, 100, 100, 200], 32, METADATA),
    ([100, 64, 0, 0], 10, PRIVATE),
    ([127, 0, 0, 0], 8, THIS_MACHINE),
    // AWS, Google Cloud, Azure, Oracle, DigitalOcean and others; ECS tasks; EKS pods; Tencent Cloud.
    ([169, 254, 169, 254], 32, METADATA),
    ([169, 254, 170, 2], 32, METADATA),
    ([169, 254, 170, 23], 32, METADATA),
    ([169, 254, 0, 23], 32, METADATA),
    ([169, 254, 0, 0], 16, LINK_LOCAL),
    ([172, 16, 0, 0], 12, PRIVATE),
    // Oracle's older cloud, in the range for protocols of the IETF (RFC 6890).
    ([192, 0, 0, 192], 32, METADATA),
    ([192, 0, 0, 0], 24, SERVICE),
    ([192, 0, 2, 0], 24, DOCUMENTATION),
    ([192, 31, 196, 0], 24, SERVICE),
    ([192, 52, 193, 0], 24, SERVICE),
    ([192, 88, 99, 0], 24, SERVICE),
    ([192, 168, 0, 0], 16, PRIVATE),
    ([192, 175, 48, 0], 24, SERVICE),
    ([198, 18, 0, 0], 15, "an address for tests of networks"),
    ([198, 51, 100, 0], 24, DOCUMENTATION),
    ([203, 0, 113, 0], 24, DOCUMENTATION),
    ([224, 0, 0, 0], 4, MULTICAST),
    ([240, 0, 0, 0], 4, RESERVED),
    // Azure's channel to its machines: a public number that no other network has.
    ([168, 63, 129, 16], 32, METADATA),
];

/// Exceptions in `2000::/3`.
const IN_PUBLIC_IPV6: [(Ipv6Addr, u32, &str); 4] = [
    // Teredo, benchmarking, ORCHID, AMT, AS112 and what else there is of protocols.
    (Ipv6Addr::from_segments([0x2001, 0, 0, 0, 0, 0, 0, 0]), 23, SERVICE),
    (Ipv6Addr::from_segments([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0]), 32, DOCUMENTATION),
    (Ipv6Addr::from_segments([0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0]), 48, SERVICE),
    (Ipv6Addr::from_segments([0x3fff, 0, 0, 0, 0, 0, 0, 0]), 20, DOCUMENTATION),
];

/// Names for what is outside of `2000::/3`; all of it is refused.
const OUTSIDE_PUBLIC_IPV6: [(Ipv6Addr, u32, &str); 10] = [
    (Ipv6Addr::from_segments([0, 0, 0, 0, 0, 0, 0, 0]), 127, THIS_MACHINE),
    (Ipv6Addr::from_segments([0x64, 0xff9b, 1, 0, 0, 0, 0, 0]), 48, PRIVATE),
    // AWS, EKS pods, Google Cloud, Oracle.
    (Ipv6Addr::from_segments([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254]), 128, METADATA),
    (Ipv6Addr::from_segments([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23]), 128, METADATA),
    (Ipv6Addr::from_segments([0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254]), 128, METADATA),
    (Ipv6Addr::from_segments([0xfd00, 0xc1, 0, 0, 0, 0, 0xa9fe, 0xa9fe]), 128, METADATA),
    (Ipv6Addr::from_segments([0xfc00, 0, 0, 0, 0, 0, 0, 0]), 7, PRIVATE),
    (Ipv6Addr::from_segments([0xfe80, 0, 0, 0, 0, 0, 0, 0]), 10, LINK_LOCAL),
    // Site-local, given up in RFC 3879 and still in use.
    (Ipv6Addr::from_segments([0xfec0, 0, 0, 0, 0, 0, 0, 0]), 10, PRIVATE),
    (Ipv6Addr::from_segments([0xff00, 0, 0, 0, 0, 0, 0, 0]), 8, MULTICAST),
];

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
