//! About how much work a selector is for the engine, before the engine sees it.
//!
//! The unit is one element that is compared with one compound selector. The engine finds a sibling by counting through
//! all children of the parent, so asking about siblings costs as many units as there are siblings, divided by [`COUNTED`].

use super::unused::NamesInUse;
use selectors::parser::{Combinator, Component, Selector};
use style::selector_parser::SelectorImpl;
use tamis_page::{Document, NodeKind};

/// Children that are counted through in the time that a comparison takes.
const COUNTED: u64 = 64;
/// An element has few attributes, and the engine looks for the selectors of each.
const ATTRIBUTE_SHARE: u64 = 16;

/// What decides how much work selectors are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PageShape {
    pub(crate) n_elements: u64,
    /// How many elements an element is in, on average; as many are in an element.
    depth: u64,
    /// The most children that an element has.
    siblings: u64,
}

impl PageShape {
    pub(crate) fn of(document: &Document) -> PageShape {
        let mut n_children = vec![0_u32; document.len()];
        let mut depths = vec![0_u32; document.len()];
        let (mut n_elements, mut sum_of_depths) = (0, 0);
        for node in document.nodes() {
            if let Some(parent) = document.parent(node) {
                depths[node.index()] = depths[parent.index()] + 1;
                n_children[parent.index()] += u32::from(document.kind(node) != NodeKind::Comment);
            }
            if document.is_element(node) {
                n_elements += 1;
                sum_of_depths += u64::from(depths[node.index()]);
            }
        }
        let siblings = u64::from(n_children.into_iter().max().unwrap_or(0));
        PageShape { n_elements, depth: sum_of_depths / n_elements.max(1) + 1, siblings }
    }

    /// Whether the browser's own rules for `details` would ask too much about siblings.
    pub(crate) fn has_too_many_summaries(self, names: &NamesInUse<'_>) -> bool {
        const MAX_WORK: u64 = 5_000_000;
        names.n_with_tag("summary").saturating_mul(self.step()) > MAX_WORK
    }

    /// The work of going from one child of a large element to the next.
    fn step(self) -> u64 {
        self.siblings / COUNTED
    }
}

/// What a selector is to the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cost {
    /// Its parts, with those of the selectors that it is nested in put in.
    pub(super) size: u64,
    /// The work for one element.
    pub(super) work: u64,
    /// The elements that it is compared with.
    pub(super) n_elements: u64,
}

impl Cost {
    /// The work for the page.
    pub(super) fn total(self) -> u64 {
        self.work.saturating_mul(self.n_elements)
    }

    /// That of a list of selectors, which stands for `&` in the rules in its rule.
    pub(super) fn of_list(costs: impl Iterator<Item = Cost>) -> Cost {
        costs.fold(Cost::default(), |sum, cost| Cost {
            size: sum.size.saturating_add(cost.size),
            work: sum.work.saturating_add(cost.work),
            n_elements: sum.n_elements.saturating_add(cost.n_elements),
        })
    }

    /// That of a selector in a rule whose own list costs `parent`.
    pub(super) fn of(
        selector: &Selector<SelectorImpl>,
        parent: Cost,
        shape: PageShape,
        names: &NamesInUse<'_>,
    ) -> Cost {
        let n_elements = n_candidates(selector, parent, shape, names);
        Cost { n_elements, ..of_selector(selector, parent, shape) }
    }
}

/// The elements that have what the last part of the selector asks for.
fn n_candidates(selector: &Selector<SelectorImpl>, parent: Cost, shape: PageShape, names: &NamesInUse<'_>) -> u64 {
    let mut least = shape.n_elements;
    for component in selector.iter_raw_match_order() {
        let n_elements = match component {
            Component::Combinator(Combinator::PseudoElement) => continue,
            Component::Combinator(_) => break,
            Component::ID(name) => names.n_with_id(name.as_ref()),
            Component::Class(name) => names.n_with_class(name.as_ref()),
            Component::LocalName(name) => {
                names.n_with_tag(name.lower_name.as_ref()).max(names.n_with_tag(name.name.as_ref()))
            }
            Component::Root => 1,
            Component::ParentSelector => parent.n_elements,
            Component::AttributeInNoNamespaceExists { .. }
            | Component::AttributeInNoNamespace { .. }
            | Component::AttributeOther(_) => shape.n_elements / ATTRIBUTE_SHARE + 1,
            _ => continue,
        };
        least = least.min(n_elements);
    }
    least
}

/// Size and work of a selector. The parser keeps selectors in selectors to a depth that can be walked down.
fn of_selector(selector: &Selector<SelectorImpl>, parent: Cost, shape: PageShape) -> Cost {
    let mut cost = Cost { size: 1, work: 1, n_elements: 0 };
    // How many elements the compound at hand may be compared with for one that the selector is for.
    let mut n_tried = 1_u64;
    for component in selector.iter_raw_match_order() {
        let inner = match component {
            Component::Combinator(Combinator::Descendant) => {
                n_tried = n_tried.max(shape.depth);
                continue;
            }
            Component::Combinator(Combinator::NextSibling) => Cost { work: shape.step(), ..Cost::default() },
            Component::Combinator(Combinator::LaterSibling) => {
                // Half of them stand before an element, and are a third of all steps from the first.
                n_tried = n_tried.max(shape.siblings / 2);
                Cost { work: shape.step() / 3, ..Cost::default() }
            }
            Component::Negation(list) | Component::Is(list) | Component::Where(list) => {
                Cost::of_list(list.slice().iter().map(|inner| of_selector(inner, parent, shape)))
            }
            Component::Has(list) => {
                let inner = Cost::of_list(list.iter().map(|inner| of_selector(&inner.selector, parent, shape)));
                let n_inside = shape.depth.saturating_mul(shape.step() + 1);
                Cost { work: inner.work.saturating_mul(n_inside), ..inner }
            }
            Component::Nth(_) => Cost { work: 2 * shape.step(), ..Cost::default() },
            Component::NthOf(nth) => {
                let inner = Cost::of_list(nth.selectors().iter().map(|inner| of_selector(inner, parent, shape)));
                Cost { work: inner.work.saturating_add(2 * shape.step()), ..inner }
            }
            Component::ParentSelector => parent,
            _ => Cost { size: 1, ..Cost::default() },
        };
        cost.size = cost.size.saturating_add(inner.size);
        cost.work = cost.work.saturating_add(inner.work.saturating_mul(n_tried));
    }
    cost
}
