//! The pages under `tests/pages`, and where the repository is.

#![allow(dead_code, reason = "every test file uses its own part of this")]

pub(crate) mod stacked;

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate is two folders below the root")
}

/// A golden page.
pub(crate) struct GoldenPage {
    /// The name of its folder.
    pub(crate) slug: String,
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// Its bytes, in whatever charset.
    pub(crate) source: Vec<u8>,
    /// The page as `tamis render` stored it.
    pub(crate) snapshot: Vec<u8>,
}

/// All golden pages, by name.
pub(crate) fn golden_pages() -> Vec<GoldenPage> {
    let folder = repository().join("tests/pages");
    let entries = fs::read_dir(&folder).expect("tests/pages can be listed");
    let mut pages: Vec<GoldenPage> = entries
        .map(|entry| entry.expect("tests/pages can be listed").path())
        .filter(|folder| folder.is_dir())
        .map(|folder| GoldenPage {
            slug: folder.file_name().and_then(|name| name.to_str()).expect("a slug is plain text").to_owned(),
            source: fs::read(folder.join("source.html")).expect("every golden page has a source.html"),
            snapshot: fs::read(folder.join("layout.snapshot")).unwrap_or_else(|error| {
                panic!("{}: {error}\nhelp: scripts/render-pages makes layout.snapshot", folder.display())
            }),
            folder,
        })
        .collect();
    pages.sort_by(|one, other| one.slug.cmp(&other.slug));
    assert!(!pages.is_empty(), "there are golden pages");
    pages
}

/// The text of a file of the repository.
pub(crate) fn text_of(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
