//! Everything that is timed on a page.

use html5ever_039::tendril::TendrilSink;
use std::hint::black_box;
use tamis_eval::rivals;
use tamis_page::parse::Parser;

/// Something that is done with each page.
pub(crate) struct Candidate {
    pub(crate) name: &'static str,
    pub(crate) run: Box<dyn FnMut(&str)>,
}

fn candidate(name: &'static str, run: impl FnMut(&str) + 'static) -> Candidate {
    Candidate { name, run: Box::new(run) }
}

pub(crate) const OURS: &str = "tamis parse";
pub(crate) const HTML5EVER: &str = "html5ever, flat array";
pub(crate) const FLOOR: &str = "memchr + UTF-8 validation";

/// All candidates, ours first.
pub(crate) fn all() -> Vec<Candidate> {
    let mut parser = Parser::default();
    vec![
        candidate(OURS, move |html| {
            let document = parser.parse(html);
            parser.recycle(black_box(document));
        }),
        candidate("tamis parse, fresh memory", |html| {
            black_box(Parser::default().parse(html));
        }),
        candidate(FLOOR, |html| {
            let found = memchr::memchr_iter(b'<', html.as_bytes()).count();
            black_box((found, simdutf8::basic::from_utf8(html.as_bytes()).is_ok()));
        }),
        candidate("lol_html, no handlers", |html| {
            let mut rewriter =
                lol_html::HtmlRewriter::new(lol_html::Settings::new(), |chunk: &[u8]| _ = black_box(chunk));
            black_box(rewriter.write(html.as_bytes()).is_ok() && rewriter.end().is_ok());
        }),
        candidate(HTML5EVER, |html| {
            black_box(rivals::parse(html, false));
        }),
        candidate("html5ever 0.39, RcDom", |html| {
            let dom = markup5ever_rcdom::RcDom::default();
            black_box(html5ever_039::parse_document(dom, html5ever_039::ParseOpts::default()).one(html));
        }),
        candidate("scraper", |html| {
            black_box(scraper::Html::parse_document(html));
        }),
    ]
}
