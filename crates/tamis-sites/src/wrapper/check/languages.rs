//! Do the CSS selector and the `XPath` of a part select the same things?
//!
//! Both are written for the same elements. Where they differ somebody edited one of them, or the page changed in a way that
//! one of the two does not notice; whoever exports the wrapper in the other language gets other rows.

use super::{DriftKind, DriftNotes, PageReading, WrapperDrift, on};
use crate::wrapper::{SelectorLanguage, Wrapper};
use tamis_extract::records::{Cell, Table};
use tamis_page::Document;

/// Whether the tables of the two languages differ on a page.
type Differs<'f> = &'f dyn Fn(&PageReading<'_>, Option<&Table>, Option<&Table>) -> bool;

/// Says where the languages differ on most pages. It is never a drift: the rows are those of the language that is used.
pub(super) fn judge(wrapper: &Wrapper, readings: &[PageReading<'_>], said: &mut DriftNotes) {
    let mut in_other = wrapper.clone();
    in_other.language = match wrapper.language {
        SelectorLanguage::XPath => SelectorLanguage::Css,
        SelectorLanguage::Css => SelectorLanguage::XPath,
    };
    let Ok(other) = in_other.compile() else { return };
    let tables: Vec<Option<Table>> = readings.iter().map(|reading| other.apply(reading.page.document).table).collect();
    let mut say = |what: String, column: Option<&str>, pages: Vec<usize>| {
        if 2 * pages.len() > readings.len() {
            let message =
                format!("the CSS selector and the XPath of {what} select different things {}", on(&pages, readings));
            let column = column.map(str::to_owned);
            let kind = DriftKind::SelectorsDisagree;
            said.notices.push(WrapperDrift { kind, column, then: None, now: None, pages, message });
        }
    };
    let differing = |differs: Differs<'_>| {
        let both = readings.iter().zip(&tables).enumerate();
        let pages = both.filter(|(_, (reading, other))| differs(reading, reading.table.as_ref(), other.as_ref()));
        pages.map(|(page, _)| page).collect::<Vec<_>>()
    };
    let is_other_region =
        |one: Option<&Table>, other: Option<&Table>| one.map(|table| table.region) != other.map(|table| table.region);
    let pages = differing(&|_, one, other| is_other_region(one, other));
    if !pages.is_empty() {
        return say("the region".to_owned(), None, pages);
    }
    let firsts = |table: &Table| table.rows.iter().map(|row| row.nodes.first().copied()).collect::<Vec<_>>();
    let pages = differing(&|_, one, other| one.map(firsts) != other.map(firsts));
    if !pages.is_empty() {
        return say("the record".to_owned(), None, pages);
    }
    for (place, column) in wrapper.columns.iter().enumerate() {
        let differs = |reading: &PageReading<'_>, one: &Table, other: &Table| {
            let mut rows = one.rows.iter().zip(&other.rows);
            rows.any(|(one, other)| {
                is_elsewhere(reading.page.document, one.cells[place].as_ref(), other.cells[place].as_ref())
            })
        };
        let pages = differing(&|reading, one, other| one.zip(other).is_some_and(|(a, b)| differs(reading, a, b)));
        say(format!("`{}`", column.name), Some(&column.name), pages);
    }
}

/// Whether two cells are at different places; of an element and a text in it CSS can say but the element.
fn is_elsewhere(document: &Document, one: Option<&Cell>, other: Option<&Cell>) -> bool {
    let node = |cell: &Cell| cell.nodes.first().copied();
    match (one.and_then(node), other.and_then(node)) {
        (None, None) => false,
        (Some(one), Some(other)) => !document.contains(one, other) && !document.contains(other, one),
        _ => true,
    }
}
