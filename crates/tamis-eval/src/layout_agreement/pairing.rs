//! Which element of one document is which of another.

use crate::datasets::firefox_boxes::{Outliner, align};
use tamis_page::{Document, NodeId};

/// Elements that are the same on both sides, in document order.
pub(super) fn pairs(one: &Document, other: &Document) -> Vec<(NodeId, NodeId)> {
    let (ours, theirs) = (elements(one), elements(other));
    let tags = |document: &'_ Document, elements: &[(u32, NodeId)]| -> Vec<(u32, String)> {
        elements.iter().map(|&(depth, node)| (depth, document.tag_name(node).to_owned())).collect()
    };
    let (our_tags, their_tags) = (tags(one, &ours), tags(other, &theirs));
    if our_tags == their_tags {
        return ours.iter().zip(&theirs).map(|(&(_, our), &(_, their))| (our, their)).collect();
    }
    let mut outliner = Outliner::default();
    let outline = |outliner: &mut Outliner, tags: &[(u32, String)]| {
        outliner.outline(tags.iter().map(|(depth, tag)| (*depth, tag.as_str())))
    };
    let (one, other) = (outline(&mut outliner, &our_tags), outline(&mut outliner, &their_tags));
    align(&one, &other).into_iter().map(|(our, their)| (ours[our].1, theirs[their].1)).collect()
}

/// All elements from `html` on, with their depth among elements.
fn elements(document: &Document) -> Vec<(u32, NodeId)> {
    let Some(html) = document.html() else { return Vec::new() };
    let mut open: Vec<NodeId> = Vec::new();
    let mut found = Vec::new();
    for node in document.subtree(html).filter(|&node| document.is_element(node)) {
        while open.last().is_some_and(|&end| end <= node) {
            open.pop();
        }
        found.push((open.len() as u32, node));
        open.push(document.subtree_end(node));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(one: &str, other: &str, expect: &[(&str, &str)]) {
        let (one, other) = (Document::parse(one), Document::parse(other));
        let text = |document: &Document, node| document.text_content(node);
        let pairs = pairs(&one, &other).into_iter().map(|(our, their)| (text(&one, our), text(&other, their)));
        let found: Vec<_> = pairs.filter(|(our, _)| our.len() == 1).collect();
        let expect: Vec<_> = expect.iter().map(|(our, their)| ((*our).to_owned(), (*their).to_owned())).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn equal_trees_are_paired_node_by_node() {
        check("<ul><li>a<li>b", "<ul><li>A<li>B", &[("a", "A"), ("b", "B")]);
    }

    #[test]
    fn an_element_that_a_script_added_has_no_partner() {
        check("<ul><li>a<li>b</ul>", "<div></div><ul><li>A<li>B</ul>", &[("a", "A"), ("b", "B")]);
    }
}
