//! About how much work a selector is for the engine, before the engine sees it.
//!
//! The unit is one element that is compared with one compound selector. The engine finds a sibling by counting through
//! all children of the parent, so asking about siblings costs as many units as there are siblings, divided by [`COUNTED`].

use super::names_in_use::NamesInUse;
use selectors::attr::AttrSelectorOperator;
use selectors::parser::{Combinator, Component, Selector};
use style::selector_parser::SelectorImpl;
use tamis_page::{Document, NodeKind};

/// Children that are counted through in the time that a comparison takes.
const COUNTED: u64 = 64;

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
    /// The elements that may match it.
    pub(super) n_elements: u64,
    /// The elements that its last part is compared with: the engine looks attributes up by name, not by value.
    pub(super) n_compared: u64,
}

impl Cost {
    /// The work for the page.
    pub(super) fn total(self) -> u64 {
        self.work.saturating_mul(self.n_elements).saturating_add(self.n_compared)
    }

    /// That of a list of selectors, which stands for `&` in the rules in its rule.
    pub(super) fn of_list(costs: impl Iterator<Item = Cost>) -> Cost {
        costs.fold(Cost::default(), |sum, cost| Cost {
            size: sum.size.saturating_add(cost.size),
            work: sum.work.saturating_add(cost.work),
            n_elements: sum.n_elements.saturating_add(cost.n_elements),
            n_compared: sum.n_compared.saturating_add(cost.n_compared),
        })
    }

    /// That of a selector in a rule whose own list costs `parent`.
    pub(super) fn of(
        selector: &Selector<SelectorImpl>,
        parent: Cost,
        shape: PageShape,
        names: &NamesInUse<'_>,
    ) -> Cost {
        let candidates = candidates(selector, parent, shape, names);
        Cost {
            n_elements: candidates.n_elements,
            n_compared: candidates.n_compared,
            ..of_selector(selector, parent, shape)
        }
    }
}

/// The elements that have what the last part of the selector asks for: as the engine finds them, and those that may match.
#[derive(Clone, Copy)]
struct Candidates {
    n_elements: u64,
    n_compared: u64,
}

impl Candidates {
    fn all(n_elements: u64) -> Candidates {
        Candidates { n_elements, n_compared: n_elements }
    }
}

/// Walks down into `:is()` and `:where()` as [`of_selector`] does.
fn candidates(selector: &Selector<SelectorImpl>, parent: Cost, shape: PageShape, names: &NamesInUse<'_>) -> Candidates {
    let mut least = Candidates::all(shape.n_elements);
    for component in selector.iter_raw_match_order() {
        let found = match component {
            Component::Combinator(Combinator::PseudoElement) => continue,
            Component::Combinator(_) => break,
            Component::ID(name) => Candidates::all(names.n_with_id(name.as_ref())),
            Component::Class(name) => Candidates::all(names.n_with_class(name.as_ref())),
            Component::LocalName(name) => {
                let (lower, as_written) = (name.lower_name.as_ref(), name.name.as_ref());
                Candidates::all(names.n_with_tag(lower).max(names.n_with_tag(as_written)))
            }
            Component::Root => Candidates::all(1),
            Component::ParentSelector => Candidates { n_elements: parent.n_elements, n_compared: parent.n_compared },
            Component::Is(list) | Component::Where(list) => {
                let inner = list.slice().iter().map(|inner| candidates(inner, parent, shape, names));
                inner.fold(Candidates::all(0), |sum, found| Candidates {
                    n_elements: sum.n_elements.saturating_add(found.n_elements),
                    n_compared: sum.n_compared.saturating_add(found.n_compared),
                })
            }
            Component::AttributeInNoNamespace { local_name, operator: AttrSelectorOperator::Equal, value, .. } => {
                let name = local_name.as_ref();
                Candidates {
                    n_elements: names.n_with_value(name, value.as_ref()),
                    n_compared: names.n_with_attribute(name),
                }
            }
            Component::AttributeInNoNamespace { local_name, .. } => {
                Candidates::all(names.n_with_attribute(local_name.as_ref()))
            }
            Component::AttributeInNoNamespaceExists { local_name, local_name_lower } => {
                Candidates::all(n_with_either(names, local_name.as_ref(), local_name_lower.as_ref()))
            }
            Component::AttributeOther(attribute) => {
                let (as_written, lower) = (attribute.local_name.as_ref(), attribute.local_name_lower.as_ref());
                Candidates::all(n_with_either(names, as_written, lower))
            }
            _ => continue,
        };
        least.n_elements = least.n_elements.min(found.n_elements);
        least.n_compared = least.n_compared.min(found.n_compared);
    }
    least
}

/// HTML elements have attributes in small letters, others as they are written.
fn n_with_either(names: &NamesInUse<'_>, as_written: &str, lower: &str) -> u64 {
    let n_lower = names.n_with_attribute(lower);
    if as_written == lower { n_lower } else { n_lower + names.n_with_attribute(as_written) }
}

/// Size and work of a selector. The parser keeps selectors in selectors to a depth that can be walked down.
fn of_selector(selector: &Selector<SelectorImpl>, parent: Cost, shape: PageShape) -> Cost {
    let mut cost = Cost { size: 1, work: 1, ..Cost::default() };
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
