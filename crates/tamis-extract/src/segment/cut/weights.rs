//! The weights of the two decisions, fitted on a data set by `tamis eval fit-segments`; see `docs/fitting.md`. Not
//! edited by hand.

#![allow(clippy::approx_constant, reason = "a fitted weight may look like a constant of mathematics")]

use super::score::Table;

/// Whether a piece falls into several parts, by the markup.
#[rustfmt::skip]
pub(super) static PARTS: Table = Table {
    bias: -2.0908,
    weights: [
        1.1265, // share
        1.4204, // largest
        -0.2359, // units
        0.1004, // two
        -1.5066, // lines
        -0.2160, // prose
        0.2541, // link_spread
        0.3466, // link_range
        -0.0969, // repeated
        -0.7184, // headings
        0.0000, // paragraphs
        0.3037, // pictures
        -0.3254, // is_cell
        -0.5863, // is_row
        0.0000, // is_list
        0.0000, // named_header
        -0.8083, // named_footer
        -0.4410, // named_nav
        -0.6997, // named_side
        -0.8781, // named_main
        0.0000, // is_main
        0.5537, // ends
        0.0000, // three_kinds
        -0.2635, // sides
        0.0000, // area
        0.0000, // is_page
        0.0000, // height
        0.0000, // tall
        0.0000, // columns
        0.0000, // widths
        0.0000, // gap
        0.0000, // is_boxed
        0.0000, // top
    ],
};

/// Whether a piece falls into several blocks, by the markup.
#[rustfmt::skip]
pub(super) static BLOCKS: Table = Table {
    bias: -1.2430,
    weights: [
        1.9772, // share
        0.7415, // largest
        -0.4481, // units
        0.2756, // two
        -0.3146, // lines
        -1.2545, // prose
        0.4355, // link_spread
        0.0369, // link_range
        0.6426, // repeated
        0.0348, // headings
        0.3315, // paragraphs
        0.4286, // pictures
        0.5675, // is_cell
        0.4919, // is_row
        -0.8539, // is_list
        0.9015, // named_header
        1.3094, // named_footer
        0.0000, // named_nav
        0.1084, // named_side
        -0.2607, // named_main
        -0.2289, // is_main
        0.4426, // ends
        1.1328, // three_kinds
        0.2797, // sides
        0.0000, // area
        0.0000, // is_page
        0.0000, // height
        0.0000, // tall
        0.0000, // columns
        0.0000, // widths
        0.0000, // gap
        0.0000, // is_boxed
        0.0000, // top
    ],
};

/// Whether a piece falls into several parts, by the layout too.
#[rustfmt::skip]
pub(super) static PARTS_WITH_LAYOUT: Table = Table {
    bias: -2.6839,
    weights: [
        0.2511, // share
        1.0696, // largest
        -0.2632, // units
        0.1281, // two
        -1.3771, // lines
        -0.0650, // prose
        0.1356, // link_spread
        0.1390, // link_range
        -0.0922, // repeated
        -0.7483, // headings
        -0.0244, // paragraphs
        0.1549, // pictures
        -0.3740, // is_cell
        -0.0012, // is_row
        0.0000, // is_list
        0.0000, // named_header
        -0.4738, // named_footer
        -0.3139, // named_nav
        -0.4905, // named_side
        -0.7980, // named_main
        0.0000, // is_main
        0.2812, // ends
        0.0000, // three_kinds
        -0.0422, // sides
        0.9215, // area
        1.0079, // is_page
        0.4668, // height
        0.0984, // tall
        -0.8015, // columns
        0.4622, // widths
        0.0549, // gap
        -0.1114, // is_boxed
        0.3128, // top
    ],
};

/// Whether a piece falls into several blocks, by the layout too.
#[rustfmt::skip]
pub(super) static BLOCKS_WITH_LAYOUT: Table = Table {
    bias: -1.2911,
    weights: [
        0.7523, // share
        0.4486, // largest
        -0.6218, // units
        0.5169, // two
        -0.2842, // lines
        -1.0753, // prose
        0.7130, // link_spread
        0.0000, // link_range
        0.7914, // repeated
        -0.2030, // headings
        0.1924, // paragraphs
        0.2609, // pictures
        0.5229, // is_cell
        0.9408, // is_row
        -0.7411, // is_list
        1.0576, // named_header
        1.4901, // named_footer
        -0.1022, // named_nav
        0.0696, // named_side
        -0.1465, // named_main
        -0.3176, // is_main
        0.3692, // ends
        1.0058, // three_kinds
        0.3478, // sides
        1.2079, // area
        0.3793, // is_page
        1.1957, // height
        0.2874, // tall
        -0.4847, // columns
        -0.5129, // widths
        0.0882, // gap
        0.0000, // is_boxed
        0.6507, // top
    ],
};
