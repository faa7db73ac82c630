//! The title: what a record is.

use super::evidence::ColumnEvidence;
use super::shapes::Form;
use crate::values::ValueType;

/// The column that says what a record is: its heading, or its main link.
pub(super) fn find(evidence: &[ColumnEvidence<'_>]) -> Option<usize> {
    const MIN_SCORE: i32 = 20;
    // Lengths decide only where the marks do not, and only where they differ much: on the next page the one that is a
    // little longer here can be the shorter.
    const MARGIN: i32 = 4;
    let first_text =
        evidence.iter().position(|column| column.is_text() && !column.is_label && !column.shape.is_constant)?;
    let is_only_text = !evidence.iter().skip(first_text + 1).any(|column| column.is_text() && !column.is_label);
    let mut best: Option<(usize, i32)> = None;
    for (index, column) in evidence.iter().enumerate() {
        let Some(score) = score(column, index == first_text) else { continue };
        if score < if is_only_text { 5 } else { MIN_SCORE } {
            continue;
        }
        let is_better = best.is_none_or(|(best, best_score)| {
            let is_much_longer = 2 * column.shape.mean_chars > 3 * evidence[best].shape.mean_chars;
            score > best_score + MARGIN || (score >= best_score - MARGIN && is_much_longer)
        });
        if is_better {
            best = Some((index, score));
        }
    }
    best.map(|(index, _)| index)
}

/// How much speaks for a column being the title; `None` where something rules it out.
fn score(column: &ColumnEvidence<'_>, is_first_text: bool) -> Option<i32> {
    let (shape, traits) = (&column.shape, column.traits);
    let n_cells = column.sample.cells.len();
    if !column.is_text()
        || column.is_label
        || column.sample.column.fill < 0.5
        || shape.is_constant
        || 2 * shape.n_distinct <= n_cells
        || traits.is_button
        || column.value_type() != ValueType::Text
    {
        return None;
    }
    let mut score = 0;
    if let Some(level) = traits.heading {
        score += 40 + 2 * (6 - i32::from(level));
    }
    let is_name = |name: &str| matches!(name, "name" | "title" | "headline");
    if column.name.as_deref().is_some_and(is_name) {
        score += 45;
    }
    if column.class_has(&["title", "headline", "heading", "titel", "titre", "titulo", "titolo"]) {
        score += 30;
    } else if column.class_has(&["name", "nom", "nombre", "nome"]) {
        score += 20;
    } else if column.class_has(&[
        "author", "user", "username", "category", "tag", "tags", "source", "date", "location", "address", "brand",
        "badge", "comments", "price", "description", "subtitle", "snippet", "summary", "excerpt",
    ]) {
        score -= 25;
    }
    score += if traits.is_linked {
        20
    } else if traits.is_in_link {
        8
    } else {
        0
    };
    score += i32::from(traits.is_strong) * 10 + i32::from(is_first_text) * 5;
    score += match shape.mean_chars {
        8..=160 => 10,
        0..=7 => 0,
        _ => -10,
    };
    score -= if shape.form == Form::Other { 0 } else { 40 };
    score -= if column.sample.column.fill < 0.8 { 10 } else { 0 };
    Some(score)
}
