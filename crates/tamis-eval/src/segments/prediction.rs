//! Blocks in a file of predictions: `{"id": …, "blocks": [{"xpaths": […], "level": 1, "children": […]}, …]}`.
//!
//! A block without a level counts at both, and children are only another way to write more blocks.

use super::Paths;
use crate::metrics::segments::{Level, SaidBlock};
use serde_json::{Value, json};

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

/// The blocks of a line, and how many of its paths name nothing.
pub fn read_blocks(prediction: &Value, paths: &Paths<'_>) -> (Vec<SaidBlock>, usize) {
    let mut pending: Vec<&Value> = list(prediction.get("blocks")).iter().rev().collect();
    let (mut blocks, mut n_lost) = (Vec::new(), 0);
    while let Some(block) = pending.pop() {
        pending.extend(list(block.get("children")).iter().rev());
        let Some(level) = read_level(block.get("level")) else { continue };
        let mut nodes = Vec::new();
        for path in list(block.get("xpaths")).iter().filter_map(Value::as_str) {
            let found = paths.find(path);
            n_lost += usize::from(found.is_empty());
            nodes.extend(found);
        }
        blocks.push(SaidBlock { nodes, level });
    }
    (blocks, n_lost)
}

fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The level of a block, if it counts at any.
fn read_level(value: Option<&Value>) -> Option<Option<Level>> {
    let level = |value: &Value| value.as_u64().and_then(Level::of_number);
    match value {
        None | Some(Value::Null) => Some(None),
        Some(Value::Array(levels)) => {
            let is_at = |level: Level| levels.iter().any(|value| value.as_u64() == Some(u64::from(level.number())));
            match (is_at(Level::One), is_at(Level::Two)) {
                (true, true) => Some(None),
                (true, false) => Some(Some(Level::One)),
                (false, true) => Some(Some(Level::Two)),
                (false, false) => None,
            }
        }
        Some(value) => level(value).map(Some),
    }
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
        let blocks = [
            SaidBlock { nodes: nodes("/html/body/p"), level: Some(Level::One) },
            SaidBlock { nodes: nodes("/html/body/div"), level: None },
        ];
        let line = to_json("page", &blocks, &paths);
        assert_eq!(line["id"], "page");
        assert_eq!(line["blocks"][0]["xpaths"], json!(["/html[1]/body[1]/p[1]", "/html[1]/body[1]/p[2]"]));
        assert_eq!(read_blocks(&line, &paths), (blocks.to_vec(), 0));
    }

    #[test]
    fn a_tree_is_flattened_and_lost_paths_are_counted() {
        let document = Document::parse("<p>a<div>c");
        let paths = Paths::of(&document);
        let tree = json!({"blocks": [
            {"xpaths": ["/html/body"], "level": [1, 2], "children": [{"xpaths": ["/html/body/p", "/html/q"], "level": 2}]},
            {"xpaths": ["/html/body/div"], "level": 3},
        ]});
        let (blocks, n_lost) = read_blocks(&tree, &paths);
        let levels: Vec<_> = blocks.iter().map(|block| block.level).collect();
        assert_eq!((levels, n_lost), (vec![None, Some(Level::Two)], 1));
    }
}
