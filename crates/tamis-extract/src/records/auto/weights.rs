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

pub(super) const BIAS_WITHOUT_LAYOUT: f64 = -12.0927;
pub(super) const BIAS_WITH_LAYOUT: f64 = -12.3816;

/// Of the confidence: what is added, and what the score and the lead over the best other list count.
pub(super) const CONFIDENCE_WITHOUT_LAYOUT: [f64; 3] = [-3.0321, 0.3029, 0.4661];
pub(super) const CONFIDENCE_WITH_LAYOUT: [f64; 3] = [-3.5185, 0.3214, 0.4784];
/// A larger lead says nothing more.
pub(super) const MAX_LEAD: f64 = 6.0;

/// What else the confidence counts, without and with a layout: lists like these are right more or less often than their
/// score says.
pub(super) const CONFIDENCE_FEATURES: [(fn(&Features) -> f64, [f64; 2]); 11] = [
    (|features| features.similarity_by_tags, [0.7245, 0.5602]),
    (|features| features.similarity_of_parts, [0.0481, 0.2449]),
    (|features| features.least_similarity, [-0.4225, -0.6716]),
    (|features| features.regularity, [0.9203, 0.9247]),
    (|features| features.larger_twin, [-0.5356, -0.3739]),
    (|features| features.inner_lists, [-0.2323, -0.1726]),
    (|features| features.text_share, [-1.0042, -0.0622]),
    (|features| features.outside_prose, [-1.3449, -0.5175]),
    (|features| features.number, [-0.1443, -0.2691]),
    (|features| features.listing, [0.2898, 0.4633]),
    (|features| features.aside, [-0.7528, -0.4741]),
];

/// A row of the table, in the order of the columns below.
const fn row(name: &'static str, words: [&'static str; 2], figures: [f64; 3]) -> Weight {
    let ([when_high, when_low], [usual, without_layout, with_layout]) = (words, figures);
    Weight { name, when_high, when_low, usual, without_layout, with_layout }
}

/// In the order of the features: words for high and low values; the usual value, the weight without and with a layout.
pub(super) static TABLE: [Weight; Features::LEN] = [
    row("number", ["many records", "few records"], [1.8764, 0.7309, 0.8248]),
    row("number_squared", ["", ""], [4.5826, -0.1139, -0.0983]),
    row("is_two", ["only two records", ""], [0.2025, -0.7196, -1.2042]),
    row("is_three", ["only three records", ""], [0.1661, -3.0353, -2.9783]),
    row("text_share", ["much of the text", "little of the text"], [0.1608, 2.4986, 2.5774]),
    row("root_text_share", ["much of the text", "little of the text"], [0.2955, 2.3999, 1.2040]),
    row("chars", ["long records", "short records"], [4.1363, -0.2580, -0.2726]),
    row("chars_squared", ["very long records", "records of a usual length"], [20.1290, -0.1232, -0.1086]),
    row("items", ["many items a record", "few items a record"], [1.6036, 0.0356, -0.1933]),
    row("items_squared", ["very many items a record", "a usual number of items a record"], [4.0254, -0.2324, -0.2231]),
    row(
        "similarity_by_tags",
        ["records are alike in structure", "records differ in structure"],
        [0.8516, 3.4409, 4.9855],
    ),
    row(
        "similarity_of_parts",
        ["records have the same parts", "records have different parts"],
        [0.9118, 12.8170, 13.7578],
    ),
    row("least_similarity", ["no record differs much", "some records differ much"], [0.7290, 1.0475, 0.4849]),
    row("regularity", ["records of equal length", "records of different lengths"], [0.6895, 3.9427, 4.0980]),
    row("with_link", ["records have links", "records without links"], [0.6015, 0.9232, 1.6707]),
    row("with_one_link", ["one link a record", "no or several links a record"], [0.3627, 0.6239, 0.3628]),
    row("with_title_link", ["a link with a title in each", "no link with a title"], [0.4319, 3.1247, 2.3153]),
    row("link_density", ["nothing but links", "text beside the links"], [0.4663, -5.1590, -5.2551]),
    row("different_links", ["links lead to different pages", "links lead to the same pages"], [0.6929, 0.8470, 1.5573]),
    row("with_heading", ["headings in the records", "no headings in the records"], [0.1498, 0.0000, 0.0000]),
    row("with_one_heading", ["one heading a record", ""], [0.0925, 0.2405, 0.2940]),
    row("with_image", ["images in the records", "no images"], [0.1579, 1.6868, 1.6783]),
    row("with_amount", ["prices in the records", "no prices"], [0.0314, 2.2808, 1.7552]),
    row("with_figure", ["figures or dates in the records", "no figures"], [0.2799, 1.7711, 1.9972]),
    row("controls", ["buttons or fields in the records", ""], [0.0820, 0.0000, 0.0000]),
    row("region_coverage", ["they fill their part of the page", "other text among them"], [0.7066, 0.6131, 0.9606]),
    row("prose", ["paragraphs of prose", "no prose"], [0.2310, -2.1897, -0.1528]),
    row("outside_prose", ["much prose elsewhere on the page", "little prose elsewhere"], [0.3842, -2.8487, -1.5552]),
    row("hidden", ["hidden text", ""], [0.1238, 0.0000, 0.0000]),
    row("menu", ["in a menu", "not in a menu"], [0.2534, -5.0314, -4.7324]),
    row("frame", ["in the header or footer", "not in the header or footer"], [0.2630, -4.3237, -4.6272]),
    row("aside", ["beside the content", "not beside the content"], [0.0882, -3.9830, -3.9322]),
    row("filter", ["among filters", ""], [0.0280, 0.0000, 0.0000]),
    row("carousel", ["in a carousel", ""], [0.0118, -4.1945, -3.9436]),
    row("form", ["in a form", ""], [0.0248, -3.7059, -4.6327]),
    row("main", ["in the main part", ""], [0.2849, 0.0000, 0.0000]),
    row("listing", ["named as a list", "not named as a list"], [0.4106, 2.2554, 1.6363]),
    row("text_before", ["far down the page", "near the start of the text"], [0.3551, -0.1844, -1.0653]),
    row("text_after", ["much text after them", "little text after them"], [0.3862, 1.8383, 0.4328]),
    row("copies", ["records that say the same", "all records differ"], [0.0619, -2.6250, -2.1460]),
    row("is_list_item", ["list items", ""], [0.1073, 1.5988, 1.3207]),
    row("is_row", ["table rows", ""], [0.0238, 2.3061, 2.3143]),
    row("is_cell", ["table cells", ""], [0.0449, -2.1263, -1.8631]),
    row("is_article", ["articles", ""], [0.0029, 2.0424, 1.0188]),
    row("is_link", ["bare links", ""], [0.1563, 1.1607, 1.5659]),
    row("is_paragraph", ["bare paragraphs", ""], [0.0668, -0.2270, -0.5077]),
    row("split_up", ["each is made of smaller records", ""], [0.1489, -2.7302, -2.8873]),
    row("inner_lists", ["lists inside the records", ""], [0.2147, 2.9770, 2.6263]),
    row("field_of", ["they look like fields of larger records", ""], [0.1130, -6.5624, -8.0430]),
    row("part_of", ["they are parts of larger records", ""], [0.0967, -3.1920, -2.6866]),
    row("is_whole", ["each holds one part that repeats", ""], [0.0418, 7.0866, 6.0174]),
    row("larger_twin", ["a longer list has more of them", ""], [0.0766, -4.9671, -4.8428]),
    row("number_chars", ["many records with much text", "little text in few records"], [7.1183, 0.1752, 0.2003]),
    row(
        "number_share",
        ["many records fill the page", "few records with little of the page"],
        [0.5597, 0.6950, 0.4442],
    ),
    row(
        "similarity_share",
        ["similar records fill the page", "similar records do not fill the page"],
        [0.2326, 7.6983, 5.8094],
    ),
    row("prose_share", ["prose fills the page", ""], [0.1013, -5.9166, -8.2786]),
    row("root_area_share", ["much room on the page", "little room on the page"], [0.2093, 0.0000, 0.0000]),
    row(
        "similarity_area",
        ["similar records take much room", "similar records take little room"],
        [0.1586, 0.0000, 2.9402],
    ),
    row("same_width", ["all as wide", "of different widths"], [0.6553, 0.0000, 1.0698]),
    row("aligned", ["in line", "not in line"], [0.8219, 0.0000, 0.0000]),
    row("off_centre", ["at the edge of the page", "in the middle of the page"], [0.1141, 0.0000, -3.4192]),
    row("width_share", ["as wide as the page", "narrow"], [0.5829, 0.0000, -0.8977]),
    row("top", ["far down", "near the top"], [0.3347, 0.0000, -0.7890]),
    row("overlap", ["they lie on each other", ""], [0.0573, 0.0000, -2.0679]),
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
