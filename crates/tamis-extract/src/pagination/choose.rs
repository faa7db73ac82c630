//! Chooses the links to the next and to the previous page: the evidence for each link is added up.

use super::address::{self, PageAddress, Relation};
use super::label::Role;
use super::links::{HeadLink, Link};
use super::rows::Row;
use crate::element_names::NameWords;
use crate::view::PageView;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use tamis_page::{NodeId, budget, names};

/// A link that turns the page.
#[derive(Clone, Debug)]
pub(super) struct PaginationLink {
    /// The link and its copies above and below the list.
    pub(super) nodes: Vec<NodeId>,
    pub(super) address: Option<String>,
    pub(super) score: f64,
    pub(super) reasons: Vec<&'static str>,
}

/// What a link must be worth: a word or a class, and something that confirms it.
pub(super) const LEAST_SCORE: f64 = 4.0;

/// How far apart, in nodes, the parts of one pager stand.
const BESIDE: u32 = 32;

/// What the choice among links is based on.
pub(super) struct Evidence<'e, 'd> {
    pub(super) view: &'e PageView<'d>,
    pub(super) links: &'e [Link<'d>],
    pub(super) head: &'e [HeadLink<'d>],
    pub(super) rows: &'e [Row],
    pub(super) page: &'e PageAddress<'e>,
}

/// The best links for both directions. One link has one direction.
pub(super) fn choose(evidence: &Evidence<'_, '_>) -> (Option<PaginationLink>, Option<PaginationLink>) {
    let mut choices: Vec<(Role, PaginationLink)> = Vec::new();
    let mut by_address: BTreeMap<(Role, String), usize> = BTreeMap::new();
    let repeated = [Role::Next, Role::Previous].map(|role| is_repeated(evidence, role));
    for link in evidence.links.iter().filter(|link| link.number().is_none()) {
        let Some((role, score, reasons)) = spoken_for(link) else { continue };
        let mut weighed = Weighed { score, reasons };
        let address = link.href.and_then(|href| evidence.page.absolute(href));
        let n_head_bytes: usize = evidence.head.iter().map(|head| head.href.len()).sum();
        budget::spend(64 + n_head_bytes + address.as_ref().map_or(0, String::len));
        weighed.add_place(evidence, link, role);
        weighed.add_address(evidence, role, address.as_deref());
        if repeated[usize::from(role == Role::Previous)] && link.label.words.is_some() {
            weighed.score -= 3.0;
        }
        let Weighed { score, reasons } = weighed;
        let known = address.as_ref().and_then(|address| by_address.get(&(role, address.clone())));
        if let Some(&place) = known {
            let choice: &mut PaginationLink = &mut choices[place].1;
            choice.nodes.push(link.node);
            if score > choice.score {
                (choice.score, choice.reasons) = (score, reasons);
            }
            continue;
        }
        if let Some(address) = &address {
            by_address.insert((role, address.clone()), choices.len());
        }
        choices.push((role, PaginationLink { nodes: vec![link.node], address, score, reasons }));
    }
    let best = |role| {
        let mut best: Option<PaginationLink> = None;
        for (_, choice) in choices.iter().filter(|(other, choice)| *other == role && choice.score >= LEAST_SCORE) {
            if best.as_ref().is_none_or(|best| choice.score > best.score) {
                best = Some(choice.clone());
            }
        }
        best
    };
    let (next, previous) = (best(Role::Next), best(Role::Previous));
    let taken = |choice: &Option<PaginationLink>| choice.as_ref().and_then(|choice| choice.address.clone());
    let (next_address, previous_address) = (taken(&next), taken(&previous));
    (
        next.or_else(|| from_head(evidence, Role::Next, previous_address.as_deref())),
        previous.or_else(|| from_head(evidence, Role::Previous, next_address.as_deref())),
    )
}

/// What the link says of itself: its direction, what that is worth, and why.
fn spoken_for(link: &Link<'_>) -> Option<(Role, f64, Vec<&'static str>)> {
    let (mut next, mut previous) = (0.0, 0.0);
    let mut reasons = Vec::new();
    let words = link.label.words;
    let is_end = |role: Option<Role>| matches!(role, Some(Role::First | Role::Last));
    if is_end(words) || words.is_none() && is_end(link.hint.words) {
        return None;
    }
    let mut vote = |role: Option<Role>, worth: f64, reason: &'static str| match role {
        Some(Role::Next) => {
            next += worth;
            reasons.push((Role::Next, reason));
        }
        Some(Role::Previous) => {
            previous += worth;
            reasons.push((Role::Previous, reason));
        }
        _ => {}
    };
    vote(words, 3.0, "its text says so");
    if let Some(arrow) = link.label.arrow {
        let worth = if words.is_some() {
            0.5
        } else if arrow.is_double {
            1.5
        } else {
            2.0
        };
        vote(Some(arrow.role), worth, "an arrow points there");
    }
    vote(link.hint.words, 2.5, "its aria-label, title or picture says so");
    vote(link.rel, 3.0, "its rel says so");
    let by_name = |next, previous| match (link.words.has(next), link.words.has(previous)) {
        (true, false) => Some(Role::Next),
        (false, true) => Some(Role::Previous),
        _ => None,
    };
    vote(by_name(NameWords::NEXT, NameWords::PREVIOUS), 2.0, "its class or id says so");
    if !link.label.has_other_words {
        vote(by_name(NameWords::ARROW_RIGHT, NameWords::ARROW_LEFT), 1.5, "its icon is an arrow");
    }
    let (role, mut score) = match next.total_cmp(&previous) {
        Ordering::Greater => (Role::Next, next),
        Ordering::Less => (Role::Previous, previous),
        Ordering::Equal => return None,
    };
    if link.label.has_other_words {
        score -= 1.5;
    }
    let end = if role == Role::Next { NameWords::LAST } else { NameWords::FIRST };
    // Lists mark their last item so, whatever it is: it counts where nothing else names the direction.
    if words.is_none() && link.words.has(end) && !link.words.has(NameWords::NEXT | NameWords::PREVIOUS) {
        score -= 1.5;
    }
    let reasons = reasons.into_iter().filter(|(spoken, _)| *spoken == role).map(|(_, reason)| reason).collect();
    Some((role, score, reasons))
}

struct Weighed {
    score: f64,
    reasons: Vec<&'static str>,
}

impl Weighed {
    fn add(&mut self, worth: f64, reason: &'static str) {
        self.score += worth;
        self.reasons.push(reason);
    }

    /// Where the link stands.
    fn add_place(&mut self, evidence: &Evidence<'_, '_>, link: &Link<'_>, role: Role) {
        let around = surroundings(evidence.view, link.node);
        let near = around.near | link.words;
        if evidence.rows.iter().any(|row| row.reach.contains(&link.node.index())) {
            self.add(3.0, "it stands beside the page numbers");
        } else if near.has(NameWords::NEIGHBOURS) {
            self.score -= 3.0;
        }
        if near.has(NameWords::PAGES) {
            self.add(1.5, "its surroundings are called a pager");
        }
        if (around.any() | link.words).has(NameWords::CAROUSEL | NameWords::CALENDAR) {
            self.score -= 4.0;
        }
        if near.has(NameWords::COMMENTS) {
            self.score -= 1.5;
        }
        if link.words.has(NameWords::DISABLED) {
            self.score -= 3.0;
        }
        let is_counterpart = |other: &Link<'_>| {
            other.node.0.abs_diff(link.node.0) <= BESIDE
                && spoken_for(other).is_some_and(|(other, score, _)| other != role && score >= 2.0)
        };
        let place = evidence.links.partition_point(|other| other.node < link.node);
        let beside = evidence.links[place.saturating_sub(4)..].iter().take(9);
        if beside.into_iter().any(is_counterpart) {
            self.add(1.0, "the other direction stands beside it");
        }
        // Where a single arrow stands beside a double one, the double one leads to the end.
        let is_double =
            |link: &Link<'_>| link.label.words.is_none() && link.label.arrow.is_some_and(|arrow| arrow.is_double);
        if is_double(link) {
            let beside = evidence.links[place.saturating_sub(2)..].iter().take(5);
            let has_single = beside.into_iter().any(|other| {
                other.node != link.node
                    && other.node.0.abs_diff(link.node.0) <= BESIDE
                    && !is_double(other)
                    && spoken_for(other).is_some_and(|(other, ..)| other == role)
            });
            if has_single {
                self.score -= 2.5;
            }
        }
    }

    /// Where the link leads.
    fn add_address(&mut self, evidence: &Evidence<'_, '_>, role: Role, address: Option<&str>) {
        let Some(address) = address else {
            self.score -= 2.0;
            return;
        };
        if evidence.page.is_elsewhere(address) {
            self.score -= 5.0;
        }
        let says_head =
            |head: &HeadLink<'_>| head.role == role && evidence.page.absolute(head.href).as_deref() == Some(address);
        if evidence.head.iter().any(says_head) {
            self.add(3.0, "the head of the page names it");
        }
        let row = evidence.rows.first();
        let page = row.and_then(|row| row.pattern.as_ref()?.page_of(address));
        let wanted = row.and_then(|row| row.current).and_then(|current| match role {
            Role::Next => current.checked_add(1),
            _ => current.checked_sub(1),
        });
        if page.is_some() && page == wanted {
            self.add(2.0, "its number is the one after or before this page’s");
        }
        match evidence.page.own().map(|own| address::relation(own, address)) {
            Some(Relation::Same) => self.score -= 3.0,
            Some(Relation::OneNumber(..)) => self.add(2.5, "its address is this page’s but for one number"),
            Some(Relation::NumberAdded(_)) => self.add(2.0, "its address is this page’s with a number"),
            Some(Relation::NumberRemoved) if role == Role::Previous || row.is_none() => {
                self.add(2.0, "its address is this page’s without its number");
            }
            Some(_) if page.is_none() && !names_page(address) => self.score -= 1.5,
            _ if names_page(address) => self.add(1.0, "its address names a page"),
            _ => {}
        }
    }
}

/// Whether a part of an address is called a page and has a number: `page=2`, `/page/2`, `p3`.
fn names_page(address: &str) -> bool {
    const NAMES: [&str; 14] = [
        "page", "p", "pg", "paged", "pagenumber", "pageno", "pageindex", "currentpage", "start", "offset", "from",
        "seite", "pagina", "skip",
    ];
    let mut before = "";
    for word in address.split(|c: char| !c.is_ascii_alphanumeric()) {
        let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_named = |name: &str| NAMES.iter().any(|known| name.eq_ignore_ascii_case(known));
        let has_number = name.len() < word.len();
        if has_number && (is_named(name) || name.is_empty() && is_named(before)) {
            return true;
        }
        before = word;
    }
    false
}

pub(super) struct Surroundings {
    /// The words of elements that hold little else.
    near: NameWords,
    /// The words of elements further up that hold a part of the page.
    far: NameWords,
}

impl Surroundings {
    pub(super) fn any(&self) -> NameWords {
        self.near | self.far
    }
}

/// What the page calls the elements around a node.
pub(super) fn surroundings(view: &PageView<'_>, node: NodeId) -> Surroundings {
    const LEVELS: usize = 8;
    const MAX_NEAR: usize = 160;
    let document = view.document();
    let (mut near, mut far) = (NameWords::default(), NameWords::default());
    for around in document.ancestors(node).take(LEVELS) {
        let n_nodes = document.subtree_range(around).len();
        // What holds most of the page says nothing of this link.
        if n_nodes * 2 > document.len() && n_nodes > MAX_NEAR {
            break;
        }
        let found = view.name_of(around).in_class;
        if n_nodes <= MAX_NEAR {
            near |= found;
        } else {
            far |= found;
        }
    }
    Surroundings { near, far }
}

/// Whether many links with different addresses say the same: parts of records, not of the page.
fn is_repeated(evidence: &Evidence<'_, '_>, role: Role) -> bool {
    const MAX_ADDRESSES: usize = 3;
    let mut addresses: Vec<&str> = Vec::new();
    for link in evidence.links.iter().filter(|link| link.label.words == Some(role)) {
        if let Some(href) = link.href
            && !addresses.contains(&href)
        {
            addresses.push(href);
            if addresses.len() > MAX_ADDRESSES {
                return true;
            }
        }
    }
    false
}

/// Returns the page that `<link rel>` names, for a direction that no visible link has.
fn from_head(evidence: &Evidence<'_, '_>, role: Role, other: Option<&str>) -> Option<PaginationLink> {
    let head = evidence.head.iter().find(|head| head.role == role)?;
    let address = evidence.page.absolute(head.href)?;
    if other == Some(address.as_str()) || evidence.page.is_elsewhere(&address) {
        return None;
    }
    let worth = match evidence.page.own().map(|own| address::relation(own, &address)) {
        Some(Relation::OneNumber(..) | Relation::NumberAdded(_) | Relation::NumberRemoved) => 3.0,
        Some(Relation::Same) => return None,
        _ if names_page(&address) => 2.0,
        Some(Relation::Other) => return None,
        None => 1.0,
    };
    let reasons = vec!["the head of the page names it"];
    Some(PaginationLink { nodes: vec![head.node], address: Some(address), score: 3.0 + worth, reasons })
}

/// What a control that brings more must be worth: a word of its own, and something that confirms it.
const LEAST_LOAD_MORE: f64 = 3.5;

/// Returns the control that brings more of the list without another page. Several controls with the same label open parts
/// of records instead.
pub(super) fn load_more(view: &PageView<'_>, links: &[Link<'_>], page: &PageAddress<'_>) -> Option<PaginationLink> {
    let document = view.document();
    let candidates: Vec<&Link<'_>> =
        links.iter().filter(|link| link.label.loads_more || link.words.has(NameWords::LOAD_MORE)).collect();
    let n_saying = candidates.iter().filter(|link| link.label.loads_more).count();
    let mut best: Option<PaginationLink> = None;
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
        if score >= LEAST_LOAD_MORE && best.as_ref().is_none_or(|best| score > best.score) {
            let address = link.href.and_then(|href| page.absolute(href));
            best = Some(PaginationLink { nodes: vec![link.node], address, score, reasons });
        }
    }
    best
}
