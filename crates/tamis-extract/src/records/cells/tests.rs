use super::align;
use crate::records::table::{Column, Row};
use crate::view::PageView;
use tamis_page::{Document, names};

/// The text columns of the records that are `li` elements, by row.
fn cells(html: &str) -> Vec<Vec<Option<String>>> {
    let (columns, rows) = aligned(html);
    let texts: Vec<usize> = (0..columns.len()).filter(|&column| columns[column].attribute.is_none()).collect();
    let cell = |row: &Row, column: usize| row.cells[column].as_ref().map(|cell| cell.text.clone());
    rows.iter().map(|row| texts.iter().map(|&column| cell(row, column)).collect()).collect()
}

fn aligned(html: &str) -> (Vec<Column>, Vec<Row>) {
    let document = Document::parse(html);
    let view = PageView::of(&document);
    let records: Vec<_> = document.elements_named(names::LI).map(|node| vec![node]).collect();
    let similarities = vec![1.0; records.len()];
    align(&view, &view.content_under(None), records, &similarities)
}

fn row(texts: &[&str]) -> Vec<Option<String>> {
    texts.iter().map(|text| (!text.is_empty()).then(|| (*text).to_string())).collect()
}

#[test]
fn mixed_content_is_one_cell() {
    let found = cells("<ul><li><p>by <b>Ada</b>, <i>1843</i> in London<p>x<li><p>by <b>Bob</b>, <i>1901</i><p>y");
    assert_eq!(found, [row(&["by Ada, 1843 in London", "x"]), row(&["by Bob, 1901", "y"])]);
}

#[test]
fn elements_side_by_side_links_lines_and_pictures_are_cells_of_their_own() {
    let html = "<ul><li><span>One</span> <span>two</span><br>three<li><span>a</span> <span>b</span><br>c";
    assert_eq!(cells(html), [row(&["One", "two", "three"]), row(&["a", "b", "c"])]);
    let html = "<ul><li><a href=1>One</a> <a href=2>two</a> and<img src=x>more<li><a href=3>a</a> <a href=4>b</a> c<img src=y>d";
    assert_eq!(cells(html), [row(&["One", "two and", "more"]), row(&["a", "b c", "d"])]);
}

#[test]
fn a_label_and_its_value_are_one_cell_unless_the_value_is_a_link() {
    let html = "<ul><li><b>Price:</b> <i>5</i><br><b>By:</b> <a href=1>Ada</a><li><b>Price:</b> <i>6</i><br><b>By:</b> <a href=2>Bob</a>";
    let found = cells(html);
    assert_eq!(found[0], row(&["Price: 5", "By:", "Ada"]));
}

#[test]
fn words_that_are_set_off_twice_in_a_row_stay_in_their_sentence() {
    let html =
        "<ul><li><em>Red</em> <em>lamp</em> for desks<li>A <span class=hit>red</span> <span class=hit>lamp</span> too";
    assert_eq!(cells(html), [row(&["Red lamp for desks"]), row(&["A red lamp too"])]);
}

#[test]
fn a_missing_item_does_not_shift_its_neighbours() {
    let html = "<ul><li><b class=t>Lamp</b><i class=p>5 €</i><i class=d>3 May 2024</i>
        <li><b class=t>Chair</b><i class=d>4 May 2024</i>
        <li><b class=t>Table</b><i class=p>7 €</i><i class=d>5 May 2024</i></ul>";
    let found = cells(html);
    assert_eq!(found[1], row(&["Chair", "", "4 May 2024"]));
    // Without classes the types tell.
    let found = cells(&html.replace(" class=p", "").replace(" class=d", ""));
    assert_eq!(found[1], row(&["Chair", "", "4 May 2024"]));
}

#[test]
fn what_is_there_twice_in_every_row_is_there_once() {
    let html = "<ul><li><a href=1><img src=a></a><a href=1>One</a><p>5 €<p>5 €<li><a href=2><img src=b></a><a href=2>Two</a><p>6 €<p>6 €";
    let (columns, rows) = aligned(html);
    let kinds: Vec<_> = columns.iter().map(|column| column.attribute.as_deref()).collect();
    // The link around the words stays.
    assert_eq!(kinds, [Some("src"), Some("href"), None, None]);
    assert_eq!(rows[1].text, "Two 6 € 6 €");
}

#[test]
fn a_value_that_all_rows_share_stays_and_is_flagged() {
    let html = "<ul><li><b>One</b><i>Buy now</i><li><b>Two</b><i>Buy now</i><li><b>Three</b><i>Buy now</i>";
    let (columns, _) = aligned(html);
    assert_eq!(columns.iter().map(|column| column.constant).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn what_a_framework_hides_by_name_is_no_cell() {
    let html = "<ul><li><b>One</b><i class=sr-only>Rating</i><li><b>Two</b><i class=sr-only>Rating</i>";
    assert_eq!(cells(html), [row(&["One"]), row(&["Two"])]);
}
