//! What the wanted elements have in common: candidates for the last compound of a selector.

use super::feature::{Compound, Dialect, Feature, Reach, cost, own_features};
use super::ground::{Ground, normalized_text};
use super::pattern::compound;
use crate::document::{Name, NodeId, names};
use crate::select::bits::Bits;

/// A candidate for the last compound, and the elements that match it.
pub(super) struct Subject<'a> {
    pub(super) compound: Compound<'a>,
    pub(super) cost: u32,
    pub(super) extent: Bits,
}

/// The longest text that is taken for a label.
const MAX_LABEL: usize = 40;

/// Compounds made of the features that the elements have by themselves.
pub(super) fn plain<'a>(ground: &Ground<'a>, targets: &[NodeId]) -> Vec<Subject<'a>> {
    let tag = common_tag(ground, targets);
    let mut subjects = Vec::new();
    if let Some(tag) = tag {
        subjects.push(Subject::new(ground, compound(Some(tag), None)));
    }
    let features = common_features(ground, targets);
    let mut named = Vec::new();
    for feature in features {
        let lone = Subject::new(ground, compound(None, Some(feature.clone())));
        if let Some(tag) = tag {
            named.push(Subject::new(ground, compound(Some(tag), Some(feature))));
            subjects.push(lone);
        } else {
            named.push(lone);
        }
    }
    let best = &named[..named.len().min(10)];
    for (i, first) in best.iter().enumerate() {
        subjects.extend(best[i + 1..].iter().map(|second| first.and(second, ground)));
    }
    subjects.append(&mut named);
    if subjects.is_empty() {
        subjects.push(Subject::new(ground, Compound::default()));
    }
    subjects
}

/// Compounds that also look at places among siblings, at what is below, and at what is missing.
pub(super) fn rich<'a>(ground: &Ground<'a>, targets: &[NodeId], outside: &Bits) -> Vec<Subject<'a>> {
    let Some(tag) = common_tag(ground, targets) else { return Vec::new() };
    let mut features = having(ground, targets);
    features.extend(missing(ground, targets, tag, outside));
    features.sort_by_cached_key(|feature| feature.cost(ground.document));
    features.truncate(24);
    let with_tag = |feature: Feature<'a>| Subject::new(ground, compound(Some(tag), Some(feature)));
    let places: Vec<Subject<'a>> = places(ground, targets).into_iter().map(with_tag).collect();
    let own: Vec<Subject<'a>> = common_features(ground, targets).into_iter().take(4).map(with_tag).collect();
    let features: Vec<Subject<'a>> = features.into_iter().map(with_tag).collect();
    let mut pairs = Vec::new();
    for (i, feature) in features.iter().enumerate() {
        let others = own.iter().chain(&places).chain(if i < 6 { &features[i + 1..features.len().min(6)] } else { &[] });
        pairs.extend(others.map(|other| other.and(feature, ground)));
    }
    for (i, place) in places.iter().enumerate() {
        pairs.extend(own.iter().chain(&places[i + 1..]).map(|other| other.and(place, ground)));
    }
    pairs.extend(places);
    pairs.extend(features);
    pairs
}

impl<'a> Subject<'a> {
    fn new(ground: &Ground<'a>, compound: Compound<'a>) -> Subject<'a> {
        let extent = ground.extent(&compound);
        Subject { cost: compound.cost(ground.document, ground.dialect), extent, compound }
    }

    /// Both compounds at once; they have the same name.
    fn and(&self, other: &Subject<'a>, ground: &Ground<'a>) -> Subject<'a> {
        let features = self.compound.features.iter().chain(&other.compound.features).cloned().collect();
        let compound = Compound { tag: self.compound.tag, features };
        let mut extent = self.extent.clone();
        extent.intersect(&other.extent);
        Subject { cost: compound.cost(ground.document, ground.dialect), extent, compound }
    }
}

pub(super) fn common_tag(ground: &Ground, targets: &[NodeId]) -> Option<Name> {
    let tag = ground.document.tag(*targets.first()?)?;
    targets.iter().all(|&target| ground.document.tag(target) == Some(tag)).then_some(tag)
}

/// The features that all targets share, best first.
fn common_features<'a>(ground: &Ground<'a>, targets: &[NodeId]) -> Vec<Feature<'a>> {
    let document = ground.document;
    let Some(&first) = targets.first() else { return Vec::new() };
    let mut features = own_features(document, first, ground.dialect);
    features.extend(common_prefixes(ground, targets));
    if ground.dialect == Dialect::XPath
        && let Some(text) = label_text(ground, first, Saying::Itself)
    {
        features.push(Feature::Text(text));
    }
    features.retain(|feature| targets.iter().all(|&target| ground.holds(feature, target)));
    features.sort_by_cached_key(|feature| feature.cost(document));
    features
}

/// What a text is needed for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Saying {
    /// To recognise the element itself: what people click on and what names something else. Any other text is the
    /// content that the scraper is after, and differs on the next page.
    Itself,
    /// To recognise the value behind it.
    Next,
}

/// The element's text, if it looks like a label.
pub(super) fn label_text(ground: &Ground, node: NodeId, saying: Saying) -> Option<String> {
    let text = normalized_text(ground.document, node, MAX_LABEL)?;
    let is_worded = text.chars().any(char::is_alphabetic) && !text.chars().any(|it| it.is_ascii_digit());
    let names_things = match ground.document.tag_name(node) {
        "dt" | "th" | "label" | "legend" => true,
        "a" | "button" | "summary" | "option" => saying == Saying::Itself,
        "b" | "strong" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => saying == Saying::Next || text.ends_with(':'),
        _ => text.ends_with(':'),
    };
    (is_worded && names_things).then_some(text)
}

/// `a[href^="/item/"]`, `li[id^="result-"]`: what values that differ start with.
fn common_prefixes<'a>(ground: &Ground<'a>, targets: &[NodeId]) -> Vec<Feature<'a>> {
    let document = ground.document;
    let mut features = Vec::new();
    if targets.len() < 2 {
        return features;
    }
    for name in [names::HREF, names::SRC, names::ID, names::NAME, names::ACTION] {
        let mut values = targets.iter().map(|&target| document.attribute(target, name));
        let Some(Some(first)) = values.next() else { continue };
        let mut len = first.len();
        for value in values {
            let Some(value) = value else {
                len = 0;
                break;
            };
            len = len.min(first.bytes().zip(value.bytes()).take_while(|(one, two)| one == two).count());
        }
        // Numbers run on; a prefix ends where the part that people chose does.
        let Some(common) = first.get(..len) else { continue };
        let prefix = common.trim_end_matches(|character: char| character.is_ascii_digit());
        let prefix = match name {
            names::ID | names::NAME => prefix,
            _ => prefix.rfind(['/', '=', '?']).map_or("", |end| &prefix[..=end]),
        };
        let meaningful = prefix.split_once("://").map_or(prefix, |(_, rest)| rest);
        if meaningful.trim_matches('/').len() >= 3 && prefix.len() < first.len() && prefix.len() <= 60 {
            features.push(Feature::Prefix(name, prefix));
        }
    }
    features
}

/// `tr:has(> td.price)`, `p:has(a)`: elements that all targets have below them.
fn having<'a>(ground: &Ground<'a>, targets: &[NodeId]) -> Vec<Feature<'a>> {
    let document = ground.document;
    let Some(&first) = targets.first() else { return Vec::new() };
    let wanted = ground.set_of(targets.iter().copied());
    let mut inner: Vec<(Reach, Compound<'a>)> = Vec::new();
    for node in document.descendants(first).filter(|&node| document.is_element(node)).take(60) {
        let reach = if document.parent(node) == Some(first) { Reach::Child } else { Reach::Descendant };
        let tag = document.tag(node);
        let mut add = |compound: Compound<'a>| {
            if !inner.iter().any(|(_, known)| *known == compound) {
                inner.push((reach, compound));
            }
        };
        add(compound(tag, None));
        let named = own_features(document, node, ground.dialect);
        for feature in named.into_iter().filter(|feature| feature.cost(document) <= cost::LOOKS).take(2) {
            add(compound(tag, Some(feature)));
        }
    }
    inner.sort_by_cached_key(|(_, compound)| compound.cost(document, ground.dialect));
    inner.truncate(24);
    let mut features = Vec::new();
    for (reach, compound) in inner {
        let mut feature = Feature::Has(reach, Box::new(compound));
        let has = |feature: &Feature<'a>| {
            ground.extent(&Compound { tag: None, features: vec![feature.clone()] }).includes(&wanted)
        };
        if !has(&feature) {
            let Feature::Has(Reach::Child, compound) = feature else { continue };
            feature = Feature::Has(Reach::Descendant, compound);
            if !has(&feature) {
                continue;
            }
        }
        features.push(feature);
    }
    features
}

/// Places among siblings of the same name that all targets share.
fn places<'a>(ground: &Ground<'a>, targets: &[NodeId]) -> Vec<Feature<'a>> {
    let least = |number: &dyn Fn(NodeId) -> u32| targets.iter().map(|&target| number(target)).min().unwrap_or(1);
    let from = least(&|target| ground.number(target));
    let until = least(&|target| ground.number_from_end(target));
    let mut features = Vec::new();
    if targets.iter().all(|&target| ground.number(target) == from) {
        features.push(Feature::Nth(from));
    } else if from > 1 {
        features.push(Feature::From(from));
    }
    if targets.iter().all(|&target| ground.number_from_end(target) == 1) {
        features.push(Feature::Last);
    } else if until > 1 {
        features.push(Feature::Until(until));
    }
    features
}

/// `li:not(.ad)`: features that no target has and some unwanted element of the same name does.
fn missing<'a>(ground: &Ground<'a>, targets: &[NodeId], tag: Name, outside: &Bits) -> Vec<Feature<'a>> {
    let document = ground.document;
    let mut features: Vec<Feature<'a>> = Vec::new();
    // Siblings of the targets are the ones that a container does not keep out.
    let parent = targets.first().and_then(|&target| document.parent(target));
    let unwanted = ground.nodes(outside).filter(|&node| document.tag(node) == Some(tag));
    for node in unwanted.filter(|&node| document.parent(node) == parent).take(6) {
        for feature in own_features(document, node, ground.dialect).into_iter().take(6) {
            let is_telling = feature.cost(document) <= cost::UTILITY;
            if is_telling && !features.contains(&feature) && !targets.iter().any(|&it| ground.holds(&feature, it)) {
                features.push(feature);
            }
        }
    }
    features.into_iter().map(|feature| Feature::Not(Box::new(feature))).collect()
}
