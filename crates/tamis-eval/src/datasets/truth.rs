//! What is known of each page.

use super::{files::decode, labels};
use crate::metrics::content::TrueContent;
use crate::metrics::metadata::{FIELDS, FieldTexts};
use crate::metrics::records::TrueRecords;
use crate::predictions::spell_field;
use anyhow::{Context as _, bail};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tamis::{Capture, Page, Url};
use tamis_page::{Css, Mask, NodeId, visible_text_under};

/// A page of a data set.
#[derive(Clone, Debug)]
pub struct PageCase {
    /// The name of its folder.
    pub id: String,
    folder: PathBuf,
    pub(super) truth: Value,
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
    /// Where the page is: in its own folder, unless the truth names another file.
    pub fn page_file(&self) -> PathBuf {
        self.folder.join(self.truth.get("page_file").and_then(Value::as_str).unwrap_or("page.html"))
    }

    /// Where the truth is.
    pub fn truth_file(&self) -> PathBuf {
        self.folder.join("truth.json")
    }

    /// Reads the page as the product would, less the marks of its truth if it carries some.
    ///
    /// # Errors
    /// If the file cannot be read or is too large.
    pub fn page(&self) -> anyhow::Result<Page> {
        let file = self.page_file();
        let body = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
        Page::read(Capture::new(self.without_marks(body))).with_context(|| format!("reading {}", file.display()))
    }

    /// Reads the page and gives it the URL at which it was found, if that is known.
    ///
    /// # Errors
    /// If the file cannot be read or is too large.
    pub fn page_at_its_address(&self) -> anyhow::Result<Page> {
        let page = self.page()?;
        let address = self.truth.get("url").and_then(Value::as_str).and_then(|address| Url::parse(address).ok());
        Ok(match address.filter(|address| matches!(address.scheme(), "http" | "https")) {
            Some(address) => page.with_url(address),
            None => page,
        })
    }

    /// What the page says about itself, if that is known.
    pub fn metadata(&self) -> Option<FieldTexts> {
        let truth = self.truth.get("metadata")?;
        Some(FIELDS.map(|field| truth.get(field).map(spell_field).unwrap_or_default()))
    }

    /// The true records, if some are known.
    ///
    /// # Errors
    /// If the truth is a selector that does not work on the page.
    pub fn records(&self) -> anyhow::Result<Option<TrueRecords>> {
        if let Some(records) = self.truth.get("records").and_then(Value::as_array) {
            let cells: Vec<Vec<String>> = records.iter().map(texts).collect();
            let texts = cells.iter().map(|cells| cells.join(" ")).collect();
            return Ok(Some(TrueRecords { texts, cells: Some(cells), places: None }));
        }
        if let Some(found) = self.truth.get("labels") {
            let file = self.page_file();
            let body = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
            return Ok(Some(labels::records(found, &decode(body))));
        }
        let texts = match self.truth.get("record_texts") {
            Some(list) => texts(list),
            None => self.selected("record_css")?,
        };
        let places = self.truth.get("record_xpaths").and_then(Value::as_array);
        let places = places.map(|list| list.iter().map(self::texts).collect());
        Ok((!texts.is_empty()).then_some(TrueRecords { texts, cells: None, places }))
    }

    /// Whether it is known that the page lists nothing: whatever is found is wrong.
    pub fn lists_nothing(&self) -> bool {
        self.truth.get("kind").and_then(Value::as_str) == Some("none")
    }

    /// The true main content, or snippets of it, if something is known.
    ///
    /// # Errors
    /// If the truth is a selector that does not work on the page.
    pub fn content(&self) -> anyhow::Result<Option<TrueContent>> {
        let list = |name: &str| self.truth.get(name).map(texts).unwrap_or_default();
        let text = match self.truth.get("text").and_then(Value::as_str) {
            Some(text) => Some(text.to_owned()),
            None if self.truth.get("content_css").is_some() => Some(self.selected("content_css")?.join("\n")),
            None if self.truth.get("with").is_some() => None,
            None => return Ok(None),
        };
        let page_type = self.truth.get("page_type").and_then(Value::as_str).map(str::to_owned);
        Ok(Some(TrueContent { text, with: list("with"), without: list("without"), page_type }))
    }

    /// The visible texts of what a selector of the truth selects, without what its `hidden_css` selects: elements that the
    /// style sheets of the page hide.
    fn selected(&self, name: &str) -> anyhow::Result<Vec<String>> {
        if self.truth.get(name).is_none() {
            return Ok(Vec::new());
        }
        let page = self.page()?;
        let document = page.document();
        let select = |name: &str| -> anyhow::Result<Vec<NodeId>> {
            let Some(selector) = self.truth.get(name).and_then(Value::as_str) else { return Ok(Vec::new()) };
            let css = Css::parse(selector).with_context(|| format!("{}: {name}", self.id))?;
            let nodes = css.select(document, document.root());
            if nodes.is_empty() {
                bail!("{}: {name} selects nothing", self.id);
            }
            Ok(nodes)
        };
        let mut seen = Mask::keep_all(document);
        for node in select("hidden_css")? {
            seen.remove(document, node, "the style sheets hide it");
        }
        Ok(select(name)?.into_iter().map(|node| visible_text_under(document, node, &seen)).collect())
    }

    /// The address that the page was found at, if it is known.
    pub fn url(&self) -> Option<Url> {
        let url = ["url", "Page URL"].iter().find_map(|name| self.truth.get(*name)?.as_str())?;
        Url::parse(url).ok()
    }

    /// The selectors of the links that turn pages, if they are known: by the names `NEXT`, `PREV` and `PAGE`. An empty
    /// one says that the page has no such link.
    pub fn page_links(&self, name: &str) -> Option<&str> {
        self.truth.get(name)?.as_str()
    }

    /// The kind of site that the page is from, without the number before it, if it is known.
    pub fn category(&self) -> Option<&str> {
        let category = self.truth.get("category")?.as_str()?;
        Some(category.split_once("- ").map_or(category, |(_, name)| name))
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
    /// Elements and text nodes that are left after pruning.
    pub pruned_nodes: usize,
    /// Whether the main region was kept.
    pub region_kept: bool,
    /// Records that MDR finds on the whole page, and how many of them are wanted.
    pub records_raw: (usize, usize),
    /// Records that MDR finds after pruning, and how many of them are wanted.
    pub records_pruned: (usize, usize),
}
