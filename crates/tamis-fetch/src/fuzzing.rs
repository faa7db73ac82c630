//! What must hold for bytes that only inner readers see, for the fuzz targets.

use crate::crawl::Robots;
use std::time::Duration;
use url::Url;

/// Any bytes are rules for robots: every address is allowed or not, the same each time, sitemaps are addresses that can be
/// asked, and no host makes us wait for more than a day.
///
/// # Panics
/// If that does not hold.
pub fn robots(data: &[u8]) {
    let at = Url::parse("https://robots.example/robots.txt").expect("it is an address");
    let agent = "tamis/0.1.0 (+https://robots.example/about)";
    let (rules, again) = (Robots::parse(data, agent, &at), Robots::parse(data, agent, &at));
    assert!(rules.crawl_delay().is_none_or(|delay| delay <= Duration::from_secs(24 * 60 * 60)));
    assert!(rules.sitemaps().iter().all(|url| matches!(url.scheme(), "http" | "https")));
    assert!(rules.is_allowed(&at), "the file itself may always be asked for");
    let text = String::from_utf8_lossy(data);
    for path in text.split_whitespace().take(20).chain(["/", "/a/b.html?c=d", "/%C3%A4"]) {
        if let Ok(url) = at.join(path) {
            assert_eq!(rules.is_allowed(&url), again.is_allowed(&url), "{url}");
        }
    }
}
