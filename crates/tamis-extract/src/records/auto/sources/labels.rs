//! Nodes that are written the same: by the path of tags or of classes that leads to them, by their class alone, or by
//! the type that microdata gives them.

use super::Candidates;
use crate::compare::fingerprint::{self, mix};
use crate::records::auto::AutoOptions;
use crate::records::auto::candidate::{Source, Span};
use crate::records::auto::survey::{Survey, is_structureless};
use tamis_page::{NodeId, names};

/// How far up two nodes of one path may have their common ancestor; all farther ones are taken together.
const MAX_LEVELS: usize = 8;
/// Two siblings may be records. Two nodes under different parents are too easily similar.
const MIN_SIBLINGS: usize = 2;
const MIN_ELSEWHERE: usize = 3;

/// Nodes with equal paths, siblings first, then those with one grandparent, and so on while there are more.
pub(super) fn by_path(survey: &Survey<'_>, options: &AutoOptions, found: &mut Candidates) {
    let document = survey.document;
    let range = document.subtree_range(survey.body);
    let mut tag_paths = vec![0_u64; range.len()];
    let mut class_paths = vec![0_u64; range.len()];
    for node in document.descendants(survey.body) {
        let index = node.index() - range.start;
        let parent = document.parent(node).unwrap_or(survey.body).index() - range.start;
        if let Some(tag) = document.tag(node) {
            tag_paths[index] = mix(tag_paths[parent] ^ (tag.index() as u64 + 1));
            class_paths[index] = mix(class_paths[parent] ^ u64::from(survey.label(node)));
        }
    }
    let nodes: Vec<NodeId> = record_nodes(survey).collect();
    for paths in [&tag_paths, &class_paths] {
        let mut by_path: Vec<(u64, NodeId)> =
            nodes.iter().map(|&node| (paths[node.index() - range.start], node)).collect();
        by_path.sort_unstable();
        for run in by_path.chunk_by(|one, other| one.0 == other.0).filter(|run| run.len() > 1) {
            by_ancestor(survey, options, run, found);
        }
    }
}

/// Elements that could be records: they show something, and are more than words set off.
fn record_nodes<'s>(survey: &'s Survey<'_>) -> impl Iterator<Item = NodeId> + 's {
    let document = survey.document;
    let may_be = |&node: &NodeId| {
        let is_structure = |tag| !is_structureless(tag) && !matches!(tag, names::IMG | names::TBODY | names::OPTION);
        document.tag(node).is_some_and(is_structure) && survey.n_items(document.subtree_range(node)) > 0
    };
    document.descendants(survey.body).filter(may_be)
}

/// Splits nodes of one path at each level at which they have different ancestors.
fn by_ancestor(survey: &Survey<'_>, options: &AutoOptions, nodes: &[(u64, NodeId)], found: &mut Candidates) {
    let levels: Vec<usize> = nodes.windows(2).map(|pair| levels_to_common(survey, pair[0].1, pair[1].1)).collect();
    for level in 1..=MAX_LEVELS {
        if !levels.contains(&level) {
            continue;
        }
        let (source, is_wanted, least) = match level {
            1 => (Source::Siblings, options.siblings, MIN_SIBLINGS),
            _ => (Source::TagPaths, options.tag_paths, MIN_ELSEWHERE),
        };
        let mut start = 0;
        for end in 1..=nodes.len() {
            if end == nodes.len() || levels[end - 1] > level {
                // Those that no higher level joins were taken before.
                let is_new = levels[start..end - 1].contains(&level);
                if is_wanted && is_new && end - start >= least {
                    let spans = nodes[start..end].iter().map(|&(_, node)| Span::of(survey.document, node));
                    found.push(source, spans.collect());
                }
                start = end;
            }
        }
    }
}

/// How many levels above two nodes of one depth their common ancestor is, up to a limit.
fn levels_to_common(survey: &Survey<'_>, one: NodeId, other: NodeId) -> usize {
    let document = survey.document;
    let mut ancestors = document.ancestors(one);
    let mut holds_both = || ancestors.next().is_none_or(|ancestor| document.contains(ancestor, other));
    (1..MAX_LEVELS).find(|_| holds_both()).unwrap_or(MAX_LEVELS)
}

/// All nodes of the page with one tag and class, or with one type in microdata, wherever they are; those inside others
/// are parts of them.
pub(super) fn anywhere(survey: &Survey<'_>, options: &AutoOptions, found: &mut Candidates) {
    let document = survey.document;
    let mut by_class: Vec<(u64, NodeId)> = Vec::new();
    let mut by_type: Vec<(u64, NodeId)> = Vec::new();
    for node in record_nodes(survey) {
        let Some(tag) = document.tag(node) else { continue };
        let class = document.attribute(node, names::CLASS).map_or("", str::trim);
        if !class.is_empty() || tag == names::ARTICLE {
            by_class.push((mix(fingerprint::of_text(class) ^ tag.index() as u64), node));
        }
        if let Some(item_type) = document.attribute(node, names::ITEMTYPE) {
            by_type.push((fingerprint::of_text(item_type), node));
        }
    }
    let kinds = [(Source::Classes, options.classes, by_class), (Source::Microdata, options.microdata, by_type)];
    for (source, _, mut nodes) in kinds.into_iter().filter(|&(_, is_wanted, _)| is_wanted) {
        nodes.sort_unstable();
        for run in nodes.chunk_by(|one, other| one.0 == other.0) {
            let mut spans: Vec<Span> = Vec::new();
            for &(_, node) in run {
                if spans.last().is_none_or(|last| last.end <= node) {
                    spans.push(Span::of(document, node));
                }
            }
            if spans.len() >= MIN_ELSEWHERE {
                found.push(source, spans);
            }
        }
    }
}
