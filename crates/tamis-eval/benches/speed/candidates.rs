//! Everything that is timed on a page.

use html5ever_039::tendril::TendrilSink;
use std::hint::black_box;
use tamis_eval::rivals;
use tamis_extract::PageView;
use tamis_extract::clean::weights;
use tamis_page::parse::Parser;
use tamis_page::{Document, Features};
use tamis_papers::clean::{rules, tps};

/// A page as text and as a document.
pub(crate) struct Page {
    pub(crate) html: String,
    pub(crate) document: Document,
}

/// Something that is done with each page.
pub(crate) struct Candidate {
    pub(crate) name: &'static str,
    pub(crate) run: Box<dyn FnMut(&Page)>,
}

fn on_text(name: &'static str, mut run: impl FnMut(&str) + 'static) -> Candidate {
    Candidate { name, run: Box::new(move |page| run(&page.html)) }
}

fn on_document(name: &'static str, mut run: impl FnMut(&Document) + 'static) -> Candidate {
    Candidate { name, run: Box::new(move |page| run(&page.document)) }
}

pub(crate) const OURS: &str = "tamis parse";
pub(crate) const OURS_FRESH: &str = "tamis parse, fresh memory";
pub(crate) const OURS_WHOLE: &str = "tamis validate, parse, features";
pub(crate) const FEATURES: &str = "tamis features";
pub(crate) const HTML5EVER: &str = "html5ever, flat array";
pub(crate) const LOL_HTML: &str = "lol_html, no handlers";
pub(crate) const FLOOR: &str = "memchr and validate";

/// All candidates, ours first. Ours copies the page first, as it keeps the text; the copy counts.
pub(crate) fn all() -> Vec<Candidate> {
    let mut parser = Parser::default();
    let mut second_parser = Parser::default();
    vec![
        on_text(OURS, move |html| {
            let document = parser.parse(html);
            parser.recycle(black_box(document));
        }),
        on_text(OURS_FRESH, |html| {
            black_box(Parser::default().parse(html));
        }),
        on_text(OURS_WHOLE, move |html| {
            let Ok(html) = simdutf8::basic::from_utf8(html.as_bytes()) else { return };
            let document = second_parser.parse(html);
            black_box(Features::of(&document));
            second_parser.recycle(document);
        }),
        on_document(FEATURES, |document| {
            black_box(Features::of(document));
        }),
        on_document("tamis tps", |document| {
            black_box(tps::clean(&PageView::of(document), &tps::TpsOptions::default()));
        }),
        on_document("tamis rules", |document| {
            black_box(rules::clean(&PageView::of(document), &rules::RulesOptions::default()));
        }),
        on_document("tamis weights", |document| {
            black_box(weights::clean(&PageView::of(document), &weights::WeightsOptions::default()));
        }),
        on_text(FLOOR, |html| {
            let found = memchr::memchr_iter(b'<', html.as_bytes()).count();
            black_box((found, simdutf8::basic::from_utf8(html.as_bytes()).is_ok()));
        }),
        on_text(LOL_HTML, |html| {
            let mut rewriter =
                lol_html::HtmlRewriter::new(lol_html::Settings::new(), |chunk: &[u8]| _ = black_box(chunk));
            black_box(rewriter.write(html.as_bytes()).is_ok() && rewriter.end().is_ok());
        }),
        on_text(HTML5EVER, |html| {
            black_box(rivals::parse(html, false));
        }),
        on_text("html5ever 0.39, RcDom", |html| {
            let dom = markup5ever_rcdom::RcDom::default();
            black_box(html5ever_039::parse_document(dom, html5ever_039::ParseOpts::default()).one(html));
        }),
        on_text("scraper", |html| {
            black_box(scraper::Html::parse_document(html));
        }),
    ]
}
