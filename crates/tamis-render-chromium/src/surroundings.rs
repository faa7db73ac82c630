//! What the system puts around the browser: a world without a network, and a user for whom its sandbox works.
//!
//! A network namespace has no interface in it, not even loopback, so nothing that a page finds in the browser leads anywhere;
//! the pipes by which we speak to the browser go through. And the browser's sandbox, which keeps the processes that read
//! pages from files and from the system, refuses to work for root. In a user namespace root is somebody else, who has root's
//! files and nothing more of him.

use crate::options::Network;
use std::process::{Command, Stdio};

/// A way to start the browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Surroundings {
    /// What stands before the program and its arguments.
    pub(crate) words: &'static [&'static str],
    pub(crate) sandbox: Sandbox,
}

/// Whether the processes that read pages are kept from the rest of the system by the browser's own sandbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sandbox {
    /// They are.
    On,
    /// The system does not allow it: users may have no namespaces, as in many containers.
    Off,
}

/// What `unshare` is told, the most first.
const NOBODY_WITHOUT_NETWORK: &[&str] = &["unshare", "--user", "--map-user=65534", "--map-group=65534", "--net", "--"];
const NOBODY: &[&str] = &["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"];
const WITHOUT_NETWORK: &[&str] = &["unshare", "--user", "--map-current-user", "--net", "--"];
const ROOT_WITHOUT_NETWORK: &[&str] = &["unshare", "--net", "--"];
const NOTHING: &[&str] = &[];

/// The ways that may work for this user, the best first. The last one is always there.
pub(crate) fn ways(network: Network) -> impl Iterator<Item = Surroundings> {
    use Sandbox::{Off, On};
    let ways: &[(&[&str], Sandbox)] = match (is_root(), network) {
        (true, Network::Off) => &[(NOBODY_WITHOUT_NETWORK, On), (ROOT_WITHOUT_NETWORK, Off), (NOTHING, Off)],
        (true, Network::On { .. }) => &[(NOBODY, On), (NOTHING, Off)],
        (false, Network::Off) => &[(WITHOUT_NETWORK, On), (NOTHING, On), (WITHOUT_NETWORK, Off), (NOTHING, Off)],
        (false, Network::On { .. }) => &[(NOTHING, On), (NOTHING, Off)],
    };
    ways.iter().map(|&(words, sandbox)| Surroundings { words, sandbox }).filter(|way| way.works())
}

impl Surroundings {
    /// Whether a program starts at all in them.
    fn works(self) -> bool {
        let Some((program, arguments)) = self.words.split_first() else { return true };
        let mut command = Command::new(program);
        command.args(arguments).arg("true").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        cfg!(target_os = "linux") && command.status().is_ok_and(|status| status.success())
    }
}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_a_way_and_the_sandbox_is_given_up_late() {
        let proxy = "127.0.0.1:1234".parse().expect("an address");
        for network in [Network::Off, Network::On { proxy }] {
            let ways: Vec<Surroundings> = ways(network).collect();
            assert_eq!(ways.last(), Some(&Surroundings { words: NOTHING, sandbox: Sandbox::Off }));
            assert!(ways.is_sorted_by_key(|way| way.sandbox == Sandbox::Off), "{ways:?}");
            let is_walled = |way: &Surroundings| way.words.contains(&"--net");
            assert!(network == Network::Off || !ways.iter().any(is_walled), "{ways:?}");
        }
    }
}
