//! What can be chosen about visual areas.

use tamis_extract::options::{MethodOptions, OptionSpec};

/// How areas are joined and grouped, and which of them are parts and blocks.
///
/// ```
/// use tamis_papers::segment::visual_areas::VisualAreasOptions;
///
/// let fine = VisualAreasOptions::default().with_blocks(0.01, 15.0);
/// assert_eq!((fine.block_share, fine.part_gap), (0.01, 50.0));
/// ```
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
    /// An area is looked into for parts if it fills at least this share of the page. Default: 0.5.
    pub part_share: f64,
    /// The smallest gap between two parts, in pixels. Default: 50.
    pub part_gap: f64,
    /// A part is looked into for blocks, and an area in it, if it fills at least this share of the page. Default: 0.03.
    pub block_share: f64,
    /// The smallest gap between two blocks, in pixels. Default: 25.
    pub block_gap: f64,
}

impl VisualAreasOptions {
    /// The same with another [`part_share`](VisualAreasOptions::part_share) and [`part_gap`](VisualAreasOptions::part_gap).
    #[must_use]
    pub fn with_parts(mut self, share: f64, gap: f64) -> VisualAreasOptions {
        (self.part_share, self.part_gap) = (share, gap);
        self
    }

    /// The same with another [`block_share`](VisualAreasOptions::block_share) and
    /// [`block_gap`](VisualAreasOptions::block_gap).
    #[must_use]
    pub fn with_blocks(mut self, share: f64, gap: f64) -> VisualAreasOptions {
        (self.block_share, self.block_gap) = (share, gap);
        self
    }
}

impl Default for VisualAreasOptions {
    fn default() -> VisualAreasOptions {
        VisualAreasOptions {
            line_gap: 1.5,
            same_style: false,
            multi_line: false,
            homogeneous: true,
            limit: 2,
            part_share: 0.5,
            part_gap: 50.0,
            block_share: 0.03,
            block_gap: 25.0,
        }
    }
}

impl MethodOptions for VisualAreasOptions {
    /// The program's values are our defaults; it leaves open which areas are parts and which are blocks.
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
                OptionSpec::number(
                    "part-share",
                    (0.0, 1.0),
                    "an area that fills this share of the page is looked into for parts",
                    |options| options.part_share,
                    |options, value| options.part_share = value,
                ),
                OptionSpec::number(
                    "part-gap",
                    (1.0, 10_000.0),
                    "the smallest gap between two parts, in pixels",
                    |options| options.part_gap,
                    |options, value| options.part_gap = value,
                ),
                OptionSpec::number(
                    "block-share",
                    (0.0, 1.0),
                    "an area that fills this share of the page is looked into for blocks",
                    |options| options.block_share,
                    |options, value| options.block_share = value,
                ),
                OptionSpec::number(
                    "block-gap",
                    (1.0, 10_000.0),
                    "the smallest gap between two blocks, in pixels",
                    |options| options.block_gap,
                    |options, value| options.block_gap = value,
                ),
            ]
        }
    }
}
