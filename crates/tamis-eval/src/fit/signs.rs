//! Which way a feature may count.
//!
//! Features go together, and a fit that is free puts some on the wrong side to make up for others: a list would be turned
//! down for being in the main part, and a user who asks why would be told so. Where a reader would say which way a feature
//! counts, its weight is held to that side, or to nothing.

use tamis_extract::records::auto::Features;

/// The side that a weight is held to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// More of it speaks for a list.
    For,
    /// More of it speaks against a list.
    Against,
    /// It may be either: whether long records, or many items in each, are good depends on the page.
    Either,
}

const FOR: [&str; 26] = [
    "number", "text_share", "root_text_share", "similarity_by_tags", "similarity_of_parts", "least_similarity",
    "regularity", "with_link", "with_title_link", "different_links", "with_heading", "with_one_heading", "with_image",
    "with_amount", "with_figure", "region_coverage", "main", "listing", "is_whole", "relative_size", "number_share",
    "similarity_share", "root_area_share", "similarity_area", "same_width", "aligned",
];

const AGAINST: [&str; 28] = [
    "inner_lists", "number_squared", "is_two", "is_three", "chars_squared", "items_squared", "link_density",
    "controls", "outside_prose", "hidden", "menu", "frame", "aside", "filter", "carousel", "form", "text_before",
    "copies", "is_paragraph", "split_up", "field_of", "part_of", "larger_twin", "prose_share", "off_centre", "top",
    "overlap", "no_box",
];

/// The signs of the features, in their order.
pub fn signs() -> Vec<Sign> {
    let sign = |name: &&str| match (FOR.contains(name), AGAINST.contains(name)) {
        (true, _) => Sign::For,
        (_, true) => Sign::Against,
        _ => Sign::Either,
    };
    Features::NAMES.iter().map(sign).collect()
}

impl Sign {
    /// The nearest weight on the right side.
    #[must_use]
    pub fn hold(self, weight: f64) -> f64 {
        match self {
            Sign::For => weight.max(0.0),
            Sign::Against => weight.min(0.0),
            Sign::Either => weight,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_feature_and_is_on_one_side() {
        let signs = signs();
        let count = |sign: Sign| signs.iter().filter(|&&other| other == sign).count();
        assert_eq!((count(Sign::For), count(Sign::Against)), (FOR.len(), AGAINST.len()));
    }

    #[test]
    fn a_weight_on_the_wrong_side_is_nothing() {
        let held = [Sign::For, Sign::Against, Sign::Either].map(|sign| [sign.hold(-2.0), sign.hold(2.0)]);
        assert_eq!(held, [[0.0, 2.0], [-2.0, 0.0], [-2.0, 2.0]]);
    }
}
