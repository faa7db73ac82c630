//! The methods that cut pages into areas, asked through the facade.

use crate::metrics::segments::{Level, SaidBlock};
use anyhow::bail;
use tamis::{Page, Recipe};
use tamis_extract::segment::Regions;
use tamis_page::Document;

/// All methods, each with the options that we recommend.
pub fn recipes() -> Vec<Recipe> {
    Vec::new()
}

/// The method of a name.
///
/// # Errors
/// If there is none.
pub fn recipe(name: &str) -> anyhow::Result<Recipe> {
    bail!("there is no segment method '{name}'")
}

/// The blocks that a method finds.
///
/// # Errors
/// The method needs a rendered page, and this one was not.
pub fn said_blocks(page: &Page, recipe: &Recipe) -> anyhow::Result<Vec<SaidBlock>> {
    let regions = regions(page, recipe)?;
    Ok(regions.map(|regions| blocks_of(page.document(), &regions)).unwrap_or_default())
}

fn regions(_page: &Page, recipe: &Recipe) -> anyhow::Result<Option<Regions>> {
    bail!("the method '{}' cuts no pages", recipe.method().name())
}

/// The two cuts through a tree of areas as blocks: its parts for level 1, its blocks for level 2.
pub fn blocks_of(document: &Document, regions: &Regions) -> Vec<SaidBlock> {
    let block = |id, level| SaidBlock { nodes: regions.content(document, id), level: Some(level) };
    let parts = regions.parts().map(|id| block(id, Level::One));
    parts.chain(regions.blocks().map(|id| block(id, Level::Two))).collect()
}
