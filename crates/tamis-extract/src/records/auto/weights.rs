//! The weights of the features, and what each says in words.
//!
//! They are fitted, on the candidates of 603 list pages that people have labelled and of 353 pages without a list: the
//! expected F1 of the candidate that a draw by score picks (a softmax over the page, with "no list" as one more choice)
//! was made as high as possible, with a penalty on large weights. A weight says how much a feature moves the score from
//! its usual value. The confidence is a logistic regression on how often the best candidate was right on sites that its
//! weights had not seen.

use super::features::Features;

/// A feature's weight.
pub(super) struct Weight {
    /// The name of the feature.
    #[cfg_attr(not(test), expect(dead_code, reason = "says which row is which, and is checked by a test"))]
    pub(super) name: &'static str,
    /// What a high and a low value say; empty if nothing worth telling.
    pub(super) when_high: &'static str,
    pub(super) when_low: &'static str,
    /// The mean over the candidates of all pages.
    pub(super) usual: f64,
    pub(super) without_layout: f64,
    pub(super) with_layout: f64,
}

pub(super) const BIAS_WITHOUT_LAYOUT: f64 = -12.0068;
pub(super) const BIAS_WITH_LAYOUT: f64 = -12.0952;

/// Of the confidence: what is added, and what the score and the lead over the best other list count.
pub(super) const CONFIDENCE_WITHOUT_LAYOUT: [f64; 3] = [-3.5332, 0.3006, 0.4117];
pub(super) const CONFIDENCE_WITH_LAYOUT: [f64; 3] = [-4.4960, 0.3084, 0.4289];
/// A larger lead says nothing more.
pub(super) const MAX_LEAD: f64 = 6.0;

/// A feature, and its weights without and with a layout.
type ConfidenceFeature = (fn(&Features) -> f64, [f64; 2]);

/// What else the confidence counts, without and with a layout: lists like these are right more or less often than their
/// score says.
pub(super) const CONFIDENCE_FEATURES: [ConfidenceFeature; 11] = [
    (|features| features.similarity_by_tags, [1.0827, 1.2195]),
    (|features| features.similarity_of_parts, [0.1369, 0.2720]),
    (|features| features.least_similarity, [-0.2564, -0.3630]),
    (|features| features.regularity, [0.5448, 0.5066]),
    (|features| features.larger_twin, [-0.4271, -0.3512]),
    (|features| features.inner_lists, [0.4018, 0.4647]),
    (|features| features.text_share, [-0.7916, 0.0860]),
    (|features| features.outside_prose, [-1.3444, -0.5386]),
    (|features| features.number, [-0.0962, -0.1233]),
    (|features| features.listing, [0.3637, 0.4925]),
    (|features| features.aside, [-0.8620, -0.5302]),
];

/// A row of the table, in the order of the columns below.
const fn row(name: &'static str, words: [&'static str; 2], figures: [f64; 3]) -> Weight {
    let ([when_high, when_low], [usual, without_layout, with_layout]) = (words, figures);
    Weight { name, when_high, when_low, usual, without_layout, with_layout }
}

/// In the order of the features: words for high and low values; the usual value, the weight without and with a layout.
pub(super) static TABLE: [Weight; Features::LEN] = [
    row("number", ["many records", "few records"], [1.8764, 0.6288, 0.7474]),
    row("number_squared", ["", ""], [4.5826, -0.1556, -0.1206]),
    row("is_two", ["only two records", ""], [0.2025, -0.5033, -1.0728]),
    row("is_three", ["only three records", ""], [0.1661, -2.6922, -2.6370]),
    row("text_share", ["much of the text", "little of the text"], [0.1608, 1.7292, 1.9229]),
    row("root_text_share", ["much of the text", "little of the text"], [0.2955, 1.0979, 0.3408]),
    row("chars", ["long records", "short records"], [4.1363, -0.1523, -0.1937]),
    row("chars_squared", ["very long records", "records of a usual length"], [20.1290, -0.1122, -0.1010]),
    row("items", ["many items a record", "few items a record"], [1.6036, 0.0801, -0.1170]),
    row("items_squared", ["very many items a record", "a usual number of items a record"], [4.0254, -0.2430, -0.2211]),
    row(
        "similarity_by_tags",
        ["records are alike in structure", "records differ in structure"],
        [0.8516, 3.5115, 4.9964],
    ),
    row(
        "similarity_of_parts",
        ["records have the same parts", "records have different parts"],
        [0.9118, 13.2340, 13.2582],
    ),
    row("least_similarity", ["no record differs much", "some records differ much"], [0.7290, 1.6995, 0.9333]),
    row("regularity", ["records of equal length", "records of different lengths"], [0.6895, 3.9863, 4.0997]),
    row("with_link", ["records have links", "records without links"], [0.6015, 1.2129, 2.0916]),
    row("with_one_link", ["one link a record", "no or several links a record"], [0.3627, 0.2393, -0.0684]),
    row("with_title_link", ["a link with a title in each", "no link with a title"], [0.4330, 2.8888, 2.1178]),
    row("link_density", ["nothing but links", "text beside the links"], [0.4663, -4.4762, -4.7877]),
    row("different_links", ["links lead to different pages", "links lead to the same pages"], [0.6933, 1.4405, 1.8168]),
    row("with_heading", ["headings in the records", "no headings in the records"], [0.1498, 0.0000, 0.0000]),
    row("with_one_heading", ["one heading a record", ""], [0.0925, 0.7313, 0.8085]),
    row("with_image", ["images in the records", "no images"], [0.1579, 1.6688, 1.6219]),
    row("with_amount", ["prices in the records", "no prices"], [0.0314, 1.9879, 1.4078]),
    row("with_figure", ["figures or dates in the records", "no figures"], [0.2799, 2.1061, 2.3791]),
    row("controls", ["buttons or fields in the records", ""], [0.0820, 0.0000, 0.0000]),
    row("region_coverage", ["they fill their part of the page", "other text among them"], [0.7066, 0.3432, 0.8938]),
    row("prose", ["paragraphs of prose", "no prose"], [0.2310, -2.5642, -0.2730]),
    row("outside_prose", ["much prose elsewhere on the page", "little prose elsewhere"], [0.3842, -3.1837, -1.9214]),
    row("hidden", ["hidden text", ""], [0.1238, 0.0000, 0.0000]),
    row("menu", ["in a menu", "not in a menu"], [0.2534, -4.3195, -4.2946]),
    row("frame", ["in the header or footer", "not in the header or footer"], [0.2630, -4.5694, -4.7148]),
    row("aside", ["beside the content", "not beside the content"], [0.0882, -4.3322, -4.0921]),
    row("filter", ["among filters", ""], [0.0280, 0.0000, 0.0000]),
    row("carousel", ["in a carousel", ""], [0.0118, -3.9649, -3.4483]),
    row("form", ["in a form", ""], [0.0248, -2.5371, -3.3072]),
    row("main", ["in the main part", ""], [0.2849, 0.0000, 0.0000]),
    row("listing", ["named as a list", "not named as a list"], [0.4106, 1.7008, 1.3681]),
    row("text_before", ["far down the page", "near the start of the text"], [0.3551, -0.1692, -0.9647]),
    row("text_after", ["much text after them", "little text after them"], [0.3862, 1.6670, 0.1676]),
    row("copies", ["records that say the same", "all records differ"], [0.0619, -1.7882, -1.5787]),
    row("is_list_item", ["list items", ""], [0.1073, 1.7479, 1.3881]),
    row("is_row", ["table rows", ""], [0.0238, 2.3920, 2.3036]),
    row("is_cell", ["table cells", ""], [0.0449, -1.8860, -1.7464]),
    row("is_article", ["articles", ""], [0.0029, 1.6321, 0.8981]),
    row("is_link", ["bare links", ""], [0.1563, 1.0811, 1.4723]),
    row("is_paragraph", ["bare paragraphs", ""], [0.0668, 0.0000, -0.1099]),
    row("split_up", ["each is made of smaller records", ""], [0.1489, -0.6462, -1.0262]),
    row("inner_lists", ["lists inside the records", ""], [0.2147, 0.0000, 0.0000]),
    row("field_of", ["they look like fields of larger records", ""], [0.1130, -3.3270, -5.3233]),
    row("part_of", ["they are parts of larger records", ""], [0.0967, -1.9003, -1.7348]),
    row("is_whole", ["each holds one part that repeats", ""], [0.0418, 6.8970, 5.9055]),
    row("larger_twin", ["a longer list has more of them", ""], [0.0766, -4.5400, -4.5184]),
    row("relative_size", ["the largest list of the page", "small beside another list"], [0.2410, 3.6981, 2.7230]),
    row("number_chars", ["many records with much text", "little text in few records"], [7.1183, 0.2129, 0.2221]),
    row(
        "number_share",
        ["many records fill the page", "few records with little of the page"],
        [0.5597, 0.6390, 0.3717],
    ),
    row(
        "similarity_share",
        ["similar records fill the page", "similar records do not fill the page"],
        [0.2326, 5.3999, 4.2400],
    ),
    row("prose_share", ["prose fills the page", ""], [0.1013, -5.8722, -8.4782]),
    row("root_area_share", ["much room on the page", "little room on the page"], [0.2093, 0.0000, 0.0000]),
    row(
        "similarity_area",
        ["similar records take much room", "similar records take little room"],
        [0.1586, 0.0000, 2.3035],
    ),
    row("same_width", ["all as wide", "of different widths"], [0.6553, 0.0000, 1.1601]),
    row("aligned", ["in line", "not in line"], [0.8219, 0.0000, 0.0000]),
    row("off_centre", ["at the edge of the page", "in the middle of the page"], [0.1141, 0.0000, -3.0636]),
    row("width_share", ["as wide as the page", "narrow"], [0.5829, 0.0000, -0.9341]),
    row("top", ["far down", "near the top"], [0.3347, 0.0000, -1.1923]),
    row("overlap", ["they lie on each other", ""], [0.0573, 0.0000, -1.6506]),
    row("no_box", ["not laid out", ""], [0.1029, 0.0000, 0.0000]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_its_own_row() {
        let names: Vec<&str> = TABLE.iter().map(|weight| weight.name).collect();
        assert_eq!(names, Features::NAMES);
    }
}
