//! Which way a feature may count.
//!
//! Features go together, and a fit that is free puts some on the wrong side to make up for others: a list would be cut
//! because it is a list. Where a reader would say which way a feature counts, its weight is held to that side, or to
//! nothing. Whether columns are parts of their own is a matter of taste, and people who mark pages differ in it.

use crate::metrics::segments::Level;
use tamis_extract::segment::auto::Features;

/// More of it speaks for dividing: the piece is much of the page, its units differ, or they are named as parts.
const FOR: &[&str] = &[
    "share", "largest", "two", "link_spread", "link_range", "ends", "three_kinds", "area", "is_page", "height", "tall",
    "gap", "top",
];

/// More of it speaks for keeping the piece whole: it is a text, a list or a box, or it is named as a part itself.
const AGAINST: &[&str] = &["units", "lines", "prose", "is_list", "is_boxed", "named_nav"];

/// Where a page is cut into parts only, more of these speaks for keeping the piece whole, too: what is named as a part is one,
/// and sections of a text and items of a list are none.
const AGAINST_PARTS: &[&str] = &[
    "named_header", "named_footer", "named_side", "named_main", "is_main", "headings", "paragraphs", "repeated",
    "is_cell",
];

/// Whether a feature may have this weight.
pub(super) fn allows(feature: usize, level: Level, weight: f64) -> bool {
    let name = Features::NAMES[feature];
    let is_against = AGAINST.contains(&name) || (level == Level::One && AGAINST_PARTS.contains(&name));
    (weight >= 0.0 || !FOR.contains(&name)) && (weight <= 0.0 || !is_against)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_a_feature_and_stands_on_one_side() {
        for (place, name) in FOR.iter().chain(AGAINST).chain(AGAINST_PARTS).enumerate() {
            assert!(Features::NAMES.contains(name), "{name}");
            let before = FOR.iter().chain(AGAINST).chain(AGAINST_PARTS).take(place);
            assert!(!before.into_iter().any(|other| other == name), "{name} stands on two sides");
        }
    }

    #[test]
    fn a_side_holds_for_its_level() {
        let feature = |name: &str| Features::NAMES.iter().position(|&other| other == name).expect("it is one");
        assert!(!allows(feature("area"), Level::One, -1.0) && allows(feature("area"), Level::One, 1.0));
        assert!(!allows(feature("headings"), Level::One, 1.0) && allows(feature("headings"), Level::Two, 1.0));
        assert!(allows(feature("columns"), Level::Two, 1.0) && allows(feature("columns"), Level::Two, -1.0));
    }
}
