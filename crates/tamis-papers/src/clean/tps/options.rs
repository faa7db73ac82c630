//! What can be chosen about the search for the main region.

use crate::view::PathStyle;
use tamis_extract::options::{MethodOptions, OptionSpec};

/// How the main region is searched.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct TpsOptions {
    /// What tells two elements with equal tags and equal parents apart. Default: class and style, as in the paper.
    pub style: PathStyle,
    /// By how much of the whole one side must exceed the other for a split, 0 to 1. Default: 0.20 (section 5.3 of the
    /// paper). Larger values split less.
    pub margin: f64,
    /// Which borders of a threshold are looked at. Default: the first.
    pub borders: Borders,
    /// Whether the rest of the page is the answer when the region does not look like content (Algorithm 6). Default:
    /// never.
    pub complement: Complement,
}

impl Default for TpsOptions {
    fn default() -> TpsOptions {
        TpsOptions {
            style: PathStyle::ClassAndStyle,
            margin: 0.20,
            borders: Borders::First,
            complement: Complement::Never,
        }
    }
}

impl TpsOptions {
    /// As in the paper: the defaults are the paper's.
    #[must_use]
    pub fn paper() -> TpsOptions {
        TpsOptions::default()
    }

    /// The same with another [`style`](TpsOptions::style).
    #[must_use]
    pub fn with_style(mut self, style: PathStyle) -> TpsOptions {
        self.style = style;
        self
    }

    /// The same with another [`margin`](TpsOptions::margin).
    #[must_use]
    pub fn with_margin(mut self, margin: f64) -> TpsOptions {
        self.margin = margin;
        self
    }

    /// The same with other [`borders`](TpsOptions::borders).
    #[must_use]
    pub fn with_borders(mut self, borders: Borders) -> TpsOptions {
        self.borders = borders;
        self
    }

    /// The same with another [`complement`](TpsOptions::complement).
    #[must_use]
    pub fn with_complement(mut self, complement: Complement) -> TpsOptions {
        self.complement = complement;
        self
    }
}

/// Which borders of a threshold are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Borders {
    /// The first one; if its sides are too equal, the next threshold is tried. The paper of 2013.
    #[default]
    First,
    /// Also those after a rejected one; symbols seen in between count to neither side. The author's thesis of 2014.
    Gap,
}

/// When the rest of the page is kept in place of the region (Algorithm 6 of the paper).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Complement {
    /// Never: the region is the answer.
    #[default]
    Never,
    /// When the region holds less than this share of the page's punctuation marks, 0 to 1. Content of any kind is
    /// full of marks; menus are not.
    IfPunctuationBelow(f64),
}

impl Complement {
    /// The share that we recommend: a fifth. On 219 result pages it turned 43 wrong answers around and no right one.
    pub const RECOMMENDED: Complement = Complement::IfPunctuationBelow(0.20);
}

const STYLES: [PathStyle; 3] = [PathStyle::ClassAndStyle, PathStyle::DominantClass, PathStyle::None];

impl MethodOptions for TpsOptions {
    fn paper() -> TpsOptions {
        TpsOptions::paper()
    }

    fn table() -> &'static [OptionSpec<TpsOptions>] {
        const {
            &[
                OptionSpec::number(
                    "margin",
                    (0.0, 1.0),
                    "by how much of the whole one side must exceed the other for a split",
                    |options| options.margin,
                    |options, margin| options.margin = margin,
                ),
                OptionSpec::choice(
                    "style",
                    &["class+style", "dominant-class", "none"],
                    "what tells elements of one tag apart",
                    |options| options.style as usize,
                    |options, place| options.style = STYLES[place],
                ),
                OptionSpec::choice(
                    "borders",
                    &["first", "gap"],
                    "which borders of a threshold are looked at: the first, or also those after a rejected one",
                    |options| options.borders as usize,
                    |options, place| options.borders = [Borders::First, Borders::Gap][place],
                ),
                OptionSpec::number(
                    "complement",
                    (0.0, 1.0),
                    "keep the rest when the region has less than this share of the page's punctuation; try 0.2",
                    |options| match options.complement {
                        Complement::Never => 0.0,
                        Complement::IfPunctuationBelow(share) => share,
                    },
                    |options, share| {
                        options.complement =
                            if share > 0.0 { Complement::IfPunctuationBelow(share) } else { Complement::Never };
                    },
                ),
            ]
        }
    }
}
