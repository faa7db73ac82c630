//! A method and the values of its options: what a user chose, and what an answer names as its provenance.

use crate::methods::{self, Answer, Method, Stage};
use crate::page::Page;

/// An option of a method, as the command line, the documentation and the bindings show it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionSpec {
    /// The name in every surface: `--name` on the command line, `name=` elsewhere.
    pub name: &'static str,
    /// Which values it takes.
    pub kind: OptionKind,
    /// The value when nothing is said, spelt as a user would.
    pub default: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
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
    /// A decimal number between two others, or `auto` for one that the method chooses.
    NumberOrAuto {
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

/// Why a method or an option was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MethodError {
    /// No row of the table has this name and stage.
    #[error("there is no {stage} method '{name}'", stage = stage.as_str())]
    UnknownMethod {
        /// What was asked of the method.
        stage: Stage,
        /// The name that was given.
        name: String,
    },
    /// The method has no such option.
    #[error("the method '{method}' has no option '{option}'")]
    UnknownOption {
        /// The method's name.
        method: &'static str,
        /// The name that was given.
        option: String,
    },
    /// The option does not take this value.
    #[error("the option '{option}' takes {expected}, not '{value}'")]
    BadValue {
        /// The option's name.
        option: &'static str,
        /// The value that was given.
        value: String,
        /// Which values it takes.
        expected: String,
    },
}

/// A method with a value for each of its options.
///
/// ```
/// use tamis::{Page, Recipe, Stage};
///
/// let recipe = Recipe::named(Stage::Clean, "tps")?.with("margin", "0.3")?;
/// let page = Page::parse("<p>Hello");
/// assert_eq!(tamis::run(&page, &recipe).text().trim(), "Hello");
/// # Ok::<(), tamis::errors::MethodError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    method: &'static Method,
    values: Vec<OptionValue>,
}

impl Recipe {
    /// The method with the defaults of its paper.
    pub fn of(method: &'static Method) -> Recipe {
        let values = method
            .options
            .iter()
            .map(|spec| spec.kind.parse(spec.default).expect("invariant: a row's default is a value of its option"));
        Recipe { method, values: values.collect() }
    }

    /// The method of this stage and name.
    ///
    /// # Errors
    /// [`MethodError::UnknownMethod`]
    pub fn named(stage: Stage, name: &str) -> Result<Recipe, MethodError> {
        let unknown = || MethodError::UnknownMethod { stage, name: name.to_owned() };
        methods::find(stage, name).map(Recipe::of).ok_or_else(unknown)
    }

    /// The same with another value of an option.
    ///
    /// # Errors
    /// The method has no such option, or the option does not take the value.
    pub fn with(mut self, option: &str, value: &str) -> Result<Recipe, MethodError> {
        let unknown = || MethodError::UnknownOption { method: self.method.name, option: option.to_owned() };
        let place = self.method.options.iter().position(|spec| spec.name == option).ok_or_else(unknown)?;
        let spec = &self.method.options[place];
        self.values[place] = spec.kind.parse(value).ok_or_else(|| MethodError::BadValue {
            option: spec.name,
            value: value.to_owned(),
            expected: spec.kind.to_string(),
        })?;
        Ok(self)
    }

    /// The row of the table.
    pub fn method(&self) -> &'static Method {
        self.method
    }

    /// Each option and its value, in the order of the table.
    pub fn options(&self) -> impl ExactSizeIterator<Item = (&'static OptionSpec, OptionValue)> + '_ {
        self.method.options.iter().zip(self.values.iter().copied())
    }

    /// The value of an option of the method's row.
    pub(crate) fn value(&self, option: &str) -> OptionValue {
        let place = self.method.options.iter().position(|spec| spec.name == option);
        self.values[place.expect("invariant: a row reads only its own options")]
    }

    /// The value of a [`OptionKind::Number`].
    pub(crate) fn number(&self, option: &str) -> f64 {
        self.number_or_auto(option).expect("invariant: the option has no automatic value")
    }

    /// The value of a [`OptionKind::NumberOrAuto`], `None` for `auto`.
    pub(crate) fn number_or_auto(&self, option: &str) -> Option<f64> {
        match self.value(option) {
            OptionValue::Number(number) => Some(number),
            OptionValue::Auto => None,
            other => unreachable!("invariant: the option is a number, not {other:?}"),
        }
    }

    /// The value of a [`OptionKind::Count`].
    pub(crate) fn count(&self, option: &str) -> usize {
        self.count_or_auto(option).expect("invariant: the option has no automatic value")
    }

    /// The value of a [`OptionKind::CountOrAuto`], `None` for `auto`.
    pub(crate) fn count_or_auto(&self, option: &str) -> Option<usize> {
        match self.value(option) {
            OptionValue::Count(count) => Some(count),
            OptionValue::Auto => None,
            other => unreachable!("invariant: the option is a count, not {other:?}"),
        }
    }

    /// The value of a [`OptionKind::Flag`].
    pub(crate) fn flag(&self, option: &str) -> bool {
        match self.value(option) {
            OptionValue::Flag(flag) => flag,
            other => unreachable!("invariant: the option is a flag, not {other:?}"),
        }
    }

    /// The value of a [`OptionKind::Choice`].
    pub(crate) fn choice(&self, option: &str) -> &'static str {
        match self.value(option) {
            OptionValue::Choice(word) => word,
            other => unreachable!("invariant: the option is a choice, not {other:?}"),
        }
    }

    pub(crate) fn answer(&self, page: &Page) -> Answer {
        (self.method.run)(page, self)
    }
}

impl OptionKind {
    /// The value that `text` spells, `None` if the option does not take it.
    fn parse(self, text: &str) -> Option<OptionValue> {
        match self {
            OptionKind::NumberOrAuto { .. } | OptionKind::CountOrAuto { .. } if text == "auto" => {
                Some(OptionValue::Auto)
            }
            OptionKind::Number { min, max } | OptionKind::NumberOrAuto { min, max } => {
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

impl std::fmt::Display for OptionKind {
    /// Which values the option takes, to complete "it takes …".
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            OptionKind::Number { min, max } => write!(out, "a number from {min} to {max}"),
            OptionKind::NumberOrAuto { min, max } => write!(out, "auto or a number from {min} to {max}"),
            OptionKind::CountOrAuto { min, max } => write!(out, "auto or a whole number from {min} to {max}"),
            OptionKind::Count { min, max: usize::MAX } => write!(out, "a whole number from {min}"),
            OptionKind::Count { min, max } => write!(out, "a whole number from {min} to {max}"),
            OptionKind::Flag => write!(out, "true or false"),
            OptionKind::Choice(words) => write!(out, "{}", words.join(" or ")),
        }
    }
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
    fn auto_is_a_value_only_where_the_row_says_so() {
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
    fn a_refusal_names_what_would_have_been_right() {
        let refused = Recipe::named(Stage::Clean, "tps").and_then(|recipe| recipe.with("margin", "lots"));
        assert_eq!(
            refused.expect_err("'lots' is no number").to_string(),
            "the option 'margin' takes a number from 0 to 1, not 'lots'"
        );
        let refused = Recipe::named(Stage::Clean, "tsp").expect_err("no such method");
        assert_eq!(refused.to_string(), "there is no clean method 'tsp'");
        let refused = Recipe::named(Stage::Clean, "tps").and_then(|recipe| recipe.with("size", "1"));
        assert_eq!(refused.expect_err("no such option").to_string(), "the method 'tps' has no option 'size'");
    }
}
