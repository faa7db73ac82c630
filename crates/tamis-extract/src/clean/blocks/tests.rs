//! Whole pages, from HTML to the text that is kept.

use super::{BlocksOptions, Favor, PageKind, trace};
use crate::PageView;
use tamis_page::{Document, visible_text, visible_text_under};

const PROSE: &str = "A lamp turns electric power into light, and most of them stand on a desk or hang from a ceiling. \
    The first ones burned oil, which smelled, and the next ones gas, which sometimes did worse.";

fn kept(html: &str) -> String {
    kept_with(html, BlocksOptions::default())
}

fn kept_with(html: &str, options: BlocksOptions) -> String {
    let document = Document::parse(html);
    let mask = trace(&PageView::of(&document), &options).mask(&document);
    visible_text_under(&document, document.root(), &mask)
}

fn article(before: &str, after: &str) -> String {
    format!(
        "<title>Lamps</title>{before}<article><h1>Lamps</h1>{}</article>{after}",
        format!("<p>{PROSE}</p>").repeat(4)
    )
}

#[test]
fn menus_and_footers_are_left_out() {
    let menu =
        "<nav class=menu><ul><li><a href=/a>Home</a><li><a href=/b>Shop</a><li><a href=/c>Contact</a></ul></nav>";
    let text = kept(&article(menu, "<footer class=footer>© 2026 The lamp company. All rights reserved.</footer>"));
    assert!(text.contains("burned oil"));
    assert!(!text.contains("Contact") && !text.contains("©"), "{text}");
}

#[test]
fn prose_that_a_page_hides_is_read_where_it_is_content() {
    let tab = format!("<div style='display:none'><p>{}</p></div>", PROSE.replace("oil", "whale oil"));
    let text = kept(&format!("<main><h1>Lamps</h1><p>{PROSE}</p>{tab}</main>"));
    assert!(text.contains("whale oil"), "{text}");
}

#[test]
fn a_page_in_its_noscript_is_read_there() {
    let posts = format!("<p>{PROSE}</p>").repeat(3);
    let text = kept(&format!("<div id=app>Loading</div><noscript><div>{posts}</div></noscript>"));
    assert_eq!(text.matches("burned oil").count(), 3, "{text}");
    let hint = kept(&format!(
        "<main><p>{PROSE}</p></main><noscript>Please switch scripts on to read this page, thank you.</noscript>"
    ));
    assert!(!hint.contains("switch scripts on"));
}

#[test]
fn a_list_of_which_most_is_kept_is_kept_whole() {
    let items: String =
        (0..8).map(|number| format!("<li>Step {number}: take the shade off, then the bulb.</li>")).collect();
    let text = kept(&format!("<main><h1>Lamps</h1><p>{PROSE}</p><ol>{items}<li>Done</li></ol><p>{PROSE}</p></main>"));
    assert!(text.contains("Step 0") && text.contains("Done"), "{text}");
}

#[test]
fn precision_keeps_no_more_than_recall() {
    let html = article("<div><a href=/a>Lamps</a> <a href=/b>Shades</a></div>", "<div><p>Read more about lamps.</div>");
    let precision = kept_with(&html, BlocksOptions::default().with_favor(Favor::Precision));
    let recall = kept_with(&html, BlocksOptions::default().with_favor(Favor::Recall));
    assert!(precision.len() <= recall.len() && recall.contains("burned oil"));
}

#[test]
fn no_part_of_a_block_that_is_left_out_is_kept() {
    let menu = "<a href=/a>Home</a> alpha <b>beta</b> gamma <a href=/b>Shop</a><br><br>";
    let document = Document::parse(format!("<div>{menu}{PROSE}<br><br>{PROSE}</div>"));
    let trace = trace(&PageView::of(&document), &BlocksOptions::default());
    let text = visible_text_under(&document, document.root(), &trace.mask(&document));
    assert!(text.contains("burned oil") && !trace.is_kept(0));
    assert!(["Home", "alpha", "beta", "gamma", "Shop"].iter().all(|word| !text.contains(word)), "{text}");
}

#[test]
fn any_script_is_read() {
    let prose =
        "灯は電気を光に変える。多くは机の上にあり、天井から下がるものもある。最初の灯は油を燃やし、次はガスだった。"
            .repeat(3);
    let text =
        kept(&format!("<nav><a href=/>ホーム</a> <a href=/a>店</a></nav><main><p>{prose}</p><p>{prose}</p></main>"));
    assert!(text.contains("電気") && !text.contains("ホーム"), "{text}");
}

#[test]
fn comments_of_readers_are_listed_apart() {
    let comment = |name: &str| {
        format!("<li class=comment><b>{name}</b><p>I had such a lamp, and it was not as good as they say.</li>")
    };
    let comments =
        format!("<div id=comments class=comments><h2>Comments</h2><ol>{}{}</ol></div>", comment("Ada"), comment("Ben"));
    let document = Document::parse(article("", &comments));
    let view = PageView::of(&document);
    let trace = trace(&view, &BlocksOptions::default());
    let mask = trace.mask(&document);
    let texts: Vec<String> = trace.comments(&view).into_iter().map(|node| visible_text(&document, node)).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts[1].starts_with("Ben"));
    assert!(!visible_text_under(&document, document.root(), &mask).contains("I had such a lamp"));
}

#[test]
fn what_is_left_out_has_its_reasons() {
    let document = Document::parse(article("<nav class=menu><a href=/a>Home</a> <a href=/b>Shop</a></nav>", ""));
    let mask = trace(&PageView::of(&document), &BlocksOptions::default()).mask(&document);
    let reasons: Vec<&str> = mask.removals().iter().map(|removal| &*removal.reason).collect();
    assert!(reasons.iter().any(|reason| reason.contains("against it") && reason.contains("navigation")), "{reasons:?}");
}

#[test]
fn a_page_has_its_kind_by_what_it_declares_or_by_what_it_holds() {
    let kind = |html: &str| {
        let document = Document::parse(html);
        trace(&PageView::of(&document), &BlocksOptions::default()).kind().0
    };
    let declared = "<script type=application/ld+json>{\"@type\": \"Product\"}</script>";
    assert_eq!(kind(&article(declared, "")), PageKind::Product);
    assert_eq!(kind(&article("<div itemscope itemtype=https://schema.org/QAPage></div>", "")), PageKind::Forum);
    assert_eq!(kind(&article("", "")), PageKind::Article);
    let code = format!("<main><p>{PROSE}</p><pre>lamp --on --color warm</pre><p>{PROSE}</p></main>");
    assert_eq!(kind(&code), PageKind::Doc);
    assert_eq!(kind(""), PageKind::Other);
}

#[test]
fn a_page_without_text_is_kept() {
    for html in ["", "<img src=a>", "<script>x</script>"] {
        let document = Document::parse(html);
        let trace = trace(&PageView::of(&document), &BlocksOptions::default());
        assert_eq!((trace.n_blocks(), trace.mask(&document).n_kept()), (0, document.len()));
    }
}
