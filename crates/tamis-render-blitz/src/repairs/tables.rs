//! Tables without rows, cells without a table, sizes in tables, and a width shared among columns.

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

/// A width in a style.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum WidthWish {
    Pixels(f32),
    Share(f32),
}

impl WidthWish {
    pub(super) fn to_css(self) -> String {
        match self {
            WidthWish::Pixels(pixels) => format!("{pixels}px"),
            WidthWish::Share(share) => format!("{}%", share * 100.0),
        }
    }
}

/// The table width at which every column gets what it asks for.
pub(super) fn wanted(wishes: &[Option<WidthWish>], most: &[f32]) -> f32 {
    let mut total: f32 = most.iter().sum();
    let mut share_left = 1.0_f32;
    let mut others = 0.0;
    for (wish, most) in wishes.iter().zip(most) {
        match wish {
            Some(WidthWish::Share(share)) if *share > 0.0 => {
                total = total.max(most / share);
                share_left -= share;
            }
            _ => others += most,
        }
    }
    if share_left > 0.001 && share_left < 1.0 { total.max(others / share_left) } else { total }
}

/// Shares a width among columns: first each has the least it needs, then shares, then pixels, then the others have what they
/// can use, and what is left goes to the others in proportion.
pub(super) fn distribute(inner: f32, wishes: &[Option<WidthWish>], least: &[f32], most: &[f32]) -> Vec<f32> {
    let total_least: f32 = least.iter().sum();
    let inner = inner.max(total_least);
    let target = |column: usize| match wishes[column] {
        Some(WidthWish::Share(share)) => (inner * share).max(least[column]),
        _ => most[column],
    };
    let rank = |column: usize| match wishes[column] {
        Some(WidthWish::Share(_)) => 0,
        Some(WidthWish::Pixels(_)) => 1,
        None => 2,
    };
    let mut widths = least.to_vec();
    let mut left = inner - total_least;
    for group in 0..3 {
        let columns: Vec<usize> = (0..widths.len()).filter(|&column| rank(column) == group).collect();
        let missing: f32 = columns.iter().map(|&column| target(column) - widths[column]).sum();
        if missing <= 0.0 {
            continue;
        }
        let given = (left / missing).min(1.0);
        for &column in &columns {
            widths[column] += (target(column) - widths[column]) * given;
        }
        left -= missing * given;
    }
    if left > 0.0 {
        let group = if wishes.iter().any(Option::is_none) {
            2
        } else {
            i32::from((0..widths.len()).any(|column| rank(column) == 1))
        };
        let columns: Vec<usize> = (0..widths.len()).filter(|&column| rank(column) == group).collect();
        let weight: f32 = columns.iter().map(|&column| most[column]).sum();
        for &column in &columns {
            widths[column] += if weight > 0.0 { left * most[column] / weight } else { left / columns.len() as f32 };
        }
    }
    widths
}

/// Combines the wishes of two cells of a column: shares before pixels, then the larger one.
pub(super) fn stronger(known: Option<WidthWish>, other: WidthWish) -> WidthWish {
    match (known, other) {
        (Some(WidthWish::Share(one)), WidthWish::Share(other)) => WidthWish::Share(one.max(other)),
        (Some(share @ WidthWish::Share(_)), WidthWish::Pixels(_)) => share,
        (Some(WidthWish::Pixels(one)), WidthWish::Pixels(other)) => WidthWish::Pixels(one.max(other)),
        _ => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(inner: f32, wishes: &[Option<WidthWish>], least: &[f32], most: &[f32], expect: &[f32]) {
        let found = distribute(inner, wishes, least, most);
        let is_equal =
            found.len() == expect.len() && found.iter().zip(expect).all(|(one, other)| (one - other).abs() < 0.01);
        assert!(is_equal, "{found:?}, expected {expect:?}");
    }

    #[test]
    fn what_is_left_goes_by_what_columns_hold() {
        check(600.0, &[None, None], &[10.0, 10.0], &[100.0, 200.0], &[200.0, 400.0]);
        check(150.0, &[None, None], &[50.0, 50.0], &[100.0, 250.0], &[60.0, 90.0]);
    }

    #[test]
    fn no_column_is_narrower_than_its_content() {
        check(20.0, &[None, None], &[50.0, 30.0], &[100.0, 200.0], &[50.0, 30.0]);
    }

    #[test]
    fn shares_come_first_then_pixels() {
        let wishes = [Some(WidthWish::Share(0.5)), Some(WidthWish::Pixels(100.0)), None];
        check(1000.0, &wishes, &[10.0; 3], &[50.0, 100.0, 80.0], &[500.0, 100.0, 400.0]);
        check(1000.0, &wishes[..2], &[10.0; 2], &[50.0, 100.0], &[500.0, 500.0]);
    }

    #[test]
    fn a_table_without_a_width_is_as_wide_as_its_shares_need() {
        let wishes = [Some(WidthWish::Share(0.25)), None];
        assert!((wanted(&wishes, &[100.0, 90.0]) - 400.0).abs() < 0.01);
        assert!((wanted(&wishes, &[10.0, 90.0]) - 120.0).abs() < 0.01);
    }
}
