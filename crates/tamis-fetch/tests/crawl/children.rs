//! Crawls in processes of their own: this program again, told what to do by variables.

use crate::visit::path;
use std::env;
use std::fs::OpenOptions;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tamis_fetch::address::AddressPolicy;
use tamis_fetch::crawl::{Crawl, CrawlOptions};
use tamis_fetch::http::{Client, ClientOptions, Proxies};
use url::Url;

/// How many requests a child has under way at most.
pub(crate) const CONNECTIONS: usize = 4;

/// A process that crawls from this address, with a frontier and an output in this directory.
pub(crate) fn command(directory: &Path, start: &Url) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "children::crawls_as_it_is_told", "--ignored", "--nocapture", "--test-threads=1"])
        .env("TAMIS_CHILD_DIRECTORY", directory)
        .env("TAMIS_CHILD_START", start.as_str())
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command
}

#[test]
#[ignore = "other tests start it as a process"]
fn crawls_as_it_is_told() {
    let (Ok(directory), Ok(start)) = (env::var("TAMIS_CHILD_DIRECTORY"), env::var("TAMIS_CHILD_START")) else { return };
    let directory = Path::new(&directory);
    let client = ClientOptions::default().with_policy(AddressPolicy::any()).with_proxies(Proxies::None);
    let options = CrawlOptions::default()
        .with_start(vec![start.parse().unwrap()])
        .with_delay(Duration::from_millis(1))
        .with_connections(CONNECTIONS)
        .with_back_off(Duration::from_millis(20))
        .with_max_bytes(Some(crate::shop::MAX_BYTES))
        .with_max_waiting(24);
    let mut crawl = Crawl::open(&directory.join("frontier"), Client::new(client).unwrap(), options).unwrap();
    let handle = crawl.handle();
    let mut output =
        OpenOptions::new().create(true).truncate(false).write(true).open(directory.join("output")).unwrap();
    let mut length = handle.mark("output").unwrap().unwrap_or_default();
    // What was written after the last page that was done is written once more.
    output.set_len(length).unwrap();
    output.seek(SeekFrom::Start(length)).unwrap();
    // Some are in hand while others are asked for.
    let mut in_hand = Vec::new();
    loop {
        let page = crawl.next().map(Result::unwrap);
        let is_last = page.is_none();
        in_hand.extend(page);
        if in_hand.len() >= 3 || is_last {
            for page in in_hand.drain(..) {
                let line = format!("{}\n", path(&page));
                output.write_all(line.as_bytes()).unwrap();
                length += line.len() as u64;
                handle.done(page.id, &[("output", length)]).unwrap();
            }
        }
        if is_last {
            return;
        }
    }
}
