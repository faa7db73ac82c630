//! The blocks of a page that carries its own truth: `data-block="1"`, `"2"` or both on elements.
//!
//! A page says in its `truth.json` that it is marked (`"task": "segments"`). Methods and renderers see it without the
//! marks; the elements are the same, so the truth is known by node.

use super::PageCase;
use crate::metrics::segments::{LeafTexts, Level};
use anyhow::{Context as _, ensure};
use regex::bytes::Regex;
use serde_json::Value;
use std::borrow::Cow;
use std::fs;
use std::sync::LazyLock;
use tamis::{Capture, Limits, Page, source};
use tamis_page::{Document, NodeId};

/// A page without its marks, and which of its elements had some.
#[derive(Clone, Debug)]
pub struct MarkedBlocks {
    /// The page without the marks.
    pub page: Page,
    levels: [Vec<NodeId>; 2],
}

impl MarkedBlocks {
    /// The elements that are blocks at a level. One may lie in another.
    pub fn at(&self, level: Level) -> &[NodeId] {
        match level {
            Level::One => &self.levels[0],
            Level::Two => &self.levels[1],
        }
    }
}

impl PageCase {
    /// The marked blocks of the page; `None` if it is not of a set with such marks.
    ///
    /// # Errors
    /// If the page cannot be read, or is another page without its marks.
    pub fn marked_blocks(&self) -> anyhow::Result<Option<MarkedBlocks>> {
        if !self.is_marked() {
            return Ok(None);
        }
        let file = self.page_file();
        let body = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
        let marked = Page::read(Capture::new(body)).with_context(|| format!("reading {}", file.display()))?;
        let page = self.page()?;
        // A mark may decide what the parser makes of a formatting element, or stand in a text for readers. One in a
        // script does no harm.
        let (marked_document, document) = (marked.document(), page.document());
        let is_same =
            same_nodes(marked_document, document) && LeafTexts::of(marked_document) == LeafTexts::of(document);
        ensure!(is_same, "{} has other nodes without its marks", file.display());
        let levels = Level::ALL.map(|level| blocks_at(marked_document, level));
        Ok(Some(MarkedBlocks { page, levels }))
    }

    /// What a renderer gets of the page: its bytes, less marks, and where the files beside it are.
    ///
    /// # Errors
    /// If the file cannot be read or is too large.
    pub fn capture(&self) -> anyhow::Result<Capture> {
        let capture = source::read_file(&self.page_file(), &Limits::default())?;
        Ok(Capture { body: self.without_marks(capture.body.into_vec()).into(), ..capture })
    }

    /// The bytes of the page less the marks of its truth, if it carries some.
    pub(super) fn without_marks(&self, body: Vec<u8>) -> Vec<u8> {
        static MARKS: LazyLock<Regex> = LazyLock::new(|| {
            let mark = r#"(?i-u)[\t\n\x0c\r /]data-block(?:-type)?\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)"#;
            Regex::new(mark).expect("invariant: it is a regular expression")
        });
        if !self.is_marked() {
            return body;
        }
        match MARKS.replace_all(&body, &b""[..]) {
            Cow::Borrowed(_) => body,
            Cow::Owned(without) => without,
        }
    }

    fn is_marked(&self) -> bool {
        self.truth.get("task").and_then(Value::as_str) == Some("segments")
    }
}

/// The elements of a document that are marked as blocks of a level.
pub fn blocks_at(document: &Document, level: Level) -> Vec<NodeId> {
    let Some(name) = document.find_name("data-block") else { return Vec::new() };
    let number = level.number().to_string();
    let marks = |node: NodeId| document.attribute(node, name).unwrap_or_default().split_whitespace();
    let elements = document.nodes().filter(|&node| document.is_element(node));
    elements.filter(|&node| marks(node).any(|mark| mark == number)).collect()
}

/// Whether two documents have the same nodes in the same places; attributes and texts may differ.
pub fn same_nodes(one: &Document, other: &Document) -> bool {
    one.len() == other.len()
        && one.nodes().all(|node| {
            (one.kind(node), one.parent(node)) == (other.kind(node), other.parent(node))
                && one.tag_name(node) == other.tag_name(node)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::cases;
    use tamis_page::names;

    fn case(page: &str, truth: &str) -> anyhow::Result<(tempfile::TempDir, PageCase)> {
        let directory = tempfile::tempdir()?;
        let folder = directory.path().join("page");
        fs::create_dir(&folder)?;
        fs::write(folder.join("page.html"), page)?;
        fs::write(folder.join("truth.json"), truth)?;
        let case = cases(directory.path())?.remove(0);
        Ok((directory, case))
    }

    const MARKED: &str = r#"{"task": "segments"}"#;

    #[test]
    fn a_page_is_seen_without_its_marks() -> anyhow::Result<()> {
        let html = "<style>*[data-block]{color:red}</style><body><p class=a data-block=1 id=b>x</p>\
                    <div data-block-type='Ad' data-block=\"2\t1\"><b data-blocks=1>y</b></div>";
        let (_directory, case) = case(html, MARKED)?;
        let marked = case.marked_blocks()?.expect("the truth says so");
        let document = marked.page.document();
        let seen = String::from_utf8(case.capture()?.body.into_vec())?;
        assert_eq!(
            seen,
            "<style>*[data-block]{color:red}</style><body><p class=a id=b>x</p><div><b data-blocks=1>y</b></div>"
        );
        assert_eq!(document.source(), seen);
        let tags = |level| marked.at(level).iter().map(|&node| document.tag_name(node)).collect::<Vec<_>>();
        assert_eq!((tags(Level::One), tags(Level::Two)), (vec!["p", "div"], vec!["div"]));
        assert!(document.attribute(marked.at(Level::One)[0], names::ID).is_some());
        Ok(())
    }

    #[test]
    fn what_only_looks_like_a_mark_is_an_error() -> anyhow::Result<()> {
        let (_directory, case) = case("<p data-block=1>write data-block=1 there", MARKED)?;
        let error = case.marked_blocks().expect_err("its text would be another");
        assert!(error.to_string().ends_with("has other nodes without its marks"), "{error}");
        Ok(())
    }

    #[test]
    fn a_page_of_another_set_is_left_as_it_is() -> anyhow::Result<()> {
        let (_directory, case) = case("<p data-block=1>x", r#"{"text": "x"}"#)?;
        assert!(case.marked_blocks()?.is_none());
        assert_eq!(case.page()?.document().source(), "<p data-block=1>x");
        Ok(())
    }
}
