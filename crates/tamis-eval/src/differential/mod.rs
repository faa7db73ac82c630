//! Our trees against html5ever's, node by node: on the pages of data sets, and on tag soup made from seeds.
//!
//! Two parsers written apart from the same specification seldom make the same mistake. Where they disagree, either ours
//! is wrong, which is a bug to fix, or html5ever departs from the specification, which is a row of
//! [`known_departures`] that matches as narrowly as it can and says why. A difference that no row explains fails the
//! run.

mod case;
mod compare;
mod evidence;
mod fuzz;
mod known_departures;
mod pages;
mod shrink;
mod soup_pieces;
mod tag_soup;

pub use case::{Case, Verdict};
pub use compare::{Difference, Place, first_difference};
pub use evidence::TagAt;
pub use fuzz::{Finding, FuzzOptions, FuzzReport, fuzz};
pub use known_departures::{DEPARTURES, Departure, Evidence, TagTest};
pub use pages::{PageReport, compare_pages};
pub use shrink::shrink;
