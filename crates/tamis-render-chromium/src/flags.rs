//! How the browser is started.

use crate::options::Network;
use std::ffi::OsString;
use std::path::Path;

/// For every browser: no window, no first-run pages, nothing of its own on the network, no surprises.
const ALWAYS: [&str; 30] = [
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

/// What the browser would do better not: HTTPS upgrades ask for other addresses than those the page names.
const DISABLED: &str = "--disable-features=IsolateOrigins,site-per-process,HttpsUpgrades,\
    HttpsFirstBalancedModeAutoEnable,AutoupgradeMixedContent,Translate,MediaRouter,OptimizationHints,PaintHolding";

/// Keeps pages of the web from asking this machine and its neighbours.
const LOCAL_CHECKS: &str = ",LocalNetworkAccessChecks";

/// Behind the interception of requests, a wall for what is not intercepted (sockets, workers): no name resolves, and
/// everything goes through a proxy whose name does not resolve either, addresses of this machine included.
const OFFLINE: [&str; 4] = [
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://proxy.invalid:1",
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];

/// The arguments of a browser that keeps its files in `profile`.
pub(crate) fn flags(profile: &Path, network: Network) -> Vec<OsString> {
    let mut flags: Vec<OsString> = ALWAYS.iter().map(OsString::from).collect();
    flags.push(if network == Network::Any { format!("{DISABLED}{LOCAL_CHECKS}") } else { DISABLED.to_owned() }.into());
    if network == Network::Off {
        flags.extend(OFFLINE.iter().map(OsString::from));
    }
    // The sandbox of the browser does not work for root, and the browser refuses to start without this.
    if is_root() {
        flags.push("--no-sandbox".into());
    }
    let mut user_data = OsString::from("--user-data-dir=");
    user_data.push(profile);
    flags.push(user_data);
    flags.push("about:blank".into());
    flags
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
    fn the_wall_stands_only_without_network() {
        let has = |network, flag: &str| flags(Path::new("/p"), network).iter().any(|it| it == flag);
        assert!(has(Network::Off, "--host-resolver-rules=MAP * ~NOTFOUND"));
        assert!(!has(Network::On, "--host-resolver-rules=MAP * ~NOTFOUND"));
        assert!(has(Network::On, "--user-data-dir=/p"));
    }

    #[test]
    fn only_root_goes_without_the_sandbox() {
        let without = flags(Path::new("/p"), Network::Off).iter().any(|it| it == "--no-sandbox");
        assert_eq!(without, is_root());
    }
}
