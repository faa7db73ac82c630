//! Names that the page prints: headers of tables and labels in the record.

use super::sample::{MAX_UP, Sample, SampledCell, is_clear_majority, is_record_node, text_after, text_before};
use super::shapes::is_by;
use super::vocabulary;
use super::words::snake_case;
use crate::records::table::ItemKind;
use crate::values::ValueType;
use std::collections::BTreeMap;
use tamis_page::{Document, Name, NodeId, NodeKind, names};

/// Longer texts before a value are prose.
const MAX_LABEL_CHARS: usize = 40;
/// The most cells of a table row that are counted through.
const MAX_TABLE_COLUMNS: usize = 256;

/// The header rows that were read, by table.
#[derive(Default)]
pub(super) struct Headers {
    by_table: BTreeMap<NodeId, Vec<HeaderCell>>,
}

/// A cell of a header row, and the columns that it is above.
#[derive(Clone, Copy)]
struct HeaderCell {
    node: NodeId,
    start: usize,
    end: usize,
}

impl Headers {
    /// The header of the column in table markup: of the header row above, or of the attribute that repeats it for
    /// narrow screens.
    pub(super) fn of(&mut self, document: &Document, sample: &Sample<'_>) -> Option<String> {
        let cell = sample.first()?;
        let (table_cell, is_td) = table_cell(document, cell)?;
        for attribute in [names::DATA_LABEL, names::DATA_TITLE] {
            if document.attribute(table_cell, attribute).is_none() {
                continue;
            }
            let read = |cell: &SampledCell<'_>| document.attribute(self::table_cell(document, cell)?.0, attribute);
            if let Some(name) = sample.agreed(read).and_then(snake_case) {
                return Some(name);
            }
        }
        if !is_td {
            return None;
        }
        let position = position_in_row(document, table_cell)?;
        let read = |cell: &SampledCell<'_>| position_in_row(document, self::table_cell(document, cell)?.0);
        sample.agreed(read)?;
        let row = document.parent(table_cell)?;
        let table = document.ancestors(row).find(|&node| document.is_html(node, names::TABLE))?;
        let headers = self.by_table.entry(table).or_insert_with(|| header_cells(document, table));
        let named = document.attribute(table_cell, names::HEADERS).and_then(|ids| ids.split_whitespace().last());
        let header = match named {
            Some(id) => headers.iter().find(|header| document.attribute(header.node, names::ID) == Some(id)),
            // Of several header rows the last is the nearest to the values.
            None => headers.iter().rev().find(|header| (header.start, header.end) == (position, position + 1)),
        }?
        .node;
        // The header of a record that is itself the header row, or its row header, is a value.
        if cell.row.nodes.iter().any(|&node| document.contains(node, header)) {
            return None;
        }
        snake_case(&short_text(document, header)?)
    }
}

/// The `td`, or the nearest element with `data-label` or `data-title`, around an item; whether it is a `td`.
fn table_cell(document: &Document, cell: &SampledCell<'_>) -> Option<(NodeId, bool)> {
    let first = cell.cell.nodes[0];
    for node in std::iter::once(first).chain(document.ancestors(first)).take(MAX_UP) {
        if document.is_html(node, names::TD) || document.is_html(node, names::TH) {
            return Some((node, true));
        }
        let has_label = |name| document.attribute(node, name).is_some();
        if has_label(names::DATA_LABEL) || (has_label(names::DATA_TITLE) && cell.levels.contains(&node)) {
            return Some((node, false));
        }
        if is_record_node(cell.row, node) {
            return None;
        }
    }
    None
}

/// In which column of its row a table cell begins.
fn position_in_row(document: &Document, table_cell: NodeId) -> Option<usize> {
    let row = document.parent(table_cell).filter(|&row| document.is_html(row, names::TR))?;
    let before = document.child_elements(row).take(MAX_TABLE_COLUMNS).take_while(|&cell| cell != table_cell);
    Some(before.map(|cell| n_columns(document, cell)).sum())
}

fn n_columns(document: &Document, table_cell: NodeId) -> usize {
    span(document, table_cell, names::COLSPAN)
}

fn span(document: &Document, table_cell: NodeId, attribute: Name) -> usize {
    let span = document.attribute(table_cell, attribute).and_then(|span| span.trim().parse().ok());
    span.unwrap_or(1).clamp(1, MAX_TABLE_COLUMNS)
}

/// The cells of the table's header rows: those of its first rows that have at least two `th` and nothing else. A cell
/// that spans rows keeps its columns in the rows below.
fn header_cells(document: &Document, table: NodeId) -> Vec<HeaderCell> {
    const MAX_ROWS: usize = 4;
    let sections = document.child_elements(table).flat_map(|child| {
        let is_row = document.is_html(child, names::TR);
        let own = is_row.then_some(child);
        let inner = (!is_row).then(|| document.child_elements(child)).into_iter().flatten();
        own.into_iter().chain(inner)
    });
    let rows = sections.filter(|&row| document.is_html(row, names::TR)).take(MAX_ROWS);
    let is_header = |cells: &[NodeId]| {
        let all_th = cells.iter().all(|&cell| {
            // The corner above row headers may be an empty `td`.
            document.is_html(cell, names::TH) || short_text(document, cell).is_none_or(|text| text.is_empty())
        });
        all_th && cells.iter().filter(|&&cell| document.is_html(cell, names::TH)).count() >= 2
    };
    let rows = rows.map(|row| document.child_elements(row).take(MAX_TABLE_COLUMNS).collect::<Vec<_>>());
    let mut headers = Vec::new();
    // By column: how many rows below are taken by a cell above.
    let mut n_taken: Vec<usize> = Vec::new();
    for cells in rows.filter(|cells| is_header(cells)) {
        let mut start = 0;
        for node in cells {
            while n_taken.get(start).is_some_and(|&n| n > 0) {
                start += 1;
            }
            let end = start + n_columns(document, node);
            headers.push(HeaderCell { node, start, end });
            n_taken.resize(n_taken.len().max(end), 0);
            n_taken[start..end].fill(span(document, node, names::ROWSPAN));
            start = end;
        }
        for n in &mut n_taken {
            *n = n.saturating_sub(1);
        }
    }
    headers
}

/// The label of a column in its records: before the value in the cell, or beside the cell.
pub(super) fn in_record(document: &Document, sample: &Sample<'_>) -> Option<String> {
    if sample.kind != ItemKind::Text {
        return None;
    }
    before_colon(sample).or_else(|| beside(document, sample)).or_else(|| after_number(document, sample))
}

/// Whether the column is itself the label of the value after it, and the name that the label gives.
pub(super) fn is_label(document: &Document, sample: &Sample<'_>) -> Option<String> {
    const MIN_CELLS: usize = 2;
    if sample.kind != ItemKind::Text || sample.cells.len() < MIN_CELLS {
        return None;
    }
    let text = sample.agreed(|cell| Some(cell.cell.text.as_str()))?;
    let levels = sample.levels();
    let is_marked =
        is_label_element(document, levels) || is_for_readers(document, levels) || text.ends_with([':', '：']);
    if !is_marked || !is_short(text) {
        return None;
    }
    snake_case(text)
}

fn is_short(text: &str) -> bool {
    text.chars().nth(MAX_LABEL_CHARS).is_none()
}

/// `Price: 12 €`, `SKU: 4711`.
fn before_colon(sample: &Sample<'_>) -> Option<String> {
    let (label, _) = split_at_colon(&sample.first()?.cell.text)?;
    let labelled = sample.cells.iter().filter_map(|cell| split_at_colon(&cell.cell.text));
    let of_label = labelled.filter(|&(other, value)| other == label && !value.is_empty());
    let mut values = of_label.map(|(_, value)| value);
    let n_labelled = values.clone().count();
    let first = values.next()?;
    // Where all is the same, the colon is inside a fixed text. One record says nothing of what is fixed.
    let varies = values.any(|value| value != first);
    (varies && is_clear_majority(n_labelled, sample.cells.len())).then(|| snake_case(label)).flatten()
}

/// The text before the first colon that is no part of a time or an address, and the text after it.
fn split_at_colon(text: &str) -> Option<(&str, &str)> {
    let (start, colon) = text.char_indices().take(MAX_LABEL_CHARS + 1).find(|(_, c)| matches!(c, ':' | '：'))?;
    let (label, value) = (&text[..start], &text[start + colon.len_utf8()..]);
    if value.starts_with("//") || !label.chars().any(char::is_alphabetic) {
        return None;
    }
    // `12:30` and `a:b` are no labels.
    let is_label = colon != ':' || value.is_empty() || value.starts_with(char::is_whitespace);
    is_label.then(|| (label.trim(), value.trim()))
}

/// A label that is a text of its own before the value: with a colon, in a `dt`, a `th` or a `label`, or for screen
/// readers only.
fn beside(document: &Document, sample: &Sample<'_>) -> Option<String> {
    // What is the same in all records needs no text for screen readers to say what it is: that is the next part of it.
    // Before an amount of money such a text says which of two prices it is ("now", "was"), not that it is a price.
    let varies = sample.column.format.value_type != ValueType::Money
        && sample.cells.iter().any(|cell| cell.cell.text != sample.cells[0].cell.text);
    let label = |cell: &SampledCell<'_>| {
        let text = text_before(document, cell)?;
        let content = document.text(text).trim();
        let is_label = content.ends_with([':', '：']) || {
            let parents: Vec<NodeId> = document.ancestors(text).take(3).collect();
            let is_apart = |&&parent: &&NodeId| !document.contains(parent, cell.cell.nodes[0]);
            let own: Vec<NodeId> = parents.iter().take_while(is_apart).copied().collect();
            (is_label_element(document, &own) || (varies && is_for_readers(document, &own)))
                && is_beside(document, &own, cell)
        };
        (is_label && is_short(content)).then_some(content)
    };
    if let Some(label) = sample.agreed(label) {
        return snake_case(label);
    }
    let follows_by = |cell: &SampledCell<'_>| is_by(document.text(text_before(document, cell)?).trim()).then_some(());
    sample.agreed(follows_by).map(|()| "author".to_string())
}

/// Whether one of the elements around a text makes it a label.
fn is_label_element(document: &Document, elements: &[NodeId]) -> bool {
    elements.iter().any(|&element| {
        matches!(document.tag(element), Some(names::DT | names::LABEL))
            || (document.is_html(element, names::TH) && is_row_header(document, element))
    })
}

/// Whether one of the elements is for screen readers only.
fn is_for_readers(document: &Document, elements: &[NodeId]) -> bool {
    elements.iter().any(|&element| document.attribute(element, names::CLASS).is_some_and(vocabulary::is_for_readers))
}

/// A `th` that stands before a `td`.
fn is_row_header(document: &Document, header: NodeId) -> bool {
    let after = std::iter::successors(document.next_sibling(header), |&node| document.next_sibling(node));
    after.take(3).any(|node| document.is_html(node, names::TD))
}

/// Whether a label and a value belong together: a `dt` and its `dd`, or neighbours in one element.
fn is_beside(document: &Document, label: &[NodeId], cell: &SampledCell<'_>) -> bool {
    const MAX_APART: usize = 3;
    let Some(outer) = label.last().and_then(|&outer| document.parent(outer)) else { return false };
    let up = document.ancestors(cell.cell.nodes[0]).take(MAX_APART + 1).position(|node| node == outer);
    up.is_some_and(|up| up <= MAX_APART)
}

/// The noun that follows a number: `1,234 views`, or the number and the noun in two elements.
fn after_number(document: &Document, sample: &Sample<'_>) -> Option<String> {
    let is_number = matches!(sample.column.format.value_type, ValueType::Integer | ValueType::Decimal);
    if !is_number && sample.column.format.value_type != ValueType::Text {
        return None;
    }
    let noun = |cell: &SampledCell<'_>| {
        if is_number {
            let text = text_after(document, cell)?;
            // The noun stands in the element of the number, or in the one around that.
            let close = document.ancestors(cell.cell.nodes[0]).take(2).any(|node| document.contains(node, text));
            close.then(|| noun(document.text(text).trim())).flatten().map(str::to_lowercase)
        } else {
            noun_after_number(&cell.cell.text).map(str::to_lowercase)
        }
    };
    let nouns: Vec<String> = sample.cells.iter().filter_map(noun).collect();
    // `1 review`, `12 reviews`: the longer form is the general one.
    let longest = nouns.iter().max_by_key(|noun| noun.len())?;
    let stem_len = longest.char_indices().nth(3).map_or(longest.len(), |(at, _)| at);
    let n_same = nouns.iter().filter(|noun| is_form_of(noun, longest) && noun.len() >= stem_len).count();
    is_clear_majority(n_same, sample.cells.len()).then(|| snake_case(longest)).flatten()
}

/// Whether two words differ in their ending only.
fn is_form_of(one: &str, longest: &str) -> bool {
    let n_shared = one.bytes().zip(longest.bytes()).take_while(|(one, other)| one == other).count();
    n_shared + 3 >= longest.len() && n_shared * 3 >= longest.len() * 2
}

/// The noun of `1,234 views`, `(12 comments)`.
fn noun_after_number(text: &str) -> Option<&str> {
    let text = text.trim_matches(['(', ')', '[', ']']);
    let end = text.find(|c: char| !(c.is_numeric() || matches!(c, ',' | '.' | '\u{a0}' | '\u{202f}' | '\'' | '+')))?;
    if !text[..end].contains(char::is_numeric) {
        return None;
    }
    // `3.9K views`
    let rest =
        text[end..].strip_prefix(['K', 'k', 'M', 'm']).filter(|rest| rest.starts_with(' ')).unwrap_or(&text[end..]);
    let rest = rest.strip_prefix([' ', '+', '-'])?;
    noun(rest.trim())
}

/// A word, or two, that can name a count. Units of measure do not: they say how a value is written.
fn noun(text: &str) -> Option<&str> {
    const MEASURES: &[&str] = &[
        "cm", "day", "days", "feet", "hour", "hours", "hrs", "inch", "inches", "kcal", "kg", "km", "lbs", "mb", "mi",
        "miles", "min", "mins", "minute", "minutes", "mm", "month", "months", "off", "out", "people", "stars", "star",
        "sec", "std", "uhr", "watt", "week", "weeks", "year", "years", "of", "from",
    ];
    let is_measure = |word: &str| MEASURES.iter().any(|measure| measure.eq_ignore_ascii_case(word));
    let is_word = |word: &str| word.chars().all(char::is_alphabetic) && !is_measure(word);
    if !is_short(text) {
        return None;
    }
    let n_words = text.split_whitespace().count();
    let n_chars = text.chars().count();
    ((1..=2).contains(&n_words) && (3..=24).contains(&n_chars) && text.split_whitespace().all(is_word)).then_some(text)
}

/// The texts of a header or label, if they are short.
fn short_text(document: &Document, element: NodeId) -> Option<String> {
    const MAX_NODES: usize = 40;
    let mut text = String::new();
    for node in document.subtree(element).take(MAX_NODES).filter(|&node| document.kind(node) == NodeKind::Text) {
        for word in document.text(node).split_whitespace() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
            if text.len() > 4 * MAX_LABEL_CHARS {
                return None;
            }
        }
    }
    (text.chars().count() <= MAX_LABEL_CHARS).then_some(text)
}
