//! Pages that no honest author writes: each gives a layout or a clear error, within its limits.

use std::time::{Duration, Instant};
use tamis_page::{Capture, RenderError, RenderRequest, RenderedPage, Renderer, Resource, Resources};
use tamis_render_blitz::{BlitzOptions, BlitzRenderer};
use url::Url;

type Answer = Result<RenderedPage, RenderError>;

fn render(html: impl Into<Vec<u8>>) -> Answer {
    BlitzRenderer::default().render(Capture::new(html).decode(None), RenderRequest::default())
}

fn render_with(
    html: &str,
    load: impl Fn(&Url) -> Option<Resource> + Send + Sync + 'static,
    options: BlitzOptions,
) -> Answer {
    let url = Url::parse("http://page.example/").expect("an address");
    let capture = Capture::new(html).with_url(url).with_resources(Resources::from_fn(None, load));
    BlitzRenderer::new(options).render(capture.decode(None), RenderRequest::default())
}

/// A layout or an error that is not a crash, before the time is up.
#[track_caller]
fn check(html: impl Into<Vec<u8>>) {
    let start = Instant::now();
    let answer = render(html);
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
    if let Err(error) = answer {
        assert!(!matches!(error, RenderError::Crashed { .. }), "{error}");
    }
}

#[track_caller]
fn check_rendered(answer: &Answer) {
    let page = answer.as_ref().expect("a layout");
    let body = page.document().body().expect("a body");
    assert!(page.layout().rect(body).is_some());
}

#[test]
fn a_hundred_thousand_levels() {
    // Half a second in a release build; tests are slower, and may share the machine.
    let patient = BlitzOptions::default().with_time_limit(Duration::from_secs(100));
    check_rendered(&render_with(&"<div>".repeat(100_000), |_| None, patient));
}

#[test]
fn more_nodes_than_are_read() {
    let page = Capture::new("<p>word".repeat(100_000)).decode(None);
    let answer = BlitzRenderer::default().render(page, RenderRequest::default().with_max_nodes(1000));
    check_rendered(&answer);
    let page = answer.expect("a layout");
    assert!(page.document().limits_hit().nodes);
    assert!((990..=1000).contains(&page.document().len()), "{} nodes", page.document().len());
}

#[test]
fn more_elements_than_are_rendered() {
    let answer = render("<p>".repeat(200_000));
    assert!(matches!(answer, Err(RenderError::TooLarge { what: "elements", limit: 200_000, .. })));
    let few = BlitzOptions::default().with_max_elements(10);
    let answer = render_with(&"<p>".repeat(10), |_| None, few);
    assert!(matches!(answer, Err(RenderError::TooLarge { limit: 10, .. })));
}

#[test]
fn many_elements_in_one_line() {
    let patient = BlitzOptions::default().with_time_limit(Duration::from_secs(100));
    check_rendered(&render_with(&"<b>x</b> ".repeat(20_000), |_| None, patient));
}

#[test]
fn huge_selectors() {
    let deep = "div ".repeat(50_000);
    let many = "p, ".repeat(50_000);
    let nested = format!("{}p{}", ":is(".repeat(20_000), ")".repeat(20_000));
    for selector in [deep, many, nested] {
        check(format!("<!doctype html><style>{selector} b {{color:red}}</style><div><div><p>x"));
    }
}

#[test]
fn nested_rules_and_brackets() {
    for open in ["@media all{", "a{", "{", "(", "[", "a{b:calc(", "a{b:\\"] {
        check(format!("<!doctype html><style>{}</style><p>x", open.repeat(50_000)));
        check(format!("<p style='width:{}'>x", "calc(".repeat(20_000)));
    }
}

#[test]
fn absurd_lengths() {
    let values =
        ["1e38px", "-1e38px", "1e9em", "99999999999999%", "calc(1e38px * 1e38)", "0.0000001px", "100000000000vw"];
    let properties =
        ["width", "height", "margin", "padding", "font-size", "line-height", "border-width", "left", "text-indent"];
    for value in values {
        let rules: String = properties.iter().map(|property| format!("{property}:{value};")).collect();
        let answer = render(format!(
            "<!doctype html><style>.x{{{rules}border-style:solid;position:relative}}</style>\
             <div class=x>a<span class=x>b</span><img class=x><table class=x><tr><td class=x>c</table>\
             <div style='float:left' class=x>d</div><div style='display:flex' class=x><p class=x>e</div>"
        ));
        // The engine panics on some sums of these; that is an error of this page alone.
        assert!(answer.is_ok() || matches!(answer, Err(RenderError::Crashed { .. })));
    }
}

#[test]
fn a_panic_costs_one_page() {
    let mut renderer = BlitzRenderer::default();
    let bad = "<!doctype html><div style='width:1e38px;margin:1e38px;padding:1e38px'>x";
    for html in [bad, "<p>good"] {
        let answer = renderer.render(Capture::new(html).decode(None), RenderRequest::default());
        assert!(answer.is_ok() || html == bad);
    }
}

#[test]
fn tables_with_absurd_spans() {
    check("<table><tr><td colspan=999999 rowspan=999999>x<td>y<tr><td>z</table>");
    check(format!("<table><tr>{}</table>", "<td colspan=1000>x".repeat(500)));
    check(format!("<table>{}</table>", "<tr><td rowspan=60000>x<td>y".repeat(500)));
    check(format!("<table><colgroup>{}</colgroup><tr><td>x</table>", "<col span=1000>".repeat(500)));
}

#[test]
fn tables_in_tables_and_boxes_in_boxes() {
    check("<table><tr><td>".repeat(150));
    check("<div style='display:flex'>".repeat(300));
    check("<div style='display:grid'>".repeat(300));
    check("<div style='float:left'>".repeat(300));
    check("<span style='display:inline-block'>".repeat(300));
}

#[test]
fn sheets_that_import_each_other() {
    let load = |url: &Url| {
        let other = if url.path().ends_with("a.css") { "b.css" } else { "a.css" };
        Some(Resource::new(format!("@import '{other}'; @import '{other}?2'; p {{ margin: 7px }}")))
    };
    check_rendered(&render_with("<link rel=stylesheet href=a.css><p>x", load, BlitzOptions::default()));
}

#[test]
fn sheets_without_end() {
    let load = |url: &Url| {
        let number: u64 = url.path().trim_matches(|letter: char| !letter.is_ascii_digit()).parse().ok()?;
        let imports: String = (1..20).map(|next| format!("@import '{}.css';", number * 20 + next)).collect();
        Some(Resource::new(imports + "p { color: red }"))
    };
    check_rendered(&render_with("<link rel=stylesheet href=1.css><p>x", load, BlitzOptions::default()));
}

#[test]
fn a_missing_sheet() {
    check_rendered(&render_with("<link rel=stylesheet href=gone.css><p>x", |_| None, BlitzOptions::default()));
}

#[test]
fn a_file_that_never_comes() {
    let load = |_: &Url| {
        std::thread::sleep(Duration::from_secs(4));
        None
    };
    let limit = BlitzOptions::default().with_time_limit(Duration::from_millis(200));
    let start = Instant::now();
    let answer = render_with("<link rel=stylesheet href=a.css><p>x", load, limit);
    assert!(matches!(answer, Err(RenderError::TimedOut { .. })), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(3));
}

#[test]
fn more_style_than_is_read() {
    let small = BlitzOptions::default().with_max_style_bytes(1000);
    let html = format!("<style>p{{margin:0}}</style><style>{}</style><p>x", "p{color:red}".repeat(1000));
    check_rendered(&render_with(&html, |_| None, small));
}

#[test]
fn addresses_that_are_none() {
    let sources =
        ["http://", "http://[::1", "//", "data:", "data:image/png;base64,!!!", "javascript:x", "\u{0}", "http://a b/"];
    let images: String =
        sources.iter().map(|source| format!("<img src=\"{source}\"><link rel=stylesheet href=\"{source}\">")).collect();
    check_rendered(&render(images.clone() + "<base href='data:x,y'>"));
    check_rendered(&render(images + "<iframe src='http://['></iframe><body background='http://['>"));
}

#[test]
fn nothing_at_all() {
    for html in ["", "<!--", "<frameset>", "<html style='display:none'>", "<body style='display:none'>x", "\u{0}\u{0}"]
    {
        assert!(render(html).is_ok(), "{html}");
    }
}
