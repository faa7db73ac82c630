//! Whole sites.
//!
//! ```no_run
//! use std::path::Path;
//! use tamis_fetch::crawl::{Crawl, CrawlOptions};
//! use tamis_fetch::http::{Client, ClientOptions};
//!
//! let client = Client::new(ClientOptions::default().with_contact("https://lamps.example/bot"))?;
//! let options = CrawlOptions::default().with_start(vec!["https://shop.example/".parse()?]).with_max_pages(Some(1000));
//! let crawl = Crawl::open(Path::new("shop.frontier"), client, options)?;
//! let handle = crawl.handle();
//! for page in crawl {
//!     let page = page?;
//!     println!("{} links away: {:?}", page.depth, page.capture.url);
//!     handle.done(page.id, &[])?;
//! }
//! println!("{:?}", handle.report()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Steps
//! The `schedule` says what is asked next and when (`schedule::next`, `hosts`). A thread asks it (`fetcher`), and the schedule
//! puts what came of it into the `frontier` (`schedule::settle`). When all answers before it are there, the answer
//! is looked into (`schedule::expand`): its links are judged (`robots`, `patterns`, `traps`) and added, and the page can be handed out.
//! The threads are in `run`.
//!
//! # What is promised
//! - Each page is handed out once, in an order that does not depend on which answer comes first: by site, by the number of
//!   links from a start address, and by discovery.
//! - A crawl that is killed goes on where it was. The requests that were under way are made again, and no others; pages that
//!   were handed out and not done are handed out again.
//! - A host is asked no more often than its robots.txt and the options say, and nothing that its robots.txt forbids.
//! - Memory does not grow with the number of addresses: the queue is on the disk.

mod canonical;
mod fetcher;
mod frontier;
mod hosts;
mod links;
mod options;
mod page;
mod patterns;
mod report;
mod robots;
mod run;
mod schedule;
mod site;
mod traps;

pub(crate) use canonical::{canonical, session_id};
pub(crate) use links::{Links, links};
pub use options::CrawlOptions;
pub use page::{CrawledPage, PageId};
pub use patterns::{Excluded, PatternError, Patterns};
pub use report::{CrawlProgress, CrawlReport, OutgoingSite, Reason, Reasons, total};
pub(crate) use robots::Robots;
pub use run::CrawlError;
pub use run::{Crawl, CrawlHandle};
pub use site::site_of;
pub use traps::TrapKind;
pub(crate) use traps::Traps;
