//! Which names are never asked.
//!
//! Where a name leads is looked at anyway. These are refused before, because their answer can only come from this machine
//! or its network, and because behind a proxy it is the proxy that asks for it.

/// What a name is, if only the own network knows it.
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

#[cfg(test)]
mod tests {
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
