//! Selectors that find a table again: its region, its records and, in each record, the items of its columns.
//!
//! The methods name nodes only. Selectors are written afterwards, from the nodes, by whoever wants them.

use super::table::{Cell, Table};
use std::collections::BTreeMap;
use tamis_page::predicate::is_plain_name;
use tamis_page::{AttributeRef, Document, InEach, NodeId, NodeKind, SelectorWriter, Selectors};

/// Selectors of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TableSelectors {
    /// Of the region, on the page.
    pub region: Selectors,
    /// Of the first nodes of the records, in the region.
    pub record: Selectors,
    /// Of the items, in each record; one a column.
    pub columns: Vec<ColumnSelector>,
}

/// Selectors of one item, relative to a node of the record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ColumnSelector {
    /// Which of the record's nodes the selectors start from; 0 where a record is one node.
    pub node: usize,
    /// An `XPath` from that node to the item: a text node, an attribute, or an element with no other text. Of a sentence
    /// that stands beside other items in its element it selects the first text node.
    pub xpath: String,
    /// A CSS selector, below that node, of the element that holds the item; `None` where that is the node itself.
    pub css: Option<String>,
    /// The attribute of that element that holds the value; `None` where the value is text. Where pages load their
    /// images late it is another than the column's.
    pub attribute: Option<String>,
    /// Whether it selects the item and nothing else in all rows that were tried, the first ones of the table. Otherwise
    /// the path to the element, or the last step from it, is the one that most of these rows have.
    pub is_exact: bool,
}

/// How many rows a selector is tried on. What serves so many is the rule of the column; an odd row further down is to
/// lose its item rather than all others their selector.
const MAX_ROWS: usize = 16;

/// Writes the selectors of a table.
pub fn selectors(writer: &SelectorWriter<'_>, table: &Table) -> TableSelectors {
    let document = writer.document();
    let firsts: Vec<NodeId> = table.rows.iter().filter_map(|row| row.nodes.first().copied()).collect();
    let mut samples = Samples { writer, table, by_node: BTreeMap::new(), last_written: None };
    TableSelectors {
        region: writer.css_and_xpath(document.root(), &[table.region]),
        record: writer.css_and_xpath(table.region, &firsts),
        columns: (0..table.columns.len()).map(|column_idx| samples.write_column(column_idx)).collect(),
    }
}

/// The rows that selectors are tried on.
struct Samples<'s, 'd> {
    writer: &'s SelectorWriter<'d>,
    table: &'s Table,
    /// By number of the node in its record: shared by all columns that start there.
    by_node: BTreeMap<usize, InEach<'s, 'd>>,
    /// The elements that selectors were last written for, with their node.
    last_written: Option<(usize, Vec<NodeId>, Option<Selectors>)>,
}

/// Where the item of one row is.
struct ItemLocation {
    /// Which of the record's nodes it is in, and that node on the page.
    node: usize,
    scope: NodeId,
    /// The element that holds it.
    holder: NodeId,
    /// Its number among the text nodes of the element, if it is one.
    text_number: Option<usize>,
    /// Whether the element has no other text.
    is_alone: bool,
    /// The attribute that holds the value.
    attribute: Option<String>,
}

impl<'s, 'd> Samples<'s, 'd> {
    fn write_column(&mut self, column_idx: usize) -> ColumnSelector {
        let items = self.items(column_idx, 0..self.table.rows.len().min(MAX_ROWS));
        if items.is_empty() {
            // The first rows lack the item; the path of one that has it has to do.
            let has_item = |row: usize| self.table.rows[row].cells[column_idx].is_some();
            let first = (0..self.table.rows.len()).find(|&row| has_item(row)).unwrap_or(0);
            let items = self.items(column_idx, first..first + 1);
            return self.by_path(column_idx, &items.iter().collect::<Vec<_>>());
        }
        let node = most_common(items.iter().map(|item| item.node)).unwrap_or(0);
        let here: Vec<&ItemLocation> = items.iter().filter(|item| item.node == node).collect();
        self.exactly(&here, items.len()).unwrap_or_else(|| self.by_path(column_idx, &here))
    }

    /// The items of a column in these rows.
    fn items(&self, column_idx: usize, rows: std::ops::Range<usize>) -> Vec<ItemLocation> {
        let document = self.writer.document();
        let rows = self.table.rows.get(rows).unwrap_or(&[]);
        let item = |row: &super::Row| {
            let cell = row.cells[column_idx].as_ref()?;
            let first = *cell.nodes.first()?;
            let node = row.nodes.iter().position(|&node| document.contains(node, first))?;
            let scope = row.nodes[node];
            let usual = self.table.columns[column_idx].attribute.as_deref();
            let is_in_attribute = usual.is_some();
            // A text that is a node of the record has no element in it.
            let holder = if is_in_attribute || first == scope { first } else { document.parent(first)? };
            let text_number = if is_in_attribute || first == scope { None } else { text_number(document, first) };
            let is_alone = text_number.is_none() || is_alone(document, holder, cell);
            let attribute = usual.map(|usual| attribute_of(document, holder, usual, &cell.text));
            Some(ItemLocation { node, scope, holder, text_number, is_alone, attribute })
        };
        rows.iter().filter_map(item).collect()
    }

    /// Selectors of the elements that hold the items and of nothing else in the rows that are tried.
    fn exactly(&mut self, items: &[&ItemLocation], n_items: usize) -> Option<ColumnSelector> {
        // Where only the last step differs from row to row, the element is found all the same.
        let common = last_step(items);
        let is_same = common.is_some();
        let step = common.or_else(|| most_common(items.iter().map(|item| last_step(&[*item])))?)?;
        let has_step = |item: &&&ItemLocation| is_same || last_step(&[**item]).as_ref() == Some(&step);
        let attribute = items.iter().find(has_step)?.attribute.clone();
        let node = items.first()?.node;
        let n_rows = self.table.rows.iter().take(MAX_ROWS).filter(|row| row.nodes.len() > node).count();
        if items.len() < n_items {
            return None;
        }
        if items.iter().all(|item| item.holder == item.scope) {
            let is_exact = is_same && items.len() == n_rows;
            return Some(ColumnSelector { node, xpath: format!(".{step}"), css: None, attribute, is_exact });
        }
        let holders: Vec<NodeId> = items.iter().map(|item| item.holder).collect();
        let Selectors { css, xpath } = self.written(node, holders)?;
        let xpath = xpath?;
        let xpath = if xpath.contains(" | ") && !step.is_empty() { format!("({xpath}){step}") } else { xpath + &step };
        Some(ColumnSelector { node, xpath, css, attribute, is_exact: is_same })
    }

    /// The path with positions that most of the items have.
    fn by_path(&mut self, column_idx: usize, items: &[&ItemLocation]) -> ColumnSelector {
        let node = items.first().map_or(0, |item| item.node);
        // Rows that go on differently from the element have no say in the path.
        let common = last_step(items).is_none().then(|| most_common(items.iter().map(|item| last_step(&[*item]))));
        let is_common = |item: &&&ItemLocation| common.as_ref().is_none_or(|step| *step == Some(last_step(&[**item])));
        let items: Vec<&ItemLocation> = items.iter().filter(is_common).copied().collect();
        let step = last_step(&items).unwrap_or_default();
        let usual = self.table.columns[column_idx].attribute.as_deref();
        let attribute = items.first().and_then(|item| item.attribute.clone()).or_else(|| usual.map(str::to_owned));
        let below: Vec<&ItemLocation> = items.iter().copied().filter(|item| item.holder != item.scope).collect();
        let scopes: Vec<NodeId> = below.iter().map(|item| item.scope).collect();
        let holders: Vec<NodeId> = below.iter().map(|item| item.holder).collect();
        let path = self.writer.in_each(&scopes).most_common_path(&holders);
        // Where most items are in the record's own node there is no path.
        let path = path.filter(|_| 2 * below.len() >= items.len()).unwrap_or_default();
        let xpath = path.xpath.unwrap_or_else(|| ".".to_owned()) + &step;
        ColumnSelector { node, xpath, css: path.css, attribute, is_exact: false }
    }

    /// The selectors of the elements; those of a link and of its text are written once.
    fn written(&mut self, node: usize, holders: Vec<NodeId>) -> Option<Selectors> {
        if let Some((last_node, last_holders, written)) = &self.last_written
            && (*last_node, last_holders) == (node, &holders)
        {
            return written.clone();
        }
        let written = self.in_each(node).css_and_xpath(&holders);
        self.last_written = Some((node, holders, written.clone()));
        written
    }

    fn in_each(&mut self, node: usize) -> &InEach<'s, 'd> {
        let (writer, table) = (self.writer, self.table);
        self.by_node.entry(node).or_insert_with(|| {
            let rows = table.rows.iter().take(MAX_ROWS);
            writer.in_each(&rows.filter_map(|row| row.nodes.get(node).copied()).collect::<Vec<_>>())
        })
    }
}

/// From the element that holds the items to the value; `None` if that differs from row to row.
fn last_step(items: &[&ItemLocation]) -> Option<String> {
    let first = items.first()?;
    if let Some(attribute) = &first.attribute {
        return items.iter().all(|item| item.attribute == first.attribute).then(|| format!("/@{attribute}"));
    }
    if items.iter().all(|item| item.is_alone) {
        return Some(String::new());
    }
    let number = first.text_number?;
    items.iter().all(|item| item.text_number == Some(number)).then(|| format!("/text()[{number}]"))
}

/// The attribute that holds the value: the usual one, or one from which a script will fill it.
fn attribute_of(document: &Document, element: NodeId, usual: &str, value: &str) -> String {
    let holds = |attribute: &AttributeRef<'_>| attribute.value.trim() == value && is_plain_name(attribute.local_name);
    let mut holding = document.attributes(element).filter(holds).map(|attribute| attribute.local_name);
    let first = holding.next();
    let is_usual = first == Some(usual) || { holding }.any(|name| name == usual);
    let name = if is_usual { usual } else { first.unwrap_or(usual) };
    name.to_owned()
}

/// The number of a text among the text nodes of its parent.
fn text_number(document: &Document, text: NodeId) -> Option<usize> {
    if document.kind(text) != NodeKind::Text {
        return None;
    }
    let before = std::iter::successors(document.previous_sibling(text), |&node| document.previous_sibling(node));
    Some(before.filter(|&node| document.kind(node) == NodeKind::Text).count() + 1)
}

/// Whether all text of the element is the cell's.
fn is_alone(document: &Document, holder: NodeId, cell: &Cell) -> bool {
    let is_in_cell = |text: NodeId| cell.nodes.iter().any(|&node| document.contains(node, text));
    let mut texts = document.descendants(holder).filter(|&node| document.kind(node) == NodeKind::Text);
    texts.all(|text| document.is_blank_text(text) || is_in_cell(text))
}

/// The value that occurs most often, the first of several.
fn most_common<T: PartialEq>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: Vec<(T, usize)> = Vec::new();
    for value in values {
        match counts.iter_mut().find(|(known, _)| *known == value) {
            Some((_, count)) => *count += 1,
            None => counts.push((value, 1)),
        }
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::selectors;
    use crate::PageView;
    use crate::records::auto::{self, AutoOptions};
    use tamis_page::{Css, Document, SelectorWriter, XPath};

    #[track_caller]
    fn check(html: &str, expect: &[(&str, Option<&str>)]) {
        let document = Document::parse(html);
        let tables = auto::find(&PageView::of(&document), &AutoOptions::default());
        let written = selectors(&SelectorWriter::new(&document), &tables[0]);
        let got: Vec<(&str, Option<&str>)> =
            written.columns.iter().map(|column| (column.xpath.as_str(), column.css.as_deref())).collect();
        assert_eq!(got, expect);
    }

    #[test]
    fn selectors_select_the_cells_of_all_rows() {
        let html = "<ul><li class=hit><h3><a href=1>One</a></h3><p class='note price'>5 €</p><p class=note>x</p>y<br>z
            <li class=hit><h3><a href=2>Two</a></h3><p class='note price'>6 €</p><p class=note>x</p>y<br>z
            <li class=hit><h3><a href=3>Three</a></h3><p class=note>x</p>y<br>z</ul>";
        let document = Document::parse(html);
        let writer = SelectorWriter::new(&document);
        let tables = auto::find(&PageView::of(&document), &AutoOptions::default());
        assert_eq!((tables[0].rows.len(), tables[0].columns.len()), (3, 6));
        let selectors = selectors(&writer, &tables[0]);
        assert_eq!(selectors.region.css.as_deref(), Some("ul"));
        assert_eq!(selectors.record.css.as_deref(), Some(".hit"));
        assert_eq!(selectors.record.xpath.as_deref(), Some(".//li[@class='hit']"));
        for row in &tables[0].rows {
            for ((column, selector), cell) in tables[0].columns.iter().zip(&selectors.columns).zip(&row.cells) {
                assert!(selector.is_exact);
                let xpath = XPath::parse(&selector.xpath).expect("it is an XPath");
                let context = row.nodes[selector.node];
                let found: Vec<String> = xpath.evaluate(&document, context).texts(&document);
                let found: Vec<&str> = found.iter().map(|text| text.trim()).collect();
                let expect: Vec<&str> = cell.iter().map(|cell| cell.text.as_str()).collect();
                assert_eq!(found, expect, "{selector:?} of {}", row.text);
                if let (Some(css), None, Some(cell)) = (&selector.css, &column.attribute, cell) {
                    let found = Css::parse(css).expect("it is a selector").select(&document, context);
                    assert!(found.iter().any(|&element| document.contains(element, cell.nodes[0])), "{css}");
                }
            }
        }
    }

    #[test]
    fn a_class_or_a_tag_that_is_unique_in_the_record_is_enough() {
        check(
            "<ul><li><h3><a href=1>One</a></h3><p class=price>5</p><p>x</p>
            <li><h3><a href=2>Two</a></h3><p class=price>6</p><p>y</p></ul>",
            &[
                (".//a", Some("a")),
                (".//a/@href", Some("a")),
                (".//p[@class='price']", Some(".price")),
                ("./p[2]", Some(":scope > p:nth-of-type(2)")),
            ],
        );
    }

    #[test]
    fn a_text_beside_others_is_found_by_its_position() {
        check(
            "<ul><li><div>One<br>two<br>three</div><img src=1><li><div>One<br>two<br>three</div><img src=2></ul>",
            &[
                (".//div/text()[1]", Some("div")),
                (".//div/text()[2]", Some("div")),
                (".//div/text()[3]", Some("div")),
                (".//img/@src", Some("img")),
            ],
        );
    }
}
