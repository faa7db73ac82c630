//! From what a user types to pages: files, directories, patterns and standard input, in an order that is the same every
//! time.

use super::{Input, Origin, Source, SourceError, read_stream};
use crate::page::Limits;
use globset::GlobBuilder;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::{fs, io, vec};

/// The files that a user named, one by one or as directories and patterns; `-` is standard input.
#[derive(Debug)]
pub struct Files {
    inputs: vec::IntoIter<Found>,
    is_many: bool,
    limits: Limits,
}

/// What stands where a page was looked for.
#[derive(Debug)]
enum Found {
    File {
        path: PathBuf,
        place: PathBuf,
    },
    /// A directory that should have held pages.
    Unreadable {
        path: PathBuf,
        place: PathBuf,
        error: io::Error,
    },
    StandardInput,
}

/// Why there are no pages to read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// The directory holds no file with a page's extension.
    #[error("there are no pages in {}", directory.display())]
    NoPages {
        /// The directory.
        directory: PathBuf,
    },
    /// The pattern fits no file.
    #[error("no file matches {pattern}")]
    NoMatch {
        /// The pattern.
        pattern: String,
    },
    /// The pattern cannot be read.
    #[error("cannot read the pattern {pattern}: {message}")]
    BadPattern {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        message: String,
    },
    /// Standard input was named more than once.
    #[error("standard input can be read only once")]
    StandardInputTwice,
}

impl Files {
    /// Looks up what was named. A directory is searched for files with one of the [`PAGE_EXTENSIONS`], also in
    /// directories below it; `except` is passed over, so that a second run does not read what the first one wrote.
    ///
    /// # Errors
    /// A directory holds no pages, a pattern fits nothing, or standard input was named twice. A file that does not exist
    /// is an error of that page.
    pub fn find(named: &[PathBuf], except: Option<&Path>, limits: Limits) -> Result<Files, FindError> {
        let except = except.and_then(|directory| directory.canonicalize().ok());
        let mut found = Vec::new();
        let mut is_many = named.len() > 1;
        for path in named {
            let n_before = found.len();
            if path == Path::new("-") {
                if found.iter().any(|found| matches!(found, Found::StandardInput)) {
                    return Err(FindError::StandardInputTwice);
                }
                found.push(Found::StandardInput);
            } else if path.is_dir() {
                is_many = true;
                walk(path, usize::MAX, except.as_deref(), is_page_name, &mut found);
                if found.len() == n_before {
                    return Err(FindError::NoPages { directory: path.clone() });
                }
            } else if let Some(pattern) = as_glob(path) {
                is_many = true;
                find_matches(pattern, except.as_deref(), &mut found)?;
                if found.len() == n_before {
                    return Err(FindError::NoMatch { pattern: pattern.to_owned() });
                }
            } else {
                let place = Origin::Path(path.clone()).place();
                found.push(Found::File { path: path.clone(), place });
            }
        }
        Ok(Files { inputs: found.into_iter(), is_many, limits })
    }

    /// Whether the user asked for many pages, be there only one: a directory, a pattern, or several names.
    pub fn is_many(&self) -> bool {
        self.is_many
    }

    /// The files that are still to come.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.inputs.as_slice().iter().filter_map(|found| match found {
            Found::File { path, .. } => Some(path.as_path()),
            _ => None,
        })
    }
}

impl Files {
    /// The files that are still to come, each with the place that its result is named after.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&Path, &Path)> {
        self.inputs.as_slice().iter().filter_map(|found| match found {
            Found::File { path, place } => Some((path.as_path(), place.as_path())),
            _ => None,
        })
    }
}

impl Source for Files {
    /// Standard input is read here and not by whoever takes the input: how long it takes is not the page's fault.
    fn next_input(&mut self) -> Option<Input> {
        Some(match self.inputs.next()? {
            Found::File { path, place } => Input::file(path).with_place(place),
            Found::Unreadable { path, place, error } => {
                let origin = Origin::Path(path);
                let error = SourceError::Read { origin: origin.clone(), source: error };
                Input::read_already(origin, Err(error)).with_place(place)
            }
            Found::StandardInput => {
                let origin = Origin::StandardInput;
                let result = read_stream(io::stdin().lock(), &origin, &self.limits);
                Input::read_already(origin, result)
            }
        })
    }

    fn n_left(&self) -> Option<usize> {
        Some(self.inputs.len())
    }
}

/// Whether a file found in a directory is taken for a page.
fn is_page_name(path: &Path) -> bool {
    let stem = match extension(path).as_deref() {
        Some("gz") => path.file_stem().map(Path::new),
        _ => Some(path),
    };
    stem.and_then(extension).is_some_and(|extension| PAGE_EXTENSIONS.contains(&extension.as_str()))
}

/// The extensions that pages have, in lower case.
pub const PAGE_EXTENSIONS: &[&str] = &["html", "htm", "xhtml", "xht", "shtml"];

fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// Adds the files below `root` that `is_wanted` likes, in the order of their names. Goes down at most `max_depth`
/// directories, into no hidden and no linked ones: links may form circles.
fn walk(
    root: &Path,
    max_depth: usize,
    except: Option<&Path>,
    is_wanted: impl Fn(&Path) -> bool,
    found: &mut Vec<Found>,
) {
    let place = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_owned();
    // What is still to be visited, the next at the end.
    let mut open = vec![(root.to_owned(), 0, true)];
    while let Some((path, depth, is_directory)) = open.pop() {
        if !is_directory {
            if is_wanted(&path) {
                found.push(Found::File { place: place(&path), path });
            }
            continue;
        }
        if depth >= max_depth || except.is_some_and(|skipped| path.canonicalize().is_ok_and(|path| path == skipped)) {
            continue;
        }
        match list(&path) {
            Ok(entries) => open.extend(entries.into_iter().rev().map(|(entry, is_dir)| (entry, depth + 1, is_dir))),
            Err(error) => found.push(Found::Unreadable { place: place(&path), path, error }),
        }
    }
}

/// The entries of a directory that are not hidden, by name, and whether each is a directory itself.
fn list(directory: &Path) -> io::Result<Vec<(PathBuf, bool)>> {
    // `read_dir("")` is an error, but joining "." would show in every name.
    let listed = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let mut entries = Vec::new();
    for entry in fs::read_dir(listed)? {
        let entry = entry?;
        let name = entry.file_name();
        if !name.as_encoded_bytes().starts_with(b".") {
            entries.push((name, entry.file_type()?.is_dir()));
        }
    }
    entries.sort();
    Ok(entries.into_iter().map(|(name, is_directory)| (directory.join(name), is_directory)).collect())
}

/// The text of a source that is no existing file but a pattern.
fn as_glob(source: &Path) -> Option<&str> {
    let text = source.to_str()?;
    (has_wildcard(source.as_os_str()) && !source.exists()).then_some(text)
}

fn has_wildcard(text: &OsStr) -> bool {
    text.as_encoded_bytes().iter().any(|byte| b"*?[{".contains(byte))
}

/// Adds the files that match a pattern.
fn find_matches(pattern: &str, except: Option<&Path>, found: &mut Vec<Found>) -> Result<(), FindError> {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    let bad_pattern = |error: globset::Error| FindError::BadPattern {
        pattern: pattern.to_owned(),
        message: error.kind().to_string(),
    };
    let glob = glob.map_err(bad_pattern)?.compile_matcher();
    let components: Vec<Component<'_>> = Path::new(pattern).components().collect();
    let n_literal = components.iter().take_while(|component| !has_wildcard(component.as_os_str())).count();
    let root: PathBuf = components[..n_literal].iter().collect();
    let max_depth = if pattern.contains("**") { usize::MAX } else { components.len() - n_literal };
    walk(&root, max_depth, except, |path| glob.is_match(path), found);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> tempfile::TempDir {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let files =
            ["b.html", "a/page.html", "a/style.css", "a/deep/x.HTM", "c.htm/page.xhtml", "z.html.gz", ".hidden/x.html"];
        for file in files {
            let path = directory.path().join(file);
            fs::create_dir_all(path.parent().expect("has a parent")).expect("is created");
            fs::write(path, "<p>x").expect("is written");
        }
        directory
    }

    #[track_caller]
    fn find(named: &[PathBuf], except: Option<&Path>) -> Files {
        Files::find(named, except, Limits::default()).expect("finds something")
    }

    #[track_caller]
    fn check(source: &str, expect: &[&str]) {
        let tree = tree();
        let source = tree.path().join(source);
        let files = find(&[source], None);
        let found: Vec<_> = files.paths().map(|path| path.strip_prefix(tree.path()).expect("in the tree")).collect();
        assert_eq!(found, expect.iter().map(Path::new).collect::<Vec<_>>());
    }

    #[test]
    fn a_directory_gives_its_pages_by_name() {
        check("", &["a/deep/x.HTM", "a/page.html", "b.html", "c.htm/page.xhtml", "z.html.gz"]);
        check("a", &["a/deep/x.HTM", "a/page.html"]);
    }

    #[test]
    fn a_pattern_gives_the_files_that_match() {
        check("*.html", &["b.html"]);
        check("*/page.*", &["a/page.html", "c.htm/page.xhtml"]);
        check("**/page.{html,xhtml}", &["a/page.html", "c.htm/page.xhtml"]);
        check("a/s*", &["a/style.css"]);
    }

    #[test]
    fn a_file_is_taken_whatever_its_name() {
        check("a/style.css", &["a/style.css"]);
        check("missing.html", &["missing.html"]);
    }

    #[test]
    fn a_place_is_the_path_below_what_was_typed() {
        let tree = tree();
        let files = find(&[tree.path().join("a"), tree.path().join("b.html")], None);
        assert_eq!((files.is_many(), files.n_left()), (true, Some(3)));
        let places: Vec<_> = files.inputs().map(|input| input.place).collect();
        assert_eq!(places, ["deep/x.HTM", "page.html", "b.html"].map(PathBuf::from));
    }

    #[test]
    fn a_directory_without_pages_is_a_mistake() {
        let empty = tempfile::tempdir().expect("a temporary directory");
        let error = |named: &[PathBuf]| Files::find(named, None, Limits::default()).expect_err("finds nothing");
        assert!(matches!(error(&[empty.path().to_owned()]), FindError::NoPages { .. }));
        assert!(matches!(error(&[empty.path().join("*.html")]), FindError::NoMatch { .. }));
        assert!(matches!(error(&[empty.path().join("[")]), FindError::BadPattern { .. }));
        assert!(matches!(error(&["-".into(), "-".into()]), FindError::StandardInputTwice));
    }

    #[test]
    fn the_output_directory_is_no_input() {
        let tree = tree();
        let files = find(&[tree.path().to_owned()], Some(&tree.path().join("a")));
        assert_eq!(files.n_left(), Some(3));
    }

    #[cfg(unix)]
    #[test]
    fn links_to_directories_are_not_followed_and_links_to_pages_are() {
        let tree = tree();
        std::os::unix::fs::symlink(tree.path(), tree.path().join("a/circle")).expect("is linked");
        std::os::unix::fs::symlink(tree.path().join("b.html"), tree.path().join("a/linked.html")).expect("is linked");
        assert_eq!(find(&[tree.path().join("a")], None).n_left(), Some(3));
    }
}
