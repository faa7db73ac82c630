//! What must hold for any bytes whatever. Each function is the body of a fuzz target, and of a test that needs no
//! fuzzer (`crates/tamis/tests/soup.rs`), which is why it takes bytes and answers by panicking.

mod meaning;
mod stored;
mod wrappers;

pub use meaning::{statements, values};
pub use stored::{snapshot, template};
pub use wrappers::wrapper;

use tamis_page::parse::{FragmentContext, ParseOptions, Parser};
use tamis_page::{CharsetHints, Css, Document, NodeId, NodeKind, XPath, charset_named, visible_text};

/// Any bytes become text, in a charset that exists, whatever the hint. The first byte chooses the hint.
pub fn decode(data: &[u8]) {
    const LABELS: [&str; 8] =
        ["", "utf-8", "shift_jis", "gb18030", "utf-16le", "iso-2022-jp", "x-user-defined", "nonsense"];
    let (hint, body) = data.split_first().unwrap_or((&0, &[]));
    let label = LABELS[usize::from(hint & 7)];
    let hints = match hint & 0b1_1000 {
        _ if label.is_empty() => CharsetHints::default(),
        0 => CharsetHints::default().with_transport(label),
        8 => CharsetHints::default().with_explicit(label),
        _ => CharsetHints::default().with_top_level_domain("jp"),
    };
    let decoded = tamis_page::decode(body.to_vec(), &hints);
    assert_eq!(charset_named(decoded.charset.used), Some(decoded.charset.used));
    let again = tamis_page::decode(body.to_vec(), &hints);
    assert_eq!(decoded.text, again.text, "the same bytes give the same text");
    if decoded.charset.used == "UTF-8" && !decoded.charset.had_errors {
        let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
        assert_eq!(decoded.text.as_bytes(), body, "valid UTF-8 stays as it is");
    }
}

/// Any text becomes a well-formed array, as a page and as a fragment, with scripting and without.
pub fn parse(data: &[u8]) {
    const CONTEXTS: [&str; 8] = ["div", "body", "table", "tr", "select", "template", "title", "html"];
    let (choice, html) = data.split_first().unwrap_or((&0, &[]));
    let html = String::from_utf8_lossy(html);
    let mut parser = Parser::new(ParseOptions::default().with_scripting(choice & 1 == 1));
    let document = parser.parse(&*html);
    check_array(&document);
    assert!(document.html().is_some(), "a page has an html element");
    check_text(&document);
    let nodes = document.len();
    // The arenas of one page must leave no trace in the next.
    parser.recycle(document);
    let again = parser.parse(&*html);
    assert_eq!(again.len(), nodes, "reused memory gives the same document");
    let context = FragmentContext::html(CONTEXTS[usize::from(choice >> 1 & 7)]);
    check_array(&parser.parse_fragment(&*html, &context));
}

/// Any selector is refused or answered on any page: nodes of the page, in document order, each once. The first line is
/// the selector, the rest the page.
pub fn select(data: &[u8]) {
    let data = String::from_utf8_lossy(data);
    let (selector, html) =
        data.split_once('\n').unwrap_or((&data, "<ul class=a><li id=b>One<li>Two</ul><p lang=en>Three"));
    let document = Document::parse(html);
    if let Ok(css) = Css::parse(selector) {
        let selected = css.select(&document, document.root());
        check_selection(&document, &selected);
        assert!(selected.iter().all(|&node| css.matches(&document, node)), "{selector:?} selects what it matches");
        assert!(selected.iter().all(|&node| document.is_element(node)), "{selector:?} selects elements");
    }
    if let Ok(xpath) = XPath::parse(selector) {
        let selected = xpath.select(&document, document.root());
        check_selection(&document, &selected);
    }
}

/// A page that is written and read again settles: mis-nested tags may move in the first rounds, then nothing changes any
/// more, and no character is lost on the way.
pub fn serialize(data: &[u8]) {
    /// Each round can undo one layer of an element inside another of its kind. Pages of the web need none; the most that
    /// spoilt ones needed is three.
    const ROUNDS: usize = 12;
    let html = String::from_utf8_lossy(data);
    let mut document = Document::parse(&*html);
    let n_solid = n_solid_characters(&document);
    let mut written = document.to_html();
    for _ in 0..ROUNDS {
        document = Document::parse(written.as_str());
        if document.limits_hit().any() {
            return;
        }
        assert_eq!(n_solid_characters(&document), n_solid, "text was lost");
        let again = document.to_html();
        if again == written {
            return;
        }
        written = again;
    }
    panic!("written and read {ROUNDS} times, the page still changes");
}

/// The characters of all text and comments that are not white space.
fn n_solid_characters(document: &Document) -> usize {
    document.nodes().map(|node| solid(document.text(node))).sum()
}

/// Ranges nest, parents come first, siblings are linked both ways, and what a node is fits where it stands.
fn check_array(document: &Document) {
    assert_eq!(document.subtree_range(NodeId::ROOT), 0..document.len());
    for node in document.nodes() {
        let range = document.subtree_range(node);
        assert!(!range.is_empty());
        match document.parent(node) {
            None => assert_eq!(node, NodeId::ROOT),
            Some(parent) => {
                assert!(parent < node);
                assert!(range.end <= document.subtree_range(parent).end, "a subtree lies in its parent's");
                assert!(matches!(document.kind(parent), NodeKind::Document | NodeKind::Element));
            }
        }
        let mut expected = NodeId(node.0 + 1);
        let mut previous = None;
        for child in document.children(node) {
            assert_eq!(child, expected, "children follow each other without a gap");
            assert_eq!(document.parent(child), Some(node));
            assert_eq!(document.previous_sibling(child), previous);
            previous = Some(child);
            expected = document.subtree_end(child);
        }
        assert_eq!(expected.index(), range.end, "the last child ends where its parent does");
        if document.kind(node) == NodeKind::Text {
            let before = previous_sibling_kind(document, node);
            assert!(!document.text(node).is_empty(), "there are no empty text nodes");
            assert_ne!(before, Some(NodeKind::Text), "neighbouring text is one node");
        }
    }
}

fn previous_sibling_kind(document: &Document, node: NodeId) -> Option<NodeKind> {
    document.previous_sibling(node).map(|previous| document.kind(previous))
}

/// The visible text is made of the page's characters, each used at most once.
fn check_text(document: &Document) {
    let visible = visible_text(document, document.root());
    assert!(solid(&visible) <= n_solid_characters(document), "more visible characters than there are");
}

fn solid(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

fn check_selection(document: &Document, selected: &[NodeId]) {
    assert!(selected.windows(2).all(|pair| pair[0] < pair[1]), "in document order, each once");
    assert!(selected.iter().all(|node| node.index() < document.len()), "nodes of the page");
}
