//! Parting the way: first a container, one of several alike, then the wanted elements inside of it. So a scraper's
//! author says "the price of the fifth product".

use super::ground::Ground;
use super::pattern::Pattern;
use super::search;
use crate::document::NodeId;
use crate::select::bits::Bits;

/// As many containers are tried.
const MAX_CONTAINERS: usize = 4;

/// The best pattern made of one for a container and one for the targets within.
pub(super) fn find<'a>(
    ground: &Ground<'a>,
    targets: &[NodeId],
    outside: &Bits,
    accept: &dyn Fn(&str) -> bool,
) -> Option<Pattern<'a>> {
    let (&first, &last) = (targets.first()?, targets.last()?);
    let is_one_of_several = |node: &NodeId| ground.number(*node) > 1 || ground.number_from_end(*node) > 1;
    let containers = ground
        .ancestors_within(first)
        .filter(|&container| ground.document.contains(container, last))
        .filter(is_one_of_several)
        .take(MAX_CONTAINERS);
    let mut best: Option<Pattern<'a>> = None;
    for container in containers {
        let within = Ground::new(ground.document, &[container], ground.dialect);
        let others = within.set_of(within.elements.iter().copied().filter(|&node| ground.is_in(outside, node)));
        let Some((_, inner)) = search::find_directly(&within, targets, &others, &|_| true) else { continue };
        let mut elsewhere = ground.all();
        elsewhere.subtract(&ground.set_of([container]));
        let Some((_, outer)) = search::find_directly(ground, &[container], &elsewhere, &|_| true) else { continue };
        let pattern = Pattern { steps: outer.steps.into_iter().chain(inner.steps).collect() };
        let is_better = best.as_ref().is_none_or(|best| pattern.cost(ground) < best.cost(ground));
        if is_better && accept(&pattern.spell(ground)) {
            best = Some(pattern);
        }
    }
    best
}
