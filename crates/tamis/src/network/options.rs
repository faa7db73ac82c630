//! How servers are asked.

use std::path::PathBuf;
use std::time::Duration;

/// How servers are asked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NetworkOptions {
    /// Whether addresses of this machine and of private networks may be asked. Default not.
    pub allow_private: bool,
    /// An address or a mailbox in the user agent, for the owners of the servers that are asked. Default none.
    pub contact: Option<String>,
    /// The time between the beginnings of two requests for pages to one host, of which only one is on its way at a time.
    /// Default one second.
    pub delay: Duration,
    /// How often a request is made again when it fails in a way that may pass. Default 2.
    pub retries: u32,
    /// A directory that keeps answers as long as their headers allow. Default none.
    pub cache: Option<PathBuf>,
    /// What one exchange may take, from looking up the host to the last byte. Default 30 s.
    pub timeout: Duration,
    /// The largest answer, decompressed, in bytes. Default 64 MiB.
    pub max_bytes: usize,
}

impl Default for NetworkOptions {
    fn default() -> NetworkOptions {
        NetworkOptions {
            allow_private: false,
            contact: None,
            delay: Duration::from_secs(1),
            retries: 2,
            cache: None,
            timeout: Duration::from_secs(30),
            max_bytes: 64 << 20,
        }
    }
}
