//! Which ports are never asked.

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
mod tests {
    use super::*;

    #[test]
    fn the_list_can_be_searched() {
        assert!(BAD_PORTS.is_sorted());
        assert!(BAD_PORTS.iter().all(|port| is_bad_port(*port)));
        assert!([80, 443, 8080, 8443, 3000, 5000, 8000, 8888].iter().all(|port| !is_bad_port(*port)));
    }
}
