//! Record sets as tables.

use super::split::{Division, RecordSet};
use super::{Compare, MdrOptions, Mined, Split};
use crate::records::grid;
use crate::view::tag_tree::TagTree;
use tamis_extract::PageView;
use tamis_extract::records::{Column, Rejected, Row, Table, read_records};
use tamis_page::{Document, Mask, NodeId, NodeKind, names};

/// Writes the record sets as tables, the one with most text first; sets without any item are left out.
pub(super) fn write(
    view: &PageView<'_>,
    mask: Option<&Mask>,
    tree: &TagTree,
    mined: &Mined,
    options: &MdrOptions,
) -> Vec<Table> {
    let document = view.document();
    let content = view.content_under(mask);
    let mut tables: Vec<Table> = mined
        .sets
        .iter()
        .filter_map(|set| {
            let records = page_records(view, mask, tree, set);
            // The published counts have every record, whether there is something to read in it or not.
            let counts_all = options.split == Split::InnerRegion;
            if !counts_all && !has_items(document, &records) {
                return None;
            }
            let similarities = row_similarities(set, records.len());
            let (columns, rows) = read_records(view, &content, records, &similarities);
            if !counts_all && columns.is_empty() {
                return None;
            }
            let mut table = table(tree, set, columns, rows)?;
            table.reasons = reasons(document, tree, set, options);
            Some(table)
        })
        .collect();
    finish(&mut tables, mined.ran_out);
    tables
}

/// Whether there is something to read in any of the records, shown or hidden: a cheap look ahead.
pub(crate) fn has_items(document: &Document, records: &[Vec<NodeId>]) -> bool {
    let is_item = |node: NodeId| match document.kind(node) {
        NodeKind::Text => !document.is_blank_text(node),
        _ => document.is_html(node, names::IMG) || document.is_html(node, names::A),
    };
    records.iter().flatten().any(|&node| document.subtree(node).any(is_item))
}

/// One table; `None` for less than two records.
pub(crate) fn table(tree: &TagTree, set: &RecordSet, columns: Vec<Column>, rows: Vec<Row>) -> Option<Table> {
    if rows.len() < 2 {
        return None;
    }
    let n_left_out = set.records.len() - rows.len();
    let nodes_per_record = set.records.first().map_or(1, Vec::len);
    let weight = weight(&rows);
    let mut table = Table::new(tree.page_node(set.region.parent as usize), columns);
    table.nodes_per_record = nodes_per_record;
    table.rows = rows;
    table.n_left_out = n_left_out;
    table.weight = weight;
    table.confidence = mean(&set.region.similarities);
    let rejected = set.rejected.iter().map(|&node| tree.page_node(node as usize));
    let reason = "stands among the records but has other tags than they have";
    table.rejected = rejected.map(|node| Rejected::new(node, reason)).collect();
    Some(table)
}

/// How much of the page a table holds. Both factors level off: neither two long paragraphs nor three hundred labels of
/// a filter outweigh ten results of some length. The two halfway points are round figures from a plateau: on 361 result
/// pages the share of pages whose main table came first changed by less than a point for 10 to 20 rows and 50 to 200
/// characters.
fn weight(rows: &[Row]) -> f64 {
    const HALFWAY_ROWS: f64 = 20.0;
    const HALFWAY_CHARS: f64 = 100.0;
    let n_chars: usize = rows.iter().map(|row| row.text.chars().count()).sum();
    let (n_rows, chars_a_row) = (rows.len() as f64, n_chars as f64 / rows.len() as f64);
    n_rows / (n_rows + HALFWAY_ROWS) * chars_a_row / (chars_a_row + HALFWAY_CHARS)
}

/// Sorts tables by weight and notes what was cut short.
pub(crate) fn finish(tables: &mut [Table], ran_out: bool) {
    tables.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    grid::name_main(tables);
    if ran_out {
        for table in tables {
            table.warnings.push("the page is too large to compare all of its nodes".to_string());
        }
    }
}

/// The page nodes of each record. Where the tree has no text, a record has the text between its nodes and the text
/// that follows it up to the next element.
pub(crate) fn page_records(
    view: &PageView<'_>,
    mask: Option<&Mask>,
    tree: &TagTree,
    set: &RecordSet,
) -> Vec<Vec<NodeId>> {
    let document = view.document();
    let is_contiguous = set.division != Division::Interleaved;
    let parent = |node: &u32| document.parent(tree.page_node(*node as usize));
    let keeps = |node: NodeId| mask.is_none_or(|mask| mask.keeps(node)) && !document.is_blank_text(node);
    let mut records = Vec::with_capacity(set.records.len().min(view.max_rows()));
    for record in set.records.iter().take(view.max_rows()) {
        let own = record.iter().flat_map(|&node| tree.page_nodes(document, node as usize));
        // In a tree of boxes, children of one node can have different parents on the page.
        let are_siblings = record.windows(2).all(|pair| parent(&pair[0]) == parent(&pair[1]));
        let (Some(&first), Some(&last), true) = (record.first(), record.last(), is_contiguous && are_siblings) else {
            records.push(own.collect());
            continue;
        };
        let (first, end) = (tree.page_node(first as usize), tree.page_end(last as usize));
        let siblings = std::iter::successors(Some(first), |&node| document.next_sibling(node));
        let nodes = siblings
            .take_while(|&node| node < end || !(tree.has_texts() || document.is_element(node)))
            .filter(|&node| matches!(document.kind(node), NodeKind::Element | NodeKind::Text) && keeps(node));
        records.push(nodes.collect());
    }
    records
}

/// How similar each record is to its neighbours.
pub(crate) fn row_similarities(set: &RecordSet, n_rows: usize) -> Vec<f64> {
    let similarities = &set.region.similarities;
    if set.division != Division::Whole || n_rows != similarities.len() + 1 {
        return vec![mean(similarities); n_rows];
    }
    (0..n_rows).map(|row| mean(&similarities[row.saturating_sub(1)..(row + 1).min(similarities.len())])).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Why the nodes of a region are records.
pub(crate) fn reasons(document: &Document, tree: &TagTree, set: &RecordSet, options: &MdrOptions) -> Vec<String> {
    let region = &set.region;
    let tag = |node: u32| match document.tag_name(tree.page_node(node as usize)) {
        "" => "text".to_string(),
        tag => format!("<{tag}>"),
    };
    let least = region.similarities.iter().copied().fold(1.0, f64::min);
    let (measure, asked) = match options.compare {
        Compare::Strings => ("tag strings", 1.0 - options.max_distance),
        Compare::Trees => ("tree matching", options.min_similarity),
    };
    let group: Vec<String> = region.nodes.iter().take(region.n_combined).map(|&node| tag(node)).collect();
    let mut reasons = vec![format!(
        "{} neighbouring groups of {} in {} are similar: by {measure} {:.2} on average, {least:.2} at least \
         ({asked:.2} asked for)",
        region.nodes.len() / region.n_combined,
        group.join(" "),
        tag(region.parent),
        mean(&region.similarities),
    )];
    match set.division {
        Division::Whole => {}
        Division::RowsOfRecords => reasons.push("each is a row of similar children, which are the records".to_string()),
        Division::Interleaved => {
            reasons.push(
                "each is a block of rows with equally many similar cells; a record has a cell of each".to_string(),
            );
        }
        Division::Shorter(n_nodes) => {
            reasons.push(format!("each has groups of {n_nodes} inside that are similar, which are the records"));
        }
    }
    if set.n_orphans > 0 {
        reasons.push(format!("{} records come from a neighbouring row", set.n_orphans));
    }
    if set.n_gathered > 0 {
        reasons.push(format!("{} records like them stand apart under the same parent", set.n_gathered));
    }
    reasons
}

#[cfg(test)]
mod tests {
    use crate::records::mdr::{self, Compare, MdrOptions};
    use tamis_extract::PageView;
    use tamis_page::{Document, Mask, names};

    fn strings() -> MdrOptions {
        MdrOptions::default()
    }

    fn trees() -> MdrOptions {
        MdrOptions::default().with_compare(Compare::Trees)
    }

    /// The texts of the first table's rows.
    fn texts(html: &str, options: &MdrOptions) -> Vec<String> {
        let tables = mdr::find(&PageView::of(&Document::parse(html)), options);
        tables.first().map(|table| table.rows.iter().map(|row| row.text.clone()).collect()).unwrap_or_default()
    }

    #[track_caller]
    fn check(html: &str, options: &[MdrOptions], expect: &[&str]) {
        for options in options {
            assert_eq!(texts(html, options), expect, "{options:?}");
        }
    }

    #[test]
    fn list_items_are_records() {
        check(
            "<h1>Shop</h1><ul><li><a href=1>One</a><p>1 €</p><li><a href=2>Two</a><p>2 €</p></ul>",
            &[strings(), trees(), MdrOptions::paper(), MdrOptions::tag_path_paper()],
            &["One 1 €", "Two 2 €"],
        );
    }

    #[test]
    fn a_record_can_be_several_siblings_with_the_text_between_them() {
        check(
            "<td><b><i>One</i></b> first text<br><a href=1><u>more</u></a><br> <b><i>Two</i></b> second text<br><a href=2><u>more</u></a><br></td>",
            &[strings(), MdrOptions::paper()],
            &["One first text more", "Two second text more"],
        );
        check(
            "<dl><dt><a href=1>One</a><dd>first<b>x</b><br>y<dt><a href=2>Two</a><dd>second<b>x</b><br>y</dl>",
            &[strings(), trees()],
            &["One firstx y", "Two secondx y"],
        );
    }

    #[test]
    fn cards_in_rows_are_records_and_the_short_last_row_gives_its_cards() {
        let card = |name: &str| format!("<div><img src={name}><h3><a href={name}>{name}</a></h3><p>text</p></div>");
        let row =
            |names: &[&str]| format!("<section>{}</section>", names.iter().map(|name| card(name)).collect::<String>());
        let html = format!("<main>{}{}{}</main>", row(&["a", "b", "c"]), row(&["d", "e", "f"]), row(&["g"]));
        check(
            &html,
            &[strings(), trees(), MdrOptions::paper()],
            &["a text", "b text", "c text", "d text", "e text", "f text", "g text"],
        );
    }

    #[test]
    fn cells_of_a_table_row_are_fields_of_one_record() {
        let row = |name: &str| format!("<tr><td><b>{name}</b><i>x</i></td><td><b>1</b><i>y</i></td></tr>");
        let html = format!("<table>{}{}{}</table>", row("a"), row("b"), row("c"));
        check(&html, &[strings(), trees(), MdrOptions::paper()], &["a x 1 y", "b x 1 y", "c x 1 y"]);
    }

    #[test]
    fn records_side_by_side_in_two_rows_are_interleaved() {
        let block = |one: &str, other: &str| {
            format!(
                "<tr><td><a href={one}><img src={one}></a></td><td><a href={other}><img src={other}></a></td></tr>\
                 <tr><td><p>{one}</p></td><td><p>{other}</p></td></tr>"
            )
        };
        let html = format!("<table>{}{}</table>", block("a", "b"), block("c", "d"));
        check(&html, &[strings(), MdrOptions::paper(), trees()], &["a", "b", "c", "d"]);
        let document = Document::parse(html);
        let tables = mdr::find(&PageView::of(&document), &strings());
        assert_eq!(tables[0].nodes_per_record, 2);
        let tags: Vec<&str> = tables[0].rows[1].nodes.iter().map(|&node| document.tag_name(node)).collect();
        assert_eq!(tags, ["td", "td"], "the second cells of two rows");
        assert_ne!(document.parent(tables[0].rows[1].nodes[0]), document.parent(tables[0].rows[1].nodes[1]));
    }

    #[test]
    fn neighbours_that_differ_in_pairs_are_cut_into_single_records() {
        // No two neighbours are similar enough, every second one is equal.
        let short = |name: &str| format!("<li><h3><a href=x>{name}</a></h3><p>text</p><p>text</p></li>");
        let long =
            |name: &str| format!("<li><h3><a href=x>{name}</a></h3><p>text</p><p>text</p><p>text</p><p>text</p></li>");
        let html = format!("<ul>{}{}{}{}</ul>", short("a"), long("b"), short("c"), long("d"));
        assert_eq!(texts(&html, &MdrOptions::paper()).len(), 2);
        let html =
            format!("<ul>{}{}{}{}{}{}</ul>", short("a"), short("b"), long("c"), short("d"), short("e"), long("f"));
        assert_eq!(texts(&html, &strings()).len(), 6);
        assert_eq!(texts(&html, &MdrOptions::paper()).len(), 2);
    }

    #[test]
    fn a_stranger_between_records_is_rejected_or_skipped() {
        let item = |name: &str| format!("<li><h3><a href=x>{name}</a></h3><p>text</p></li>");
        let advert = "<div><form><input><button>Subscribe</button></form></div>";
        let html = format!("<ul>{}{}{advert}{}{}</ul>", item("a"), item("b"), item("c"), item("d"));
        check(&html, &[strings(), trees()], &["a text", "b text", "c text", "d text"]);
        let tables = mdr::find(&PageView::of(&Document::parse(html)), &strings());
        assert!(tables[0].reasons.iter().any(|reason| reason.contains("stand apart")));
    }

    #[test]
    fn a_mask_hides_records() {
        let document = Document::parse("<ul><li><b>a</b><i>x</i><li><b>b</b><i>x</i><li><b>c</b><i>x</i></ul>");
        let mut mask = Mask::keep_all(&document);
        let last = document.elements_named(names::LI).nth(2).expect("there are three");
        mask.remove(&document, last, "test");
        for options in [strings(), trees()] {
            let tables = mdr::find_under(&PageView::of(&document), &mask, &options);
            assert_eq!(tables[0].rows.len(), 2);
            assert!(tables[0].rows.iter().all(|row| mask.keeps(row.nodes[0])));
        }
        assert!(mdr::find_under(&PageView::of(&document), &Mask::keep_none(&document), &strings()).is_empty());
    }

    #[test]
    fn the_table_explains_itself() {
        let html = "<ul><li><b>a</b><i>x</i><li><b>b</b><i>x</i></ul>";
        let tables = mdr::find(&PageView::of(&Document::parse(html)), &strings());
        assert_eq!(
            tables[0].reasons,
            [
                "2 neighbouring groups of <li> in <ul> are similar: by tag strings 1.00 on average, 1.00 at least (0.70 asked for)"
            ]
        );
        assert!((tables[0].confidence - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_missing_item_is_an_empty_cell() {
        let html = "<ul><li><h3>a</h3><p>1</p><b>x</b><li><h3>b</h3><b>x</b><li><h3>c</h3><p>3</p><b>x</b></ul>";
        let tables = mdr::find(&PageView::of(&Document::parse(html)), &strings());
        let prices: Vec<Option<&str>> =
            tables[0].rows.iter().map(|row| row.cells[1].as_ref().map(|cell| cell.text.as_str())).collect();
        assert_eq!(prices, [Some("1"), None, Some("3")]);
        assert!((tables[0].columns[1].fill - 2.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn the_main_table_comes_first() {
        let result =
            "<li><h3><a href=x>A result</a></h3><p>with a text of some length that a reader would read</p></li>";
        let filter = "<li><a href=x>red</a> <i>12</i></li>";
        let html = format!("<ul>{}</ul><ol>{}</ol>", filter.repeat(60), result.repeat(10));
        let tables = mdr::find(&PageView::of(&Document::parse(html)), &strings());
        assert_eq!(tables.len(), 2);
        assert_eq!(tables[0].rows.len(), 10);
    }
}
