//! Numbers that go up and up, or down and down.
//!
//! `?page=2` links to `?page=3`, also when there is nothing on either. Real lists have thousands of pages, so the limit is
//! beyond them; what counts is only a number above or below all that were there, found on an address that differs from this
//! one in nothing else. Links from article to article (`/a/17` to `/a/2391`) seldom set such a record.

use super::address::{UrlParts, number_of};
use super::{Trap, TrapKind};
use std::collections::{HashMap, HashSet};

/// Records of one number: twenty thousand pages of a list, which at one a second take five hours and a half.
const MAX_RECORDS: u32 = 20_000;

/// Places of numbers that are remembered.
const MAX_REMEMBERED: usize = 100_000;

#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    places: HashMap<u64, NumberRange>,
}

#[derive(Clone, Copy, Debug)]
struct NumberRange {
    least: i128,
    most: i128,
    n_records: u32,
}

impl Numbers {
    pub(super) fn look(&mut self, parts: &UrlParts<'_>, from: Option<&UrlParts<'_>>) -> Option<Trap> {
        let (before, on, number, after) = difference(from?.url.as_str(), parts.url.as_str())?;
        let place = number_of(&(before, after));
        if self.places.len() >= MAX_REMEMBERED && !self.places.contains_key(&place) {
            return None;
        }
        let place = self.places.entry(place).or_insert(NumberRange { least: on, most: on, n_records: 0 });
        if (place.least..=place.most).contains(&number) {
            return None;
        }
        if place.n_records >= MAX_RECORDS {
            let detail = format!(
                "the number at `{number}` has {MAX_RECORDS} values that were found on nothing but addresses with another one"
            );
            return Some(Trap { kind: TrapKind::TooManyVariants, detail });
        }
        place.n_records += 1;
        place.least = place.least.min(number);
        place.most = place.most.max(number);
        None
    }
}

/// If two addresses differ in one number only: what is before it, the numbers, and what is after it.
fn difference<'a>(one: &'a str, other: &'a str) -> Option<(&'a str, i128, i128, &'a str)> {
    let (one_bytes, other_bytes) = (one.as_bytes(), other.as_bytes());
    let mut start = one_bytes.iter().zip(other_bytes).take_while(|(a, b)| a == b).count();
    while start > 0 && one_bytes[start - 1].is_ascii_digit() {
        start -= 1;
    }
    // A minus belongs to the number where a value begins, and joins words elsewhere.
    if start > 1 && one_bytes[start - 1] == b'-' && matches!(one_bytes[start - 2], b'=' | b'/') {
        start -= 1;
    }
    let has_sign =
        |bytes: &[u8]| bytes.get(start) == Some(&b'-') && start > 0 && matches!(bytes[start - 1], b'=' | b'/');
    let number = |text: &'a str| -> Option<(i128, &'a str)> {
        let rest = text.get(start..)?;
        let n_sign = usize::from(has_sign(text.as_bytes()));
        let end = n_sign + rest[n_sign..].bytes().take_while(u8::is_ascii_digit).count();
        Some((rest[..end].parse().ok()?, &rest[end..]))
    };
    let (one_number, one_after) = number(one)?;
    let (other_number, other_after) = number(other)?;
    (one_after == other_after).then_some((&one[..start], one_number, other_number, other_after))
}

/// A path can be a combination if it has at least this many segments: a section, a thing and a part of it are three.
const MIN_SEGMENTS: usize = 4;

/// Paths of one section, and as many for each word in them. Fifty versions of a manual have each of its pages fifty times.
const MAX_PATHS: usize = 5_000;
const MAX_PATHS_PER_WORD: usize = 50;

/// Words that are remembered, over all sections.
const MAX_WORDS: usize = 500_000;

/// Filters that are written into the path: `/lamps/red/metal/small`.
///
/// Below one first segment, the paths of a site have about as many different segments as there are paths: nearly each page
/// has a name of its own. Filters are the same few words in ever more combinations.
#[derive(Clone, Debug, Default)]
pub(super) struct Sections {
    sections: HashMap<u64, Section>,
    n_remembered: usize,
}

#[derive(Clone, Debug, Default)]
struct Section {
    words: HashSet<u64>,
    n_paths: usize,
}

impl Sections {
    pub(super) fn look(&mut self, parts: &UrlParts<'_>) -> Option<Trap> {
        let words: Vec<&str> = parts.segments.iter().copied().filter(|segment| !segment.is_empty()).collect();
        let n_numbers = words.iter().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())).count();
        // Dates are combinations of few numbers, and so are ids that are cut into pieces.
        if words.len() < MIN_SEGMENTS || parts.dated.is_some() || n_numbers > 1 || parts.url.query().is_some() {
            return None;
        }
        let key = number_of(&(parts.origin, words[0]));
        let is_full = self.n_remembered >= MAX_WORDS;
        if is_full && !self.sections.contains_key(&key) {
            return None;
        }
        let section = self.sections.entry(key).or_default();
        if section.n_paths >= MAX_PATHS.max(MAX_PATHS_PER_WORD * section.words.len()) {
            let (n_paths, n_words) = (section.n_paths, section.words.len());
            let detail = format!("`/{}/` was found with {n_paths} paths, made of {n_words} segments", words[0]);
            return Some(Trap { kind: TrapKind::TooManyVariants, detail });
        }
        if !is_full {
            section.n_paths += 1;
            for word in &words[1..] {
                self.n_remembered += usize::from(section.words.insert(number_of(word)));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(one: &str, other: &str, expect: Option<(i128, i128)>) {
        let found = difference(one, other).map(|(_, one, other, _)| (one, other));
        assert_eq!(found, expect, "{one} {other}");
    }

    #[test]
    fn one_number_may_differ() {
        check("http://a/?page=9", "http://a/?page=10", Some((9, 10)));
        check("http://a/p19/x", "http://a/p120/x", Some((19, 120)));
        check("http://a/?w=-1", "http://a/?w=-12", Some((-1, -12)));
        check("http://a/?w=0", "http://a/?w=-1", Some((0, -1)));
        check("http://a/x-1", "http://a/x-2", Some((1, 2)));
        check("http://a/1/1", "http://a/2/2", None);
        check("http://a/?page=9", "http://a/?page=10&x", None);
        check("http://a/a", "http://a/b", None);
        check("http://a/", "http://a/", None);
    }
}
