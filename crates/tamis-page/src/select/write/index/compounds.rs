//! Compounds that selectors were made of, numbered, and what was found out about them.

use super::lists::Classes;
use super::postings::MadeLists;
use super::words::FastMap;
use super::{NEW, SelectorIndex};
use crate::document::{Name, NodeId, names};
use crate::select::write::feature::{Dialect, Feature, own_features};
use crate::select::write::pattern::Compound;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// The number of a compound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in super::super) struct Number(u32);

/// A compound and what is known of it.
#[derive(Clone, Copy)]
pub(in super::super) struct KnownCompound {
    pub(in super::super) compound: Compound,
    pub(in super::super) cost: u32,
    /// Whether it has a name that an author chose.
    pub(in super::super) is_named: bool,
    /// Compounds are numbered in the order in which they were met.
    pub(in super::super) number: Number,
}

/// What an element can be recognised by.
pub(in super::super) struct OwnFeatures {
    /// Its name alone.
    pub(in super::super) tag: KnownCompound,
    /// Its features, best first.
    pub(in super::super) features: Vec<OwnFeature>,
}

/// One feature of an element.
pub(in super::super) struct OwnFeature {
    pub(in super::super) feature: Feature,
    pub(in super::super) cost: u32,
    /// Whether the feature rests on a name that an author chose.
    pub(in super::super) is_named: bool,
    tag: Option<Name>,
    alone: OnceCell<KnownCompound>,
    with_tag: OnceCell<KnownCompound>,
}

impl OwnFeature {
    pub(in super::super) fn alone(&self, index: &SelectorIndex<'_>, dialect: Dialect) -> KnownCompound {
        *self.alone.get_or_init(|| index.know(Compound::new(None, [self.feature]), dialect))
    }

    pub(in super::super) fn with_tag(&self, index: &SelectorIndex<'_>, dialect: Dialect) -> KnownCompound {
        *self.with_tag.get_or_init(|| index.know(Compound::new(self.tag, [self.feature]), dialect))
    }
}

/// All compounds that were met.
#[derive(Default)]
pub(super) struct Compounds {
    numbers: RefCell<FastMap<Compound, Number>>,
    entries: RefCell<Vec<CompoundEntry>>,
}

struct CompoundEntry {
    compound: Compound,
    is_named: bool,
    /// By dialect.
    costs: [Option<u32>; 2],
    /// By dialect, the elements that match, and the parents of these.
    made: [MadeLists; 2],
}

impl Compounds {
    fn number(&self, index: &SelectorIndex<'_>, compound: &Compound) -> Number {
        if let Some(&number) = self.numbers.borrow().get(compound) {
            return number;
        }
        let is_named = compound.has_name(index);
        let mut entries = self.entries.borrow_mut();
        let number = Number(entries.len() as u32);
        entries.push(CompoundEntry { compound: *compound, is_named, costs: [None; 2], made: Default::default() });
        self.numbers.borrow_mut().insert(*compound, number);
        number
    }

    /// Looks at what was made of the compound, or keeps what is made now.
    pub(super) fn made<T>(&self, number: Number, dialect: Dialect, use_it: impl FnOnce(&mut MadeLists) -> T) -> T {
        use_it(&mut self.entries.borrow_mut()[number.0 as usize].made[dialect as usize])
    }
}

impl SelectorIndex<'_> {
    /// The compound's number.
    pub(in super::super) fn number_of(&self, compound: &Compound) -> Number {
        self.compounds.number(self, compound)
    }

    /// The compound that has the number.
    pub(in super::super) fn numbered(&self, number: Number) -> Compound {
        self.compounds.entries.borrow()[number.0 as usize].compound
    }

    /// What is known of the compound.
    pub(in super::super) fn know(&self, compound: Compound, dialect: Dialect) -> KnownCompound {
        let number = self.number_of(&compound);
        let (is_named, cost) = {
            let entry = &self.compounds.entries.borrow()[number.0 as usize];
            (entry.is_named, entry.costs[dialect as usize])
        };
        let cost = cost.unwrap_or_else(|| {
            self.budget.spend(NEW);
            let cost = compound.cost(self, dialect);
            self.compounds.entries.borrow_mut()[number.0 as usize].costs[dialect as usize] = Some(cost);
            cost
        });
        KnownCompound { compound, cost, is_named, number }
    }

    /// What an element can be recognised by without looking at others.
    pub(in super::super) fn own(&self, node: NodeId, dialect: Dialect) -> Rc<OwnFeatures> {
        let by_node = self.own[dialect as usize].get_or_init(|| vec![OnceCell::new(); self.document.len()]);
        by_node[node.index()].get_or_init(|| self.find_own(node, dialect)).clone()
    }

    /// Elements that have nothing but classes are much alike: they share what is known of them.
    fn find_own(&self, node: NodeId, dialect: Dialect) -> Rc<OwnFeatures> {
        let mut attributes = self.document.attribute_names(node);
        let value = match (attributes.next(), attributes.next()) {
            (None, _) => 0,
            (Some(names::CLASS), None) => self.classes().value(node).map_or(0, |value| value + 1),
            _ => return self.make_own(node, dialect),
        };
        let key = (dialect, self.document.tag(node), value);
        if let Some(known) = self.alike.borrow().get(&key) {
            return known.clone();
        }
        let own = self.make_own(node, dialect);
        self.alike.borrow_mut().insert(key, own.clone());
        own
    }

    fn make_own(&self, node: NodeId, dialect: Dialect) -> Rc<OwnFeatures> {
        let tag = self.document.tag(node);
        let features = own_features(self, node, dialect);
        self.budget.spend(NEW * features.len());
        let features = features.into_iter().map(|(cost, feature)| OwnFeature {
            cost,
            is_named: feature.is_name(self),
            tag,
            feature,
            alone: OnceCell::new(),
            with_tag: OnceCell::new(),
        });
        Rc::new(OwnFeatures { tag: self.know(Compound::new(tag, []), dialect), features: features.collect() })
    }

    pub(super) fn classes(&self) -> &Classes {
        self.classes.get_or_init(|| Classes::of(self.document, self.with_attribute(names::CLASS), &self.words))
    }
}
