//! Filters that are written into the path: `/lamps/red/metal/small`.
//!
//! Below one first segment, the paths of a site have about as many different segments as there are paths: nearly each page
//! has a name of its own. Filters are the same few words in ever more combinations.

use super::parts::{Parts, number_of};
use super::{Trap, TrapKind};
use std::collections::{HashMap, HashSet};

/// A path can be a combination if it has at least this many segments: a section, a thing and a part of it are three.
const MIN_SEGMENTS: usize = 4;

/// Paths of one section, and as many for each word in them. Fifty versions of a manual have each of its pages fifty times.
const MAX_PATHS: usize = 5_000;
const MAX_PATHS_PER_WORD: usize = 50;

/// Words that are remembered, over all sections.
const MAX_REMEMBERED: usize = 500_000;

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
    pub(super) fn look(&mut self, parts: &Parts<'_>) -> Option<Trap> {
        let words: Vec<&str> = parts.segments.iter().copied().filter(|segment| !segment.is_empty()).collect();
        let n_numbers = words.iter().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())).count();
        // Dates are combinations of few numbers, and so are ids that are cut into pieces.
        if words.len() < MIN_SEGMENTS || parts.dated.is_some() || n_numbers > 1 || parts.url.query().is_some() {
            return None;
        }
        let key = number_of(&(parts.origin, words[0]));
        let is_full = self.n_remembered >= MAX_REMEMBERED;
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
