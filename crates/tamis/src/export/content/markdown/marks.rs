//! Which stars and tildes a reader of Markdown would take for what they are meant to be.

use super::inline::Token;
use crate::export::content::PartKind;

/// For each token, whether it is a mark (bold, italic, struck out) that can be written. Markdown knows the beginning and
/// the end of a mark by the letters around it; where they would mislead it, the mark goes and the text stays.
pub(super) fn writable(tokens: &[Token<'_>]) -> Vec<bool> {
    let mut is_written = vec![false; tokens.len()];
    // Pairs around the current token: where they end, and whether they could be misread.
    let mut around: Vec<(usize, bool)> = Vec::new();
    let ends = ends(tokens);
    for (start, token) in tokens.iter().enumerate() {
        while around.pop_if(|(end, _)| *end <= start).is_some() {}
        let (true, Some(end)) = (is_opening(token), ends[start]) else { continue };
        let mut earlier = tokens[..start].iter().zip(&is_written).rev();
        let earlier = earlier.find(|(token, is_written)| !is_mark(token) || **is_written);
        let is_after_end = earlier.is_some_and(|(token, _)| is_closing(token));
        let before = tokens[..start].iter().rev().find(|token| !is_mark(token)).map_or(' ', Token::last_character);
        let first = tokens[start + 1..].iter().find(|token| !is_mark(token)).map_or(' ', Token::first_character);
        let last = tokens[..end].iter().rev().find(|token| !is_mark(token)).map_or(' ', Token::last_character);
        let after = tokens[end + 1..].iter().find(|token| !is_mark(token)).map_or(' ', Token::first_character);
        let can_begin = !first.is_whitespace() && (first.is_alphanumeric() || is_border(before));
        let can_end = !last.is_whitespace() && (last.is_alphanumeric() || is_border(after));
        // A mark whose beginning could be an end, or whose end a beginning, is read right only if it stands alone.
        let could_end = !before.is_whitespace() && (!is_border(before) || !first.is_alphanumeric());
        let could_begin = !after.is_whitespace() && (!is_border(after) || !last.is_alphanumeric());
        let is_unclear = could_end || could_begin || meets_other_sign(tokens, start) || meets_other_sign(tokens, end);
        let is_misread = around.iter().any(|&(_, outer_is_unclear)| outer_is_unclear || is_unclear);
        if can_begin && can_end && !is_after_end && !is_misread {
            (is_written[start], is_written[end]) = (true, true);
            around.push((end, is_unclear));
        }
    }
    is_written
}

/// Where each mark that begins ends.
fn ends(tokens: &[Token<'_>]) -> Vec<Option<usize>> {
    let mut ends = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (idx, token) in tokens.iter().enumerate() {
        if is_opening(token) {
            open.push(idx);
        } else if is_closing(token)
            && let Some(start) = open.pop()
        {
            ends[start] = Some(idx);
        }
    }
    ends
}

/// Whether a mark stands right beside one of another sign, tildes beside stars.
fn meets_other_sign(tokens: &[Token<'_>], idx: usize) -> bool {
    let is_other = |other: &Token<'_>| is_mark(other) && other.first_character() != tokens[idx].first_character();
    idx > 0 && is_other(&tokens[idx - 1]) || tokens.get(idx + 1).is_some_and(is_other)
}

fn is_mark_kind(kind: &PartKind) -> bool {
    matches!(kind, PartKind::Strong | PartKind::Emphasis | PartKind::Strike)
}

fn is_mark(token: &Token<'_>) -> bool {
    is_opening(token) || is_closing(token)
}

fn is_opening(token: &Token<'_>) -> bool {
    matches!(token, Token::Open(kind) if is_mark_kind(kind))
}

fn is_closing(token: &Token<'_>) -> bool {
    matches!(token, Token::Close(kind) if is_mark_kind(kind))
}

/// Whether a character is white space or punctuation for every reader of Markdown. Of others than ASCII only the common
/// ones are: the rest may be letters of some script.
fn is_border(character: char) -> bool {
    character.is_whitespace()
        || character.is_ascii_punctuation()
        || matches!(character, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205E}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}' | '\u{FF1B}' | '\u{FF1F}' | '«' | '»' | '¿' | '¡')
}
