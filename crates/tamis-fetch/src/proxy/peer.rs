//! Is this a program of the same user?
//!
//! A port of loopback is open to everybody on the machine, other than a socket in a folder. What another user would gain
//! is little, for this proxy leads where that user gets anyway; but firewalls with rules for users exist, and requests would
//! be taken for ours.

use std::net::TcpStream;

/// Whether the other end is a program of the user that we run as, as far as the system tells.
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
