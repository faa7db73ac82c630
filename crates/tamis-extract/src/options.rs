//! The options of a method. [`options!`](macro@crate::options) declares them, one row an option: name, setter, type, default,
//! the paper's value, range, when it is read, and documentation. The struct, its `Default` and `paper()`, its setters and its
//! [table](MethodOptions::table) come from the rows; the command's flags and help, the provenance of an answer, the
//! documentation and the bindings are made from the table.

use std::fmt;
use std::ops::RangeInclusive;

/// Declares the options of a method, one row an option.
///
/// ```
/// tamis_extract::options! {
///     /// How things are found.
///     pub struct ThingOptions {
///         /// The least share of the page that a thing fills.
///         min_share, with_min_share: f64 = 0.1, paper 0.2, in 0.0..=1.0;
///
///         /// The most things; auto takes as many as there are.
///         max_things, with_max_things: Option<usize> = None, in 1..=100;
///
///         /// Whether small things count.
///         /// More lines than the first are for readers of the code.
///         small, with_small: bool = true, read if |options| options.min_share < 0.5;
///     }
/// }
/// assert_eq!(ThingOptions::paper().min_share, 0.2);
/// assert!(!ThingOptions::default().with_small(false).small);
/// ```
///
/// The first line of a row's documentation is also the option's line of help. It is a sentence and ends with a full stop.
/// On the command line `min_share` is called `--min-share`. An option without `paper` has the default there too. A block
/// `only in Rust { … }` behind the struct's braces holds fields that have no name outside of Rust.
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Options:ident {
            $(
                #[doc = $help:literal] $(#[doc = $more:literal])*
                $field:ident, $with:ident: $type:ty = $default:expr
                $(, paper $paper:expr)? $(, in $range:expr)? $(, read if $is_read:expr)?;
            )*
        }
        $(only in Rust {
            $(
                $(#[doc = $hidden_doc:literal])*
                $hidden:ident, $with_hidden:ident: $hidden_type:ty = $hidden_default:expr $(, paper $hidden_paper:expr)?;
            )*
        })?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[non_exhaustive]
        $vis struct $Options {
            $(
                #[doc = $help] $(#[doc = $more])*
                #[doc = concat!(
                    "\n\nDefault: `", stringify!($default), "`" $(, "; paper: `", stringify!($paper), "`")?
                    $(, "; range: `", stringify!($range), "`")?, "."
                )]
                pub $field: $type,
            )*
            $($(
                $(#[doc = $hidden_doc])*
                #[doc = concat!(
                    "\n\nDefault: `", stringify!($hidden_default), "`" $(, "; paper: `", stringify!($hidden_paper), "`")?, "."
                )]
                pub $hidden: $hidden_type,
            )*)?
        }

        impl Default for $Options {
            fn default() -> $Options {
                $Options { $($field: $default,)* $($($hidden: $hidden_default,)*)? }
            }
        }

        impl $Options {
            /// The values and the steps of the method's paper; the defaults, if there is no paper.
            #[must_use]
            pub fn paper() -> $Options {
                $Options {
                    $($field: $crate::options!(@first $([$paper])? [$default]),)*
                    $($($hidden: $crate::options!(@first $([$hidden_paper])? [$hidden_default]),)*)?
                }
            }

            $(
                #[doc = concat!("Sets `", stringify!($field), "`.")]
                #[must_use]
                pub fn $with(mut self, $field: $type) -> $Options {
                    self.$field = $field;
                    self
                }
            )*
            $($(
                #[doc = concat!("Sets `", stringify!($hidden), "`.")]
                #[must_use]
                pub fn $with_hidden(mut self, $hidden: $hidden_type) -> $Options {
                    self.$hidden = $hidden;
                    self
                }
            )*)?
        }

        impl $crate::options::MethodOptions for $Options {
            fn paper() -> $Options {
                $Options::paper()
            }

            fn table() -> &'static [$crate::options::OptionSpec<$Options>] {
                use $crate::options::{OptionSpec, OptionValueType, names};
                const {
                    &[$(
                        OptionSpec::new(
                            {
                                const FIELD: &str = stringify!($field);
                                const NAME: [u8; FIELD.len()] = names::dashed(FIELD);
                                names::text(&NAME)
                            },
                            {
                                const HELP: [u8; names::help_len($help)] = names::help($help);
                                names::text(&HELP)
                            },
                            || <$type as OptionValueType>::kind($crate::options!(@first $([$range])? [()])),
                            |options| options.$field.to_value(),
                            |options, value| {
                                let value = <$type as OptionValueType>::from_value(value);
                                value.map(|value| options.$field = value).is_some()
                            },
                            $crate::options!(@first $([$is_read])? [|_| true]),
                        ),
                    )*]
                }
            }
        }
    };
    (@first [$first:expr] $([$second:expr])?) => { $first };
}

/// Declares an enum whose variants an option takes by a word.
///
/// ```
/// tamis_extract::option_words! {
///     /// What is compared.
///     pub enum Compared {
///         /// Strings.
///         Strings = "strings",
///         /// Trees.
///         Trees = "trees",
///     }
/// }
/// ```
#[macro_export]
macro_rules! option_words {
    ($(#[$meta:meta])* $vis:vis enum $Enum:ident { $($(#[$variant_meta:meta])* $Variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $Enum { $($(#[$variant_meta])* $Variant,)* }

        impl $crate::options::OptionValueType for $Enum {
            type Range = ();

            fn kind((): ()) -> $crate::options::OptionKind {
                $crate::options::OptionKind::Choice(&[$($word),*])
            }

            fn to_value(self) -> $crate::options::OptionValue {
                $crate::options::OptionValue::Choice(match self { $($Enum::$Variant => $word,)* })
            }

            fn from_value(value: $crate::options::OptionValue) -> Option<$Enum> {
                match value {
                    $($crate::options::OptionValue::Choice($word) => Some($Enum::$Variant),)*
                    _ => None,
                }
            }
        }
    };
}

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
    kind: fn() -> OptionKind,
    get: fn(&O) -> OptionValue,
    set: fn(&mut O, OptionValue) -> bool,
    is_read: fn(&O) -> bool,
}

/// A type that a field of an options struct can have.
pub trait OptionValueType: Copy {
    /// What bounds the values; `()` if all of them are allowed.
    type Range;

    /// Which values the option takes, within `range`.
    fn kind(range: Self::Range) -> OptionKind;

    /// The value as text and tables show it.
    fn to_value(self) -> OptionValue;

    /// The field's value; `None` if `value` is of another kind.
    fn from_value(value: OptionValue) -> Option<Self>;
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
    /// Makes a row; [`options!`](macro@crate::options) does that.
    #[doc(hidden)]
    pub const fn new(
        name: &'static str,
        doc: &'static str,
        kind: fn() -> OptionKind,
        get: fn(&O) -> OptionValue,
        set: fn(&mut O, OptionValue) -> bool,
        is_read: fn(&O) -> bool,
    ) -> OptionSpec<O> {
        OptionSpec { name, doc, kind, get, set, is_read }
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
        (self.kind)()
    }

    /// Whether the method reads the option, the others being as they are.
    pub fn is_read(&self, options: &O) -> bool {
        (self.is_read)(options)
    }

    /// The value that the options have.
    pub fn get(&self, options: &O) -> OptionValue {
        (self.get)(options)
    }

    /// Sets the value that `text` spells; `false` if the option does not take it.
    #[must_use]
    pub fn set(&self, options: &mut O, text: &str) -> bool {
        self.kind().parse(text).is_some_and(|value| (self.set)(options, value))
    }
}

impl OptionValueType for f64 {
    type Range = RangeInclusive<f64>;

    fn kind(range: RangeInclusive<f64>) -> OptionKind {
        OptionKind::Number { min: *range.start(), max: *range.end() }
    }

    fn to_value(self) -> OptionValue {
        OptionValue::Number(self)
    }

    fn from_value(value: OptionValue) -> Option<f64> {
        if let OptionValue::Number(number) = value { Some(number) } else { None }
    }
}

impl OptionValueType for usize {
    type Range = RangeInclusive<usize>;

    fn kind(range: RangeInclusive<usize>) -> OptionKind {
        OptionKind::Count { min: *range.start(), max: *range.end() }
    }

    fn to_value(self) -> OptionValue {
        OptionValue::Count(self)
    }

    fn from_value(value: OptionValue) -> Option<usize> {
        if let OptionValue::Count(count) = value { Some(count) } else { None }
    }
}

impl OptionValueType for Option<usize> {
    type Range = RangeInclusive<usize>;

    fn kind(range: RangeInclusive<usize>) -> OptionKind {
        OptionKind::CountOrAuto { min: *range.start(), max: *range.end() }
    }

    fn to_value(self) -> OptionValue {
        self.map_or(OptionValue::Auto, OptionValue::Count)
    }

    fn from_value(value: OptionValue) -> Option<Option<usize>> {
        match value {
            OptionValue::Auto => Some(None),
            OptionValue::Count(count) => Some(Some(count)),
            _ => None,
        }
    }
}

impl OptionValueType for bool {
    type Range = ();

    fn kind((): ()) -> OptionKind {
        OptionKind::Flag
    }

    fn to_value(self) -> OptionValue {
        OptionValue::Flag(self)
    }

    fn from_value(value: OptionValue) -> Option<bool> {
        if let OptionValue::Flag(flag) = value { Some(flag) } else { None }
    }
}

/// Makes the names and the help of options from what the compiler knows of a row. For [`options!`](macro@crate::options).
#[doc(hidden)]
pub mod names {
    /// The name of a field with dashes, as flags are written.
    pub const fn dashed<const N: usize>(field: &str) -> [u8; N] {
        let mut name = [0; N];
        let mut idx = 0;
        while idx < N {
            let byte = field.as_bytes()[idx];
            name[idx] = if byte == b'_' { b'-' } else { byte };
            idx += 1;
        }
        name
    }

    /// The length of [`help`].
    pub const fn help_len(doc: &str) -> usize {
        assert!(doc.len() > 2 && doc.as_bytes()[0] == b' ', "the documentation of an option is a sentence");
        assert!(doc.as_bytes()[doc.len() - 1] == b'.', "the first line of an option's documentation ends its sentence");
        doc.len() - 2
    }

    /// The first line of a documentation comment as help: without the space before it, in lower case, without full stop.
    pub const fn help<const N: usize>(doc: &str) -> [u8; N] {
        let mut help = [0; N];
        let mut idx = 0;
        while idx < N {
            help[idx] = doc.as_bytes()[idx + 1];
            idx += 1;
        }
        help[0] = help[0].to_ascii_lowercase();
        help
    }

    /// Bytes of [`dashed`] or [`help`] as text.
    pub const fn text(bytes: &'static [u8]) -> &'static str {
        match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) => "",
        }
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
