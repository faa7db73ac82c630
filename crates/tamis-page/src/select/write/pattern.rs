//! A selector before it is spelt in one language or the other.

use super::feature::{Compound, Dialect, Feature, cost};
use super::ground::Ground;
use crate::document::{Name, NodeId};
use crate::select::bits::Bits;

/// Compounds from the scope to the nodes, each with the way that leads to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Pattern<'a> {
    pub(super) steps: Vec<(Link, Compound<'a>)>,
}

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

impl<'a> Pattern<'a> {
    /// Points, the lower the better; see [`super::feature`].
    pub(super) fn cost(&self, ground: &Ground<'a>) -> u32 {
        let steps = self.steps.iter().enumerate().map(|(i, (link, compound))| {
            let way = if i == 0 && *link == Link::Descendant { 0 } else { link.cost() };
            way + compound.cost(ground.document, ground.dialect)
        });
        let nameless = if self.has_name() { 0 } else { cost::NAMELESS };
        steps.sum::<u32>() + nameless
    }

    fn has_name(&self) -> bool {
        self.steps.iter().any(|(_, compound)| compound.has_name())
    }

    /// The elements that the pattern selects.
    pub(super) fn select(&self, ground: &Ground<'a>) -> Bits {
        let mut found: Option<Bits> = None;
        for (link, compound) in &self.steps {
            let mut reached = match (&found, link) {
                (None, Link::Child) => ground.children_of_scopes(),
                (None, _) => ground.all(),
                (Some(set), Link::Descendant) => ground.below(set),
                (Some(set), Link::Child) => ground.children_of(set),
                (Some(set), Link::Next) => ground.next_of(set),
                (Some(set), Link::Following) => ground.following(set, compound.tag),
            };
            reached.intersect(&ground.extent(compound));
            found = Some(reached);
        }
        found.unwrap_or_else(|| ground.empty())
    }

    pub(super) fn spell(&self, ground: &Ground<'a>) -> String {
        match ground.dialect {
            Dialect::Css => self.css(ground),
            Dialect::XPath => self.xpath(ground),
        }
    }

    fn css(&self, ground: &Ground<'a>) -> String {
        let mut text = String::new();
        for (i, (link, compound)) in self.steps.iter().enumerate() {
            text += match (i, link) {
                // Below the document, `:scope` would be the `html` element itself.
                (0, Link::Child) if !ground.is_scope(NodeId::ROOT) => ":scope > ",
                (0, _) => "",
                (_, Link::Descendant) => " ",
                (_, Link::Child) => " > ",
                (_, Link::Next) => " + ",
                (_, Link::Following) => " ~ ",
            };
            text += &compound.css(ground.document);
        }
        text
    }

    fn xpath(&self, ground: &Ground<'a>) -> String {
        let sole_class = |class: &str| ground.is_sole_class(class);
        let mut text = String::new();
        if !ground.is_scope(NodeId::ROOT) {
            text.push('.');
        }
        for (link, compound) in &self.steps {
            let spelt = compound.xpath(ground.document, &sole_class);
            let (way, step, rest) = match link {
                Link::Descendant => ("//", spelt.as_str(), ""),
                Link::Child => ("/", spelt.as_str(), ""),
                Link::Next => ("/following-sibling::*[1][self::", spelt.as_str(), "]"),
                // The search offers names without features here.
                Link::Following => ("/following-sibling::", spelt.as_str(), "[1]"),
            };
            text.extend([way, step, rest]);
        }
        text
    }
}

/// A compound of a name and one feature.
pub(super) fn compound(tag: Option<Name>, feature: Option<Feature<'_>>) -> Compound<'_> {
    Compound { tag, features: feature.into_iter().collect() }
}
