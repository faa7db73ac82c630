//! The chunks of a page and what they hold.

use super::footer_words::FooterWords;
use super::{Chunk, ChunkFeatures, Formula};
use crate::measure::visibility::is_hidden;
use tamis_page::{Counts, Document, Features, Name, NodeId, NodeKind, names};

/// All chunks in document order, the body first.
pub(super) fn of(document: &Document, formula: Formula) -> Vec<Chunk> {
    let Some(body) = document.body() else { return Vec::new() };
    let totals = Features::of(document);
    let range = document.subtree_range(body);
    // About one node in eight is a chunk.
    let mut chunks: Vec<Chunk> = Vec::with_capacity(range.len() / 8);
    let mut footer_words: Vec<FooterWords> = Vec::new();
    // What is hidden in each chunk, and so no part of it.
    let mut hidden: Vec<Counts> = Vec::new();
    // The chunks that are open: where each ends, and its index.
    let mut open: Vec<(usize, usize)> = Vec::new();
    // Where the last link to an address ends.
    let mut address_end = 0;

    let mut position = range.start;
    while position < range.end {
        let node = NodeId(position as u32);
        while open.last().is_some_and(|&(end, _)| end <= position) {
            open.pop();
        }
        let end = document.subtree_end(node).index();
        if let Some(tag) = document.tag(node) {
            if is_unseen(tag) && !document.is_shadow_root(node) {
                position = end;
                continue;
            }
            if node != body && is_hidden(document, node) {
                if let Some(&(_, chunk_idx)) = open.last() {
                    add(&mut hidden[chunk_idx], &totals.counts(position..end));
                }
                position = end;
                continue;
            }
            if node == body || (makes_chunk(tag, formula) && document.is_html(node, tag)) {
                let counts = totals.counts(position..end);
                let parent = open.last().map(|&(_, chunk_idx)| chunk_idx);
                let features = ChunkFeatures {
                    n_images: counts.images,
                    n_links: counts.links,
                    link_text_len: counts.link_chars,
                    text_len: counts.text_chars,
                    n_punctuation: counts.punctuation,
                    ..ChunkFeatures::default()
                };
                open.push((end, chunks.len()));
                footer_words.push(FooterWords::default());
                hidden.push(Counts::default());
                chunks.push(Chunk { node, parent, depth: open.len() as u32 - 1, features, noise: None, weight: None });
            }
        }
        // The body is the first node, so that a chunk is always open.
        if let Some(&(_, chunk_idx)) = open.last() {
            let own = &mut chunks[chunk_idx].features;
            match document.kind(node) {
                NodeKind::Element => match document.tag(node) {
                    Some(names::P) => own.n_paragraphs += 1,
                    Some(names::IMG) => own.image_size += declared_size(document, node),
                    Some(names::INPUT | names::SELECT) => {
                        own.n_interactions += 1;
                        own.interaction_size += (end - position) as u32;
                        // Of a drop-down list, one option is seen at a time.
                        add(&mut hidden[chunk_idx], &totals.counts(position..end));
                        position = end;
                        continue;
                    }
                    Some(names::FORM) => {
                        own.n_forms += 1;
                        own.form_size += (end - position) as u32;
                    }
                    Some(names::A) if is_address_link(document, node) => {
                        own.n_emails += 1;
                        address_end = end;
                    }
                    _ => {}
                },
                // Half of the text nodes are white space between tags.
                NodeKind::Text if totals.text_chars(position..end) > 0 => {
                    let text = document.text(node);
                    if position >= address_end && holds_address(text) {
                        own.n_emails += 1;
                    }
                    footer_words[chunk_idx].add(FooterWords::of(text));
                }
                _ => {}
            }
        }
        position += 1;
    }
    add_up(&mut chunks, &mut footer_words, &mut hidden);
    chunks
}

/// Each chunk gets what the chunks in it hold; in reverse order, they are complete before it is.
fn add_up(chunks: &mut [Chunk], footer_words: &mut [FooterWords], hidden: &mut [Counts]) {
    for chunk_idx in (0..chunks.len()).rev() {
        let features = &mut chunks[chunk_idx].features;
        features.n_footer_words = footer_words[chunk_idx].n_distinct();
        features.text_len -= hidden[chunk_idx].text_chars;
        features.link_text_len -= hidden[chunk_idx].link_chars;
        features.n_punctuation -= hidden[chunk_idx].punctuation;
        features.n_links -= hidden[chunk_idx].links;
        features.n_images -= hidden[chunk_idx].images;
        let Some(parent) = chunks[chunk_idx].parent else { continue };
        let inner_hidden = hidden[chunk_idx];
        add(&mut hidden[parent], &inner_hidden);
        let inner_words = footer_words[chunk_idx];
        footer_words[parent].add(inner_words);
        let inner = chunks[chunk_idx].features;
        let outer = &mut chunks[parent].features;
        outer.n_paragraphs += inner.n_paragraphs;
        outer.image_size = outer.image_size.saturating_add(inner.image_size);
        outer.n_interactions += inner.n_interactions;
        outer.interaction_size += inner.interaction_size;
        outer.n_forms += inner.n_forms;
        outer.form_size += inner.form_size;
        outer.n_emails += inner.n_emails;
    }
}

fn add(sum: &mut Counts, counts: &Counts) {
    sum.text_chars += counts.text_chars;
    sum.link_chars += counts.link_chars;
    sum.punctuation += counts.punctuation;
    sum.links += counts.links;
    sum.images += counts.images;
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

#[inline]
fn is_unseen(tag: Name) -> bool {
    matches!(tag, names::SCRIPT | names::STYLE | names::NOSCRIPT | names::TEMPLATE | names::HEAD)
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

fn is_address_link(document: &Document, link: NodeId) -> bool {
    let target = document.attribute(link, names::HREF).unwrap_or("").trim_start();
    target.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto:"))
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
