//! The steps: look at the columns, ask the sources of names in their order, order the columns.

use super::classes::{class_name, words_of_block};
use super::evidence::ColumnEvidence;
use super::labels::{self, Headers};
use super::sample::{Sample, is_clear_majority};
use super::words::snake_case;
use super::{markup, roles, title};
use crate::records::table::{Column, ItemKind, Row};
use std::collections::BTreeMap;
use tamis_page::Document;

/// Names the columns of a finished table and puts its title first, followed by the title's address; the other columns
/// keep their order. The cells of the rows move with their columns.
pub fn name_columns(document: &Document, columns: &mut [Column], rows: &mut [Row]) {
    let (names, first) = plan(document, columns, rows, &[]);
    for (column, name) in columns.iter_mut().zip(names) {
        column.name = name;
    }
    if let Some((title, address)) = first {
        to_front(columns, title, address);
        for row in rows {
            to_front(&mut row.cells, title, address);
        }
    }
}

/// The names that the columns of a table would get, and which of them is the title. The order stays as it is.
///
/// `labels` has what is known to name a column, by column: the words of the page as they stand there.
pub fn column_names(
    document: &Document,
    columns: &[Column],
    rows: &[Row],
    labels: &[Option<&str>],
) -> (Vec<String>, Option<usize>) {
    let (names, first) = plan(document, columns, rows, labels);
    (names, first.map(|(title, _)| title))
}

/// The names of the columns, and which of them come first: the title and its address.
fn plan(
    document: &Document,
    columns: &[Column],
    rows: &[Row],
    labels: &[Option<&str>],
) -> (Vec<String>, Option<(usize, Option<usize>)>) {
    let samples = Sample::of_all(document, columns, rows);
    let block = words_of_block(document, &samples);
    let mut evidence: Vec<ColumnEvidence<'_>> =
        samples.into_iter().map(|sample| ColumnEvidence::of(document, sample, &block)).collect();
    let has_header = name_by_the_page(document, &mut evidence);
    for (column, label) in evidence.iter_mut().zip(labels) {
        if let Some(name) = label.and_then(snake_case) {
            (column.name, column.is_label) = (Some(name), false);
        }
    }
    let title = title::find(&evidence);
    roles::name(document, &mut evidence, title);
    let (names, address) = unique_names(document, &evidence, title, &block);
    // Who reads a table with headers knows its columns in the order of the page.
    let first = title.filter(|&title| !has_header[title]);
    (names, first.map(|title| (title, address)))
}

/// Asks the sources that stand on the page as words: headers, labels, properties, texts for screen readers. Answers
/// which columns have a header.
fn name_by_the_page(document: &Document, evidence: &mut [ColumnEvidence<'_>]) -> Vec<bool> {
    let mut headers = Headers::default();
    let found: Vec<Option<String>> = evidence
        .iter()
        .map(|column| column.is_text().then(|| headers.of(document, &column.sample)).flatten())
        .collect();
    // Several columns in one cell of the table: the header is the name of the one that is marked, or of the first.
    let owner = |name: &String| {
        let sharing = || (0..evidence.len()).filter(|&column| found[column].as_ref() == Some(name));
        sharing().find(|&column| evidence[column].traits.is_marked()).or_else(|| sharing().next())
    };
    let has_header: Vec<bool> = found
        .iter()
        .enumerate()
        .map(|(column, header)| header.as_ref().is_some_and(|header| owner(header) == Some(column)))
        .collect();
    for (column, (header, is_owner)) in evidence.iter_mut().zip(found.into_iter().zip(&has_header)) {
        let header = header.filter(|_| *is_owner);
        if let Some(label) = labels::is_label(document, &column.sample).filter(|_| header.is_none()) {
            column.is_label = true;
            column.name = Some(format!("{label}_label"));
            continue;
        }
        column.name = header
            .or_else(|| labels::in_record(document, &column.sample))
            .or_else(|| markup::property(document, &column.sample))
            .or_else(|| markup::description_for_readers(document, &column.sample).filter(|_| column.is_text()));
    }
    // The noun after a number is the label of the number.
    for index in 1..evidence.len() {
        let (before, column) = (&evidence[index - 1], &evidence[index]);
        if column.name.is_none() && before.is_text() && column.is_text() && column.shape.is_constant {
            let noun = column.sample.first().and_then(|cell| snake_case(&cell.cell.text));
            if let Some(noun) = noun.filter(|noun| before.name.as_ref() == Some(noun)) {
                evidence[index].is_label = true;
                evidence[index].name = Some(format!("{noun}_label"));
            }
        }
    }
    has_header
}

/// Makes names unique, in page order with the title before all, and names links after what they link. Answers also
/// which column is the title's address.
fn unique_names(
    document: &Document,
    evidence: &[ColumnEvidence<'_>],
    title: Option<usize>,
    block: &[String],
) -> (Vec<String>, Option<usize>) {
    let mut taken = BTreeMap::new();
    let mut names = vec![String::new(); evidence.len()];
    let others = (0..evidence.len()).filter(|&column| Some(column) != title && !evidence[column].is_link());
    for column in title.into_iter().chain(others) {
        let wanted = evidence[column].name.as_deref().unwrap_or("text");
        names[column] = unique(&mut taken, wanted);
    }
    let mut title_link = None;
    for column in (0..evidence.len()).filter(|&column| evidence[column].is_link()) {
        let target = link_target(document, evidence, column, title);
        if target.is_some() && target == title && title_link.is_none() {
            title_link = Some(column);
        }
        let wanted = match target {
            // The text is the address already.
            Some(target) if names[target].ends_with("url") => "url".to_string(),
            Some(target) => format!("{}_url", names[target]),
            None => link_name(document, &evidence[column], block),
        };
        names[column] = unique(&mut taken, &wanted);
    }
    (names, title_link)
}

/// The column that a link belongs to: the text or image that it wraps, or the text that it stands in. A link around
/// several texts is the title's, or nobody's.
fn link_target(
    document: &Document,
    evidence: &[ColumnEvidence<'_>],
    link: usize,
    title: Option<usize>,
) -> Option<usize> {
    // A few cells tell it: a link wraps the same items in every record of a template.
    const ENOUGH_CELLS: usize = 6;
    let cells = &evidence[link].sample.cells;
    let cells = &cells[..cells.len().min(ENOUGH_CELLS)];
    let belongs = |column: usize| {
        let (mut n_present, mut n_wrapped) = (0, 0);
        for cell in cells {
            let Some(Some(other)) = cell.row.cells.get(column) else { continue };
            let Some((&link, &first)) = cell.cell.nodes.first().zip(other.nodes.first()) else { continue };
            let wraps = document.contains(link, first) || other.nodes.iter().any(|&node| document.contains(node, link));
            n_present += 1;
            n_wrapped += usize::from(wraps);
        }
        // A text that half of the records lack is still the link's in those that have it.
        is_clear_majority(n_wrapped, n_present) && 3 * n_wrapped >= cells.len()
    };
    if title.is_some_and(belongs) {
        return title;
    }
    let of_kind = |kind: ItemKind| (0..evidence.len()).filter(move |&column| evidence[column].sample.kind == kind);
    let mut texts = of_kind(ItemKind::Text).filter(|&column| belongs(column));
    match (texts.next(), texts.next()) {
        (Some(only), None) => Some(only),
        (Some(_), Some(_)) => None,
        (None, _) => of_kind(ItemKind::Image).find(|&column| belongs(column)),
    }
}

/// The name of a link that belongs to no column: what it leads to, by its label or class, or just `url`.
fn link_name(document: &Document, link: &ColumnEvidence<'_>, block: &[String]) -> String {
    let scheme = |scheme: &str| link.sample.cells.iter().all(|cell| cell.cell.text.starts_with(scheme));
    if scheme("mailto:") {
        return "email_url".to_string();
    }
    if scheme("tel:") {
        return "phone_url".to_string();
    }
    let word = link.name.clone().or_else(|| class_name(document, &link.sample, block));
    match word {
        Some(word) if word.ends_with("url") || word.ends_with("href") => "url".to_string(),
        Some(word) => format!("{word}_url"),
        None => "url".to_string(),
    }
}

/// The name, with the next number where it is taken.
fn unique(taken: &mut BTreeMap<String, usize>, wanted: &str) -> String {
    let mut name = wanted.to_string();
    while let Some(number) = taken.get_mut(&name) {
        // `text_2` can be a name of the page's own; then it is numbered itself.
        *number += 1;
        let next = format!("{wanted}_{number}");
        if !taken.contains_key(&next) {
            name = next;
            break;
        }
    }
    taken.insert(name.clone(), 1);
    name
}

/// Moves the items at two places to the front, in this order.
fn to_front<T>(items: &mut [T], first: usize, second: Option<usize>) {
    items[..=first].rotate_right(1);
    if let Some(second) = second {
        let now_at = if second < first { second + 1 } else { second };
        items[1..=now_at].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::{to_front, unique};
    use std::collections::BTreeMap;

    #[test]
    fn a_number_that_the_page_wrote_is_not_given_twice() {
        let mut taken = BTreeMap::new();
        let names: Vec<String> =
            ["text", "text_2", "text", "text"].iter().map(|name| unique(&mut taken, name)).collect();
        assert_eq!(names, ["text", "text_2", "text_3", "text_4"]);
    }

    #[test]
    fn two_columns_come_first_and_the_others_keep_their_order() {
        for (first, second, expect) in
            [(2, Some(1), "cbad"), (1, Some(3), "bdac"), (0, Some(1), "abcd"), (3, None, "dabc")]
        {
            let mut items: Vec<char> = "abcd".chars().collect();
            to_front(&mut items, first, second);
            assert_eq!(items.into_iter().collect::<String>(), expect);
        }
    }
}
