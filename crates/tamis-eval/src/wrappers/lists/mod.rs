//! Wrappers of lists: learned on some pages of a site, applied to its other pages, compared with what extraction itself finds
//! on those.

mod report;
mod style;
mod trials;

pub use report::{dump, print};
pub use style::Style;
pub use trials::{AppliedTo, SitePage, Trial, TrialFigures, pages_by_site, trials};
