#![doc = include_str!("method.md")]

mod extract;
mod nodes;
mod rounds;
mod rules;
mod separators;
mod structure;
mod trace;

pub use extract::Block;
pub use rules::Rule;
pub use separators::Separator;
pub use trace::{VipsArea, VipsTrace};

use nodes::Nodes;
use tamis_extract::RenderedView;
use tamis_extract::segment::Regions;

/// Cuts a page at its visual separators. [`trace()`] says why.
pub fn segment(view: &RenderedView<'_>, options: &VipsOptions) -> Regions {
    trace(view, options).map_or_else(|| Regions::empty(view.document()), |trace| trace.regions(view, options))
}

/// Cuts a page at its visual separators, and keeps everything that led to the cuts; `None` if there is nothing to see.
pub fn trace(view: &RenderedView<'_>, options: &VipsOptions) -> Option<VipsTrace> {
    let document = view.document();
    let body = document.body()?;
    let nodes = Nodes::of(view);
    if !nodes.get(body).is_valid {
        return None;
    }
    let mut trace = rounds::run(document, &nodes, body, options);
    rounds::settle(&mut trace, options.normalisation);
    Some(trace)
}

tamis_extract::options! {
    /// How a page is cut. The defaults were best in a sweep over pages with marked blocks, and have no dead ends; the paper's
    /// profile has the values of the public programs where the report has none.
    ///
    /// ```
    /// use tamis_papers::segment::vips::{RuleSet, VipsOptions};
    ///
    /// let options = VipsOptions::paper().with_rules(RuleSet::Twelve).with_pdoc(8);
    /// assert_eq!(options.pdoc, 8);
    /// ```
    #[derive(Eq)]
    pub struct VipsOptions {
        /// The permitted degree of coherence of blocks: what is not more coherent is divided.
        pdoc, with_pdoc: usize = 5, in 0..=11;

        /// The permitted degree of coherence of the parts of the page.
        /// With 0 the page is divided once, at its heaviest separators.
        part_pdoc, with_part_pdoc: usize = 0, paper 5, in 0..=11;

        /// Where the degree of coherence is asked for: of the finished tree, or in every round.
        pdoc_at, with_pdoc_at: PdocAt = PdocAt::Output;

        /// How many rules for blocks; 12 lacks the one on children that need more room than there is.
        rules, with_rules: RuleSet = RuleSet::Thirteen;

        /// What a small node is: below a number of square pixels, or below a share of the page.
        size, with_size: Size = Size::Fixed;

        /// The narrowest separator, in pixels.
        min_gap, with_min_gap: usize = 3, in 1..=100;

        /// The most rounds.
        rounds, with_rounds: usize = 10, in 1..=20;

        /// How weights become coherence: against a weight of 40, or against the heaviest of the page.
        normalisation, with_normalisation: Normalisation = Normalisation::MinMax, paper Normalisation::Fixed40;

        /// Whether an area without separators is looked into in the next round.
        /// Each of its blocks is divided then, instead of being left as it is; the report leaves it.
        look_inside, with_look_inside: bool = true, paper false;
    }
}

tamis_extract::option_words! {
    /// The two numberings of the rules.
    pub enum RuleSet {
        /// With the rule on nodes whose children need more room than they have.
        Thirteen = "13",
        /// Without it.
        Twelve = "12",
    }
}

tamis_extract::option_words! {
    /// What a small node is.
    pub enum Size {
        /// Below a number of square pixels that shrinks from 140000 to 1 in ten rounds.
        Fixed = "fixed",
        /// Below a share of the page, 0.05 in the first round and 0.7 times as much in each next one.
        Relative = "rel",
    }
}

tamis_extract::option_words! {
    /// How weights of separators become degrees of coherence.
    pub enum Normalisation {
        /// From the lightest separator of the page to a weight of 40.
        Fixed40 = "fixed40",
        /// From the lightest separator of the page to its heaviest.
        MinMax = "minmax",
    }
}

tamis_extract::option_words! {
    /// Where the permitted degree of coherence is asked for.
    pub enum PdocAt {
        /// Of the finished tree.
        Output = "output",
        /// In every round: a leaf that is coherent enough is not looked at again.
        Loop = "loop",
    }
}

impl VipsOptions {
    /// The larger of the two permitted degrees: what is coherent enough for it needs no further round.
    fn finest_pdoc(&self) -> u8 {
        self.pdoc.max(self.part_pdoc) as u8
    }
}

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;
