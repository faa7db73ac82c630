//! Which row finds which record, by their nodes.
//!
//! A row finds a record when it holds the record's nodes and those of no other record, when it lies inside the record and
//! holds at least half of its words, or when it stands elsewhere with the same words: a copy for another width of screen.
//! Rows and records pair off one to one, in that order.

use super::{Bag, f1, share};

/// Pairs of records and rows, in the order of the records. Each side has the words and the absolute XPaths of its nodes.
pub(super) fn pair(
    (records, record_places): (&[&Bag<String>], &[&[String]]),
    (rows, row_places): (&[Bag<String>], &[&[String]]),
) -> Vec<(usize, usize)> {
    let read = |places: &[&[String]]| -> Vec<Vec<String>> {
        places.iter().map(|nodes| nodes.iter().map(|node| place(node)).collect()).collect()
    };
    let (record_places, row_places) = (read(record_places), read(row_places));
    // How bad the pair is, how far apart record and row are, record, row.
    let mut options: Vec<(f64, usize, usize, usize)> = Vec::new();
    for (row, nodes) in row_places.iter().enumerate() {
        let is_inside = |inner: &String| nodes.iter().any(|outer| holds(outer, inner));
        let held: Vec<usize> =
            (0..record_places.len()).filter(|&record| record_places[record].iter().all(is_inside)).collect();
        match held[..] {
            [record] => options.push((0.0, record.abs_diff(row), record, row)),
            [] => {
                for (record, places) in record_places.iter().enumerate() {
                    let common = records[record].common(&rows[row]);
                    let is_part = nodes.iter().all(|inner| places.iter().any(|outer| holds(outer, inner)));
                    let part = share(common, records[record].len().max(1));
                    if is_part && part >= 0.5 {
                        options.push((1.0 - part, record.abs_diff(row), record, row));
                    } else if !is_part && f1(share(common, rows[row].len()), part) >= 0.9 {
                        options.push((2.0, record.abs_diff(row), record, row));
                    }
                }
            }
            _ => {}
        }
    }
    options.sort_by(|one, other| {
        one.0.total_cmp(&other.0).then_with(|| (one.1, one.2, one.3).cmp(&(other.1, other.2, other.3)))
    });
    let (mut record_used, mut row_used) = (vec![false; records.len()], vec![false; rows.len()]);
    let mut pairs = Vec::new();
    for (_, _, record, row) in options {
        if !record_used[record] && !row_used[row] {
            (record_used[record], row_used[row]) = (true, true);
            pairs.push((record, row));
        }
    }
    pairs.sort_unstable();
    pairs
}

/// An XPath in one spelling: the first of its kind needs no number.
fn place(xpath: &str) -> String {
    xpath.replace("[1]", "").trim_end_matches('/').to_owned()
}

fn holds(outer: &str, inner: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use crate::metrics::records::{Row, TrueRecords, score};

    fn truth() -> TrueRecords {
        let texts = ["one two three", "four five six"].map(str::to_owned).to_vec();
        let places = [vec!["/ul[1]/li[1]".to_owned()], vec!["/ul[1]/li[2]".to_owned()]];
        TrueRecords { texts, cells: None, places: Some(places.to_vec()) }
    }

    fn found(rows: &[(&str, &str)]) -> (usize, usize) {
        let row = |&(place, text): &(&str, &str)| Row {
            text: text.to_owned(),
            places: vec![place.to_owned()],
            ..Row::default()
        };
        let counts = score(&truth(), &rows.iter().map(row).collect::<Vec<_>>());
        (counts.true_positives, counts.false_positives)
    }

    #[test]
    fn a_row_holds_its_record_lies_inside_or_is_a_copy() {
        assert_eq!(found(&[("/ul/li[1]", "one two three"), ("/ul[1]/li[2]", "four")]), (2, 0));
        assert_eq!(found(&[("/ul[1]/li[1]/b[1]", "one two"), ("/ul[1]/li[2]/b[1]", "four")]), (1, 1));
        assert_eq!(found(&[("/ol[1]/li[1]", "one two three"), ("/ol[1]/li[2]", "four five")]), (1, 1));
    }

    #[test]
    fn a_row_that_holds_two_records_finds_none() {
        assert_eq!(found(&[("/ul[1]", "one two three four five six")]), (0, 1));
        // The eleventh item is not inside the first.
        assert_eq!(found(&[("/ul[1]/li[11]", "x")]), (0, 1));
    }
}
