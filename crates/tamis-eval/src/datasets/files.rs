//! The page files below a directory, their text, and the name of a data set.

use anyhow::{Context as _, bail};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The page files below a directory in the order of their paths: the `page.html` of data sets, the `source.html` of
/// golden pages, and if there are neither, every `.html` and `.htm` file.
///
/// # Errors
/// If the directory cannot be read or holds no page.
pub fn page_files(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    let mut others = Vec::new();
    let mut pending = vec![directory.to_path_buf()];
    while let Some(directory) = pending.pop() {
        let entries = fs::read_dir(&directory).with_context(|| format!("reading {}", directory.display()))?;
        for entry in entries {
            let path = entry.with_context(|| format!("reading {}", directory.display()))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                pending.push(path);
            } else if name == "page.html" || name == "source.html" {
                pages.push(path);
            } else if matches!(path.extension().and_then(|extension| extension.to_str()), Some("html" | "htm")) {
                others.push(path);
            }
        }
    }
    let mut found = if pages.is_empty() { others } else { pages };
    if found.is_empty() {
        bail!("no pages below {}", directory.display());
    }
    found.sort();
    Ok(found)
}

/// The name of a data set, by its `dataset.json`.
///
/// # Errors
/// If there is none, or it has no name.
pub fn set_name(directory: &Path) -> anyhow::Result<String> {
    let file = directory.join("dataset.json");
    let text = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
    let set: Value = serde_json::from_str(&text).with_context(|| format!("reading {}", file.display()))?;
    let name = set.get("name").and_then(Value::as_str);
    name.map(str::to_owned).with_context(|| format!("{} has no name", file.display()))
}

/// The text of a page, as the product decodes a page that comes without headers.
pub fn decode(body: Vec<u8>) -> String {
    tamis_page::decode(body, &tamis_page::CharsetHints::default()).text.into_string()
}
