//! Values as pages write them into attributes and scripts, made plain.

use crate::structured::decoded;
use tamis_page::{Document, NodeId, visible_text};

/// A text of one line: character references decoded (pages escape twice), tags dropped, white space collapsed. `None` if
/// nothing is left.
pub(super) fn plain(text: &str) -> Option<String> {
    // A value longer than this is no title, name or description; the rest is not looked at.
    let text = cut(text, 20_000);
    let text = decoded(text);
    let text = if text.contains('<') && text.contains('>') {
        let page = Document::parse(&*text);
        visible_text(&page, page.root()).into()
    } else {
        text
    };
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}' | '\u{ad}'));
    let plain = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    (!plain.is_empty()).then_some(plain)
}

/// Returns the visible text of a node on one line; `None` if it has no text or is too large for a title or a byline.
pub(super) fn line_of(document: &Document, node: NodeId) -> Option<String> {
    if document.subtree_range(node).len() > 200 {
        return None;
    }
    let text = visible_text(document, node);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty()).then_some(line)
}

/// Returns the start of a text, `n_bytes` bytes at most.
pub(super) fn cut(text: &str, n_bytes: usize) -> &str {
    let mut end = text.len().min(n_bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Letters and digits in lower case, and nothing else: two texts that a reader would call the same have the same.
pub(super) fn folded(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The words of a text in lower case.
pub(super) fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_plain() {
        assert_eq!(plain("  A &amp;amp; B\n &quot;x&quot; "), Some("A &amp; B \"x\"".to_owned()));
        assert_eq!(plain("<p>One <b>two</b></p>"), Some("One two".to_owned()));
        assert_eq!(plain("1 < 2"), Some("1 < 2".to_owned()));
        assert_eq!(plain(" \u{200b} "), None);
    }
}
