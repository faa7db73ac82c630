//! The crawler of the paper over the files of a folder: breadth first from the index page, every page once, and nothing
//! outside of the site.

use anyhow::{Context as _, bail};
use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use tamis::{Page, Url};
use tamis_page::{Document, names};

/// The first pages of the site in a folder, which is given without links in it.
///
/// # Errors
/// If a file cannot be read, or the folder has no index page.
pub(super) fn crawl(folder: &Path, max_pages: usize) -> anyhow::Result<Vec<PathBuf>> {
    let mut waiting: VecDeque<PathBuf> = index_pages(folder)?.into();
    let mut known: BTreeSet<PathBuf> = waiting.iter().cloned().collect();
    let mut visited = Vec::new();
    while let Some(file) = waiting.pop_front() {
        if visited.len() == max_pages {
            break;
        }
        let body = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
        let page = Page::read(tamis::Capture::new(body)).with_context(|| format!("reading {}", file.display()))?;
        for next in links(page.document(), &file).filter_map(|url| page_file(folder, &url)) {
            if known.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
        visited.push(file);
    }
    Ok(visited)
}

/// The pages called `index.html` that are the least deep; if there are none, those at the top whose names end so.
fn index_pages(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let (mut indexes, mut others) = (Vec::new(), Vec::new());
    let mut level = vec![folder.to_path_buf()];
    while indexes.is_empty() && !level.is_empty() {
        let mut below = Vec::new();
        for directory in &level {
            let reading = || format!("reading {}", directory.display());
            for entry in fs::read_dir(directory).with_context(reading)? {
                let path = entry.with_context(reading)?.path();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if path.is_dir() && !path.is_symlink() {
                    below.push(path);
                } else if name == "index.html" {
                    indexes.push(path);
                } else if name.ends_with("index.html") && directory == folder {
                    others.push(path);
                }
            }
        }
        level = below;
    }
    if indexes.is_empty() {
        indexes = others;
    }
    if indexes.is_empty() {
        bail!("no index page below {}", folder.display());
    }
    indexes.sort();
    Ok(indexes)
}

/// Where the page leads to, in its order.
fn links<'d>(document: &'d Document, file: &Path) -> impl Iterator<Item = Url> + 'd {
    let base = document.base_url(Url::from_file_path(file).ok().as_ref());
    let address = |node| match document.tag_name(node) {
        "a" | "area" => document.attribute(node, names::HREF),
        "frame" | "iframe" => document.attribute(node, names::SRC),
        _ => None,
    };
    let found: Vec<&str> = document.nodes().filter(|&node| document.is_element(node)).filter_map(address).collect();
    found.into_iter().filter_map(move |href| tamis_page::absolute_url(base.as_ref(), href))
}

/// The page behind an address, if it is one of the site.
fn page_file(folder: &Path, url: &Url) -> Option<PathBuf> {
    let file = file_inside(folder, url)?;
    let file = if file.is_dir() { file.join("index.html") } else { file };
    let is_page = file.extension().is_some_and(|extension| extension == "html" || extension == "htm");
    (is_page && file.is_file()).then_some(file)
}

/// What is behind an address, if it is in the folder. Links of the file system are resolved before they are compared.
pub(super) fn file_inside(folder: &Path, url: &Url) -> Option<PathBuf> {
    if url.scheme() != "file" || url.host_str().is_some() {
        return None;
    }
    let mut url = url.clone();
    url.set_query(None);
    url.set_fragment(None);
    let path = fs::canonicalize(url.to_file_path().ok()?).ok()?;
    path.starts_with(folder).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(files: &[(&str, &str)], max_pages: usize, expect: &[&str]) {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let folder = fs::canonicalize(directory.path()).expect("it is there").join("site");
        for (name, body) in files {
            let file = folder.join(name);
            fs::create_dir_all(file.parent().expect("it is in the folder")).expect("is created");
            fs::write(file, body).expect("is written");
        }
        let pages = crawl(&folder, max_pages).expect("there is an index page");
        let names: Vec<String> =
            pages.iter().map(|page| page.strip_prefix(&folder).expect("inside").display().to_string()).collect();
        assert_eq!(names, expect);
    }

    const SITE: [(&str, &str); 5] = [
        ("index.html", "<a href=b.html>b</a><a href='a.html#x'>a</a><a href=b.html?y>b</a><a href=../other.html>o</a>"),
        ("a.html", "<a href=index.html>up</a><a href=gone.html>gone</a>"),
        ("b.html", "<a href=deep/>deep</a><a href=https://a.example/>out</a>"),
        ("deep/index.html", "<frame src=../c.html>"),
        ("../other.html", "another site"),
    ];

    #[test]
    fn pages_come_breadth_first_and_once() {
        check(&SITE, 10, &["index.html", "b.html", "a.html", "deep/index.html"]);
        check(&SITE, 2, &["index.html", "b.html"]);
    }

    #[test]
    fn without_an_index_at_the_top_those_below_are_it() {
        check(
            &[("x/index.html", "x"), ("y/index.html", "y"), ("y/z/index.html", "z")],
            9,
            &["x/index.html", "y/index.html"],
        );
        check(&[("core-index.html", "<a href=a.html>"), ("a.html", "a")], 9, &["core-index.html", "a.html"]);
    }
}
