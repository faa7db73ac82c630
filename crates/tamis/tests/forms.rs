//! What holds for the forms of the main content, on any page: each text node is written at most once, Markdown that is
//! read again says the same words, TEI is XML, and no page makes a form much larger than itself.

#[path = "fixtures/mod.rs"]
mod fixtures;

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::time::Instant;
use tamis::export::content::{Content, ContentOptions, Header};
use tamis::{Capture, Page, Recipe, Task};

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

/// Text as it stands in a page, with the signs that forms have to take care of.
fn text() -> impl Strategy<Value = String> {
    let signs = vec![
        "&lt;", "&amp;", "&amp;lt;", "&gt;", "*", "_", "`", "``", "~", "~~", "$", "[", "]", "](x)", "[^1]", "!", "|",
        "#", "# ", "- ", "+ ", "1. ", "12) ", "> ", "---", "===", ": ", "\\", "&nbsp;", "é", "漢字", "。", "「", "👍",
        ".", ",", "(", ")", "\"", "\u{1}", "\u{fffe}", "<br>", "<br><br>", "[x]: y", "[ ] ", "***", "___", "~~~",
        "&#13;", "http://a.example/_x_",
    ];
    let piece = prop_oneof![
        5 => "[a-zA-Z0-9]{1,6}",
        3 => Just(" ".to_owned()),
        1 => Just("\n  ".to_owned()),
        3 => prop::sample::select(signs).prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 1..8).prop_map(|pieces| pieces.concat())
}

fn phrasing() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        6 => text(),
        1 => text().prop_map(|alt| format!("<img src=a.png alt='{}'>", alt.replace(['<', '\''], ""))),
        1 => text().prop_map(|text| format!("<a href='x y(_*z'>{text}</a>")),
        1 => text().prop_map(|text| format!("<code>{text}</code>")),
        1 => "[a-z0-9^_\\\\ ]{1,9}".prop_map(|tex| format!("<script type=math/tex>{tex}</script>")),
        1 => Just("<sup id=r><a href=#n>1</a></sup>".to_owned()),
        1 => text().prop_map(|text| format!("<select><option>{text}<option>b</select>")),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let tag = prop::sample::select(vec![
            "span", "b", "em", "i", "strong", "del", "sub", "sup", "a href=/b", "code", "label",
        ]);
        (tag, prop::collection::vec(inner, 1..4)).prop_map(|(tag, inner)| {
            let name = tag.split(' ').next().unwrap_or(tag);
            format!("<{tag}>{}</{name}>", inner.concat())
        })
    })
}

fn flow() -> impl Strategy<Value = String> {
    let phrases = || prop::collection::vec(phrasing(), 0..4).prop_map(|phrases| phrases.concat());
    let leaf = prop_oneof![
        3 => phrases(),
        3 => phrases().prop_map(|inner| format!("<p>{inner}</p>")),
        1 => phrases().prop_map(|inner| format!("<h2>{inner}</h2>")),
        1 => phrases().prop_map(|inner| format!("<pre class=language-x>{inner}</pre>")),
        1 => text().prop_map(|text| format!("<aside id=n>{text}<a href=#r>^</a></aside>")),
        1 => Just("<hr>".to_owned()),
    ];
    leaf.prop_recursive(4, 48, 4, |inner| {
        let inner = || prop::collection::vec(inner.clone(), 0..4).prop_map(|inner| inner.concat());
        let container = prop::sample::select(vec![
            "div", "section", "blockquote", "figure", "ul", "ol start=7", "ol", "li", "dl", "dt", "dd", "table", "td", "details", "figcaption", "b",
        ]);
        prop_oneof![
            3 => (container, inner()).prop_map(|(tag, inner)| {
                let name = tag.split(' ').next().unwrap_or(tag);
                format!("<{tag}>{inner}</{name}>")
            }),
            2 => (inner(), inner()).prop_map(|(one, other)| format!("<ul><li>{one}</li><li>{other}</li></ul>")),
            1 => (inner(), inner()).prop_map(|(one, other)| format!("<ol start=3><li>{one}<li>{other}</ol>")),
            1 => (inner(), inner()).prop_map(|(one, other)| format!("<dl><dt>{one}<dd>{other}</dl>")),
            2 => (inner(), inner(), 0_u32..4).prop_map(|(one, other, span)| {
                format!("<table><caption>c</caption><tr><th>a<th colspan={span}>b<tr><td rowspan={span}>{one}</td><td>{other}</td></tr><tr><td>z</table>")
            }),
        ]
    })
}

fn page() -> impl Strategy<Value = String> {
    prop::collection::vec(flow(), 0..6).prop_map(|body| body.concat())
}

fn all() -> ContentOptions {
    ContentOptions::default().with_images(true)
}

fn content(page: &Page, options: ContentOptions) -> Content {
    let recipe = Recipe::named(Task::Text, "none").expect("it is in the table");
    Content::of(&tamis::ask(page, &[recipe]).expect("it needs no layout"), &options)
}

fn words(text: &str) -> Vec<&str> {
    // Items in cells have a mark.
    text.split_whitespace().filter(|word| *word != "•").collect()
}

/// The text of Markdown as its readers understand it.
fn text_of_markdown(markdown: &str, has_formulas: bool) -> String {
    let math = if has_formulas { Options::ENABLE_MATH } else { Options::empty() };
    let options = math
        | Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_DEFINITION_LIST;
    let (mut text, mut n_images) = (String::new(), 0);
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Start(Tag::Image { .. }) => n_images += 1,
            Event::End(TagEnd::Image) => n_images -= 1,
            _ if n_images > 0 => {}
            Event::Text(piece) | Event::Code(piece) | Event::InlineMath(piece) | Event::DisplayMath(piece) => {
                text.push_str(&piece);
            }
            Event::InlineHtml(html) if &*html == "<br>" => text.push(' '),
            Event::InlineHtml(html) if ["<sub>", "</sub>", "<sup>", "</sup>"].contains(&&*html) => {}
            Event::Html(html) | Event::InlineHtml(html) => text.push_str(&format!("HTML:{html}")),
            Event::SoftBreak | Event::HardBreak | Event::TaskListMarker(_) | Event::Rule => text.push(' '),
            Event::Start(tag) if !is_inline(tag.to_end()) => text.push(' '),
            Event::End(tag) if !is_inline(tag) => text.push(' '),
            _ => {}
        }
    }
    text
}

fn is_inline(tag: TagEnd) -> bool {
    matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

fn check_markdown(content: &Content, name: &str) -> Result<(), String> {
    let (markdown, text) = (content.to_markdown(), content.to_text());
    let again = text_of_markdown(&markdown, content.has_formulas());
    let (found, expect) = (words(&again), words(&text));
    let first = found.iter().zip(&expect).take_while(|(one, other)| one == other).count();
    let near = |words: &[&str]| words[first.saturating_sub(3)..(first + 5).min(words.len())].join(" ");
    if found == expect {
        return Ok(());
    }
    Err(format!("{name}: Markdown says “{}” for “{}” in\n{markdown}", near(&found), near(&expect)))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn markdown_read_again_has_the_same_words(html in page()) {
        check_markdown(&content(&Page::parse(html.as_str()), all()), &html).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn every_text_node_is_written_at_most_once(html in page()) {
        // Every text gets a word of its own.
        let mut numbered = String::new();
        let mut n_words = 0;
        for (idx, piece) in html.split_inclusive('>').enumerate() {
            numbered.push_str(piece);
            if !numbered.ends_with("<script type=math/tex>") && idx % 2 == 0 {
                numbered.push_str(&format!(" ω{n_words}ω "));
                n_words += 1;
            }
        }
        let page = Page::parse(numbered.as_str());
        let content = content(&page, all());
        // What a form says of the page before its content may be a text of the page, such as its first paragraph.
        let header = Header::default();
        let forms = [content.to_markdown(), content.to_html(&header), content.to_tei(&header), content.to_text()];
        for form in &forms {
            for word in 0..n_words {
                let n_written = form.matches(&format!("ω{word}ω")).count();
                prop_assert!(n_written <= 1, "ω{word}ω is there {n_written} times in\n{form}\nof {numbered}");
            }
        }
    }

    #[test]
    fn tei_is_xml_and_html_has_the_same_words(html in page()) {
        let page = Page::parse(html.as_str());
        let content = content(&page, all());
        let header = Header::of(&page);
        let tei = content.to_tei(&header);
        let tree = roxmltree::Document::parse(&tei).map_err(|error| TestCaseError::fail(format!("{error} in {tei}")))?;
        prop_assert!(tree.root_element().has_tag_name(("http://www.tei-c.org/ns/1.0", "TEI")));
        let again = Page::parse(content.to_html(&header));
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let (found, expect) = (letters(&again.visible_text()), letters(&content.to_text()));
        // The numbers of notes are written too.
        prop_assert!(found == expect || html.contains("#n"), "{found} for {expect}");
    }
}

#[test]
fn markdown_of_the_golden_pages_has_the_same_words() {
    for golden in fixtures::golden_pages() {
        let page = Page::read(Capture::new(golden.source)).expect("a golden page is within the limits");
        check_markdown(&content(&page, all()), &golden.slug).unwrap_or_else(|difference| panic!("{difference}"));
    }
}

/// `TAMIS_FORMS_DIR=FOLDER cargo test -p tamis --test forms folder` looks at Markdown and TEI of all pages below a folder.
#[test]
fn the_pages_of_a_folder_keep_their_words() {
    let Some(folder) = std::env::var_os("TAMIS_FORMS_DIR") else { return };
    let limits = tamis::Limits::default();
    let files =
        tamis::source::Sources::find(&[folder.into()], tamis::source::SourceOptions::default().with_limits(limits))
            .expect("the folder has pages");
    let (mut n_pages, mut differences) = (0, Vec::new());
    for input in tamis::source::Source::inputs(files) {
        let name = input.origin.to_string();
        let page = Page::read(input.read(&limits).expect("the page can be read")).expect("it is within the limits");
        let content = content(&page, all());
        let tei = content.to_tei(&Header::of(&page));
        let difference = check_markdown(&content, &name).err().map(|text| text.lines().next().unwrap_or("").to_owned());
        differences.extend(difference);
        differences.extend(roxmltree::Document::parse(&tei).err().map(|error| format!("{name}: {error}")));
        n_pages += 1;
    }
    assert!(differences.is_empty(), "{} of {n_pages} pages differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn a_hostile_page_makes_no_form_much_larger() {
    let nested = |tag: &str| format!("<{tag}>a ").repeat(100_000);
    let cells = "<tr><td rowspan=65534>a".repeat(20_000);
    let pages = [
        ("lists", nested("ul><li")),
        ("numbers", nested("ol start=999999999><li")),
        ("quotes", nested("blockquote")),
        ("tables", nested("table><tr><td")),
        ("definitions", nested("dl><dd")),
        ("headings", nested("h1")),
        ("marks", nested("b><i><a href=x")),
        ("code", nested("pre")),
        (
            "a wide cell",
            format!("<table><tr><td colspan=1000 rowspan=65534>a<td>b{}</table>", "<tr><td>c<td>d".repeat(10_000)),
        ),
        ("tall cells", format!("<table><tr><th>x<th>y{cells}</table>")),
        ("a long text", "word ".repeat(2_000_000)),
        ("signs", "*_`[<$~&\\".repeat(200_000)),
        ("references", format!("<a href='{0}'>{0}</a>", "&x".repeat(200_000))),
        ("notes", "<sup id=r><a href=#n>1</a></sup><p id=n><a href=#r>^</a>".repeat(20_000)),
        ("formulas", format!("<script src=mathjax.js></script>{}", "\\(\\[$$$".repeat(100_000))),
        (
            "a long base",
            format!("<base href='https://a.example/{}/'>{}", "x".repeat(5000), "<a href=y>z</a> ".repeat(20_000)),
        ),
    ];
    for (name, html) in pages {
        let begun = Instant::now();
        let page = Page::parse(html.as_str());
        let (content, header) = (content(&page, all()), Header::of(&page));
        let forms = [content.to_markdown(), content.to_html(&header), content.to_tei(&header), content.to_text()];
        for (form_idx, form) in forms.iter().enumerate() {
            assert!(
                form.len() < 40 * html.len() + 4000,
                "{name}, form {form_idx}: {} of {} bytes",
                form.len(),
                html.len()
            );
        }
        // A debug build on a busy machine; what is quadratic takes hours.
        assert!(begun.elapsed().as_secs() < 60, "{name} took {:?}", begun.elapsed());
    }
}
