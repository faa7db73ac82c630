//! The chunks of a page and what they hold.

use super::footer_words::FooterWords;
use super::{Chunk, ChunkFeatures, Formula, TextCounts, Verdict};
use tamis_page::{Document, Name, NodeId, NodeKind, Sight, Sights, count_text, names};

/// All chunks in document order, the body first.
pub(super) fn of(document: &Document, formula: Formula) -> Vec<Chunk> {
    let Some(body) = document.body() else { return Vec::new() };
    let range = document.subtree_range(body);
    let sights = Sights::of(document);
    // About one node in five is a chunk.
    let mut chunks: Vec<Chunk> = Vec::with_capacity(range.len() / 4);
    let mut open: Vec<OpenChunk> = Vec::new();
    // Where the last link, and the last link to an address, end.
    let (mut link_end, mut address_end) = (0, 0);

    let mut position = range.start;
    while position < range.end {
        let node = NodeId(position as u32);
        while open.last().is_some_and(|last| last.end <= position) {
            close_last(&mut open, &mut chunks);
        }
        let end = document.subtree_end(node).index();
        let tag = document.tag(node);
        if let Some(tag) = tag {
            if sights.sight(node) != Sight::Seen {
                position = end;
                continue;
            }
            if node == body || (makes_chunk(tag, formula) && document.is_html(node, tag)) {
                let parent = open.last().map(|last| last.chunk_idx as u32);
                open.push(OpenChunk { end, chunk_idx: chunks.len(), footer_words: FooterWords::default() });
                chunks.push(Chunk {
                    node,
                    parent,
                    depth: open.len() as u32 - 1,
                    features: ChunkFeatures::default(),
                    verdict: Verdict::default(),
                    in_noise: TextCounts::default(),
                });
            }
        }
        position += 1;
        // The body is the first node, so that a chunk is always open.
        let Some(OpenChunk { chunk_idx, footer_words, .. }) = open.last_mut() else { continue };
        let own = &mut chunks[*chunk_idx].features;
        match tag {
            Some(names::P) => own.n_paragraphs += 1,
            Some(names::IMG) => {
                own.n_images += 1;
                own.image_size = own.image_size.saturating_add(declared_size(document, node));
            }
            Some(names::INPUT | names::SELECT) => {
                own.n_interactions += 1;
                own.interaction_size += (end - node.index()) as u32;
                // Of a drop-down list, one option is seen at a time.
                position = end;
            }
            Some(names::FORM) => {
                own.n_forms += 1;
                own.form_size += (end - node.index()) as u32;
            }
            Some(names::A) => {
                if let Some(target) = document.attribute(node, names::HREF) {
                    own.n_links += 1;
                    link_end = link_end.max(end);
                    if is_address(target) {
                        own.n_emails += 1;
                        address_end = end;
                    }
                }
            }
            None if document.kind(node) == NodeKind::Text => {
                let text = document.text(node);
                let counts = count_text(text);
                if counts.characters == 0 {
                    continue;
                }
                own.text_len += counts.characters as u32;
                own.n_punctuation += counts.punctuation as u32;
                if node.index() < link_end {
                    own.link_text_len += counts.characters as u32;
                }
                if node.index() >= address_end && holds_address(text) {
                    own.n_emails += 1;
                }
                footer_words.add(FooterWords::of(text));
            }
            _ => {}
        }
    }
    while !open.is_empty() {
        close_last(&mut open, &mut chunks);
    }
    chunks
}

/// A chunk that the walk is in.
struct OpenChunk {
    /// The position after its last node.
    end: usize,
    chunk_idx: usize,
    footer_words: FooterWords,
}

/// Closes the innermost chunk: what it holds is known, and the chunk around it holds that too. Both were just looked at;
/// a pass over all chunks at the end would find them gone from the cache on a long page.
fn close_last(open: &mut Vec<OpenChunk>, chunks: &mut [Chunk]) {
    let Some(OpenChunk { chunk_idx, footer_words, .. }) = open.pop() else { return };
    let features = &mut chunks[chunk_idx].features;
    features.n_footer_words = footer_words.n_distinct();
    let inner = *features;
    let Some(around) = open.last_mut() else { return };
    around.footer_words.add(footer_words);
    let outer = &mut chunks[around.chunk_idx].features;
    outer.n_images += inner.n_images;
    outer.image_size = outer.image_size.saturating_add(inner.image_size);
    outer.n_links += inner.n_links;
    outer.link_text_len += inner.link_text_len;
    outer.n_interactions += inner.n_interactions;
    outer.interaction_size += inner.interaction_size;
    outer.n_forms += inner.n_forms;
    outer.form_size += inner.form_size;
    outer.n_emails += inner.n_emails;
    outer.text_len += inner.text_len;
    outer.n_punctuation += inner.n_punctuation;
    outer.n_paragraphs += inner.n_paragraphs;
}

#[inline]
fn makes_chunk(tag: Name, formula: Formula) -> bool {
    match tag {
        names::TABLE | names::DIV | names::UL | names::TR | names::P => true,
        names::SECTION
        | names::ARTICLE
        | names::MAIN
        | names::ASIDE
        | names::NAV
        | names::HEADER
        | names::FOOTER
        | names::OL
        | names::LI
        | names::TD => formula == Formula::Corrected,
        _ => false,
    }
}

/// Width times height as written, in thousands of pixels.
fn declared_size(document: &Document, image: NodeId) -> u32 {
    let side = |name| document.attribute(image, name).and_then(leading_number).unwrap_or(0);
    side(names::WIDTH).saturating_mul(side(names::HEIGHT)) / 1000
}

fn leading_number(text: &str) -> Option<u32> {
    let text = text.trim_start();
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

fn is_address(target: &str) -> bool {
    target.trim_start().get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto:"))
}

/// Whether an e-mail address is written in the text: something before the sign, a full stop in what follows it.
fn holds_address(text: &str) -> bool {
    if !text.as_bytes().contains(&b'@') {
        return false;
    }
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
    text.match_indices('@').any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(is_part);
        let after = text[at + 1..].split(|c| !is_part(c)).next().unwrap_or("").trim_end_matches('.');
        before && after.contains('.')
    })
}
