//! What is known of each page.

use crate::metrics::content::TrueContent;
use crate::metrics::records::TrueRecords;
use anyhow::Context as _;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tamis::{Capture, Page};

/// A page of a data set.
#[derive(Clone, Debug)]
pub struct PageCase {
    /// The name of its folder.
    pub id: String,
    folder: PathBuf,
    truth: Value,
}

/// The pages of a data set in the order of their names.
///
/// # Errors
/// If the directory or a truth cannot be read.
pub fn cases(directory: &Path) -> anyhow::Result<Vec<PageCase>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(directory).with_context(|| format!("reading {}", directory.display()))?;
    for entry in entries {
        let folder = entry.with_context(|| format!("reading {}", directory.display()))?.path();
        let file = folder.join("truth.json");
        if !file.is_file() {
            continue;
        }
        let text = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
        let truth = serde_json::from_str(&text).with_context(|| format!("reading {}", file.display()))?;
        let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        found.push(PageCase { id, folder, truth });
    }
    found.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(found)
}

impl PageCase {
    /// Reads the page as the product would.
    ///
    /// # Errors
    /// If the file cannot be read or is too large.
    pub fn page(&self) -> anyhow::Result<Page> {
        let file =
            ["page.html", "source.html"].map(|name| self.folder.join(name)).into_iter().find(|file| file.is_file());
        let file = file.with_context(|| format!("no page in {}", self.folder.display()))?;
        let body = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
        Page::read(Capture::new(body)).with_context(|| format!("reading {}", file.display()))
    }

    /// The true records, if the page has some.
    pub fn records(&self) -> Option<TrueRecords> {
        if let Some(records) = self.truth.get("records").and_then(Value::as_array) {
            let cells: Vec<Vec<String>> = records.iter().map(texts).collect();
            let texts = cells.iter().map(|cells| cells.join(" ")).collect();
            return Some(TrueRecords { texts, cells: Some(cells) });
        }
        let texts = texts(self.truth.get("record_texts")?);
        (!texts.is_empty()).then_some(TrueRecords { texts, cells: None })
    }

    /// The true main content, if it is known.
    pub fn content(&self) -> Option<TrueContent> {
        let list = |name: &str| self.truth.get(name).map(texts).unwrap_or_default();
        Some(TrueContent {
            text: self.truth.get("text")?.as_str()?.to_owned(),
            with: list("with"),
            without: list("without"),
            page_type: self.truth.get("page_type").and_then(Value::as_str).map(str::to_owned),
        })
    }

    /// What the paper of tag path sequences published for the page.
    pub fn published(&self) -> Option<Published> {
        let published = self.truth.get("published")?.as_object()?;
        let number = |name: &str| published.get(name)?.as_str()?.parse::<f64>().ok().map(|number| number as usize);
        Some(Published {
            raw_nodes: number("dom_nodes_raw")?,
            pruned_nodes: number("dom_nodes_pruned")?,
            region_kept: published.get("target_region_kept")?.as_str()? == "Sim",
            records_raw: (number("mdr_records_total_before")?, number("mdr_records_target_before")?),
            records_pruned: (number("mdr_records_total_after")?, number("mdr_records_target_after")?),
        })
    }
}

fn texts(list: &Value) -> Vec<String> {
    let items = list.as_array().map_or(&[][..], Vec::as_slice);
    items.iter().map(|item| item.as_str().unwrap_or_default().to_owned()).collect()
}

/// What the later table of the tag path sequence method says of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Published {
    /// Elements and text nodes of the page.
    pub raw_nodes: usize,
    /// The same after pruning.
    pub pruned_nodes: usize,
    /// Whether the main region was kept.
    pub region_kept: bool,
    /// Records that MDR finds on the whole page, and how many of them are wanted.
    pub records_raw: (usize, usize),
    /// The same after pruning.
    pub records_pruned: (usize, usize),
}
