//! Blocks in a file of predictions: `{"id": …, "blocks": [{"xpaths": […], "level": 1, "children": […]}, …]}`.
//!
//! A block without a level counts at both, and children are only another way to write more blocks.

use super::Paths;
use crate::metrics::segments::{Level, SaidBlock};
use serde_json::{Value, json};
use tamis_page::NodeId;

/// The line of a page's blocks. Blocks without nodes are left out.
pub fn to_json(id: &str, blocks: &[SaidBlock], paths: &Paths<'_>) -> Value {
    let blocks = blocks.iter().filter(|block| !block.nodes.is_empty()).map(|block| {
        let xpaths: Vec<String> = block.nodes.iter().filter_map(|&node| paths.path(node)).collect();
        match block.level {
            Some(level) => json!({"xpaths": xpaths, "level": level.number()}),
            None => json!({"xpaths": xpaths}),
        }
    });
    json!({"id": id, "blocks": blocks.collect::<Vec<_>>()})
}

/// The blocks of a line; a path that names nothing is counted as lost.
pub fn read_blocks(prediction: &Value, paths: &Paths<'_>) -> Vec<SaidBlock> {
    let mut pending: Vec<&Value> = list(prediction.get("blocks")).iter().rev().collect();
    let mut blocks = Vec::new();
    while let Some(block) = pending.pop() {
        pending.extend(list(block.get("children")).iter().rev());
        let level = match read_levels(block.get("level"))[..] {
            [] => continue,
            [level] => Some(level),
            _ => None,
        };
        let named = list(block.get("xpaths")).iter().filter_map(Value::as_str);
        blocks.push(block_at(named.map(|path| paths.find(path)), level));
    }
    blocks
}

/// A block of all nodes that some paths name.
pub(super) fn block_at(named: impl Iterator<Item = Vec<NodeId>>, level: Option<Level>) -> SaidBlock {
    let mut block = SaidBlock::of(Vec::new(), level);
    for nodes in named {
        block.n_lost += usize::from(nodes.is_empty());
        block.nodes.extend(nodes);
    }
    block
}

fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The levels at which a block counts.
fn read_levels(value: Option<&Value>) -> Vec<Level> {
    let is_named = |level: Level| match value {
        None | Some(Value::Null) => true,
        Some(Value::Array(numbers)) => numbers.iter().any(|number| *number == json!(level.number())),
        Some(number) => *number == json!(level.number()),
    };
    Level::ALL.into_iter().filter(|&level| is_named(level)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::Document;

    #[test]
    fn blocks_are_read_as_they_are_written() {
        let document = Document::parse("<p>a<p>b<div>c");
        let paths = Paths::of(&document);
        let nodes = |path: &str| paths.find(path);
        let blocks =
            [SaidBlock::of(nodes("/html/body/p"), Some(Level::One)), SaidBlock::of(nodes("/html/body/div"), None)];
        let line = to_json("page", &blocks, &paths);
        assert_eq!(line["id"], "page");
        assert_eq!(line["blocks"][0]["xpaths"], json!(["/html[1]/body[1]/p[1]", "/html[1]/body[1]/p[2]"]));
        assert_eq!(read_blocks(&line, &paths), blocks);
    }

    #[test]
    fn a_tree_is_flattened_and_lost_paths_are_counted() {
        let document = Document::parse("<p>a<div>c");
        let paths = Paths::of(&document);
        let tree = json!({"blocks": [
            {"xpaths": ["/html/body"], "level": [1, 2], "children": [{"xpaths": ["/html/body/p", "/html/q"], "level": 2}]},
            {"xpaths": ["/html/body/div"], "level": 3},
        ]});
        let blocks = read_blocks(&tree, &paths);
        let levels: Vec<_> = blocks.iter().map(|block| (block.level, block.nodes.len(), block.n_lost)).collect();
        assert_eq!(levels, [(None, 1, 0), (Some(Level::Two), 1, 1)]);
    }
}
