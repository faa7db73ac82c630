//! The first words of a part of a page, to recognise it by.

use std::ops::Range;
use tamis_page::{Document, NodeId, NodeKind, is_code};

/// The longest excerpt, in characters, and the most nodes that are looked at for it: parts may nest, and each looks for
/// itself.
const EXCERPT_CHARS: usize = 80;
const EXCERPT_NODES: usize = 2000;

/// The first words of a range of nodes.
pub(super) fn excerpt(document: &Document, range: Range<usize>) -> String {
    first_words(document, range)
}

/// The first words of several subtrees.
pub(super) fn excerpt_of(document: &Document, roots: &[NodeId]) -> String {
    first_words(document, roots.iter().flat_map(|&root| document.subtree_range(root)))
}

fn first_words(document: &Document, positions: impl Iterator<Item = usize>) -> String {
    let mut excerpt = String::new();
    let mut n_chars = 0;
    for inner in positions.take(EXCERPT_NODES).map(|position| NodeId(position as u32)) {
        let is_in_code = document.parent(inner).is_some_and(|parent| is_code(document, parent));
        if document.kind(inner) != NodeKind::Text || is_in_code {
            continue;
        }
        for word in document.text(inner).split_whitespace() {
            let gap = usize::from(!excerpt.is_empty());
            let room = EXCERPT_CHARS.saturating_sub(n_chars + gap);
            if room == 0 {
                return excerpt + "…";
            }
            excerpt.push_str(&" "[..gap]);
            let cut = word.char_indices().nth(room).map_or(word.len(), |(end, _)| end);
            excerpt.push_str(&word[..cut]);
            n_chars += gap + word[..cut].chars().count();
            if cut < word.len() {
                return excerpt + "…";
            }
        }
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expect: &str) {
        let document = Document::parse(html);
        assert_eq!(excerpt(&document, 0..document.len()), expect);
    }

    #[test]
    fn an_excerpt_is_the_first_words_without_code() {
        check("<nav> Home\n <b>Shop</b><script>var x</script>", "Home Shop");
        check("", "");
    }

    #[test]
    fn a_long_excerpt_is_cut_with_a_mark() {
        check(&"word ".repeat(100), &format!("{}…", "word ".repeat(16).trim_end()));
        check(&"長".repeat(100), &format!("{}…", "長".repeat(80)));
        check(&"x".repeat(80), &"x".repeat(80));
    }
}
