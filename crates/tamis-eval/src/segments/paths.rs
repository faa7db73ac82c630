//! Absolute paths of nodes as files of predictions spell them.
//!
//! They are XPaths of the simplest kind: names in lower case and positions among siblings of the same name, at the end
//! perhaps `text()`. Unlike in XPath a name is spelt as it is, whatever its letters (`o:p`). A step without a position
//! takes all siblings of the name.

use std::collections::BTreeMap;
use tamis_page::{Document, NodeId, NodeKind};

/// The name of a step to a text.
const TEXT: &str = "text()";

/// Writes and follows paths in one document.
pub struct Paths<'a> {
    document: &'a Document,
    /// Of each node the position among siblings of its name, from 1; 0 for a node that has no path.
    positions: Vec<u32>,
}

impl<'a> Paths<'a> {
    /// The paths of a document.
    pub fn of(document: &'a Document) -> Paths<'a> {
        let mut positions = vec![0; document.len()];
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for parent in document.nodes() {
            counts.clear();
            let mut is_after_text = false;
            for child in document.children(parent) {
                let is_text = document.kind(child) == NodeKind::Text;
                if let Some(name) = step_name(document, child) {
                    let count = counts.entry(name).or_default();
                    // Texts side by side are one.
                    *count += u32::from(!(is_text && is_after_text));
                    positions[child.index()] = *count;
                }
                is_after_text = is_text;
            }
        }
        Paths { document, positions }
    }

    /// The path of an element or a text; `None` for any other node.
    pub fn path(&self, node: NodeId) -> Option<String> {
        let line = std::iter::once(node).chain(self.document.ancestors(node));
        let mut steps = Vec::new();
        for node in line.take_while(|&node| node != NodeId::ROOT) {
            steps.push(format!("/{}[{}]", step_name(self.document, node)?, self.positions[node.index()]));
        }
        (!steps.is_empty()).then(|| steps.into_iter().rev().collect())
    }

    /// The nodes that a path names; none if it names nothing or is no such path.
    pub fn find(&self, path: &str) -> Vec<NodeId> {
        let mut found = vec![NodeId::ROOT];
        for step in path.trim().split('/').filter(|step| !step.is_empty()) {
            let Some((name, position)) = read_step(step) else { return Vec::new() };
            let is_meant = |node: &NodeId| {
                step_name(self.document, *node).as_deref() == Some(&*name)
                    && position.is_none_or(|position| position == self.positions[node.index()])
            };
            found = found.into_iter().flat_map(|node| self.document.children(node)).filter(is_meant).collect();
        }
        if found == [NodeId::ROOT] { Vec::new() } else { found }
    }
}

fn step_name(document: &Document, node: NodeId) -> Option<String> {
    match document.kind(node) {
        NodeKind::Element => Some(document.tag_name(node).to_lowercase()),
        NodeKind::Text => Some(TEXT.to_owned()),
        _ => None,
    }
}

fn read_step(step: &str) -> Option<(String, Option<u32>)> {
    let Some(inner) = step.strip_suffix(']') else { return Some((step.to_lowercase(), None)) };
    let (name, position) = inner.split_once('[')?;
    Some((name.to_lowercase(), Some(position.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_leads_back() {
        let document =
            Document::parse("<!doctype html><p>a<!--x-->b<b>c</b>d</p><o:p>e</o:p><p></p><svg><foreignObject>f");
        let paths = Paths::of(&document);
        let mut n_paths = 0;
        for node in document.nodes() {
            let Some(path) = paths.path(node) else { continue };
            assert_eq!(paths.find(&path), [node], "{path}");
            n_paths += 1;
        }
        assert_eq!(n_paths, 15);
        assert_eq!(paths.path(NodeId::ROOT), None);
    }

    #[test]
    fn a_step_without_a_position_takes_all_of_its_name() {
        let document = Document::parse("<p>a<!--x-->b<p>c<q>d");
        let paths = Paths::of(&document);
        let texts = |path: &str| paths.find(path).into_iter().map(|node| document.text(node)).collect::<Vec<_>>();
        assert_eq!(texts("/html/body/P/text()"), ["a", "b", "c"]);
        assert_eq!(texts("html/body/p/text()[2]"), ["b"]);
        assert!(paths.find("/html/body/p[3]").is_empty() && paths.find("/").is_empty());
        assert!(paths.find("/html/body/p[0]").is_empty() && paths.find("/html/body/p[x]").is_empty());
    }
}
