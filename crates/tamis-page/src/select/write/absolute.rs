//! The absolute XPath of a node: names from the root down, positions where siblings share a name.

use crate::budget;
use crate::document::{Document, Name, NodeId, NodeKind};
use crate::select::xpath::is_plain_name;
use std::fmt::Write;

/// The path from the root to the node: `/html/body/div[2]/p[1]`, with `text()` and `comment()` for nodes without a
/// name. Evaluated on the same document it selects the node alone.
///
/// `/` for the document itself and empty for the document type, which XPath cannot name. To write paths of many nodes
/// that may be siblings, use an [`AbsolutePaths`].
///
/// ```
/// use tamis_page::{Document, absolute_xpath, names};
///
/// let page = Document::parse("<div>a</div><div><p>b</p></div>");
/// let paragraph = page.elements_named(names::P).next().unwrap();
/// assert_eq!(absolute_xpath(&page, paragraph), "/html/body/div[2]/p");
/// ```
pub fn absolute_xpath(document: &Document, node: NodeId) -> String {
    AbsolutePaths::new(document).of(node)
}

/// Writes the absolute XPaths of many nodes, numbering the children of a node once.
pub struct AbsolutePaths<'a> {
    document: &'a Document,
    /// By number of the node; a node whose siblings were not numbered yet has number 0.
    places: Vec<SiblingNumber>,
    /// By number of the name, how many siblings had it so far; emptied after each parent.
    counts: Vec<u32>,
    /// The path of the parent that was last asked for: siblings share it.
    last_parent: Option<(NodeId, String)>,
}

/// Which of the siblings of its kind a node is.
#[derive(Clone, Copy, Default)]
struct SiblingNumber {
    number: u32,
    of_how_many: u32,
}

/// What a step's test looks at; siblings of one kind are numbered together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StepKind {
    Named(Name),
    /// An element whose name an expression cannot hold.
    Unnamed,
    Text,
    Comment,
    Doctype,
}

impl StepKind {
    /// Where siblings of the kind are counted.
    fn index(self) -> usize {
        match self {
            StepKind::Unnamed => 0,
            StepKind::Text => 1,
            StepKind::Comment => 2,
            StepKind::Doctype => 3,
            StepKind::Named(name) => 4 + name.index(),
        }
    }
}

impl<'a> AbsolutePaths<'a> {
    /// A writer for this document.
    pub fn new(document: &'a Document) -> AbsolutePaths<'a> {
        AbsolutePaths { document, places: Vec::new(), counts: Vec::new(), last_parent: None }
    }

    /// The absolute XPath of the node; see [`absolute_xpath`].
    pub fn of(&mut self, node: NodeId) -> String {
        match self.document.kind(node) {
            NodeKind::Document => return "/".to_owned(),
            NodeKind::Doctype => return String::new(),
            _ => {}
        }
        let Some(parent) = self.document.parent(node) else { return String::new() };
        let path = match self.last_parent.take() {
            Some((last, path)) if last == parent => path,
            _ => self.below(NodeId::ROOT, parent),
        };
        let mut whole = String::with_capacity(path.len() + 16);
        whole.push_str(&path);
        self.push_step(&mut whole, node);
        self.last_parent = Some((parent, path));
        whole
    }

    /// The steps from `top` down to the node, each with a leading slash.
    pub(super) fn below(&mut self, top: NodeId, node: NodeId) -> String {
        let mut line = vec![node];
        line.extend(self.document.ancestors(node).take_while(|&ancestor| ancestor != top));
        budget::spend(line.len());
        let mut path = String::new();
        for &node in line.iter().rev().filter(|&&node| node != NodeId::ROOT) {
            self.push_step(&mut path, node);
        }
        path
    }

    fn push_step(&mut self, path: &mut String, node: NodeId) {
        let kind = step_kind(self.document, node);
        path.push('/');
        path.push_str(match kind {
            StepKind::Named(name) => self.document.spell(name),
            StepKind::Unnamed | StepKind::Doctype => "*",
            StepKind::Text => "text()",
            StepKind::Comment => "comment()",
        });
        let place = self.place(node);
        // `*` meets the named siblings too, so its position is never left out.
        if place.of_how_many != 1 || kind == StepKind::Unnamed {
            // Writing into a String cannot fail.
            let _ = write!(path, "[{}]", place.number);
        }
    }

    /// The position that the node's step has or would have.
    pub(super) fn number(&mut self, node: NodeId) -> u32 {
        self.place(node).number
    }

    fn place(&mut self, node: NodeId) -> SiblingNumber {
        let Some(parent) = self.document.parent(node) else { return SiblingNumber { number: 1, of_how_many: 1 } };
        if self.places.is_empty() {
            self.places = vec![SiblingNumber::default(); self.document.len()];
        }
        if self.places[node.index()].number == 0 {
            self.number_children(parent);
        }
        self.places[node.index()]
    }

    fn number_children(&mut self, parent: NodeId) {
        let document = self.document;
        budget::spend(document.subtree_range(parent).len().min(1 << 10));
        let mut n_elements = 0;
        for child in document.children(parent) {
            let kind = step_kind(document, child);
            if kind.index() >= self.counts.len() {
                self.counts.resize(kind.index() + 1, 0);
            }
            n_elements += u32::from(document.is_element(child));
            let count = &mut self.counts[kind.index()];
            *count += 1;
            self.places[child.index()].number = if kind == StepKind::Unnamed { n_elements } else { *count };
        }
        for child in document.children(parent) {
            self.places[child.index()].of_how_many = self.counts[step_kind(document, child).index()];
        }
        for child in document.children(parent) {
            self.counts[step_kind(document, child).index()] = 0;
        }
    }
}

fn step_kind(document: &Document, node: NodeId) -> StepKind {
    match document.kind(node) {
        NodeKind::Text => StepKind::Text,
        NodeKind::Comment => StepKind::Comment,
        NodeKind::Doctype | NodeKind::Document => StepKind::Doctype,
        NodeKind::Element => match document.tag(node) {
            Some(name) if is_plain_name(document.spell(name)) => StepKind::Named(name),
            _ => StepKind::Unnamed,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::XPath;

    #[track_caller]
    fn check(html: &str, expected: &[&str]) {
        let document = Document::parse(html);
        let mut paths = AbsolutePaths::new(&document);
        for node in document.nodes().filter(|&node| document.kind(node) != NodeKind::Doctype) {
            let path = paths.of(node);
            assert_eq!(path, absolute_xpath(&document, node));
            assert_eq!(XPath::parse(&path).unwrap().select(&document, document.root()), [node], "{path}");
        }
        let body: Vec<String> = document.descendants(document.body().unwrap()).map(|node| paths.of(node)).collect();
        let body: Vec<&str> = body.iter().map(|path| path.trim_start_matches("/html/body/")).collect();
        assert_eq!(body, expected);
    }

    #[test]
    fn positions_stand_only_where_names_repeat() {
        check(
            "<div>a<b></b>c</div><p><div></div>",
            &["div[1]", "div[1]/text()[1]", "div[1]/b", "div[1]/text()[2]", "p", "div[2]"],
        );
    }

    #[test]
    fn comments_and_odd_names_have_paths_too() {
        check(
            "<body><!--a--><p></p><o:p></o:p><!--b--><a$b><i></i></a$b>",
            &["comment()[1]", "p", "*[2]", "comment()[2]", "*[3]", "*[3]/i"],
        );
        check("<svg><linearGradient/><a/></svg>", &["svg", "svg/linearGradient", "svg/a"]);
    }

    #[test]
    fn the_document_type_has_no_path() {
        let document = Document::parse("<!doctype html>");
        assert_eq!(absolute_xpath(&document, document.root()), "/");
        let doctype = document.first_child(document.root()).unwrap();
        assert_eq!(absolute_xpath(&document, doctype), "");
    }

    #[test]
    fn many_siblings_are_numbered_once() {
        let document = Document::parse("<p></p>".repeat(50_000));
        let mut paths = AbsolutePaths::new(&document);
        let all: Vec<String> = document.children(document.body().unwrap()).map(|node| paths.of(node)).collect();
        assert_eq!(all.last().map(String::as_str), Some("/html/body/p[50000]"));
    }
}
