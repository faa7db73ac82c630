//! Names of output files: after their pages, no two the same, none outside the output directory.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};
use tamis::source::PAGE_EXTENSIONS;

/// The names given so far.
#[derive(Default, Debug)]
pub(crate) struct Names {
    given: HashSet<PathBuf>,
    /// The number to try next for a name that is taken.
    numbers: HashMap<PathBuf, usize>,
}

impl Names {
    /// One name is not given.
    pub(crate) fn without(taken: &Path) -> Names {
        Names { given: HashSet::from([taken.to_owned()]), numbers: HashMap::new() }
    }

    /// A name for the result of the page at `place`: the same path with the extension of the format, and a number if
    /// another page has it already.
    pub(crate) fn give(&mut self, place: &Path, format_extension: &str) -> PathBuf {
        let place = below(place);
        let directory = place.parent().unwrap_or(Path::new("")).to_owned();
        let stem = stem(&place);
        let plain = directory.join(join(&[&stem, &".".into(), &format_extension.into()]));
        let mut name = plain.clone();
        // File systems that do not tell case apart would make two names one file.
        while !self.given.insert(PathBuf::from(name.to_string_lossy().to_lowercase())) {
            let number = self.numbers.entry(plain.clone()).or_insert(2);
            name = directory.join(join(&[&stem, &format!("-{number}.{format_extension}").into()]));
            *number += 1;
        }
        name
    }
}

/// The path without what could lead out of a directory, and without names that no file system takes.
fn below(place: &Path) -> PathBuf {
    let inner: PathBuf = place
        .components()
        .filter_map(|component| match component {
            Component::Normal(name) => Some(shortened(name)),
            _ => None,
        })
        .collect();
    if inner.as_os_str().is_empty() { PathBuf::from("page") } else { inner }
}

/// The query of an address can be long; file systems take 255 bytes, and a number and an extension follow.
fn shortened(name: &OsStr) -> OsString {
    const MOST_BYTES: usize = 200;
    if name.len() <= MOST_BYTES {
        return name.to_owned();
    }
    let name = name.to_string_lossy();
    name[..name.floor_char_boundary(MOST_BYTES)].into()
}

/// The file name less `.gz` and the extension of a page; other extensions stay, they tell files apart.
fn stem(place: &Path) -> OsString {
    let mut name = Path::new(place.file_name().unwrap_or_default());
    if extension(name).as_deref() == Some("gz") {
        name = Path::new(name.file_stem().unwrap_or_default());
    }
    if extension(name).is_some_and(|extension| PAGE_EXTENSIONS.contains(&extension.as_str())) {
        name = Path::new(name.file_stem().unwrap_or_default());
    }
    name.as_os_str().to_owned()
}

fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

fn join(parts: &[&OsString]) -> OsString {
    parts.iter().fold(OsString::new(), |mut joined, part| {
        joined.push(part);
        joined
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(places: &[&str], format_extension: &str, expect: &[&str]) {
        let mut names = Names::default();
        let given: Vec<_> = places.iter().map(|place| names.give(Path::new(place), format_extension)).collect();
        assert_eq!(given, expect.iter().map(PathBuf::from).collect::<Vec<_>>());
    }

    #[test]
    fn a_result_is_named_after_its_page() {
        check(
            &["page.html", "a/b.htm", "c.HTML.gz", "stdin"],
            "json",
            &["page.json", "a/b.json", "c.json", "stdin.json"],
        );
        check(&["article.php", "1.2"], "txt", &["article.php.txt", "1.2.txt"]);
    }

    #[test]
    fn a_name_fits_into_a_file_system() {
        let long = format!("a.example/{}ü", "x".repeat(199));
        let (short, other) = ("x".repeat(199), format!("{}-2", "x".repeat(199)));
        check(&[&long, &long], "txt", &[&format!("a.example/{short}.txt"), &format!("a.example/{other}.txt")]);
    }

    #[test]
    fn no_two_results_have_one_name() {
        check(
            &["page.html", "page.html", "page.htm", "page-2.html"],
            "html",
            &["page.html", "page-2.html", "page-3.html", "page-2-2.html"],
        );
        check(&["a.html", "A.html"], "html", &["a.html", "A-2.html"]);
    }

    #[test]
    fn a_name_that_is_taken_is_not_given() {
        let mut names = Names::without(Path::new("index.jsonl"));
        let given = ["index.html", "a/index.html"].map(|place| names.give(Path::new(place), "jsonl"));
        assert_eq!(given, [PathBuf::from("index-2.jsonl"), PathBuf::from("a/index.jsonl")]);
    }

    #[test]
    fn no_name_leads_out_of_the_directory() {
        check(
            &["../../etc/passwd", "/etc/passwd", "..", "./x.html", ""],
            "txt",
            &["etc/passwd.txt", "etc/passwd-2.txt", "page.txt", "x.txt", "page-2.txt"],
        );
    }

    #[test]
    fn many_pages_of_one_name_are_named_without_delay() {
        let mut names = Names::default();
        let last = (0..50_000).map(|_| names.give(Path::new("page.html"), "json")).last();
        assert_eq!(last, Some(PathBuf::from("page-50000.json")));
    }
}
