//! What the selectors of a table promise, on the pages of `tests/pages` with every method.

use std::path::Path;
use tamis_extract::records::{self, ColumnSelector, Table};
use tamis_extract::{PageView, RenderedView};
use tamis_page::{Css, Document, NodeId, RenderedPage, SelectorWriter, XPath};
use tamis_papers::records::{depta, derin, mdr, xpath_rank};

/// How many rows a column's selector is tried on.
const N_SAMPLED: usize = 16;

#[test]
fn selectors_select_what_they_were_written_for() {
    let mut n_columns = 0;
    let mut n_exact = 0;
    for (slug, page) in golden_pages() {
        let document = page.document();
        let writer = SelectorWriter::new(document);
        for (method, table) in tables(&page) {
            let place = format!("{method} on {slug}");
            let selectors = records::selectors(&writer, &table);
            let firsts: Vec<NodeId> = table.rows.iter().map(|row| row.nodes[0]).collect();
            for (scope, written, expected) in
                [(document.root(), &selectors.region, &[table.region][..]), (table.region, &selectors.record, &firsts)]
            {
                // A record may begin with a text, which CSS cannot select.
                let are_elements = expected.iter().all(|&node| document.is_element(node));
                assert_eq!(written.css.is_some(), are_elements, "{place}: {written:?}");
                if let Some(css) = &written.css {
                    assert_eq!(select_css(document, css, scope), expected, "{place}: {css}");
                }
                let xpath = written.xpath.as_deref().expect("nodes have an expression");
                assert_eq!(select_xpath(document, xpath, scope), expected, "{place}: {xpath}");
            }
            for (column_idx, selector) in selectors.columns.iter().enumerate() {
                n_columns += 1;
                n_exact += usize::from(selector.is_exact);
                let n_right = check_column(document, &table, column_idx, selector, &place);
                assert!(n_right > 0, "{place}: {selector:?} finds no cell at all");
            }
        }
    }
    assert!(n_columns > 300 && n_exact * 100 > n_columns * 70, "{n_exact} of {n_columns} columns are exact");
}

/// In how many rows the selector finds the cell; in all of the first ones, if it is exact.
fn check_column(
    document: &Document,
    table: &Table,
    column_idx: usize,
    selector: &ColumnSelector,
    place: &str,
) -> usize {
    let mut n_right = 0;
    for (row_idx, row) in table.rows.iter().enumerate() {
        let Some(&scope) = row.nodes.get(selector.node) else { continue };
        let must_be_right = selector.is_exact && row_idx < N_SAMPLED;
        let found = select_xpath(document, &selector.xpath, scope);
        let is_right = match (&row.cells[column_idx], &found[..]) {
            (None, []) => true,
            (Some(cell), &[node]) => {
                let first = cell.nodes[0];
                let is_in_attribute = table.columns[column_idx].attribute.is_some();
                let holder = if is_in_attribute { first } else { document.parent(first).expect("a text has a parent") };
                if let Some(css) = selector.css.as_deref().filter(|_| must_be_right) {
                    assert_eq!(select_css(document, css, scope), [holder], "{place}: {css} in row {row_idx}");
                }
                node == first || node == holder
            }
            _ => false,
        };
        n_right += usize::from(is_right && row.cells[column_idx].is_some());
        assert!(is_right || !must_be_right, "{place}: {} finds {found:?} in row {row_idx}", selector.xpath);
    }
    n_right
}

fn select_css(document: &Document, css: &str, scope: NodeId) -> Vec<NodeId> {
    Css::parse(css).expect("a written selector can be read").select(document, scope)
}

fn select_xpath(document: &Document, xpath: &str, scope: NodeId) -> Vec<NodeId> {
    XPath::parse(xpath).expect("a written expression can be read").select(document, scope)
}

fn tables(page: &RenderedPage) -> Vec<(&'static str, Table)> {
    let document = page.document();
    let found = [
        ("mdr", mdr::find(&PageView::of(document), &mdr::MdrOptions::default())),
        ("depta", depta::find(&PageView::of(document), &depta::DeptaOptions::default())),
        ("derin", derin::find(&RenderedView::of(page), &derin::DerinOptions::default())),
        ("xpath-rank", xpath_rank::find(&RenderedView::of(page), &xpath_rank::XPathRankOptions::default())),
    ];
    found.into_iter().flat_map(|(method, tables)| tables.into_iter().map(move |table| (method, table))).collect()
}

#[expect(clippy::disallowed_methods, reason = "a test may read its pages")]
fn golden_pages() -> Vec<(String, RenderedPage)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pages");
    let mut pages: Vec<(String, RenderedPage)> = std::fs::read_dir(folder)
        .expect("the pages are there")
        .map(|entry| {
            let path = entry.expect("a folder can be read").path();
            let source = std::fs::read(path.join("source.html")).expect("a page can be read");
            let document = Document::parse(String::from_utf8_lossy(&source).into_owned());
            (path.display().to_string(), RenderedPage::unrendered(document))
        })
        .collect();
    pages.sort_by(|one, other| one.0.cmp(&other.0));
    pages
}
