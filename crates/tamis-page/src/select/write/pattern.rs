//! A selector before it is spelt in one language or the other.

use super::compound::Compound;
use super::feature::{Dialect, Feature, cost};
use super::index::Word;
use super::scopes::Scopes;
use crate::document::{Name, NodeId};
use std::ops::ControlFlow;

/// Compounds from the scope to the nodes, each with the way that leads to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Pattern {
    pub(super) steps: Vec<Step>,
}

/// A compound and the way that leads to it.
pub(super) type Step = (Link, Compound);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Link {
    /// Anywhere below.
    Descendant,
    Child,
    /// The element right after.
    Next,
    /// The first sibling after that has the name; XPath only.
    Following,
}

impl Link {
    pub(super) fn cost(self) -> u32 {
        match self {
            Link::Descendant => cost::DESCENT,
            Link::Child => cost::CHILD,
            Link::Next => cost::SIBLING,
            Link::Following => cost::SIBLING - 2,
        }
    }
}

impl Pattern {
    /// Points, the lower the better; see [`super::feature`].
    pub(super) fn cost(&self, scopes: &Scopes<'_, '_>) -> u32 {
        let steps = self.steps.iter().enumerate().map(|(i, (link, compound))| {
            let way = if i == 0 && *link == Link::Descendant { 0 } else { link.cost() };
            way + compound.cost(scopes.index, scopes.dialect)
        });
        let nameless = if self.has_name(scopes) { 0 } else { cost::NAMELESS };
        steps.sum::<u32>() + nameless
    }

    fn has_name(&self, scopes: &Scopes<'_, '_>) -> bool {
        self.steps.iter().any(|(_, compound)| compound.has_name(scopes.index))
    }

    /// The elements that the pattern selects, in document order.
    pub(super) fn select(&self, scopes: &Scopes<'_, '_>) -> Vec<NodeId> {
        let mut found = Vec::new();
        if let Some(((link, last), steps)) = self.steps.split_last() {
            let postings = scopes.index.postings(last, scopes.dialect);
            let _ = scopes.select(scopes.reached(steps).as_ref(), *link, last, &postings, &mut |node| {
                found.push(node);
                ControlFlow::Continue(())
            });
        }
        found.sort_unstable();
        found
    }

    /// The same with the names of the elements that the compounds match on the way to the first of the nodes.
    pub(super) fn with_names(&self, scopes: &Scopes<'_, '_>, nodes: &[NodeId]) -> Pattern {
        let mut steps = self.steps.clone();
        let mut node = nodes.first().copied();
        for i in (0..steps.len()).rev() {
            let Some(here) = node else { break };
            let (link, compound) = &mut steps[i];
            let tag = scopes.document.tag(here);
            if i + 1 < self.steps.len() || nodes.iter().all(|&node| scopes.document.tag(node) == tag) {
                compound.tag = tag;
            }
            let Some((_, before)) = self.steps[..i].last() else { break };
            node = match link {
                Link::Child => scopes.parent_within(here),
                Link::Descendant => scopes.ancestors_within(here).find(|&above| scopes.matches(before, above)),
                Link::Next | Link::Following => scopes.previous_element(here),
            };
        }
        Pattern { steps }
    }

    /// Whether the pattern, which has got its names, selects the same in both languages: one compound, or children of
    /// the scope and theirs.
    pub(super) fn is_same_in_all_dialects(&self, scopes: &Scopes<'_, '_>) -> bool {
        let starts_at_scope = self.steps.first().is_some_and(|(link, _)| *link == Link::Child);
        let mut features = self.steps.iter().flat_map(|(_, compound)| compound.features.iter());
        let are_places = starts_at_scope && { features.clone() }.all(|feature| feature.is_position());
        are_places || self.steps.len() == 1 && !features.any(|&feature| scopes.index.depends_on_dialect(feature))
    }

    /// Whether the pattern, whose features mean the same in both languages, leads to all of the elements from inside the
    /// scopes. `false` if that takes more than walking up from them.
    pub(super) fn leads_to_all(&self, scopes: &Scopes<'_, '_>, nodes: &[NodeId]) -> bool {
        let mut features = self.steps.iter().flat_map(|(_, compound)| compound.features.iter());
        if features.any(|&feature| scopes.index.depends_on_dialect(feature)) {
            return false;
        }
        scopes.budget.spend(nodes.len());
        nodes.iter().all(|&node| scopes.is_inside(node) && self.leads_to(scopes, node))
    }

    fn leads_to(&self, scopes: &Scopes<'_, '_>, node: NodeId) -> bool {
        let Some((last, steps)) = self.steps.split_last() else { return false };
        let (mut here, mut link) = (node, last.0);
        if !scopes.matches(&last.1, here) {
            return false;
        }
        for (before, compound) in steps.iter().rev() {
            let above = match link {
                Link::Child => scopes.parent_within(here).filter(|&above| scopes.matches(compound, above)),
                Link::Descendant => scopes.ancestors_within(here).find(|&above| scopes.matches(compound, above)),
                Link::Next | Link::Following => None,
            };
            let Some(above) = above else { return false };
            (here, link) = (above, *before);
        }
        link == Link::Descendant || scopes.parent_within(here).is_none()
    }

    /// Whether a name of an element or attribute has capital letters in it.
    pub(super) fn has_capitals(&self, scopes: &Scopes<'_, '_>) -> bool {
        self.steps.iter().any(|(_, compound)| compound.has_capitals(scopes.index))
    }

    pub(super) fn spell(&self, scopes: &Scopes<'_, '_>) -> String {
        let mut text = String::with_capacity(64);
        self.push(scopes, &mut text);
        text
    }

    /// Writes it behind the text.
    pub(super) fn push(&self, scopes: &Scopes<'_, '_>, text: &mut String) {
        match scopes.dialect {
            Dialect::Css => self.push_css(scopes, text),
            Dialect::XPath => self.push_xpath(scopes, text),
        }
    }

    fn push_css(&self, scopes: &Scopes<'_, '_>, text: &mut String) {
        for (i, (link, compound)) in self.steps.iter().enumerate() {
            text.push_str(match (i, link) {
                // Below the document, `:scope` would be the `html` element itself.
                (0, Link::Child) if !scopes.is_page() => ":scope > ",
                (0, _) => "",
                (_, Link::Descendant) => " ",
                (_, Link::Child) => " > ",
                (_, Link::Next) => " + ",
                (_, Link::Following) => " ~ ",
            });
            compound.push_css(scopes.index, text);
        }
    }

    fn push_xpath(&self, scopes: &Scopes<'_, '_>, text: &mut String) {
        let sole_class = |class: Word| scopes.is_sole_class(class);
        if !scopes.is_page() {
            text.push('.');
        }
        for (link, compound) in &self.steps {
            let (way, rest) = match link {
                Link::Descendant => ("//", ""),
                Link::Child => ("/", ""),
                Link::Next => ("/following-sibling::*[1][self::", "]"),
                // The search offers names without features here.
                Link::Following => ("/following-sibling::", "[1]"),
            };
            text.push_str(way);
            compound.push_xpath(scopes.index, text, &sole_class);
            text.push_str(rest);
        }
    }
}

/// A compound of a name and one feature.
pub(super) fn compound(tag: Option<Name>, feature: Option<Feature>) -> Compound {
    Compound::new(tag, feature)
}
