//! What each area is to the page, with a reason.
//!
//! The first of these that gives an answer decides: the name that the page gives the area (its tag, role, id or classes),
//! unless place or text contradict it; where the area stands; how much of its text is in links; whether its units repeat;
//! whether it is a text to read. Of the parts without a role, the one with most text is the main part. No rule is about a
//! language or a site.

mod facts;

use super::regions::{AreaId, Regions, Role, WHOLE_PAGE};
use super::words::{COMMENTS, FOOTER, HEADER, MAIN, NAV, SIDE};
use crate::element_names::NameWords;
use crate::view::PageView;
use facts::{Facts, PageFacts};
use std::fmt::Write;
use tamis_page::Document;

/// A header or a footer is not higher than this, nor than this share of the page.
const BAND_HEIGHT: f32 = 350.0;
const BAND_SHARE: f32 = 0.15;
/// What ends the page and is lower than this share of it is its footer, however short the page is.
const LOW_SHARE: f32 = 0.25;
/// A header or a footer has no larger share of the text.
const BAND_TEXT: f64 = 0.4;
/// What is narrower than this share of the page, and higher than this, stands beside something.
const SIDE_WIDTH: f32 = 0.36;
const SIDE_HEIGHT: f32 = 200.0;
/// From this share on an area is made of links, and from this number of letters on a link is a headline.
const LINKS: f64 = 0.6;
const HEADLINE: f64 = 30.0;
/// How many units of one kind make a list.
const LIST: usize = 3;
/// How many words an item of a list has at least, unless it has a picture.
const ITEM_WORDS: u32 = 12;
/// From this number of words on, and up to this share of links, an area is a text to read.
const ARTICLE_WORDS: u32 = 50;
const ARTICLE_LINKS: f64 = 0.3;
/// The main part holds at least this share of the text outside links.
const MAIN_TEXT: f64 = 0.2;

/// On a page of links, this share of all its text.
const MAIN_LINKS: f64 = 0.4;

/// Gives every area its role.
pub(super) fn assign(view: &PageView<'_>, regions: &mut Regions) {
    let page = PageFacts::of(view, regions);
    let facts: Vec<Facts> = (0..regions.len()).map(|idx| Facts::of(view, regions, AreaId(idx as u32))).collect();
    let mut roles = vec![(Role::Page, WHOLE_PAGE.to_owned()); regions.len()];
    let places = AreaPosition::of_all(regions, &facts);
    let decide = |idx: usize, place: AreaPosition| {
        by_name(view.document(), &page, &facts[idx], place)
            .or_else(|| by_place(&page, &facts[idx], place))
            .unwrap_or_else(|| by_content(&facts[idx], place))
    };
    // The parts first: what is in the main one is judged as such.
    for idx in (1..regions.len()).filter(|&idx| !places[idx].is_in_part) {
        let around = || (Role::Other, "around several parts of the page".to_owned());
        roles[idx] = if places[idx].is_part { decide(idx, places[idx]) } else { around() };
    }
    choose_main(regions, &page, &facts, &mut roles);
    let mut is_below_main = vec![false; regions.len()];
    for idx in 1..regions.len() {
        let around = regions.area(AreaId(idx as u32)).parent.map_or(0, AreaId::index);
        is_below_main[idx] = is_below_main[around] || matches!(roles[around].0, Role::Main | Role::Article);
        if places[idx].is_in_part {
            roles[idx] = decide(idx, AreaPosition { is_below_main: is_below_main[idx], ..places[idx] });
        }
    }
    for (area, (role, reason)) in regions.areas_mut().iter_mut().zip(roles) {
        area.role = role;
        area.reason = reason;
    }
}

/// Where an area stands in the tree, and among its neighbours.
#[derive(Clone, Copy, Default)]
struct AreaPosition {
    is_part: bool,
    /// Whether it is a part and no other part begins below it.
    is_lowest: bool,
    is_in_part: bool,
    is_below_main: bool,
    /// Whether something wider stands to its left or to its right.
    is_beside: bool,
    /// How many of its siblings, itself among them, are of one kind.
    n_alike: usize,
}

/// How many siblings before and after an area are looked at for one beside it: parts and columns are few.
const NEIGHBOURS: usize = 4;

impl AreaPosition {
    fn of_all(regions: &Regions, facts: &[Facts]) -> Vec<AreaPosition> {
        let mut places = vec![AreaPosition::default(); regions.len()];
        let rects = regions.parts().filter_map(|id| regions.area(id).rect);
        let lowest_top = rects.map(|rect| rect.y).fold(f32::MIN, f32::max);
        for (id, area) in regions.areas() {
            let around = area.parent.map_or(AreaPosition::default(), |parent| places[parent.index()]);
            places[id.index()].is_part = area.levels.is_part;
            let reaches_down = area.rect.is_some_and(|rect| rect.bottom() > lowest_top);
            places[id.index()].is_lowest = area.levels.is_part && reaches_down;
            places[id.index()].is_in_part = around.is_part || around.is_in_part;
            let children: Vec<usize> = regions.children(id).map(AreaId::index).collect();
            let mut kinds: Vec<u64> = children.iter().filter_map(|&child| facts[child].kind).collect();
            kinds.sort_unstable();
            for (place, &child) in children.iter().enumerate() {
                let near = &children[place.saturating_sub(NEIGHBOURS)..children.len().min(place + NEIGHBOURS + 1)];
                places[child].is_beside = near.iter().any(|&other| facts[child].is_beside_of(&facts[other]));
                let of_kind = |kind: u64| {
                    kinds.partition_point(|&other| other <= kind) - kinds.partition_point(|&other| other < kind)
                };
                places[child].n_alike = facts[child].kind.map_or(0, of_kind);
            }
        }
        places
    }
}

/// What the page calls it.
fn by_name(document: &Document, page: &PageFacts, facts: &Facts, place: AreaPosition) -> Option<(Role, String)> {
    let words = facts.words;
    let share = facts.letter_share(page);
    let is_small = share < BAND_TEXT;
    let is_narrow = facts.width_share(page).is_none_or(|width| width < 0.5);
    let is_upper = facts.middle_share(page).is_none_or(|middle| middle < 0.5);
    let roles = [
        (Role::Cookie, NameWords::COOKIE, share < 0.2),
        (Role::Ad, NameWords::AD, share < 0.2),
        (Role::Comments, COMMENTS, !words.has(MAIN)),
        (Role::Related, NameWords::RELATED, is_small),
        (Role::Footer, FOOTER, is_small && !place.is_below_main && !(is_upper && page.has_layout())),
        (Role::Nav, NAV, facts.link_share() > 0.4 || facts.letters < 40),
        (Role::Header, HEADER, is_small && is_upper && !place.is_below_main && !words.has(MAIN)),
        (Role::Sidebar, SIDE, is_small && (is_narrow || facts.is_aside) && !place.is_below_main && !words.has(MAIN)),
        (Role::Main, MAIN, place.is_part && share > 0.3 && facts.link_share() < 0.8),
    ];
    let (role, word, _) = roles.into_iter().find(|&(_, word, is_so)| is_so && words.has(word))?;
    Some((role, format!("the page calls it so: {}", facts.name(document, word))))
}

/// Where it stands.
fn by_place(page: &PageFacts, facts: &Facts, place: AreaPosition) -> Option<(Role, String)> {
    if page.has_layout() && facts.rect.is_none() {
        return Some((Role::Other, "nothing of it can be seen".to_owned()));
    }
    let rect = facts.rect?;
    if facts.is_fixed && facts.mentions_cookies {
        return Some((Role::Cookie, "it stays in the window and is about cookies".to_owned()));
    }
    let band = BAND_HEIGHT.max(BAND_SHARE * page.rect.height);
    let is_small = facts.letter_share(page) < BAND_TEXT;
    let width = rect.width / page.rect.width.max(1.0);
    let describe = |what: &str| format!("{what}, {:.0} by {:.0} pixels", rect.width, rect.height);
    if place.is_part && is_small && rect.bottom() <= page.rect.y + band {
        // Links with the picture of the site are its header, links alone a menu.
        let role = if facts.is_made_of_links() && facts.n_images == 0 { Role::Nav } else { Role::Header };
        return Some((role, describe("at the top of the page")));
    }
    let is_low = rect.height < LOW_SHARE * page.rect.height && rect.bottom() >= page.rect.bottom() - 1.0;
    let is_in_band = rect.y >= page.rect.bottom() - band && page.rect.height > 2.0 * band;
    // A footer may be of several parts; a list above it is none of them.
    let ends_page = place.is_lowest || (place.is_part && facts.n_alike < LIST);
    if ends_page && is_small && rect.y > page.rect.y && (is_in_band || is_low) {
        return Some((Role::Footer, describe("at the bottom of the page")));
    }
    let is_beside = place.is_beside && width < SIDE_WIDTH && rect.height > SIDE_HEIGHT && !place.is_below_main;
    let is_at_edge =
        rect.x <= page.rect.x + 0.1 * page.rect.width || rect.right() >= page.rect.right() - 0.1 * page.rect.width;
    if is_beside && is_at_edge && is_small && (place.is_part || facts.link_share() > ARTICLE_LINKS) {
        let role = if facts.is_made_of_links() { Role::Nav } else { Role::Sidebar };
        return Some((role, describe(&format!("beside the rest, {:.0} % of the width", width * 100.0))));
    }
    None
}

/// What is in it.
fn by_content(facts: &Facts, place: AreaPosition) -> (Role, String) {
    let links = (facts.link_share() * 100.0).round();
    if facts.is_made_of_links() {
        return (Role::Nav, format!("{links} % of its text is links, {} of them, short ones", facts.n_links));
    }
    let has_content = facts.n_words >= ITEM_WORDS || (facts.n_images > 0 && facts.n_words > 0);
    let is_item = place.is_in_part && place.n_alike >= LIST && has_content;
    if is_item {
        // What HTML calls an article: a result, a product, a post that could stand alone.
        return (Role::Article, format!("one of {} units of one kind", place.n_alike));
    }
    if facts.n_alike >= LIST {
        return (Role::List, format!("{} units of one kind", facts.n_alike));
    }
    if facts.link_share() >= LINKS && facts.n_links as usize >= LIST {
        return (Role::List, format!("{links} % of its text is links, {} of them, long ones", facts.n_links));
    }
    if facts.n_words >= ARTICLE_WORDS && facts.link_share() < ARTICLE_LINKS {
        return (Role::Article, format!("{} words, {links} % of them in links", facts.n_words));
    }
    let mut reason = String::new();
    // Writing to a string cannot fail.
    let _ = write!(reason, "{} word{}", facts.n_words, if facts.n_words == 1 { "" } else { "s" });
    if facts.n_images > 0 {
        let _ = write!(reason, ", {} picture{}", facts.n_images, if facts.n_images == 1 { "" } else { "s" });
    }
    (Role::Other, reason)
}

/// Of the parts that are no frame of the page, the one with most text outside links is the main one; on a page of links,
/// the one with most of them.
fn choose_main(regions: &Regions, page: &PageFacts, facts: &[Facts], roles: &mut [(Role, String)]) {
    let parts: Vec<usize> = regions.parts().map(AreaId::index).collect();
    if parts.iter().any(|&part| roles[part].0 == Role::Main) {
        return;
    }
    let largest = |is_content: &dyn Fn(usize) -> bool, size: &dyn Fn(usize) -> u32| {
        let parts = parts.iter().copied().filter(|&part| is_content(part));
        parts.max_by_key(|&part| (size(part), std::cmp::Reverse(part)))
    };
    let is_content = |part: usize| matches!(roles[part].0, Role::Article | Role::List | Role::Other);
    let text = |part: usize| facts[part].letters.saturating_sub(facts[part].link_letters);
    let text_share =
        |part: usize| f64::from(text(part)) / f64::from(page.letters.saturating_sub(page.link_letters)).max(1.0);
    if let Some(best) = largest(&is_content, &text).filter(|&part| text_share(part) >= MAIN_TEXT) {
        roles[best] = (Role::Main, format!("{:.0} % of the text that is not in links", text_share(best) * 100.0));
        return;
    }
    let is_any = |part: usize| is_content(part) || (roles[part].0 == Role::Nav && !facts[part].words.has(NAV));
    let share = |part: usize| facts[part].letter_share(page);
    if let Some(best) = largest(&is_any, &|part| facts[part].letters).filter(|&part| share(part) >= MAIN_LINKS) {
        roles[best] = (Role::Main, format!("{:.0} % of the text of a page of links", share(best) * 100.0));
    }
}

#[cfg(test)]
mod tests;
