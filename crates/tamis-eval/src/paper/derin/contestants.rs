//! Who is measured.

use tamis::Mask;
use tamis_extract::records::Table;
use tamis_extract::{PageView, RenderedView};
use tamis_page::RenderedPage;
use tamis_papers::clean::tps::{self, TpsOptions};
use tamis_papers::records::depta::{self, DeptaOptions};
use tamis_papers::records::derin::{self, DerinOptions};
use tamis_papers::records::mdr::{self, MdrOptions};
use tamis_papers::records::xpath_rank::{self, XPathRankOptions};

/// A method with its options.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// What it is called in the tables.
    pub name: &'static str,
    /// What the paper calls it, to find its published figures.
    pub published: Option<&'static str>,
    method: Method,
}

#[derive(Clone, Debug)]
enum Method {
    Derin(DerinOptions),
    XPathRank(XPathRankOptions),
    Depta,
    Mdr,
    MdrAfterTps,
}

/// What a contestant answers for a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    /// The main table.
    pub(super) table: Option<Table>,
    /// What was kept of the page, where the method prunes it.
    pub(super) mask: Option<Mask>,
}

impl Contestant {
    pub(super) fn answer(&self, page: &RenderedPage) -> Answer {
        let first = |tables: Vec<Table>| Answer { table: tables.into_iter().next(), mask: None };
        match &self.method {
            Method::Derin(options) => first(derin::find(&RenderedView::of(page), options)),
            Method::XPathRank(options) => first(xpath_rank::find(&RenderedView::of(page), options)),
            Method::Depta => first(depta::find(&PageView::of(page.document()), &DeptaOptions::default())),
            Method::Mdr => first(mdr::find(&PageView::of(page.document()), &MdrOptions::default())),
            Method::MdrAfterTps => {
                let view = PageView::of(page.document());
                let mask = tps::clean(&view, &TpsOptions::default());
                let tables = mdr::find_under(&view, &mask, &MdrOptions::default());
                Answer { mask: Some(mask), ..first(tables) }
            }
        }
    }
}

/// All methods of the paper's tables, and ours.
pub fn contestants() -> Vec<Contestant> {
    let new = |name, published, method| Contestant { name, published, method };
    let finder = Some("SearchResultFinder");
    vec![
        new("DERIN paper", Some("DERIN"), Method::Derin(DerinOptions::paper())),
        new("DERIN tuned", Some("DERIN"), Method::Derin(DerinOptions::default())),
        new("SRF paper", finder, Method::XPathRank(XPathRankOptions::paper())),
        new("SRF tuned", finder, Method::XPathRank(XPathRankOptions::default())),
        new("DEPTA", Some("DEPTA"), Method::Depta),
        new("MDR", None, Method::Mdr),
        new("TPS+MDR", Some("TPS+MDR"), Method::MdrAfterTps),
    ]
}

/// DERIN without some of its steps, as in Table 14, for both profiles.
pub fn ablations() -> Vec<Contestant> {
    let steps = |name, published, options: DerinOptions, outliers: bool, ngrams: bool| Contestant {
        name,
        published: Some(published),
        method: Method::Derin(options.with_outliers(outliers).with_ngrams(ngrams)),
    };
    vec![
        steps("paper, all steps", "DERIN", DerinOptions::paper(), true, true),
        steps("paper, without outliers", "without outliers", DerinOptions::paper(), false, true),
        steps("paper, without n-grams", "without n-grams", DerinOptions::paper(), true, false),
        steps("paper, without both", "without both", DerinOptions::paper(), false, false),
        steps("tuned, all steps", "DERIN", DerinOptions::default(), true, true),
        steps("tuned, without outliers", "without outliers", DerinOptions::default(), false, true),
        steps("tuned, without n-grams", "without n-grams", DerinOptions::default(), true, false),
        steps("tuned, without both", "without both", DerinOptions::default(), false, false),
    ]
}
