//! Areas from markup alone.

use super::{Levels, Regions, RegionsBuilder};
use crate::view::PageView;

/// Cuts the page by its markup.
pub fn segment(view: &PageView<'_>) -> Regions {
    let document = view.document();
    let Some(mut top) = document.body() else { return Regions::empty(document) };
    let mut builder = RegionsBuilder::new();
    loop {
        let mut children = document.child_elements(top).filter(|&node| view.visibility().is_seen(node));
        match (children.next(), children.next()) {
            (Some(only), None) => top = only,
            _ => break,
        }
    }
    for child in document.child_elements(top) {
        let area = builder.add(builder.root(), Levels::BOTH);
        builder.assign(child, area);
    }
    builder.finish(view)
}
