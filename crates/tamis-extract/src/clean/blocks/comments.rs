//! What readers wrote below the content.

use super::BlocksTrace;
use super::vocabulary::{WordSet, each_word_of};
use tamis_page::{Document, NodeId};

/// The comments that are not kept, each by its root, in page order: in an element that is named for comments, the
/// outermost elements that are named for one comment and hold prose.
pub(super) fn of(document: &Document, trace: &BlocksTrace) -> Vec<NodeId> {
    let survey = &trace.survey;
    let total = survey.total().prose;
    let words = WordSet::of(&["comment", "comments"]);
    let mut found: Vec<NodeId> = Vec::new();
    let Some(body) = document.body() else { return found };
    let (mut inside, mut node) = (NodeId::ROOT, body);
    let end = document.subtree_end(body);
    while node < end {
        let next = NodeId(node.0 + 1);
        if !document.is_element(node) {
            node = next;
            continue;
        }
        let range = survey.range(document, node);
        // Most pages have no such word, and then no name is read.
        if !range.is_empty() && !trace.tree.context(node).words.has_any(words) {
            node = next;
            continue;
        }
        let sums = survey.sums(&range);
        // Most of the prose is no comment, whatever it is called.
        if range.is_empty() || 2 * sums.prose > total {
            node = if range.is_empty() { document.subtree_end(node) } else { next };
            continue;
        }
        let (mut names_many, mut names_one) = (false, false);
        each_word_of(document, node, |word| match word {
            "comments" | "commentlist" | "responses" | "replies" | "discussion" => names_many = true,
            "comment" | "reply" | "response" => names_one = true,
            _ => {}
        });
        let is_left_out = !range.clone().any(|idx| trace.kept[idx]);
        if names_one && !names_many && is_left_out && sums.words > 0 && node < inside && document.is_element(node) {
            let is_text = range.clone().any(|idx| survey.blocks[idx].text.words >= 3);
            if is_text && sums.prose > 0 {
                found.push(node);
                node = document.subtree_end(node);
                continue;
            }
        }
        if names_many && node >= inside {
            inside = document.subtree_end(node);
        }
        node = next;
    }
    found
}
