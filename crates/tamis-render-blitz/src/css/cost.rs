//! About how much work a selector is for the engine, before the engine sees it.
//!
//! The unit is one element that is compared with one compound selector. The engine finds a sibling by counting through
//! all children of the parent, so asking about siblings costs as many units as there are siblings, divided by [`COUNTED`].

use super::names_in_use::NamesInUse;
use super::names_in_use::{Siblings, Uses};
use selectors::attr::AttrSelectorOperator;
use selectors::parser::{Combinator, Component, Selector};
use style::selector_parser::SelectorImpl;
use tamis_page::Document;

/// Children that are counted through in the time that a comparison takes.
const COUNTED: u64 = 64;

/// What decides how much work selectors are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PageShape {
    pub(crate) n_elements: u64,
    /// How many elements an element is in, on average; as many are in an element.
    depth: u64,
    /// All elements.
    all: Uses,
}

impl PageShape {
    pub(crate) fn of(document: &Document) -> PageShape {
        let children = Siblings::of_children(document);
        let mut depths = vec![0_u32; document.len()];
        let (mut all, mut sum_of_depths) = (Uses::default(), 0);
        for node in document.nodes() {
            if let Some(parent) = document.parent(node) {
                depths[node.index()] = depths[parent.index()] + 1;
            }
            if document.is_element(node) {
                all.add(Uses::one(Siblings::around(document, node, &children)));
                sum_of_depths += u64::from(depths[node.index()]);
            }
        }
        PageShape { n_elements: all.n, depth: sum_of_depths / all.n.max(1) + 1, all }
    }

    /// Whether the browser's own rules for `details` would ask too much about siblings.
    pub(crate) fn has_too_many_summaries(self, names: &NamesInUse<'_>) -> bool {
        const MAX_WORK: u64 = 5_000_000;
        names.with_tag("summary").n.saturating_mul(step(self.all.most)) > MAX_WORK
    }
}

/// The work of going from one child to the next.
fn step(siblings: Siblings) -> u64 {
    siblings.n_nodes / COUNTED
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

    /// The cost of a list of selectors, which `&` stands for in the rules nested in its rule.
    pub(super) fn of_list(costs: impl Iterator<Item = Cost>) -> Cost {
        costs.fold(Cost::default(), |sum, cost| Cost {
            size: sum.size.saturating_add(cost.size),
            work: sum.work.saturating_add(cost.work),
            n_elements: sum.n_elements.saturating_add(cost.n_elements),
            n_compared: sum.n_compared.saturating_add(cost.n_compared),
        })
    }

    /// The cost of a selector in a rule whose own list costs `parent`.
    pub(super) fn of(
        selector: &Selector<SelectorImpl>,
        parent: Cost,
        shape: PageShape,
        names: &NamesInUse<'_>,
    ) -> Cost {
        let found = candidates(selector.iter_raw_match_order(), parent, Page { shape, names });
        let at = Elements::Matching(found.matching.siblings());
        Cost {
            n_elements: found.matching.n,
            n_compared: found.n_compared,
            ..of_selector(selector, at, parent, Page { shape, names })
        }
    }
}

/// What selectors are compared with.
#[derive(Clone, Copy)]
struct Page<'a> {
    shape: PageShape,
    names: &'a NamesInUse<'a>,
}

/// How many elements have what a part of a selector asks for, and how many the engine compares to find them.
#[derive(Clone, Copy)]
struct Candidates {
    matching: Uses,
    n_compared: u64,
}

impl Candidates {
    fn all(uses: Uses) -> Candidates {
        Candidates { matching: uses, n_compared: uses.n }
    }
}

/// The elements that the part of a selector that begins here may match. Walks down into `:is()` and `:where()` as [`of_selector`] does.
fn candidates<'s>(part: impl Iterator<Item = &'s Component<SelectorImpl>>, parent: Cost, page: Page<'_>) -> Candidates {
    let Page { shape, names } = page;
    let mut least = Candidates::all(shape.all);
    for component in part {
        let found = match component {
            Component::Combinator(Combinator::PseudoElement) => continue,
            Component::Combinator(_) => break,
            Component::ID(name) => Candidates::all(names.with_id(name.as_ref())),
            Component::Class(name) => Candidates::all(names.with_class(name.as_ref())),
            Component::LocalName(name) => {
                let (lower, as_written) =
                    (names.with_tag(name.lower_name.as_ref()), names.with_tag(name.name.as_ref()));
                Candidates::all(if lower.n >= as_written.n { lower } else { as_written })
            }
            Component::Root => Candidates::all(Uses::one(Siblings { n_elements: 1, n_nodes: 1 })),
            Component::ParentSelector => Candidates {
                matching: Uses::all_with(parent.n_elements, shape.all.most),
                n_compared: parent.n_compared,
            },
            Component::Is(list) | Component::Where(list) => {
                let mut sum = Candidates::all(Uses::default());
                for inner in list.slice() {
                    let found = candidates(inner.iter_raw_match_order(), parent, page);
                    sum.matching.add(found.matching);
                    sum.n_compared = sum.n_compared.saturating_add(found.n_compared);
                }
                sum
            }
            Component::AttributeInNoNamespace { local_name, operator: AttrSelectorOperator::Equal, value, .. } => {
                let name = local_name.as_ref();
                Candidates {
                    matching: names.with_value(name, value.as_ref()),
                    n_compared: names.with_attribute(name).n,
                }
            }
            Component::AttributeInNoNamespace { local_name, .. } => {
                Candidates::all(names.with_attribute(local_name.as_ref()))
            }
            Component::AttributeInNoNamespaceExists { local_name, local_name_lower } => {
                Candidates::all(with_either(names, local_name.as_ref(), local_name_lower.as_ref()))
            }
            Component::AttributeOther(attribute) => {
                let (as_written, lower) = (attribute.local_name.as_ref(), attribute.local_name_lower.as_ref());
                Candidates::all(with_either(names, as_written, lower))
            }
            _ => continue,
        };
        if found.matching.n < least.matching.n {
            least.matching = found.matching;
        }
        least.n_compared = least.n_compared.min(found.n_compared);
    }
    least
}

/// HTML elements have attributes in small letters, others as they are written.
fn with_either(names: &NamesInUse<'_>, as_written: &str, lower: &str) -> Uses {
    let mut uses = names.with_attribute(lower);
    if as_written != lower {
        uses.add(names.with_attribute(as_written));
    }
    uses
}

/// The siblings of the elements that a part of a selector is compared with.
#[derive(Clone, Copy)]
enum Elements {
    /// Each element that may match the selector once, or one of its siblings.
    Matching(Siblings),
    /// Some of the elements that have what the part asks for; how often is not known.
    Others,
}

/// Size and work of a selector whose last part is compared with these. The parser keeps selectors in selectors to a depth
/// that can be walked down.
fn of_selector(selector: &Selector<SelectorImpl>, at: Elements, parent: Cost, page: Page<'_>) -> Cost {
    let shape = page.shape;
    let most_siblings = |i: usize| candidates(selector.iter_raw_match_order().skip(i), parent, page).matching.most;
    let mut cost = Cost { size: 1, work: 1, ..Cost::default() };
    // How many elements the compound at hand may be compared with for one that the selector is for.
    let mut n_tried = 1_u64;
    let mut siblings = match at {
        Elements::Matching(siblings) => siblings,
        Elements::Others => most_siblings(0),
    };
    for (i, component) in selector.iter_raw_match_order().enumerate() {
        // The same element as the one that is asked about.
        let same = Elements::Matching(siblings);
        let inner = match component {
            Component::Combinator(Combinator::Descendant) => {
                n_tried = n_tried.max(shape.depth);
                siblings = most_siblings(i + 1);
                continue;
            }
            Component::Combinator(Combinator::NextSibling) => Cost { work: step(siblings), ..Cost::default() },
            Component::Combinator(Combinator::LaterSibling) => {
                // Half of them stand before an element, and are a third of all steps from the first.
                n_tried = n_tried.max(siblings.n_elements / 2);
                Cost { work: step(siblings) / 3, ..Cost::default() }
            }
            Component::Combinator(Combinator::PseudoElement) => Cost { size: 1, ..Cost::default() },
            Component::Combinator(_) => {
                siblings = most_siblings(i + 1);
                Cost { size: 1, ..Cost::default() }
            }
            Component::Negation(list) | Component::Is(list) | Component::Where(list) => {
                Cost::of_list(list.slice().iter().map(|inner| of_selector(inner, same, parent, page)))
            }
            Component::Has(list) => {
                let inner = list.iter().map(|inner| of_selector(&inner.selector, Elements::Others, parent, page));
                let inner = Cost::of_list(inner);
                let n_inside = shape.depth.saturating_mul(step(shape.all.most) + 1);
                Cost { work: inner.work.saturating_mul(n_inside), ..inner }
            }
            Component::Nth(_) => Cost { work: 2 * step(siblings), ..Cost::default() },
            Component::NthOf(nth) => {
                let inner = Cost::of_list(nth.selectors().iter().map(|inner| of_selector(inner, same, parent, page)));
                Cost { work: inner.work.saturating_add(2 * step(siblings)), ..inner }
            }
            Component::ParentSelector => parent,
            _ => Cost { size: 1, ..Cost::default() },
        };
        cost.size = cost.size.saturating_add(inner.size);
        cost.work = cost.work.saturating_add(inner.work.saturating_mul(n_tried));
    }
    cost
}
