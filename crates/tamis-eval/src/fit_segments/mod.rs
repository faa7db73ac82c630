//! The weights of the default method for segmentation, fitted on pages whose blocks people have marked.
//!
//! `auto` divides the elements of a page, from the top down, where a sum of weighted features says so: once for the
//! parts of the page, once for their blocks. Every element that holds several things is an example: a marked one stays
//! whole, one with marks inside is divided, and those below a marked one do not matter. An example counts as much as
//! dividing it changes: much text that falls into even parts. The weights are those of a logistic
//! regression ([`fit`]), each held to the side that a reader would name, and what they are worth is told by site: a page is cut by weights that were fitted without it
//! ([`cut`]). All of it is deterministic, and the result can be [`written`] into the method's source.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::LayoutSource;
    use crate::metrics::segments::{Level, SaidBlock};
    use std::path::Path;

    fn pages() -> Vec<FitPage> {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scoring/segments");
        read_pages(&directory, &LayoutSource::None).expect("our own pages can be read")
    }

    #[test]
    fn a_marked_element_stays_whole_and_one_around_marks_is_divided() {
        let mut n_examples = [0; 2];
        for page in pages() {
            let document = page.marked.page().document();
            for example in examples::examples(&page, Level::One) {
                let piece = &page.pieces[example.piece];
                let truth = page.truth(Level::One);
                let is_around = truth.iter().any(|&node| node != piece.bottom && document.contains(piece.bottom, node));
                let is_marked = truth
                    .iter()
                    .any(|&node| document.contains(piece.top, node) && document.contains(node, piece.bottom));
                assert_eq!((is_marked, !is_marked && is_around), (!example.is_divided, example.is_divided));
                assert!((0.0..=1.0).contains(&example.impact));
                n_examples[usize::from(example.is_divided)] += 1;
            }
        }
        assert!(n_examples.iter().all(|&n| n > 0), "{n_examples:?}");
    }

    #[test]
    fn the_same_pages_give_the_same_weights_and_markup_gives_none_to_places() {
        let pages = pages();
        let all: Vec<&FitPage> = pages.iter().collect();
        let weights = fit(&all, 1, Level::One, FitOptions::default());
        assert_eq!(weights, fit(&all, 1, Level::One, FitOptions::default()));
        for (feature, &weight) in weights.weights.iter().enumerate() {
            assert!(weight.is_finite() && (Evidence::Markup.has(feature) || weight == 0.0), "{feature}");
            assert!(sides::allows(feature, Level::One, weight));
        }
        let source = written(&[(Evidence::Markup, Level::One, weights)]);
        assert!(Features::NAMES.iter().all(|name| source.contains(&format!(", // {name}\n"))));
    }

    #[test]
    fn a_page_is_cut_as_far_as_the_weights_go() {
        for page in pages() {
            let never = Weights { bias: -100.0, weights: vec![0.0; Features::LEN] };
            let always = Weights { bias: 100.0, ..never.clone() };
            let (few, many) = (cut(&page, &never, 0.5, Level::Two), cut(&page, &always, 0.5, Level::Two));
            assert!(few.len() <= many.len());
            let n_letters = |blocks: &[SaidBlock]| -> u64 {
                blocks.iter().flat_map(|block| &block.nodes).map(|&node| page.marked.letters(node)).sum()
            };
            assert_eq!(n_letters(&few), n_letters(&many), "nothing is lost on the way");
        }
    }
}
