//! The pages to learn from, side by side, and their rows.

use super::Sample;
use crate::wrapper::PageSet;
use tamis_extract::records::{Row, Table};
use tamis_page::{Document, NodeId};

/// How many rows of all pages selectors are tried on. What serves so many is the rule of the column.
const MAX_ROWS: usize = 72;

/// So many rows of a page are looked at even if there are many pages.
const MIN_ROWS_A_PAGE: usize = 6;

/// Pages with records.
pub(super) struct Pages<'a> {
    pub(super) set: PageSet,
    /// The tables, by page.
    pub(super) tables: Vec<&'a Table>,
}

/// A record on one of the pages.
pub(super) struct SampleRow<'a> {
    pub(super) page: usize,
    /// Its elements, as a wrapper will find them: the first, and the siblings that follow.
    pub(super) elements: Vec<NodeId>,
    pub(super) row: &'a Row,
}

impl<'a> Pages<'a> {
    /// The pages that have records.
    pub(super) fn of(samples: &[Sample<'a>]) -> Pages<'a> {
        let with_rows = samples
            .iter()
            .filter_map(|sample| Some((sample.document, sample.table?)))
            .filter(|(_, it)| !it.rows.is_empty());
        let (documents, tables): (Vec<&Document>, Vec<&Table>) = with_rows.unzip();
        Pages { set: PageSet::of(&documents), tables }
    }

    pub(super) fn document(&self) -> &Document {
        self.set.document()
    }

    /// The first elements of all records of a page, in document order.
    pub(super) fn firsts(&self, page: usize) -> Vec<NodeId> {
        let first = |row: &Row| self.element(page, row);
        let mut firsts: Vec<NodeId> = self.tables[page].rows.iter().filter_map(first).collect();
        firsts.sort_unstable();
        firsts.dedup();
        firsts
    }

    /// Of how many elements the records consist: as many as nearly all of them do. One that goes on for longer does not make the
    /// last of a page swallow what follows the list.
    pub(super) fn n_nodes(&self, pages: &[usize]) -> usize {
        let rows = pages.iter().flat_map(|&page| self.tables[page].rows.iter().map(move |row| (page, row)));
        let mut lengths: Vec<usize> = rows.map(|(page, row)| self.elements(page, row).len()).collect();
        lengths.sort_unstable();
        lengths.get((lengths.len() * 9).div_ceil(10).saturating_sub(1)).copied().unwrap_or(1).max(1)
    }

    /// Rows of these pages that begin with one of the elements, spread over each page. What a row has beyond so many elements
    /// is out of the wrapper's reach, and no column starts there.
    pub(super) fn rows(&self, pages: &[usize], firsts: &[NodeId], n_nodes: usize) -> Vec<SampleRow<'a>> {
        let n_a_page = (MAX_ROWS / pages.len().max(1)).max(MIN_ROWS_A_PAGE);
        let mut found = Vec::new();
        for &page in pages {
            let is_found =
                |row: &&Row| self.element(page, row).is_some_and(|first| firsts.binary_search(&first).is_ok());
            let rows: Vec<&'a Row> = self.tables[page].rows.iter().filter(is_found).collect();
            let n_taken = rows.len().min(n_a_page);
            // The first and the last are among them: odd rows stand there.
            let place = |number: usize| if n_taken < 2 { 0 } else { number * (rows.len() - 1) / (n_taken - 1) };
            for row in (0..n_taken).map(|number| rows[place(number)]) {
                let mut elements = self.elements(page, row);
                elements.truncate(n_nodes);
                if !elements.is_empty() {
                    found.push(SampleRow { page, elements, row });
                }
            }
        }
        found
    }

    /// The first element of a record.
    fn element(&self, page: usize, row: &Row) -> Option<NodeId> {
        let nodes = row.nodes.iter().map(|&node| self.set.copy_of(page, node));
        { nodes }.find(|&node| self.document().is_element(node))
    }

    /// The elements of a record that follow each other as siblings.
    fn elements(&self, page: usize, row: &Row) -> Vec<NodeId> {
        let document = self.document();
        let Some(first) = self.element(page, row) else { return Vec::new() };
        let nodes: Vec<NodeId> = row.nodes.iter().map(|&node| self.set.copy_of(page, node)).collect();
        let siblings = std::iter::successors(Some(first), |&node| document.next_sibling(node));
        siblings.filter(|&node| document.is_element(node)).take_while(|node| nodes.contains(node)).collect()
    }
}
