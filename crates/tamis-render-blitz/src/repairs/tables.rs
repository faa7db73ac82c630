//! Tables without rows, and cells without a table.

use super::{Changes, Display, child_displays};
use crate::dom::Fed;
use blitz_dom::{BaseDocument, NodeId as BlitzId};
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use tamis_page::{Document, NodeId};

pub(super) fn repair(
    document: &Document,
    blitz: &BaseDocument,
    fed: &Fed,
    node: NodeId,
    id: BlitzId,
    display: Display,
    changes: &mut Changes,
) {
    match display.inside {
        DisplayInside::Table => {
            let children = child_displays(document, blitz, fed, node);
            if !children.iter().any(|(_, child)| is_table_part(child.inside)) {
                table_without_rows(blitz, id, display, changes);
            }
        }
        DisplayInside::Flow | DisplayInside::FlowRoot if display.outside == DisplayOutside::Block => {
            let children = child_displays(document, blitz, fed, node);
            if children.iter().any(|(_, child)| child.inside == DisplayInside::TableCell) {
                cells_without_table(id, &children, changes);
            }
        }
        _ => {}
    }
}

fn is_table_part(inside: DisplayInside) -> bool {
    matches!(
        inside,
        DisplayInside::TableRowGroup
            | DisplayInside::TableHeaderGroup
            | DisplayInside::TableFooterGroup
            | DisplayInside::TableRow
            | DisplayInside::TableCell
            | DisplayInside::TableColumn
            | DisplayInside::TableColumnGroup
    )
}

/// The engine looks for rows alone, and finds none. Such a table is one cell: a block as wide as its content.
fn table_without_rows(blitz: &BaseDocument, id: BlitzId, display: Display, changes: &mut Changes) {
    let is_inline = display.outside == DisplayOutside::Inline;
    changes.set(id, "display", if is_inline { "inline-block" } else { "flow-root" });
    let has_width = blitz.get_node(id).and_then(|node| Some(!node.primary_styles()?.clone_width().is_auto()));
    if !is_inline && has_width == Some(false) {
        changes.set(id, "width", "fit-content");
    }
}

/// Browsers put a table around cells that stand alone; the engine stacks them. A row of flexible boxes does what the row of
/// that table would.
fn cells_without_table(id: BlitzId, children: &[(BlitzId, Display)], changes: &mut Changes) {
    if children.iter().all(|(_, child)| child.inside == DisplayInside::TableCell) {
        changes.set(id, "display", "flex");
        for &(child, _) in children {
            changes.set(child, "display", "block");
        }
    }
}
