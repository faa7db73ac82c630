//! The links and buttons of a page that say something about turning pages. One walk over the page.

use super::label::{self, Label, MAX_LABEL_BYTES, Role};
use crate::element_names::NameWords;
use crate::view::PageView;
use tamis_page::{Document, NodeId, NodeKind, names};

/// A link or button that may turn the page.
#[derive(Clone, Debug)]
pub(super) struct Link<'d> {
    pub(super) node: NodeId,
    /// Where it leads, as written; `None` for buttons, scripts and places on the same page.
    pub(super) href: Option<&'d str>,
    /// What its text says.
    pub(super) label: Label,
    /// What its `aria-label`, `title` or pictures say.
    pub(super) hint: Label,
    /// What `rel` says.
    pub(super) rel: Option<Role>,
    /// What the page calls it, the elements in it, and those around it that hold nothing else.
    pub(super) words: NameWords,
}

impl Link<'_> {
    /// The number it is called by.
    pub(super) fn number(&self) -> Option<u32> {
        self.label.number
    }

    fn says_something(&self) -> bool {
        let label = self.label;
        let by_words = label.words.or(self.hint.words).is_some() || label.arrow.or(self.hint.arrow).is_some();
        let by_names = NameWords::NEXT | NameWords::PREVIOUS | NameWords::LOAD_MORE;
        let by_icon = self.words.has(NameWords::ARROW_RIGHT | NameWords::ARROW_LEFT) && !label.has_other_words;
        by_words
            || label.number.is_some()
            || label.loads_more
            || self.rel.is_some()
            || self.words.has(by_names)
            || by_icon
    }
}

/// `<link rel=next>` and `<link rel=prev>` of the page's head.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeadLink<'d> {
    pub(super) node: NodeId,
    pub(super) href: &'d str,
    pub(super) role: Role,
}

/// Links of the head that are read: pages have two.
const MAX_HEAD_LINKS: usize = 8;
/// Bytes of such a link's address; no server takes longer ones.
const MAX_HEAD_ADDRESS: usize = 8192;
/// Nodes looked at below a link: what is larger is a card.
const MAX_NODES: usize = 24;
/// How many nodes an element may hold beside a link to be its wrapper.
const MAX_AROUND: usize = 6;
/// Up to this length, a label in unknown words may still be that of a pager: the names around it decide.
const MAX_WORD_BYTES: usize = 24;

/// The links of a page in document order.
pub(super) fn collect<'d>(view: &PageView<'d>) -> (Vec<Link<'d>>, Vec<HeadLink<'d>>) {
    let document = view.document();
    let (mut links, mut head) = (Vec::new(), Vec::new());
    let mut text = String::new();
    let mut index = 0;
    while index < document.len() {
        let node = NodeId(index as u32);
        index += 1;
        let Some(tag) = document.tag(node) else { continue };
        match tag {
            names::TEMPLATE => index = document.subtree_end(node).index(),
            names::LINK if head.len() < MAX_HEAD_LINKS => head.extend(head_link(document, node)),
            names::A | names::BUTTON | names::INPUT => {
                links.extend(read(view, node, &mut text).filter(Link::says_something));
            }
            _ => {}
        }
    }
    (links, head)
}

fn head_link(document: &Document, node: NodeId) -> Option<HeadLink<'_>> {
    let role = relation(document.attribute(node, names::REL)?)?;
    // Every link is compared with it.
    let href = document.attribute(node, names::HREF).filter(|href| href.len() <= MAX_HEAD_ADDRESS)?;
    // Blogs name the articles before and after by their titles.
    let has_title = document.attribute(node, names::TITLE).is_some_and(|title| label::read(title).has_other_words);
    (!has_title).then_some(HeadLink { node, href, role })
}

fn relation(value: &str) -> Option<Role> {
    value.split_ascii_whitespace().find_map(|word| {
        let is = |text: &str| word.eq_ignore_ascii_case(text);
        match () {
            () if is("next") => Some(Role::Next),
            () if is("prev") || is("previous") => Some(Role::Previous),
            () => None,
        }
    })
}

fn read<'d>(view: &PageView<'d>, node: NodeId, text: &mut String) -> Option<Link<'d>> {
    let document = view.document();
    let words = |node| view.name_of(node).in_class;
    text.clear();
    let mut link = Link {
        node,
        href: None,
        label: Label::default(),
        hint: Label::default(),
        rel: None,
        words: NameWords::default(),
    };
    if document.is_html(node, names::INPUT) {
        let kind = document.attribute(node, names::TYPE)?;
        let is_button = ["submit", "button", "image"].iter().any(|button| kind.eq_ignore_ascii_case(button));
        link.label = label::read(document.attribute(node, names::VALUE).filter(|_| is_button)?);
        link.words = words(node);
        return Some(link);
    }
    let n_inner = document.subtree_range(node).len() - 1;
    if n_inner > MAX_NODES {
        return None;
    }
    for inner in document.descendants(node) {
        if document.kind(inner) == NodeKind::Text {
            add(text, document.text(inner));
            if text.len() > MAX_LABEL_BYTES {
                break;
            }
        }
    }
    link.label = label::read(text);
    link.rel = document.attribute(node, names::REL).and_then(relation);
    // A title says nothing by its class; a short word in a language we do not know may.
    let is_title = link.label.has_other_words && text.len() > MAX_WORD_BYTES;
    if is_title && link.rel.is_none() {
        return None;
    }
    for inner in document.descendants(node).filter(|&inner| document.is_element(inner)) {
        link.words |= words(inner);
        if document.is_html(inner, names::IMG) {
            link.read_hint(document.attribute(inner, names::ALT));
        }
    }
    link.words |= words(node) | words_around(view, node);
    link.read_hint(document.attribute(node, names::ARIA_LABEL));
    link.read_hint(document.attribute(node, names::TITLE));
    link.href = document.attribute(node, names::HREF).map(str::trim_ascii).filter(|href| is_address(href));
    if document.attribute(node, names::ARIA_CURRENT).is_some_and(|value| value != "false") {
        link.words |= NameWords::CURRENT;
    }
    Some(link)
}

impl Link<'_> {
    fn read_hint(&mut self, text: Option<&str>) {
        let Some(text) = text else { return };
        if self.hint.words.is_none() {
            let hint = label::read(text);
            if hint.words.is_some() || hint.arrow.is_some() {
                self.hint = hint;
            }
        }
    }
}

/// Appends a text with white space as one blank.
fn add(label: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if !label.is_empty() {
            label.push(' ');
        }
        label.push_str(word);
        if label.len() > MAX_LABEL_BYTES {
            return;
        }
    }
}

/// What the page calls the elements that hold this link and no other.
fn words_around(view: &PageView<'_>, node: NodeId) -> NameWords {
    let document = view.document();
    let mut found = NameWords::default();
    let (start, end) = (node.index(), document.subtree_end(node).index());
    for around in document.ancestors(node).take(3) {
        let range = document.subtree_range(around);
        let is_alone = range.len() <= end - start + MAX_AROUND
            && (range.start..start).chain(end..range.end).all(|index| {
                let node = NodeId(index as u32);
                !document.is_html(node, names::A) && !document.is_html(node, names::BUTTON)
            });
        if !is_alone {
            break;
        }
        found |= view.name_of(around).in_class;
    }
    found
}

/// Whether a link leads to another page.
fn is_address(href: &str) -> bool {
    let is_script = href.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("javascript:"));
    !href.is_empty() && !href.starts_with('#') && !is_script
}
