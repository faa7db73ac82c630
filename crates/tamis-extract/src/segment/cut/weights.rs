//! The weights of the two decisions, fitted on a data set by `tamis-eval fit-segments`; see `docs/fitting.md`. Not
//! edited by hand.
//!
//! A row has four numbers: whether a piece falls into several parts, and into several blocks, by the markup alone; then
//! both by the layout too.

#![allow(clippy::approx_constant, reason = "a fitted weight may look like a constant of mathematics")]

/// What every piece starts with.
#[rustfmt::skip]
pub(super) static BIAS: [f64; 4] =
    [-2.1373, -1.2366, -2.7574, -1.2903];

/// The weights of each feature.
#[rustfmt::skip]
pub(super) static WEIGHTS: [[f64; 4]; super::Features::LEN] = [
    [ 1.0894,  1.9610,  0.2221,  0.7426], // share
    [ 1.4109,  0.7378,  1.0762,  0.4475], // largest
    [-0.2393, -0.4462, -0.2603, -0.6199], // units
    [ 0.1295,  0.2779,  0.1447,  0.5170], // two
    [-1.4633, -0.3131, -1.3630, -0.2827], // lines
    [-0.2400, -1.2556, -0.0830, -1.0751], // prose
    [ 0.2935,  0.4328,  0.1619,  0.7164], // link_spread
    [ 0.3599,  0.0389,  0.1541,  0.0000], // link_range
    [-0.0804,  0.6331, -0.0770,  0.7836], // repeated
    [-0.6824,  0.0360, -0.7131, -0.2023], // headings
    [ 0.0000,  0.3347, -0.0226,  0.1944], // paragraphs
    [ 0.3085,  0.4292,  0.1566,  0.2606], // pictures
    [-0.2888,  0.5684, -0.3458,  0.5244], // is_cell
    [-0.5665,  0.4949,  0.0064,  0.9441], // is_row
    [ 0.0000, -0.8506,  0.0000, -0.7395], // is_list
    [ 0.0000,  0.9001,  0.0000,  1.0577], // named_header
    [-0.8033,  1.3089, -0.4688,  1.4912], // named_footer
    [-0.4274,  0.0000, -0.3007, -0.0999], // named_nav
    [-0.6825,  0.1092, -0.4759,  0.0698], // named_side
    [-0.9004, -0.2706, -0.7909, -0.1490], // named_main
    [ 0.0000, -0.2509,  0.0000, -0.3297], // is_main
    [ 0.5634,  0.4440,  0.2905,  0.3700], // ends
    [ 0.0000,  1.1335,  0.0000,  1.0076], // three_kinds
    [-0.2465,  0.2831, -0.0328,  0.3492], // sides
    [ 0.0000,  0.0000,  0.9082,  1.2009], // area
    [ 0.0000,  0.0000,  1.0121,  0.3783], // is_page
    [ 0.0000,  0.0000,  0.4666,  1.1945], // height
    [ 0.0000,  0.0000,  0.1023,  0.2894], // tall
    [ 0.0000,  0.0000, -0.7691, -0.4785], // columns
    [ 0.0000,  0.0000,  0.5028, -0.5084], // widths
    [ 0.0000,  0.0000,  0.0518,  0.0875], // gap
    [ 0.0000,  0.0000, -0.1107,  0.0000], // is_boxed
    [ 0.0000,  0.0000,  0.3019,  0.6514], // top
];
