//! Other people's parsers, set up as fairly as we know how, to compare trees and speed with.
//!
//! None of this is in the product: the module exists with the feature `rivals` only.

mod flat_html5ever;

pub use flat_html5ever::{FlatTree, parse, parse_fragment};
