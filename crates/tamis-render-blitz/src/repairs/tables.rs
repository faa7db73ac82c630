//! Tables without rows, cells without a table, and sizes in tables.

use super::{Changes, Element, size_pixels};
use crate::dom::EngineTree;
use blitz_dom::{BaseDocument, NodeId as BlitzId};
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use tamis_page::{Document, NodeId};

pub(super) fn repair(
    document: &Document,
    blitz: &BaseDocument,
    tree: &EngineTree,
    element: &Element,
    changes: &mut Changes,
) {
    match element.inside {
        DisplayInside::Table => {
            let children = elements_in(document, blitz, tree, element.node);
            if children.iter().any(|child| is_table_part(child.inside)) {
                height_is_the_least(element, changes);
            } else {
                table_without_rows(element, changes);
            }
        }
        DisplayInside::TableCell => height_is_the_least(element, changes),
        DisplayInside::Flow | DisplayInside::FlowRoot if element.outside == DisplayOutside::Block => {
            let children = elements_in(document, blitz, tree, element.node);
            if children.iter().any(|child| child.inside == DisplayInside::TableCell) {
                cells_without_table(element.id, &children, changes);
            }
        }
        _ => {}
    }
}

/// The elements in an element, those without a box left out.
fn elements_in(document: &Document, blitz: &BaseDocument, tree: &EngineTree, node: NodeId) -> Vec<Element> {
    document.child_elements(node).filter_map(|child| Element::of(document, blitz, tree, child)).collect()
}

pub(super) fn is_table_part(inside: DisplayInside) -> bool {
    is_row_group(inside)
        || matches!(
            inside,
            DisplayInside::TableRow
                | DisplayInside::TableCell
                | DisplayInside::TableColumn
                | DisplayInside::TableColumnGroup
        )
}

fn is_row_group(inside: DisplayInside) -> bool {
    use DisplayInside::{TableFooterGroup, TableHeaderGroup, TableRowGroup};
    matches!(inside, TableRowGroup | TableHeaderGroup | TableFooterGroup)
}

/// The engine looks for rows alone, and finds none. Such a table is one cell: a block as wide as its content.
fn table_without_rows(element: &Element, changes: &mut Changes) {
    let is_inline = element.outside == DisplayOutside::Inline;
    changes.set(element.id, "display", if is_inline { "inline-block" } else { "flow-root" });
    if !is_inline && element.style.clone_width().is_auto() {
        changes.set(element.id, "width", "fit-content");
    }
}

/// Browsers put a table around cells that stand alone; the engine stacks them. A row of flexible boxes does what the row of
/// that table would.
fn cells_without_table(id: BlitzId, children: &[Element], changes: &mut Changes) {
    if children.iter().all(|child| child.inside == DisplayInside::TableCell) {
        changes.set(id, "display", "flex");
        for child in children {
            changes.set(child.id, "display", "block");
        }
    }
}

/// The height of a cell or a table is the least it has; the engine lets the content stick out.
fn height_is_the_least(element: &Element, changes: &mut Changes) {
    if let Some(height) = size_pixels(&element.style.clone_height()) {
        changes.set(element.id, "height", "auto");
        changes.set(element.id, "min-height", format!("{height}px"));
    }
}
