//! What can be chosen about visual areas.

use crate::options::{MethodOptions, OptionSpec};

/// How areas are joined and grouped, and which of them are parts and blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct VisualAreasOptions {
    /// `FindLine`: the largest distance of two areas that are one line, in font sizes. Default: 1.5.
    pub line_gap: f64,
    /// Whether only areas of one style become a line. Default: false.
    pub same_style: bool,
    /// `MultiLine`: whether areas below each other are joined as well. Default: false.
    pub multi_line: bool,
    /// `HomogeneousLeaf`: whether neighbours of one style are grouped first. Default: true.
    pub homogeneous: bool,
    /// `SuperAreas`: how often the children of an area are gone through, and how deep groups are made in groups.
    /// Default: 2.
    pub limit: usize,
}

impl Default for VisualAreasOptions {
    fn default() -> VisualAreasOptions {
        VisualAreasOptions { line_gap: 1.5, same_style: false, multi_line: false, homogeneous: true, limit: 2 }
    }
}

impl MethodOptions for VisualAreasOptions {
    fn paper() -> VisualAreasOptions {
        VisualAreasOptions::default()
    }

    fn table() -> &'static [OptionSpec<VisualAreasOptions>] {
        const {
            &[
                OptionSpec::number(
                    "line-gap",
                    (0.0, 10.0),
                    "the largest distance of areas that are one line, in font sizes",
                    |options| options.line_gap,
                    |options, value| options.line_gap = value,
                ),
                OptionSpec::flag(
                    "same-style",
                    "whether only areas of one style become a line",
                    |options| options.same_style,
                    |options, value| options.same_style = value,
                ),
                OptionSpec::flag(
                    "multi-line",
                    "whether areas below each other are joined as well (MultiLine)",
                    |options| options.multi_line,
                    |options, value| options.multi_line = value,
                ),
                OptionSpec::flag(
                    "homogeneous",
                    "whether neighbours of one style are grouped first (HomogeneousLeaf)",
                    |options| options.homogeneous,
                    |options, value| options.homogeneous = value,
                ),
                OptionSpec::count(
                    "limit",
                    (0, 5),
                    "how often the children of an area are gone through for groups (SuperAreas)",
                    |options| options.limit,
                    |options, value| options.limit = value,
                ),
            ]
        }
    }
}
