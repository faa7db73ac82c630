//! What is crawled, and how politely.

use crate::message::MediaTypes;
use std::time::Duration;
use tamis_page::parse::ParseOptions;
use url::Url;

/// What is crawled, and how politely.
///
/// ```
/// use std::time::Duration;
/// use tamis_fetch::crawl::CrawlOptions;
///
/// let options = CrawlOptions::default()
///     .with_start(vec!["https://shop.example/".parse()?])
///     .with_max_pages(Some(10_000))
///     .with_exclude(vec!["*/login*".to_owned()])
///     .with_delay(Duration::from_secs(2));
/// assert_eq!(options.max_sites, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CrawlOptions {
    /// Where the crawl begins. When it goes on, those that were not yet asked are added. They are asked whatever the
    /// patterns say.
    pub start: Vec<Url>,
    /// How many pages are handed out at most, over all sites and from the beginning of the crawl. Default no limit.
    pub max_pages: Option<u64>,
    /// How many links a page may be away from a start address. Default no limit. What is deeper stays in the frontier.
    pub max_depth: Option<u32>,
    /// How many sites are crawled, one after the other. Those of the start addresses are crawled in any case; after them come
    /// those that were linked to, in the order in which they were found. Default 1.
    pub max_sites: u32,
    /// Only addresses that one of these patterns describes are asked, if there are any. Default none.
    pub include: Vec<String>,
    /// Addresses that one of these patterns describes are not asked. Default none.
    pub exclude: Vec<String>,
    /// What is a page. Default HTML.
    pub media_types: MediaTypes,
    /// The largest page, decoded, in bytes; what is larger is counted and left out. Default that of the client.
    pub max_bytes: Option<usize>,
    /// How far apart two requests to one host begin at least. Default one second. A longer `Crawl-delay` wins.
    pub delay: Duration,
    /// The longest `Crawl-delay` that is taken at its word. Default one minute.
    pub max_delay: Duration,
    /// How many requests to one host are under way at once. Default 2.
    pub connections: usize,
    /// How many times a page is asked again after a failure that may pass. Default 3.
    pub retries: u32,
    /// How long a host is left alone after the first failure in a row; doubled with each further one, up to
    /// [`max_wait`](CrawlOptions::max_wait). Default one second.
    pub back_off: Duration,
    /// The longest that a host is waited for, also if it asks for more by `Retry-After`: then it is left for the next run.
    /// Default five minutes.
    pub max_wait: Duration,
    /// Whether robots.txt is asked for and obeyed. Default yes.
    pub obey_robots: bool,
    /// Whether links are followed that say `nofollow`, or stand on a page that says so. Default no.
    pub follow_nofollow: bool,
    /// Whether the sitemaps that robots.txt names are further starting points. Default no.
    pub sitemaps: bool,
    /// How pages are parsed to find their links. Whoever reads them with the same options is handed the
    /// [document](super::CrawledPage::parsed). Default the parser's.
    pub parse: ParseOptions,
    /// How many pages are fetched and not yet [done](super::CrawlHandle::done) at most. Default 64.
    pub max_waiting: usize,
}

impl Default for CrawlOptions {
    fn default() -> CrawlOptions {
        CrawlOptions {
            start: Vec::new(),
            max_pages: None,
            max_depth: None,
            max_sites: 1,
            include: Vec::new(),
            exclude: Vec::new(),
            media_types: MediaTypes::html(),
            max_bytes: None,
            delay: Duration::from_secs(1),
            max_delay: Duration::from_mins(1),
            connections: 2,
            retries: 3,
            back_off: Duration::from_secs(1),
            max_wait: Duration::from_mins(5),
            obey_robots: true,
            follow_nofollow: false,
            sitemaps: false,
            parse: ParseOptions::default(),
            max_waiting: 64,
        }
    }
}

tamis_page::setters! { CrawlOptions;
    with_start start: Vec<Url> = start, "Sets where the crawl begins.";
    with_max_pages max_pages: Option<u64> = max_pages, "Sets the number of pages.";
    with_max_depth max_depth: Option<u32> = max_depth, "Sets the number of links from a start address.";
    with_max_sites max_sites: u32 = max_sites, "Sets the number of sites.";
    with_include include: Vec<String> = include, "Sets the patterns of which one must fit.";
    with_exclude exclude: Vec<String> = exclude, "Sets the patterns of which none may fit.";
    with_media_types media_types: MediaTypes = media_types, "Sets what is a page.";
    with_max_bytes max_bytes: Option<usize> = max_bytes, "Sets the largest page.";
    with_delay delay: Duration = delay, "Sets the time between two requests to a host.";
    with_max_delay max_delay: Duration = max_delay, "Sets the longest `Crawl-delay`.";
    with_connections connections: usize = connections, "Sets the number of requests to a host at once.";
    with_retries retries: u32 = retries, "Sets how many times a page is asked again.";
    with_back_off back_off: Duration = back_off, "Sets how long a host is left alone after a failure.";
    with_max_wait max_wait: Duration = max_wait, "Sets how long a host is waited for.";
    with_obey_robots obey_robots: bool = obey_robots, "Sets whether robots.txt is obeyed.";
    with_follow_nofollow follow_nofollow: bool = follow_nofollow, "Sets whether `nofollow` is disregarded.";
    with_sitemaps sitemaps: bool = sitemaps, "Sets whether sitemaps are read.";
    with_parse parse: ParseOptions = parse, "Sets how pages are parsed.";
    with_max_waiting max_waiting: usize = max_waiting, "Sets how many pages wait for whoever takes them.";
}
