//! Figures of every subtree of the page: text, links, pictures, headings, rectangle, and the words of its names.

use crate::element_names::NameWords;
use crate::segment::words;
use crate::view::PageView;
use tamis_page::{Document, NodeId, NodeKind, Rect, Visibility, names};

/// Pictures smaller than this, in square pixels, are bullets, spacers and counters.
const SMALL_PICTURE: f64 = 400.0;

/// Counts of every node, as sums over all nodes before it.
#[derive(Clone, Copy, Default, Debug)]
struct Sums {
    letters: u32,
    link_letters: u32,
    pictures: u32,
    paragraphs: u32,
}

/// The figures of every subtree.
pub(super) struct Survey {
    sums: Vec<Sums>,
    /// The rectangle around the visible contents of each node; `None` where nothing is visible or was measured.
    rects: Vec<Option<Rect>>,
    words: Vec<NameWords>,
    /// The rectangle around the visible contents of the page.
    page: Rect,
    body: NodeId,
}

impl Survey {
    /// Looks at every node once. Text that a style sheet hides counts, a menu that opens is a part of the menu; what the
    /// markup hides does not.
    pub(super) fn of(view: &PageView<'_>, body: NodeId) -> Survey {
        let document = view.document();
        let by_markup = Visibility::of(document, None);
        let mut sums = Vec::with_capacity(document.len() + 1);
        let mut sum = Sums::default();
        sums.push(sum);
        let mut words = vec![NameWords::default(); document.len()];
        // The end of the link that the nodes are in.
        let mut link_end = 0;
        for node in document.nodes() {
            if by_markup.is_seen(node) {
                match document.kind(node) {
                    NodeKind::Text => {
                        let letters =
                            document.text(node).chars().filter(|letter| !letter.is_whitespace()).count() as u32;
                        sum.letters += letters;
                        sum.link_letters += if node.index() < link_end { letters } else { 0 };
                    }
                    NodeKind::Element => {
                        words[node.index()] = words::of(view, node);
                        match document.tag(node) {
                            Some(names::A) => link_end = link_end.max(document.subtree_end(node).index()),
                            Some(names::P) => sum.paragraphs += 1,
                            _ => {}
                        }
                        sum.pictures += u32::from(is_picture(view, node));
                    }
                    _ => {}
                }
            }
            sums.push(sum);
        }
        let rects = rects(view);
        let page = rects[body.index()].unwrap_or_default();
        Survey { sums, rects, words, page, body }
    }

    fn between(&self, document: &Document, node: NodeId, count: fn(&Sums) -> u32) -> u32 {
        let range = document.subtree_range(node);
        count(&self.sums[range.end]) - count(&self.sums[range.start])
    }

    /// Characters of text in a subtree, white space left out.
    pub(super) fn letters(&self, document: &Document, node: NodeId) -> u32 {
        self.between(document, node, |sums| sums.letters)
    }

    /// Characters of text inside links in a subtree, white space left out.
    pub(super) fn link_letters(&self, document: &Document, node: NodeId) -> u32 {
        self.between(document, node, |sums| sums.link_letters)
    }

    pub(super) fn pictures(&self, document: &Document, node: NodeId) -> u32 {
        self.between(document, node, |sums| sums.pictures)
    }

    pub(super) fn paragraphs(&self, document: &Document, node: NodeId) -> u32 {
        self.between(document, node, |sums| sums.paragraphs)
    }

    /// Whether there is text or a picture in the subtree.
    pub(super) fn has_content(&self, document: &Document, node: NodeId) -> bool {
        self.letters(document, node) > 0 || self.pictures(document, node) > 0
    }

    pub(super) fn rect(&self, node: NodeId) -> Option<Rect> {
        self.rects[node.index()]
    }

    /// What the page calls an element.
    pub(super) fn words(&self, node: NodeId) -> NameWords {
        self.words[node.index()]
    }

    /// The rectangle around the visible contents of the page; empty where nothing was measured.
    pub(super) fn page(&self) -> Rect {
        self.page
    }

    pub(super) fn body(&self) -> NodeId {
        self.body
    }
}

fn is_picture(view: &PageView<'_>, node: NodeId) -> bool {
    match view.layout() {
        Some(layout) => {
            let is_large = || layout.rect(node).is_some_and(|rect| rect.area() >= SMALL_PICTURE);
            layout.is_replaced(node) && layout.is_visible(node) && is_large()
        }
        None => matches!(
            view.document().tag(node),
            Some(names::IMG | names::VIDEO | names::IFRAME | names::INPUT | names::SELECT | names::TEXTAREA)
        ),
    }
}

/// Around the texts and pictures of every node: paddings and empty columns do not count, so that gaps show.
fn rects(view: &PageView<'_>) -> Vec<Option<Rect>> {
    let document = view.document();
    let mut rects: Vec<Option<Rect>> = vec![None; document.len()];
    let (Some(layout), Some(clipping)) = (view.layout(), view.clipping()) else { return rects };
    for idx in (0..document.len()).rev() {
        let node = NodeId(idx as u32);
        let is_shown = layout.is_visible(node)
            && if document.is_element(node) {
                layout.is_replaced(node)
            } else {
                !document.text(node).trim().is_empty()
            };
        if is_shown && let Some(rect) = clipping.visible_rect(node) {
            rects[idx] = Some(rects[idx].map_or(rect, |inner| inner.union(rect)));
        }
        if let (Some(rect), Some(parent)) = (rects[idx], document.parent(node)) {
            let around = &mut rects[parent.index()];
            *around = Some(around.map_or(rect, |before| before.union(rect)));
        }
    }
    rects
}
