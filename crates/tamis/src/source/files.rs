//! Files with pages in them: in directories, and by patterns, in an order that is the same every time.

use super::FindError;
use super::sources::NamedSource;
use globset::GlobBuilder;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

/// Adds the pages and archives of a directory and of those below it.
pub(super) fn find_in_directory(directory: &Path, except: Option<&Path>, found: &mut Vec<NamedSource>) {
    walk(directory, usize::MAX, except, |path| is_page_name(path) || is_archive_name(path), found);
}

/// Whether a file is taken for an archive by its name.
pub(super) fn is_archive_name(path: &Path) -> bool {
    let stem = match extension(path).as_deref() {
        Some("gz" | "zst") => path.file_stem().map(Path::new),
        Some("wacz") => return true,
        _ => Some(path),
    };
    stem.and_then(extension).is_some_and(|extension| extension == "warc")
}

/// Whether a file found in a directory is taken for a page.
pub(super) fn is_page_name(path: &Path) -> bool {
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
    found: &mut Vec<NamedSource>,
) {
    let place = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_owned();
    // What is still to be visited, the next at the end.
    let mut open = vec![(root.to_owned(), 0, true)];
    while let Some((path, depth, is_directory)) = open.pop() {
        if !is_directory {
            if is_wanted(&path) {
                found.push(NamedSource::at(place(&path), path));
            }
            continue;
        }
        if depth >= max_depth || except.is_some_and(|skipped| path.canonicalize().is_ok_and(|path| path == skipped)) {
            continue;
        }
        match list(&path) {
            Ok(entries) => open.extend(entries.into_iter().rev().map(|(entry, is_dir)| (entry, depth + 1, is_dir))),
            Err(error) => found.push(NamedSource::Unreadable { place: place(&path), path, error }),
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
pub(super) fn as_glob(source: &Path) -> Option<&str> {
    let text = source.to_str()?;
    (has_wildcard(source.as_os_str()) && !source.exists()).then_some(text)
}

fn has_wildcard(text: &OsStr) -> bool {
    text.as_encoded_bytes().iter().any(|byte| b"*?[{".contains(byte))
}

/// Adds the files that match a pattern.
pub(super) fn find_matches(
    pattern: &str,
    except: Option<&Path>,
    found: &mut Vec<NamedSource>,
) -> Result<(), FindError> {
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
