//! Paths of names and positions, from an element that can be recognised down to the wanted ones: what is left when
//! nothing else tells them apart.

use super::feature::{Compound, Feature};
use super::ground::Ground;
use super::pattern::{Link, Pattern, compound};
use super::subjects;
use crate::document::{Name, NodeId};
use crate::select::bits::Bits;

/// The shortest path with the fewest positions that still selects all of `targets` and nothing of `outside`; `None` if
/// the targets lie at different paths or others lie between them.
pub(super) fn find<'a>(
    ground: &Ground<'a>,
    targets: &[NodeId],
    outside: &Bits,
    accept: &dyn Fn(&str) -> bool,
) -> Option<Pattern<'a>> {
    let full = full_path(ground, targets)?;
    // Every step is a child's, so an element is asked by walking up from it; few get past their own name.
    let tag = full.last()?.tag?;
    let unwanted: Vec<NodeId> =
        ground.elements_named(tag).iter().copied().filter(|&node| ground.is_in(outside, node)).collect();
    let fits = |pattern: &Pattern<'a>| {
        !unwanted.iter().any(|&node| is_at(ground, pattern, node))
            && targets.iter().all(|&target| is_at(ground, pattern, target))
    };
    let mut best: Option<Pattern<'a>> = None;
    for mut pattern in anchored(ground, targets, &full) {
        if !fits(&pattern) {
            continue;
        }
        shorten(&mut pattern, &fits);
        drop_positions(&mut pattern, &fits);
        if best.as_ref().is_none_or(|best| pattern.cost(ground) < best.cost(ground)) && accept(&pattern.spell(ground)) {
            best = Some(pattern);
        }
    }
    best
}

/// Whether the path of child steps ends at the node.
fn is_at<'a>(ground: &Ground<'a>, pattern: &Pattern<'a>, node: NodeId) -> bool {
    let mut here = Some(node);
    for (_, compound) in pattern.steps.iter().rev() {
        let Some(node) = here else { return false };
        let is_named = compound.tag.is_none_or(|tag| ground.document.tag(node) == Some(tag));
        if !is_named || !compound.features.iter().all(|feature| ground.holds(feature, node)) {
            return false;
        }
        here = ground.parent_within(node);
    }
    // A path from the scope has come to its end there.
    here.is_none() || pattern.steps.first().is_some_and(|(link, _)| *link == Link::Descendant)
}

/// Name and place at each level from the scope to the targets; `None` if their names or depths differ.
fn full_path<'a>(ground: &Ground<'a>, targets: &[NodeId]) -> Option<Vec<Compound<'a>>> {
    let mut path = Vec::new();
    let mut level = targets.to_vec();
    loop {
        let tag = subjects::common_tag(ground, &level)?;
        let number = ground.number(*level.first()?);
        let mut features = Vec::new();
        if level.iter().all(|&node| ground.number(node) == number) {
            features.push(Feature::Nth(number));
        } else {
            let least = |number: &dyn Fn(NodeId) -> u32| level.iter().map(|&node| number(node)).min().unwrap_or(1);
            let (from, until) = (least(&|node| ground.number(node)), least(&|node| ground.number_from_end(node)));
            features.extend((from > 1).then_some(Feature::From(from)));
            features.extend((until > 1).then_some(Feature::Until(until)));
        }
        path.push(Compound { tag: Some(tag), features });
        let mut parents: Vec<NodeId> = level.iter().filter_map(|&node| ground.parent_within(node)).collect();
        if parents.is_empty() {
            path.reverse();
            return Some(path);
        }
        if parents.len() < level.len() {
            return None;
        }
        parents.dedup();
        level = parents;
    }
}

/// The path from the scope, and from each container on the way whose id or class is its own.
fn anchored<'a>(ground: &Ground<'a>, targets: &[NodeId], full: &[Compound<'a>]) -> Vec<Pattern<'a>> {
    let from = |level: usize, anchor: Option<Compound<'a>>| {
        let mut steps: Vec<(Link, Compound<'a>)> = full[level..].iter().map(|it| (Link::Child, it.clone())).collect();
        if let (Some(anchor), Some(first)) = (anchor, steps.first_mut()) {
            *first = (Link::Descendant, anchor);
        }
        Pattern { steps }
    };
    let mut patterns = vec![from(0, None)];
    let Some(&first) = targets.first() else { return patterns };
    for (distance, ancestor) in ground.ancestors_within(first).enumerate().take(24) {
        let level = full.len() - 2 - distance;
        let features = super::feature::own_features(ground.document, ancestor, ground.dialect);
        let tag: Option<Name> = ground.document.tag(ancestor);
        for feature in features.into_iter().take(2).filter(Feature::is_name) {
            patterns.push(from(level, Some(compound(tag, Some(feature)))));
        }
    }
    patterns
}

/// Drops steps from the front as long as the rest suffices.
fn shorten<'a>(pattern: &mut Pattern<'a>, fits: &dyn Fn(&Pattern<'a>) -> bool) {
    // An anchor was put there on purpose.
    if pattern.steps.first().is_some_and(|(link, _)| *link == Link::Descendant) {
        return;
    }
    while pattern.steps.len() > 1 {
        let mut shorter = Pattern { steps: pattern.steps[1..].to_vec() };
        shorter.steps[0].0 = Link::Descendant;
        if !fits(&shorter) {
            return;
        }
        *pattern = shorter;
    }
}

/// Drops each position that is not needed, from the scope downwards.
fn drop_positions<'a>(pattern: &mut Pattern<'a>, fits: &dyn Fn(&Pattern<'a>) -> bool) {
    for level in 0..pattern.steps.len() {
        let mut i = 0;
        while i < pattern.steps[level].1.features.len() {
            if pattern.steps[level].1.features[i].is_position() {
                let mut fewer = pattern.clone();
                fewer.steps[level].1.features.remove(i);
                if fits(&fewer) {
                    *pattern = fewer;
                    continue;
                }
            }
            i += 1;
        }
    }
}
