//! The weights of the default method for segmentation, fitted on pages whose blocks people have marked.
//!
//! `auto` divides the elements of a page, from the top down, where a sum of weighted features says so: once for the
//! parts of the page, once for their blocks. Every element that holds several things is an example: a marked one stays
//! whole, one with marks inside is divided, and those below a marked one do not matter. An example counts as much as
//! dividing it changes: much text that falls into even parts ([`examples`]). The weights are those of a logistic
//! regression ([`fit`]), each held to the side that a reader would name, and what they are worth is told by site: a page is cut by weights that were fitted without it
//! ([`cut`]). All of it is deterministic, and the result can be [written](written) into the method's source.

mod cut;
mod examples;
mod fit;
mod pages;
mod sides;
mod weights_file;

pub use cut::cut;
pub use fit::{FitOptions, Weights, fit, out_of_fold};
pub use pages::{FitPage, read_pages};
pub use weights_file::written;

use tamis_extract::segment::auto::Features;

/// Which features are looked at: on pages that are laid out, all of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Evidence {
    /// Those of the markup.
    Markup,
    /// Those of the layout too.
    Layout,
}

impl Evidence {
    /// Both.
    pub const ALL: [Evidence; 2] = [Evidence::Markup, Evidence::Layout];

    /// Whether a feature is looked at.
    pub fn has(self, feature: usize) -> bool {
        self == Evidence::Layout || !Features::NEED_LAYOUT[feature]
    }
}
