//! Pagination: is the link that is called next the right one?

use std::collections::BTreeSet;
use tamis::{Document, NodeId, Page, PageTurn};
use tamis_page::{absolute_url, names};

/// The true links of one page for one direction, and for page numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrueLinks {
    /// The links, or what stands in their place.
    pub nodes: Vec<NodeId>,
    /// Where they lead, without fragments.
    pub addresses: BTreeSet<String>,
}

impl TrueLinks {
    /// The links at or around the given elements, or inside of them.
    pub fn of(page: &Page, elements: &[NodeId]) -> TrueLinks {
        let document = page.document();
        let base = page.base_url();
        let nodes: Vec<NodeId> = elements.iter().flat_map(|&element| links_of(document, element)).collect();
        let address = |&node: &NodeId| {
            let mut url = absolute_url(base.as_ref(), document.attribute(node, names::HREF)?)?;
            url.set_fragment(None);
            Some(url.into())
        };
        TrueLinks { addresses: nodes.iter().filter_map(address).collect(), nodes }
    }

    /// Whether an answer is one of these links: the same element or the same address.
    pub fn hold(&self, answer: &PageTurn) -> bool {
        answer.nodes.iter().any(|node| self.nodes.contains(node))
            || answer.address.as_ref().is_some_and(|address| self.addresses.contains(address))
    }
}

fn links_of(document: &Document, element: NodeId) -> Vec<NodeId> {
    let is_link = |&node: &NodeId| document.is_html(node, names::A);
    let around = std::iter::once(element).chain(document.ancestors(element)).find(is_link);
    around.map_or_else(
        || {
            let inside: Vec<NodeId> = document.descendants(element).filter(is_link).collect();
            if inside.is_empty() { vec![element] } else { inside }
        },
        |link| vec![link],
    )
}

/// How often a direction is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnCounts {
    /// Pages that have such a link.
    pub n_there: usize,
    /// Those where ours is the right one.
    pub n_right: usize,
    /// Those where ours is another one.
    pub n_wrong: usize,
    /// Pages that have none.
    pub n_absent: usize,
    /// Those where we say none either.
    pub n_silent: usize,
    /// Those where ours is a link that the truth calls a page number.
    pub n_page_number: usize,
}

/// What came of one direction on one page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The right link.
    Right,
    /// Another link.
    Wrong,
    /// No answer, though there is a link.
    Missing,
    /// No answer, and there is none.
    Silent,
    /// A link that the truth calls a page number; it names none in this direction.
    PageNumber,
    /// An answer where there is nothing.
    Invented,
}

impl TurnCounts {
    /// Counts one direction of one page.
    pub fn add(&mut self, truth: &TrueLinks, numbers: &TrueLinks, answer: Option<&PageTurn>) -> Outcome {
        let outcome = match (truth.nodes.is_empty(), answer) {
            (false, Some(answer)) if truth.hold(answer) => Outcome::Right,
            (false, Some(_)) => Outcome::Wrong,
            (false, None) => Outcome::Missing,
            (true, None) => Outcome::Silent,
            (true, Some(answer)) if numbers.hold(answer) => Outcome::PageNumber,
            (true, Some(_)) => Outcome::Invented,
        };
        let is_there = !truth.nodes.is_empty();
        self.n_there += usize::from(is_there);
        self.n_absent += usize::from(!is_there);
        self.n_right += usize::from(outcome == Outcome::Right);
        self.n_wrong += usize::from(outcome == Outcome::Wrong);
        self.n_silent += usize::from(outcome == Outcome::Silent);
        self.n_page_number += usize::from(outcome == Outcome::PageNumber);
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_address_is_right_and_a_page_number_is_not_invented() {
        let page = Page::parse(
            "<div class=pages><b>1</b> <a id=two href='?p=2'>2</a> <a href='?p=3'>3</a> <a id=next href='?p=2#x'>Next</a></div>",
        )
        .with_url("https://a.example/".parse().unwrap());
        let element = |id: &str| {
            page.document().nodes().find(|&node| page.document().attribute(node, names::ID) == Some(id)).unwrap()
        };
        let (two, next) = (TrueLinks::of(&page, &[element("two")]), TrueLinks::of(&page, &[element("next")]));
        let answer = &page.pagination().next;
        let mut counts = TurnCounts::default();
        assert_eq!(counts.add(&next, &two, answer.as_ref()), Outcome::Right);
        assert_eq!(counts.add(&two, &two, answer.as_ref()), Outcome::Right);
        assert_eq!(counts.add(&TrueLinks::default(), &two, answer.as_ref()), Outcome::PageNumber);
        assert_eq!(counts.add(&TrueLinks::default(), &TrueLinks::default(), answer.as_ref()), Outcome::Invented);
        assert_eq!(counts.add(&next, &two, None), Outcome::Missing);
        assert_eq!((counts.n_there, counts.n_right, counts.n_absent), (3, 2, 2));
    }
}
