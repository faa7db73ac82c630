//! What readers wrote below the content.

use super::BlocksTrace;
use crate::element_names::{ContentWords, NameWords};
use crate::view::PageView;
use tamis_page::NodeId;

/// The comments that are not kept, each by its root, in page order: in an element that is named for comments, the
/// outermost elements that are named for one comment and hold prose.
pub(super) fn of(view: &PageView<'_>, trace: &BlocksTrace) -> Vec<NodeId> {
    let document = view.document();
    let Some(body) = document.body() else { return Vec::new() };
    let survey = &trace.survey;
    let total = survey.total().prose;
    let words = ContentWords::of("comment comments");
    if !trace.tree.words.has_any(words) {
        return Vec::new();
    }
    let mut found = Vec::new();
    // Where the element ends that is named for comments.
    let mut section_end = NodeId::ROOT;
    let mut node = body;
    while node < document.subtree_end(body) {
        let next = NodeId(node.0 + 1);
        let range = survey.range(document, node);
        // Most of the prose is no comment, whatever it is called.
        let may_be_named = document.is_element(node)
            && !range.is_empty()
            && trace.tree.context(node).words.has_any(words)
            && 2 * survey.sums(&range).prose <= total;
        let called = if may_be_named { view.name_of(node).all() } else { NameWords::default() };
        if called.has(NameWords::COMMENTS) {
            section_end = section_end.max(document.subtree_end(node));
        } else if called.has(NameWords::COMMENT) && node < section_end {
            let is_left_out = !range.clone().any(|idx| trace.kept[idx]);
            if is_left_out && survey.sums(&range).prose > 0 {
                found.push(node);
                node = document.subtree_end(node);
                continue;
            }
        }
        node = next;
    }
    found
}
