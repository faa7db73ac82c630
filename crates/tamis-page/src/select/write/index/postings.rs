//! Which elements of the page match a compound.

use super::compounds::{KnownCompound, Number};
use super::lists::by_value;
use super::{SelectorIndex, ValueCase};
use crate::document::{NodeId, names};
use crate::select::write::feature::{Dialect, Feature, Reach};
use crate::select::write::pattern::Compound;
use std::ops::Deref;
use std::rc::Rc;

/// Elements in document order: a list of the index, or one that was made.
pub(in super::super) enum Postings<'i> {
    Listed(&'i [NodeId]),
    Made(Rc<[NodeId]>),
}

impl Deref for Postings<'_> {
    type Target = [NodeId];

    fn deref(&self) -> &[NodeId] {
        match self {
            Postings::Listed(nodes) => nodes,
            Postings::Made(nodes) => nodes,
        }
    }
}

/// The lists that were made for a compound.
#[derive(Default)]
pub(super) struct MadeLists {
    postings: Option<Rc<[NodeId]>>,
    parents: Option<Rc<[NodeId]>>,
}

impl SelectorIndex<'_> {
    /// The elements of the page that match the compound, by the rules of the dialect.
    pub(in super::super) fn postings(&self, compound: &Compound, dialect: Dialect) -> Postings<'_> {
        self.listed(compound, dialect).map_or_else(
            || Postings::Made(self.made_postings(self.number_of(compound), compound, dialect)),
            Postings::Listed,
        )
    }

    /// The elements of the page that match a known compound, by the rules of the dialect.
    pub(in super::super) fn postings_of(&self, known: &KnownCompound, dialect: Dialect) -> Postings<'_> {
        self.listed(&known.compound, dialect).map_or_else(
            || Postings::Made(self.made_postings(known.number, &known.compound, dialect)),
            Postings::Listed,
        )
    }

    /// The list that the index has of exactly these elements.
    fn listed(&self, compound: &Compound, dialect: Dialect) -> Option<&[NodeId]> {
        match (compound.tag, &compound.features[..]) {
            (None, []) => Some(self.elements()),
            (Some(tag), []) => Some(self.with_tag(tag)),
            (None, [feature]) if self.is_listed(*feature) => self.candidates(*feature, dialect),
            _ => None,
        }
    }

    /// The elements among which all that match are, where no list has exactly these and none was made: few enough to
    /// be looked at one by one in a small part of the page.
    pub(in super::super) fn wider_postings(&self, known: &KnownCompound, dialect: Dialect) -> Option<&[NodeId]> {
        if self.listed(&known.compound, dialect).is_some() {
            return None;
        }
        let rules = self.rules(&known.compound, dialect);
        if self.compounds.made(known.number, rules, |made| made.postings.is_some()) {
            return None;
        }
        let first = *known.compound.features.first()?;
        self.candidates(first, dialect).or_else(|| known.compound.tag.map(|tag| self.with_tag(tag)))
    }

    fn made_postings(&self, number: Number, compound: &Compound, dialect: Dialect) -> Rc<[NodeId]> {
        let rules = self.rules(compound, dialect);
        if let Some(known) = self.compounds.made(number, rules, |made| made.postings.clone()) {
            return known;
        }
        let made = self.make_postings(compound, dialect);
        self.compounds.made(number, rules, |entry| entry.postings = Some(made.clone()));
        made
    }

    fn make_postings(&self, compound: &Compound, dialect: Dialect) -> Rc<[NodeId]> {
        let document = self.document;
        let is_named = |node: NodeId| compound.tag.is_none_or(|tag| document.tag(node) == Some(tag));
        let named = || compound.tag.map_or_else(|| self.elements(), |tag| self.with_tag(tag));
        match compound.features[..] {
            [] => named().into(),
            [Feature::Has(Reach::Child, inner)] => {
                let parents = self.parents(inner, dialect);
                self.budget.spend(parents.len() / 4);
                filtered(&parents, is_named)
            }
            [Feature::Has(Reach::Descendant, inner)] => {
                let partners = self.postings(&self.numbered(inner), dialect);
                self.budget.spend(named().len() / 2);
                filtered(named(), |node| self.has_below(node, &partners))
            }
            [feature] => {
                let nodes = self.candidates(feature, dialect).unwrap_or_else(named);
                self.budget.spend(nodes.len() / 4);
                let is_listed = self.is_listed(feature);
                filtered(nodes, |node| is_named(node) && (is_listed || self.holds(feature, node, dialect)))
            }
            [first, ref rest @ ..] => {
                let wider = self.postings(&Compound::new(compound.tag, [first]), dialect);
                self.budget.spend(wider.len());
                filtered(&wider, |node| rest.iter().all(|&feature| self.holds(feature, node, dialect)))
            }
        }
    }

    /// The parents of the elements that match the compound.
    pub(in super::super) fn parents(&self, compound: Number, dialect: Dialect) -> Rc<[NodeId]> {
        let children = self.numbered(compound);
        let rules = self.rules(&children, dialect);
        if let Some(known) = self.compounds.made(compound, rules, |made| made.parents.clone()) {
            return known;
        }
        let children = self.postings(&children, dialect);
        let mut parents: Vec<NodeId> = children.iter().filter_map(|&child| self.document.parent(child)).collect();
        parents.sort_unstable();
        parents.dedup();
        let parents: Rc<[NodeId]> = parents.into();
        self.compounds.made(compound, rules, |entry| entry.parents = Some(parents.clone()));
        parents
    }

    /// The dialect under whose name the answer is kept: most compounds mean the same in both.
    fn rules(&self, compound: &Compound, dialect: Dialect) -> Dialect {
        if dialect == Dialect::Css && !compound.features.iter().any(|&feature| self.depends_on_dialect(feature)) {
            return Dialect::XPath;
        }
        dialect
    }

    /// Whether the index has a list of exactly the elements that have the feature.
    fn is_listed(&self, feature: Feature) -> bool {
        match feature {
            Feature::Id(_) | Feature::HasAttribute(_) => true,
            Feature::Class(_) => !self.have_form_feeds(),
            _ => false,
        }
    }

    /// The elements among which all that have the feature are; `None` if the index has no such list.
    fn candidates(&self, feature: Feature, dialect: Dialect) -> Option<&[NodeId]> {
        let case = self.case_of_names(dialect);
        Some(match feature {
            Feature::Id(word) => {
                let with_id = self.with_attribute(names::ID);
                let ids = self.ids[case as usize].get_or_init(|| {
                    by_value(self.document, names::ID, with_id, |id| self.numbered_by(case, self.words.number(id)))
                });
                ids.get(self.numbered_by(case, word) as usize)
            }
            Feature::Class(word) => {
                let with_class = self.with_attribute(names::CLASS);
                let classes = self.by_class[case as usize]
                    .get_or_init(|| self.classes().lists(with_class, |class| self.numbered_by(case, class)));
                classes.get(self.numbered_by(case, word) as usize)
            }
            // Values of other attributes are asked for too seldom to be listed.
            Feature::Attribute(name, _) | Feature::Prefix(name, _) | Feature::HasAttribute(name) => {
                self.with_attribute(name)
            }
            _ => return None,
        })
    }

    fn numbered_by(&self, case: ValueCase, word: super::words::Word) -> u32 {
        match case {
            ValueCase::Counts => word.0,
            ValueCase::Ignored => self.words.folded(word),
        }
    }

    pub(in super::super) fn has_below(&self, node: NodeId, partners: &[NodeId]) -> bool {
        let first = partners.partition_point(|&partner| partner <= node);
        partners.get(first).is_some_and(|&partner| partner < self.document.subtree_end(node))
    }
}

fn filtered(nodes: &[NodeId], test: impl Fn(NodeId) -> bool) -> Rc<[NodeId]> {
    let mut found = Vec::with_capacity(nodes.len());
    found.extend(nodes.iter().copied().filter(|&node| test(node)));
    found.into()
}
