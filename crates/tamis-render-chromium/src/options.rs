//! What a user can choose.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use tamis_page::Wait;

/// How pages are rendered.
///
/// ```
/// use std::time::Duration;
/// use tamis_render_chromium::{ChromiumOptions, Script, Wait};
///
/// let options = ChromiumOptions::default()
///     .with_script(Script::On)
///     .with_wait(Wait::Time(Duration::from_secs(2)));
/// assert_eq!(options.timeout, Duration::from_secs(30));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ChromiumOptions {
    /// The browser's program. Default: what the variable `TAMIS_CHROMIUM` names, else the first of the usual names
    /// that is on the `PATH`.
    pub browser: Option<PathBuf>,
    /// Whether the page's scripts run. Default off.
    pub script: Script,
    /// Whether a page may load what its capture does not bring along. Default off.
    pub network: Network,
    /// When a page is ready. Default [`Wait::Load`].
    pub wait: Wait,
    /// How long one page may take, from the first byte to the layout. A page that still waits for
    /// something after half of it is taken as it is; one that is not read to its end, or does not answer, fails.
    /// Default 30 s.
    pub timeout: Duration,
    /// How long the browser may take to start. Default 60 s.
    pub start_timeout: Duration,
    /// How many pages are rendered at the same time; further threads wait; 0 is taken as
    /// one. Default: one a processor.
    pub tabs: usize,
    /// How many bytes the browser may send for one page. A node takes about 200. Default 1 GiB.
    pub max_answer: usize,
    /// How many bytes of memory a page may take. Each process of the browser is held to it, and all of them together to as
    /// much for each page that is rendered at the same time; a page that takes more fails with
    /// [`RenderError::OutOfMemory`](tamis_page::RenderError), and the others go on. On Linux only. Default 1 GiB.
    pub max_memory: u64,
}

/// Whether scripts run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Script {
    /// They do not, and the content of `noscript` is shown.
    #[default]
    Off,
    /// They do.
    On,
}

/// Whether the network may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Network {
    /// A page has what its capture brings along ([`Capture::resources`](tamis_page::Capture)) and nothing else.
    #[default]
    Off,
    /// What the capture does not bring along is asked for through a proxy, and there is no other way out.
    ///
    /// The proxy decides what may be asked: which machines, and whether the own one and its neighbours are among them. The
    /// browser resolves no name itself.
    On {
        /// Where the proxy listens; it speaks HTTP.
        proxy: SocketAddr,
    },
}

impl Default for ChromiumOptions {
    fn default() -> ChromiumOptions {
        ChromiumOptions {
            browser: None,
            script: Script::default(),
            network: Network::default(),
            wait: Wait::default(),
            timeout: Duration::from_secs(30),
            start_timeout: Duration::from_mins(1),
            tabs: std::thread::available_parallelism().map_or(1, usize::from),
            max_answer: 1 << 30,
            max_memory: 1 << 30,
        }
    }
}

tamis_page::setters! { ChromiumOptions;
    with_browser browser: impl Into<PathBuf> = Some(browser.into()), "Sets the browser's program.";
    with_script script: Script = script, "Sets whether scripts run.";
    with_network network: Network = network, "Sets whether the network may be used.";
    with_wait wait: Wait = wait, "Sets when a page is ready.";
    with_timeout timeout: Duration = timeout, "Sets how long one page may take.";
    with_start_timeout start_timeout: Duration = start_timeout, "Sets how long the browser may take to start.";
    with_tabs tabs: usize = tabs, "Sets how many pages are rendered at the same time.";
    with_max_answer max_answer: usize = max_answer, "Sets how many bytes the browser may send for one page.";
    with_max_memory max_memory: u64 = max_memory, "Sets how many bytes of memory a page may take.";
}
