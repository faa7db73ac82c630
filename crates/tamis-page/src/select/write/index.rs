//! An index of a page: which elements have a name, a class, an id or an attribute, and which of their siblings they are.
//!
//! Every part is made when it is first asked for, in one pass over the page, and serves all selectors that are written
//! for the page from then on.

use super::budget::Budget;
use super::feature::{Compound, Dialect, Feature, Reach, own_features};
use super::label;
use super::stability::{Stability, judge};
use crate::document::{Document, Name, Namespace, NodeId, QuirksMode, names};
use crate::select::css::ignores_case_of_value;
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// The elements of a page by what can be asked of them.
pub(super) struct SelectorIndex<'a> {
    pub(super) document: &'a Document,
    pub(super) budget: Budget,
    elements: OnceCell<Vec<NodeId>>,
    tags: OnceCell<ByName>,
    attributes: OnceCell<ByName>,
    values: RefCell<HashMap<(Name, ValueCase), Rc<ByText<'a>>>>,
    /// By compound, the elements that match it, and the parents of these.
    postings: RefCell<HashMap<(Dialect, Compound<'a>), Postings>>,
    parents: RefCell<HashMap<(Dialect, Compound<'a>), Postings>>,
    known: RefCell<HashMap<(Dialect, Compound<'a>), Rc<Known<'a>>>>,
    /// By number of the node, for each dialect.
    own: [OnceCell<Vec<OnceCell<Rc<Own<'a>>>>>; 2],
    /// Number among siblings of the same name, from the start and from the end.
    numbers: OnceCell<Vec<(u32, u32)>>,
    stabilities: RefCell<HashMap<&'a str, Stability>>,
    has_form_feeds: OnceCell<bool>,
}

/// What it takes, in steps, to make something that is kept.
const NEW: usize = 4;

/// Elements in document order.
pub(super) type Postings = Rc<[NodeId]>;

/// Elements by value of an attribute; in the case of classes, by word.
type ByText<'a> = HashMap<Cow<'a, str>, Vec<NodeId>>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum ValueCase {
    Counts,
    Ignored,
}

/// Lists of elements, one a name, all in one array.
struct ByName {
    /// By number of the name, where its list begins; one more than there are names.
    starts: Vec<u32>,
    nodes: Vec<NodeId>,
}

impl ByName {
    /// Sorts pairs into lists; `pairs` is called twice and gives the same both times.
    fn of<I: Iterator<Item = (Name, NodeId)>>(pairs: impl Fn() -> I) -> ByName {
        let mut starts: Vec<u32> = vec![0];
        for (name, _) in pairs() {
            if name.index() + 1 >= starts.len() {
                starts.resize(name.index() + 2, 0);
            }
            starts[name.index() + 1] += 1;
        }
        for name in 1..starts.len() {
            starts[name] += starts[name - 1];
        }
        let mut next = starts.clone();
        let mut nodes = vec![NodeId::ROOT; starts[starts.len() - 1] as usize];
        for (name, node) in pairs() {
            nodes[next[name.index()] as usize] = node;
            next[name.index()] += 1;
        }
        ByName { starts, nodes }
    }

    fn get(&self, name: Name) -> &[NodeId] {
        match self.starts.get(name.index()..name.index() + 2) {
            Some(&[start, end]) => &self.nodes[start as usize..end as usize],
            _ => &[],
        }
    }
}

impl<'a> SelectorIndex<'a> {
    pub(super) fn new(document: &'a Document, budget: Budget) -> SelectorIndex<'a> {
        SelectorIndex {
            document,
            budget,
            elements: OnceCell::new(),
            tags: OnceCell::new(),
            attributes: OnceCell::new(),
            values: RefCell::default(),
            postings: RefCell::default(),
            parents: RefCell::default(),
            known: RefCell::default(),
            own: Default::default(),
            numbers: OnceCell::new(),
            stabilities: RefCell::default(),
            has_form_feeds: OnceCell::new(),
        }
    }

    /// All elements, in document order.
    pub(super) fn elements(&self) -> &[NodeId] {
        let document = self.document;
        self.elements.get_or_init(|| document.nodes().filter(|&node| document.is_element(node)).collect())
    }

    /// The elements of this name, in document order.
    pub(super) fn with_tag(&self, tag: Name) -> &[NodeId] {
        let document = self.document;
        let pairs = || document.nodes().filter_map(|node| Some((document.tag(node)?, node)));
        self.tags.get_or_init(|| ByName::of(pairs)).get(tag)
    }

    /// The elements that have this attribute, in document order.
    pub(super) fn with_attribute(&self, name: Name) -> &[NodeId] {
        let document = self.document;
        let of_node = |node: NodeId| document.attribute_names(node).map(move |name| (name, node));
        self.attributes.get_or_init(|| ByName::of(|| document.nodes().flat_map(of_node))).get(name)
    }

    fn by_value(&self, name: Name, case: ValueCase) -> Rc<ByText<'a>> {
        if let Some(known) = self.values.borrow().get(&(name, case)) {
            return known.clone();
        }
        let mut by_value: ByText<'a> = HashMap::new();
        for &node in self.with_attribute(name) {
            let value = self.document.attribute(node, name).unwrap_or("");
            let mut add = |text: &'a str| {
                let key = match case {
                    ValueCase::Ignored if text.bytes().any(|byte| byte.is_ascii_uppercase()) => {
                        Cow::Owned(text.to_ascii_lowercase())
                    }
                    _ => Cow::Borrowed(text),
                };
                let nodes = by_value.entry(key).or_default();
                if nodes.last() != Some(&node) {
                    nodes.push(node);
                }
            };
            if name == names::CLASS {
                value.split_ascii_whitespace().for_each(add);
            } else {
                add(value);
            }
        }
        let by_value = Rc::new(by_value);
        self.values.borrow_mut().insert((name, case), by_value.clone());
        by_value
    }

    /// The elements of the page that match the compound, by the rules of the dialect.
    pub(super) fn postings(&self, compound: &Compound<'a>, dialect: Dialect) -> Postings {
        let key = (self.rules(compound, dialect), compound.clone());
        if let Some(known) = self.postings.borrow().get(&key) {
            return known.clone();
        }
        let found: Postings = match &compound.features[..] {
            [] => compound.tag.map_or_else(|| self.elements(), |tag| self.with_tag(tag)).into(),
            [Feature::Has(reach, inner)] => {
                let partners = match reach {
                    Reach::Child => self.parents(inner, dialect),
                    Reach::Descendant => self.postings(inner, dialect),
                };
                let is_named = |node: NodeId| compound.tag.is_none_or(|tag| self.document.tag(node) == Some(tag));
                if *reach == Reach::Child {
                    self.budget.spend(partners.len() / 4);
                    partners.iter().copied().filter(|&node| is_named(node)).collect()
                } else {
                    let named = compound.tag.map_or_else(|| self.elements(), |tag| self.with_tag(tag));
                    self.budget.spend(named.len() / 2);
                    named.iter().copied().filter(|&node| self.has_below(node, &partners)).collect()
                }
            }
            [feature] => {
                let candidates = self.candidates(feature, dialect);
                let nodes = candidates.as_ref().map(Candidates::nodes);
                let named = || compound.tag.map_or_else(|| self.elements(), |tag| self.with_tag(tag));
                let nodes = nodes.unwrap_or_else(named);
                self.budget.spend(nodes.len() / 4);
                if self.is_listed(feature) {
                    let is_named = |node: &NodeId| compound.tag.is_none_or(|tag| self.document.tag(*node) == Some(tag));
                    nodes.iter().copied().filter(is_named).collect()
                } else {
                    nodes.iter().copied().filter(|&node| self.matches(compound, node, dialect)).collect()
                }
            }
            [first, rest @ ..] => {
                let wider = Compound { tag: compound.tag, features: vec![first.clone()] };
                let matches = |node: &NodeId| rest.iter().all(|feature| self.holds(feature, *node, dialect));
                let wider = self.postings(&wider, dialect);
                self.budget.spend(wider.len());
                wider.iter().copied().filter(matches).collect()
            }
        };
        self.postings.borrow_mut().insert(key, found.clone());
        found
    }

    /// The parents of the elements that match the compound.
    pub(super) fn parents(&self, compound: &Compound<'a>, dialect: Dialect) -> Postings {
        let key = (self.rules(compound, dialect), compound.clone());
        if let Some(known) = self.parents.borrow().get(&key) {
            return known.clone();
        }
        let children = self.postings(compound, dialect);
        let mut parents: Vec<NodeId> = children.iter().filter_map(|&child| self.document.parent(child)).collect();
        parents.sort_unstable();
        parents.dedup();
        let parents: Postings = parents.into();
        self.parents.borrow_mut().insert(key, parents.clone());
        parents
    }

    /// The dialect under whose name the answer is kept: most compounds mean the same in both.
    fn rules(&self, compound: &Compound<'a>, dialect: Dialect) -> Dialect {
        if dialect == Dialect::Css && !compound.features.iter().any(|feature| self.depends_on_dialect(feature)) {
            return Dialect::XPath;
        }
        dialect
    }

    /// Whether the two dialects may disagree about the feature.
    pub(super) fn depends_on_dialect(&self, feature: &Feature<'a>) -> bool {
        match feature {
            Feature::Id(_) => self.case_of_names(Dialect::Css) == ValueCase::Ignored,
            Feature::Class(_) => self.case_of_names(Dialect::Css) == ValueCase::Ignored || self.has_form_feeds(),
            Feature::Attribute(name, _) | Feature::Prefix(name, _) => ignores_case_of_value(self.document.spell(*name)),
            Feature::Has(_, inner) => inner.features.iter().any(|inner| self.depends_on_dialect(inner)),
            Feature::Not(inner) => self.depends_on_dialect(inner),
            Feature::HasAttribute(_)
            | Feature::Text(_)
            | Feature::Nth(_)
            | Feature::Last
            | Feature::From(_)
            | Feature::Until(_) => false,
        }
    }

    /// What is known of the compound.
    pub(super) fn know(&self, compound: Compound<'a>, dialect: Dialect) -> Rc<Known<'a>> {
        let key = (dialect, compound);
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        self.budget.spend(NEW);
        let (cost, is_named) = (key.1.cost(self, dialect), key.1.has_name(self));
        let number = self.known.borrow().len();
        let known =
            Rc::new(Known { compound: key.1.clone(), cost, is_named, number, dialect, postings: OnceCell::new() });
        self.known.borrow_mut().insert(key, known.clone());
        known
    }

    /// What an element can be recognised by without looking at others.
    pub(super) fn own(&self, node: NodeId, dialect: Dialect) -> Rc<Own<'a>> {
        let by_node = self.own[dialect as usize].get_or_init(|| vec![OnceCell::new(); self.document.len()]);
        by_node[node.index()].get_or_init(|| self.make_own(node, dialect)).clone()
    }

    fn make_own(&self, node: NodeId, dialect: Dialect) -> Rc<Own<'a>> {
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
        Rc::new(Own { tag: self.know(Compound { tag, features: Vec::new() }, dialect), features: features.collect() })
    }

    /// Whether the index has a list of exactly the elements that have the feature.
    fn is_listed(&self, feature: &Feature<'a>) -> bool {
        match feature {
            Feature::Id(_) | Feature::HasAttribute(_) => true,
            Feature::Class(_) => !self.has_form_feeds(),
            _ => false,
        }
    }

    /// The elements among which all that have the feature are; `None` if the index has no such list.
    fn candidates(&self, feature: &Feature<'a>, dialect: Dialect) -> Option<Candidates<'_, 'a>> {
        Some(match feature {
            Feature::Id(value) => self.with_value(names::ID, value, self.case_of_names(dialect)),
            Feature::Class(word) => self.with_value(names::CLASS, word, self.case_of_names(dialect)),
            // Values of other attributes are asked for too seldom to be listed.
            Feature::Attribute(name, _) | Feature::Prefix(name, _) | Feature::HasAttribute(name) => {
                Candidates::List(self.with_attribute(*name))
            }
            _ => return None,
        })
    }

    fn with_value(&self, name: Name, value: &str, case: ValueCase) -> Candidates<'_, 'a> {
        let key = match case {
            ValueCase::Counts => value.to_owned(),
            ValueCase::Ignored => value.to_ascii_lowercase(),
        };
        Candidates::OfValue(self.by_value(name, case), key)
    }

    /// Ids and classes ignore case in the CSS of pages in quirks mode.
    fn case_of_names(&self, dialect: Dialect) -> ValueCase {
        let ignored = dialect == Dialect::Css && self.document.quirks() == QuirksMode::Quirks;
        if ignored { ValueCase::Ignored } else { ValueCase::Counts }
    }

    /// Whether the element matches the compound, by the rules of the dialect.
    pub(super) fn matches(&self, compound: &Compound<'a>, node: NodeId, dialect: Dialect) -> bool {
        compound.tag.is_none_or(|tag| self.document.tag(node) == Some(tag))
            && compound.features.iter().all(|feature| self.holds(feature, node, dialect))
    }

    /// Whether the feature is true of the element, by the rules of the dialect.
    pub(super) fn holds(&self, feature: &Feature<'a>, node: NodeId, dialect: Dialect) -> bool {
        let document = self.document;
        let is_css = dialect == Dialect::Css;
        let ignored = || self.case_of_names(dialect) == ValueCase::Ignored;
        match feature {
            Feature::Id(id) => document.attribute(node, names::ID).is_some_and(|value| same(value, id, ignored)),
            Feature::Class(class) => document.attribute(node, names::CLASS).is_some_and(|value| {
                (is_css || !self.has_form_feed(value))
                    && value.split_ascii_whitespace().any(|word| same(word, class, ignored))
            }),
            Feature::Attribute(name, wanted) => {
                let ignored = || {
                    is_css
                        && document.namespace(node) == Namespace::Html
                        && ignores_case_of_value(document.spell(*name))
                };
                document.attribute(node, *name).is_some_and(|value| same(value, wanted, ignored))
            }
            Feature::Prefix(name, wanted) => {
                document.attribute(node, *name).is_some_and(|value| value.starts_with(wanted))
            }
            Feature::HasAttribute(name) => document.attribute(node, *name).is_some(),
            Feature::Text(text) => label::has_text(document, node, text),
            Feature::Nth(number) => self.number(node) == *number,
            Feature::Last => self.number_from_end(node) == 1,
            Feature::From(number) => self.number(node) >= *number,
            Feature::Until(number) => self.number_from_end(node) >= *number,
            Feature::Not(inner) => !self.holds(inner, node, dialect),
            Feature::Has(reach, inner) => self.has(node, *reach, inner, dialect),
        }
    }

    /// Whether an element that matches stands below the node.
    fn has(&self, node: NodeId, reach: Reach, inner: &Compound<'a>, dialect: Dialect) -> bool {
        match reach {
            Reach::Child => self.parents(inner, dialect).binary_search(&node).is_ok(),
            Reach::Descendant => self.has_below(node, &self.postings(inner, dialect)),
        }
    }

    pub(super) fn has_below(&self, node: NodeId, partners: &[NodeId]) -> bool {
        let first = partners.partition_point(|&partner| partner <= node);
        partners.get(first).is_some_and(|&partner| partner < self.document.subtree_end(node))
    }

    /// How a class, an id or a value came about, judged once each.
    pub(super) fn stability(&self, word: &'a str) -> Stability {
        *self.stabilities.borrow_mut().entry(word).or_insert_with(|| judge(word))
    }

    /// The place among siblings of the same name.
    pub(super) fn number(&self, node: NodeId) -> u32 {
        self.numbers()[node.index()].0
    }

    pub(super) fn number_from_end(&self, node: NodeId) -> u32 {
        self.numbers()[node.index()].1
    }

    fn numbers(&self) -> &[(u32, u32)] {
        self.numbers.get_or_init(|| {
            let document = self.document;
            let mut numbers = vec![(1, 1); document.len()];
            // By number of the name, how many siblings had it so far; emptied after each parent.
            let mut counts: Vec<u32> = Vec::new();
            for parent in document.nodes() {
                let tag = |child: NodeId| document.tag(child).map(Name::index);
                for child in document.children(parent) {
                    let Some(tag) = tag(child) else { continue };
                    if tag >= counts.len() {
                        counts.resize(tag + 1, 0);
                    }
                    counts[tag] += 1;
                    numbers[child.index()].0 = counts[tag];
                }
                for child in document.children(parent) {
                    let Some(tag) = tag(child) else { continue };
                    numbers[child.index()].1 = counts[tag] - numbers[child.index()].0 + 1;
                }
                for child in document.children(parent) {
                    if let Some(tag) = tag(child) {
                        counts[tag] = 0;
                    }
                }
            }
            numbers
        })
    }

    /// Whether form feeds part the classes: they do to CSS, to XPath they are letters.
    pub(super) fn has_form_feed(&self, value: &str) -> bool {
        self.has_form_feeds() && value.contains('\x0c')
    }

    fn has_form_feeds(&self) -> bool {
        *self.has_form_feeds.get_or_init(|| {
            let values = self.with_attribute(names::CLASS).iter();
            values.filter_map(|&node| self.document.attribute(node, names::CLASS)).any(|value| value.contains('\x0c'))
        })
    }
}

/// A compound that selectors were made of, and what was found out about it.
pub(super) struct Known<'a> {
    pub(super) compound: Compound<'a>,
    pub(super) cost: u32,
    /// Whether it has a name that somebody gave.
    pub(super) is_named: bool,
    /// Compounds are numbered in the order in which they were met.
    pub(super) number: usize,
    dialect: Dialect,
    postings: OnceCell<Postings>,
}

impl<'a> Known<'a> {
    /// The elements of the page that match.
    pub(super) fn postings(&self, index: &SelectorIndex<'a>) -> &[NodeId] {
        self.postings.get_or_init(|| index.postings(&self.compound, self.dialect))
    }
}

/// What an element can be recognised by.
pub(super) struct Own<'a> {
    /// Its name alone.
    pub(super) tag: Rc<Known<'a>>,
    /// Its features, best first.
    pub(super) features: Vec<OwnFeature<'a>>,
}

/// One feature of an element.
pub(super) struct OwnFeature<'a> {
    pub(super) feature: Feature<'a>,
    pub(super) cost: u32,
    /// Whether somebody gave the name that the feature rests on.
    pub(super) is_named: bool,
    tag: Option<Name>,
    alone: OnceCell<Rc<Known<'a>>>,
    with_tag: OnceCell<Rc<Known<'a>>>,
}

impl<'a> OwnFeature<'a> {
    pub(super) fn alone(&self, index: &SelectorIndex<'a>, dialect: Dialect) -> Rc<Known<'a>> {
        let compound = || Compound { tag: None, features: vec![self.feature.clone()] };
        self.alone.get_or_init(|| index.know(compound(), dialect)).clone()
    }

    pub(super) fn with_tag(&self, index: &SelectorIndex<'a>, dialect: Dialect) -> Rc<Known<'a>> {
        let compound = || Compound { tag: self.tag, features: vec![self.feature.clone()] };
        self.with_tag.get_or_init(|| index.know(compound(), dialect)).clone()
    }
}

/// A list of elements that the index has.
enum Candidates<'i, 'a> {
    List(&'i [NodeId]),
    OfValue(Rc<ByText<'a>>, String),
}

impl Candidates<'_, '_> {
    /// The elements in document order.
    fn nodes(&self) -> &[NodeId] {
        match self {
            Candidates::List(nodes) => nodes,
            Candidates::OfValue(by_value, key) => by_value.get(key.as_str()).map_or(&[], Vec::as_slice),
        }
    }
}

fn same(value: &str, wanted: &str, ignores_case: impl Fn() -> bool) -> bool {
    value == wanted || value.len() == wanted.len() && ignores_case() && value.eq_ignore_ascii_case(wanted)
}
