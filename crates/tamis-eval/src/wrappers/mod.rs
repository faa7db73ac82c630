//! Wrappers of lists: learned on some pages of a site, applied to its other pages, compared with what extraction itself finds
//! on those.

mod report;
mod serp;
mod style;

pub use report::{dump, print};
pub use serp::{AppliedTo, SitePage, Trial, TrialFigures, pages_by_site, trials};
pub use style::Style;
