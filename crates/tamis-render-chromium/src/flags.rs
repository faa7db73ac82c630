//! How the browser is started.

use crate::options::Network;
use crate::surroundings::Sandbox;
use std::ffi::OsString;
use std::path::Path;

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

/// What the browser would do better not: HTTPS upgrades ask for other addresses than those the page names, and its checks of
/// local addresses see the proxy's address in place of the page's.
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
