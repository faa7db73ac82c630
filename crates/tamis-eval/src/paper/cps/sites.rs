//! Sites and their pages, in the order in which they are visited.

use super::crawl;
use crate::datasets;
use anyhow::{Context as _, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tamis::{Capture, Limits, Url, source};
use tamis_page::{Resource, Resources};

/// A site.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its name.
    pub name: String,
    /// Its pages, in the order of the visits.
    pub pages: Vec<SitePage>,
}

/// A page of a site.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SitePage {
    /// Its name among the pages of all sites.
    pub name: String,
    file: PathBuf,
    /// Where its style sheets and images may be, if not in the page's own folder.
    folder: Option<PathBuf>,
}

impl SitePage {
    /// Reads the page.
    ///
    /// # Errors
    /// The file cannot be read or is too large.
    pub fn capture(&self) -> anyhow::Result<Capture> {
        let capture = source::read_file(&self.file, &Limits::default())?;
        let (Some(folder), Ok(base)) = (self.folder.clone(), Url::from_file_path(&self.file)) else {
            return Ok(capture);
        };
        Ok(capture.with_resources(Resources::from_fn(Some(base), move |url| load(&folder, url))))
    }
}

/// A file of the site; nothing else on the machine, whatever a page asks for.
fn load(folder: &Path, url: &Url) -> Option<Resource> {
    let file = crawl::file_inside(folder, url)?;
    Some(Resource::new(fs::read(file).ok()?))
}

/// The sites of a data set whose folders are called `SITE-NUMBER`, each with its first pages by name.
///
/// # Errors
/// If the directory cannot be read or holds no page.
pub fn of_data_set(directory: &Path, max_pages: usize) -> anyhow::Result<Vec<Site>> {
    let mut sites: BTreeMap<String, Vec<SitePage>> = BTreeMap::new();
    for case in datasets::cases(directory)? {
        let site = case.id.rsplit_once('-').map_or(case.id.as_str(), |(site, _)| site).to_owned();
        let pages = sites.entry(site).or_default();
        if pages.len() < max_pages {
            pages.push(SitePage { name: case.id.clone(), file: case.page_file(), folder: None });
        }
    }
    if sites.is_empty() {
        bail!("no pages in {}", directory.display());
    }
    Ok(sites.into_iter().map(|(name, pages)| Site { name, pages }).collect())
}

/// The sites of a directory with a folder each, crawled from their index pages.
///
/// # Errors
/// If the directory cannot be read, or a folder of it holds no page.
pub fn of_folders(directory: &Path, max_pages: usize) -> anyhow::Result<Vec<Site>> {
    let reading = || format!("reading {}", directory.display());
    let mut folders: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(directory).with_context(reading)? {
        folders.push(fs::canonicalize(entry.with_context(reading)?.path()).with_context(reading)?);
    }
    folders.retain(|path| path.is_dir());
    folders.sort();
    if folders.is_empty() {
        bail!("no folders in {}: the directory has one folder a site", directory.display());
    }
    let mut sites = Vec::new();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let pages = crawl::crawl(&folder, max_pages)?.into_iter().map(|file| SitePage {
            name: format!("{name}/{}", file.strip_prefix(&folder).unwrap_or(&file).display()),
            file,
            folder: Some(folder.clone()),
        });
        sites.push(Site { pages: pages.collect(), name });
    }
    Ok(sites)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_a_folder_may_use_the_files_of_its_site_and_no_others() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let site = directory.path().join("manual");
        fs::create_dir_all(site.join("deep"))?;
        fs::write(site.join("index.html"), "<a href=deep/a.html>a</a>")?;
        fs::write(site.join("deep/a.html"), "a")?;
        fs::write(site.join("main.css"), "p {}")?;
        fs::write(directory.path().join("secret.css"), "b {}")?;
        let sites = of_folders(directory.path(), 10)?;
        let names: Vec<&str> = sites[0].pages.iter().map(|page| page.name.as_str()).collect();
        assert_eq!(names, ["manual/index.html", "manual/deep/a.html"]);
        let capture = sites[0].pages[1].capture()?;
        let base = Url::from_file_path(fs::canonicalize(site.join("deep/a.html"))?).expect("it is absolute");
        let load = |href: &str| capture.resources.load(&base.join(href).expect("it is an address"));
        assert!(load("../main.css").is_some());
        assert!(load("../../secret.css").is_none());
        Ok(())
    }

    #[test]
    fn folders_of_a_data_set_are_pages_of_the_site_before_their_number() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        for name in ["book-a-0001", "book-a-0000", "book-b-0000"] {
            fs::create_dir(directory.path().join(name))?;
            fs::write(directory.path().join(name).join("truth.json"), "{}")?;
        }
        let sites = of_data_set(directory.path(), 1)?;
        let pages: Vec<(&str, &str)> =
            sites.iter().map(|site| (site.name.as_str(), site.pages[0].name.as_str())).collect();
        assert_eq!(pages, [("book-a", "book-a-0000"), ("book-b", "book-b-0000")]);
        assert!(sites.iter().all(|site| site.pages.len() == 1));
        Ok(())
    }
}
