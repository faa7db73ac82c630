//! A crawl from its beginning to its end.

use crate::server::Server;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tamis_fetch::crawl::{Crawl, CrawlHandle, CrawlOptions, CrawlReport, CrawledPage, Reason};
use tamis_fetch::http::{Client, ClientOptions};
use tempfile::TempDir;

/// As fast as possible.
pub(crate) fn options(server: &Server) -> CrawlOptions {
    CrawlOptions::default()
        .with_start(vec![server.url("/")])
        .with_delay(Duration::ZERO)
        .with_connections(4)
        .with_back_off(Duration::from_millis(20))
}

pub(crate) fn client(server: &Server) -> Client {
    client_of(server.options())
}

pub(crate) fn client_of(options: ClientOptions) -> Client {
    Client::new(options.with_timeout(Duration::from_mins(1))).unwrap()
}

/// A place for a frontier.
pub(crate) struct Place {
    _directory: TempDir,
    pub(crate) path: PathBuf,
}

pub(crate) fn place() -> Place {
    let directory = tempfile::tempdir().unwrap();
    Place { path: directory.path().join("frontier"), _directory: directory }
}

/// What came of a crawl.
pub(crate) struct Visit {
    /// The addresses of the pages without scheme and host, in order.
    pub(crate) paths: Vec<String>,
    pub(crate) pages: Vec<CrawledPage>,
    pub(crate) report: CrawlReport,
}

/// Crawls until there is nothing left.
pub(crate) fn crawl(frontier: &Path, client: Client, options: CrawlOptions) -> Visit {
    let crawl = Crawl::open(frontier, client, options).unwrap();
    let handle = crawl.handle();
    let pages: Vec<CrawledPage> = crawl.map(|page| done(&handle, page.unwrap())).collect();
    let report = handle.report().unwrap();
    Visit { paths: pages.iter().map(path).collect(), pages, report }
}

/// Crawls until there is nothing left, with a frontier of its own.
pub(crate) fn visit(server: &Server, options: CrawlOptions) -> Visit {
    crawl(&place().path, client(server), options)
}

fn done(handle: &CrawlHandle, page: CrawledPage) -> CrawledPage {
    handle.done(page.id, &[]).unwrap();
    page
}

pub(crate) fn path(page: &CrawledPage) -> String {
    let url = page.capture.url.as_ref().unwrap();
    url[url::Position::BeforePath..].to_owned()
}

pub(crate) fn sorted(mut paths: Vec<String>) -> Vec<String> {
    paths.sort();
    paths
}

/// Names and counts of reasons.
pub(crate) fn counts(reasons: &[Reason]) -> Vec<(&str, u64)> {
    reasons.iter().map(|reason| (reason.name.as_str(), reason.n)).collect()
}
