//! Sentences: which neighbouring nodes of a page are one piece of text to a reader.
//!
//! `a <b>b</b> c` is three text nodes and one sentence. A `span` is part of a sentence only between two texts: at an end
//! it is more often a field of its own. Where a label is set off by a colon (`<b>Price:</b> 12`), label and value are
//! two.

use tamis_page::budget;
use tamis_page::{Document, Mask, Name, NodeId, NodeKind, Sights, names};

/// What of a page can be part of a sentence; made once a page.
#[derive(Clone, Debug)]
pub(crate) struct Sentences {
    parts: Vec<SentencePart>,
}

impl Sentences {
    /// Looks at the nodes of a page that a mask keeps, or at all of them; what it leaves out is part of no sentence.
    pub(crate) fn of(document: &Document, mask: Option<&Mask>) -> Sentences {
        budget::spend(document.len());
        Sentences { parts: sentence_parts(document, mask) }
    }

    /// The sentences of more than one node among siblings, as the first node of each and the end of its last one.
    pub(crate) fn among(
        &self,
        document: &Document,
        siblings: impl Iterator<Item = NodeId>,
        mut found: impl FnMut(NodeId, NodeId),
    ) {
        let siblings: Vec<NodeId> = siblings.collect();
        let mut position = 0;
        while let Some(&first) = siblings.get(position) {
            position += 1;
            let part = self.parts[first.index()];
            if !part.plain || !part.shows || document.is_html(first, names::SPAN) {
                continue;
            }
            let (mut n_parts, mut has_bare_text, mut last) = (1, document.kind(first) == NodeKind::Text, first);
            while let Some(&next) = siblings.get(position) {
                let part = self.parts[next.index()];
                if !part.plain || self.parts[last.index()].ends_with_colon {
                    break;
                }
                let is_span = part.shows && document.is_html(next, names::SPAN);
                if is_span && !self.is_inside_sentence(document, last, &siblings[position + 1..]) {
                    break;
                }
                position += 1;
                if part.shows {
                    n_parts += 1;
                    has_bare_text |= document.kind(next) == NodeKind::Text;
                    last = next;
                }
            }
            if n_parts > 1 && has_bare_text {
                found(first, document.subtree_end(last));
            }
        }
    }

    /// Whether bare text stands on both sides of a node.
    fn is_inside_sentence(&self, document: &Document, before: NodeId, after: &[NodeId]) -> bool {
        let is_text = |node: NodeId| document.kind(node) == NodeKind::Text;
        let next = || after.iter().find(|node| self.parts[node.index()].shows || !self.parts[node.index()].plain);
        is_text(before) && next().is_some_and(|&next| is_text(next))
    }
}

/// Elements that can set words off within a sentence.
fn is_emphasis(name: Name) -> bool {
    matches!(
        name,
        names::B
            | names::STRONG
            | names::I
            | names::EM
            | names::U
            | names::MARK
            | names::S
            | names::STRIKE
            | names::SMALL
            | names::BIG
            | names::TT
            | names::CODE
            | names::VAR
            | names::KBD
            | names::SAMP
            | names::ABBR
            | names::ACRONYM
            | names::Q
            | names::SUB
            | names::SUP
            | names::BDI
            | names::BDO
            | names::DFN
            | names::DEL
            | names::INS
            | names::NOBR
            | names::WBR
            | names::SPAN
    )
}

#[derive(Clone, Copy, Debug, Default)]
struct SentencePart {
    /// Holds nothing but text and emphasis.
    plain: bool,
    /// Holds text that is not blank.
    shows: bool,
    /// Its text is a label.
    ends_with_colon: bool,
}

fn sentence_parts(document: &Document, mask: Option<&Mask>) -> Vec<SentencePart> {
    let sights = Sights::of(document);
    let mut parts = vec![SentencePart::default(); document.len()];
    for node in document.nodes() {
        parts[node.index()] = match document.kind(node) {
            NodeKind::Text => {
                let text = document.text(node).trim_end();
                SentencePart { plain: true, shows: !text.is_empty(), ends_with_colon: text.ends_with([':', '：']) }
            }
            NodeKind::Comment => SentencePart { plain: true, ..SentencePart::default() },
            _ => SentencePart {
                plain: document.tag(node).is_some_and(is_emphasis) && sights.sight(node).is_seen(),
                ..SentencePart::default()
            },
        };
    }
    // Children come after their parent: going backwards settles all of them, the last one first, before the parent.
    for node in document.nodes().rev() {
        let part = parts[node.index()];
        let keep = mask.is_none_or(|mask| mask.keeps(node));
        if let Some(parent) = document.parent(node) {
            let parent = &mut parts[parent.index()];
            parent.plain &= part.plain && keep;
            if part.shows && !parent.shows {
                (parent.shows, parent.ends_with_colon) = (true, part.ends_with_colon);
            }
        }
        parts[node.index()].plain &= keep;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sentences of several nodes among the children of the body, as their texts.
    #[track_caller]
    fn check(html: &str, expect: &[&str]) {
        let document = Document::parse(html);
        let body = document.body().expect("a page has a body");
        let mut found = Vec::new();
        Sentences::of(&document, None).among(&document, document.children(body), |first, end| {
            let texts = (first.0..end.0).map(|node| document.text(NodeId(node)));
            found.push(texts.collect::<String>());
        });
        assert_eq!(found, expect, "{html}");
    }

    #[test]
    fn emphasis_does_not_break_a_sentence() {
        check(
            "Jazz is a <b>music</b> genre<br>from <i>New <b>Orleans</b></i>",
            &["Jazz is a music genre", "from New Orleans"],
        );
    }

    #[test]
    fn emphasis_alone_is_no_sentence() {
        check("<b>One</b> <b>Two</b><br>three", &[]);
    }

    #[test]
    fn a_label_with_a_colon_stands_apart() {
        check("<b>Price:</b> 12", &[]);
        check("Price: <b>12</b>", &[]);
    }

    #[test]
    fn a_span_belongs_to_a_sentence_only_between_texts() {
        check("one <span>two</span> three", &["one two three"]);
        check("one <span>two</span><br>three", &[]);
        check("<span>one</span> two", &[]);
    }

    #[test]
    fn links_and_blocks_break_sentences() {
        check("one <a href=x>two</a> three <p>four</p>five", &[]);
        check("one <b>two <a href=x>three</a></b>", &[]);
    }

    #[test]
    fn what_a_mask_leaves_out_is_part_of_no_sentence() {
        let document = Document::parse("one <b>two</b> three");
        let body = document.body().expect("a page has a body");
        let mut mask = Mask::keep_all(&document);
        let bold = document.child_elements(body).next().expect("there is a b");
        mask.remove(&document, bold, "test");
        Sentences::of(&document, Some(&mask)).among(&document, document.children(body), |first, _| {
            panic!("{first:?} begins no sentence");
        });
    }
}
