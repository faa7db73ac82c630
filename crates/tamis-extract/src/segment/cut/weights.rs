//! The weights of the two decisions, fitted on a data set by `tamis-eval fit-segments`; see `docs/fitting.md`. Not
//! edited by hand.

#![allow(clippy::approx_constant, reason = "a fitted weight may look like a constant of mathematics")]

use super::score::Table;

/// Whether a piece falls into several parts, by the markup.
#[rustfmt::skip]
pub(super) static PARTS: Table = Table {
    bias: -2.1373,
    weights: [
        1.0894, // share
        1.4109, // largest
        -0.2393, // units
        0.1295, // two
        -1.4633, // lines
        -0.2400, // prose
        0.2935, // link_spread
        0.3599, // link_range
        -0.0804, // repeated
        -0.6824, // headings
        0.0000, // paragraphs
        0.3085, // pictures
        -0.2888, // is_cell
        -0.5665, // is_row
        0.0000, // is_list
        0.0000, // named_header
        -0.8033, // named_footer
        -0.4274, // named_nav
        -0.6825, // named_side
        -0.9004, // named_main
        0.0000, // is_main
        0.5634, // ends
        0.0000, // three_kinds
        -0.2465, // sides
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
    bias: -1.2366,
    weights: [
        1.9610, // share
        0.7378, // largest
        -0.4462, // units
        0.2779, // two
        -0.3131, // lines
        -1.2556, // prose
        0.4328, // link_spread
        0.0389, // link_range
        0.6331, // repeated
        0.0360, // headings
        0.3347, // paragraphs
        0.4292, // pictures
        0.5684, // is_cell
        0.4949, // is_row
        -0.8506, // is_list
        0.9001, // named_header
        1.3089, // named_footer
        0.0000, // named_nav
        0.1092, // named_side
        -0.2706, // named_main
        -0.2509, // is_main
        0.4440, // ends
        1.1335, // three_kinds
        0.2831, // sides
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
    bias: -2.7574,
    weights: [
        0.2221, // share
        1.0762, // largest
        -0.2603, // units
        0.1447, // two
        -1.3630, // lines
        -0.0830, // prose
        0.1619, // link_spread
        0.1541, // link_range
        -0.0770, // repeated
        -0.7131, // headings
        -0.0226, // paragraphs
        0.1566, // pictures
        -0.3458, // is_cell
        0.0064, // is_row
        0.0000, // is_list
        0.0000, // named_header
        -0.4688, // named_footer
        -0.3007, // named_nav
        -0.4759, // named_side
        -0.7909, // named_main
        0.0000, // is_main
        0.2905, // ends
        0.0000, // three_kinds
        -0.0328, // sides
        0.9082, // area
        1.0121, // is_page
        0.4666, // height
        0.1023, // tall
        -0.7691, // columns
        0.5028, // widths
        0.0518, // gap
        -0.1107, // is_boxed
        0.3019, // top
    ],
};

/// Whether a piece falls into several blocks, by the layout too.
#[rustfmt::skip]
pub(super) static BLOCKS_WITH_LAYOUT: Table = Table {
    bias: -1.2903,
    weights: [
        0.7426, // share
        0.4475, // largest
        -0.6199, // units
        0.5170, // two
        -0.2827, // lines
        -1.0751, // prose
        0.7164, // link_spread
        0.0000, // link_range
        0.7836, // repeated
        -0.2023, // headings
        0.1944, // paragraphs
        0.2606, // pictures
        0.5244, // is_cell
        0.9441, // is_row
        -0.7395, // is_list
        1.0577, // named_header
        1.4912, // named_footer
        -0.0999, // named_nav
        0.0698, // named_side
        -0.1490, // named_main
        -0.3297, // is_main
        0.3700, // ends
        1.0076, // three_kinds
        0.3492, // sides
        1.2009, // area
        0.3783, // is_page
        1.1945, // height
        0.2894, // tall
        -0.4785, // columns
        -0.5084, // widths
        0.0875, // gap
        0.0000, // is_boxed
        0.6514, // top
    ],
};
