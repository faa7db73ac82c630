//! An index of a page: which elements have a name, a class, an id or an attribute, and which of their siblings they are.
//!
//! Every part is made when it is first asked for, in one pass over the page, and serves all selectors that are written
//! for the page from then on. Texts and compounds are numbered, so that what is known of them is found by number.

mod compounds;
mod lists;
mod postings;
mod words;

pub(super) use compounds::{KnownCompound, Number, OwnFeature, OwnFeatures};
pub(super) use words::{FastMap, Label, Word};

use super::budget::Budget;
use super::feature::{Dialect, Feature, Reach};
use super::label;
use super::pattern::Compound;
use super::scopes::Reached;
use super::stability::Stability;
use crate::document::{Document, Name, Namespace, NodeId, QuirksMode, names};
use crate::select::css::ignores_case_of_value;
use compounds::Compounds;
use lists::{Classes, Lists, Numbers};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use words::Words;

/// The elements of a page by what can be asked of them.
pub(super) struct SelectorIndex<'a> {
    pub(super) document: &'a Document,
    pub(super) budget: Budget,
    /// Whether a class is always asked for as one of several, even if it stands alone on this page.
    pub(super) are_classes_words: bool,
    elements: OnceCell<Vec<NodeId>>,
    tags: OnceCell<Lists>,
    attributes: OnceCell<Lists>,
    words: Words<'a>,
    classes: OnceCell<Classes>,
    /// For each way to compare letters.
    by_class: [OnceCell<Lists>; 2],
    ids: [OnceCell<Lists>; 2],
    compounds: Compounds,
    /// By dialect and number of a compound, the elements of the page that match it, where they begin selectors.
    pub(super) containers: [RefCell<FastMap<Number, Rc<Reached>>>; 2],
    /// By number of the node, for each dialect.
    own: [OnceCell<Vec<OnceCell<Rc<OwnFeatures>>>>; 2],
    /// By name and number of the classes, what elements without other attributes are recognised by.
    alike: RefCell<FastMap<Looks, Rc<OwnFeatures>>>,
    numbers: Numbers,
    have_form_feeds: OnceCell<bool>,
}

/// The name of an element and the number of its classes, as a dialect sees them.
type Looks = (Dialect, Option<Name>, usize);

/// What it takes, in steps, to make something that is kept.
const NEW: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum ValueCase {
    Counts,
    Ignored,
}

impl<'a> SelectorIndex<'a> {
    pub(super) fn new(document: &'a Document, budget: Budget) -> SelectorIndex<'a> {
        SelectorIndex {
            document,
            budget,
            are_classes_words: false,
            elements: OnceCell::new(),
            tags: OnceCell::new(),
            attributes: OnceCell::new(),
            words: Words::default(),
            classes: OnceCell::new(),
            by_class: Default::default(),
            ids: Default::default(),
            compounds: Compounds::default(),
            containers: Default::default(),
            own: Default::default(),
            alike: RefCell::default(),
            numbers: Numbers::default(),
            have_form_feeds: OnceCell::new(),
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
        let number = |node: NodeId| Some((document.tag(node)?.index() as u32, node));
        let lists = || Lists::of(&document.nodes().filter_map(number).collect::<Vec<_>>());
        self.tags.get_or_init(lists).get(tag.index())
    }

    /// The elements that have this attribute, in document order.
    pub(super) fn with_attribute(&self, name: Name) -> &[NodeId] {
        let document = self.document;
        let lists = || {
            let mut pairs = Vec::with_capacity(document.len());
            for node in document.nodes() {
                pairs.extend(document.attribute_names(node).map(|name| (name.index() as u32, node)));
            }
            Lists::of(&pairs)
        };
        self.attributes.get_or_init(lists).get(name.index())
    }

    /// The number of a text of the page.
    pub(super) fn word(&self, text: &'a str) -> Word {
        self.words.number(text)
    }

    pub(super) fn spell(&self, word: Word) -> &'a str {
        self.words.spell(word)
    }

    /// The number of a text that was put together.
    pub(super) fn label(&self, text: &str) -> Label {
        self.words.label(text)
    }

    pub(super) fn spell_label(&self, label: Label) -> Rc<str> {
        self.words.spell_label(label)
    }

    /// How a class, an id or a value came about, judged once each.
    pub(super) fn stability(&self, word: Word) -> Stability {
        self.words.stability(word)
    }

    /// The classes of the element, in the order of the page.
    pub(super) fn classes_of(&self, node: NodeId) -> &[Word] {
        self.classes().value(node).map_or(&[], |value| self.classes().words(value))
    }

    /// Whether the two dialects may disagree about the feature.
    pub(super) fn depends_on_dialect(&self, feature: Feature) -> bool {
        match feature {
            Feature::Id(_) => self.case_of_names(Dialect::Css) == ValueCase::Ignored,
            Feature::Class(_) => self.case_of_names(Dialect::Css) == ValueCase::Ignored || self.have_form_feeds(),
            Feature::Attribute(name, _) | Feature::Prefix(name, _) => ignores_case_of_value(self.document.spell(name)),
            Feature::Has(_, inner) | Feature::Not(inner) => {
                self.numbered(inner).features.iter().any(|&inner| self.depends_on_dialect(inner))
            }
            Feature::HasAttribute(_)
            | Feature::Text(_)
            | Feature::Nth(_)
            | Feature::Last
            | Feature::From(_)
            | Feature::Until(_) => false,
        }
    }

    /// Ids and classes ignore case in the CSS of pages in quirks mode.
    fn case_of_names(&self, dialect: Dialect) -> ValueCase {
        let ignored = dialect == Dialect::Css && self.document.quirks() == QuirksMode::Quirks;
        if ignored { ValueCase::Ignored } else { ValueCase::Counts }
    }

    /// Whether the element matches the compound, by the rules of the dialect.
    pub(super) fn matches(&self, compound: &Compound, node: NodeId, dialect: Dialect) -> bool {
        compound.tag.is_none_or(|tag| self.document.tag(node) == Some(tag))
            && compound.features.iter().all(|&feature| self.holds(feature, node, dialect))
    }

    /// Whether the feature is true of the element, by the rules of the dialect.
    pub(super) fn holds(&self, feature: Feature, node: NodeId, dialect: Dialect) -> bool {
        let document = self.document;
        let is_css = dialect == Dialect::Css;
        match feature {
            Feature::Id(id) => document
                .attribute(node, names::ID)
                .is_some_and(|value| same(value, self.spell(id), || self.case_of_names(dialect) == ValueCase::Ignored)),
            Feature::Class(class) => self.has_class(node, class, dialect),
            Feature::Attribute(name, wanted) => {
                let ignored = || {
                    is_css && document.namespace(node) == Namespace::Html && ignores_case_of_value(document.spell(name))
                };
                document.attribute(node, name).is_some_and(|value| same(value, self.spell(wanted), ignored))
            }
            Feature::Prefix(name, wanted) => {
                document.attribute(node, name).is_some_and(|value| value.starts_with(self.spell(wanted)))
            }
            Feature::HasAttribute(name) => document.attribute(node, name).is_some(),
            Feature::Text(text) => label::has_text(document, node, &self.spell_label(text)),
            Feature::Nth(number) => self.number(node) == number,
            Feature::Last => self.number_from_end(node) == 1,
            Feature::From(number) => self.number(node) >= number,
            Feature::Until(number) => self.number_from_end(node) >= number,
            Feature::Not(inner) => !self.matches(&self.numbered(inner), node, dialect),
            Feature::Has(Reach::Child, inner) => self.parents(inner, dialect).binary_search(&node).is_ok(),
            Feature::Has(Reach::Descendant, inner) => {
                self.has_below(node, &self.postings(&self.numbered(inner), dialect))
            }
        }
    }

    fn has_class(&self, node: NodeId, class: Word, dialect: Dialect) -> bool {
        let classes = self.classes();
        let Some(value) = classes.value(node) else { return false };
        if dialect == Dialect::XPath && classes.has_form_feed(value) {
            return false;
        }
        let words = classes.words(value);
        match self.case_of_names(dialect) {
            ValueCase::Counts => words.contains(&class),
            ValueCase::Ignored => {
                let wanted = self.words.folded(class);
                words.iter().any(|&word| word == class || self.words.folded(word) == wanted)
            }
        }
    }

    /// Whether form feeds part classes: they do to CSS, to XPath they are letters.
    fn have_form_feeds(&self) -> bool {
        *self.have_form_feeds.get_or_init(|| self.classes().have_form_feeds())
    }

    /// Whether form feeds part the classes of the element.
    pub(super) fn has_form_feed(&self, node: NodeId) -> bool {
        self.have_form_feeds() && self.classes().value(node).is_some_and(|value| self.classes().has_form_feed(value))
    }
}

fn same(value: &str, wanted: &str, ignores_case: impl Fn() -> bool) -> bool {
    value == wanted || value.len() == wanted.len() && ignores_case() && value.eq_ignore_ascii_case(wanted)
}
