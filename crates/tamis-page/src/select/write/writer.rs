//! The writer of selectors for one page.

use super::absolute::AbsolutePaths;
use super::budget::Budget;
use super::feature::Dialect;
use super::index::SelectorIndex;
use super::pattern::Pattern;
use super::scopes::Scopes;
use super::search::{self, Goal};
use super::{columns, groups};
use crate::document::{Document, NodeId, NodeKind};
use crate::select::{Css, XPath};

/// Steps that may go into one selector, besides one for each node of its scope and some for each wanted node: three of
/// four selectors of real pages take less than a tenth of that, and those that take more seldom get better by it.
const STEPS: u64 = 5_000;
const STEPS_A_TARGET: usize = 24;
/// Steps that may go into the selector of a column, besides one for every fourth node of the records.
const COLUMN_STEPS: u64 = 600;
/// Steps that may go into all selectors of a page together, so that no number of them makes a page slow.
const PAGE_STEPS: u64 = 8_000;
const PAGE_STEPS_A_NODE: u64 = 10;

/// Writes selectors for nodes of one page, with an index of the page that all of them share.
///
/// The effort is bounded by the size of the page, however many selectors are asked for: a search that takes too long
/// ends with a path of names and positions.
///
/// ```
/// use tamis_page::{Document, names, SelectorWriter};
///
/// let page = Document::parse("<p>Lamps</p><div id=list><p class=item>A<p class=item>B</div>");
/// let writer = SelectorWriter::new(&page);
/// let items: Vec<_> = page.elements_named(names::P).skip(1).collect();
/// assert_eq!(writer.css(page.root(), &items).as_deref(), Some(".item"));
/// assert_eq!(writer.xpath(page.root(), &items).as_deref(), Some("//p[@class='item']"));
/// ```
pub struct SelectorWriter<'a> {
    index: SelectorIndex<'a>,
}

/// A CSS selector and an XPath expression that select the same nodes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selectors {
    /// A CSS selector; `None` where [`SelectorWriter::css`] has none.
    pub css: Option<String>,
    /// An XPath expression; `None` where [`SelectorWriter::xpath`] has none.
    pub xpath: Option<String>,
}

impl<'a> SelectorWriter<'a> {
    /// A writer for this page. What it needs to know of the page it finds out when it is first asked.
    pub fn new(document: &'a Document) -> SelectorWriter<'a> {
        let max_steps = PAGE_STEPS + PAGE_STEPS_A_NODE * document.len() as u64;
        SelectorWriter { index: SelectorIndex::new(document, Budget::new(max_steps)) }
    }

    /// Sets how many steps all selectors together may take; a step is about one node looked at. Selectors beyond that are
    /// written as paths of names and positions.
    #[must_use]
    pub fn with_max_steps(mut self, max_steps: u64) -> SelectorWriter<'a> {
        self.index.budget = Budget::new(max_steps);
        self
    }

    /// Always asks for a class as one of several, as CSS does. For expressions that are used on other pages, where a class
    /// that stands alone here may stand beside others.
    #[must_use]
    pub fn with_classes_as_words(mut self) -> SelectorWriter<'a> {
        self.index.are_classes_words = true;
        self
    }

    /// The page.
    pub fn document(&self) -> &'a Document {
        self.index.document
    }

    /// How many steps were taken so far.
    pub fn n_steps(&self) -> u64 {
        self.index.budget.n_spent()
    }

    /// A CSS selector that selects exactly `nodes` below `scope`: the most robust one, or a list if no single one does.
    ///
    /// `None` for an empty set, for nodes that CSS cannot select (text, comments, and what is not below the scope), and
    /// for a set that only a list of more than a thousand positions could describe.
    pub fn css(&self, scope: NodeId, nodes: &[NodeId]) -> Option<String> {
        let nodes = sorted(nodes);
        let scopes = self.scopes(&[scope], Dialect::Css);
        if !are_elements_below(&scopes, &nodes) {
            return None;
        }
        Some(spell(&scopes, &self.patterns(&scopes, &nodes)?))
    }

    /// An XPath expression that selects exactly `nodes` when evaluated at `scope`: the most robust one, or a union if
    /// no single one does. It starts at the root if the scope is the document, else at the scope (`.//…`).
    ///
    /// `None` for an empty set, for the document type, which XPath cannot select, and for a set that only a union of
    /// more than a thousand positions could describe.
    ///
    /// ```
    /// use tamis_page::{Document, names, SelectorWriter};
    ///
    /// let page = Document::parse("<dl><dt>Size<dd>small<dt>Price<dd>12 €</dl>");
    /// let price = page.elements_named(names::DD).last().unwrap();
    /// let written = SelectorWriter::new(&page).xpath(page.root(), &[price]);
    /// assert_eq!(written.as_deref(), Some("//dt[normalize-space()='Price']/following-sibling::dd[1]"));
    /// ```
    pub fn xpath(&self, scope: NodeId, nodes: &[NodeId]) -> Option<String> {
        let nodes = sorted(nodes);
        let scopes = self.scopes(&[scope], Dialect::XPath);
        if are_elements_below(&scopes, &nodes) {
            return Some(spell(&scopes, &self.patterns(&scopes, &nodes)?));
        }
        self.leaves(&scopes, scope, &nodes).or_else(|| self.addresses(scope, &nodes))
    }

    /// Writes a CSS selector and an XPath expression for little more than the price of one. The expression is a translation
    /// of the selector where that is possible.
    pub fn css_and_xpath(&self, scope: NodeId, nodes: &[NodeId]) -> Selectors {
        let nodes = sorted(nodes);
        let scopes = self.scopes(&[scope], Dialect::Css);
        if !are_elements_below(&scopes, &nodes) {
            return Selectors { css: None, xpath: self.xpath(scope, &nodes) };
        }
        let Some(patterns) = self.patterns(&scopes, &nodes) else { return Selectors::default() };
        let css = Some(spell(&scopes, &patterns));
        let in_xpath = self.scopes(&[scope], Dialect::XPath);
        let xpath = self.translate(&in_xpath, &patterns, &nodes).or_else(|| {
            let patterns = self.patterns(&in_xpath, &nodes)?;
            Some(spell(&in_xpath, &patterns))
        });
        Selectors { css, xpath }
    }

    /// A writer of selectors that are evaluated below each of several scopes: those of the columns of a list, below its
    /// records. Scopes must not contain each other.
    pub fn in_each(&self, scopes: &[NodeId]) -> InEach<'_, 'a> {
        InEach {
            writer: self,
            in_css: self.scopes(scopes, Dialect::Css),
            in_xpath: self.scopes(scopes, Dialect::XPath),
        }
    }

    fn scopes(&self, scopes: &[NodeId], dialect: Dialect) -> Scopes<'_, 'a> {
        Scopes::new(&self.index, scopes, dialect)
    }

    /// Patterns that together select the elements, which are below the one scope.
    fn patterns(&self, scopes: &Scopes<'_, 'a>, nodes: &[NodeId]) -> Option<Vec<Pattern>> {
        self.index.budget.begin(STEPS + (scopes.n_nodes() + STEPS_A_TARGET * nodes.len()) as u64);
        let found = search::find(scopes, &Goal::exactly(nodes)).map(|pattern| vec![pattern]);
        if let Some(patterns) = found.filter(|patterns| self.is_certain(scopes, patterns, nodes)) {
            return Some(patterns);
        }
        groups::list(scopes, nodes).filter(|patterns| self.is_certain(scopes, patterns, nodes))
    }

    /// The patterns in XPath, which likes elements to have their names; `None` if they would select something else
    /// there.
    fn translate(&self, in_xpath: &Scopes<'_, 'a>, patterns: &[Pattern], nodes: &[NodeId]) -> Option<String> {
        if let [pattern] = patterns {
            let with_names = std::iter::once_with(|| pattern.with_names(in_xpath, nodes));
            let mut ways = with_names.chain(std::iter::once_with(|| pattern.clone()));
            return ways.find_map(|pattern| {
                // XPath looks at fewer elements than CSS, and names only make them fewer.
                let is_reached = pattern.is_same_in_all_dialects(in_xpath)
                    || pattern.leads_to_all(in_xpath, nodes)
                    || Goal::exactly(nodes).is_reached_by(in_xpath, &pattern);
                let pattern = [pattern];
                (is_reached && self.is_certain(in_xpath, &pattern, nodes)).then(|| spell(in_xpath, &pattern))
            });
        }
        let with_names = |pattern: &Pattern| pattern.with_names(in_xpath, &pattern.select(in_xpath));
        [patterns.iter().map(with_names).collect(), patterns.to_vec()].into_iter().find_map(|patterns: Vec<_>| {
            let selected: Vec<NodeId> = patterns.iter().flat_map(|pattern| pattern.select(in_xpath)).collect();
            let is_same = sorted(&selected) == nodes && self.is_certain(in_xpath, &patterns, nodes);
            is_same.then(|| spell(in_xpath, &patterns))
        })
    }

    /// Whether the written patterns select the nodes that the sets say. Patterns for which this is not certain are evaluated.
    fn is_certain(&self, scopes: &Scopes<'_, 'a>, patterns: &[Pattern], nodes: &[NodeId]) -> bool {
        if !patterns.iter().any(|pattern| pattern.needs_proof(scopes)) {
            return true;
        }
        let document = self.document();
        let text = spell(scopes, patterns);
        let selected: Option<Vec<NodeId>> = match scopes.dialect {
            Dialect::Css => Css::parse(&text).ok().map(|css| scopes.each(|scope| css.select(document, scope))),
            Dialect::XPath => XPath::parse(&text).ok().map(|xpath| scopes.each(|scope| xpath.select(document, scope))),
        };
        self.index.budget.spend(scopes.n_nodes());
        selected.is_some_and(|selected| selected == nodes)
    }

    /// Text or comments: their parents' expression and one more step.
    fn leaves(&self, scopes: &Scopes<'_, 'a>, scope: NodeId, nodes: &[NodeId]) -> Option<String> {
        let document = self.document();
        let kind = document.kind(*nodes.first()?);
        let test = match kind {
            NodeKind::Text => "text()",
            NodeKind::Comment => "comment()",
            _ => return None,
        };
        if !nodes.iter().all(|&node| document.kind(node) == kind && node != scope && document.contains(scope, node)) {
            return None;
        }
        let mut parents: Vec<NodeId> = nodes.iter().filter_map(|&node| document.parent(node)).collect();
        parents.sort_unstable();
        parents.dedup();
        let mut paths = AbsolutePaths::new(document);
        let of_kind = |parent: NodeId| document.children(parent).filter(move |&child| document.kind(child) == kind);
        let all: Vec<NodeId> = sorted(&parents.iter().flat_map(|&parent| of_kind(parent)).collect::<Vec<_>>());
        let step = if all == nodes {
            format!("/{test}")
        } else {
            let number = paths.number(nodes[0]);
            if all.iter().any(|&node| (paths.number(node) == number) != nodes.binary_search(&node).is_ok()) {
                return None;
            }
            format!("/{test}[{number}]")
        };
        // Directly below the scope there is no element to name.
        if parents == [scope] {
            return Some(format!("{}{step}", if scope == NodeId::ROOT { "" } else { "." }));
        }
        if !are_elements_below(scopes, &parents) {
            return None;
        }
        let parents = spell(scopes, &self.patterns(scopes, &parents)?);
        Some(if parents.contains(" | ") { format!("({parents}){step}") } else { format!("{parents}{step}") })
    }

    /// A mixed bag: each node by its address.
    fn addresses(&self, scope: NodeId, nodes: &[NodeId]) -> Option<String> {
        let document = self.document();
        if nodes.is_empty() || nodes.len() > 1000 || nodes.iter().any(|&it| document.kind(it) == NodeKind::Doctype) {
            return None;
        }
        let mut paths = AbsolutePaths::new(document);
        let addresses = nodes.iter().map(|&node| match scope {
            _ if node == scope && node != NodeId::ROOT => ".".to_owned(),
            _ if scope != NodeId::ROOT && document.contains(scope, node) => format!(".{}", paths.below(scope, node)),
            _ => paths.of(node),
        });
        Some(addresses.collect::<Vec<_>>().join(" | "))
    }
}

/// Writes selectors that serve below each of several scopes; see [`SelectorWriter::in_each`].
pub struct InEach<'w, 'a> {
    writer: &'w SelectorWriter<'a>,
    in_css: Scopes<'w, 'a>,
    in_xpath: Scopes<'w, 'a>,
}

impl<'a> InEach<'_, 'a> {
    /// A selector and an expression that select exactly these elements, each below one of the scopes; a scope may have
    /// none of them. Up to three stand side by side where no single one will do.
    ///
    /// `None` if no such selector was found: for nodes that are not elements below the scopes, and where two records
    /// look the same of which different parts are wanted.
    pub fn css_and_xpath(&self, nodes: &[NodeId]) -> Option<Selectors> {
        let nodes = sorted(nodes);
        if !are_elements_below(&self.in_css, &nodes) {
            return None;
        }
        let found = self.patterns(&self.in_css, &nodes)?;
        let xpath = self.writer.translate(&self.in_xpath, &found, &nodes).or_else(|| {
            let found = self.patterns(&self.in_xpath, &nodes)?;
            Some(spell(&self.in_xpath, &found))
        });
        xpath.map(|xpath| Selectors { css: Some(spell(&self.in_css, &found)), xpath: Some(xpath) })
    }

    /// Writes selectors that select all of `nodes`, and besides them nothing but `allowed`. A caller that takes only the first
    /// node that a selector selects in a record can allow the nodes after it.
    ///
    /// The two may differ in which of the others they select.
    pub fn css_and_xpath_within(&self, nodes: &[NodeId], allowed: &[NodeId]) -> Option<Selectors> {
        let nodes = sorted(nodes);
        if !are_elements_below(&self.in_css, &nodes) {
            return None;
        }
        let allowed = sorted(&[&nodes, allowed].concat());
        let goal = Goal::within(&nodes, &allowed);
        let find = |scopes: &Scopes<'_, 'a>| {
            self.writer.index.budget.begin(COLUMN_STEPS + scopes.n_nodes() as u64 / 4);
            columns::find(scopes, &goal).filter(|pattern| !pattern.needs_proof(scopes))
        };
        let found = find(&self.in_css)?;
        let named = found.with_names(&self.in_xpath, &nodes);
        let is_same = goal.is_reached_by(&self.in_xpath, &named) && !named.needs_proof(&self.in_xpath);
        let xpath = if is_same { named } else { find(&self.in_xpath)? };
        Some(Selectors { css: Some(found.spell(&self.in_css)), xpath: Some(xpath.spell(&self.in_xpath)) })
    }

    /// The path of names and positions that most of these elements have below their scopes. It may select others too.
    pub fn most_common_path(&self, nodes: &[NodeId]) -> Option<Selectors> {
        let nodes = sorted(nodes);
        if !are_elements_below(&self.in_css, &nodes) {
            return None;
        }
        let path = columns::most_common_path(&self.in_css, &nodes)?;
        let [css, xpath] = [&self.in_css, &self.in_xpath].map(|scopes| Some(path.spell(scopes)));
        Some(Selectors { css, xpath })
    }

    /// Short paths of names, classes and places that lead to the element in its scope. They may lead to others too: the caller
    /// has to try them.
    pub fn near_paths(&self, node: NodeId) -> Vec<Selectors> {
        if !are_elements_below(&self.in_css, &[node]) {
            return Vec::new();
        }
        let paths = columns::near_paths(&self.in_css, node);
        let spelt =
            |path: Pattern| Selectors { css: Some(path.spell(&self.in_css)), xpath: Some(path.spell(&self.in_xpath)) };
        paths.into_iter().map(spelt).collect()
    }

    fn patterns(&self, scopes: &Scopes<'_, 'a>, nodes: &[NodeId]) -> Option<Vec<Pattern>> {
        self.writer.index.budget.begin(COLUMN_STEPS + scopes.n_nodes() as u64 / 4);
        let found = columns::find(scopes, &Goal::exactly(nodes)).map(|pattern| vec![pattern]);
        let found = found.or_else(|| groups::of_column(scopes, nodes))?;
        self.writer.is_certain(scopes, &found, nodes).then_some(found)
    }
}

fn spell(scopes: &Scopes<'_, '_>, patterns: &[Pattern]) -> String {
    let separator = if scopes.dialect == Dialect::Css { ", " } else { " | " };
    let mut text = String::with_capacity(64);
    for (i, pattern) in patterns.iter().enumerate() {
        text.push_str(if i == 0 { "" } else { separator });
        pattern.push(scopes, &mut text);
    }
    text
}

fn sorted(nodes: &[NodeId]) -> Vec<NodeId> {
    let mut nodes = nodes.to_vec();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// Whether there are any nodes, and all are elements below the scopes.
fn are_elements_below(scopes: &Scopes<'_, '_>, nodes: &[NodeId]) -> bool {
    let is_element = |&node: &NodeId| node.index() < scopes.document.len() && scopes.document.is_element(node);
    !nodes.is_empty() && nodes.iter().all(|node| is_element(node) && scopes.is_inside(*node))
}
