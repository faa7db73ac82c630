//! What the wanted elements have in common: candidates for the last compound of a selector.

use super::feature::{Dialect, Feature, Reach, cost};
use super::index::KnownCompound;
use super::label::{LabelUse, label_text};
use super::pattern::Compound;
use super::pattern::compound;
use super::scopes::Scopes;
use crate::document::{Name, NodeId, names};

/// Candidates for the last compound: all wanted elements match them.
pub(super) type Subjects = Vec<KnownCompound>;

/// How many features are combined in pairs.
pub(super) const MAX_PAIRED: usize = 4;

/// How many elements below the first target are looked at, and how many features are made of them.
const MAX_BELOW: usize = 40;
const MAX_HAVING: usize = 14;

/// Compounds made of a name and one of the features that the elements have by themselves.
pub(super) fn single(scopes: &Scopes<'_, '_>, targets: &[NodeId], max_features: usize) -> Subjects {
    let (index, dialect) = (scopes.index, scopes.dialect);
    let Some(&first) = targets.first() else { return Vec::new() };
    let tag = common_tag(scopes, targets);
    let own = index.own(first, dialect);
    let mut subjects: Subjects = tag.iter().map(|_| own.tag).collect();
    let common = own.features.iter().filter(|feature| all_have(scopes, targets, feature.feature));
    for feature in common.take(max_features) {
        if tag.is_some() {
            subjects.push(feature.with_tag(index, dialect));
        }
        subjects.push(feature.alone(index, dialect));
    }
    let mut more = common_prefixes(scopes, targets);
    if dialect == Dialect::XPath
        && let Some(text) = label_text(index, first, LabelUse::Itself)
    {
        more.push(Feature::Text(index.label(&text)));
    }
    for feature in more.into_iter().filter(|&feature| all_have(scopes, targets, feature)) {
        subjects.push(index.know(compound(tag, Some(feature)), dialect));
    }
    if subjects.is_empty() {
        subjects.push(index.know(Compound::default(), dialect));
    }
    subjects
}

/// The features of single compounds, best first.
pub(super) fn features_of(single: &[KnownCompound]) -> Vec<Feature> {
    let mut best: Vec<&KnownCompound> = single.iter().collect();
    best.sort_by_key(|known| known.cost);
    let mut features: Vec<Feature> = Vec::new();
    for &feature in best.iter().flat_map(|known| known.compound.features.iter()) {
        if !features.contains(&feature) {
            features.push(feature);
        }
    }
    features
}

/// Compounds of two such features.
pub(super) fn paired(scopes: &Scopes<'_, '_>, targets: &[NodeId], features: &[Feature]) -> Subjects {
    let tag = common_tag(scopes, targets);
    let best = &features[..features.len().min(MAX_PAIRED)];
    let mut subjects = Vec::new();
    for (i, first) in best.iter().enumerate() {
        for second in &best[i + 1..] {
            let compound = Compound::new(tag, [*first, *second]);
            subjects.push(scopes.index.know(compound, scopes.dialect));
        }
    }
    subjects
}

/// What all targets have below them, and what they lack, best first.
pub(super) fn having_and_missing(scopes: &Scopes<'_, '_>, targets: &[NodeId], tag: Name) -> Vec<Feature> {
    let mut features = having(scopes, targets);
    features.extend(missing(scopes, targets, tag));
    features.sort_by_cached_key(|feature| feature.cost(scopes.index));
    features.truncate(MAX_HAVING);
    features
}

pub(super) fn common_tag(scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> Option<Name> {
    let tag = scopes.document.tag(*targets.first()?)?;
    targets.iter().all(|&target| scopes.document.tag(target) == Some(tag)).then_some(tag)
}

pub(super) fn all_have(scopes: &Scopes<'_, '_>, targets: &[NodeId], feature: Feature) -> bool {
    scopes.budget.spend(targets.len());
    targets.iter().all(|&target| scopes.index.holds(feature, target, scopes.dialect))
}

/// `a[href^="/item/"]`, `li[id^="result-"]`: what values that differ start with.
fn common_prefixes(scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> Vec<Feature> {
    let document = scopes.document;
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
            features.push(Feature::Prefix(name, scopes.index.word(prefix)));
        }
    }
    features
}

/// `tr:has(> td.price)`, `p:has(a)`: elements that all targets have below them.
fn having(scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> Vec<Feature> {
    let (document, index) = (scopes.document, scopes.index);
    let Some(&first) = targets.first() else { return Vec::new() };
    let mut inner: Vec<(Reach, Compound)> = Vec::new();
    for node in document.descendants(first).filter(|&node| document.is_element(node)).take(MAX_BELOW) {
        let reach = if document.parent(node) == Some(first) { Reach::Child } else { Reach::Descendant };
        let tag = document.tag(node);
        let mut add = |compound: Compound| {
            if !inner.iter().any(|(_, known)| *known == compound) {
                inner.push((reach, compound));
            }
        };
        add(compound(tag, None));
        scopes.budget.spend(4);
        let own = index.own(node, scopes.dialect);
        for own in own.features.iter().filter(|own| own.cost <= cost::LOOKS).take(2) {
            add(compound(tag, Some(own.feature)));
        }
    }
    inner.sort_by_cached_key(|(_, compound)| compound.cost(index, scopes.dialect));
    inner.truncate(MAX_HAVING);
    let mut features = Vec::new();
    for (reach, compound) in inner {
        let mut feature = Feature::Has(reach, index.number_of(&compound));
        if !all_have(scopes, targets, feature) {
            let Feature::Has(Reach::Child, compound) = feature else { continue };
            feature = Feature::Has(Reach::Descendant, compound);
            if !all_have(scopes, targets, feature) {
                continue;
            }
        }
        features.push(feature);
    }
    features
}

/// Places among siblings of the same name that all targets share.
pub(super) fn places(scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> Vec<Feature> {
    let index = scopes.index;
    scopes.budget.spend(targets.len());
    let least = |number: &dyn Fn(NodeId) -> u32| targets.iter().map(|&target| number(target)).min().unwrap_or(1);
    let from = least(&|target| index.number(target));
    let until = least(&|target| index.number_from_end(target));
    let mut features = Vec::new();
    if targets.iter().all(|&target| index.number(target) == from) {
        features.push(Feature::Nth(from));
    } else if from > 1 {
        features.push(Feature::From(from));
    }
    if targets.iter().all(|&target| index.number_from_end(target) == 1) {
        features.push(Feature::Last);
    } else if until > 1 {
        features.push(Feature::Until(until));
    }
    features
}

/// `li:not(.ad)`: features that no target has and some unwanted element of the same name does.
fn missing(scopes: &Scopes<'_, '_>, targets: &[NodeId], tag: Name) -> Vec<Feature> {
    let document = scopes.document;
    let mut features: Vec<Feature> = Vec::new();
    // Siblings of the targets are the ones that a container does not keep out.
    let Some(parent) = targets.first().and_then(|&target| document.parent(target)) else { return features };
    let is_unwanted = |node: &NodeId| document.tag(*node) == Some(tag) && targets.binary_search(node).is_err();
    for node in document.children(parent).take(MAX_SIBLINGS).filter(is_unwanted).take(6) {
        for own in scopes.index.own(node, scopes.dialect).features.iter().take(6) {
            let (feature, is_telling) = (own.feature, own.cost <= cost::UTILITY);
            let is_on_target = |&target: &NodeId| scopes.index.holds(feature, target, scopes.dialect);
            if is_telling && !features.contains(&feature) && !targets.iter().any(is_on_target) {
                features.push(feature);
            }
            scopes.budget.spend(targets.len());
        }
    }
    let number = |feature: Feature| scopes.index.number_of(&Compound::new(None, [feature]));
    features.into_iter().map(|feature| Feature::Not(number(feature))).collect()
}

/// How many children of a node are looked at for one that is not wanted.
const MAX_SIBLINGS: usize = 1000;
