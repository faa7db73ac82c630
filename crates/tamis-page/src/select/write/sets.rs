//! One selector for a set of nodes, or as few as it takes.

use super::absolute::AbsolutePaths;
use super::feature::{Compound, Dialect, Feature};
use super::ground::{Ground, Task};
use super::pattern::{Link, Pattern};
use super::search;
use crate::document::{Document, NodeId, NodeKind};
use crate::select::bits::Bits;
use crate::select::{Css, XPath};
use std::collections::HashMap;

/// As many selectors are sought before the rest of the nodes are listed by their positions.
const MAX_GROUPS: usize = 12;

/// The same on a page of more elements than this: there each search takes its time.
const MAX_GROUPS_ON_LARGE_PAGES: usize = 2;
const LARGE_PAGE: usize = 100_000;

/// Lists up to this length are evaluated once more as a whole.
const MAX_CHECKED: usize = 200;

/// As many nodes get a selector of their own before the rest are counted.
const MAX_ALONE: usize = 4;

/// As many parents of counted nodes get a selector of their own.
const MAX_PARENTS: usize = 6;

/// A CSS selector that selects exactly `nodes` below `scope`: the most robust one, or a list if no single one does.
///
/// `None` for an empty set, and for nodes that CSS cannot select: text, comments, and what is not below the scope.
///
/// ```
/// use tamis_page::{Document, names, select::write};
///
/// let page = Document::parse("<p>Lamps</p><div id=list><p class=item>A<p class=item>B</div>");
/// let items: Vec<_> = page.elements_named(names::P).skip(1).collect();
/// assert_eq!(write::css(&page, page.root(), &items).as_deref(), Some(".item"));
/// ```
pub fn css(document: &Document, scope: NodeId, nodes: &[NodeId]) -> Option<String> {
    css_in_each(document, &[(scope, nodes)])
}

/// A CSS selector that selects, below each of the scopes, exactly the nodes given with it: one selector for a column of
/// all records. Scopes must not contain each other; a scope may have no node.
///
/// `None` under the same conditions as [`css`], and if no selector can tell the nodes apart in every scope: two records
/// that look the same, of which different parts are wanted.
pub fn css_in_each(document: &Document, tasks: &[(NodeId, &[NodeId])]) -> Option<String> {
    let tasks = Tasks::new(document, tasks);
    let are_elements_below = tasks.iter().all(|task| {
        let below = |node: &NodeId| *node != task.scope && document.contains(task.scope, *node);
        task.nodes.iter().all(|node| document.is_element(*node) && below(node))
    });
    if tasks.n_nodes() == 0 || !are_elements_below {
        return None;
    }
    elements(document, &tasks, Dialect::Css)
}

/// An XPath expression that selects exactly `nodes` when evaluated at `scope`: the most robust one, or a union if no
/// single one does. It starts at the root if the scope is the document, else at the scope (`.//…`).
///
/// `None` for an empty set, and for the document type, which XPath cannot select.
///
/// ```
/// use tamis_page::{Document, names, select::write};
///
/// let page = Document::parse("<dl><dt>Size<dd>small<dt>Price<dd>12 €</dl>");
/// let price = page.elements_named(names::DD).last().unwrap();
/// let written = write::xpath(&page, page.root(), &[price]);
/// assert_eq!(written.as_deref(), Some("//dt[normalize-space()='Price']/following-sibling::dd[1]"));
/// ```
pub fn xpath(document: &Document, scope: NodeId, nodes: &[NodeId]) -> Option<String> {
    xpath_in_each(document, &[(scope, nodes)])
}

/// An XPath expression that selects, evaluated at each of the scopes, exactly the nodes given with it: one expression
/// for a column of all records. Scopes must not contain each other; a scope may have no node.
///
/// `None` under the same conditions as [`xpath`]; for several scopes also if a node is not below its scope, or if no
/// expression can tell the nodes apart in every scope.
pub fn xpath_in_each(document: &Document, tasks: &[(NodeId, &[NodeId])]) -> Option<String> {
    let tasks = Tasks::new(document, tasks);
    if tasks.n_nodes() == 0 {
        return None;
    }
    let selects = |text: &str| tasks.select(document, Dialect::XPath, text).as_ref() == Some(&tasks.nodes);
    let is_below = |task: Task, node: NodeId| node != task.scope && document.contains(task.scope, node);
    let all = |test: &dyn Fn(Task, NodeId) -> bool| {
        tasks.iter().all(|task| task.nodes.iter().all(|&node| is_below(task, node) && test(task, node)))
    };
    if all(&|_, node| document.is_element(node)) {
        return elements(document, &tasks, Dialect::XPath);
    }
    for (kind, test) in [(NodeKind::Text, "text()"), (NodeKind::Comment, "comment()")] {
        if all(&|_, node| document.kind(node) == kind)
            && let Some(text) = leaves(document, &tasks, test, &selects)
        {
            return Some(text);
        }
    }
    // A mixed bag: each by its address. Below several scopes there is no address that serves all.
    let [(scope, _)] = tasks.list[..] else { return None };
    let mut paths = AbsolutePaths::new(document);
    let mut addresses = Vec::new();
    for &node in &tasks.nodes {
        addresses.push(match document.kind(node) {
            NodeKind::Doctype => return None,
            _ if node == scope && node != NodeId::ROOT => ".".to_owned(),
            _ if scope != NodeId::ROOT && document.contains(scope, node) => format!(".{}", paths.below(scope, node)),
            _ => paths.of(node),
        });
    }
    Some(addresses.join(" | ")).filter(|text| selects(text))
}

/// The tasks with their nodes sorted and unique.
struct Tasks {
    nodes: Vec<NodeId>,
    list: Vec<(NodeId, std::ops::Range<usize>)>,
}

impl Tasks {
    fn new(document: &Document, tasks: &[(NodeId, &[NodeId])]) -> Tasks {
        let mut all = Tasks { nodes: Vec::new(), list: Vec::new() };
        for &(scope, nodes) in tasks {
            let start = all.nodes.len();
            let mut nodes: Vec<NodeId> = nodes.iter().copied().filter(|node| node.index() < document.len()).collect();
            nodes.sort_unstable();
            nodes.dedup();
            all.nodes.append(&mut nodes);
            all.list.push((scope, start..all.nodes.len()));
        }
        all
    }

    fn iter(&self) -> impl Iterator<Item = Task<'_>> {
        self.list.iter().map(|(scope, range)| Task { scope: *scope, nodes: &self.nodes[range.clone()] })
    }

    /// What the text selects in all scopes together; `None` if it cannot be read.
    fn select(&self, document: &Document, dialect: Dialect, text: &str) -> Option<Vec<NodeId>> {
        let scopes = self.list.iter().map(|(scope, _)| *scope);
        Some(match dialect {
            Dialect::Css => {
                let css = Css::parse(text).ok()?;
                scopes.flat_map(|scope| css.select(document, scope)).collect()
            }
            Dialect::XPath => {
                let xpath = XPath::parse(text).ok()?;
                scopes.flat_map(|scope| xpath.select(document, scope)).collect()
            }
        })
    }

    fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    fn scopes(&self) -> Vec<NodeId> {
        self.list.iter().map(|(scope, _)| *scope).collect()
    }
}

/// A selector for elements, all of them below their scopes.
fn elements(document: &Document, tasks: &Tasks, dialect: Dialect) -> Option<String> {
    let accept = |text: &str| tasks.select(document, dialect, text).as_ref() == Some(&tasks.nodes);
    let ground = Ground::new(document, &tasks.scopes(), dialect);
    let wanted = ground.set_of(tasks.nodes.iter().copied());
    let mut outside = ground.all();
    outside.subtract(&wanted);
    if let Some(pattern) = search::find(&ground, &tasks.nodes, &outside, &accept) {
        return Some(pattern.spell(&ground));
    }
    let separator = if dialect == Dialect::Css { ", " } else { " | " };
    let patterns = in_groups(&ground, tasks, &outside);
    let spelt: Vec<String> = patterns.iter().map(|pattern| pattern.spell(&ground)).collect();
    // A long list consists of positions, which cannot err, and to evaluate it takes its length times the page.
    Some(spelt.join(separator)).filter(|text| patterns.len() > MAX_CHECKED || accept(text))
}

/// Several patterns that together select the nodes: one a group of alike nodes, then one a node.
fn in_groups<'a>(ground: &Ground<'a>, tasks: &Tasks, outside: &Bits) -> Vec<Pattern<'a>> {
    let mut patterns = Vec::new();
    let mut left: Vec<NodeId> = tasks.nodes.clone();
    let mut n_alone = 0;
    let max_groups = if ground.elements.len() > LARGE_PAGE { MAX_GROUPS_ON_LARGE_PAGES } else { MAX_GROUPS };
    while let (Some(&first), true) = (left.first(), patterns.len() < max_groups && n_alone < MAX_ALONE) {
        let alike: Vec<NodeId> = left.iter().copied().filter(|&node| is_alike(ground, first, node)).collect();
        let parent = ground.document.parent(first);
        let here: Vec<NodeId> = alike.iter().copied().filter(|&node| ground.document.parent(node) == parent).collect();
        let groups = [alike, here, vec![first]];
        let found = groups.iter().enumerate().find_map(|(i, group)| {
            let is_new = i == 0 || group.len() < groups[i - 1].len();
            // A part may select any of the wanted nodes, its own group among them.
            let accept = |text: &str| {
                let selected = tasks.select(ground.document, ground.dialect, text);
                selected.is_some_and(|selected| {
                    let selected = ground.set_of(selected);
                    !selected.meets(outside) && selected.includes(&ground.set_of(group.iter().copied()))
                })
            };
            if is_new { search::find(ground, group, outside, &accept) } else { None }
        });
        let pattern = found.unwrap_or_else(|| address(ground, first));
        let mut rest = ground.set_of(left.iter().copied());
        rest.subtract(&pattern.select(ground));
        let n_before = left.len();
        left = ground.nodes(&rest).collect();
        n_alone += usize::from(n_before - left.len() <= 1);
        patterns.push(pattern);
        if left.len() == n_before {
            break;
        }
    }
    patterns.extend(one_by_one(ground, tasks, &left));
    patterns
}

/// Positions below parents that are written once each.
fn one_by_one<'a>(ground: &Ground<'a>, tasks: &Tasks, nodes: &[NodeId]) -> Vec<Pattern<'a>> {
    let mut parents: HashMap<NodeId, Pattern<'a>> = HashMap::new();
    let mut patterns = Vec::with_capacity(nodes.len());
    for &node in nodes {
        let Some(parent) = ground.parent_within(node) else {
            patterns.push(address(ground, node));
            continue;
        };
        if parents.len() < MAX_PARENTS && !parents.contains_key(&parent) {
            let mut elsewhere = ground.all();
            elsewhere.subtract(&ground.set_of([parent]));
            let accept = |text: &str| tasks.select(ground.document, ground.dialect, text) == Some(vec![parent]);
            let found = search::find(ground, &[parent], &elsewhere, &accept);
            parents.insert(parent, found.unwrap_or_else(|| address(ground, parent)));
        }
        let mut pattern = address(ground, node);
        if let (Some(parent), Some(last)) = (parents.get(&parent), pattern.steps.pop()) {
            pattern = parent.clone();
            pattern.steps.push(last);
        } else {
            pattern = address(ground, node);
        }
        patterns.push(pattern);
    }
    patterns
}

fn is_alike(ground: &Ground, one: NodeId, other: NodeId) -> bool {
    let document = ground.document;
    document.tag(one) == document.tag(other) && document.classes(one).eq(document.classes(other))
}

/// Names and positions from the scope down.
fn address<'a>(ground: &Ground<'a>, node: NodeId) -> Pattern<'a> {
    let mut line: Vec<NodeId> = std::iter::once(node).chain(ground.ancestors_within(node)).collect();
    line.reverse();
    let step = |node: NodeId| {
        let is_only = ground.number(node) == 1 && ground.number_from_end(node) == 1;
        let features = if is_only { Vec::new() } else { vec![Feature::Nth(ground.number(node))] };
        (Link::Child, Compound { tag: ground.document.tag(node), features })
    };
    Pattern { steps: line.into_iter().map(step).collect() }
}

/// Text or comments: their parents' expression and one more step.
fn leaves(document: &Document, tasks: &Tasks, test: &str, selects: &dyn Fn(&str) -> bool) -> Option<String> {
    let mut paths = AbsolutePaths::new(document);
    let first = paths.number(*tasks.nodes.first()?);
    let mut endings = vec![format!("/{test}")];
    if tasks.nodes.iter().all(|&node| paths.number(node) == first) {
        endings.push(format!("/{test}[{first}]"));
    }
    // Directly below the scope there is no element to name.
    if tasks.iter().all(|task| task.nodes.iter().all(|&node| document.parent(node) == Some(task.scope))) {
        let is_root = tasks.list.iter().any(|(scope, _)| *scope == NodeId::ROOT);
        let start = if is_root { "" } else { "." };
        return endings.iter().map(|ending| format!("{start}{ending}")).find(|text| selects(text));
    }
    let parents: Vec<Vec<NodeId>> =
        tasks.iter().map(|task| task.nodes.iter().filter_map(|&node| document.parent(node)).collect()).collect();
    let parent_tasks: Vec<(NodeId, &[NodeId])> =
        tasks.list.iter().zip(&parents).map(|((scope, _), parents)| (*scope, parents.as_slice())).collect();
    let parent_tasks = Tasks::new(document, &parent_tasks);
    let is_below = |task: Task| task.nodes.iter().all(|&node| node != task.scope && document.is_element(node));
    if !parent_tasks.iter().all(is_below) {
        return None;
    }
    let parents = elements(document, &parent_tasks, Dialect::XPath)?;
    let parents = if parents.contains(" | ") { format!("({parents})") } else { parents };
    endings.iter().map(|ending| format!("{parents}{ending}")).find(|text| selects(text))
}
