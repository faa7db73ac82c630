//! Pages that no honest author writes: each gives a layout or a clear error, within its limits.

use std::time::{Duration, Instant};
use tamis_page::names;
use tamis_page::{Capture, GivenUp, NodeId, RenderError, RenderRequest, RenderedPage, Renderer, Resource, Resources};
use tamis_render_blitz::{BlitzOptions, BlitzRenderer};
use url::Url;

type Answer = Result<RenderedPage, RenderError>;

fn render(html: impl Into<tamis_page::Body>) -> Answer {
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
fn check(html: impl Into<tamis_page::Body>) {
    let start = Instant::now();
    let answer = render(html);
    assert!(start.elapsed() < Duration::from_mins(2), "took {:?}", start.elapsed());
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

/// A layout that does without exactly this; time is for a slow machine in a debug build.
#[track_caller]
fn check_given_up(html: &str, expect: &[GivenUp]) -> RenderedPage {
    let patient = BlitzOptions::default().with_time_limit(Duration::from_secs(100));
    let page = render_with(html, |_| None, patient).expect("a layout");
    assert_eq!(page.layout().given_up(), expect);
    page
}

fn elements(page: &RenderedPage, tag: tamis_page::Name) -> Vec<NodeId> {
    page.document().elements_named(tag).collect()
}

#[test]
fn an_ordinary_page_gives_nothing_up() {
    let html = "<!doctype html><style>:root{--a:1px;--b:var(--a)} ul>li:nth-last-child(2n)~li{margin:var(--b)}
        a,b{&:hover,&:focus{color:red;c &{top:0}}} p:has(> b:not(.x))::before{content:'y';animation:z 1s}</style>
        <table><tr><td rowspan=2 colspan=3>a<td>b<tr><td>c</table><details><summary>s</summary>t</details>
        <ul><li>a<li>b</ul><p style='font-size:90px;width:5000px'>c <b>d</b>";
    check_given_up(html, &[]);
}

#[test]
fn rules_nested_in_rules_multiply_their_selectors() {
    let nested = |n: usize| {
        let (open, close) = ("a,b,p{".repeat(n), "}".repeat(n));
        format!("<!doctype html><style>p{{width:77px}}{open}color:red{close}p{{height:33px}}</style><p>x")
    };
    check_given_up(&nested(6), &[]);
    let page = check_given_up(&nested(48), &[GivenUp::Rules]);
    // The rules before and after hold.
    let rect = page.layout().rect(elements(&page, names::P)[0]).expect("a box");
    assert_eq!((rect.width, rect.height), (77.0, 33.0));
}

#[test]
fn selectors_that_look_for_ancestors_of_ancestors() {
    let selector = format!("{}.none{}", ":is(* ".repeat(12), " *)".repeat(12));
    let html = format!("<!doctype html><style>{selector}{{color:red}}</style>{}x", "<div>".repeat(100));
    check_given_up(&html, &[GivenUp::Rules]);
}

#[test]
fn long_lists_of_selectors() {
    // Those that match nothing are not missed.
    let unmatched: String = (0..40_000).map(|i| format!(".c{} .d{i},", i % 30)).collect();
    let divs: String = (0..30).map(|i| format!("<div class='c{i} d'>x</div>")).collect();
    let page = check_given_up(&format!("<!doctype html><style>{unmatched}.d{{width:55px}}</style>{divs}"), &[]);
    assert_eq!(page.layout().rect(elements(&page, names::DIV)[7]).map(|rect| rect.width), Some(55.0));
    let matched = ".d,".repeat(20_000);
    check_given_up(&format!("<!doctype html><style>{matched}p{{width:55px}}</style>{divs}"), &[GivenUp::Rules]);
}

#[test]
fn selectors_that_ask_about_very_many_siblings() {
    let page = |css: &str, n: usize| {
        format!("<!doctype html><style>{css}{{color:red}}p{{width:66px}}</style>{}", "<p>x</p>".repeat(n))
    };
    for css in [":nth-last-child(3n+1)", "p~p", "p:has(~ b)", "p:nth-child(2n of .a)"] {
        check_given_up(&page(css, 300), &[]);
    }
    let answer = check_given_up(&page("p~p", 10_000), &[GivenUp::Rules]);
    assert_eq!(answer.layout().rect(elements(&answer, names::P)[9]).map(|rect| rect.width), Some(66.0));
}

#[test]
fn selectors_that_ask_about_siblings_elsewhere_than_in_a_long_list() {
    let rules: String = (0..40).map(|i| format!(".box input ~ .mark:not(.m{i}){{width:{i}px;height:5px}}")).collect();
    let page =
        |n: usize, row: &str| format!("<!doctype html><style>{rules}</style><div class=box>{}</div>", row.repeat(n));
    let row = "<div class=box><input type=checkbox><p class=mark></p></div>";
    let answer = check_given_up(&page(1000, row), &[]);
    assert_eq!(answer.layout().rect(elements(&answer, names::P)[999]).map(|rect| rect.width), Some(39.0));
    // The same without a box around each.
    check_given_up(&page(3000, "<input type=checkbox><p class=mark></p>"), &[GivenUp::Rules]);
}

#[test]
fn chains_and_loops_of_custom_properties() {
    let chain = |n: usize| {
        let links: String = (0..n).map(|i| format!("--v{}:var(--v{i});", i + 1)).collect();
        format!("<!doctype html><style>:root{{--v0:99px;{links}}}p{{width:var(--v{n})}}</style><p>x")
    };
    let page = check_given_up(&chain(300), &[]);
    assert_eq!(page.layout().rect(elements(&page, names::P)[0]).map(|rect| rect.width), Some(99.0));
    check_given_up(&chain(20_000), &[GivenUp::CustomProperties]);
    let links: String = (0..20_000).map(|i| format!("--v{i}:var(--v{});", (i + 1) % 20_000)).collect();
    let looped = format!("<!doctype html><style>:root{{{links}}}p{{width:var(--v0)}}</style><p>x");
    check_given_up(&looped, &[GivenUp::CustomProperties]);
    let registered: String =
        (0..6000).map(|i| format!("@property --p{i}{{syntax:'<length>';inherits:true;initial-value:{i}px}}")).collect();
    let html = format!("<!doctype html><style>{registered}p{{width:var(--p50)}}</style><p>x");
    let page = check_given_up(&html, &[GivenUp::CustomProperties]);
    assert_eq!(page.layout().rect(elements(&page, names::P)[0]).map(|rect| rect.width), Some(50.0));
    // Fewer are too many where every element has them.
    let links: String = (0..500).map(|i| format!("--v{}:var(--v{i});", i + 1)).collect();
    let html = format!("<!doctype html><style>*{{{links}}}</style>{}", "<p>x".repeat(2000));
    check_given_up(&html, &[GivenUp::CustomProperties]);
}

#[test]
fn very_many_custom_properties_of_one_element_are_kept() {
    let properties: String = (0..900).map(|i| format!("--c{i}:{i}px;")).collect();
    let rest = "<p>x</p>".repeat(2000);
    for selector in ["[data-color-mode=light]", "[data-color-mode]", ":where(html)", ":is(:root,.dark)", ":root"] {
        let html = format!(
            "<!doctype html><html data-color-mode=light><style>{selector}{{{properties}}}p{{width:var(--c300)}}</style>{rest}"
        );
        let page = check_given_up(&html, &[]);
        assert_eq!(
            page.layout().rect(elements(&page, names::P)[1000]).map(|rect| rect.width),
            Some(300.0),
            "{selector}"
        );
    }
    // Every element has this one.
    let rest = "<p data-mode=a>x</p>".repeat(2000);
    for selector in ["[data-mode]", "[data-mode=a]", "[data-mode^=a]", ":where(p)"] {
        let html = format!("<!doctype html><style>{selector}{{{properties}}}</style>{rest}");
        check_given_up(&html, &[GivenUp::CustomProperties]);
    }
}

#[test]
fn hyphens_that_are_no_custom_properties() {
    let comments = format!("/* {} */\n", "-".repeat(80)).repeat(1600);
    let html = format!("<!doctype html><style>{comments}p{{width:88px}}</style><p>x");
    let page = check_given_up(&html, &[]);
    assert_eq!(page.layout().rect(elements(&page, names::P)[0]).map(|rect| rect.width), Some(88.0));
    let properties: String = (0..61_000).map(|i| format!("a{{--v{i}:1}}")).collect();
    check_given_up(&format!("<!doctype html><style>{properties}</style><p>x"), &[GivenUp::CustomProperties]);
}

#[test]
fn layers_without_end() {
    let names =
        |n: usize| format!("<!doctype html><style>@layer {}{{p{{width:9px}}}}</style><p>x", vec!["a"; n].join("."));
    check_given_up(&names(10), &[]);
    check_given_up(&names(3000), &[GivenUp::Rules]);
    let layers: String = (0..80_000).map(|i| format!("@layer l{i};")).collect();
    check_given_up(&format!("<!doctype html><style>{layers}</style><p>x"), &[GivenUp::Rules]);
}

#[test]
fn thousands_of_animations_and_megabytes_of_generated_text() {
    let steps: String = (0..500).map(|i| format!("@keyframes k{i}{{from{{top:0}}to{{top:1px}}}}")).collect();
    let used: Vec<String> = (0..500).map(|i| format!("k{i} 1s")).collect();
    let html = format!("<!doctype html><style>{steps}p{{animation:{}}}</style><p>x", used.join(","));
    check_given_up(&html, &[GivenUp::Values]);
    let html = format!("<!doctype html><style>p::before{{content:'{}'}}</style><p>x", "abc ".repeat(50_000));
    check_given_up(&html, &[GivenUp::Values]);
}

#[test]
fn fonts_that_grow_from_box_to_box() {
    let html =
        format!("<!doctype html><style>div{{width:3em;font-size:1.5em;padding:2em}}</style>{}", "<div>a".repeat(60));
    let page = check_given_up(&html, &[GivenUp::Values]);
    let sizes: Vec<f32> =
        elements(&page, names::DIV).iter().map(|&node| page.layout().style(node).expect("a style").font_size).collect();
    assert!((sizes[0] - 24.0).abs() < 0.1, "{sizes:?}");
    assert!(sizes.iter().all(|&size| size <= 10_000.0), "{sizes:?}");
}

#[test]
fn a_length_that_no_layout_can_hold() {
    for css in ["width:1e38px", "margin:-1e38px", "padding:1e30px", "height:calc(1px/0)", "font-size:1e30px"] {
        let page = check_given_up(&format!("<!doctype html><div style='{css}'>x<p>y"), &[GivenUp::Values]);
        let rect = page.layout().rect(elements(&page, names::DIV)[0]).expect("a box");
        assert!(rect.x.is_finite() && rect.width.is_finite() && rect.height.is_finite(), "{css}: {rect:?}");
    }
}

#[test]
fn a_page_whose_styles_the_engine_panics_on() {
    // What is important cannot be made smaller.
    let html = "<!doctype html><style>div{font-size:1.5em!important;width:3em!important}</style>".to_owned()
        + &"<div>a".repeat(60);
    let page = check_given_up(&html, &[GivenUp::Styles]);
    let rect = page.layout().rect(elements(&page, names::DIV)[59]).expect("a box");
    assert!((rect.width - 1264.0).abs() < 0.1, "{rect:?}");
}

#[test]
fn cells_that_cover_everything() {
    let rows = "<tr><td rowspan=65534 colspan=1000>b".repeat(67);
    let page = check_given_up(&format!("<!doctype html><table>{rows}</table>"), &[GivenUp::Cells]);
    let cells = elements(&page, names::TD);
    let y = |at: usize| page.layout().rect(cells[at]).expect("a box").y;
    assert!(y(0) < y(33) && y(33) < y(66), "{} {} {}", y(0), y(33), y(66));
    let row = format!("<!doctype html><table><tr>{}</table>", "<td>a".repeat(30_010));
    check_given_up(&row, &[GivenUp::Cells]);
}

#[test]
fn very_many_elements_in_the_lines_of_one_block() {
    for item in ["<a href=x>a</a> ", "<b><i>a</i></b> ", "a<br>"] {
        let html = format!("<!doctype html><div>{}</div>", item.repeat(22_000));
        check_given_up(&html, &[GivenUp::Lines]);
    }
    check_given_up(&format!("<!doctype html><div>{}</div>", "<b>a</b> ".repeat(5000)), &[]);
}

#[test]
fn comments_between_all_letters() {
    let page = check_given_up(&format!("<!doctype html><body>{}", "<!--x-->a".repeat(30_000)), &[]);
    let document = page.document();
    let texts: Vec<_> = document.nodes().filter(|&node| document.kind(node) == tamis_page::NodeKind::Text).collect();
    let x = |at: usize| page.layout().rect(texts[at]).expect("a box").x;
    let step = x(1) - x(0);
    assert!(step > 5.0 && (x(29_999) - x(0) - 29_999.0 * step).abs() < 1000.0, "{} {step}", x(29_999));
}

#[test]
fn details_in_details() {
    // Beyond the depth that is kept they stand side by side.
    let html = format!("<!doctype html>{}", "<details open><summary>a</summary>".repeat(30_000));
    let page = check_given_up(&html, &[GivenUp::Rules]);
    let summaries = elements(&page, names::SUMMARY);
    assert!(page.layout().rect(summaries[29_999]).is_some_and(|rect| rect.height > 10.0));
}

#[test]
fn blocks_in_very_deeply_nested_lines() {
    let html = format!("<!doctype html>{}{}", "<span>".repeat(200), "<p>a".repeat(20));
    let page = check_given_up(&html, &[GivenUp::Nesting]);
    assert!(page.layout().rect(elements(&page, names::P)[19]).is_some_and(|rect| rect.height > 10.0));
    check_given_up(&format!("<!doctype html>{}{}", "<span>".repeat(30), "<p>a".repeat(20)), &[]);
}

#[test]
fn more_text_than_is_laid_out() {
    let html = format!("<!doctype html><p>{}<p>last", "word ".repeat(900_000));
    let page = check_given_up(&html, &[GivenUp::Text]);
    let last = elements(&page, names::P)[1];
    assert!(page.layout().rect(last).is_some());
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
        check_rendered(&answer);
    }
}

#[test]
fn after_a_panic_the_next_page_is_laid_out() {
    let mut renderer = BlitzRenderer::default();
    let bad = "<!doctype html><style>div{font-size:1.5em!important;width:3em!important}</style>".to_owned()
        + &"<div>a".repeat(60);
    for (html, expect) in [(bad, [GivenUp::Styles].as_slice()), ("<p>good".to_owned(), &[])] {
        let page = renderer.render(Capture::new(html).decode(None), RenderRequest::default()).expect("a layout");
        assert_eq!(&page.layout().given_up()[..expect.len()], expect);
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
        std::thread::sleep(Duration::from_mins(10));
        None
    };
    let limit = BlitzOptions::default().with_time_limit(Duration::from_millis(200));
    let start = Instant::now();
    let answer = render_with("<link rel=stylesheet href=a.css><p>x", load, limit);
    assert!(matches!(answer, Err(RenderError::TimedOut { .. })), "{answer:?}");
    assert!(start.elapsed() < Duration::from_mins(5));
}

#[test]
fn more_style_than_is_read() {
    let small = BlitzOptions::default().with_max_style_bytes(1000);
    let html = format!("<style>p{{margin:0}}</style><style>{}</style><p>x", "p{color:red}".repeat(1000));
    let answer = render_with(&html, |_| None, small);
    check_rendered(&answer);
    assert_eq!(answer.expect("a layout").layout().given_up(), [GivenUp::Rules]);
}

#[test]
fn a_style_attribute_of_custom_properties_alone() {
    let links: String = (0..600).map(|i| format!("--v{}:var(--v{i});", i + 1)).collect();
    check_given_up(&format!("<!doctype html><p style='{links}'>x"), &[GivenUp::Values]);
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
