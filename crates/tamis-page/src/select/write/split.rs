//! Parting the way: first a container, one of several of its kind, then the wanted elements inside of it. So a
//! scraper's author says "the price of the fifth product".

use super::pattern::{Link, Pattern};
use super::scopes::Scopes;
use super::search::{self, Goal};
use crate::document::NodeId;

/// As many containers are tried.
const MAX_CONTAINERS: usize = 4;

/// The best pattern made of one for a container and one for the targets within.
pub(super) fn find(scopes: &Scopes<'_, '_>, goal: &Goal<'_>) -> Option<Pattern> {
    let (&first, &last) = (goal.targets.first()?, goal.targets.last()?);
    let index = scopes.index;
    let is_one_of_several = |node: &NodeId| index.number(*node) > 1 || index.number_from_end(*node) > 1;
    let containers = scopes
        .ancestors_within(first)
        .filter(|&container| scopes.document.contains(container, last))
        .filter(is_one_of_several)
        .take(MAX_CONTAINERS);
    let mut best: Option<Pattern> = None;
    for container in containers {
        if scopes.budget.is_spent() {
            break;
        }
        let within = Scopes::new(index, &[container], scopes.dialect);
        let Some(mut inner) = search::find_directly(&within, goal) else { continue };
        let are_children = goal.targets.iter().all(|&target| scopes.document.parent(target) == Some(container));
        // A bare name says little, so it is said that it is right below.
        if let (true, [(link, compound)]) = (are_children, &mut inner.steps[..])
            && compound.features.is_empty()
        {
            *link = Link::Child;
        }
        let Some(outer) = search::find_directly(scopes, &Goal::exactly(&[container])) else { continue };
        let pattern = Pattern { steps: outer.steps.into_iter().chain(inner.steps).collect() };
        let is_better = best.as_ref().is_none_or(|best| pattern.cost(scopes) < best.cost(scopes));
        if is_better && goal.is_reached_by(scopes, &pattern) {
            best = Some(pattern);
        }
    }
    best
}
