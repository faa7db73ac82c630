//! What one element is to match: a name and features.

use super::feature::{Dialect, Feature, cost, is_telling};
use super::index::SelectorIndex;
use crate::document::Name;
use crate::select::xpath::is_plain_name;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// An element's name and features, all of which must hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Compound {
    pub(super) tag: Option<Name>,
    pub(super) features: Features,
}

/// Two features at most: with more a selector fits this page and no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Features {
    n_features: u8,
    /// `NONE` where there is no feature, so that lists of the same features are the same.
    features: [Feature; 2],
}

const NONE: Feature = Feature::Last;

impl Hash for Compound {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.tag.map_or(0, |tag| tag.index() as u64 + 1) << 2 | self.features.len() as u64);
        self.features.iter().for_each(|feature| feature.hash(state));
    }
}

impl Features {
    pub(super) fn push(&mut self, feature: Feature) {
        self.features[usize::from(self.n_features)] = feature;
        self.n_features += 1;
    }

    pub(super) fn remove(&mut self, place: usize) {
        self.features.copy_within(place + 1.., place);
        self.n_features -= 1;
        self.features[usize::from(self.n_features)] = NONE;
    }
}

impl Default for Features {
    fn default() -> Features {
        Features { n_features: 0, features: [NONE; 2] }
    }
}

impl Deref for Features {
    type Target = [Feature];

    fn deref(&self) -> &[Feature] {
        &self.features[..usize::from(self.n_features)]
    }
}

impl FromIterator<Feature> for Features {
    fn from_iter<I: IntoIterator<Item = Feature>>(features: I) -> Features {
        let mut list = Features::default();
        features.into_iter().for_each(|feature| list.push(feature));
        list
    }
}

impl Compound {
    pub(super) fn new(tag: Option<Name>, features: impl IntoIterator<Item = Feature>) -> Compound {
        Compound { tag, features: features.into_iter().collect() }
    }

    pub(super) fn cost(&self, index: &SelectorIndex<'_>, dialect: Dialect) -> u32 {
        let tag = match (self.tag, self.features.is_empty()) {
            (Some(tag), true) if is_telling(index.document.spell(tag)) => cost::TELLING_TAG,
            (Some(_), true) => cost::PLAIN_TAG,
            (Some(_), false) => cost::EXTRA_TAG,
            (None, _) if dialect == Dialect::XPath => cost::STAR,
            (None, _) => match self.features[..] {
                [Feature::Id(_) | Feature::Class(_), ..] => 0,
                _ => cost::STAR,
            },
        };
        tag + self.features.iter().map(|feature| feature.cost(index)).sum::<u32>()
    }

    /// Whether a name of an element or attribute has capital letters in it.
    pub(super) fn has_capitals(&self, index: &SelectorIndex<'_>) -> bool {
        let is_capital = |name: &str| name.bytes().any(|byte| byte.is_ascii_uppercase());
        self.tag.is_some_and(|tag| is_capital(index.document.spell(tag)))
            || self.features.iter().any(|&feature| match feature {
                Feature::Has(_, inner) | Feature::Not(inner) => index.numbered(inner).has_capitals(index),
                _ => feature.attribute().is_some_and(|name| is_capital(index.document.spell(name))),
            })
    }

    /// Whether the name of an attribute is one that XPath has no way to write: `@click`, and what bad markup leaves.
    pub(super) fn has_odd_attribute(&self, index: &SelectorIndex<'_>) -> bool {
        self.features.iter().any(|&feature| match feature {
            Feature::Has(_, inner) | Feature::Not(inner) => index.numbered(inner).has_odd_attribute(index),
            _ => feature.attribute().is_some_and(|name| !is_plain_name(index.document.spell(name))),
        })
    }

    /// Whether it says something about the place among siblings.
    pub(super) fn is_counted(&self) -> bool {
        self.features.iter().any(|feature| feature.is_position())
    }

    pub(super) fn has_name(&self, index: &SelectorIndex<'_>) -> bool {
        self.features.iter().any(|feature| feature.is_name(index))
    }
}
