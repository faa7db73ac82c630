//! What a store remembers, to look at.

use tamis_sites::store::{Delta, TemplateKey};
use tamis_sites::wrapper::Wrapper;
use tamis_sites::{Template, TemplateArea};

/// A template as a store has it, with what was counted on its pages.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct StoredTemplateInfo {
    /// The site.
    pub site: String,
    /// Which of its templates.
    pub id: String,
    /// What was asked.
    pub question: String,
    /// How often it was learned again.
    pub generation: u32,
    /// How many pages were mapped from it.
    pub n_pages: u64,
    /// How similar these were to its first page, in the mean; `None` without pages.
    pub similarity: Option<f64>,
    /// The share of what it names that was missing on them, in the mean; `None` without pages.
    pub missing: Option<f64>,
    /// On how many of them the main table was read by selectors.
    pub n_applied: u64,
    /// Records in their main tables.
    pub n_rows: u64,
    /// Columns of the main table.
    pub columns: Vec<ColumnFill>,
    /// Its size in the store.
    pub n_bytes: usize,
    /// The areas of its first page, the page itself first; `None` if this version cannot read the template.
    pub areas: Option<Vec<TemplateArea>>,
    /// The wrappers of the tables of its first page, the main one first; where there is none the reason, in words.
    pub wrappers: Vec<Result<Wrapper, String>>,
}

/// A column of a template's main table.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ColumnFill {
    /// What it is called.
    pub name: String,
    /// The share of the rows that had a value.
    pub fill: f64,
}

/// The templates of a site, as it was [loaded](super::TemplateStore::load), in the order of their questions and ids.
pub fn list(stored: &Delta) -> Vec<StoredTemplateInfo> {
    let infos = stored.templates().iter().map(|(key, template)| {
        let count = |name: &str| sum(stored, key, template.generation, name);
        let (n_pages, n_rows) = (count("pages"), count("rows"));
        // Shares are counted in millionths.
        let mean = |name| (n_pages > 0).then(|| count(name) as f64 / 1e6 / n_pages as f64);
        let readable = Template::decode(&template.body).ok();
        let wrappers = readable.iter().flat_map(Template::wrappers);
        StoredTemplateInfo {
            site: key.site.clone(),
            id: key.id.clone(),
            question: key.question.clone(),
            generation: template.generation,
            n_pages,
            similarity: mean("similarity"),
            missing: mean("missing"),
            n_applied: count("applied"),
            n_rows,
            columns: columns(stored, key, template.generation, n_rows),
            n_bytes: template.body.len(),
            wrappers: wrappers.map(Result::<&Wrapper, String>::cloned).collect(),
            areas: readable.as_ref().map(|template| template.areas().collect()),
        }
    });
    infos.collect()
}

fn sum(stored: &Delta, key: &TemplateKey, generation: u32, name: &str) -> u64 {
    counts(stored, key, generation).find(|(of, _)| *of == name).map_or(0, |(_, n)| n)
}

fn columns(stored: &Delta, key: &TemplateKey, generation: u32, n_rows: u64) -> Vec<ColumnFill> {
    let filled = counts(stored, key, generation).filter_map(|(name, n)| Some((name.strip_prefix("filled ")?, n)));
    filled.map(|(name, n)| ColumnFill { name: name.to_owned(), fill: n as f64 / n_rows.max(1) as f64 }).collect()
}

fn counts<'d>(stored: &'d Delta, key: &'d TemplateKey, generation: u32) -> impl Iterator<Item = (&'d str, u64)> {
    let counts = stored.counts().iter();
    let counts = counts.filter(move |(counter, _)| counter.key == *key && counter.generation == generation);
    counts.map(|(counter, &n)| (counter.name.as_str(), n))
}
