//! What a page lists, and which site it is from.

use super::PageCase;
use crate::metrics::records::TrueRecords;
use serde_json::Value;
use std::path::Path;

/// What is known of the lists of a page.
#[derive(Clone, PartialEq, Debug)]
pub enum Listing {
    /// The records of its main list.
    Records(TrueRecords),
    /// There is no list that a reader would come for: whatever is found is wrong.
    Nothing,
}

impl PageCase {
    /// What the page lists, if that is known. An article and a page of documentation list nothing: people come for their
    /// text.
    ///
    /// # Errors
    /// If the truth is a selector that does not work on the page.
    pub fn listing(&self) -> anyhow::Result<Option<Listing>> {
        if self.lists_nothing() {
            return Ok(Some(Listing::Nothing));
        }
        if let Some(records) = self.records()? {
            return Ok(Some(Listing::Records(records)));
        }
        let is_text = matches!(self.field("page_type"), Some("article" | "documentation"));
        Ok(is_text.then_some(Listing::Nothing))
    }

    /// The site that the page is from, so that what was tuned on a site is not measured on it: the one that the truth names,
    /// the host of the page's address, or what the name of the folder says: `SITE-FILE.html` is a page of `SITE`, and any
    /// other page is taken as the only one of its site.
    pub fn site(&self) -> String {
        if let Some(site) = self.field("site") {
            return site.split_once("- ").map_or(site, |(_, name)| name).to_owned();
        }
        let host = |url: &str| Some(url.split_once("://")?.1.split(['/', '?', '#']).next()?.to_owned());
        if let Some(host) = self.field("url").and_then(host) {
            return host;
        }
        let ending = Path::new(&self.id).extension().and_then(|ending| ending.to_str());
        let is_file = matches!(ending, Some("html" | "htm"));
        let site = self.id.rsplit_once('-').filter(|_| is_file).map(|(site, _)| site);
        site.unwrap_or(&self.id).to_owned()
    }

    /// The site with the kind of its pages: one site may have several templates.
    pub fn site_and_kind(&self) -> String {
        self.field("vertical").map_or_else(|| self.site(), |kind| format!("{kind}-{}", self.site()))
    }

    /// The page's attributes with their values, as far as they are known.
    pub fn attributes(&self) -> Vec<(&str, Vec<&str>)> {
        let attributes = self.truth.get("attributes").and_then(Value::as_object);
        let attributes = attributes.into_iter().flatten();
        let texts = attributes.map(|(name, list)| {
            let list = list.as_array().into_iter().flatten();
            (name.as_str(), list.filter_map(Value::as_str).collect())
        });
        texts.collect()
    }

    /// The values of the page's attributes, if they are known.
    pub fn attribute_values(&self) -> Option<Vec<&str>> {
        let attributes = self.truth.get("attributes")?.as_object()?;
        let values = attributes.values().filter_map(Value::as_array).flatten();
        Some(values.filter_map(Value::as_str).collect())
    }

    fn field(&self, name: &str) -> Option<&str> {
        self.truth.get(name).and_then(Value::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::cases;
    use std::fs;

    fn case(name: &str, truth: &str) -> anyhow::Result<PageCase> {
        let directory = tempfile::tempdir()?;
        let folder = directory.path().join(name);
        fs::create_dir(&folder)?;
        fs::write(folder.join("truth.json"), truth)?;
        Ok(cases(directory.path())?.remove(0))
    }

    #[test]
    fn the_site_is_named_by_the_truth_the_address_or_the_folder() -> anyhow::Result<()> {
        let site = |name: &str, truth: &str| anyhow::Ok(case(name, truth)?.site());
        assert_eq!(site("a-1", r#"{"site": "12- Lamps.example"}"#)?, "Lamps.example");
        assert_eq!(site("a-1", r#"{"url": "https://lamps.example/a?b"}"#)?, "lamps.example");
        assert_eq!(site("lamps-desk-2.html", "{}")?, "lamps-desk");
        assert_eq!(site("page-0012", "{}")?, "page-0012");
        Ok(())
    }

    #[test]
    fn articles_and_pages_marked_so_list_nothing() -> anyhow::Result<()> {
        let listing = |truth: &str| case("a", truth)?.listing();
        assert_eq!(listing(r#"{"kind": "none", "record_texts": []}"#)?, Some(Listing::Nothing));
        assert_eq!(listing(r#"{"page_type": "documentation"}"#)?, Some(Listing::Nothing));
        assert_eq!(listing(r#"{"page_type": "forum"}"#)?, None);
        let records = listing(r#"{"record_texts": ["one", "two"]}"#)?;
        assert!(matches!(records, Some(Listing::Records(records)) if records.texts.len() == 2));
        Ok(())
    }
}
