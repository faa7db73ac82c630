//! No type of a dependency in our public signatures, except `url::Url`, and in tamis-arrow those of Arrow: record batches
//! are what one asks that crate for, and the types that every other reader of Arrow in Rust takes.
//!
//! This reads the text of the sources, not what the compiler makes of it: it knows names that are written with their
//! crate (`encoding_rs::Encoding`) or imported by a `use` of the same file, and takes every `pub` item for reachable.
//! A foreign type that comes through an alias of another file would pass.

use crate::fixtures::repository;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms that others build on, and the crates from outside whose types may stand in their signatures.
const LIBRARIES: [(&str, &[&str]); 5] = [
    ("tamis-page", &[]),
    ("tamis-extract", &[]),
    ("tamis-papers", &[]),
    ("tamis", &[]),
    ("tamis-arrow", &["arrow_array", "arrow_schema"]),
];

/// The part of the standard library and our own rooms: what a signature may name.
const KNOWN_ROOTS: [&str; 11] = [
    "std", "core", "alloc", "crate", "self", "super", "tamis_page", "tamis_extract", "tamis_papers", "tamis_sites",
    "tamis",
];

#[test]
fn public_signatures_name_no_foreign_type_but_url() {
    let mut complaints = Vec::new();
    let mut n_signatures = 0;
    for (library, allowed) in LIBRARIES {
        let crate_folder = repository().join("crates").join(library);
        let mut outside = outside_crates(&crate_folder.join("Cargo.toml"));
        outside.retain(|name| !allowed.contains(&name.as_str()));
        for file in sources(&crate_folder.join("src")) {
            let text = fs::read_to_string(&file).expect("a source can be read");
            let code = code_only(&text);
            let foreign = foreign_names(&code, &outside);
            for signature in signatures(&code) {
                n_signatures += 1;
                for word in foreign_words(signature, &foreign, &outside) {
                    let file = file.strip_prefix(repository()).unwrap_or(&file).display();
                    let signature = signature.split_whitespace().collect::<Vec<_>>().join(" ");
                    complaints.push(format!("{file}: `{word}` in `{signature}`"));
                }
            }
        }
    }
    assert!(
        complaints.is_empty(),
        "{}\nhelp: wrap the type in one of ours, or make the item private to the crate",
        complaints.join("\n")
    );
    assert!(n_signatures > 100, "only {n_signatures} signatures were found; the reader is broken");
}

#[test]
fn the_reader_finds_foreign_types() {
    #[track_caller]
    fn check(source: &str, expect: &[&str]) {
        let outside = BTreeSet::from(["encoding_rs".to_owned(), "url".to_owned(), "serde_json".to_owned()]);
        let code = code_only(source);
        let foreign = foreign_names(&code, &outside);
        let found: Vec<String> =
            signatures(&code).into_iter().flat_map(|text| foreign_words(text, &foreign, &outside)).collect();
        assert_eq!(found, expect, "in {source}");
    }
    check("use encoding_rs::Encoding;\npub fn f(e: &Encoding) {}", &["Encoding"]);
    check("pub fn f() -> encoding_rs::Encoding { todo() }", &["encoding_rs"]);
    check("use encoding_rs::{self, Encoding as Table};\npub struct S { pub table: Table, private: Table }", &["Table"]);
    check("use serde_json::Value;\nimpl From<Value> for S {}", &["Value"]);
    check("pub use serde_json::Value;", &["serde_json", "Value"]);
    check("pub enum E { One(serde_json::Error), Two }", &["serde_json"]);
    check("use encoding_rs::Encoding;\npub(crate) fn f(e: &Encoding) {}\nfn g(e: &Encoding) {}", &[]);
    check("use encoding_rs::Encoding;\npub struct S { pub used: u8, other: Encoding }", &[]);
    check("use encoding_rs::Encoding;\npub fn f() { let e = Encoding::new(); }", &[]);
    check("use url::Url;\npub fn f(u: &Url) -> url::Url {}\npub use url::Url;", &[]);
    check("// pub fn f(e: encoding_rs::Encoding)\npub const TEXT: &str = \"encoding_rs::Encoding\";", &[]);
    check("#[cfg(test)]\nmod tests { pub fn f(e: encoding_rs::Encoding) {} }", &[]);
}

/// The crates from outside that a manifest names, as identifiers.
fn outside_crates(manifest: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(manifest).expect("the manifest can be read");
    let mut is_dependencies = false;
    let mut found = BTreeSet::new();
    for line in text.lines() {
        if line.starts_with('[') {
            is_dependencies = line == "[dependencies]";
        } else if is_dependencies && let Some(end) = line.find(['.', ' ', '=']) {
            let name = line[..end].replace('-', "_");
            if !name.starts_with("tamis") {
                found.insert(name);
            }
        }
    }
    found
}

pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder of sources can be listed") {
            let path = entry.expect("the folder of sources can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The source without comments, without what is in strings, and without its tests.
pub(crate) fn code_only(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find(['/', '"', '\'', 'r']) {
        code.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_word = code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let n_hashes = rest[1..].len() - rest[1..].trim_start_matches('#').len();
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
        } else if rest.starts_with('r') && !is_word && rest[1 + n_hashes..].starts_with('"') {
            let close = format!("\"{}", "#".repeat(n_hashes));
            let inner = &rest[2 + n_hashes..];
            rest = inner.find(&close).map_or("", |end| &inner[end + close.len()..]);
        } else if rest.starts_with('"') {
            rest = after_string(&rest[1..], '"');
        } else if rest.starts_with('\'') && is_character(rest) {
            rest = after_string(&rest[1..], '\'');
        } else {
            code.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    code.push_str(rest);
    without_tests(&code)
}

fn without_tests(code: &str) -> String {
    let mut kept = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find("#[cfg(test)]") {
        kept.push_str(&rest[..at]);
        let item = &rest[at..];
        let end = item.find([';', '{']).unwrap_or(item.len());
        let end = if item[end..].starts_with('{') { end_of_block(item).unwrap_or(end) } else { end };
        rest = item.get(end + 1..).unwrap_or("");
    }
    kept + rest
}

/// Whether this quote opens a character and not a lifetime.
fn is_character(rest: &str) -> bool {
    let mut inner = rest[1..].chars();
    inner.next() == Some('\\') || inner.next() == Some('\'')
}

fn after_string(inner: &str, close: char) -> &str {
    let mut is_escaped = false;
    for (at, c) in inner.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == close => return &inner[at + c.len_utf8()..],
            _ => {}
        }
    }
    ""
}

/// The names that `use` lines bring in from crates outside, under the name they have here.
fn foreign_names(code: &str, outside: &BTreeSet<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for statement in code.split(';') {
        let Some((_, tree)) = statement.rsplit_once("use ") else { continue };
        let root: String = tree.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if !outside.contains(&root) || KNOWN_ROOTS.contains(&root.as_str()) {
            continue;
        }
        for leaf in tree.split([',', '{', '}']) {
            let name = leaf.rsplit_once(" as ").map_or(leaf, |(_, alias)| alias);
            let name = name.rsplit("::").next().unwrap_or("").trim();
            if !name.is_empty() && name != "self" && name != "*" {
                found.insert(name.to_owned());
            }
        }
    }
    found.remove("Url");
    found
}

/// What the world can see: the heads of public items and of implementations, public fields, and whole enums.
fn signatures(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("pub ").chain(code.match_indices("impl")) {
        let starts_word = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let starts_item =
            code[..at].trim_end().is_empty() || code[..at].trim_end().ends_with(['{', '}', ';', ',', ']', '(']);
        if !starts_word || !starts_item {
            continue;
        }
        let item = &code[at..];
        let end = if item.starts_with("pub enum ") {
            end_of_block(item)
        } else if item.starts_with("pub use ") || item.starts_with("pub type ") {
            item.find(';')
        } else if is_field(item) {
            item.find([',', '}', ';'])
        } else {
            item.find(['{', ';', '='])
        };
        found.push(&item[..end.unwrap_or(item.len())]);
    }
    found
}

/// Whether this is `pub name: Type` and not an item.
fn is_field(item: &str) -> bool {
    let rest = item["pub ".len().min(item.len())..].trim_start();
    let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    item.starts_with("pub ")
        && rest[name.len()..].trim_start().starts_with(':')
        && !rest[name.len()..].starts_with("::")
}

pub(crate) fn end_of_block(item: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in item.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn foreign_words(signature: &str, foreign: &BTreeSet<String>, outside: &BTreeSet<String>) -> Vec<String> {
    // Attributes of variants and fields are not part of the signature: `#[error(…)]`, `#[from]`.
    let mut bare = String::new();
    let mut depth = 0;
    for (at, c) in signature.char_indices() {
        match c {
            '#' if signature[at..].starts_with("#[") => depth += 1,
            ']' if depth > 0 => depth -= 1,
            _ if depth == 0 => bare.push(c),
            _ => {}
        }
    }
    let words = bare.split(|c: char| !c.is_alphanumeric() && c != '_');
    // `url` is the one crate whose type may be seen; macros such as thiserror's leave no name behind.
    let is_foreign = |word: &&str| foreign.contains(*word) || (*word != "url" && is_path_root(&bare, word, outside));
    let mut found: Vec<String> = words.filter(is_foreign).map(str::to_owned).collect();
    found.dedup();
    found
}

fn is_path_root(text: &str, word: &str, outside: &BTreeSet<String>) -> bool {
    outside.contains(word) && text.contains(&format!("{word}::"))
}
