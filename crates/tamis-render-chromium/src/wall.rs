//! A browser without a network, by the system's means: a network namespace with nothing in it.
//!
//! There is no interface in it, not even loopback, so nothing that a page finds in the browser leads anywhere. The pipes by
//! which we speak to the browser go through.

use std::process::{Command, Stdio};

/// A way to start a program without a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wall(&'static [&'static str]);

/// As root, and as everybody else where users may have namespaces of their own. The user stays the same inside, because
/// for root the browser has no sandbox.
const WAYS: [Wall; 2] =
    [Wall(&["unshare", "--net", "--"]), Wall(&["unshare", "--user", "--map-current-user", "--net", "--"])];

impl Wall {
    /// The first way that works here.
    pub(crate) fn find() -> Option<Wall> {
        if cfg!(not(target_os = "linux")) {
            return None;
        }
        WAYS.into_iter().find(|wall| {
            let mut words = wall.0.iter();
            let tried = words.next().map(|program| {
                Command::new(program)
                    .args(words)
                    .arg("true")
                    .stdin(Stdio::null())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .status()
            });
            tried.is_some_and(|status| status.is_ok_and(|status| status.success()))
        })
    }

    /// What stands before the program and its arguments.
    pub(crate) fn words(self) -> &'static [&'static str] {
        self.0
    }
}
