//! The role of a column: what its values are, where they stand and how they are marked.

use super::evidence::{ColumnEvidence, PRICE_WORDS};
use super::sample::{Sample, SampledCell, link_around};
use super::shapes::Form;
use super::words::{self, snake_case};
use crate::records::table::{Cell, ItemKind};
use crate::values::{Decimal, ValueType};
use tamis_page::{Document, names};

/// Names the columns that the page has no words for.
pub(super) fn name(document: &Document, evidence: &mut [ColumnEvidence<'_>], title: Option<usize>) {
    if let Some(title) = title
        && evidence[title].name.is_none()
    {
        evidence[title].name = Some("title".to_string());
    }
    name_prices(document, evidence);
    let has_money = evidence.iter().any(ColumnEvidence::is_money);
    for index in 0..evidence.len() {
        if is_score(evidence, index) {
            evidence[index].name = Some("rating".to_string());
        }
    }
    let (mut is_after_rating, mut is_first) = (false, true);
    for column in evidence.iter_mut() {
        if column.name.is_none() {
            let by_value = match column.sample.kind {
                ItemKind::Text if is_first && counts_up(column) => Some("rank"),
                ItemKind::Text => value_role(column, has_money, is_after_rating),
                ItemKind::Image => Some(image_role(column)),
                ItemKind::Link => None,
            };
            column.name = by_value.map(str::to_string);
        }
        is_first &= !column.is_text();
        if column.is_text() {
            let words = column.name.as_deref().or(column.class_name.as_deref()).unwrap_or_default();
            is_after_rating = words.split('_').any(|word| matches!(word, "rating" | "score"));
        }
    }
    let description = description(evidence);
    for (index, column) in evidence.iter_mut().enumerate() {
        if column.name.is_none() && !column.is_link() {
            let fixed = fixed_text(document, column);
            let weak = if Some(index) == description { Some("description") } else { weak_role(column) };
            let shown = column.class_name.clone().filter(|_| weak != Some("separator"));
            let of_type = type_name(column.value_type());
            column.name = fixed.or(shown).or(weak.map(str::to_string)).or(Some(of_type.to_string()));
        }
    }
}

/// What the values alone say.
fn value_role(column: &ColumnEvidence<'_>, has_money: bool, is_after_rating: bool) -> Option<&'static str> {
    match (column.value_type(), column.shape.form) {
        (_, Form::Rating) => Some("rating"),
        (_, Form::Discount) => Some("discount"),
        (ValueType::Percentage, _) if has_money && column.class_name.is_none() => Some("discount"),
        (ValueType::Date, _) | (_, Form::Ago) => Some("date"),
        (ValueType::Time, _) if column.class_has(&["duration", "length", "runtime"]) => Some("duration"),
        (ValueType::Time, _) => Some("time"),
        (ValueType::Url, _) | (_, Form::Address) => Some("displayed_url"),
        (_, Form::Email) => Some("email"),
        (_, Form::Phone) => Some("phone"),
        (_, Form::Author) => Some("author"),
        (ValueType::Integer, _) | (_, Form::Count) if is_after_rating => Some("reviews"),
        (_, Form::Count) if column.class_name.is_none() => Some("count"),
        _ if column.class_name.as_deref() == Some("url") => Some("displayed_url"),
        _ => None,
    }
}

/// Whether a column of unnamed decimals is a rating: on a usual scale, with stars in words or a count of votes after it.
fn is_score(evidence: &[ColumnEvidence<'_>], index: usize) -> bool {
    const MAX_SCORE: f64 = 10.0;
    let column = &evidence[index];
    let is_on_scale = || {
        let scores = column.sample.cells.iter().filter_map(|cell| cell.cell.value.number());
        scores.map(Decimal::to_f64).all(|score| (0.0..=MAX_SCORE).contains(&score))
    };
    let is_vote = |other: &ColumnEvidence<'_>| {
        let words = other.name.as_deref().or(other.class_name.as_deref()).unwrap_or_default();
        matches!(other.shape.form, Form::Rating | Form::Count)
            || words.split('_').any(|word| matches!(word, "rating" | "ratings" | "review" | "reviews"))
    };
    let mut after = evidence[index + 1..].iter().filter(|other| other.is_text()).take(2);
    column.is_text()
        && column.name.is_none()
        && column.value_type() == ValueType::Decimal
        && column.class_name.is_none()
        && after.any(is_vote)
        && is_on_scale()
}

/// Whether each value is the one before and one more, by the number of its row: `1`, `2.`, `#3`.
fn counts_up(column: &ColumnEvidence<'_>) -> bool {
    const MIN_CELLS: usize = 3;
    if column.shape.mean_chars > 5 {
        return false;
    }
    let offset = |cell: &SampledCell<'_>| {
        let number = cell.cell.text.trim_matches(['#', '.', ')', ' ']);
        Some(number.parse::<i64>().ok()? - cell.row_idx as i64)
    };
    column.sample.cells.len() >= MIN_CELLS && column.sample.agreed(offset).is_some()
}

/// Names the columns of money: the price, and what it was before.
fn name_prices(document: &Document, evidence: &mut [ColumnEvidence<'_>]) {
    let money: Vec<usize> =
        (0..evidence.len()).filter(|&index| evidence[index].name.is_none() && evidence[index].is_money()).collect();
    let is_price = |index: usize| evidence[index].class_name.is_none() || evidence[index].class_has(PRICE_WORDS);
    let has_price = money.iter().any(|&index| is_price(index));
    // Money with a word of its own beside a price (shipping, tax) is called by that word.
    let is_struck = |index: usize| evidence[index].traits.is_struck;
    let is_marked = |index: usize| is_struck(index) || has_old_word(document, &evidence[index].sample);
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
            higher(&evidence[one].sample, &evidence[other].sample).map(|first| if first { one } else { other })
        }
        _ => None,
    };
    for (&index, is_old) in prices.iter().zip(is_old) {
        let is_old = if all_or_none && prices.len() > 1 { higher == Some(index) } else { is_old };
        evidence[index].name = Some(if is_old { "old_price" } else { "price" }.to_string());
    }
}

/// Whether a class says that a price is no longer asked.
fn has_old_word(document: &Document, sample: &Sample<'_>) -> bool {
    const OLD: [&str; 13] = [
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
    let amount = |cell: &Cell| cell.value.number().map(Decimal::to_f64);
    let mut orders = Vec::new();
    for cell in &one.cells {
        let Some(pair) = other.cells.iter().find(|pair| pair.row_idx == cell.row_idx) else { continue };
        let (Some(first), Some(second)) = (amount(cell.cell), amount(pair.cell)) else { continue };
        orders.push(first.total_cmp(&second));
    }
    let all = |order: std::cmp::Ordering| orders.len() >= MIN_ROWS && orders.iter().all(|&other| other == order);
    if all(std::cmp::Ordering::Greater) { Some(true) } else { all(std::cmp::Ordering::Less).then_some(false) }
}

/// Images that are no pictures of the record's subject have a word for it.
fn image_role(column: &ColumnEvidence<'_>) -> &'static str {
    let known = ["avatar", "logo"].into_iter().find(|word| column.class_has(&[word]));
    // A picture that all records show is a sign. What a page shows until a script has run is not.
    let is_sign = || {
        let is_inline = column.sample.first().is_some_and(|cell| cell.cell.text.starts_with("data:"));
        column.shape.is_constant && !is_inline
    };
    known.or_else(|| is_sign().then_some("icon")).unwrap_or("image")
}

/// The longest prose that has no name yet, by far or the first on the page.
fn description(evidence: &[ColumnEvidence<'_>]) -> Option<usize> {
    const MIN_CHARS: usize = 60;
    let is_named =
        |column: &ColumnEvidence<'_>| column.name.as_deref().or(column.class_name.as_deref()) == Some("description");
    if evidence.iter().any(is_named) {
        return None;
    }
    let mut best: Option<usize> = None;
    for (index, column) in evidence.iter().enumerate() {
        let is_frequent = column.sample.column.fill >= 0.3;
        let is_prose =
            is_frequent && column.is_text() && column.shape.mean_chars >= MIN_CHARS && !column.shape.is_constant;
        if !is_prose || column.name.is_some() || column.class_name.is_some() {
            continue;
        }
        if best.is_none_or(|best| 2 * column.shape.mean_chars > 3 * evidence[best].shape.mean_chars) {
            best = Some(index);
        }
    }
    best
}

/// The words of a button, or of a link that has the same text in all records and leads elsewhere in each: they are
/// the template's.
fn fixed_text(document: &Document, column: &ColumnEvidence<'_>) -> Option<String> {
    if !column.is_text() || !column.shape.is_constant {
        return None;
    }
    // A category that these records share leads to one page; what can be done with each leads to a page of each.
    let leads_elsewhere = || {
        let target = |cell| document.attribute(link_around(document, cell)?, names::HREF);
        let mut targets: Vec<&str> = column.sample.cells.iter().filter_map(target).collect();
        targets.sort_unstable();
        targets.dedup();
        targets.len() == column.sample.cells.len()
    };
    let is_fixed = column.traits.is_button || (column.traits.is_linked && leads_elsewhere());
    is_fixed.then(|| snake_case(&column.sample.first()?.cell.text)).flatten()
}

/// Short texts of few different values.
fn weak_role(column: &ColumnEvidence<'_>) -> Option<&'static str> {
    const MIN_CELLS: usize = 6;
    const MAX_CHARS: usize = 24;
    let (shape, n_cells) = (&column.shape, column.sample.cells.len());
    let is_sign = |cell: &SampledCell<'_>| !cell.cell.text.contains(char::is_alphanumeric);
    if column.is_text() && column.sample.cells.iter().all(is_sign) {
        return Some("separator");
    }
    let is_short =
        column.is_text() && column.value_type() == ValueType::Text && (3..=MAX_CHARS).contains(&shape.mean_chars);
    if !is_short || n_cells < MIN_CELLS || 2 * shape.n_distinct > n_cells {
        return None;
    }
    if column.traits.is_linked {
        return (!shape.is_constant).then_some("category");
    }
    (column.sample.column.fill < 0.9 && !column.traits.is_in_link).then_some("badge")
}

/// What a column is called of which only the type is known.
fn type_name(value_type: ValueType) -> &'static str {
    match value_type {
        ValueType::Integer | ValueType::Decimal => "number",
        ValueType::Money => "price",
        other => other.as_str(),
    }
}
