//! What can be chosen about visual areas.

tamis_extract::options! {
    /// How areas are joined and grouped, and which of them are parts and blocks. The defaults are the values of the authors'
    /// program, which leaves open which areas are parts and which are blocks.
    ///
    /// ```
    /// use tamis_papers::segment::visual_areas::VisualAreasOptions;
    ///
    /// let fine = VisualAreasOptions::default().with_block_share(0.01).with_block_gap(15.0);
    /// assert_eq!((fine.block_share, fine.part_gap), (0.01, 50.0));
    /// ```
    pub struct VisualAreasOptions {
        /// The largest distance of areas that are one line, in font sizes.
        /// `FindLine` of the program.
        line_gap, with_line_gap: f64 = 1.5, in 0.0..=10.0;

        /// Whether only areas of one style become a line.
        same_style, with_same_style: bool = false;

        /// Whether areas below each other are joined as well (MultiLine).
        multi_line, with_multi_line: bool = false;

        /// Whether neighbours of one style are grouped first (HomogeneousLeaf).
        homogeneous, with_homogeneous: bool = true;

        /// How often the children of an area are gone through for groups (SuperAreas).
        /// It is also how deep groups are made in groups.
        limit, with_limit: usize = 2, in 0..=5;

        /// An area that fills this share of the page is looked into for parts.
        part_share, with_part_share: f64 = 0.5, in 0.0..=1.0;

        /// The smallest gap between two parts, in pixels.
        part_gap, with_part_gap: f64 = 50.0, in 1.0..=10_000.0;

        /// An area that fills this share of the page is looked into for blocks.
        block_share, with_block_share: f64 = 0.03, in 0.0..=1.0;

        /// The smallest gap between two blocks, in pixels.
        block_gap, with_block_gap: f64 = 25.0, in 1.0..=10_000.0;
    }
}
