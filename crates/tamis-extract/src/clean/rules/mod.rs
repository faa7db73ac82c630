//! Noise by two rules on the shape of subtrees.
//!
//! # What it decides
//! Which subtrees are noise because of their tags alone: runs of one and the same tag (menus, directories), and small
//! subtrees that stand beside large ones (advertisements, search boxes, notices).
//!
//! # Paper
//! C. S. Win and M. M. S. Tun: *Eliminating Noise Information from Web Pages*. University of Computer Studies, Yangon.
//!
//! # Steps
//! 1. [`learn_threshold`] finds the threshold *t* between small and large subtrees: the valley in the histogram of
//!    their sizes, over the pages of a site or over the page itself.
//! 2. [`trace`] goes from the body down, through containers. A container is a node with a child of at least *t* tags
//!    below it. Of a container's children, one that holds nothing but two or more leaves of one tag is noise (rule
//!    1); one with different tags below it, but fewer than *t* of them, is noise (rule 2); one with *t* or more is
//!    looked into. A node whose children all stay below *t* is content (a record, a text) and is left as it is.
//! 3. [`RulesTrace::mask`] leaves out the noise. A node with text of its own stays, with its text, when what is below
//!    it goes.
//!
//! # Where we differ
//! * The paper goes from the leaves up. Each parent of leaves is small, so that this removes nearly the whole of every
//!   page; [`Reading::Literal`] does it nevertheless. We go down, judge each node once, and on the page as it came.
//! * Rule 1 as printed also deletes every table row of two cells and every list of two items; the observation behind
//!   it speaks of runs of links. Here it is for `a`, `img`, `option`, `input`, and `li` that hold one link each.
//! * The threshold counts the tags below a node, not the kinds of tags: no menu has ten kinds. The paper says that it
//!   must not be below 10 and that it differs by site, and leaves out how it is found. Ours is the valley (Otsu's
//!   method) of the sizes on a logarithmic scale, held between 10 and 60.
//! * Scripts, styles and other tags that are never shown are not counted and do not stand in the way of rule 1. Tags
//!   that an attribute hides are: the rules are about the tags that a page has.
//!
//! # Example
//! ```
//! use tamis_extract::{PageView, clean::rules::{self, RulesOptions, Rule}};
//! use tamis_page::Document;
//!
//! let rows = "<p><b>Name</b> <i>1.00</i></p>".repeat(9);
//! let document = Document::parse(format!("<div><a>Home</a><a>Shop</a><a>Help</a></div><div>{rows}</div>"));
//! let trace = rules::trace(&PageView::of(&document), &RulesOptions::default());
//! assert!(matches!(trace.verdicts[0].rule, Rule::OneTag { n_leaves: 3, .. }));
//! assert_eq!(trace.mask(&document).removals().len(), 1);
//! ```

mod judge;
mod literal;
mod sizes;
mod survey;
mod threshold;

pub use threshold::learn_threshold;

use crate::view::PageView;
use sizes::Sizes;
use tamis_page::visibility::is_never_shown;
use tamis_page::{Document, Mask, Name, Namespace, NodeId};

/// How noise is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct RulesOptions {
    /// How many tags a subtree must have to count as large. Default: learnt from the page. For the pages of one site,
    /// give what [`learn_threshold`] finds over several of them.
    pub threshold: Threshold,
    /// How the rules are read. Default: from the body down.
    pub reading: Reading,
}

impl RulesOptions {
    /// The same with another [`threshold`](RulesOptions::threshold).
    #[must_use]
    pub fn with_threshold(mut self, threshold: Threshold) -> RulesOptions {
        self.threshold = threshold;
        self
    }

    /// The same with another [`reading`](RulesOptions::reading).
    #[must_use]
    pub fn with_reading(mut self, reading: Reading) -> RulesOptions {
        self.reading = reading;
        self
    }
}

/// Where the threshold comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Threshold {
    /// From the sizes of the page's own subtrees.
    #[default]
    Learnt,
    /// Given, in tags.
    Fixed(u32),
}

/// How the two rules are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// From the body down, once, on the page as it came; rule 1 for links, images and form options only.
    #[default]
    TopDown,
    /// Figure 8 of the paper to the letter: from the leaves up, each node judged on what is left below it, rule 1 for
    /// any tag. Removes nearly everything; kept to show it.
    Literal,
}

/// Leaves out what the rules call noise.
pub fn clean(view: &PageView<'_>, options: &RulesOptions) -> Mask {
    trace(view, options).mask(view.document())
}

/// Applies the rules and tells which of them decided for which node.
pub fn trace(view: &PageView<'_>, options: &RulesOptions) -> RulesTrace {
    let document = view.document();
    let sizes = Sizes::of(document);
    let least = match options.threshold {
        Threshold::Learnt => threshold::LOWEST,
        Threshold::Fixed(threshold) => threshold.max(1),
    };
    let subtrees = survey::survey(document, &sizes, least);
    let threshold = match options.threshold {
        Threshold::Learnt => threshold::of_page(&subtrees),
        Threshold::Fixed(threshold) => threshold,
    };
    let verdicts = match options.reading {
        Reading::TopDown => judge::judge(document, &sizes, &subtrees, threshold),
        Reading::Literal => literal::judge(document, threshold),
    };
    RulesTrace { threshold, verdicts }
}

/// What the rules found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RulesTrace {
    /// The threshold that was used, in tags.
    pub threshold: u32,
    /// The noise, in document order; no node lies in another.
    pub verdicts: Vec<Verdict>,
}

/// A node that is noise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Verdict {
    /// The root of the noise.
    pub node: NodeId,
    /// The rule that says so.
    pub rule: Rule,
}

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// Rule 1: nothing below the node but leaves of one tag.
    OneTag {
        /// The tag.
        tag: Name,
        /// How many there are.
        n_leaves: u32,
    },
    /// Rule 2: different tags below the node, but fewer than the threshold.
    Small {
        /// How many there are.
        n_tags: u32,
        /// How many tags are below its largest sibling.
        n_tags_of_largest: u32,
    },
}

impl RulesTrace {
    /// Leaves out the noise; a node with text of its own stays with its text.
    pub fn mask(&self, document: &Document) -> Mask {
        let mut mask = Mask::keep_all(document);
        for verdict in &self.verdicts {
            let reason = self.reason(document, verdict);
            if has_own_text(document, verdict.node) {
                for child in document.child_elements(verdict.node) {
                    mask.remove(document, child, reason.clone());
                }
            } else {
                mask.remove(document, verdict.node, reason);
            }
        }
        mask
    }

    /// Why the node is kept or not, in words.
    pub fn explain(&self, document: &Document, node: NodeId) -> String {
        let verdict_idx = self.verdicts.partition_point(|verdict| verdict.node <= node);
        match verdict_idx.checked_sub(1).map(|verdict_idx| &self.verdicts[verdict_idx]) {
            Some(verdict) if document.contains(verdict.node, node) => {
                format!("left out: {}", self.reason(document, verdict))
            }
            _ => format!("kept: neither rule holds for it or for a node above it (threshold {})", self.threshold),
        }
    }

    fn reason(&self, document: &Document, verdict: &Verdict) -> String {
        match verdict.rule {
            Rule::OneTag { tag, n_leaves } => {
                format!("rule 1: nothing in it but {n_leaves} times \"{}\"", document.spell(tag))
            }
            Rule::Small { n_tags, n_tags_of_largest: 0 } => {
                format!("rule 2: {n_tags} tags in it, below the threshold {}", self.threshold)
            }
            Rule::Small { n_tags, n_tags_of_largest } => format!(
                "rule 2: {n_tags} tags in it, below the threshold {}, beside a sibling of {n_tags_of_largest}",
                self.threshold
            ),
        }
    }
}

fn has_own_text(document: &Document, node: NodeId) -> bool {
    document.children(node).any(|child| !document.text(child).trim().is_empty() && !document.is_element(child))
}

/// Whether an element counts as a tag: it can be shown. Of drawings every tag counts, whether it is drawn or defined for
/// others to draw: a page full of symbols is large.
fn is_counted(document: &Document, node: NodeId) -> bool {
    document.namespace(node) != Namespace::Html || !is_never_shown(document, node)
}

#[cfg(test)]
mod tests;
