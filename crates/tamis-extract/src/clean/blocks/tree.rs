//! What every element says about the blocks in it: the landmarks around it, the siblings that are like it, and how far away
//! most of the prose is.
//!
//! Parents hand it down to their children, so that a block asks only the innermost element around it.

use super::survey::{Sums, Survey};
use crate::compare::fingerprint::{NumberMap, mix};
use crate::element_names::{ContentWords, ElementName, ElementNames};
use tamis_page::{Document, Name, NodeId, names};

/// The elements of a page.
#[derive(Debug)]
pub(super) struct Tree {
    /// One for each element with blocks in it, in document order, after that of the page.
    contexts: Vec<Context>,
    /// For each node, the index of its context. Text and elements without blocks have that of the page.
    numbers: Vec<u32>,
    /// Lists and tables with blocks in them, in document order.
    pub(super) lists: Vec<NodeId>,
    /// The words of the names of all elements around blocks.
    pub(super) words: ContentWords,
    /// From the body down, the last element in the chain of children that each hold more than half of the prose.
    pub(super) center: NodeId,
    /// The center and the elements around it, each with the number of steps up to it at which blocks were added.
    around_center: Vec<(NodeId, u32)>,
}

/// What an element says about the blocks in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// The landmarks around it.
    pub(super) landmarks: Landmarks,
    /// How many `article` elements are around it.
    pub(super) n_articles: u8,
    /// The level of the heading that it is in; 0 for none.
    pub(super) heading: u8,
    /// Equal for elements with one path of tags.
    pub(super) path: u64,
    /// Equal for elements with one path of tags and classes.
    pub(super) class_path: u64,
    /// The words of the names around it, without those of elements that hold a large part of the prose: such a name says
    /// nothing about one block.
    pub(super) words: ContentWords,
    /// The next element up that holds more blocks.
    pub(super) outer: NodeId,
    /// The largest group of like siblings that it is in.
    pub(super) repeat: Repeat,
    /// The outermost group of like siblings.
    pub(super) top_repeat: Repeat,
    /// The number of words in the largest group around it of three or more like siblings.
    pub(super) repeat_words: u32,
    /// The innermost element around both it and the center.
    pub(super) common: NodeId,
    /// The outermost element around it with less than half of the page's words.
    pub(super) section: Option<NodeId>,
}

/// Siblings with one tag and class.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Repeat {
    pub(super) count: u32,
    pub(super) words: u32,
    pub(super) prose: u32,
}

/// The landmarks of a page that an element stands in, by tag and role.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Landmarks(u32);

impl Landmarks {
    pub(super) const NAV: Landmarks = Landmarks(1);
    pub(super) const BANNER: Landmarks = Landmarks(1 << 1);
    pub(super) const HEADER: Landmarks = Landmarks(1 << 2);
    pub(super) const FOOTER: Landmarks = Landmarks(1 << 3);
    pub(super) const CONTENT_INFO: Landmarks = Landmarks(1 << 4);
    pub(super) const ASIDE: Landmarks = Landmarks(1 << 5);
    pub(super) const MAIN: Landmarks = Landmarks(1 << 6);
    /// In `main` or `article`.
    pub(super) const SECTIONED: Landmarks = Landmarks(1 << 7);
    pub(super) const FORM: Landmarks = Landmarks(1 << 8);
    pub(super) const LIST: Landmarks = Landmarks(1 << 9);
    pub(super) const DIALOG: Landmarks = Landmarks(1 << 10);
    pub(super) const FIGURE: Landmarks = Landmarks(1 << 11);
    pub(super) const CONTROL: Landmarks = Landmarks(1 << 12);
    pub(super) const LINK: Landmarks = Landmarks(1 << 13);
    pub(super) const PREFORMATTED: Landmarks = Landmarks(1 << 14);
    pub(super) const TIME: Landmarks = Landmarks(1 << 15);

    pub(super) fn has(self, landmark: Landmarks) -> bool {
        self.0 & landmark.0 != 0
    }

    fn with(self, landmark: Landmarks) -> Landmarks {
        Landmarks(self.0 | landmark.0)
    }
}

/// An element with this share of the prose or more stands for the page: its class names say nothing about its blocks.
pub(super) const LARGE_PART: f64 = 0.4;

impl Tree {
    pub(super) fn of(document: &Document, called: &ElementNames, survey: &Survey) -> Tree {
        let body = document.body().unwrap_or_else(|| document.root());
        let center = center(document, survey, body);
        let (elements, repeats) = elements(document, called, survey, body);
        let total = survey.total();
        let mut contexts = Vec::with_capacity(elements.len() + 1);
        contexts.push(Context::of_page(body));
        let mut numbers = vec![0_u32; document.len()];
        let (mut lists, mut words) = (Vec::new(), ContentWords::default());
        for element in elements {
            let Element { node, tag, name, .. } = element;
            if matches!(tag, names::UL | names::OL | names::DL | names::TABLE) {
                lists.push(node);
            }
            let range = survey.range(document, node);
            let parent = document.parent(node).unwrap_or(body);
            let above = contexts[numbers[parent.index()] as usize];
            let sums = survey.sums(&range);
            let mut context = above;
            context.take_part(document, node);
            context.path = mix(above.path ^ (tag.index() as u64 + 1));
            context.class_path = mix(above.class_path ^ element.kind());
            let is_large = f64::from(sums.prose) >= LARGE_PART * f64::from(total.prose.max(1));
            context.words = if is_large { ContentWords::default() } else { above.words.with(name.content_words) };
            words = words.with(context.words);
            context.outer = if node == body || survey.range(document, parent) != range { parent } else { above.outer };
            if let Some(&repeat) = repeats.get(element.repeat) {
                if repeat.count >= 2 && repeat.count >= above.repeat.count {
                    context.repeat = repeat;
                }
                if repeat.count >= 2 && above.top_repeat.count < 2 {
                    context.top_repeat = repeat;
                }
                if repeat.count >= 3 {
                    context.repeat_words = above.repeat_words.max(repeat.words);
                }
            }
            if document.contains(node, center) {
                context.common = node;
            }
            if above.section.is_none() && 2 * sums.words < total.words {
                context.section = Some(node);
            }
            numbers[node.index()] = contexts.len() as u32;
            contexts.push(context);
        }
        Tree { contexts, numbers, lists, words, center, around_center: around(document, survey, center) }
    }

    /// Returns the context of an element with at least one block in it.
    #[inline]
    pub(super) fn context(&self, element: NodeId) -> &Context {
        &self.contexts[self.numbers[element.index()] as usize]
    }

    /// How many elements of growing size lie between the center and an element around it.
    pub(super) fn n_below(&self, around: NodeId) -> u32 {
        let found = self.around_center.iter().find(|(node, _)| *node == around);
        found.map_or(0, |&(_, n_below)| n_below)
    }
}

impl Context {
    fn of_page(body: NodeId) -> Context {
        Context {
            landmarks: Landmarks::default(),
            n_articles: 0,
            heading: 0,
            path: 0,
            class_path: 0,
            words: ContentWords::default(),
            outer: body,
            repeat: Repeat::default(),
            top_repeat: Repeat::default(),
            repeat_words: 0,
            common: body,
            section: None,
        }
    }

    /// Adds what the element's tag and role say.
    fn take_part(&mut self, document: &Document, node: NodeId) {
        let by_tag = match document.tag(node) {
            Some(names::NAV) => Landmarks::NAV,
            Some(names::HEADER) => Landmarks::HEADER,
            Some(names::FOOTER) => Landmarks::FOOTER,
            Some(names::ASIDE | names::SEARCH) => Landmarks::ASIDE,
            Some(names::MAIN) => Landmarks::MAIN.with(Landmarks::SECTIONED),
            Some(names::ARTICLE) => {
                self.n_articles = self.n_articles.saturating_add(1);
                Landmarks::SECTIONED
            }
            Some(names::FORM) => Landmarks::FORM,
            Some(names::UL | names::OL | names::MENU) => Landmarks::LIST,
            Some(names::DIALOG) => Landmarks::DIALOG,
            Some(names::FIGURE | names::FIGCAPTION) => Landmarks::FIGURE,
            Some(names::BUTTON | names::SELECT | names::LABEL | names::OPTION) => Landmarks::CONTROL,
            Some(names::A) if document.attribute(node, names::HREF).is_some() => Landmarks::LINK,
            Some(names::PRE) => Landmarks::PREFORMATTED,
            Some(names::TIME) => Landmarks::TIME,
            Some(names::H1) => self.heading(1),
            Some(names::H2) => self.heading(2),
            Some(names::H3) => self.heading(3),
            Some(names::H4) => self.heading(4),
            Some(names::H5) => self.heading(5),
            Some(names::H6) => self.heading(6),
            _ => Landmarks::default(),
        };
        let by_role = match document.attribute(node, names::ROLE) {
            Some("navigation" | "menu" | "menubar" | "tablist" | "toolbar") => Landmarks::NAV,
            Some("banner") => Landmarks::BANNER,
            Some("contentinfo") => Landmarks::CONTENT_INFO,
            Some("complementary" | "search") => Landmarks::ASIDE,
            Some("main") => Landmarks::MAIN.with(Landmarks::SECTIONED),
            Some("article") => {
                self.n_articles = self.n_articles.saturating_add(1);
                Landmarks::SECTIONED
            }
            Some("dialog" | "alertdialog" | "alert") => Landmarks::DIALOG,
            Some("button" | "tab") => Landmarks::CONTROL,
            Some(_) | None => Landmarks::default(),
        };
        self.landmarks = self.landmarks.with(by_tag).with(by_role);
    }

    fn heading(&mut self, level: u8) -> Landmarks {
        self.heading = level;
        Landmarks::default()
    }
}

/// An element with blocks in it.
struct Element {
    node: NodeId,
    tag: Name,
    name: ElementName,
    /// The index of its group of like siblings; the body has none, and an index beyond the last.
    repeat: usize,
}

impl Element {
    /// Equal for elements with one tag and one first class, digits left out.
    fn kind(&self) -> u64 {
        mix(self.tag.index() as u64 + 1) ^ self.name.first_class
    }
}

/// The elements with blocks in them in document order, and their groups of like siblings.
fn elements(document: &Document, called: &ElementNames, survey: &Survey, body: NodeId) -> (Vec<Element>, Vec<Repeat>) {
    let mut elements = Vec::new();
    let mut repeats: Vec<Repeat> = Vec::new();
    let mut numbers: NumberMap<usize> = NumberMap::default();
    for node in document.subtree(body) {
        let Some(tag) = document.tag(node) else { continue };
        let range = survey.range(document, node);
        if range.is_empty() {
            continue;
        }
        let mut element = Element { node, tag, name: called.of(document, node), repeat: usize::MAX };
        if let Some(parent) = document.parent(node).filter(|_| node != body) {
            let siblings = mix(element.kind() ^ u64::from(parent.0).wrapping_mul(0x9e37_79b9));
            element.repeat = *numbers.entry(siblings).or_insert_with(|| {
                repeats.push(Repeat::default());
                repeats.len() - 1
            });
            let Sums { words, prose, .. } = survey.sums(&range);
            let repeat = &mut repeats[element.repeat];
            repeat.count += 1;
            repeat.words += words;
            repeat.prose += prose;
        }
        elements.push(element);
    }
    (elements, repeats)
}

/// Goes from the body to the child that holds more than half of its prose, as long as there is one.
fn center(document: &Document, survey: &Survey, body: NodeId) -> NodeId {
    let prose = |node: NodeId| survey.sums(&survey.range(document, node)).prose;
    let mut center = body;
    while let Some(child) = document.child_elements(center).find(|&child| 2 * prose(child) > prose(center)) {
        center = child;
    }
    center
}

fn around(document: &Document, survey: &Survey, center: NodeId) -> Vec<(NodeId, u32)> {
    let mut around = vec![(center, 0)];
    let (mut range, mut n_below) = (survey.range(document, center), 0);
    for node in document.ancestors(center) {
        let wider = survey.range(document, node);
        if n_below == 0 || wider != range {
            n_below += 1;
        }
        around.push((node, n_below));
        range = wider;
    }
    around
}
