//! The parameters of the method.

use crate::options::{MethodOptions, OptionSpec};

/// How records are found. The sources and the steps can be switched off one by one, to see what each is good for.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct AutoOptions {
    /// A table less likely than this to be what the reader came for is no answer, from 0 to 1. Default: 0.05.
    pub min_confidence: f64,
    /// The most tables. Default: 5.
    pub max_tables: usize,
    /// Whether siblings with one tag, or one tag and class, are candidates. Default: true.
    pub siblings: bool,
    /// Whether elements with one path of tags or classes under several parents are candidates. Default: true.
    pub tag_paths: bool,
    /// Whether elements with one class anywhere on the page are candidates. Default: true.
    pub classes: bool,
    /// Whether neighbours that repeat as a group are candidates. Default: true.
    pub groups: bool,
    /// Whether items of one type in microdata are candidates. Default: true.
    pub microdata: bool,
    /// Whether what is unlike the typical record is left out. Default: true.
    pub outliers: bool,
    /// Whether what stands among the records and plays the same part is taken in. Default: true.
    pub fill: bool,
    /// Whether records that stand apart from the others are searched for. Default: true.
    pub gather: bool,
    /// Whether a candidate is judged by the candidates around it and inside it. Default: true.
    pub nesting: bool,
    /// Whether a list that stands there twice is read once. Default: true.
    pub copies: bool,
    /// Whether boxes count where a layout is at hand. Default: true.
    pub layout: bool,
}

impl Default for AutoOptions {
    fn default() -> AutoOptions {
        AutoOptions {
            min_confidence: 0.05,
            max_tables: 5,
            siblings: true,
            tag_paths: true,
            classes: true,
            groups: true,
            microdata: true,
            outliers: true,
            fill: true,
            gather: true,
            nesting: true,
            copies: true,
            layout: true,
        }
    }
}

impl AutoOptions {
    /// Sets the least confidence of a table.
    #[must_use]
    pub fn with_min_confidence(mut self, min_confidence: f64) -> AutoOptions {
        self.min_confidence = min_confidence;
        self
    }

    /// Sets the most tables.
    #[must_use]
    pub fn with_max_tables(mut self, max_tables: usize) -> AutoOptions {
        self.max_tables = max_tables;
        self
    }
}

/// A flag of the table.
macro_rules! flag {
    ($name:literal, $field:ident, $doc:literal) => {
        OptionSpec::flag($name, $doc, |options| options.$field, |options, value| options.$field = value)
    };
}

impl MethodOptions for AutoOptions {
    /// There is no paper: the defaults.
    fn paper() -> AutoOptions {
        AutoOptions::default()
    }

    fn table() -> &'static [OptionSpec<AutoOptions>] {
        const {
            &[
                OptionSpec::number(
                    "min-confidence",
                    (0.0, 1.0),
                    "a table less likely than this to be what the reader came for is no answer",
                    |options| options.min_confidence,
                    |options, value| options.min_confidence = value,
                ),
                OptionSpec::count(
                    "max-tables",
                    (1, 1000),
                    "the most tables",
                    |options| options.max_tables,
                    |options, value| options.max_tables = value,
                ),
                flag!("siblings", siblings, "take siblings with one tag, or one tag and class, as candidates"),
                flag!("tag-paths", tag_paths, "take elements with one path of tags or classes as candidates"),
                flag!("classes", classes, "take elements with one class anywhere on the page as candidates"),
                flag!("groups", groups, "take neighbours that repeat as a group as candidates"),
                flag!("microdata", microdata, "take items of one type in microdata as candidates"),
                flag!("outliers", outliers, "leave out what is unlike the typical record"),
                flag!("fill", fill, "take in what stands among the records and plays the same part"),
                flag!("gather", gather, "search for records that stand apart from the others"),
                flag!("nesting", nesting, "judge a candidate by those around it and inside it"),
                flag!("copies", copies, "read a list that stands there twice once"),
                flag!("layout", layout, "count boxes where a layout is at hand"),
            ]
        }
    }
}
