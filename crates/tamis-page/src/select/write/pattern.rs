//! A selector before it is spelt in one language or the other.

use super::feature::{Dialect, Feature, cost, is_telling};
use super::index::{SelectorIndex, Word};
use super::scopes::Scopes;
use crate::document::{Name, NodeId};
use crate::select::xpath::is_plain_name;
use std::hash::{Hash, Hasher};
use std::ops::{ControlFlow, Deref};

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

    /// Returns the pattern with the names of the elements that its compounds match on the way to the first of the nodes.
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

    /// Whether what is written may select something else than the sets say. Names with capital letters in them, as SVG
    /// has, match more than themselves. In XPath some names of attributes cannot be written, and predicates count what
    /// the axis of their step leads to, which among siblings is not what the features count.
    pub(super) fn needs_proof(&self, scopes: &Scopes<'_, '_>) -> bool {
        self.steps.iter().any(|(link, compound)| {
            let counts_otherwise = match link {
                Link::Descendant | Link::Child => false,
                Link::Next => compound.is_counted(),
                Link::Following => !compound.features.is_empty(),
            };
            let is_unsure_in_xpath = counts_otherwise || compound.has_odd_attribute(scopes.index);
            compound.has_capitals(scopes.index) || scopes.dialect == Dialect::XPath && is_unsure_in_xpath
        })
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
        let mut steps = self.steps.iter().peekable();
        while let Some((link, compound)) = steps.next() {
            let (way, rest) = match link {
                Link::Descendant => ("//", ""),
                Link::Child => ("/", ""),
                Link::Next => ("/following-sibling::*[1][self::", "]"),
                // The search offers names without features here.
                Link::Following => ("/following-sibling::", "[1]"),
            };
            text.push_str(way);
            // Behind `self::` there is one element, whose `position()` is always 1. So an element that is counted is
            // looked for at its place, and the one before it becomes its condition.
            if let Some((_, counted)) = steps.next_if(|(link, next)| *link == Link::Next && next.is_counted()) {
                counted.push_xpath(scopes.index, text, &sole_class);
                text.push_str("[preceding-sibling::*[1][self::");
                compound.push_xpath(scopes.index, text, &sole_class);
                text.push_str("]]");
            } else {
                compound.push_xpath(scopes.index, text, &sole_class);
            }
            text.push_str(rest);
        }
    }
}

/// A compound of a name and one feature.
pub(super) fn compound(tag: Option<Name>, feature: Option<Feature>) -> Compound {
    Compound::new(tag, feature)
}

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
    fn has_capitals(&self, index: &SelectorIndex<'_>) -> bool {
        let is_capital = |name: &str| name.bytes().any(|byte| byte.is_ascii_uppercase());
        self.tag.is_some_and(|tag| is_capital(index.document.spell(tag)))
            || self.features.iter().any(|&feature| match feature {
                Feature::Has(_, inner) | Feature::Not(inner) => index.numbered(inner).has_capitals(index),
                _ => feature.attribute().is_some_and(|name| is_capital(index.document.spell(name))),
            })
    }

    /// Whether the name of an attribute is one that XPath has no way to write: `@click`, and what bad markup leaves.
    fn has_odd_attribute(&self, index: &SelectorIndex<'_>) -> bool {
        self.features.iter().any(|&feature| match feature {
            Feature::Has(_, inner) | Feature::Not(inner) => index.numbered(inner).has_odd_attribute(index),
            _ => feature.attribute().is_some_and(|name| !is_plain_name(index.document.spell(name))),
        })
    }

    /// Whether it says something about the place among siblings.
    fn is_counted(&self) -> bool {
        self.features.iter().any(|feature| feature.is_position())
    }

    pub(super) fn has_name(&self, index: &SelectorIndex<'_>) -> bool {
        self.features.iter().any(|feature| feature.is_name(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, names};
    use crate::select::write::budget::Budget;
    use crate::select::write::feature::Reach;
    use crate::select::write::index::SelectorIndex;
    use crate::select::{Css, XPath};

    const PAGE: &str = "<main><p class=a>1<p>2<p class=b>3<h2 class=a>4</h2><p>5<i>x</i><p class=b>6<p class=a>7\
        <section><p class=a>8<p class=b>9<h2>10</h2><p class=b>11<i>y</i></section><p>12<p class=b>13</main>";

    /// Compounds of a name, a place or none, and a condition or none.
    fn compounds(index: &SelectorIndex<'_>) -> Vec<Compound> {
        let places = [Feature::Nth(1), Feature::Nth(3), Feature::Last, Feature::From(2), Feature::Until(2)];
        let inner = |compound: Compound| index.number_of(&compound);
        let conditions = [
            Feature::Class(index.word("a")),
            Feature::Class(index.word("b")),
            Feature::Has(Reach::Child, inner(compound(Some(names::I), None))),
            Feature::Not(inner(compound(None, Some(Feature::Class(index.word("a")))))),
        ];
        let mut compounds = vec![compound(Some(names::P), None), compound(Some(names::H2), None)];
        compounds.extend(places.iter().chain(&conditions).map(|&feature| compound(Some(names::P), Some(feature))));
        for &place in &places {
            compounds.extend(conditions.iter().map(|&condition| Compound::new(Some(names::P), [condition, place])));
        }
        compounds.push(Compound::new(Some(names::P), [Feature::From(2), Feature::Until(2)]));
        compounds
    }

    #[test]
    fn what_is_written_selects_what_the_pattern_does() {
        let document = Document::parse(PAGE);
        let index = SelectorIndex::new(&document, Budget::new(u64::MAX));
        let main = document.elements_named(names::MAIN).next().unwrap();
        let compounds = compounds(&index);
        let mut n_selecting = 0;
        for (dialect, scope) in
            [Dialect::Css, Dialect::XPath].into_iter().flat_map(|it| [(it, main), (it, NodeId::ROOT)])
        {
            let scopes = Scopes::new(&index, &[scope], dialect);
            let mut check = |steps: Vec<Step>| {
                let pattern = Pattern { steps };
                let (expected, text) = (pattern.select(&scopes), pattern.spell(&scopes));
                let selected = match dialect {
                    Dialect::Css => Css::parse(&text).unwrap().select(&document, scope),
                    Dialect::XPath => XPath::parse(&text).unwrap().select(&document, scope),
                };
                assert_eq!(selected, expected, "{text}");
                n_selecting += usize::from(!expected.is_empty());
            };
            for &subject in &compounds {
                check(vec![(Link::Descendant, subject)]);
                // The label's value is looked up by name alone, and in XPath only.
                let follows = dialect == Dialect::XPath && subject.features.is_empty();
                for &before in &compounds {
                    // Elements that are counted are not offered as the ones before.
                    if !before.is_counted() {
                        check(vec![(Link::Descendant, before), (Link::Next, subject)]);
                        check(vec![
                            (Link::Descendant, compounds[0]),
                            (Link::Next, before),
                            (Link::Descendant, subject),
                        ]);
                    }
                    if follows {
                        check(vec![(Link::Descendant, before), (Link::Following, subject)]);
                    }
                }
                for section in
                    [compound(Some(names::SECTION), None), compound(Some(names::SECTION), Some(Feature::Last))]
                {
                    for link in [Link::Child, Link::Descendant] {
                        check(vec![(Link::Descendant, section), (link, subject)]);
                        check(vec![(Link::Descendant, section), (link, compounds[0]), (Link::Next, subject)]);
                    }
                }
            }
        }
        assert!(n_selecting > 1000, "{n_selecting} patterns select something");
    }

    #[test]
    fn what_counts_otherwise_in_xpath_has_to_be_proved() {
        let document = Document::parse(PAGE);
        let index = SelectorIndex::new(&document, Budget::new(u64::MAX));
        let [in_css, in_xpath] =
            [Dialect::Css, Dialect::XPath].map(|dialect| Scopes::new(&index, &[NodeId::ROOT], dialect));
        let plain = compound(Some(names::P), None);
        let counted = compound(Some(names::P), Some(Feature::From(2)));
        let pattern = |link: Link, last: Compound| Pattern { steps: vec![(Link::Descendant, counted), (link, last)] };
        assert!(!pattern(Link::Next, plain).needs_proof(&in_xpath));
        assert!(!pattern(Link::Following, plain).needs_proof(&in_xpath));
        assert!(!pattern(Link::Child, counted).needs_proof(&in_xpath));
        assert!(pattern(Link::Next, counted).needs_proof(&in_xpath));
        assert!(pattern(Link::Following, counted).needs_proof(&in_xpath));
        assert!(!pattern(Link::Next, counted).needs_proof(&in_css));
    }
}
