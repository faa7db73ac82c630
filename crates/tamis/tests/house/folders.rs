//! A folder of a crate uses only folders that do not use it, so that each can be read before those that build on it.
//!
//! This reads the text of the sources: the paths of imports, and paths in code that begin with `crate` or `super`, followed
//! through the re-exports of `lib.rs`. A folder is a module directly below the root of its crate. Two uses leave no path and are
//! not seen: a method of a type that another folder implements, and a macro.

use crate::fixtures::repository;
use crate::signatures::{code_only, end_of_block, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The folders that are in a cycle today. The list only shrinks: a folder that leaves its cycle is taken from it.
const IN_CYCLES: &[(&str, &[&str])] = &[("crates/tamis", &["crawl", "error", "findings", "site", "wrapper"])];

/// For each folder, the folders that it uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

#[test]
fn no_folder_of_a_crate_uses_one_that_uses_it() {
    let mut crates: Vec<String> = fs::read_dir(repository().join("crates"))
        .expect("the crates can be listed")
        .map(|entry| format!("crates/{}", entry.expect("the crates can be listed").file_name().display()))
        .collect();
    crates.push("python".to_owned());
    crates.sort();
    let (mut complaints, mut n_uses) = (Vec::new(), 0);
    for name in &crates {
        let uses = uses_of_folders(&repository().join(name).join("src"));
        n_uses += uses.values().map(BTreeSet::len).sum::<usize>();
        let known = IN_CYCLES.iter().find(|(of, _)| of == name).map_or(&[][..], |(_, folders)| folders);
        for folder in uses.keys() {
            match (cycle(&uses, folder), known.contains(&folder.as_str())) {
                (Some(cycle), false) => complaints.push(format!("{name}: {}", cycle.join(" uses "))),
                (None, true) => complaints.push(format!("{name}: {folder} is in no cycle: take it from IN_CYCLES")),
                _ => {}
            }
        }
        for gone in known.iter().filter(|folder| !uses.contains_key(**folder)) {
            complaints.push(format!("{name}: {gone} is no folder: take it from IN_CYCLES"));
        }
    }
    let help = "help: move what both use into the folder that stands below, or into one of its own";
    assert!(complaints.is_empty(), "{}\n{help}", complaints.join("\n"));
    assert!(n_uses > 200, "only {n_uses} uses were found; the reader is broken");
}

#[test]
fn the_reader_finds_what_a_file_uses() {
    #[track_caller]
    fn check(module: &[&str], source: &str, expect: &[&str]) {
        let root = Root {
            folders: ["document", "select", "text"].map(str::to_owned).into(),
            names: names_in_root(
                "pub use document::{Document, Name as Tag};\npub mod parse { pub use crate::text::count; }",
            ),
        };
        let found: Vec<String> =
            paths_from_root(&code_only(source), module.len()).iter().filter_map(|path| root.folder_of(path)).collect();
        assert_eq!(found, expect, "in {source}");
    }
    check(
        &["select"],
        "use crate::document::Document;\nuse super::text::{self, count};",
        &["document", "text", "text"],
    );
    check(&["select", "css"], "use super::text;\nuse super::super::text;", &["text"]);
    check(&["select"], "use crate::{Document, parse::count, text::{a, b}};", &["document", "text", "text", "text"]);
    check(&["select"], "fn f(it: &crate::Tag) -> u8 { super::text::count(it) }", &["document", "text"]);
    check(&["select"], "// use crate::text::count;\nconst A: &str = \"crate::text\";", &[]);
    check(
        &["select"],
        "#[cfg(test)]\nmod tests {\n    use crate::text::count;\n}\nuse crate::document;",
        &["document"],
    );
}

/// What the root of a crate has.
struct Root {
    folders: BTreeSet<String>,
    /// For each name that the root re-exports, the path that it stands for.
    names: BTreeMap<String, String>,
}

impl Root {
    /// The folder that a path from the root leads to.
    fn folder_of(&self, path: &str) -> Option<String> {
        let mut ends = path.match_indices("::").map(|(end, _)| end).chain([path.len()]);
        let first = &path[..ends.next()?];
        if self.folders.contains(first) {
            return Some(first.to_owned());
        }
        let second = ends.next().map_or(path, |end| &path[..end]);
        let whole = self.names.get(first).or_else(|| self.names.get(second))?;
        whole.split("::").next().filter(|folder| self.folders.contains(*folder)).map(str::to_owned)
    }
}

fn uses_of_folders(folder: &Path) -> Uses {
    let mut files: BTreeMap<Vec<String>, String> = BTreeMap::new();
    let mut root = Root { folders: BTreeSet::new(), names: BTreeMap::new() };
    let mut tests: Vec<Vec<String>> = Vec::new();
    for file in sources(folder) {
        let text = fs::read_to_string(&file).expect("a source can be read");
        let path = file.strip_prefix(folder).expect("a source is in its folder").with_extension("");
        let mut module: Vec<String> = path.iter().map(|part| part.display().to_string()).collect();
        module.pop_if(|last| *last == "mod");
        let is_root = module.len() == 1 && ["lib", "main"].contains(&module[0].as_str());
        let around = if is_root { &[][..] } else { &module };
        tests.extend(test_modules(&text).map(|test| [around, &[test.to_owned()]].concat()));
        let code = code_only(&text);
        if is_root {
            root.names.extend(names_in_root(&code));
        } else {
            root.folders.insert(module[0].clone());
            files.insert(module, code);
        }
    }
    files.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
    let mut uses = Uses::new();
    for (module, code) in &files {
        let used = uses.entry(module[0].clone()).or_default();
        used.extend(paths_from_root(code, module.len()).iter().filter_map(|path| root.folder_of(path)));
        used.remove(&module[0]);
    }
    uses
}

/// The modules that a file has for its tests, in files of their own.
fn test_modules(text: &str) -> impl Iterator<Item = &str> {
    let items = text.split("#[cfg(test)]\n").skip(1);
    items.filter_map(|item| item.lines().next()?.strip_suffix(';')?.split_once("mod ").map(|(_, name)| name))
}

/// For each name that the root of a crate re-exports, with the inline module that it is in, the path that it stands for.
fn names_in_root(code: &str) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    let mut outside = code.to_owned();
    for (at, _) in code.match_indices("mod ") {
        let Some(end) = code[at..].find([';', '{']).filter(|&end| code[at + end..].starts_with('{')) else { continue };
        let name = code[at + 4..at + end].trim();
        let block = &code[at..=at + end_of_block(&code[at..]).unwrap_or(end)];
        outside = outside.replace(block, "");
        names.extend(names_in_root(&block[end..]).into_iter().map(|(inner, path)| (format!("{name}::{inner}"), path)));
    }
    for path in imports(&outside) {
        let (path, alias) = path.split_once(" as ").unwrap_or((&path, path.rsplit("::").next().unwrap_or(&path)));
        names.insert(alias.to_owned(), path.trim_start_matches("crate::").to_owned());
    }
    names
}

/// The paths in a file that begin at the root of its crate, without `crate`. `depth` is the number of modules around the file's code.
fn paths_from_root(code: &str, depth: usize) -> Vec<String> {
    let is_in_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut paths = imports(code);
    let before_import =
        |item| if is_import(item) { item.rsplit_once("use ").map_or("", |(before, _)| before) } else { item };
    let code: String = code.split(';').map(before_import).collect::<Vec<_>>().join(";");
    for start in ["crate::", "super::"] {
        let starts = code.match_indices(start).filter(|(at, _)| !code[..*at].ends_with(is_in_path));
        paths.extend(starts.map(|(at, _)| code[at..].chars().take_while(|c| is_in_path(*c)).collect()));
    }
    let from_root = paths.iter().filter_map(|path| {
        let path = path.split(" as ").next()?;
        let (mut rest, mut n_up) = (path, 0);
        while let Some(inner) = rest.strip_prefix("super::") {
            (rest, n_up) = (inner, n_up + 1);
        }
        if n_up == 0 { path.strip_prefix("crate::") } else { (n_up == depth).then_some(rest) }
    });
    from_root.map(str::to_owned).collect()
}

fn is_import(item: &str) -> bool {
    item.rsplit_once("use ").is_some_and(|(before, _)| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// The paths that `use` items name, one for each leaf of their trees.
fn imports(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for item in code.split(';').filter(|item| is_import(item)) {
        let Some((_, tree)) = item.rsplit_once("use ") else { continue };
        let tree: String = tree.split_whitespace().collect::<Vec<_>>().join(" ");
        push_leaves("", &tree, &mut found);
    }
    found
}

fn push_leaves(before: &str, tree: &str, found: &mut Vec<String>) {
    let Some((path, inner)) = tree.split_once('{') else {
        let leaf = tree.trim().trim_end_matches("::self");
        let leaf = if leaf == "self" { before.trim_end_matches("::").to_owned() } else { format!("{before}{leaf}") };
        return found.extend((!tree.trim().is_empty()).then_some(leaf));
    };
    let before = format!("{before}{}", path.trim());
    let inner = inner.rsplit_once('}').map_or(inner, |(inner, _)| inner);
    let (mut depth, mut start) = (0, 0);
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                push_leaves(&before, &inner[start..at], found);
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// The shortest way from a folder back to itself.
fn cycle<'u>(uses: &'u Uses, folder: &'u str) -> Option<Vec<&'u str>> {
    let mut ways = vec![vec![folder]];
    let mut met = BTreeSet::new();
    while let Some(way) = { (!ways.is_empty()).then(|| ways.remove(0)) } {
        for next in uses.get(way[way.len() - 1]).into_iter().flatten() {
            let longer = [&way[..], &[next.as_str()]].concat();
            if next == folder {
                return Some(longer);
            }
            if met.insert(next) {
                ways.push(longer);
            }
        }
    }
    None
}
