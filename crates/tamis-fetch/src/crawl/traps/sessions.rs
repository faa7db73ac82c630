//! Session ids under names that nobody knows.
//!
//! Those with well-known names are taken out of addresses before they come here. Of others the behaviour tells: a value that
//! looks random, the same in several links of a page, and another one than in the address of the page itself; and so on page
//! after page. The id of an article behaves otherwise: the links of a list differ in it, and those of the article's own
//! pages have the article's.
//!
//! Once a place is known as that of a session id, an address counts without what stands there, and the first one of each
//! is asked for: the crawl ends with the pages of the site.

use super::address::{UrlParts, number_of};
use super::{Trap, TrapKind};
use crate::crawl::canonical::looks_random;
use std::collections::{HashMap, HashSet};

/// Links of a page that must agree in the value. Two may do so because one thing has a title and a picture.
const MIN_LINKS: u32 = 3;

/// Pages that must behave like this before it is believed; of those that do not, there may be one for every four.
const MIN_PAGES: u32 = 8;

/// Places and addresses that are remembered.
const MAX_PLACES: usize = 10_000;
const MAX_ADDRESSES: usize = 500_000;

#[derive(Clone, Debug, Default)]
pub(super) struct Sessions {
    places: HashMap<u64, ParameterHistory>,
    /// Addresses without the value at a place.
    addresses: HashSet<u64>,
}

/// What is known of one parameter or one segment of a host's addresses.
#[derive(Clone, Debug, Default)]
struct ParameterHistory {
    /// The page whose links are coming in, and what they have in this place.
    page: u64,
    value: u64,
    n_links: u32,
    is_uniform: bool,
    /// Whether the address of the page has a value there itself. If not, its links tell nothing.
    is_telling: bool,
    /// The value that the links of the page before agreed in.
    value_before: u64,
    n_like_session: u32,
    n_unlike: u32,
    is_session: bool,
}

impl Sessions {
    pub(super) fn look(&mut self, parts: &UrlParts<'_>, from: Option<&UrlParts<'_>>) -> Option<Trap> {
        let from = from.filter(|from| from.origin == parts.origin);
        let mut trap = None;
        for (name, value, rest) in random_values(parts) {
            let key = number_of(&(parts.origin, &name));
            if self.places.len() >= MAX_PLACES && !self.places.contains_key(&key) {
                continue;
            }
            let place = self.places.entry(key).or_default();
            if let Some(from) = from {
                let own = random_values(from).find(|(own_name, ..)| *own_name == name).map(|(_, own, _)| own);
                place.note(number_of(&from.url), number_of(&value), own.map(|own| number_of(&own)));
            }
            let address = number_of(&(key, rest));
            if place.is_session && self.addresses.contains(&address) {
                trap = Some(Trap {
                    kind: TrapKind::SessionId,
                    detail: format!(
                        "{name} is another random value on every page, as session ids are, and the address is known without it"
                    ),
                });
            } else if self.addresses.len() < MAX_ADDRESSES {
                self.addresses.insert(address);
            }
        }
        trap
    }
}

impl ParameterHistory {
    /// Takes in a link of a page; `own` is what the address of the page has in this place.
    fn note(&mut self, page: u64, value: u64, own: Option<u64>) {
        if page != self.page {
            self.end_page();
            *self = ParameterHistory { page, value, n_links: 0, is_uniform: true, is_telling: own.is_some(), ..*self };
        }
        self.n_links += 1;
        self.is_uniform &= value == self.value && own != Some(value);
    }

    fn end_page(&mut self) {
        if !self.is_telling {
            return;
        }
        if self.is_uniform && self.n_links >= MIN_LINKS && self.value != self.value_before {
            self.n_like_session += 1;
            self.value_before = self.value;
        } else {
            self.n_unlike += 1;
        }
        self.is_session |= self.n_like_session >= MIN_PAGES && self.n_like_session >= 4 * self.n_unlike;
    }
}

/// The places of an address with a value that looks random: how people call the place, the value, and the address without it.
fn random_values<'a>(parts: &'a UrlParts<'_>) -> impl Iterator<Item = (String, &'a str, u64)> {
    let segments =
        parts.segments.iter().enumerate().filter(|(_, segment)| may_be_random(segment)).map(|(i, segment)| {
            let rest = (&parts.segments[..i], &parts.segments[i + 1..], &parts.parameters);
            (format!("segment {} of the path", i + 1), *segment, number_of(&rest))
        });
    let parameters = parts.parameters.iter().enumerate().filter(|(_, (_, value))| may_be_random(value));
    let parameters = parameters.map(|(i, (name, value))| {
        let rest = (&parts.segments, &parts.parameters[..i], &parts.parameters[i + 1..]);
        (format!("`{name}`"), *value, number_of(&rest))
    });
    segments.chain(parameters)
}

/// Whether a value could be drawn by lot, in a loose sense, as it must also behave like it: one that slips through here
/// brings all its links with it.
fn may_be_random(value: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| value.as_bytes().iter().any(kind);
    let is_one_word = value.len() >= 12 && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    looks_random(value) || is_one_word && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
}
