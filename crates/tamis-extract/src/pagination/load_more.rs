//! The control that brings more of the list without another page.

use super::choose::{Choice, surroundings};
use super::links::Link;
use super::places::Places;
use crate::element_names::NameWords;
use crate::view::PageView;
use tamis_page::names;

/// What it must be worth: a word of its own, and something that confirms it.
const LEAST_SCORE: f64 = 3.5;

/// The control, if the page has one. Where several say the same, they open parts of records.
pub(super) fn find(view: &PageView<'_>, links: &[Link<'_>], places: &Places<'_>) -> Option<Choice> {
    let document = view.document();
    let candidates: Vec<&Link<'_>> =
        links.iter().filter(|link| link.label.loads_more || link.words.has(NameWords::LOAD_MORE)).collect();
    let n_saying = candidates.iter().filter(|link| link.label.loads_more).count();
    let mut best: Option<Choice> = None;
    for link in candidates {
        let (mut score, mut reasons) = (0.0, Vec::new());
        let mut add = |worth: f64, reason| {
            score += worth;
            reasons.push(reason);
        };
        if link.label.loads_more && n_saying <= 2 {
            add(2.5, "its text asks for more");
        }
        if link.words.has(NameWords::LOAD_MORE) {
            add(2.0, "its class or id says so");
        }
        let is_button = document.is_html(link.node, names::BUTTON)
            || document.attribute(link.node, names::ROLE).is_some_and(|role| role.eq_ignore_ascii_case("button"));
        if is_button || link.href.is_none() {
            add(1.0, "it is a button");
        }
        // Before the list there is nothing to have more of.
        if link.node.index() * 3 < document.len() {
            score -= 1.5;
        }
        // Comments are no part of the list.
        if surroundings(view, link.node).any().has(NameWords::COMMENTS) {
            score -= 2.0;
        }
        if link.label.has_other_words && !link.label.loads_more {
            score -= 1.5;
        }
        if score >= LEAST_SCORE && best.as_ref().is_none_or(|best| score > best.score) {
            let address = link.href.and_then(|href| places.address(href));
            best = Some(Choice { nodes: vec![link.node], address, score, reasons });
        }
    }
    best
}
