//! One page with ever more parameters: filters that can be combined.
//!
//! `?id=1` to `?id=100000` are pages of their own, and `?id=7&page=3` is a part of one. Filters are another thing: a list
//! with ten of them has more combinations than anyone can ask for, of the same few things. They show in two ways. Either
//! the *sets* of parameters become many, although the parameters are few; or the combinations of values become many,
//! although no parameter has many values. Numbers of pages are left out of both.

use super::parts::{Parts, is_paging, number_of};
use super::{Trap, TrapKind};
use std::collections::{HashMap, HashSet};

/// Sets of parameters of one path: the combinations of seven filters.
const MAX_SETS: usize = 128;

/// As many sets for each name that occurs in them. A portal with a hundred scripts behind one path has many sets because it
/// has many names; with filters the sets outgrow the names.
const MAX_SETS_PER_NAME: usize = 4;

/// An address can be a combination if it has at least this many parameters: two are a thing and a part of it.
const MIN_COMBINED: usize = 3;

/// Combinations of one path, and as many for each value of the parameter with the most: where one parameter names a thing,
/// it has about as many values as there are addresses, and fifty addresses a thing leave room for its parts.
const MAX_COMBINATIONS: usize = 2_000;
const MAX_COMBINATIONS_PER_VALUE: usize = 50;

/// The same parameters with the same values: a second order of them may be another page, a third is not.
const MAX_ORDERS: u8 = 2;

/// Numbers that are remembered, over all paths; 8 bytes each.
const MAX_REMEMBERED: usize = 1_000_000;

#[derive(Clone, Debug, Default)]
pub(super) struct Variants {
    pages: HashMap<u64, Page>,
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
}

impl Variants {
    pub(super) fn look(&mut self, parts: &Parts<'_>) -> Option<Trap> {
        if parts.parameters.is_empty() || self.n_remembered >= MAX_REMEMBERED {
            return None;
        }
        let mut pieces = pieces(&parts.parameters);
        pieces.sort_unstable();
        self.look_at_order(parts)
            .or_else(|| self.look_at_set(parts, &pieces))
            .or_else(|| self.look_at_combination(parts, &pieces))
    }

    fn look_at_order(&mut self, parts: &Parts<'_>) -> Option<Trap> {
        if parts.parameters.len() < 2 {
            return None;
        }
        let mut sorted = parts.parameters.clone();
        sorted.sort_unstable();
        let n_orders = self.orders.entry(number_of(&(parts.page(), sorted))).or_insert_with(|| {
            self.n_remembered += 1;
            0
        });
        if *n_orders >= MAX_ORDERS {
            let detail =
                format!("the same {} parameters were there in {MAX_ORDERS} other orders", parts.parameters.len());
            return Some(Trap { kind: TrapKind::TooManyVariants, detail });
        }
        *n_orders += 1;
        None
    }

    fn look_at_set(&mut self, parts: &Parts<'_>, pieces: &[Piece]) -> Option<Trap> {
        let names: Vec<u64> = pieces.iter().map(|piece| piece.name).collect();
        let page = self.pages.entry(parts.page()).or_default();
        let set = number_of(&names);
        if page.sets.contains(&set) {
            return None;
        }
        let n_new_names = names.iter().filter(|name| !page.values.contains_key(name)).count();
        let n_names = page.values.len() + n_new_names;
        if page.sets.len() >= MAX_SETS.max(MAX_SETS_PER_NAME * n_names) {
            let detail = format!(
                "`{}` has been there with {} sets of parameters, made of {n_names} names",
                parts.url.path(),
                page.sets.len()
            );
            return Some(Trap { kind: TrapKind::TooManyVariants, detail });
        }
        page.sets.insert(set);
        for name in names {
            page.values.entry(name).or_default();
        }
        self.n_remembered += 1 + n_new_names;
        None
    }

    fn look_at_combination(&mut self, parts: &Parts<'_>, pieces: &[Piece]) -> Option<Trap> {
        if pieces.len() < MIN_COMBINED {
            return None;
        }
        let page = self.pages.entry(parts.page()).or_default();
        let n_values = page.values.values().map(HashSet::len).max().unwrap_or(0);
        if page.n_combinations >= MAX_COMBINATIONS.max(MAX_COMBINATIONS_PER_VALUE * n_values) {
            let detail = format!(
                "`{}` has been there with {} combinations of parameters, none of which has more than {n_values} values",
                parts.url.path(),
                page.n_combinations
            );
            return Some(Trap { kind: TrapKind::TooManyVariants, detail });
        }
        page.n_combinations += 1;
        for piece in pieces {
            self.n_remembered += usize::from(page.values.entry(piece.name).or_default().insert(piece.value));
        }
        None
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
    for (name, value) in parameters.iter().filter(|(name, _)| !is_paging(name)) {
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
