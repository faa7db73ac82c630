//! From what the user typed to the list of pages, in an order that is the same every time.

use crate::failure::failure;
use anyhow::Result;
use globset::GlobBuilder;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use tamis::errors::SourceError;

/// The pages of a run.
#[derive(Debug)]
pub(crate) struct Inputs {
    pub(crate) pages: Vec<Input>,
    /// Whether the user asked for many pages, be there only one: a directory, a glob, or several sources.
    pub(crate) is_many: bool,
}

/// A page to be read.
#[derive(Debug)]
pub(crate) struct Input {
    /// The path as the user would type it.
    pub(crate) name: PathBuf,
    /// The path below what the user typed; what an output file is named after.
    pub(crate) place: PathBuf,
    pub(crate) content: Content,
}

#[derive(Debug)]
pub(crate) enum Content {
    File,
    StandardInput,
    /// A place that should have held pages.
    Unreadable(SourceError),
}

/// Finds the pages. `output_dir` is passed over, so that a second run does not read what the first one wrote.
pub(crate) fn find(sources: &[PathBuf], output_dir: Option<&Path>) -> Result<Inputs> {
    let output_dir = output_dir.and_then(|directory| directory.canonicalize().ok());
    let mut inputs = Inputs { pages: Vec::new(), is_many: sources.len() > 1 };
    let mut n_standard_input = 0;
    for source in sources {
        let n_before = inputs.pages.len();
        if source == Path::new("-") {
            n_standard_input += 1;
            inputs.pages.push(Input {
                name: source.clone(),
                place: PathBuf::from("stdin"),
                content: Content::StandardInput,
            });
        } else if source.is_dir() {
            inputs.is_many = true;
            walk(source, usize::MAX, output_dir.as_deref(), is_page_name, &mut inputs.pages);
            if inputs.pages.len() == n_before {
                let message = format!("there are no pages in {}", source.display());
                return Err(failure(
                    message,
                    "a directory is searched for .html, .htm and .xhtml files; name others one by one",
                ));
            }
        } else if let Some(pattern) = as_glob(source) {
            inputs.is_many = true;
            find_matches(pattern, output_dir.as_deref(), &mut inputs.pages)?;
            if inputs.pages.len() == n_before {
                let hint = "`*` stays within one directory, `**` goes below it; quote the pattern";
                return Err(failure(format!("no file matches {}", source.display()), hint));
            }
        } else {
            let place = source.file_name().map_or_else(|| source.clone(), PathBuf::from);
            inputs.pages.push(Input { name: source.clone(), place, content: Content::File });
        }
    }
    if n_standard_input > 1 {
        return Err(failure("standard input can be read only once", "give `-` once"));
    }
    Ok(inputs)
}

/// Whether a file found in a directory is taken for a page.
fn is_page_name(path: &Path) -> bool {
    let stem = match extension(path).as_deref() {
        Some("gz") => path.file_stem().map(Path::new),
        _ => Some(path),
    };
    stem.and_then(extension).is_some_and(|extension| PAGE_EXTENSIONS.contains(&extension.as_str()))
}

/// The extensions that pages have; names with them lose them in an output directory.
pub(crate) const PAGE_EXTENSIONS: &[&str] = &["html", "htm", "xhtml", "xht", "shtml"];

pub(crate) fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// Adds the files below `root` that `is_wanted` likes, in the order of their names. Goes down at most `max_depth`
/// directories, into no hidden and no linked ones: links may form circles.
fn walk(
    root: &Path,
    max_depth: usize,
    output_dir: Option<&Path>,
    is_wanted: impl Fn(&Path) -> bool,
    pages: &mut Vec<Input>,
) {
    let place = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_owned();
    // What is still to be visited, the next at the end.
    let mut open = vec![(root.to_owned(), 0, true)];
    while let Some((path, depth, is_directory)) = open.pop() {
        if !is_directory {
            if is_wanted(&path) {
                pages.push(Input { place: place(&path), name: path, content: Content::File });
            }
            continue;
        }
        if depth >= max_depth || output_dir.is_some_and(|skipped| path.canonicalize().is_ok_and(|path| path == skipped))
        {
            continue;
        }
        match list(&path) {
            Ok(entries) => open.extend(entries.into_iter().rev().map(|(entry, is_dir)| (entry, depth + 1, is_dir))),
            Err(source) => {
                let content = Content::Unreadable(SourceError::Read { path: path.clone(), source });
                pages.push(Input { place: place(&path), name: path, content });
            }
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
fn find_matches(pattern: &str, output_dir: Option<&Path>, pages: &mut Vec<Input>) -> Result<()> {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    let glob = GlobBuilder::new(pattern)
        .literal_separator(true)
        .build()
        .map_err(|error| failure(format!("cannot read the pattern {pattern}: {}", error.kind()), "check its brackets"))?
        .compile_matcher();
    let components: Vec<Component<'_>> = Path::new(pattern).components().collect();
    let n_literal = components.iter().take_while(|component| !has_wildcard(component.as_os_str())).count();
    let root: PathBuf = components[..n_literal].iter().collect();
    let max_depth = if pattern.contains("**") { usize::MAX } else { components.len() - n_literal };
    walk(&root, max_depth, output_dir, |path| glob.is_match(path), pages);
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
    fn check(source: &str, expect: &[&str]) {
        let tree = tree();
        let source = tree.path().join(source);
        let inputs = find(&[source], None).expect("finds something");
        let found: Vec<_> =
            inputs.pages.iter().map(|page| page.name.strip_prefix(tree.path()).expect("in the tree")).collect();
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
        let inputs = find(&[tree.path().join("a"), tree.path().join("b.html")], None).expect("finds something");
        let places: Vec<_> = inputs.pages.iter().map(|page| page.place.clone()).collect();
        assert_eq!(places, ["deep/x.HTM", "page.html", "b.html"].map(PathBuf::from));
        assert!(inputs.is_many);
    }

    #[test]
    fn a_directory_without_pages_is_a_mistake() {
        let empty = tempfile::tempdir().expect("a temporary directory");
        assert!(find(&[empty.path().to_owned()], None).is_err());
        assert!(find(&[empty.path().join("*.html")], None).is_err());
        assert!(find(&["-".into(), "-".into()], None).is_err());
    }

    #[test]
    fn the_output_directory_is_no_input() {
        let tree = tree();
        let inputs = find(&[tree.path().to_owned()], Some(&tree.path().join("a"))).expect("finds something");
        assert_eq!(inputs.pages.len(), 3);
    }

    #[cfg(unix)]
    #[test]
    fn links_to_directories_are_not_followed_and_links_to_pages_are() {
        let tree = tree();
        std::os::unix::fs::symlink(tree.path(), tree.path().join("a/circle")).expect("is linked");
        std::os::unix::fs::symlink(tree.path().join("b.html"), tree.path().join("a/linked.html")).expect("is linked");
        let inputs = find(&[tree.path().join("a")], None).expect("finds something");
        assert_eq!(inputs.pages.len(), 3);
    }
}
