//! What is known of an area.

use super::{HEADLINE, LINKS};
use crate::compare::fingerprint;
use crate::element_names::NameWords;
use crate::segment::regions::{AreaId, Regions};
use crate::segment::words;
use crate::view::PageView;
use tamis_page::{Document, NodeId, Position, Rect, names};

/// How many wrappers are looked at for the name of an area.
const NAMED_WRAPPERS: usize = 4;
/// The longest text that is searched for a word: a question about cookies is short.
const SHORT_TEXT: u32 = 800;

/// What is known of the page.
pub(super) struct PageFacts {
    pub(super) letters: u32,
    pub(super) link_letters: u32,
    /// Around all areas; empty if the page was not laid out.
    pub(super) rect: Rect,
}

impl PageFacts {
    pub(super) fn of(view: &PageView<'_>, regions: &Regions) -> PageFacts {
        let counts = view.features().counts(0..view.document().len());
        let (letters, link_letters) = (counts.text_chars, counts.link_chars);
        PageFacts { letters, link_letters, rect: regions.root().rect.unwrap_or_default() }
    }

    pub(super) fn has_layout(&self) -> bool {
        !self.rect.is_empty()
    }
}

/// What is known of an area.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) letters: u32,
    pub(super) link_letters: u32,
    pub(super) n_links: u32,
    pub(super) n_words: u32,
    pub(super) n_images: u32,
    /// What the page calls it.
    pub(super) words: NameWords,
    /// Its elements that the page calls something, from the outside.
    named: Vec<(NodeId, NameWords)>,
    /// How many units of one kind it has.
    pub(super) n_alike: usize,
    /// Equal for areas of one tag and class; `None` for one of several nodes.
    pub(super) kind: Option<u64>,
    pub(super) rect: Option<Rect>,
    /// Whether it is an `aside`, by its tag or its role, which needs not be narrow.
    pub(super) is_aside: bool,
    /// Whether it stays in the window when a reader scrolls.
    pub(super) is_fixed: bool,
    pub(super) mentions_cookies: bool,
}

impl Facts {
    pub(super) fn of(view: &PageView<'_>, regions: &Regions, id: AreaId) -> Facts {
        let document = view.document();
        let content = regions.content(document, id);
        let mut facts = Facts { rect: regions.area(id).rect, ..Facts::default() };
        for &node in &content {
            let counts = view.features().counts(document.subtree_range(node));
            facts.letters += counts.text_chars;
            facts.link_letters += counts.link_chars;
            facts.n_links += counts.links;
            facts.n_words += counts.words;
            facts.n_images += counts.images;
        }
        if let [only] = content[..] {
            facts.name_by(view, regions, only);
            facts.kind = document.tag(only).map(|tag| fingerprint::of_element(document, only, tag));
            let placement =
                |node: NodeId| view.layout().is_some_and(|layout| layout.placement(node).position == Position::Fixed);
            facts.is_fixed = document.is_element(only) && placement(only);
        }
        if facts.is_fixed && facts.letters < SHORT_TEXT {
            let texts = content.iter().flat_map(|&node| document.subtree(node)).map(|node| document.text(node));
            facts.mentions_cookies = texts.into_iter().any(|text| text.to_ascii_lowercase().contains("cookie"));
        }
        facts.n_alike = n_alike(view, &content);
        facts
    }

    /// The names of the element and of wrappers in it, as long as all of the area is in them.
    fn name_by(&mut self, view: &PageView<'_>, regions: &Regions, top: NodeId) {
        let document = view.document();
        let mut node = top;
        for _ in 0..NAMED_WRAPPERS {
            // The body is the page, whatever it is called.
            if !document.is_element(node) || document.is_html(node, names::BODY) {
                return;
            }
            let words = words::of(view, node);
            self.is_aside |=
                document.is_html(node, names::ASIDE) || document.attribute(node, names::ROLE) == Some("complementary");
            if words != NameWords::default() {
                self.named.push((node, words));
                self.words |= words;
            }
            let mut inner = document.children(node).filter(|&child| regions.area_of(child).is_some());
            match (inner.next(), inner.next()) {
                (Some(only), None) => node = only,
                _ => return,
            }
        }
    }

    /// The element that is called so, for people.
    pub(super) fn name(&self, document: &Document, words: NameWords) -> String {
        let named = self.named.iter().find(|(_, named)| named.has(words));
        named.map_or_else(String::new, |&(node, _)| spelled(document, node))
    }

    pub(super) fn link_share(&self) -> f64 {
        f64::from(self.link_letters) / f64::from(self.letters.max(1))
    }

    /// Whether it is a menu: links, and short ones.
    pub(super) fn is_made_of_links(&self) -> bool {
        let letters_a_link = f64::from(self.link_letters) / f64::from(self.n_links.max(1));
        self.n_links >= 2 && self.link_share() >= LINKS && letters_a_link < HEADLINE
    }

    pub(super) fn letter_share(&self, page: &PageFacts) -> f64 {
        f64::from(self.letters) / f64::from(page.letters.max(1))
    }

    /// Whether another area stands to the left or to the right of it and is wider.
    pub(super) fn is_beside_of(&self, other: &Facts) -> bool {
        let (Some(own), Some(other)) = (self.rect, other.rect) else { return false };
        let common_height = own.bottom().min(other.bottom()) - own.y.max(other.y);
        let is_apart = own.right() <= other.x + 2.0 || other.right() <= own.x + 2.0;
        is_apart && common_height > 0.5 * own.height.min(other.height) && other.width > own.width
    }

    /// Its share of the page's width, where that is known.
    pub(super) fn width_share(&self, page: &PageFacts) -> Option<f32> {
        self.rect.filter(|_| page.has_layout()).map(|rect| rect.width / page.rect.width.max(1.0))
    }

    /// How far down its middle is, from 0 at the top of the page to 1.
    pub(super) fn middle_share(&self, page: &PageFacts) -> Option<f32> {
        let rect = self.rect.filter(|_| page.has_layout())?;
        Some((rect.y + rect.height / 2.0 - page.rect.y) / page.rect.height.max(1.0))
    }
}

/// An element as people write it: `div#top.header`.
fn spelled(document: &Document, node: NodeId) -> String {
    const LONGEST: usize = 60;
    let mut name = document.tag_name(node).to_owned();
    if let Some(role) = document.attribute(node, names::ROLE) {
        name.push_str(&format!("[role={role}]"));
    }
    if let Some(id) = document.attribute(node, names::ID) {
        name.push_str(&format!("#{id}"));
    }
    document.classes(node).for_each(|class| name.push_str(&format!(".{class}")));
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => name[..end].to_owned() + "…",
        None => name,
    }
}

/// How many of the units of an area are of one kind: a tag with a class, and text or a picture in it.
fn n_alike(view: &PageView<'_>, content: &[NodeId]) -> usize {
    let document = view.document();
    let counts = |node: NodeId| view.features().counts(document.subtree_range(node));
    let is_unit = |node: &NodeId| {
        let counts = counts(*node);
        document.is_element(*node) && (counts.text_chars >= 10 || counts.images > 0)
    };
    let mut units: Vec<NodeId> = content.iter().copied().filter(is_unit).collect();
    for _ in 0..NAMED_WRAPPERS {
        let [only] = units[..] else { break };
        units = document.children(only).filter(is_unit).collect();
    }
    let mut kinds: Vec<u64> = units
        .iter()
        .filter(|&&unit| !matches!(document.tag(unit), Some(names::P | names::BR)))
        .filter_map(|&unit| Some(fingerprint::of_element(document, unit, document.tag(unit)?)))
        .collect();
    kinds.sort_unstable();
    kinds.chunk_by(|one, other| one == other).map(<[u64]>::len).max().unwrap_or(0)
}
