//! Template clusters: Tables 1 to 4 and Figure 3 of paper 004 over sites of our own, and what the paper does not measure:
//! how much of a template is found again on another page, how often the areas that are mapped are those that plain
//! segmentation gives, and why not; and whether clusters are of one site.
//!
//! The paper's sites of 2013 are gone, so its figures stand beside ours and not against them.

mod ahead;
mod causes;
mod crawl;
mod distinguished_paths;
mod growth;
mod likeness;
mod mixed;
pub mod plot;
mod published;
mod run;
mod sites;
mod structure;

pub use causes::{Cause, Effect};
pub use distinguished_paths::Targets;
pub use growth::{Growth, growth};
pub use likeness::{LevelLikeness, Likeness};
pub use mixed::{Mixed, mixed};
pub use published::{N_PAGES, PublishedSite, PublishedTimes, TIMED, sites as published_sites};
pub use run::{HitTime, Run, SegmenterRun, SiteRun};
pub use sites::{Site, SitePage, of_data_set, of_folders};
