//! Several pages as one document.

use tamis_page::{Document, DocumentBuilder, Namespace, NodeId, NodeKind};

/// Copies of several pages side by side in one document, so that selectors can be written that serve on all of them.
///
/// Each page is an element of the document, and its nodes follow in their order: a node of a page is found by counting.
#[derive(Debug)]
pub struct PageSet {
    document: Document,
    /// The elements that stand for the pages.
    roots: Vec<NodeId>,
}

impl PageSet {
    /// The pages side by side.
    pub fn of(pages: &[&Document]) -> PageSet {
        let mut builder = DocumentBuilder::new();
        builder.set_quirks(pages.first().map(|page| page.quirks()).unwrap_or_default());
        let roots = pages.iter().map(|page| copy(&mut builder, page)).collect();
        PageSet { document: builder.finish(), roots }
    }

    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The element that stands for a page, by the place of the page among those given.
    pub fn root(&self, page: usize) -> NodeId {
        self.roots[page]
    }

    /// The elements that stand for the pages.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// The copy of a node of a page.
    pub fn copy_of(&self, page: usize, node: NodeId) -> NodeId {
        NodeId(self.roots[page].0 + node.0)
    }
}

/// Adds all nodes of a page; its document node becomes an element, and so does its document type, which nothing selects.
fn copy(builder: &mut DocumentBuilder, page: &Document) -> NodeId {
    let mut open: Vec<NodeId> = Vec::new();
    let mut root = NodeId::ROOT;
    for node in page.nodes() {
        while open.last().is_some_and(|&last| !page.contains(last, node)) {
            builder.close();
            open.pop();
        }
        match page.kind(node) {
            NodeKind::Text => {
                builder.text(page.text(node));
            }
            NodeKind::Comment => {
                builder.comment(page.text(node));
            }
            NodeKind::Element => {
                builder.open_element(page.namespace(node), page.tag_name(node));
                for attribute in page.attributes(node) {
                    builder.attribute(page.spell(attribute.name), attribute.value);
                }
                if page.is_shadow_root(node) {
                    builder.mark_shadow_root();
                }
                if page.is_inlined_frame(node) {
                    builder.mark_inlined_frame();
                }
                open.push(node);
            }
            NodeKind::Doctype => {
                builder.comment("");
            }
            NodeKind::Document => {
                root = builder.open_element(Namespace::Html, "page");
                open.push(node);
            }
        }
    }
    for _ in open {
        builder.close();
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_found_by_counting() {
        let pages = ["<!doctype html><p class=a>One<!-- x --><svg><a xlink:href=1></svg>", "<ul><li>Two</ul>"];
        let pages = pages.map(Document::parse);
        let set = PageSet::of(&pages.each_ref());
        assert_eq!(set.document().len(), 1 + pages[0].len() + pages[1].len());
        for (number, page) in pages.iter().enumerate() {
            for node in page.nodes().skip(1) {
                let copy = set.copy_of(number, node);
                assert!(set.document().contains(set.root(number), copy));
                assert_eq!(set.document().tag_name(copy), page.tag_name(node));
                assert_eq!(set.document().text(copy), page.text(node));
                let parent = page.parent(node).map(|parent| set.copy_of(number, parent));
                assert_eq!(set.document().parent(copy), parent);
                let spelled = |document: &Document, node| -> Vec<(String, String)> {
                    let all = document.attributes(node);
                    all.map(|attribute| (attribute.local_name.to_owned(), attribute.value.to_owned())).collect()
                };
                assert_eq!(spelled(set.document(), copy), spelled(page, node));
            }
        }
    }
}
