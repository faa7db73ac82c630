//! Prices: what is asked, and what was asked before.

use super::sample::Sample;
use super::seen::Seen;
use super::words;
use tamis_page::Document;

/// What prices are called in class names.
pub(super) const PRICE_WORDS: &[&str] =
    &["price", "prices", "cost", "amount", "preis", "prix", "precio", "prezzo", "preço", "cena", "prijs"];

/// Names the columns of money: the price, and what it was before.
pub(super) fn name(document: &Document, seen: &mut [Seen<'_>]) {
    let money: Vec<usize> =
        (0..seen.len()).filter(|&index| seen[index].name.is_none() && seen[index].is_money()).collect();
    let is_price = |index: usize| seen[index].class_name.is_none() || seen[index].class_has(PRICE_WORDS);
    let has_price = money.iter().any(|&index| is_price(index));
    // Money with a word of its own beside a price (shipping, tax) is called by that word.
    let is_struck = |index: usize| seen[index].traits.is_struck;
    let is_marked = |index: usize| is_struck(index) || has_old_word(document, &seen[index].sample);
    let belongs = |&index: &usize| !has_price || is_price(index) || is_marked(index);
    let prices: Vec<usize> = money.into_iter().filter(belongs).collect();
    // A single price is asked, whatever its class says, unless it is struck out.
    let is_old: Vec<bool> = match prices.as_slice() {
        &[only] => vec![is_struck(only)],
        _ => prices.iter().map(|&index| is_marked(index)).collect(),
    };
    let all_or_none = is_old.iter().all(|&old| old == is_old[0]);
    let higher = match prices.as_slice() {
        &[one, other] if all_or_none => {
            higher(&seen[one].sample, &seen[other].sample).map(|first| if first { one } else { other })
        }
        _ => None,
    };
    for (&index, is_old) in prices.iter().zip(is_old) {
        let is_old = if all_or_none && prices.len() > 1 { higher == Some(index) } else { is_old };
        seen[index].name = Some(if is_old { "old_price" } else { "price" }.to_string());
    }
}

/// Whether a class says that a price is no longer asked.
fn has_old_word(document: &Document, sample: &Sample<'_>) -> bool {
    const OLD: &[&str] = &[
        "old", "was", "before", "strike", "striked", "strikethrough", "crossed", "msrp", "rrp", "uvp", "original",
        "previous", "compare",
    ];
    let has_old = |class: &str| {
        class.split(['-', '_']).any(|part| OLD.iter().any(|old| part.eq_ignore_ascii_case(old)))
            || OLD.iter().any(|old| words::split(class).iter().any(|word| word == old))
    };
    sample.levels().iter().any(|&element| document.classes(element).any(has_old))
}

/// Of two prices of the same record, whether the first is the higher one in every record that has both; `None` if
/// neither is.
fn higher(one: &Sample<'_>, other: &Sample<'_>) -> Option<bool> {
    const MIN_ROWS: usize = 2;
    let read = |sample: &Sample<'_>, text: &str| sample.column.format.normalise(text)?.parse::<f64>().ok();
    let mut orders = Vec::new();
    for cell in &one.cells {
        let Some(pair) = other.cells.iter().find(|pair| pair.row_idx == cell.row_idx) else { continue };
        let (Some(first), Some(second)) = (read(one, &cell.cell.text), read(other, &pair.cell.text)) else { continue };
        orders.push(first.total_cmp(&second));
    }
    let all = |order: std::cmp::Ordering| orders.len() >= MIN_ROWS && orders.iter().all(|&other| other == order);
    if all(std::cmp::Ordering::Greater) { Some(true) } else { all(std::cmp::Ordering::Less).then_some(false) }
}
