//! Do wrappers notice that a site has changed, and can they be mended?
//!
//! Sites change seldom and pages of before and after are hard to come by, so real pages are changed here as redesigns change
//! them: a class gets another name, a box comes around the records, a column goes. A wrapper is learned from a page as it is.
//! Then a page of the site is changed, the wrapper is checked on it and repaired by a fresh extraction of it. What the repaired
//! wrapper should read is known: the values of the same nodes, wherever they are now.
//!
//! A change that the selectors do not see needs no notice; such changes are counted apart.

mod change;
mod edits;
mod measure;
mod tree;

pub use change::Change;
pub use measure::{Alarms, Outcome, alarms, change_page};

use crate::datasets::{PageCase, cases};
use std::path::Path;
use tamis::Page;
use tamis_extract::PageView;
use tamis_extract::records::{Table, auto};
use tamis_page::Document;
use tamis_sites::wrapper::{LearnOptions, Sample, Wrapper, learn};

/// The pages of one site.
#[derive(Debug)]
pub struct Site {
    /// Its name.
    pub name: String,
    /// Its pages, by their names in the data set.
    pub pages: Vec<(String, Page)>,
}

/// The pages of a data set that have records, by site.
///
/// # Errors
/// If they cannot be read.
pub fn sites(directory: &Path) -> anyhow::Result<Vec<Site>> {
    let mut sites: Vec<Site> = Vec::new();
    let mut all: Vec<PageCase> = cases(directory)?.into_iter().filter(|case| !case.lists_nothing()).collect();
    all.sort_by_cached_key(|case| (case.site_and_kind(), case.id.clone()));
    for case in all {
        let (name, page) = (case.site_and_kind(), case.page()?);
        match sites.last_mut().filter(|site| site.name == name) {
            Some(site) => site.pages.push((case.id, page)),
            None => sites.push(Site { name, pages: vec![(case.id, page)] }),
        }
    }
    Ok(sites)
}

/// The tables of a page, the main one first.
pub(crate) fn extract(document: &Document) -> Vec<Table> {
    auto::find(&PageView::of(document), &auto::AutoOptions::default())
}

/// A wrapper of a page's main table.
pub fn learn_page(document: &Document) -> Option<Wrapper> {
    let tables = extract(document);
    let sample = Sample { document, url: None, table: tables.first(), pagination: None };
    learn(&[sample], &LearnOptions::default()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shop(from: usize) -> Document {
        let lamp = |number: usize| {
            format!(
                "<li class=lamp><h3 class=name><a href=/lamp/{number}>A fine desk lamp of type {number}</a></h3>\
                 <p class=maker>Lumen works {number}</p><p class=price>{number}.50 €</p></li>"
            )
        };
        let lamps: String = (from..from + 12).map(lamp).collect();
        Document::parse(format!(
            "<header><p>The shop of lamps</p></header><ul class=lamps>{lamps}</ul><footer>x</footer>"
        ))
    }

    #[test]
    fn each_change_of_a_plain_page_is_noticed_and_mended() {
        let (learned_from, other) = (shop(1), shop(30));
        let wrapper = learn_page(&learned_from).expect("is learned");
        assert_eq!(alarms(&wrapper, &[&other]), Some(Alarms::default()));
        let mut n_harmful = 0;
        for change in Change::ALL {
            let Some(outcome) = change_page(&wrapper, &other, change, 1) else { continue };
            n_harmful += usize::from(!outcome.is_harmless());
            assert_eq!(outcome.is_noticed(), !outcome.is_harmless(), "{change:?}: {outcome:?}");
            assert!(outcome.is_repaired(), "{change:?}: {outcome:?}");
        }
        assert!(n_harmful >= 8, "{n_harmful}");
    }

    #[test]
    fn a_change_is_the_same_whenever_it_is_made() {
        let page = shop(1);
        let wrapper = learn_page(&page).expect("is learned");
        let outcome = || change_page(&wrapper, &page, Change::NewDesign, 7);
        assert_eq!(outcome(), outcome());
        assert!(outcome().is_some_and(|outcome| outcome.read < 0.5));
    }
}
