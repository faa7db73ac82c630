//! One page with ever more parameters: filters that can be combined.
//!
//! `?id=1` to `?id=100000` are pages of their own, and `?id=7&page=3` is a part of one. Filters are another thing: a list
//! with ten of them has more combinations than anyone can ask for, of the same few things. They show in two ways. Either
//! the *sets* of parameters become many, although the parameters are few; or the combinations of values become many,
//! although no parameter has many values. Numbers of pages are left out of both.

use super::address::{UrlParts, is_paging, number_of};
use super::{Trap, TrapKind};
use std::collections::{HashMap, HashSet};

/// Sets of parameters of one path: the combinations of seven filters.
const MAX_SETS: usize = 128;

/// The most sets for each name that occurs in them. A portal with a hundred scripts behind one path has many sets because it
/// has many names; with filters the sets outgrow the names.
const MAX_SETS_PER_NAME: usize = 4;

/// Names of parameters of one path; who has more makes them up.
const MAX_NAMES: usize = 1_000;

/// An address can be a combination if at least this many of its parameters vary: two are a thing and a part of it, or a
/// place to go from and one to go to.
const MIN_COMBINED: usize = 3;

/// Combinations of one path, and as many for each value of the parameter with the most: where one parameter names a thing,
/// it has about as many values as there are addresses, and fifty addresses a thing leave room for its parts.
const MAX_COMBINATIONS: usize = 2_000;
const MAX_COMBINATIONS_PER_VALUE: usize = 50;

/// How many orders of equal parameters with equal values are asked for: a second order may be another page, a third is not.
const MAX_ORDERS: u8 = 2;

/// Paths, sets, names and values that are remembered, all together.
const MAX_REMEMBERED: usize = 500_000;

#[derive(Clone, Debug, Default)]
pub(super) struct Variants {
    pages: HashMap<u64, Page>,
    /// Paths that were found with parameters; from the second time on they are pages.
    once: HashSet<u64>,
    /// How many orders there were of one set of parameters with their values.
    orders: HashMap<u64, u8>,
    n_remembered: usize,
}

#[derive(Clone, Debug, Default)]
struct Page {
    /// The sets of names.
    sets: HashSet<u64>,
    /// For each name the values that it has in combinations.
    values: HashMap<u64, HashSet<u64>>,
    n_combinations: usize,
    /// How many values the name with the most of them has.
    most_values: usize,
}

impl Variants {
    pub(super) fn look(&mut self, parts: &UrlParts<'_>) -> Option<Trap> {
        if parts.parameters.is_empty() {
            return None;
        }
        let mut pieces = pieces(&parts.parameters);
        pieces.sort_unstable();
        let detail = self.look_at_order(parts).or_else(|| {
            let key = parts.page();
            if self.is_full() && !self.pages.contains_key(&key) {
                return None;
            }
            let may_grow = !self.is_full();
            // Most paths have one set of parameters and never another: those take no more room than a number.
            if !self.pages.contains_key(&key) && self.once.insert(key) {
                self.n_remembered += 1;
                return None;
            }
            let page = self.pages.entry(key).or_default();
            let (detail, n_new) = page.look(&pieces, may_grow);
            self.n_remembered += n_new;
            detail.map(|detail| format!("`{}` was found with {detail}", parts.url.path()))
        })?;
        Some(Trap { kind: TrapKind::TooManyVariants, detail })
    }

    fn is_full(&self) -> bool {
        self.n_remembered >= MAX_REMEMBERED
    }

    fn look_at_order(&mut self, parts: &UrlParts<'_>) -> Option<String> {
        if parts.parameters.len() < 2 {
            return None;
        }
        let mut sorted = parts.parameters.clone();
        sorted.sort_unstable();
        let key = number_of(&(parts.page(), sorted));
        if self.is_full() && !self.orders.contains_key(&key) {
            return None;
        }
        let n_orders = self.orders.entry(key).or_insert_with(|| {
            self.n_remembered += 1;
            0
        });
        if *n_orders >= MAX_ORDERS {
            let n_parameters = parts.parameters.len();
            return Some(format!("the same {n_parameters} parameters were found in {MAX_ORDERS} other orders"));
        }
        *n_orders += 1;
        None
    }
}

impl Page {
    /// Why a set of parameters is one too many, and how many numbers are new in memory.
    fn look(&mut self, pieces: &[Piece], may_grow: bool) -> (Option<String>, usize) {
        let names: Vec<u64> = pieces.iter().map(|piece| piece.name).collect();
        let set = number_of(&names);
        let mut n_new = 0;
        if !self.sets.contains(&set) {
            n_new = names.iter().filter(|name| !self.values.contains_key(name)).count();
            let n_names = self.values.len() + n_new;
            let n_sets = self.sets.len();
            if n_names > MAX_NAMES {
                return (Some(format!("more than {MAX_NAMES} names of parameters")), 0);
            }
            if n_sets >= MAX_SETS.max(MAX_SETS_PER_NAME * n_names) {
                return (Some(format!("{n_sets} sets of parameters, made of {n_names} names")), 0);
            }
            if may_grow {
                self.sets.insert(set);
                n_new += 1;
                for name in names {
                    self.values.entry(name).or_default();
                }
            }
        }
        if pieces.len() < MIN_COMBINED {
            // That a parameter varies can be learnt here; what it names is not counted.
            for piece in pieces.iter().filter(|_| may_grow) {
                let values = self.values.entry(piece.name).or_default();
                n_new += usize::from(values.len() < 2 && values.insert(piece.value));
            }
            return (None, n_new);
        }
        let is_varying = |piece: &&Piece| {
            self.values.get(&piece.name).is_some_and(|values| values.len() > usize::from(values.contains(&piece.value)))
        };
        let is_combination = pieces.iter().filter(is_varying).count() >= MIN_COMBINED;
        let (n_combinations, n_values) = (self.n_combinations, self.most_values);
        if is_combination && n_combinations >= MAX_COMBINATIONS.max(MAX_COMBINATIONS_PER_VALUE * n_values) {
            let detail =
                format!("{n_combinations} combinations of parameters, none of which has more than {n_values} values");
            return (Some(detail), n_new);
        }
        if may_grow {
            self.n_combinations += usize::from(is_combination);
            for piece in pieces {
                let values = self.values.entry(piece.name).or_default();
                n_new += usize::from(values.insert(piece.value));
                self.most_values = self.most_values.max(values.len());
            }
        }
        (None, n_new)
    }
}

/// A parameter, or one of several that are written into one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Piece {
    name: u64,
    value: u64,
}

/// What is combined. Values such as `color:red|size:m` are combinations themselves, and the numbers in names such as
/// `f[0]` only count them.
fn pieces(parameters: &[(&str, &str)]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (name, value) in parameters.iter().filter(|(name, value)| !is_paging(name, value)) {
        let name: String = name.chars().filter(|character| !character.is_ascii_digit()).collect();
        for part in value.split('|').flat_map(|value| value.split("%7C")).flat_map(|value| value.split("%2C")) {
            for part in part.split(',') {
                let (inner, value) = part.split_once(':').or_else(|| part.split_once("%3A")).unwrap_or(("", part));
                pieces.push(Piece { name: number_of(&(&name, inner)), value: number_of(&value) });
            }
        }
    }
    pieces
}
