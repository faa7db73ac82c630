//! What can be chosen about the search for the main region.

use crate::view::PathStyle;

tamis_extract::options! {
    /// How the main region is searched. The defaults are the paper's.
    pub struct TpsOptions {
        /// By how much of the whole one side must exceed the other for a split.
        /// Section 5.3 of the paper. Larger values split less.
        margin, with_margin: f64 = 0.2, in 0.0..=1.0;

        /// What tells elements of one tag apart.
        style, with_style: PathStyle = PathStyle::ClassAndStyle;

        /// Which borders of a threshold are looked at: the first, or also those after a rejected one.
        borders, with_borders: Borders = Borders::First;

        /// Keep the rest when the region has less than this share of the page's punctuation; try 0.2.
        /// With 0 the region is always the answer. Algorithm 6 of the paper: content of any kind is full of punctuation
        /// marks, menus are not. With a fifth, 43 wrong answers of 219 result pages turned around and no right one.
        complement, with_complement: f64 = 0.0, in 0.0..=1.0;
    }
}

tamis_extract::option_words! {
    /// Which borders of a threshold are looked at.
    pub enum Borders {
        /// The first one; if its sides are too equal, the next threshold is tried. The paper of 2013.
        First = "first",
        /// Also those after a rejected one; symbols seen in between count to neither side. The author's thesis of 2014.
        Gap = "gap",
    }
}
