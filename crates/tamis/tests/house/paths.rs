//! The documents name files that exist.

use crate::fixtures::{repository, text_of};
use std::fs;

#[test]
fn the_documents_name_files_that_exist() {
    let mut documents = vec!["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let under_docs = files_under("docs", ".md");
    // A notebook holds its words as JSON, in which quotes and links are as they are.
    let of_python = [files_under("python", ".md"), files_under("python", ".ipynb")].concat();
    let sources = files_under("crates", ".rs");
    documents.extend(under_docs.iter().chain(&of_python).map(String::as_str));
    let mut complaints = Vec::new();
    for document in documents {
        let text = text_of(document);
        let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
        for path in quoted_paths(&text) {
            // A bare name is enough where the text says which folder it speaks of.
            let is_somewhere =
                || !path.contains('/') && sources.iter().any(|source| source.ends_with(&format!("/{path}")));
            if !repository().join(path).exists() && !is_somewhere() {
                complaints.push(format!("{document} speaks of `{path}`"));
            }
        }
        for path in linked_paths(&text) {
            if !repository().join(folder).join(path).exists() {
                complaints.push(format!("{document} links to {path}"));
            }
        }
    }
    assert!(complaints.is_empty(), "{}\nhelp: the file moved or was never there", complaints.join("\n"));
}

#[test]
fn nothing_speaks_of_one_machine() {
    // A path below a home or a work folder would be somebody's own.
    let files = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "test", "deny.toml"];
    let of_python = [".py", ".pyi", ".md", ".ipynb", ".toml"].map(|ending| files_under("python", ending)).concat();
    for document in files.into_iter().chain(of_python.iter().map(String::as_str)) {
        let text = text_of(document);
        for root in ["/home/", "/root/", "/Users/"] {
            assert!(!text.contains(root), "{document} speaks of {root}");
        }
    }
}

/// What stands between back quotes and looks like a path from the root of the repository: it has a slash or a known
/// ending, and no placeholder.
fn quoted_paths(text: &str) -> Vec<&str> {
    // Blocks of code show commands and their output, not files of ours.
    let prose = text.split("```").step_by(2);
    let words = prose.flat_map(|part| part.split('`').skip(1).step_by(2));
    words
        .filter(|word| !word.contains(|c: char| c.is_whitespace() || "<>*$(){}|:=\"'&,#@".contains(c)))
        .filter(|word| !word.starts_with(['-', '/', '.']) || word.starts_with("./"))
        .filter(|word| word.contains('/') || [".rs", ".md", ".toml"].iter().any(|ending| word.ends_with(ending)))
        .collect()
}

/// Where the links of the text lead, if that is a file.
fn linked_paths(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let files = targets.map(|target| target.split('#').next().unwrap_or(""));
    files.filter(|target| !target.is_empty() && !target.contains("://") && !target.starts_with("mailto:")).collect()
}

pub(crate) fn files_under(folder: &str, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(repository().join(&folder)) else { continue };
        for entry in entries {
            let entry = entry.expect("the folder can be listed");
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            // What tools leave behind.
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
