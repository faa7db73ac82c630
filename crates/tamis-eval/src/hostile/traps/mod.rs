//! Pages by name and size, in tables: a row says what grows.
//!
//! A row's size is one at which a program that grows with its input is done in a fraction of a second; it is run at that
//! size and at four times that. Sizes are no promise: a new row takes one that makes a page of about a hundred kilobytes
//! to a megabyte.

mod attributes;
mod boxes;
mod bytes;
mod cells;
mod nesting;
mod records;
mod selectors;
mod sheets;
mod text;
mod values;
mod width;

use super::pattern::{grow, grow_numbered};

/// A page that grows.
#[derive(Clone, Copy, Debug)]
pub struct Trap {
    /// What it is called; unique.
    pub name: &'static str,
    /// What it tries.
    pub group: Group,
    /// The size at which it is run first.
    pub n: usize,
    recipe: Recipe,
}

/// What a trap tries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Deep trees, and tags that close the wrong ones.
    Nesting,
    /// Many siblings.
    Width,
    /// Many, long and odd attributes.
    Attributes,
    /// Long text, entities, comments, what is not closed.
    Text,
    /// Cells that span, tables in tables.
    Tables,
    /// What methods that look for repetition compare.
    Records,
    /// Selectors of style sheets.
    Selectors,
    /// Values of style sheets.
    Values,
    /// What style sheets make of boxes.
    Boxes,
    /// Style sheets beside the page.
    Sheets,
    /// Charsets and compression.
    Bytes,
}

impl Group {
    /// The name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Group::Nesting => "nesting",
            Group::Width => "width",
            Group::Attributes => "attributes",
            Group::Text => "text",
            Group::Tables => "tables",
            Group::Records => "records",
            Group::Selectors => "selectors",
            Group::Values => "values",
            Group::Boxes => "boxes",
            Group::Sheets => "sheets",
            Group::Bytes => "bytes",
        }
    }

    /// Whether only those who lay the page out see what it tries.
    pub fn is_about_style(self) -> bool {
        matches!(self, Group::Selectors | Group::Values | Group::Boxes | Group::Sheets)
    }
}

/// How a page is made.
#[derive(Clone, Copy, Debug)]
enum Recipe {
    /// The page, as a pattern.
    Page(&'static str),
    /// A style sheet and the body of the page, both as patterns.
    Styled(&'static str, &'static str),
    /// The page and files beside it, all as patterns. `*` in the name of a file makes one for each number up to `n`.
    Beside(&'static str, &'static [(&'static str, &'static str)]),
    /// What no pattern can say.
    Made(fn(usize) -> Vec<u8>),
}

/// A page with the files beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The page.
    pub page: Vec<u8>,
    /// Names and contents.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Trap {
    /// The page at this size.
    pub fn make(&self, n: usize) -> Made {
        let (page, files) = match self.recipe {
            Recipe::Page(page) => (grow(page, n).into_bytes(), Vec::new()),
            Recipe::Styled(sheet, body) => {
                let (sheet, body) = (grow(sheet, n), grow(body, n));
                (format!("<!doctype html><title>Lamps</title><style>{sheet}</style>{body}").into_bytes(), Vec::new())
            }
            Recipe::Beside(page, files) => (grow(page, n).into_bytes(), beside(files, n)),
            Recipe::Made(make) => (make(n), Vec::new()),
        };
        Made { page, files }
    }
}

fn beside(patterns: &[(&str, &str)], n: usize) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for &(name, pattern) in patterns {
        if name.contains('*') {
            let numbered = |at: usize| (name.replace('*', &at.to_string()), grow_numbered(pattern, n, at).into_bytes());
            files.extend((0..=n).map(numbered));
        } else {
            files.push((name.to_owned(), grow(pattern, n).into_bytes()));
        }
    }
    files
}

/// All traps, a table a group.
pub static TRAPS: &[&[Trap]] = &[
    nesting::TRAPS,
    width::TRAPS,
    attributes::TRAPS,
    text::TRAPS,
    cells::TRAPS,
    records::TRAPS,
    selectors::TRAPS,
    values::TRAPS,
    boxes::TRAPS,
    sheets::TRAPS,
    bytes::TRAPS,
];

/// A row that is a pattern.
const fn page(group: Group, name: &'static str, n: usize, pattern: &'static str) -> Trap {
    Trap { name, group, n, recipe: Recipe::Page(pattern) }
}

/// A row that is a style sheet and the body below it.
const fn styled(group: Group, name: &'static str, n: usize, sheet: &'static str, body: &'static str) -> Trap {
    Trap { name, group, n, recipe: Recipe::Styled(sheet, body) }
}

/// A row that a function makes.
const fn made(group: Group, name: &'static str, n: usize, make: fn(usize) -> Vec<u8>) -> Trap {
    Trap { name, group, n, recipe: Recipe::Made(make) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn all() -> impl Iterator<Item = &'static Trap> {
        TRAPS.iter().flat_map(|table| table.iter())
    }

    #[test]
    fn names_are_unique_and_there_are_many() {
        let names: BTreeSet<_> = all().map(|trap| trap.name).collect();
        assert_eq!(names.len(), all().count(), "two traps have one name");
        assert!(names.len() >= 150, "{} traps", names.len());
        let is_plain =
            |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        assert!(names.iter().all(|name| is_plain(name)), "a name of a trap is a name of a folder too");
    }

    #[test]
    fn every_trap_grows_and_stays_below_ten_megabytes() {
        for trap in all() {
            let size = |n| {
                let made = trap.make(n);
                made.page.len() + made.files.iter().map(|(_, content)| content.len()).sum::<usize>()
            };
            let (one, four) = (size(trap.n), size(4 * trap.n));
            assert!(four < 10_000_000, "{} has {four} bytes at four times its size", trap.name);
            let grows = four > one || trap.group.is_about_style() || trap.group == Group::Bytes;
            assert!(grows, "{} has {one} and {four} bytes", trap.name);
        }
    }

    #[test]
    fn no_mark_of_a_pattern_is_left_in_a_page() {
        for trap in all() {
            let made = trap.make(3);
            let text = String::from_utf8_lossy(&made.page).into_owned();
            assert!(!text.contains(['«', '»', 'ⅰ', 'ⅱ', 'ℕ']), "{}: {text}", trap.name);
        }
    }

    #[test]
    fn a_trap_at_a_small_size_is_the_page_that_its_row_says() {
        let page = |name: &str| {
            let trap = all().find(|trap| trap.name == name).expect("it is in a table");
            String::from_utf8(trap.make(2).page).expect("it is text")
        };
        assert_eq!(page("deep-divisions"), "<div><div>deep</div></div>");
        assert_eq!(page("numbered-classes"), "<div class=c0>0</div><div class=c1>1</div>");
    }
}
