//! Tests whether an element matches, from the rightmost compound to the left.
//!
//! Most elements fail the first test of the rightmost compound and cost a few nanoseconds. The others look for
//! partners: a child or next-sibling combinator takes one step, a descendant or subsequent-sibling combinator searches
//! ancestors or earlier siblings and may have to come back for another candidate. Open searches stand on a list of our
//! own, so no page can overflow the stack.
//!
//! **Cost.** A search from node *x* for prefix *i* asks "is there a partner at *x* or beyond?". Once a run has looked
//! at more nodes than a fixed share of the page, each such answer is kept for every node the search walked over
//! ([`Memo`]). Hence a prefix and a node meet at most once, and a run takes time proportional to nodes × selector
//! size, whatever the page: no power of the depth, no square of the number of siblings. The answers of `:is()` and
//! `:not()` with combinators inside are kept in the same way; `:has()` and `:nth-child()` have tables of their own.

use super::nth::SiblingIndex;
use super::syntax::{
    AttributeOperator, AttributeTest, Combinator, Complex, Compound, NamePair, Nested, Selector, Slot, StaticState,
    Test, ValueCase,
};
use crate::document::{Document, Name, Namespace, NodeId, NodeKind, QuirksMode, names};
use crate::select::bits::Bits;

/// One run of a selector over a document.
pub(super) struct Matcher<'a> {
    pub(super) document: &'a Document,
    selector: &'a Selector,
    /// The selector's names as this document numbers them; `None` for a name that the document does not use.
    names: Vec<Option<Name>>,
    /// The element that `:scope` stands for.
    scope: Option<NodeId>,
    /// Combinators lead to no node before this one.
    boundary: NodeId,
    ignores_case: bool,
    pub(super) memo: Memo,
    pub(super) sibling_index: SiblingIndex,
    /// By slot of `:has()`: the elements of the whole document that have it.
    pub(super) anchors: Vec<Option<Bits>>,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(document: &'a Document, selector: &'a Selector, scope: NodeId) -> Matcher<'a> {
        Matcher {
            document,
            selector,
            names: selector.names.iter().map(|name| document.find_name(name)).collect(),
            scope: if document.is_element(scope) { Some(scope) } else { document.html() },
            boundary: NodeId::ROOT,
            ignores_case: document.quirks() == QuirksMode::Quirks,
            memo: Memo::new(document, selector.n_slots),
            sibling_index: SiblingIndex::default(),
            anchors: vec![None; selector.n_slots],
        }
    }

    /// Looks for partners of an element no further than this subtree. Possible partners outside of it all stand before its top.
    pub(super) fn with_boundary(mut self, top: NodeId) -> Matcher<'a> {
        self.boundary = top;
        self
    }

    pub(super) fn matches(&mut self, node: NodeId) -> bool {
        self.document.is_element(node) && self.matches_any(&self.selector.alternatives, node)
    }

    fn matches_any(&mut self, alternatives: &'a [Complex], node: NodeId) -> bool {
        alternatives.iter().any(|complex| self.matches_complex(complex, node))
    }

    fn matches_complex(&mut self, complex: &'a Complex, node: NodeId) -> bool {
        let last = complex.links.len();
        self.matches_compound(&complex.compounds[last], node) && (last == 0 || self.has_partners(complex, node))
    }

    /// Whether the compounds left of the last find their elements, the last one standing at `node`.
    fn has_partners(&mut self, complex: &'a Complex, node: NodeId) -> bool {
        let mut searches: Vec<Search> = Vec::new();
        // The compound `at` matches `node`, and so do all to its right in their places.
        let (mut at, mut node) = (complex.links.len(), node);
        while at > 0 {
            let link = complex.links[at - 1];
            let found = match link.combinator {
                Combinator::Child | Combinator::NextSibling => {
                    self.memo.count_steps(1);
                    self.step(link.combinator, node)
                        .filter(|&partner| self.matches_compound(&complex.compounds[at - 1], partner))
                        .map(|partner| (at - 1, partner))
                }
                Combinator::Descendant | Combinator::SubsequentSibling => {
                    let start = self.step(link.combinator, node);
                    searches.push(Search {
                        at: at - 1,
                        combinator: link.combinator,
                        slot: link.slot,
                        start,
                        next: start,
                    });
                    None
                }
            };
            let resumed = match found {
                Some(place) => Resumed::At(place),
                None => self.resume(complex, &mut searches),
            };
            match resumed {
                Resumed::At(place) => (at, node) = place,
                Resumed::Known => break,
                Resumed::Failed => return false,
            }
        }
        for search in searches {
            self.remember(&search, true);
        }
        true
    }

    /// Goes on with the innermost open search; a search without candidates left gives way to the one before it.
    fn resume(&mut self, complex: &'a Complex, searches: &mut Vec<Search>) -> Resumed {
        while let Some(search) = searches.last_mut() {
            while let Some(candidate) = search.next {
                self.memo.count_steps(1);
                match self.memo.get(search.slot, candidate) {
                    Some(true) => return Resumed::Known,
                    Some(false) => {
                        search.next = None;
                        break;
                    }
                    None => {}
                }
                search.next = self.step(search.combinator, candidate);
                if self.matches_compound(&complex.compounds[search.at], candidate) {
                    return Resumed::At((search.at, candidate));
                }
            }
            let exhausted = *search;
            self.remember(&exhausted, false);
            searches.pop();
        }
        Resumed::Failed
    }

    /// Keeps the answer of a search for the nodes it walked over: all of them when it failed, those up to its last
    /// candidate when it succeeded.
    fn remember(&mut self, search: &Search, answer: bool) {
        if !self.memo.is_on() {
            return;
        }
        let mut next = search.start;
        while let Some(node) = next {
            if next == search.next || self.memo.get(search.slot, node).is_some() {
                break;
            }
            self.memo.set(search.slot, node, answer);
            next = self.step(search.combinator, node);
        }
    }

    /// The nearest element that the combinator leads to, walking left.
    pub(super) fn step(&self, combinator: Combinator, node: NodeId) -> Option<NodeId> {
        let partner = match combinator {
            Combinator::Child | Combinator::Descendant => {
                self.document.parent(node).filter(|&parent| self.document.is_element(parent))
            }
            Combinator::NextSibling | Combinator::SubsequentSibling => self.previous_element(node),
        };
        partner.filter(|&partner| partner >= self.boundary)
    }

    pub(super) fn previous_element(&self, node: NodeId) -> Option<NodeId> {
        let mut previous = self.document.previous_sibling(node);
        while let Some(sibling) = previous.filter(|&sibling| !self.document.is_element(sibling)) {
            previous = self.document.previous_sibling(sibling);
        }
        previous
    }

    pub(super) fn next_element(&self, node: NodeId) -> Option<NodeId> {
        let mut next = self.document.next_sibling(node);
        while let Some(sibling) = next.filter(|&sibling| !self.document.is_element(sibling)) {
            next = self.document.next_sibling(sibling);
        }
        next
    }

    pub(super) fn matches_compound(&mut self, compound: &'a Compound, node: NodeId) -> bool {
        compound.tests.iter().all(|test| self.passes(test, node))
    }

    fn passes(&mut self, test: &'a Test, node: NodeId) -> bool {
        let document = self.document;
        match test {
            Test::Never => false,
            Test::Type(name) => self.pick(*name, node).is_some_and(|name| document.tag(node) == Some(name)),
            Test::Id(id) => document.attribute(node, names::ID).is_some_and(|value| same(value, id, self.ignores_case)),
            Test::Class(class) => document
                .attribute(node, names::CLASS)
                .is_some_and(|value| value.split_ascii_whitespace().any(|word| same(word, class, self.ignores_case))),
            Test::Attribute(test) => self.passes_attribute(test, node),
            Test::Root => document.parent(node) == Some(NodeId::ROOT),
            Test::Scope => self.scope == Some(node),
            Test::Empty => document.children(node).all(|child| match document.kind(child) {
                NodeKind::Element => false,
                NodeKind::Text => document.text(child).is_empty(),
                _ => true,
            }),
            Test::FirstChild => self.previous_element(node).is_none(),
            Test::LastChild => self.next_element(node).is_none(),
            Test::Nth(nth) => self.is_nth(nth, node),
            Test::Static(state) => has_state(document, *state, node),
            Test::Is(nested) => self.matches_nested(nested, node),
            Test::Not(nested) => !self.matches_nested(nested, node),
            Test::Has(has) => self.has(has, node),
        }
    }

    pub(super) fn matches_nested(&mut self, nested: &'a Nested, node: NodeId) -> bool {
        let Some(slot) = nested.slot else { return self.matches_any(&nested.alternatives, node) };
        if let Some(answer) = self.memo.get(slot, node) {
            return answer;
        }
        self.memo.count_steps(1);
        let answer = self.matches_any(&nested.alternatives, node);
        self.memo.set(slot, node, answer);
        answer
    }

    /// The name to compare with: in lower case on an HTML element, as written on others.
    fn pick(&self, name: NamePair, node: NodeId) -> Option<Name> {
        match self.document.namespace(node) {
            Namespace::Html => self.names[name.lower],
            Namespace::Svg | Namespace::MathMl => self.names[name.written],
        }
    }

    fn passes_attribute(&self, test: &AttributeTest, node: NodeId) -> bool {
        let is_html = self.document.namespace(node) == Namespace::Html;
        if test.any_namespace {
            let wanted = &self.selector.names[if is_html { test.name.lower } else { test.name.written }];
            let mut values =
                self.document.attributes(node).filter(|attribute| *attribute.local_name == **wanted).map(|it| it.value);
            return values.any(|value| self.passes_value(test, value, is_html));
        }
        self.pick(test.name, node)
            .and_then(|name| self.document.attribute(node, name))
            .is_some_and(|value| self.passes_value(test, value, is_html))
    }

    fn passes_value(&self, test: &AttributeTest, value: &str, is_html: bool) -> bool {
        let wanted = &*test.value;
        let ignores_case = match test.case {
            ValueCase::Ignored => true,
            ValueCase::Counts => false,
            ValueCase::ByAttribute => is_html && ignores_case_of_value(&self.selector.names[test.name.lower]),
        };
        match test.operator {
            AttributeOperator::Exists => true,
            AttributeOperator::Equals => same(value, wanted, ignores_case),
            AttributeOperator::Word => value.split_ascii_whitespace().any(|word| same(word, wanted, ignores_case)),
            AttributeOperator::Dash => {
                starts_with(value, wanted, ignores_case)
                    && matches!(value.as_bytes().get(wanted.len()), None | Some(b'-'))
            }
            // By the specification an empty text is part of nothing.
            _ if wanted.is_empty() => false,
            AttributeOperator::Prefix => starts_with(value, wanted, ignores_case),
            AttributeOperator::Suffix => {
                value.len() >= wanted.len()
                    && same_bytes(&value.as_bytes()[value.len() - wanted.len()..], wanted.as_bytes(), ignores_case)
            }
            AttributeOperator::Substring if !ignores_case => value.contains(wanted),
            AttributeOperator::Substring => value.to_ascii_lowercase().contains(&wanted.to_ascii_lowercase()),
        }
    }
}

/// An open search for the partner of one combinator.
#[derive(Clone, Copy)]
struct Search {
    /// The compound that a partner must match.
    at: usize,
    combinator: Combinator,
    slot: Slot,
    start: Option<NodeId>,
    /// The next candidate.
    next: Option<NodeId>,
}

enum Resumed {
    /// A compound stands at a node; its own partners come next.
    At((usize, NodeId)),
    /// An earlier search of this run proves that all partners are there.
    Known,
    Failed,
}

fn same(value: &str, wanted: &str, ignores_case: bool) -> bool {
    same_bytes(value.as_bytes(), wanted.as_bytes(), ignores_case)
}

fn same_bytes(value: &[u8], wanted: &[u8], ignores_case: bool) -> bool {
    if ignores_case { value.eq_ignore_ascii_case(wanted) } else { value == wanted }
}

fn starts_with(value: &str, wanted: &str, ignores_case: bool) -> bool {
    value.len() >= wanted.len() && same_bytes(&value.as_bytes()[..wanted.len()], wanted.as_bytes(), ignores_case)
}

/// The attributes whose values HTML compares without regard to case (HTML, "Case-sensitivity of selectors").
pub(in crate::select) fn ignores_case_of_value(attribute: &str) -> bool {
    const ATTRIBUTES: [&str; 46] = [
        "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype",
        "color", "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang",
        "http-equiv", "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize", "noshade",
        "nowrap", "readonly", "rel", "rev", "rules", "scope", "scrolling", "selected", "shape", "target", "text",
        "type", "valign", "valuetype", "vlink",
    ];
    ATTRIBUTES.binary_search(&attribute).is_ok()
}

fn has_state(document: &Document, state: StaticState, node: NodeId) -> bool {
    let is = |name| document.is_html(node, name);
    let has = |name| document.attribute(node, name).is_some();
    let is_control = || {
        [names::BUTTON, names::INPUT, names::SELECT, names::TEXTAREA, names::OPTGROUP, names::OPTION, names::FIELDSET]
            .into_iter()
            .any(is)
    };
    match state {
        StaticState::Link => (is(names::A) || is(names::AREA)) && has(names::HREF),
        StaticState::Checked if is(names::INPUT) => {
            let kind = document.attribute(node, names::TYPE).unwrap_or("");
            has(names::CHECKED) && (kind.eq_ignore_ascii_case("checkbox") || kind.eq_ignore_ascii_case("radio"))
        }
        StaticState::Checked => is(names::OPTION) && has(names::SELECTED),
        StaticState::Disabled => is_control() && is_disabled(document, node),
        StaticState::Enabled => is_control() && !is_disabled(document, node),
    }
}

/// Disabled itself, by its `optgroup`, or by a `fieldset` around it whose first `legend` it is not in.
fn is_disabled(document: &Document, node: NodeId) -> bool {
    if document.attribute(node, names::DISABLED).is_some() {
        return true;
    }
    if document.is_html(node, names::OPTION) {
        return document.parent(node).is_some_and(|parent| {
            document.is_html(parent, names::OPTGROUP) && document.attribute(parent, names::DISABLED).is_some()
        });
    }
    if document.is_html(node, names::OPTGROUP) {
        return false;
    }
    document.ancestors(node).any(|ancestor| {
        document.is_html(ancestor, names::FIELDSET)
            && document.attribute(ancestor, names::DISABLED).is_some()
            && !document
                .children(ancestor)
                .find(|&child| document.is_html(child, names::LEGEND))
                .is_some_and(|legend| document.contains(legend, node))
    })
}

/// Two bits a node and slot: is the answer known, and what is it.
pub(super) struct Memo {
    n_nodes: usize,
    slots: Vec<Option<Box<[u64]>>>,
    /// Nodes looked at beside the ones under test.
    steps: usize,
}

impl Memo {
    pub(super) fn new(document: &Document, n_slots: usize) -> Memo {
        Memo { n_nodes: document.len(), slots: vec![None; n_slots], steps: 0 }
    }

    /// Counts work. Tables cost time in proportion to the page, so they are made only when a run has already taken
    /// that much: a query inside one small record of a large page stays small.
    #[inline]
    pub(super) fn count_steps(&mut self, steps: usize) {
        self.steps += steps;
    }

    /// Whether the run has become long enough to keep answers.
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.steps > 256 + self.n_nodes / 4
    }

    pub(super) fn get(&self, slot: Slot, node: NodeId) -> Option<bool> {
        let words = self.slots[slot].as_ref()?;
        let bits = words[node.index() / 32] >> (node.index() % 32 * 2);
        (bits & 1 == 1).then_some(bits & 2 == 2)
    }

    pub(super) fn set(&mut self, slot: Slot, node: NodeId, answer: bool) {
        if !self.is_on() {
            return;
        }
        let n_words = self.n_nodes.div_ceil(32);
        let words = self.slots[slot].get_or_insert_with(|| vec![0; n_words].into());
        let bits = 1 | u64::from(answer) << 1;
        words[node.index() / 32] |= bits << (node.index() % 32 * 2);
    }
}
