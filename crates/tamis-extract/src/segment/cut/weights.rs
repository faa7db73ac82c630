//! The weights of the two decisions, fitted on a data set by `tamis eval fit-segments`; see `docs/fitting.md`. Not
//! edited by hand.

#![allow(clippy::approx_constant, reason = "a fitted weight may look like a constant of mathematics")]

use super::score::Table;

/// Whether a piece falls into several parts, by the markup.
#[rustfmt::skip]
pub(super) static PARTS: Table = Table {
    bias: -2.2294,
    weights: [
        1.0954, // share
        1.4570, // largest
        -0.2618, // units
        0.0999, // two
        -1.5392, // lines
        -0.3330, // prose
        0.3170, // link_spread
        0.3536, // link_range
        -0.1033, // repeated
        -0.7079, // headings
        0.1047, // paragraphs
        0.2927, // pictures
        -0.3381, // is_cell
        -0.5916, // is_row
        0.8240, // is_list
        0.1044, // named_header
        -0.7901, // named_footer
        -0.5426, // named_nav
        -0.6117, // named_side
        -0.9960, // named_main
        0.1969, // is_main
        0.6064, // ends
        -0.2935, // three_kinds
        -0.2293, // sides
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
    bias: -1.2448,
    weights: [
        1.9765, // share
        0.7425, // largest
        -0.4495, // units
        0.2742, // two
        -0.3151, // lines
        -1.2544, // prose
        0.4338, // link_spread
        0.0366, // link_range
        0.6419, // repeated
        0.0361, // headings
        0.3333, // paragraphs
        0.4291, // pictures
        0.5684, // is_cell
        0.4936, // is_row
        -0.8627, // is_list
        0.8930, // named_header
        1.3045, // named_footer
        0.0706, // named_nav
        0.1078, // named_side
        -0.2615, // named_main
        -0.2288, // is_main
        0.4444, // ends
        1.1335, // three_kinds
        0.2799, // sides
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
    bias: -2.8763,
    weights: [
        0.2725, // share
        1.1063, // largest
        -0.2773, // units
        0.1359, // two
        -1.3720, // lines
        -0.2288, // prose
        0.1955, // link_spread
        0.1643, // link_range
        -0.1186, // repeated
        -0.6926, // headings
        -0.0118, // paragraphs
        0.1567, // pictures
        -0.3313, // is_cell
        0.0250, // is_row
        1.2613, // is_list
        0.2688, // named_header
        -0.4669, // named_footer
        -0.5108, // named_nav
        -0.4278, // named_side
        -0.8796, // named_main
        0.2157, // is_main
        0.3368, // ends
        -0.4243, // three_kinds
        0.0129, // sides
        0.9382, // area
        1.0176, // is_page
        0.4936, // height
        0.0961, // tall
        -0.7351, // columns
        0.4661, // widths
        0.0732, // gap
        -0.0923, // is_boxed
        0.3289, // top
    ],
};

/// Whether a piece falls into several blocks, by the layout too.
#[rustfmt::skip]
pub(super) static BLOCKS_WITH_LAYOUT: Table = Table {
    bias: -1.2785,
    weights: [
        0.7549, // share
        0.4468, // largest
        -0.6218, // units
        0.5164, // two
        -0.2813, // lines
        -1.0773, // prose
        0.7968, // link_spread
        -0.0476, // link_range
        0.7827, // repeated
        -0.1988, // headings
        0.1922, // paragraphs
        0.2593, // pictures
        0.5218, // is_cell
        0.9340, // is_row
        -0.7423, // is_list
        1.0551, // named_header
        1.4900, // named_footer
        -0.1032, // named_nav
        0.0722, // named_side
        -0.1457, // named_main
        -0.3192, // is_main
        0.3666, // ends
        1.0057, // three_kinds
        0.3469, // sides
        1.2059, // area
        0.3790, // is_page
        1.1971, // height
        0.2881, // tall
        -0.4815, // columns
        -0.5164, // widths
        0.0889, // gap
        0.0360, // is_boxed
        0.6519, // top
    ],
};
