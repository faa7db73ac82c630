//! How wide the columns of tables are.
//!
//! The engine lays a table out as a grid: it shares what is left equally among columns and passes over percentages. Browsers
//! share it by what the columns hold. So the engine is asked twice, for the least and for the most that each column can use;
//! the widths are worked out here as browsers do, from the outermost table inwards, and given to the engine as those of `col`
//! elements.
//!
//! Steps: [`Tables::collect`] the tables, measure them with [`Tables::measure`] at both widths, then [`Tables::settle`].

use super::tables::{WidthWish, distribute, stronger, wanted};
use super::{Element, border_pixels, padding_pixels, size_pixels, tables};
use crate::dom::EngineTree;
use blitz_dom::node::{Attribute, Node, SpecialElementData};
use blitz_dom::{BaseDocument, LocalName, NodeId as BlitzId, QualName, local_name, ns};
use std::collections::HashMap;
use style::computed_values::box_sizing::T as BoxSizing;
use style::computed_values::table_layout::T as TableLayout;
use style::values::computed::{Float, Size};
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use tamis_page::{Document, NodeId, Viewport, names};

/// Tables and cells of a page beyond which the tables are left to the engine.
const MAX_TABLES: usize = 2_000;
const MAX_CELLS: usize = 20_000;

/// The tables whose columns are worked out here, outer ones before inner ones.
pub(crate) struct Tables {
    measured: Vec<Table>,
    /// Tables that the page does not let be measured: its own sheet insists on another width.
    left_alone: Vec<Table>,
    /// The widths that cells and columns ask for.
    asked: HashMap<BlitzId, WidthWish>,
    /// Whether some cell stands beside another. Tables of one column are in good hands with the engine.
    has_columns: bool,
}

struct Table {
    id: BlitzId,
    /// `display` and `float`, to be put back after measuring.
    display: &'static str,
    float: &'static str,
    asked: Option<WidthWish>,
    /// `col` elements in order, each as often as it spans.
    columns: Vec<BlitzId>,
    least: Vec<f32>,
    most: Vec<f32>,
    /// What the table takes besides its columns.
    extra: f32,
    /// The width of what the table is in, when its columns are as wide as they can use.
    room: f32,
    measured_width: f32,
    cells: Vec<Cell>,
    wishes: Vec<Option<WidthWish>>,
    settled: Vec<f32>,
}

/// Whether a table is as wide as it was told to be.
fn obeys(table: &Node) -> bool {
    table.primary_styles().is_some_and(|style| {
        style.clone_display().outside() == DisplayOutside::Inline && matches!(style.clone_width(), Size::MaxContent)
    })
}

struct Cell {
    id: BlitzId,
    column: usize,
    span: usize,
    /// Its width while the room was measured.
    width: f32,
}

impl Tables {
    /// The tables whose columns depend on what is in them.
    pub(crate) fn collect(document: &Document, blitz: &BaseDocument, tree: &EngineTree, root: NodeId) -> Tables {
        let mut found =
            Tables { measured: Vec::new(), left_alone: Vec::new(), asked: HashMap::new(), has_columns: false };
        for node in document.subtree(root) {
            let Some(element) = Element::of(document, blitz, tree, node) else { continue };
            match element.inside {
                DisplayInside::Table if has_rows(document, blitz, tree, node) => {
                    let asked = asked_width(&element, 0.0);
                    if element.style.clone_table_layout() == TableLayout::Fixed && asked.is_some() {
                        continue;
                    }
                    let columns = columns_of(document, blitz, tree, node);
                    found.measured.push(Table::new(&element, asked, columns));
                }
                DisplayInside::TableCell if is_in_table(document, blitz, tree, node) => {
                    let inset = horizontal_inset(&element);
                    found.has_columns |= has_cell_before(document, node);
                    found.asked.extend(asked_width(&element, inset).map(|asked| (element.id, asked)));
                }
                DisplayInside::TableColumn => {
                    found.asked.extend(asked_width(&element, 0.0).map(|asked| (element.id, asked)));
                }
                _ => {}
            }
        }
        found
    }

    /// Whether there is anything to work out.
    pub(crate) fn is_empty(&self) -> bool {
        self.measured.is_empty()
            || !self.has_columns
            || self.measured.len() > MAX_TABLES
            || self.asked.len() > MAX_CELLS
    }

    /// Lets every column be as wide as it can use, or as narrow as it can get. The engine does so for a table in a line.
    pub(crate) fn set_width(&self, blitz: &mut BaseDocument, width: Measure) {
        if width == Measure::Most {
            let mut asking: Vec<BlitzId> = self.asked.keys().copied().collect();
            asking.sort_unstable();
            for id in asking {
                blitz.set_style_property(id, "width", "auto");
            }
            for table in &self.measured {
                blitz.set_style_property(table.id, "display", "inline-table");
                blitz.set_style_property(table.id, "float", "none");
            }
        }
        let keyword = if width == Measure::Most { "max-content" } else { "min-content" };
        for table in &self.measured {
            blitz.set_style_property(table.id, "width", keyword);
        }
    }

    /// Reads how wide columns have become.
    pub(crate) fn measure(&mut self, blitz: &BaseDocument, width: Measure) {
        for table in &mut self.measured {
            table.measure(blitz, width);
        }
        let (measured, others) =
            std::mem::take(&mut self.measured).into_iter().partition(|table| !table.most.is_empty());
        self.measured = measured;
        self.left_alone.extend::<Vec<Table>>(others);
    }

    /// Works the widths out and gives them to the engine.
    pub(crate) fn settle(mut self, blitz: &mut BaseDocument, viewport: Viewport) {
        let mut owners: HashMap<BlitzId, (usize, usize)> = HashMap::new();
        for (position, table) in self.measured.iter_mut().enumerate() {
            table.least.resize(table.most.len(), 0.0);
            owners.extend(table.cells.iter().enumerate().map(|(index, cell)| (cell.id, (position, index))));
        }
        let around: Vec<Option<(usize, usize)>> =
            self.measured.iter().map(|table| cell_around(blitz, table.id, &owners)).collect();
        for position in (0..self.measured.len()).rev() {
            let table = &mut self.measured[position];
            table.ask(&self.asked);
            let (least, most) = table.needs();
            let (room, measured) = (table.room, table.measured_width);
            if let Some((outer, cell)) = around[position] {
                self.measured[outer].make_room(cell, room, measured, least, most);
            }
        }
        for (position, around) in around.into_iter().enumerate() {
            let room = match around {
                Some((outer, cell)) => {
                    let outer = &self.measured[outer];
                    (self.measured[position].room - outer.cells[cell].width + outer.settled_width(cell)).max(0.0)
                }
                None => self.measured[position].room.min(viewport.width as f32),
            };
            self.measured[position].settle(room);
        }
        for table in &self.measured {
            table.apply(blitz);
        }
        for table in &self.left_alone {
            table.put_back(blitz, &self.asked);
        }
    }
}

/// The cell, of the tables that are worked out here, that a table is in.
fn cell_around(
    blitz: &BaseDocument,
    table: BlitzId,
    owners: &HashMap<BlitzId, (usize, usize)>,
) -> Option<(usize, usize)> {
    let parents = std::iter::successors(blitz.get_node(table)?.parent, |&id| blitz.get_node(id)?.parent);
    parents.take(1000).find_map(|id| owners.get(&id).copied())
}

/// Which width columns are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    Most,
    Least,
}

impl Table {
    fn new(element: &Element, asked: Option<WidthWish>, columns: Vec<BlitzId>) -> Table {
        let (least, most, cells, settled) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let display = if element.outside == DisplayOutside::Inline { "inline-table" } else { "table" };
        let float = match element.style.clone_float() {
            Float::Left => "left",
            Float::Right => "right",
            _ => "none",
        };
        Table {
            id: element.id,
            display,
            float,
            asked,
            columns,
            least,
            most,
            extra: 0.0,
            room: 0.0,
            measured_width: 0.0,
            cells,
            wishes: Vec::new(),
            settled,
        }
    }

    fn measure(&mut self, blitz: &BaseDocument, width: Measure) {
        let Some(node) = blitz.get_node(self.id).filter(|node| node.flags.is_table_root()) else { return };
        let Some(SpecialElementData::TableRoot(context)) = node.element_data().map(|data| &data.special_data) else {
            return;
        };
        let info = context.computed_grid_info.borrow();
        let Some(info) = info.as_ref() else { return };
        let widths: Vec<f32> = info.columns.positions.iter().map(|track| (track.end - track.start).max(0.0)).collect();
        match width {
            Measure::Most if !obeys(node) => {
                self.cells = context.cells.iter().map(|cell| Cell::of(blitz, cell.node_id, 0)).collect();
            }
            Measure::Most => {
                self.measured_width = node.unrounded_layout().size.width;
                self.extra = (node.unrounded_layout().size.width - widths.iter().sum::<f32>()).max(0.0);
                self.room = node.containing_block().and_then(|id| blitz.get_node(id)).map_or(0.0, content_width);
                self.cells =
                    context.cells.iter().map(|cell| Cell::of(blitz, cell.node_id, usize::from(cell.column))).collect();
                self.most = widths;
            }
            Measure::Least => self.least = widths,
        }
    }

    /// Records the widths that its cells and columns ask for.
    fn ask(&mut self, asked: &HashMap<BlitzId, WidthWish>) {
        self.wishes = vec![None; self.most.len()];
        let of_columns = self.columns.iter().enumerate().map(|(column, id)| (column, 1, id));
        let of_cells = self.cells.iter().map(|cell| (cell.column, cell.span, &cell.id));
        for (column, span, id) in of_columns.chain(of_cells) {
            if span == 1
                && let (Some(wish), Some(&asked)) = (self.wishes.get_mut(column), asked.get(id))
            {
                *wish = Some(stronger(*wish, asked));
            }
        }
        for column in 0..self.most.len() {
            self.least[column] = self.least[column].min(self.most[column]);
            if let Some(WidthWish::Pixels(pixels)) = self.wishes[column] {
                self.most[column] = pixels.max(self.least[column]);
            }
        }
    }

    /// The least and the most that the table can use.
    fn needs(&self) -> (f32, f32) {
        let least = self.least.iter().sum::<f32>() + self.extra;
        match self.asked {
            Some(WidthWish::Pixels(pixels)) => (pixels.max(least), pixels.max(least)),
            _ => (least, wanted(&self.wishes, &self.most) + self.extra),
        }
    }

    /// A table in one of the cells needs so much, where it was measured with another width.
    fn make_room(&mut self, cell: usize, room: f32, measured: f32, least: f32, most: f32) {
        let Cell { column, span, width, .. } = self.cells[cell];
        let columns = column..(column + span).min(self.most.len());
        if columns.is_empty() {
            return;
        }
        let between = (width - room).max(0.0);
        let n_columns = columns.len() as f32;
        let missing = least + between - self.least[columns.clone()].iter().sum::<f32>();
        if missing > 0.0 {
            self.least[columns.clone()].iter_mut().for_each(|width| *width += missing / n_columns);
        }
        // Where the table was the widest thing in the column, it no longer is.
        let total: f32 = self.most[columns.clone()].iter().sum();
        let change =
            if (total - measured - between).abs() < 1.0 { most - measured } else { (most + between - total).max(0.0) };
        for column in columns {
            self.most[column] = (self.most[column] + change / n_columns).max(self.least[column]);
        }
    }

    /// The width of a cell, once the columns are settled.
    fn settled_width(&self, cell: usize) -> f32 {
        let Cell { column, span, .. } = self.cells[cell];
        self.settled.iter().skip(column).take(span).sum()
    }

    /// The widths of the columns in a table that has so much room.
    fn settle(&mut self, room: f32) {
        let inner = match self.asked {
            Some(WidthWish::Pixels(pixels)) => pixels - self.extra,
            Some(WidthWish::Share(share)) => room * share - self.extra,
            None => wanted(&self.wishes, &self.most).min(room - self.extra),
        };
        self.settled = distribute(inner, &self.wishes, &self.least, &self.most);
    }

    /// Gives back what was taken for measuring.
    fn put_back(&self, blitz: &mut BaseDocument, asked: &HashMap<BlitzId, WidthWish>) {
        blitz.set_style_property(self.id, "display", self.display);
        blitz.set_style_property(self.id, "float", self.float);
        blitz.set_style_property(self.id, "width", &self.asked.map_or("auto".to_owned(), WidthWish::to_css));
        for (id, asked) in self.cells.iter().filter_map(|cell| Some((cell.id, asked.get(&cell.id)?))) {
            blitz.set_style_property(id, "width", &asked.to_css());
        }
    }

    fn apply(&self, blitz: &mut BaseDocument) {
        let width = self.settled.iter().sum::<f32>() + self.extra;
        blitz.set_style_property(self.id, "display", self.display);
        blitz.set_style_property(self.id, "float", self.float);
        blitz.set_style_property(self.id, "width", &format!("{width}px"));
        blitz.set_style_property(self.id, "box-sizing", "border-box");
        for &column in &self.columns {
            blitz.set_style_property(column, "display", "none");
        }
        let mut mutator = blitz.mutate();
        let columns: Vec<BlitzId> = self
            .settled
            .iter()
            .map(|width| mutator.create_element(name("tamis-column"), vec![column_style(*width)]))
            .collect();
        mutator.prepend_nodes(self.id, &columns);
    }
}

impl Cell {
    fn of(blitz: &BaseDocument, id: BlitzId, column: usize) -> Cell {
        let node = blitz.get_node(id);
        let span = node.and_then(|node| node.attr(local_name!("colspan"))?.parse().ok()).unwrap_or(1_usize).max(1);
        Cell { id, column, span, width: node.map_or(0.0, |node| node.unrounded_layout().size.width) }
    }
}

fn asked_width(element: &Element, inset: f32) -> Option<WidthWish> {
    let width = element.style.clone_width();
    match size_pixels(&width) {
        Some(pixels) if pixels > 0.0 => Some(WidthWish::Pixels(pixels + inset)),
        Some(_) => None,
        None => match width {
            Size::LengthPercentage(length) => {
                length.0.to_percentage().map(|share| share.0).filter(|&share| share > 0.0).map(WidthWish::Share)
            }
            _ => None,
        },
    }
}

fn horizontal_inset(element: &Element) -> f32 {
    if element.style.clone_box_sizing() == BoxSizing::BorderBox {
        return 0.0;
    }
    let (padding, border) = (element.style.get_padding(), border_pixels(&element.style));
    padding_pixels(&padding.padding_left) + padding_pixels(&padding.padding_right) + border.0 + border.1
}

/// Whether the table has rows or cells; without them, the engine does not treat it as a table.
fn has_rows(document: &Document, blitz: &BaseDocument, tree: &EngineTree, table: NodeId) -> bool {
    let mut children = document.child_elements(table).filter_map(|child| Element::of(document, blitz, tree, child));
    children.any(|child| tables::is_table_part(child.inside))
}

fn has_cell_before(document: &Document, cell: NodeId) -> bool {
    let mut before = std::iter::successors(document.previous_sibling(cell), |&node| document.previous_sibling(node));
    before.any(|node| document.is_element(node))
}

/// Cells that stand alone are no cells to the engine.
fn is_in_table(document: &Document, blitz: &BaseDocument, tree: &EngineTree, cell: NodeId) -> bool {
    let around = document.parent(cell).and_then(|parent| Element::of(document, blitz, tree, parent));
    around.is_some_and(|around| tables::is_table_part(around.inside) || around.inside == DisplayInside::Table)
}

fn columns_of(document: &Document, blitz: &BaseDocument, tree: &EngineTree, table: NodeId) -> Vec<BlitzId> {
    let mut columns = Vec::new();
    let groups = document.child_elements(table).flat_map(|child| {
        let inner = document.is_html(child, names::COLGROUP).then(|| document.child_elements(child));
        std::iter::once(child).chain(inner.into_iter().flatten())
    });
    for node in groups {
        let Some(element) = Element::of(document, blitz, tree, node) else { continue };
        if element.inside == DisplayInside::TableColumn {
            let span = document.attributes(node).find(|attribute| attribute.local_name == "span");
            let span = span.and_then(|span| span.value.trim().parse().ok()).unwrap_or(1_usize).clamp(1, 100);
            columns.extend(std::iter::repeat_n(element.id, span));
        }
    }
    columns
}

fn content_width(node: &Node) -> f32 {
    if node.element_data().is_none() {
        return 0.0;
    }
    let layout = node.unrounded_layout();
    layout.size.width - layout.padding.left - layout.padding.right - layout.border.left - layout.border.right
}

fn name(local: &str) -> QualName {
    QualName::new(None, ns!(html), LocalName::from(local))
}

fn column_style(width: f32) -> Attribute {
    let value = format!("display:table-column;width:{width}px;min-width:0;max-width:none");
    Attribute { name: QualName::new(None, ns!(), local_name!("style")), value }
}
