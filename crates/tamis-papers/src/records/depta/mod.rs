#![doc = include_str!("method.md")]

mod partial_alignment;
mod seed;

use super::mdr::compare::Gaps;
use super::mdr::{self, tables};
use crate::records::mdr::{Compare, MdrOptions};
use crate::view::sentences::Sentences;
use crate::view::tag_tree::{TagTree, Texts};
use tamis_extract::PageView;
use tamis_extract::records::Table;
use tamis_page::{BoxState, Document, Layout, Mask};

/// The records of a page with their items aligned, one table a region, the main one first.
pub fn find(view: &PageView<'_>, options: &DeptaOptions) -> Vec<Table> {
    find_in(view, None, options)
}

/// The records of what a mask keeps of a page. The nodes named are those of the whole page.
pub fn find_under(view: &PageView<'_>, mask: &Mask, options: &DeptaOptions) -> Vec<Table> {
    find_in(view, Some(mask), options)
}

fn find_in(view: &PageView<'_>, mask: Option<&Mask>, options: &DeptaOptions) -> Vec<Table> {
    let document = view.document();
    let mining = options.mining();
    let sentences = Sentences::of(document, mask);
    let content = view.content_under(mask);
    let boxes = view.layout().filter(|layout| has_boxes(document, layout));
    let tree = match (boxes, options.nesting) {
        (Some(layout), Nesting::Boxes) => TagTree::by_boxes(document, &content, Texts::Joined(&sentences), layout),
        (Some(_), Nesting::Markup) => mdr::mining_tree(view, Some(&content), &sentences, &mining),
        (None, _) => mdr::mining_tree(view, mask, &sentences, &mining),
    };
    let mined = mdr::mine(&tree, boxes.map(|layout| Gaps::of(&tree, layout)), &mining);
    let mut steps_left = partial_alignment::steps_for(&tree);
    let mut found: Vec<Table> = mined
        .sets
        .iter()
        .filter_map(|set| {
            let records = tables::page_records(view, mask, &tree, set);
            if !tables::has_items(document, &records) {
                return None;
            }
            let record_tree = TagTree::of_records(document, &content, Texts::Joined(&sentences), &records);
            let alignment = partial_alignment::align(&record_tree, &mut steps_left);
            let grid = alignment.grid(document, &record_tree);
            if grid.columns.is_empty() {
                return None;
            }
            let similarities = tables::row_similarities(set, records.len());
            let (columns, rows) = grid.into_columns_and_rows(document, &record_tree, records, &similarities);
            let mut table = tables::table(&tree, set, columns, rows)?;
            table.reasons = tables::reasons(document, &tree, set, &mining);
            table.reasons.push(alignment.reason());
            table.warnings.extend(alignment.warning());
            Some(table)
        })
        .collect();
    tables::finish(&mut found, mined.ran_out);
    found
}

/// Whether a layout knows where anything is.
fn has_boxes(document: &Document, layout: &Layout) -> bool {
    document.nodes().any(|node| layout.state(node) == BoxState::Rendered)
}

tamis_extract::options! {
    /// How records are searched for and aligned. The paper gives no number for its similarity; 0.8 is what its public ports
    /// use.
    ///
    /// ```
    /// use tamis_papers::records::depta::DeptaOptions;
    ///
    /// let options = DeptaOptions::default().with_min_similarity(0.75);
    /// ```
    pub struct DeptaOptions {
        /// The least share of matching nodes of trees that are similar.
        min_similarity, with_min_similarity: f64 = 0.8, in 0.0..=1.0;

        /// The most neighbouring nodes that one record may consist of.
        max_combined, with_max_combined: usize = 10, in 1..=50;

        /// What a rendered page is nested by: its markup, or its boxes as in the paper.
        nesting, with_nesting: Nesting = Nesting::Markup, paper Nesting::Boxes;
    }
}

tamis_extract::option_words! {
    /// What the tree of a rendered page is nested by.
    pub enum Nesting {
        /// The markup, of which what has no room on the page is left out.
        Markup = "markup",
        /// The paper's: each element is a child of the last one before it whose box holds its own.
        Boxes = "boxes",
    }
}

impl DeptaOptions {
    fn mining(&self) -> MdrOptions {
        MdrOptions::default()
            .with_compare(Compare::Trees)
            .with_min_similarity(self.min_similarity)
            .with_max_combined(self.max_combined)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::laid_out::laid_out;
    use tamis_extract::RenderedView;
    use tamis_page::RenderedPage;

    /// The first table's cells, `-` for a missing one, columns of addresses left out.
    fn cells(html: &str) -> Vec<String> {
        let tables = find(&PageView::of(&Document::parse(html)), &DeptaOptions::default());
        let Some(table) = tables.first() else { return Vec::new() };
        let is_text = |column: usize| table.columns[column].attribute.is_none();
        let cell = |row: usize, column: usize| {
            table.rows[row].cells[column].as_ref().map_or("-", |cell| cell.text.as_str()).to_string()
        };
        let columns: Vec<usize> = (0..table.columns.len()).filter(|&column| is_text(column)).collect();
        let write = |row: usize| columns.iter().map(|&column| cell(row, column)).collect::<Vec<_>>().join(" | ");
        (0..table.rows.len()).map(write).collect()
    }

    #[track_caller]
    fn check(html: &str, expect: &[&str]) {
        assert_eq!(cells(html), expect, "{html}");
    }

    #[test]
    fn a_missing_item_does_not_shift_its_neighbours() {
        check(
            "<ul><li><h3>a</h3><p>1</p><b>x</b><i>p</i><u>q</u><li><h3>b</h3><b>y</b><i>r</i><u>s</u></ul>",
            &["a | 1 | x | p | q", "b | - | y | r | s"],
        );
    }

    #[test]
    fn items_of_different_records_come_together_in_page_order() {
        check(
            "<ul><li><h3>a</h3><p>1</p><b>x</b><i>p</i><u>q</u><s>t</s>
            <li><h3>b</h3><em>e</em><p>2</p><b>y</b><i>r</i><u>s</u></ul>",
            &["a | - | 1 | x | p | q | t", "b | e | 2 | y | r | s | -"],
        );
    }

    #[test]
    fn an_item_without_a_unique_place_has_a_column_of_its_own() {
        check(
            "<ul><li><h3>a</h3><p>1</p><b>x</b><i>p</i><u>q</u>
            <li><h3>b</h3><em>2</em><b>y</b><i>r</i><u>s</u></ul>",
            &["a | - | 1 | x | p | q", "b | 2 | - | y | r | s"],
        );
    }

    #[test]
    fn a_sentence_is_one_item_whatever_words_are_set_off_in_it() {
        check(
            "<ul><li><h3>a</h3><p>a <b>bold</b> word</p><li><h3>b</h3><p>no such word</p></ul>",
            &["a | a bold word", "b | no such word"],
        );
    }

    #[test]
    fn links_and_images_are_columns_by_their_address() {
        let html =
            "<ul><li><a href=/1><img src=1.png>One</a><p>x</p><li><a href=/2><img data-src=2.png>Two</a><p>y</p></ul>";
        let tables = find(&PageView::of(&Document::parse(html)), &DeptaOptions::default());
        let columns: Vec<(&str, &str, Option<&str>)> = tables[0]
            .columns
            .iter()
            .map(|column| (column.name.as_str(), column.format.value_type.as_str(), column.attribute.as_deref()))
            .collect();
        assert_eq!(
            columns,
            [
                ("title", "text", None),
                ("title_url", "url", Some("href")),
                ("image", "image", Some("src")),
                ("text", "text", None)
            ]
        );
        assert_eq!(tables[0].rows[1].cells[2].as_ref().map(|cell| cell.text.as_str()), Some("2.png"));
    }

    #[test]
    fn records_of_several_siblings_are_aligned_too() {
        check(
            "<dl><dt><a href=1>a</a><dd><p>1</p><b>x</b><dt><a href=2>b</a><dd><p>2</p><b>y</b>
            <dt><a href=3>c</a><dd><p>3</p><b>z</b></dl>",
            &["a | 1 | x", "b | 2 | y", "c | 3 | z"],
        );
    }

    #[test]
    fn the_table_says_how_it_was_aligned() {
        let html = "<ul><li><h3>a</h3><p>1</p><li><h3>b</h3><p>2</p></ul>";
        let tables = find(&PageView::of(&Document::parse(html)), &DeptaOptions::default());
        assert!(tables[0].reasons[0].starts_with("2 neighbouring groups of <li> in <ul> are similar"));
        assert!(tables[0].reasons[1].contains("1 different shapes"));
        assert!(tables[0].warnings.is_empty());
    }

    /// The text of the first record, of the page as markup and as it is laid out.
    #[track_caller]
    fn check_laid_out(html: &str, expect_unrendered: &str, expect_rendered: &str) {
        let page = laid_out(html);
        let text = |tables: &[Table]| tables.first().map_or(String::new(), |table| table.rows[0].text.clone());
        let unrendered = text(&find(&PageView::of(page.document()), &DeptaOptions::default()));
        let rendered = text(&find(&RenderedView::of(&page), &DeptaOptions::default()));
        assert_eq!((unrendered.as_str(), rendered.as_str()), (expect_unrendered, expect_rendered), "{html}");
    }

    #[test]
    fn what_has_no_room_on_a_rendered_page_is_no_item() {
        let item = |name: &str| format!("<li><b>{name}</b><i>x</i><u data-box='0 0 0 0'>1</u></li>");
        check_laid_out(&format!("<ul>{}{}</ul>", item("a"), item("b")), "a x 1", "a x");
    }

    #[test]
    fn a_gap_within_a_record_is_no_larger_than_between_records() {
        let mut html = "<div><p data-box='0 0 100 20'><i>before</i></p>".to_string();
        for number in 0..4 {
            let (title, text) = (40 + 60 * number, 62 + 60 * number);
            html += &format!("<h3 data-box='0 {title} 100 20'><a href=x>title {number}</a></h3>");
            html += &format!("<p data-box='0 {text} 100 20'><i>text {number}</i></p>");
        }
        check_laid_out(&html, "before title 0", "title 0 text 0");
    }

    #[test]
    fn a_box_that_sticks_out_leaves_its_parent_only_where_boxes_nest() {
        // The price hangs below its item.
        let item = |y: u32| {
            let below = y + 42;
            format!("<li data-box='0 {y} 100 40'><b>a</b><p>c</p><i data-box='0 {below} 100 20'>x</i></li>")
        };
        let page = laid_out(&format!("<ul data-box='0 0 100 300'>{}{}{}</ul>", item(0), item(70), item(140)));
        let n_nodes = |nesting: Nesting| {
            let tables = find(&RenderedView::of(&page), &DeptaOptions::default().with_nesting(nesting));
            tables[0].rows[0].nodes.len()
        };
        assert_eq!((n_nodes(Nesting::Markup), n_nodes(Nesting::Boxes)), (1, 2));
    }

    #[test]
    fn a_layout_without_boxes_changes_nothing() {
        let html = "<ul><li><h3>a</h3><p>1</p><li><h3>b</h3><p>2</p></ul>";
        let page = RenderedPage::unrendered(Document::parse(html));
        let rendered = find(&RenderedView::of(&page), &DeptaOptions::default());
        assert_eq!(rendered, find(&PageView::of(page.document()), &DeptaOptions::default()));
    }

    #[test]
    fn a_mask_hides_records() {
        let document = Document::parse("<ul><li><b>a</b><i>x</i><li><b>b</b><i>x</i><li><b>c</b><i>x</i></ul>");
        let mut mask = Mask::keep_all(&document);
        let last = document.elements_named(tamis_page::names::LI).nth(2).expect("there are three");
        mask.remove(&document, last, "test");
        assert_eq!(find_under(&PageView::of(&document), &mask, &DeptaOptions::default())[0].rows.len(), 2);
    }
}
