//! Every documentation comment stands alone: rustdoc and editors show it without its neighbours.

use crate::fixtures::text_of;
use crate::paths::files_under;

/// How a comment begins that says nothing without another one.
const LEANING: &[&str] = &[
    "The same", "Same as", "As above", "As before", "As for ", "As [", "Ditto", "Likewise", "See above", "See below",
    "See `", "Like above", "Like the", "Like this", "Like that", "Like [", "So have", "So has", "And ", "But ",
];

#[test]
fn no_comment_leans_on_another() {
    let sources = ["crates", "python", "fuzz", "examples"].map(|folder| files_under(folder, ".rs")).concat();
    assert!(sources.len() > 500, "only {} sources were read", sources.len());
    let mut complaints = Vec::new();
    for source in &sources {
        let text = text_of(source);
        // Macros that write setters and options take their comments as text.
        let of_macros = text.lines().enumerate().filter_map(|(idx, line)| {
            let (_, comment) = line.strip_suffix("\";")?.rsplit_once(", \"")?;
            Some((idx + 1, comment))
        });
        for (number, line) in beginnings(&text).chain(of_macros) {
            if LEANING.iter().any(|start| line.starts_with(start)) {
                complaints.push(format!("{source}:{number}: {line}"));
            }
        }
    }
    assert!(complaints.is_empty(), "{}\nhelp: say what it is, with the words of its own", complaints.join("\n"));
}

/// The first line of each documentation comment, without its marks, and its number.
fn beginnings(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let said = |line: &'_ str| ["///", "//!"].into_iter().find(|mark| line.starts_with(mark));
    let mut before = None;
    text.lines().map(str::trim_start).enumerate().filter_map(move |(idx, line)| {
        let mark = said(line);
        let begins = mark.is_some() && mark != before;
        before = mark;
        begins.then(|| (idx + 1, line[3..].trim_start()))
    })
}

#[test]
fn a_comment_begins_at_its_first_line() {
    let text = "//! Above.\n//! The same.\n\n/// One.\nfn one();\n    /// The same.\n    two: u8,";
    assert_eq!(beginnings(text).collect::<Vec<_>>(), [(1, "Above."), (4, "One."), (6, "The same.")]);
}
