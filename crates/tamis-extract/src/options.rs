//! The options of a method by name. Each options struct has one table of its fields ([`MethodOptions::table`]): name,
//! kind, range, documentation, how a value is read and how it is set. The command's flags and help, the provenance of
//! an answer, the documentation and the bindings are made from that table; defaults are those of the struct.

use std::fmt;

/// Options of a method that can be listed, read and set by name.
///
/// `default()` is what we recommend. [`paper`](MethodOptions::paper) is as near to the method's paper as it can be
/// followed.
pub trait MethodOptions: Clone + Default + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The values and the steps of the paper.
    fn paper() -> Self;

    /// Every option, in the order in which they are shown.
    fn table() -> &'static [OptionSpec<Self>];
}

/// A row of the table of options.
pub struct OptionSpec<O> {
    name: &'static str,
    doc: &'static str,
    access: Access<O>,
    is_read: fn(&O) -> bool,
}

/// Which values an option takes, and how they get into the struct and out of it.
enum Access<O> {
    Number { min: f64, max: f64, get: fn(&O) -> f64, set: fn(&mut O, f64) },
    Count { min: usize, max: usize, get: fn(&O) -> usize, set: fn(&mut O, usize) },
    CountOrAuto { min: usize, max: usize, get: fn(&O) -> Option<usize>, set: fn(&mut O, Option<usize>) },
    Flag { get: fn(&O) -> bool, set: fn(&mut O, bool) },
    Choice { words: &'static [&'static str], get: fn(&O) -> usize, set: fn(&mut O, usize) },
}

/// Which values an option takes.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// A decimal number between two others.
    Number {
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
    },
    /// A whole number between two others.
    Count {
        /// The smallest value.
        min: usize,
        /// The largest value.
        max: usize,
    },
    /// A whole number between two others, or `auto` for one that the method finds on the page.
    CountOrAuto {
        /// The smallest value.
        min: usize,
        /// The largest value.
        max: usize,
    },
    /// `true` or `false`.
    Flag,
    /// One word of a list.
    Choice(&'static [&'static str]),
}

/// The value of an option.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum OptionValue {
    /// The method finds the value on the page.
    Auto,
    /// A decimal number.
    Number(f64),
    /// A whole number.
    Count(usize),
    /// Yes or no.
    Flag(bool),
    /// A word of the option's list.
    Choice(&'static str),
}

impl<O> OptionSpec<O> {
    /// A decimal number from `min` to `max`.
    pub const fn number(
        name: &'static str,
        (min, max): (f64, f64),
        doc: &'static str,
        get: fn(&O) -> f64,
        set: fn(&mut O, f64),
    ) -> OptionSpec<O> {
        OptionSpec { name, doc, access: Access::Number { min, max, get, set }, is_read: |_| true }
    }

    /// A whole number from `min` to `max`.
    pub const fn count(
        name: &'static str,
        (min, max): (usize, usize),
        doc: &'static str,
        get: fn(&O) -> usize,
        set: fn(&mut O, usize),
    ) -> OptionSpec<O> {
        OptionSpec { name, doc, access: Access::Count { min, max, get, set }, is_read: |_| true }
    }

    /// A whole number from `min` to `max`, or `auto`.
    pub const fn count_or_auto(
        name: &'static str,
        (min, max): (usize, usize),
        doc: &'static str,
        get: fn(&O) -> Option<usize>,
        set: fn(&mut O, Option<usize>),
    ) -> OptionSpec<O> {
        OptionSpec { name, doc, access: Access::CountOrAuto { min, max, get, set }, is_read: |_| true }
    }

    /// `true` or `false`.
    pub const fn flag(
        name: &'static str,
        doc: &'static str,
        get: fn(&O) -> bool,
        set: fn(&mut O, bool),
    ) -> OptionSpec<O> {
        OptionSpec { name, doc, access: Access::Flag { get, set }, is_read: |_| true }
    }

    /// One of `words`; `get` and `set` speak of its place among them.
    pub const fn choice(
        name: &'static str,
        words: &'static [&'static str],
        doc: &'static str,
        get: fn(&O) -> usize,
        set: fn(&mut O, usize),
    ) -> OptionSpec<O> {
        OptionSpec { name, doc, access: Access::Choice { words, get, set }, is_read: |_| true }
    }

    /// The same for an option that the method reads only where the others have certain values.
    #[must_use]
    pub const fn read_if(mut self, is_read: fn(&O) -> bool) -> OptionSpec<O> {
        self.is_read = is_read;
        self
    }

    /// The name in every surface: `--name` on the command line, `name=` elsewhere.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it does, in one line.
    pub fn doc(&self) -> &'static str {
        self.doc
    }

    /// Which values it takes.
    pub fn kind(&self) -> OptionKind {
        match self.access {
            Access::Number { min, max, .. } => OptionKind::Number { min, max },
            Access::Count { min, max, .. } => OptionKind::Count { min, max },
            Access::CountOrAuto { min, max, .. } => OptionKind::CountOrAuto { min, max },
            Access::Flag { .. } => OptionKind::Flag,
            Access::Choice { words, .. } => OptionKind::Choice(words),
        }
    }

    /// Whether the method reads the option, the others being as they are.
    pub fn is_read(&self, options: &O) -> bool {
        (self.is_read)(options)
    }

    /// The value that the options have.
    pub fn get(&self, options: &O) -> OptionValue {
        match self.access {
            Access::Number { get, .. } => OptionValue::Number(get(options)),
            Access::Count { get, .. } => OptionValue::Count(get(options)),
            Access::CountOrAuto { get, .. } => get(options).map_or(OptionValue::Auto, OptionValue::Count),
            Access::Flag { get, .. } => OptionValue::Flag(get(options)),
            Access::Choice { words, get, .. } => OptionValue::Choice(words[get(options)]),
        }
    }

    /// Sets the value that `text` spells; `false` if the option does not take it.
    #[must_use]
    pub fn set(&self, options: &mut O, text: &str) -> bool {
        let Some(value) = self.kind().parse(text) else { return false };
        match (&self.access, value) {
            (Access::Number { set, .. }, OptionValue::Number(number)) => set(options, number),
            (Access::Count { set, .. }, OptionValue::Count(count)) => set(options, count),
            (Access::CountOrAuto { set, .. }, OptionValue::Count(count)) => set(options, Some(count)),
            (Access::CountOrAuto { set, .. }, OptionValue::Auto) => set(options, None),
            (Access::Flag { set, .. }, OptionValue::Flag(flag)) => set(options, flag),
            (Access::Choice { words, set, .. }, OptionValue::Choice(word)) => {
                let place = words.iter().position(|&known| known == word);
                set(options, place.expect("invariant: a parsed word is one of the list"));
            }
            _ => return false,
        }
        true
    }
}

impl OptionKind {
    /// The value that `text` spells, `None` if the option does not take it.
    pub fn parse(self, text: &str) -> Option<OptionValue> {
        match self {
            OptionKind::CountOrAuto { .. } if text == "auto" => Some(OptionValue::Auto),
            OptionKind::Number { min, max } => {
                text.parse().ok().filter(|number| (min..=max).contains(number)).map(OptionValue::Number)
            }
            OptionKind::Count { min, max } | OptionKind::CountOrAuto { min, max } => {
                text.parse().ok().filter(|count| (min..=max).contains(count)).map(OptionValue::Count)
            }
            OptionKind::Flag => text.parse().ok().map(OptionValue::Flag),
            OptionKind::Choice(words) => {
                words.iter().find(|&&word| word == text).map(|&word| OptionValue::Choice(word))
            }
        }
    }
}

impl fmt::Display for OptionKind {
    /// Which values the option takes, to complete "it takes …".
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            OptionKind::Number { min, max } => write!(out, "a number from {min} to {max}"),
            OptionKind::CountOrAuto { min, max } => write!(out, "auto or a whole number from {min} to {max}"),
            OptionKind::Count { min, max } => write!(out, "a whole number from {min} to {max}"),
            OptionKind::Flag => write!(out, "true or false"),
            OptionKind::Choice(words) => write!(out, "{}", words.join(" or ")),
        }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Auto => write!(out, "auto"),
            OptionValue::Number(number) => write!(out, "{number}"),
            OptionValue::Count(count) => write!(out, "{count}"),
            OptionValue::Flag(flag) => write!(out, "{flag}"),
            OptionValue::Choice(word) => write!(out, "{word}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean::weights::WeightsOptions;
    use crate::segment;
    use crate::testing::{assert_option_table, assert_paper_values};

    #[track_caller]
    fn check(kind: OptionKind, text: &str, expect: Option<OptionValue>) {
        assert_eq!(kind.parse(text), expect, "{text:?} for {kind}");
    }

    #[test]
    fn a_number_stays_between_its_bounds() {
        let kind = OptionKind::Number { min: 0.0, max: 1.0 };
        check(kind, "0.3", Some(OptionValue::Number(0.3)));
        check(kind, "1", Some(OptionValue::Number(1.0)));
        check(kind, "1.01", None);
        check(kind, "NaN", None);
        check(kind, "auto", None);
        check(kind, "", None);
    }

    #[test]
    fn auto_is_a_value_only_where_the_table_says_so() {
        let kind = OptionKind::CountOrAuto { min: 1, max: 60 };
        check(kind, "auto", Some(OptionValue::Auto));
        check(kind, "10", Some(OptionValue::Count(10)));
        check(kind, "61", None);
    }

    #[test]
    fn counts_flags_and_words_take_their_own_spelling_only() {
        check(OptionKind::Count { min: 1, max: 10 }, "10", Some(OptionValue::Count(10)));
        check(OptionKind::Count { min: 1, max: 10 }, "0", None);
        check(OptionKind::Count { min: 1, max: 10 }, "-1", None);
        check(OptionKind::Flag, "true", Some(OptionValue::Flag(true)));
        check(OptionKind::Flag, "yes", None);
        check(OptionKind::Choice(&["string", "tree"]), "tree", Some(OptionValue::Choice("tree")));
        check(OptionKind::Choice(&["string", "tree"]), "Tree", None);
    }

    #[test]
    fn every_option_is_read_as_it_was_set() {
        assert_option_table::<WeightsOptions>();
        assert_option_table::<segment::auto::AutoOptions>();
    }

    /// The values that the papers print, by the names of our options.
    #[test]
    fn the_profile_of_the_paper_has_the_values_of_the_paper() {
        assert_paper_values::<WeightsOptions>(&[
            ("noise-threshold", "0.5"),
            ("footer-words", "5"),
            ("footer-penalty", "0.6"),
            ("formula", "literal"),
        ]);
    }
}
