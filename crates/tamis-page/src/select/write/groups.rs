//! Several selectors where no single one will do.

use super::columns;
use super::path::address;
use super::pattern::Pattern;
use super::scopes::Scopes;
use super::search::{self, Goal};
use crate::document::NodeId;
use std::collections::HashMap;

/// How many selectors are looked for before the rest of the nodes are listed by their positions.
const MAX_GROUPS: usize = 12;

/// How many nodes get a selector of their own before the rest are counted.
const MAX_ALONE: usize = 4;

/// How many parents of counted nodes get a selector of their own.
const MAX_PARENTS: usize = 6;

/// The most positions that are listed, and the most steps of all together. Nobody reads a longer list.
const MAX_LISTED: usize = 1000;
const MAX_LISTED_STEPS: usize = 20_000;

/// How many selectors may stand side by side for one column.
const MAX_OF_COLUMN: usize = 3;

/// Several patterns that together select the nodes: one a group of similar nodes, then one a node. `None` if there
/// would be too many.
pub(super) fn list(scopes: &Scopes<'_, '_>, nodes: &[NodeId]) -> Option<Vec<Pattern>> {
    let mut patterns = Vec::new();
    let mut left: Vec<NodeId> = nodes.to_vec();
    let mut n_alone = 0;
    while let Some(&first) = left.first() {
        if patterns.len() == MAX_GROUPS || n_alone == MAX_ALONE || scopes.budget.is_spent() {
            break;
        }
        let similar: Vec<NodeId> = left.iter().copied().filter(|&node| have_same_markup(scopes, first, node)).collect();
        let parent = scopes.document.parent(first);
        let here: Vec<NodeId> =
            similar.iter().copied().filter(|&node| scopes.document.parent(node) == parent).collect();
        let groups = [similar, here, vec![first]];
        let found = groups.iter().enumerate().find_map(|(i, group)| {
            let is_new = i == 0 || group.len() < groups[i - 1].len();
            // A part may select any of the wanted nodes, its own group among them.
            let goal = Goal::within(group, nodes);
            if is_new { search::find(scopes, &goal) } else { None }
        });
        let pattern = found.unwrap_or_else(|| address(scopes, first));
        let selected = pattern.select(scopes);
        let n_before = left.len();
        left.retain(|node| *node != first && selected.binary_search(node).is_err());
        n_alone += usize::from(n_before - left.len() <= 1);
        patterns.push(pattern);
    }
    if left.len() > MAX_LISTED {
        return None;
    }
    patterns.extend(one_by_one(scopes, &left)?);
    Some(patterns)
}

/// Few patterns that together select the nodes of a column.
pub(super) fn of_column(scopes: &Scopes<'_, '_>, nodes: &[NodeId]) -> Option<Vec<Pattern>> {
    let mut patterns = Vec::new();
    let mut left: Vec<NodeId> = nodes.to_vec();
    while let Some(&first) = left.first() {
        if patterns.len() == MAX_OF_COLUMN || scopes.budget.is_spent() {
            return None;
        }
        let similar: Vec<NodeId> = left.iter().copied().filter(|&node| have_same_markup(scopes, first, node)).collect();
        // What holds for a single record is not a rule.
        if similar.len() == nodes.len() || similar.len() < 2 {
            return None;
        }
        let pattern = columns::find(scopes, &Goal::within(&similar, nodes))?;
        let selected = pattern.select(scopes);
        left.retain(|node| selected.binary_search(node).is_err());
        patterns.push(pattern);
    }
    Some(patterns)
}

/// Positions below parents that are written once each.
fn one_by_one(scopes: &Scopes<'_, '_>, nodes: &[NodeId]) -> Option<Vec<Pattern>> {
    let mut parents: HashMap<NodeId, Pattern> = HashMap::new();
    let mut patterns = Vec::with_capacity(nodes.len());
    let mut n_steps = 0;
    for &node in nodes {
        let parent = scopes.parent_within(node);
        if let Some(parent) = parent.filter(|parent| parents.len() < MAX_PARENTS && !parents.contains_key(parent)) {
            let found = search::find(scopes, &Goal::exactly(&[parent]));
            parents.insert(parent, found.unwrap_or_else(|| address(scopes, parent)));
        }
        let mut pattern = address(scopes, node);
        if let Some(parent) = parent.and_then(|parent| parents.get(&parent))
            && let Some(last) = pattern.steps.pop()
        {
            pattern = parent.clone();
            pattern.steps.push(last);
        }
        n_steps += pattern.steps.len();
        if n_steps > MAX_LISTED_STEPS {
            return None;
        }
        patterns.push(pattern);
    }
    Some(patterns)
}

fn have_same_markup(scopes: &Scopes, one: NodeId, other: NodeId) -> bool {
    let document = scopes.document;
    document.tag(one) == document.tag(other) && document.classes(one).eq(document.classes(other))
}
