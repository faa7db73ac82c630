//! Tables as JSON: rows with their values, columns with their types and selectors.

use super::schema::{ColumnObject, RecordObject, RejectedObject, RowObject, SelectorObject, TableObject};
use crate::export::allowance::Allowance;
use crate::export::columns::ColumnPart;
use crate::export::rows::{Values, WrittenColumn, written_columns};
use crate::findings::{AttributedAnswer, Provenance};
use crate::page::Page;
use crate::wrapper::{Wrapper, WrapperColumn};
use std::borrow::Cow;
use std::cell::OnceCell;
use tamis_extract::records::{self, ColumnSelector, Table, TableSelectors};
use tamis_page::{AbsolutePaths, Layout, NodeId, Rect, SelectorWriter, Selectors};

/// All tables, the main one first, and what to say if some of their paths are left out.
pub(super) fn tables<'a>(page: &Page, found: AttributedAnswer<'a, [Table]>) -> (Vec<TableObject<'a>>, Option<String>) {
    let document = page.document();
    let values = Values::of(page);
    let mut paths =
        Paths { absolute: AbsolutePaths::new(document), allowance: Allowance::for_paths(page), n_left_out: 0 };
    let writer = OnceCell::new();
    let mut objects = Vec::new();
    for table in found.answer {
        let Written { region, record, columns } = match found.provenance {
            // Those that found the records.
            Provenance::Wrapper(ready) => Written::of_wrapper(ready.wrapper(), table),
            Provenance::Method(_) => {
                let writer = writer.get_or_init(|| SelectorWriter::new(document));
                Written::of_table(paths.selectors(writer, table))
            }
        };
        let written = written_columns(table);
        let row = |row_idx| row(&mut paths, &values, page.layout(), table, &written, row_idx);
        let rows = (0..table.rows.len()).map(row).collect();
        let rejected = table.rejected.iter().filter_map(|rejected| {
            let xpath = paths.of(&[rejected.node]).pop()?;
            Some(RejectedObject { xpath, reason: &rejected.reason })
        });
        objects.push(TableObject {
            role: table.role.as_str(),
            confidence: rounded(table.confidence),
            region,
            record: RecordObject { selector: record, nodes_per_record: table.nodes_per_record },
            columns: written.iter().map(|part| column(&values, table, part, &columns[part.column_idx])).collect(),
            rows,
            reasons: &table.reasons,
            rejected: rejected.collect(),
            warnings: &table.warnings,
        });
    }
    (objects, paths.warning())
}

/// The selectors of a table as they are written.
struct Written {
    region: SelectorObject,
    record: SelectorObject,
    columns: Vec<WrittenSelector>,
}

struct WrittenSelector {
    both: SelectorObject,
    attribute: Option<String>,
    text: Option<usize>,
    node: usize,
}

impl Written {
    fn of_table(selectors: TableSelectors) -> Written {
        let TableSelectors { region, record, columns, .. } = selectors;
        let column = |ColumnSelector { xpath, css, attribute, node, .. }| {
            let both = SelectorObject { xpath: Some(xpath), css };
            WrittenSelector { both, attribute, text: None, node }
        };
        Written {
            region: selector(region),
            record: selector(record),
            columns: columns.into_iter().map(column).collect(),
        }
    }

    fn of_wrapper(wrapper: &Wrapper, table: &Table) -> Written {
        // A page about one thing is a record by itself.
        let itself = || SelectorObject { xpath: Some(".".to_owned()), css: Some(":scope".to_owned()) };
        let column = |column: &WrapperColumn| {
            let mut both = selector(column.selectors.clone());
            both.css = both.css.filter(|css| css != ":scope");
            WrittenSelector { both, attribute: column.attribute.clone(), text: column.text, node: column.node }
        };
        let is_there = |column: &&WrapperColumn| table.columns.iter().any(|there| there.name == column.name);
        Written {
            region: selector(wrapper.region.clone()),
            record: wrapper.record.as_ref().map_or_else(itself, |record| selector(record.first.clone())),
            // By name: a table may have fewer, where columns that say the same in every row are left out.
            columns: wrapper.columns.iter().filter(is_there).map(column).collect(),
        }
    }
}

/// Writes paths and selectors as long as there is room for them.
struct Paths<'d> {
    absolute: AbsolutePaths<'d>,
    allowance: Allowance,
    n_left_out: usize,
}

impl<'d> Paths<'d> {
    /// The paths of nodes; none if they do not fit.
    fn of(&mut self, nodes: &[NodeId]) -> Vec<String> {
        /// Indentation and keys, and the reason of what was rejected.
        const AROUND: usize = 64;
        let paths = if self.allowance.is_left() {
            nodes.iter().map(|&node| self.absolute.of(node)).collect()
        } else {
            Vec::new()
        };
        let n_bytes = paths.iter().map(|path: &String| path.len() + AROUND).sum();
        if self.allowance.is_left() && self.allowance.take(n_bytes) {
            return paths;
        }
        self.n_left_out += 1;
        Vec::new()
    }

    /// The selectors of a table. Those that do not fit are empty.
    fn selectors(&mut self, writer: &SelectorWriter<'d>, table: &Table) -> TableSelectors {
        let mut selectors = records::selectors(writer, table);
        let allowance = &self.allowance;
        let fits = |selector: &Option<String>| allowance.take(selector.as_ref().map_or(0, String::len));
        for both in [&mut selectors.region, &mut selectors.record] {
            if !fits(&both.xpath) || !fits(&both.css) {
                *both = Selectors::default();
                self.n_left_out += 1;
            }
        }
        for column in &mut selectors.columns {
            if !allowance.take(column.xpath.len()) || !fits(&column.css) {
                (column.xpath, column.css) = (String::new(), None);
                self.n_left_out += 1;
            }
        }
        selectors
    }

    fn warning(&self) -> Option<String> {
        (self.n_left_out > 0).then(|| format!("{} paths are not written: the page is too deep", self.n_left_out))
    }
}

fn selector(selectors: Selectors) -> SelectorObject {
    SelectorObject { xpath: selectors.xpath, css: selectors.css }
}

fn row<'a>(
    paths: &mut Paths<'_>,
    values: &Values<'_>,
    layout: Option<&Layout>,
    table: &'a Table,
    columns: &[WrittenColumn<'a>],
    row_idx: usize,
) -> RowObject<'a> {
    let row = &table.rows[row_idx];
    let names = columns.iter().map(|column| column.name.clone());
    let found: Vec<(Cow<'a, str>, Option<String>)> = names.zip(values.row(table, row_idx, columns)).collect();
    let own = columns.iter().zip(&found).filter(|(column, _)| column.part == ColumnPart::Value);
    let differs = own.filter_map(|(column, (_, value))| {
        let text = row.cells[column.column_idx].as_ref()?.text.as_str();
        let name = Cow::Borrowed(table.columns[column.column_idx].name.as_str());
        (value.as_deref() != Some(text)).then_some((name, text))
    });
    RowObject {
        raw: differs.collect(),
        values: found,
        text: &row.text,
        xpaths: paths.of(&row.nodes),
        confidence: rounded(row.similarity),
        ad: row.ad.is_some(),
        ad_reason: row.ad.as_deref(),
        edges: layout.map(|layout| edges(layout, &row.nodes)),
    }
}

/// Left, top, right and bottom of what the nodes cover together; `None` if none of them is known to have a place.
fn edges(layout: &Layout, nodes: &[NodeId]) -> Option<[i64; 4]> {
    let whole = nodes.iter().filter_map(|&node| layout.rect(node)).reduce(Rect::union)?;
    Some(edges_of(whole))
}

/// Left, top, right and bottom in whole pixels.
pub(super) fn edges_of(rect: Rect) -> [i64; 4] {
    [rect.x, rect.y, rect.right(), rect.bottom()].map(|edge| edge.round() as i64)
}

fn column<'a>(
    values: &Values<'_>,
    table: &'a Table,
    written: &WrittenColumn<'a>,
    selector: &WrittenSelector,
) -> ColumnObject<'a> {
    let column = &table.columns[written.column_idx];
    let mut object = ColumnObject {
        name: written.name.clone(),
        value_type: column.format.value_type.as_str(),
        xpath: selector.both.xpath.clone(),
        css: selector.both.css.clone(),
        attr: selector.attribute.clone(),
        text: selector.text,
        node: selector.node,
        fill: rounded(column.fill),
        constant: column.constant,
        unit: values.unit(table, written.column_idx).map(str::to_owned),
    };
    if written.part != ColumnPart::Value {
        let found: Vec<Option<String>> =
            (0..table.rows.len()).map(|row_idx| values.value(table, row_idx, written)).collect();
        let n_found = found.iter().flatten().count();
        object.value_type = if written.part == ColumnPart::Currency { "currency" } else { "text" };
        object.fill = rounded(n_found as f64 / found.len().max(1) as f64);
        object.constant = n_found == found.len() && found.windows(2).all(|pair| pair[0] == pair[1]);
        object.unit = None;
    }
    object
}

/// Four digits are more than a share is worth.
pub(super) fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}
