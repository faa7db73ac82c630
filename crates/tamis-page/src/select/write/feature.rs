//! What one element can be recognised by, how far that is to be trusted, and how it is written.
//!
//! Costs are in points; the lower, the more likely the feature survives the next redesign. They say an order, found by
//! reading the selectors written for real pages and asking which one belongs in a scraper.

use super::index::{Label, Number, SelectorIndex, Word};
use super::stability::Stability;
use crate::document::{Name, NodeId, names};
use crate::select::xpath::is_plain_name;

/// The language a selector is written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Dialect {
    Css,
    XPath,
}

/// One thing that is true of an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Feature {
    Id(Word),
    Class(Word),
    /// An attribute with this value.
    Attribute(Name, Word),
    /// An attribute whose value starts so.
    Prefix(Name, Word),
    /// An attribute, whatever its value.
    HasAttribute(Name),
    /// The text, white space normalised; XPath only.
    Text(Label),
    /// The number among siblings of the same name.
    Nth(u32),
    /// The last among siblings of the same name.
    Last,
    /// At this number among siblings of the same name, or after.
    From(u32),
    /// At this number from the end among siblings of the same name, or before.
    Until(u32),
    /// A child, or something further below, that matches the compound of this number.
    Has(Reach, Number),
    /// It does not match the compound of this number, which is one feature.
    Not(Number),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Reach {
    Child,
    Descendant,
}

pub(super) mod cost {
    pub(in super::super) const ID: u32 = 10;
    /// `itemprop`, `data-testid`, `name`, `property`: put there to be found.
    pub(in super::super) const HOOK: u32 = 12;
    pub(in super::super) const CLASS: u32 = 14;
    /// `rel`, `type`, `role`, `itemtype`, `for`, `scope`.
    pub(in super::super) const ROLE: u32 = 16;
    /// Added to an id or class that is one of a series, or of one or two letters.
    pub(in super::super) const NUMBERED: u32 = 8;
    pub(in super::super) const PREFIX: u32 = 26;
    pub(in super::super) const DATA: u32 = 22;
    pub(in super::super) const TEXT: u32 = 20;
    pub(in super::super) const HAS: u32 = 16;
    pub(in super::super) const OTHER: u32 = 32;
    /// `width`, `bgcolor`, `cellpadding`: how it looks.
    pub(in super::super) const LOOKS: u32 = 36;
    pub(in super::super) const UTILITY: u32 = 40;
    pub(in super::super) const NOT: u32 = 14;
    pub(in super::super) const RANGE: u32 = 34;
    pub(in super::super) const END: u32 = 40;
    pub(in super::super) const NTH: u32 = 48;
    pub(in super::super) const GENERATED: u32 = 120;
    /// A name such as `article` or `dl` says more than `div`.
    pub(in super::super) const TELLING_TAG: u32 = 16;
    pub(in super::super) const PLAIN_TAG: u32 = 24;
    /// A name beside features.
    pub(in super::super) const EXTRA_TAG: u32 = 1;
    /// Without a name: `*` in XPath, a lone `[width="25%"]` in CSS. Ids and classes in CSS stand well alone.
    pub(in super::super) const STAR: u32 = 4;
    pub(in super::super) const DESCENT: u32 = 5;
    pub(in super::super) const CHILD: u32 = 6;
    pub(in super::super) const SIBLING: u32 = 10;
    /// A selector in which no chosen name occurs.
    pub(in super::super) const NAMELESS: u32 = 22;
}

impl Feature {
    pub(super) fn cost(self, index: &SelectorIndex<'_>) -> u32 {
        let document = index.document;
        match self {
            Feature::Id(id) => by_stability(cost::ID, index.stability(id)),
            Feature::Class(class) => by_stability(cost::CLASS, index.stability(class)),
            Feature::Attribute(name, value) => attribute_cost(index, document.spell(name), value),
            Feature::Prefix(..) => cost::PREFIX,
            Feature::HasAttribute(name) => match document.spell(name) {
                "itemscope" | "datetime" => cost::HOOK,
                text if text.starts_with("data-") => cost::DATA + 2,
                text if is_presentational(text) => cost::LOOKS + 8,
                _ => cost::OTHER + 2,
            },
            Feature::Text(text) => cost::TEXT + index.spell_label(text).chars().count() as u32 / 8,
            Feature::Nth(1) | Feature::Last => cost::END,
            Feature::Nth(number) => cost::NTH + number.min(12),
            // The longer the head or tail that is left out, the less it is a rule of the page.
            Feature::From(number) => cost::RANGE + 3 * number.min(20),
            Feature::Until(number) => cost::RANGE + 6 + 3 * number.min(20),
            Feature::Has(reach, inner) => {
                let inner = index.numbered(inner).cost(index, Dialect::Css);
                cost::HAS + inner / 2 + u32::from(reach == Reach::Descendant)
            }
            Feature::Not(inner) => {
                cost::NOT + index.numbered(inner).features.iter().map(|it| it.cost(index)).sum::<u32>()
            }
        }
    }

    /// Whether the feature rests on a name that an author chose.
    pub(super) fn is_name(self, index: &SelectorIndex<'_>) -> bool {
        match self {
            Feature::Id(name) | Feature::Class(name) => index.stability(name) <= Stability::Numbered,
            Feature::Attribute(name, _) => !is_presentational_name(name),
            Feature::Prefix(..) | Feature::Text(_) => true,
            Feature::Has(_, inner) => index.numbered(inner).has_name(index),
            Feature::HasAttribute(_)
            | Feature::Nth(_)
            | Feature::Last
            | Feature::From(_)
            | Feature::Until(_)
            | Feature::Not(_) => false,
        }
    }

    /// The attribute that is asked for by its name.
    pub(super) fn attribute(self) -> Option<Name> {
        match self {
            Feature::Attribute(name, _) | Feature::Prefix(name, _) | Feature::HasAttribute(name) => Some(name),
            _ => None,
        }
    }

    /// Whether the feature counts siblings of the same name, and so needs the name.
    pub(super) fn is_position(self) -> bool {
        matches!(self, Feature::Nth(_) | Feature::Last | Feature::From(_) | Feature::Until(_))
    }
}

/// How many attributes and classes of an element are looked at, and how many features are made of them.
const MAX_ATTRIBUTES: usize = 64;
const MAX_FEATURES: usize = 16;

/// The features of an element that do not depend on others with their costs, best first.
pub(super) fn own_features(index: &SelectorIndex<'_>, node: NodeId, dialect: Dialect) -> Vec<(u32, Feature)> {
    let document = index.document;
    let mut features: Vec<Feature> = Vec::new();
    for attribute in document.attributes(node).take(MAX_ATTRIBUTES) {
        let spelt = document.spell(attribute.name);
        let can_be_written = match dialect {
            Dialect::Css => !spelt.contains(':'),
            Dialect::XPath => is_plain_name(spelt),
        };
        match attribute.name {
            _ if !can_be_written => {}
            names::ID if is_one_word(attribute.value) => features.push(Feature::Id(index.word(attribute.value))),
            names::CLASS if dialect == Dialect::XPath && index.has_form_feed(node) => {}
            names::CLASS => {
                for &class in index.classes_of(node).iter().take(MAX_ATTRIBUTES) {
                    if !features.contains(&Feature::Class(class)) {
                        features.push(Feature::Class(class));
                    }
                }
            }
            _ if says_nothing(spelt) => {}
            name => {
                if can_be_value(attribute.value) {
                    features.push(Feature::Attribute(name, index.word(attribute.value)));
                }
                features.push(Feature::HasAttribute(name));
            }
        }
    }
    let mut features: Vec<(u32, Feature)> = features.into_iter().map(|it| (it.cost(index), it)).collect();
    features.sort_by_key(|(cost, _)| *cost);
    features.truncate(MAX_FEATURES);
    features
}

/// Handlers, inline styles and other attributes that say nothing about what an element is.
fn says_nothing(attribute: &str) -> bool {
    attribute.starts_with("on") || matches!(attribute, "style" | "id" | "class" | "srcset" | "sizes" | "d" | "points")
}

fn is_one_word(value: &str) -> bool {
    !value.is_empty() && !value.contains(|character: char| character.is_whitespace())
}

fn can_be_value(value: &str) -> bool {
    !value.is_empty()
        && value.len() <= 60
        && !value.starts_with("javascript:")
        && value != "#"
        && !value.contains(|character: char| character.is_control())
}

fn by_stability(base: u32, stability: Stability) -> u32 {
    match stability {
        Stability::Named => base,
        Stability::Numbered => base + cost::NUMBERED,
        Stability::Utility => cost::UTILITY,
        Stability::Generated => cost::GENERATED,
    }
}

/// Attributes that are put there to be found.
const HOOKS: [&str; 12] = [
    "itemprop", "data-testid", "data-test", "data-test-id", "data-qa", "data-cy", "data-hook", "property", "name",
    "data-automation-id", "data-component", "data-component-type",
];

fn attribute_cost(index: &SelectorIndex<'_>, name: &str, word: Word) -> u32 {
    let value = index.spell(word);
    match name {
        _ if HOOKS.contains(&name) => by_stability(cost::HOOK, index.stability(word)),
        "rel" | "type" | "role" | "itemtype" | "for" | "scope" => cost::ROLE,
        "href" | "src" | "action" => cost::OTHER + value.len() as u32 / 4,
        "aria-label" | "title" | "alt" | "placeholder" => cost::OTHER + 8 + value.len() as u32 / 4,
        _ if is_presentational(name) => cost::LOOKS,
        _ if index.stability(word) == Stability::Generated => cost::GENERATED,
        _ if name.starts_with("data-") => cost::DATA + value.len() as u32 / 8,
        _ => cost::OTHER + value.len() as u32 / 8,
    }
}

const PRESENTATIONAL: [&str; 25] = [
    "align", "valign", "width", "height", "bgcolor", "color", "border", "cellpadding", "cellspacing", "size", "face",
    "colspan", "rowspan", "nowrap", "background", "hspace", "vspace", "clear", "noshade", "start", "compact",
    "tabindex", "target", "loading", "decoding",
];

fn is_presentational(name: &str) -> bool {
    PRESENTATIONAL.contains(&name)
}

fn is_presentational_name(name: Name) -> bool {
    name.well_known().is_some_and(is_presentational)
}

const TELLING: [&str; 38] = [
    "address", "article", "aside", "blockquote", "body", "caption", "dd", "details", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "html", "legend",
    "main", "nav", "ol", "pre", "section", "select", "summary", "textarea", "th", "thead", "time", "title", "video",
];

/// Whether a page uses elements of this name for few things; so it does custom elements.
pub(super) fn is_telling(tag: &str) -> bool {
    tag.contains(['-', ':']) || TELLING.contains(&tag)
}
