//! Addresses of one shape that all have the same content.

use super::address::{UrlParts, number_of};
use super::{Trap, TrapKind};
use crate::crawl::canonical::looks_random;
use std::collections::HashMap;

/// Pages in a row with the same content. Things that are sold out may share one page; a hundred of them in a row, without
/// one that is there, are a machine's.
const MAX_SAME: u32 = 100;

/// Shapes that are remembered.
const MAX_REMEMBERED: usize = 100_000;

#[derive(Clone, Debug, Default)]
pub(super) struct Contents {
    /// The last content of each shape, and how many pages in a row had it.
    shapes: HashMap<u64, (u64, u32)>,
}

impl Contents {
    /// An address is a trap if its shape brings nothing new, and if it was found on a page that did not either: what other
    /// pages link to is asked for.
    pub(super) fn look(&self, parts: &UrlParts<'_>, from: Option<&UrlParts<'_>>) -> Option<Trap> {
        if self.shapes.is_empty() {
            return None;
        }
        let is_barren = |parts| self.shapes.get(&shape(parts)).is_some_and(|(_, n_same)| *n_same >= MAX_SAME);
        (is_barren(from?) && is_barren(parts)).then(|| Trap {
            kind: TrapKind::SameContent,
            detail: format!("the last {MAX_SAME} addresses of this shape all had the same content"),
        })
    }

    pub(super) fn note(&mut self, parts: &UrlParts<'_>, digest: u64) {
        let shape = shape(parts);
        if self.shapes.len() >= MAX_REMEMBERED && !self.shapes.contains_key(&shape) {
            return;
        }
        let (last, n_same) = self.shapes.entry(shape).or_insert((digest, 0));
        if *last == digest {
            *n_same = n_same.saturating_add(1);
        } else {
            (*last, *n_same) = (digest, 1);
        }
    }
}

/// What addresses that a server makes up have in common: the path without its numbers and random values, and the names of
/// the parameters.
fn shape(parts: &UrlParts<'_>) -> u64 {
    let segments =
        parts.segments.iter().map(|segment| if looks_random(segment) { "~".to_owned() } else { wordy(segment) });
    let mut names: Vec<&str> = parts.parameters.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    number_of(&(parts.origin, segments.collect::<Vec<_>>(), names))
}

/// A segment with one sign for each number.
fn wordy(segment: &str) -> String {
    let mut text = String::with_capacity(segment.len());
    for character in segment.chars() {
        let character = if character.is_ascii_digit() { '#' } else { character };
        if character != '#' || !text.ends_with('#') {
            text.push(character);
        }
    }
    text
}
