#![no_main]

use tamis_fetch::address::{AddressPolicy, shown, without_credentials};
use tamis_fetch::crawl::{Patterns, site_of};
use tamis_fetch::discover::read_list;
use tamis_fetch::warc::surt;

// Any bytes are a list of addresses; each can be shown, checked, sorted and left without its credentials, and one that carries an
// address of this machine is refused. The first line is a pattern of addresses.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let pattern = text.lines().next().unwrap_or_default();
    let patterns = Patterns::new(&[pattern], &[] as &[&str]).ok();
    let policy = AddressPolicy::public();
    for url in read_list(data).0 {
        let bare = without_credentials(&url);
        assert!(bare.username().is_empty() && bare.password().is_none());
        assert!(
            !shown(url.as_str()).contains(['@', '\u{1b}']),
            "what may be a password is shown, or a terminal is moved"
        );
        let is_allowed = policy.check_url(&url).is_ok();
        if let Some(url::Host::Ipv4(ip)) = url.host() {
            assert!(!(is_allowed && (ip.is_loopback() || ip.is_private())), "{url} would be asked");
        }
        let (_, _) = (surt(&url), site_of(&url));
        if let Some(patterns) = &patterns {
            let _ = patterns.is_wanted(&url);
        }
    }
});
