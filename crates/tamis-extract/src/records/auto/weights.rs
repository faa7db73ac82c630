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

pub(super) const BIAS_WITHOUT_LAYOUT: f64 = -12.3812;
pub(super) const BIAS_WITH_LAYOUT: f64 = -12.5403;

/// Of the confidence: what is added, and what the score and the lead over the best other list count.
pub(super) const CONFIDENCE_WITHOUT_LAYOUT: [f64; 3] = [-3.2212, 0.3219, 0.3579];
pub(super) const CONFIDENCE_WITH_LAYOUT: [f64; 3] = [-3.7859, 0.3418, 0.3786];
/// A larger lead says nothing more.
pub(super) const MAX_LEAD: f64 = 6.0;

/// What else the confidence counts, without and with a layout: lists like these are right more or less often than their
/// score says.
pub(super) const CONFIDENCE_FEATURES: [(fn(&Features) -> f64, [f64; 2]); 11] = [
    (|features| features.similarity_by_tags, [0.7347, 0.3649]),
    (|features| features.similarity_of_parts, [0.0523, 0.3070]),
    (|features| features.least_similarity, [-0.1375, -0.3915]),
    (|features| features.regularity, [1.0554, 1.2129]),
    (|features| features.larger_twin, [-1.2251, -0.7933]),
    (|features| features.inner_lists, [-0.1862, -0.0785]),
    (|features| features.text_share, [-0.8363, -0.0316]),
    (|features| features.outside_prose, [-1.0532, -0.5524]),
    (|features| features.number, [-0.0961, -0.1851]),
    (|features| features.listing, [0.2163, 0.5662]),
    (|features| features.aside, [-0.7836, -0.6276]),
];

/// A row of the table, in the order of the columns below.
const fn row(name: &'static str, words: [&'static str; 2], figures: [f64; 3]) -> Weight {
    let ([when_high, when_low], [usual, without_layout, with_layout]) = (words, figures);
    Weight { name, when_high, when_low, usual, without_layout, with_layout }
}

/// In the order of the features: words for high and low values; the usual value, the weight without and with a layout.
pub(super) static TABLE: [Weight; Features::LEN] = [
    row("number", ["many records", "few records"], [1.8776, 0.5385, 0.5577]),
    row("number_squared", ["", ""], [4.5893, -0.1076, -0.1037]),
    row("is_two", ["only two records", ""], [0.2030, -1.0670, -1.2692]),
    row("is_three", ["only three records", ""], [0.1657, -3.4549, -3.4328]),
    row("text_share", ["much of the text", "little of the text"], [0.1619, 2.0668, 2.2604]),
    row("root_text_share", ["much of the text", "little of the text"], [0.2965, 2.7525, 1.8633]),
    row("chars", ["long records", "short records"], [4.1404, -0.2132, -0.2121]),
    row("chars_squared", ["very long records", "records of a usual length"], [20.1541, -0.0986, -0.0884]),
    row("items", ["many items a record", "few items a record"], [1.6048, -0.2015, -0.3820]),
    row("items_squared", ["very many items a record", "a usual number of items a record"], [4.0262, -0.2529, -0.2258]),
    row(
        "similarity_by_tags",
        ["records are alike in structure", "records differ in structure"],
        [0.8515, 4.1764, 5.9333],
    ),
    row(
        "similarity_of_parts",
        ["records have the same parts", "records have different parts"],
        [0.9117, 11.5858, 8.6257],
    ),
    row("least_similarity", ["no record differs much", "some records differ much"], [0.7289, 1.7637, 1.6242]),
    row("regularity", ["records of equal length", "records of different lengths"], [0.6893, 4.6454, 4.3687]),
    row("with_link", ["records have links", "records without links"], [0.6017, 1.1502, 1.5666]),
    row("with_one_link", ["one link a record", "no or several links a record"], [0.3631, 0.4267, 0.2676]),
    row("with_title_link", ["a link with a title in each", "no link with a title"], [0.4322, 3.0422, 2.1693]),
    row("link_density", ["nothing but links", "text beside the links"], [0.4655, -4.8775, -4.9434]),
    row("different_links", ["links lead to different pages", "links lead to the same pages"], [0.6933, 0.9543, 1.7802]),
    row("with_heading", ["headings in the records", "no headings in the records"], [0.1501, -1.6461, -1.6141]),
    row("with_one_heading", ["one heading a record", ""], [0.0928, 1.5410, 1.7291]),
    row("with_image", ["images in the records", "no images"], [0.1584, 1.3894, 1.5940]),
    row("with_amount", ["prices in the records", "no prices"], [0.0315, 2.3290, 1.7386]),
    row("with_figure", ["figures or dates in the records", "no figures"], [0.2804, 1.8119, 2.1410]),
    row("controls", ["buttons or fields in the records", ""], [0.0820, 2.8739, 2.4368]),
    row("region_coverage", ["they fill their part of the page", "other text among them"], [0.7074, 0.7171, 0.4484]),
    row("prose", ["paragraphs of prose", "no prose"], [0.2319, -2.0668, -0.3626]),
    row("outside_prose", ["much prose elsewhere on the page", "little prose elsewhere"], [0.3840, -2.9830, -1.4207]),
    row("hidden", ["hidden text", ""], [0.1239, -0.1200, 3.0959]),
    row("menu", ["in a menu", "not in a menu"], [0.2523, -4.5826, -4.5029]),
    row("frame", ["in the header or footer", "not in the header or footer"], [0.2625, -4.6705, -4.6868]),
    row("aside", ["beside the content", "not beside the content"], [0.0881, -4.3997, -3.9614]),
    row("filter", ["among filters", ""], [0.0280, 0.8152, 2.0344]),
    row("carousel", ["in a carousel", ""], [0.0118, -4.3198, -4.1795]),
    row("form", ["in a form", ""], [0.0247, -4.2486, -4.8507]),
    row("main", ["in the main part", ""], [0.2849, -1.2245, -1.3192]),
    row("listing", ["named as a list", "not named as a list"], [0.4101, 2.0853, 1.3568]),
    row("text_before", ["far down the page", "near the start of the text"], [0.3548, 0.4314, -0.8073]),
    row("text_after", ["much text after them", "little text after them"], [0.3857, 1.7140, 0.3915]),
    row("copies", ["records that say the same", "all records differ"], [0.0612, -2.6200, -2.1310]),
    row("is_list_item", ["list items", ""], [0.1076, 1.4553, 1.2647]),
    row("is_row", ["table rows", ""], [0.0240, 2.2721, 2.1439]),
    row("is_cell", ["table cells", ""], [0.0452, -2.0821, -1.8393]),
    row("is_article", ["articles", ""], [0.0029, 1.8999, 1.0774]),
    row("is_link", ["bare links", ""], [0.1555, 0.9564, 1.6856]),
    row("is_paragraph", ["bare paragraphs", ""], [0.0671, -0.5442, -0.9057]),
    row("split_up", ["each is made of smaller records", ""], [0.1490, -3.2196, -3.1199]),
    row("inner_lists", ["lists inside the records", ""], [0.2148, 2.9502, 2.6552]),
    row("field_of", ["they look like fields of larger records", ""], [0.1122, -7.3025, -8.8189]),
    row("part_of", ["they are parts of larger records", ""], [0.0970, -2.7786, -3.4643]),
    row("is_whole", ["each holds one part that repeats", ""], [0.0423, 7.4519, 6.5530]),
    row("larger_twin", ["a longer list has more of them", ""], [0.0782, -5.4410, -4.4377]),
    row("number_chars", ["many records with much text", "little text in few records"], [7.1397, 0.1831, 0.1872]),
    row(
        "number_share",
        ["many records fill the page", "few records with little of the page"],
        [0.5635, 0.8646, 0.7634],
    ),
    row(
        "similarity_share",
        ["similar records fill the page", "similar records do not fill the page"],
        [0.2336, 7.8941, 6.6435],
    ),
    row("prose_share", ["prose fills the page", ""], [0.1019, -5.9873, -7.9357]),
    row("root_area_share", ["much room on the page", "little room on the page"], [0.2101, 0.0000, -1.1609]),
    row(
        "similarity_area",
        ["similar records take much room", "similar records take little room"],
        [0.1595, 0.0000, 3.0864],
    ),
    row("same_width", ["all as wide", "of different widths"], [0.6560, 0.0000, 1.2451]),
    row("aligned", ["in line", "not in line"], [0.8220, 0.0000, -1.1809]),
    row("off_centre", ["at the edge of the page", "in the middle of the page"], [0.1138, 0.0000, -3.3675]),
    row("width_share", ["as wide as the page", "narrow"], [0.5833, 0.0000, -0.8207]),
    row("top", ["far down", "near the top"], [0.3344, 0.0000, -0.2043]),
    row("overlap", ["they lie on each other", ""], [0.0572, 0.0000, -2.8584]),
    row("no_box", ["not laid out", ""], [0.1030, 0.0000, -2.8576]),
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
