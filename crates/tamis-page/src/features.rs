//! What every subtree amounts to, in constant time: prefix sums over the node array.
//!
//! One pass counts each node's own text, links and so on, and keeps the running totals. As a subtree is a range of the
//! array, its count of anything is the difference of two totals, and so is that of any run of siblings.
//!
//! ```
//! use tamis_page::{Document, Features, names};
//!
//! let document = Document::parse("<p>Some <a href=x>linked</a> words.<p>More.");
//! let features = Features::of(&document);
//! let first = document.elements_named(names::P).next().unwrap();
//! let counts = features.counts(document.subtree_range(first));
//! assert_eq!((counts.text_chars, counts.link_chars, counts.words, counts.punctuation), (16, 6, 3, 1));
//! assert_eq!(features.words(0..document.len()), 4);
//! ```

use crate::budget;
use crate::document::names::{A, AREA, HREF, IMAGE, IMG};
use crate::document::{Document, N_ELEMENT_NAMES, Name, Namespace, NodeId, NodeKind, flags};
use crate::text;
use crate::visibility::markup::{TagSight, sights_by_name, tag_sight};
use std::ops::Range;

/// The counts of any range of a document's nodes, and the depth of every node. `fill` uses the memory again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Entry `i` is the sum over the nodes before position `i`.
    totals: Vec<Counts>,
    depths: Vec<u32>,
}

/// What a range of nodes holds. Text that a browser never shows, by the tags around it
/// ([`Visibility`](crate::Visibility)), is not counted; it makes no difference whether an attribute hides the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Characters of text, as [`count_characters`](crate::text::count_characters) counts them.
    pub text_chars: u32,
    /// Characters of text inside links.
    pub link_chars: u32,
    /// Words, as [`count_words`](crate::text::count_words) counts them in each text node.
    pub words: u32,
    /// Punctuation marks.
    pub punctuation: u32,
    /// Elements.
    pub elements: u32,
    /// Text nodes with at least one character.
    pub text_nodes: u32,
    /// `a` and `area` elements with an address.
    pub links: u32,
    /// `img` and SVG `image` elements.
    pub images: u32,
}

impl Counts {
    /// These counts less those of an earlier total.
    #[inline]
    fn since(self, earlier: Counts) -> Counts {
        Counts {
            text_chars: self.text_chars - earlier.text_chars,
            link_chars: self.link_chars - earlier.link_chars,
            words: self.words - earlier.words,
            punctuation: self.punctuation - earlier.punctuation,
            elements: self.elements - earlier.elements,
            text_nodes: self.text_nodes - earlier.text_nodes,
            links: self.links - earlier.links,
            images: self.images - earlier.images,
        }
    }
}

impl Features {
    /// The features of a document.
    pub fn of(document: &Document) -> Features {
        budget::spend(document.len());
        let mut features = Features::default();
        features.fill(document);
        features
    }

    /// Replaces the features by those of `document`.
    pub fn fill(&mut self, document: &Document) {
        let Features { totals, depths } = self;
        // Every depth is written below; what an earlier page left needs no clearing.
        depths.resize(document.len(), 0);
        totals.clear();
        totals.push(Counts::default());
        let mut total = Counts::default();
        let mut link_end = 0;
        let mut unseen_end = 0;
        totals.extend(document.nodes.iter().enumerate().map(|(position, node)| {
            depths[position] = node.parent.some().map_or(0, |parent| depths[parent.index()] + 1);
            match node.kind {
                NodeKind::Element => {
                    total.elements += 1;
                    match counted_as(node.name, node.namespace) {
                        CountedAs::Other => {}
                        CountedAs::Link => {
                            let attributes = &document.attributes[node.span.range()];
                            if attributes.iter().any(|attribute| attribute.name == HREF) {
                                total.links += 1;
                                link_end = link_end.max(node.last.index());
                            }
                        }
                        CountedAs::Image => total.images += 1,
                        CountedAs::Unseen => {
                            let is_seen = node.has(flags::SHADOW_ROOT | flags::FRAME);
                            if !is_seen {
                                unseen_end = unseen_end.max(node.last.index());
                            }
                        }
                    }
                }
                NodeKind::Text if position >= unseen_end => {
                    let counts = text::count_text(document.resolve(node.span));
                    let characters = counts.characters as u32;
                    total.text_chars += characters;
                    total.link_chars += if position < link_end { characters } else { 0 };
                    total.words += counts.words as u32;
                    total.punctuation += counts.punctuation as u32;
                    total.text_nodes += u32::from(characters > 0);
                }
                _ => {}
            }
            total
        }));
    }

    /// All counts of a range of positions, such as [`subtree_range`](Document::subtree_range).
    #[inline]
    pub fn counts(&self, range: Range<usize>) -> Counts {
        self.totals[range.end].since(self.totals[range.start])
    }

    /// Characters of text in a range of positions.
    #[inline]
    pub fn text_chars(&self, range: Range<usize>) -> u32 {
        self.totals[range.end].text_chars - self.totals[range.start].text_chars
    }

    /// Characters of text inside links.
    #[inline]
    pub fn link_chars(&self, range: Range<usize>) -> u32 {
        self.totals[range.end].link_chars - self.totals[range.start].link_chars
    }

    /// Words.
    #[inline]
    pub fn words(&self, range: Range<usize>) -> u32 {
        self.totals[range.end].words - self.totals[range.start].words
    }

    /// Punctuation marks.
    #[inline]
    pub fn punctuation(&self, range: Range<usize>) -> u32 {
        self.totals[range.end].punctuation - self.totals[range.start].punctuation
    }

    /// Elements.
    #[inline]
    pub fn elements(&self, range: Range<usize>) -> u32 {
        self.totals[range.end].elements - self.totals[range.start].elements
    }

    /// Text nodes with at least one character.
    #[inline]
    pub fn text_nodes(&self, range: Range<usize>) -> u32 {
        self.totals[range.end].text_nodes - self.totals[range.start].text_nodes
    }

    /// Links.
    #[inline]
    pub fn links(&self, range: Range<usize>) -> u32 {
        self.totals[range.end].links - self.totals[range.start].links
    }

    /// Images.
    #[inline]
    pub fn images(&self, range: Range<usize>) -> u32 {
        self.totals[range.end].images - self.totals[range.start].images
    }

    /// How many ancestors the node has; the document node has none.
    #[inline]
    pub fn depth(&self, node: NodeId) -> u32 {
        self.depths[node.index()]
    }

    /// The depths of all nodes in document order.
    #[inline]
    pub fn depths(&self) -> &[u32] {
        &self.depths
    }
}

/// As what an element is counted, besides as an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CountedAs {
    Other,
    Link,
    Image,
    /// Its text is not shown.
    Unseen,
}

#[inline]
fn counted_as(name: Name, namespace: Namespace) -> CountedAs {
    if namespace == Namespace::Html {
        return COUNTED_AS.get(name.index()).copied().unwrap_or(CountedAs::Other);
    }
    match name {
        _ if tag_sight(name, namespace) == TagSight::Never => CountedAs::Unseen,
        A if namespace == Namespace::Svg => CountedAs::Link,
        IMAGE if namespace == Namespace::Svg => CountedAs::Image,
        _ => CountedAs::Other,
    }
}

/// As what HTML elements are counted, by the number of their name.
static COUNTED_AS: [CountedAs; N_ELEMENT_NAMES] = {
    let sights = sights_by_name();
    let mut counted = [CountedAs::Other; N_ELEMENT_NAMES];
    let mut i = 0;
    while i < counted.len() {
        counted[i] = if matches!(sights[i], TagSight::Seen) { CountedAs::Other } else { CountedAs::Unseen };
        i += 1;
    }
    counted[A.index()] = CountedAs::Link;
    counted[AREA.index()] = CountedAs::Link;
    counted[IMG.index()] = CountedAs::Image;
    counted
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names;

    #[track_caller]
    fn check(html: &str, expect: Counts) {
        let document = Document::parse(html);
        assert_eq!(Features::of(&document).counts(0..document.len()), expect, "{html}");
    }

    #[test]
    fn every_kind_of_thing_is_counted_once() {
        check(
            "<p>One, <a href=x>two</a> <a>three</a>.<img src=y><svg><a href=z><image/></a></svg>",
            Counts {
                text_chars: 13,
                link_chars: 3,
                words: 3,
                punctuation: 2,
                elements: 10,
                text_nodes: 4,
                links: 2,
                images: 2,
            },
        );
    }

    #[test]
    fn text_that_is_never_shown_is_not_counted() {
        let unseen = "<title>t</title><script>s</script><template>u</template><noscript>n</noscript><video>v</video>";
        let document =
            Document::parse(format!("<body>{unseen}<p>x<div><template shadowrootmode=open>y</template></div>"));
        let counts = Features::of(&document).counts(0..document.len());
        assert_eq!((counts.text_chars, counts.text_nodes), (2, 2));
    }

    #[test]
    fn text_after_a_link_is_no_link_text() {
        let document = Document::parse("<a href=x>ab<b>c</b></a>d");
        assert_eq!(Features::of(&document).link_chars(0..document.len()), 3);
    }

    #[test]
    fn a_subtree_is_the_sum_of_its_nodes_and_depth_counts_ancestors() {
        let document = Document::parse("<ul><li>a, b<li><a href=x>c</a><li></ul>d<p>e f");
        let features = Features::of(&document);
        for node in document.nodes() {
            let sum: u32 = document.subtree(node).map(|inner| features.words(inner.index()..inner.index() + 1)).sum();
            assert_eq!(features.words(document.subtree_range(node)), sum);
            assert_eq!(features.depth(node) as usize, document.depth(node));
            let elements = document.subtree(node).filter(|&inner| document.is_element(inner)).count();
            assert_eq!(features.elements(document.subtree_range(node)) as usize, elements);
        }
    }

    #[test]
    fn filling_again_leaves_nothing_of_the_page_before() {
        let (large, small) = (Document::parse("<p>a b c".repeat(50)), Document::parse("<p>x"));
        let mut features = Features::of(&large);
        features.fill(&small);
        assert_eq!(features, Features::of(&small));
        assert_eq!(features.depths().len(), small.len());
        let paragraph = small.elements_named(names::P).next().expect("a p element");
        assert_eq!(features.text_chars(small.subtree_range(paragraph)), 1);
    }
}
