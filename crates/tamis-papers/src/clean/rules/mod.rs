#![doc = include_str!("method.md")]

mod judge;
mod survey;
mod threshold;

pub use threshold::ThresholdLearner;

use survey::Sizes;
use tamis_extract::PageView;
use tamis_page::{Document, Mask, Name, Namespace, NodeId, is_never_shown};

/// Leaves out what the rules call noise.
pub fn clean(view: &PageView<'_>, options: &RulesOptions) -> Mask {
    trace(view, options).mask(view.document())
}

/// Applies the rules and tells which of them decided for which node.
pub fn trace(view: &PageView<'_>, options: &RulesOptions) -> RulesTrace {
    let document = view.document();
    let sizes = Sizes::of(document);
    let given = options.threshold.map(|n_tags| u32::try_from(n_tags).unwrap_or(u32::MAX));
    let least = given.map_or(threshold::LOWEST, |n_tags| n_tags.max(1));
    let subtrees = survey::survey(document, &sizes, least);
    let threshold = given.unwrap_or_else(|| threshold::of_page(&subtrees));
    let verdicts = match options.reading {
        Reading::TopDown => judge::judge(document, &sizes, &subtrees, threshold),
        Reading::Literal => judge::judge_literally(document, threshold),
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

tamis_extract::options! {
    /// How noise is judged. The paper's profile is figure 8 to the letter, with the lowest threshold that section 5 allows;
    /// the paper's own thresholds are lost.
    pub struct RulesOptions {
        /// How many tags a subtree must have to count as large; auto learns it from the page.
        /// For the pages of one site, give what [`ThresholdLearner`](ThresholdLearner) finds over several of them.
        threshold, with_threshold: Option<usize> = None, paper Some(threshold::LOWEST as usize), in 1..=10_000;

        /// How the rules are read; literal is the paper to the letter and removes nearly everything.
        reading, with_reading: Reading = Reading::TopDown, paper Reading::Literal;
    }
}

tamis_extract::option_words! {
    /// How the two rules are read.
    pub enum Reading {
        /// From the body down, once, on the page as it came; rule 1 for links, images and form options only.
        TopDown = "top-down",
        /// Figure 8 of the paper to the letter: from the leaves up, each node judged on what is left below it, rule 1 for
        /// any tag. Removes nearly everything; kept to show it.
        Literal = "literal",
    }
}

#[cfg(test)]
mod tests;
