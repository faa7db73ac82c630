//! Which program the browser is, what it is told, and what the system puts around it: a world without a network, and a user for
//! whom its sandbox works.
//!
//! A network namespace has no interface in it, not even loopback, so nothing that a page finds in the browser leads anywhere;
//! the pipes by which we speak to the browser go through. And the browser's sandbox, which keeps the processes that read
//! pages from files and from the system, refuses to work for root. In a user namespace root has root's files and no other of
//! root's rights.

use crate::options::Network;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tamis_page::RenderError;

/// A way to start the browser: the command that starts its program, and whether its own sandbox is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Launcher {
    /// What stands before the program and its arguments.
    pub(crate) words: &'static [&'static str],
    pub(crate) sandbox: Sandbox,
}

/// Whether the browser's own sandbox keeps the processes that read pages from the rest of the system.
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
pub(crate) fn launchers(network: Network) -> impl Iterator<Item = Launcher> {
    use Sandbox::{Off, On};
    let ways: &[(&[&str], Sandbox)] = match (is_root(), network) {
        (true, Network::Off) => &[(NOBODY_WITHOUT_NETWORK, On), (ROOT_WITHOUT_NETWORK, Off), (NOTHING, Off)],
        (true, Network::On { .. }) => &[(NOBODY, On), (NOTHING, Off)],
        (false, Network::Off) => &[(WITHOUT_NETWORK, On), (NOTHING, On), (WITHOUT_NETWORK, Off), (NOTHING, Off)],
        (false, Network::On { .. }) => &[(NOTHING, On), (NOTHING, Off)],
    };
    ways.iter().map(|&(words, sandbox)| Launcher { words, sandbox }).filter(|way| way.works())
}

impl Launcher {
    /// Whether a program starts at all in this way.
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

/// The variable that names the browser's program.
const VARIABLE: &str = "TAMIS_CHROMIUM";

/// Names under which systems install it, the free builds first.
const NAMES: [&str; 7] = [
    "chromium",
    "chromium-browser",
    "chromium-headless-shell",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge-stable",
];

/// Programs that are not on the `PATH` where they are usual.
const PLACES: [&str; 3] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/snap/bin/chromium",
];

/// The browser's program: `chosen`, else what the variable says, else the first that is found.
pub(crate) fn find(chosen: Option<&Path>) -> Result<PathBuf, RenderError> {
    find_among(chosen, env::var_os(VARIABLE), env::var_os("PATH"))
}

fn find_among(
    chosen: Option<&Path>,
    variable: Option<OsString>,
    path: Option<OsString>,
) -> Result<PathBuf, RenderError> {
    let variable = variable.filter(|value| !value.is_empty()).map(PathBuf::from);
    let path = path.unwrap_or_default();
    // Something that was asked for and is not there is an error: another browser would lay pages out differently.
    if let Some(asked) = chosen.map(Path::to_owned).or(variable) {
        return on_path(asked.as_os_str(), &path).ok_or_else(|| unavailable(&asked.display().to_string()));
    }
    let named = NAMES.iter().find_map(|name| on_path(OsStr::new(name), &path));
    let placed = || PLACES.iter().map(PathBuf::from).find(|place| is_program(place));
    named.or_else(placed).ok_or_else(|| unavailable("Chromium"))
}

/// A path as it is, a bare name in the first folder of the `PATH` that has it.
fn on_path(program: &OsStr, path: &OsStr) -> Option<PathBuf> {
    let program = Path::new(program);
    if program.components().count() > 1 {
        return is_program(program).then(|| program.to_owned());
    }
    env::split_paths(path).map(|folder| folder.join(program)).find(|candidate| is_program(candidate))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

fn unavailable(what: &str) -> RenderError {
    RenderError::Unavailable {
        what: what.to_owned(),
        hint: format!(
            "install it (Debian and Ubuntu: apt-get install --no-install-recommends chromium; Fedora: dnf install \
             chromium; macOS: brew install --cask chromium), or set {VARIABLE} to the program of a Chromium or Chrome"
        ),
    }
}

/// For every browser: no window, no first-run pages, nothing of its own on the network, no surprises.
const ALWAYS: [&str; 32] = [
    "--headless",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-gpu",
    "--hide-scrollbars",
    "--mute-audio",
    "--force-color-profile=srgb",
    "--lang=en-US",
    "--password-store=basic",
    "--use-mock-keychain",
    // Containers give /dev/shm 64 MB, which large pages fill.
    "--disable-dev-shm-usage",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--disable-default-apps",
    "--disable-component-update",
    "--disable-background-networking",
    // It asks for updates and for accounts all the same, so it asks where nobody is: port 1 is one that no proxy of ours and
    // no browser connects to.
    "--component-updater=url-source=http://127.0.0.1:1/",
    "--gaia-url=http://127.0.0.1:1/",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-sync",
    "--metrics-recording-only",
    "--disable-quic",
    "--disable-hang-monitor",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    "--block-new-web-contents",
    "--allow-running-insecure-content",
    // The frames of a page stay in its process, so that one answer has them all.
    "--disable-site-isolation-trials",
];

/// Features that get in the way: HTTPS upgrades request other addresses than the page names, and checks of local addresses see
/// the proxy's address instead of the page's.
const DISABLED: &str = "--disable-features=IsolateOrigins,site-per-process,HttpsUpgrades,\
    HttpsFirstBalancedModeAutoEnable,AutoupgradeMixedContent,Translate,MediaRouter,OptimizationHints,PaintHolding,\
    DnsOverHttps,AsyncDns,NetworkTimeServiceQuerying,LocalNetworkAccessChecks";

/// The only way out is the proxy, for this machine's own addresses too.
const NO_WAY_AROUND: &str = "--proxy-bypass-list=<-loopback>";

/// Real-time connections of scripts go over UDP, which no proxy of ours sees, so they get none; what they send over TCP goes
/// to the proxy. The second is the name of the first in older versions, which newer ones ignore without a word; the
/// preferences in the profile say it a third time.
const NO_DATAGRAMS: [&str; 2] = [
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];

/// The arguments of a browser that keeps its files in `profile`.
pub(crate) fn flags(profile: &Path, network: Network, sandbox: Sandbox) -> Vec<OsString> {
    let mut flags: Vec<OsString> = ALWAYS.iter().chain(&NO_DATAGRAMS).map(OsString::from).collect();
    flags.push(DISABLED.into());
    flags.push(NO_WAY_AROUND.into());
    match network {
        // Behind the interception of requests, a wall for what is not intercepted (sockets, workers): no name resolves, and
        // everything goes through a proxy whose name does not resolve either.
        Network::Off => {
            flags.push("--host-resolver-rules=MAP * ~NOTFOUND".into());
            flags.push("--proxy-server=http://proxy.invalid:1".into());
        }
        // Names are the proxy's business. Asked for here they would lead around it (`dns-prefetch`, real-time connections).
        Network::On { proxy } => {
            flags.push(format!("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {}", proxy.ip()).into());
            flags.push(format!("--proxy-server=http://{proxy}").into());
        }
    }
    // Where its sandbox does not work the browser refuses to start without this.
    if sandbox == Sandbox::Off {
        flags.push("--no-sandbox".into());
    }
    let mut user_data = OsString::from("--user-data-dir=");
    user_data.push(profile);
    flags.push(user_data);
    flags.push("about:blank".into());
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_a_way_and_the_sandbox_is_given_up_late() {
        let proxy = "127.0.0.1:1234".parse().expect("an address");
        for network in [Network::Off, Network::On { proxy }] {
            let ways: Vec<Launcher> = launchers(network).collect();
            assert_eq!(ways.last(), Some(&Launcher { words: NOTHING, sandbox: Sandbox::Off }));
            assert!(ways.is_sorted_by_key(|way| way.sandbox == Sandbox::Off), "{ways:?}");
            let is_walled = |way: &Launcher| way.words.contains(&"--net");
            assert!(network == Network::Off || !ways.iter().any(is_walled), "{ways:?}");
        }
    }
}

#[cfg(test)]
mod find_tests {
    use super::*;

    #[track_caller]
    fn check(chosen: Option<&str>, variable: Option<&str>, path: Option<&str>, expect: Result<&str, &str>) {
        let found = find_among(chosen.map(Path::new), variable.map(OsString::from), path.map(OsString::from));
        match found {
            Ok(found) => assert_eq!(Ok(found.to_string_lossy().as_ref()), expect),
            Err(RenderError::Unavailable { what, hint }) => {
                assert_eq!(Err(what.as_str()), expect);
                assert!(hint.contains("apt-get install"), "{hint}");
            }
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn what_was_asked_for_is_taken_or_is_missing() {
        check(Some("/bin/sh"), Some("/nowhere/chrome"), None, Ok("/bin/sh"));
        check(None, Some("/bin/sh"), None, Ok("/bin/sh"));
        check(None, Some("sh"), Some("/nowhere:/bin"), Ok("/bin/sh"));
        check(Some("/nowhere/chrome"), Some("/bin/sh"), None, Err("/nowhere/chrome"));
        check(None, Some("/nowhere/chrome"), Some("/usr/bin"), Err("/nowhere/chrome"));
    }

    #[test]
    fn a_folder_is_no_program() {
        check(Some("/bin"), None, None, Err("/bin"));
    }
}

#[cfg(test)]
mod flags_tests {
    use super::*;

    #[test]
    fn there_is_one_way_out_or_none() {
        let proxy = "127.0.0.1:1234".parse().expect("an address");
        let has = |network, flag: &str| flags(Path::new("/p"), network, Sandbox::On).iter().any(|it| it == flag);
        let proxies = |network| {
            let is_proxy = |it: &&OsString| it.to_string_lossy().starts_with("--proxy-server=");
            flags(Path::new("/p"), network, Sandbox::On).iter().filter(is_proxy).cloned().collect::<Vec<OsString>>()
        };
        assert_eq!(proxies(Network::Off), ["--proxy-server=http://proxy.invalid:1"]);
        assert_eq!(proxies(Network::On { proxy }), ["--proxy-server=http://127.0.0.1:1234"]);
        assert!(has(Network::Off, "--host-resolver-rules=MAP * ~NOTFOUND"));
        assert!(has(Network::On { proxy }, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"));
        for network in [Network::Off, Network::On { proxy }] {
            assert!(has(network, "--proxy-bypass-list=<-loopback>"));
            assert!(has(network, "--webrtc-ip-handling-policy=disable_non_proxied_udp"));
        }
        assert!(has(Network::Off, "--user-data-dir=/p"));
    }

    #[test]
    fn the_sandbox_is_left_out_only_where_there_is_none() {
        let without = |sandbox| flags(Path::new("/p"), Network::Off, sandbox).iter().any(|it| it == "--no-sandbox");
        assert!(without(Sandbox::Off) && !without(Sandbox::On));
    }
}
