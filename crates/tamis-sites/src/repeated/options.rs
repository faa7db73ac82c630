//! The parameters of the method.

tamis_extract::options! {
    /// How often a line has to repeat to be noise.
    pub struct RepeatedOptions {
        /// Share of the pages from which a line is noise if its place has the same line on nearly all of them.
        share, with_share: f64 = 0.5, in 0.0..=1.0;

        /// Share of the pages from which a line is noise whatever else stands in its place.
        everywhere, with_everywhere: f64 = 0.95, in 0.0..=1.0;

        /// Share of the pages with a place that have to have the same line there.
        steady, with_steady: f64 = 0.9, in 0.0..=1.0;

        /// Keep a label with what it is a label of, though it repeats.
        labels, with_labels: bool = true;
    }
}
