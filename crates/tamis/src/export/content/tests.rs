//! What pages become in each form.

use super::*;
use crate::recipe::Recipe;
use crate::task::Task;

fn content_of(html: &str, options: ContentOptions) -> Content {
    let page = Page::parse(html).with_url("https://a.example/dir/page".parse().expect("an address"));
    let recipe = Recipe::named(Task::Text, "none").expect("it is in the table");
    Content::of(&crate::ask(&page, &[recipe]).expect("it needs no layout"), &options)
}

#[track_caller]
fn check(html: &str, expect: &str) {
    let markdown = content_of(html, ContentOptions::default()).to_markdown();
    assert_eq!(markdown.trim_end(), expect, "{html}\n{markdown}");
}

#[test]
fn blocks_are_paragraphs_and_headings() {
    check(
        "<h1>A <b>title</b></h1><p>One<p>two<div>three</div><h3>Sub #</h3>",
        "# A title\n\nOne\n\ntwo\n\nthree\n\n### Sub \\#",
    );
    check("a<br>b<br><br>c", "a  \nb\n\nc");
    check("<h2>One<br>line <a class=headerlink href=#x>¶</a></h2>", "## One line");
    check("<p>a<hr><p>b<hr>", "a\n\n---\n\nb");
}

#[test]
fn a_heading_that_was_never_closed_is_none() {
    check("<h2>Title<ul><li>a</ul>", "Title\n\n- a");
}

#[test]
fn lists_nest_with_their_numbers() {
    check("<ul><li>a<ul><li>b<ol start=9><li>c<li>d</ol></ul><li><p>e</ul>", "- a\n  - b\n\n    9. c\n    10. d\n- e");
    check("<ol><li>a<p>more<li>b</ol>", "1. a\n\n   more\n\n2. b");
    check("<ul><li><span>a</span><li><span>b</span></ul>", "- a\n- b");
    check("<div role=list><div role=listitem>a</div><div role=listitem>b</div></div>", "- a\n- b");
    check("<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b");
    check("<ul>loose<li></li><li>b</ul>", "- loose\n- b");
    check("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b");
}

#[test]
fn a_list_of_sections_is_no_list() {
    check("<ul><li><h2>A</h2><p>a<li><h2>B</h2><p>b</ul>", "## A\n\na\n\n## B\n\nb");
    check("<p>a<p>\u{200d}<p>b", "a\n\nb");
    check("<dl><dt>a <a href=#a>¶</a><dd>b</dl>", "a\n: b");
    check("<p>$100-$400 or US$5 and US$6", "$100-$400 or US$5 and US$6");
}

#[test]
fn quotes_and_definitions() {
    check("<blockquote><p>a<p>b</blockquote>c", "> a\n>\n> b\n\nc");
    check("<blockquote>a<ul><li>b</ul></blockquote>", "> a\n>\n> - b");
    check("<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>", "a\n: b\n: c\n\nd\n: e");
    check("<p>x<dl><dd>b</dl>", "x\n\nb");
}

#[test]
fn tables_are_tables_and_layout_is_not() {
    check("<table><tr><th>a<th>b<tr><td>1|2<td>3</table>", "| a | b |\n| --- | --- |\n| 1\\|2 | 3 |");
    check("<table><tr><td>k<td>v<tr><td>l<td>w</table>", "|  |  |\n| --- | --- |\n| k | v |\n| l | w |");
    check("<table><caption>Cap</caption><tr><th>a<th>b</table>", "Cap\n\n| a | b |\n| --- | --- |");
    check(
        "<table><tr><th>a<th>b<tr><td><ul><li>x<li>y</ul><td><p>p<p>q</table>",
        "| a | b |\n| --- | --- |\n| • x<br>• y | p<br>q |",
    );
    check(
        "<table><tr><td><a href=/x>One</a><td>2</table>",
        "|  |  |\n| --- | --- |\n| [One](https://a.example/x) | 2 |",
    );
    check(
        "<table><tr><th colspan=2>wide<th>c<tr><td rowspan=2>r<td>1<td>2<tr><td>3<td>4</table>",
        "| wide |  | c |\n| --- | --- | --- |\n| r | 1 | 2 |\n|  | 3 | 4 |",
    );
    check("<table><tr><td><h2>A</h2><td><p>b</table>", "## A\n\nb");
}

#[test]
fn code_keeps_its_lines_and_its_language() {
    check("<pre><code class=language-rust>fn a() {\n    b\n}\n</code></pre>", "```rust\nfn a() {\n    b\n}\n```");
    check("<pre>a\n```\nb</pre>", "````\na\n```\nb\n````");
    check("<ul><li>a<pre>x\n\n  y</pre></ul>", "- a\n\n  ```\n  x\n\n    y\n  ```");
    check("<p>Use <code>a`b</code> and <code><span>get</span><span>Name</span></code>.", "Use ``a`b`` and `getName`.");
    check("<pre><div>a</div><div>b</div></pre>", "```\na\nb\n```");
    check("<code><a href=/x>a b</a></code>", "[`a b`](https://a.example/x)");
}

#[test]
fn links_and_images_are_absolute() {
    let images = ContentOptions::default().with_images(true);
    check(
        "<a href=x>One</a> <a href='javascript:x'>two</a> <a href=#>three</a>",
        "[One](https://a.example/dir/x) two [three](https://a.example/dir/page#)",
    );
    check("<a href='/a_(b)'>x</a><a href='/c)'>y</a>", "[x](https://a.example/a_(b)) [y](https://a.example/c\\))");
    check("<a href=https://b.example/>https://b.example/</a>", "<https://b.example/>");
    check("<a href=/x><h2>T</h2><p>text</a>", "## [T](https://a.example/x)\n\n[text](https://a.example/x)");
    let image = "<figure><img src=data:image/gif;base64,R0 data-src=/l.jpg alt='A [lamp]'><figcaption>Cap</figcaption></figure>";
    assert_eq!(content_of(image, images).to_markdown(), "![A \\[lamp\\]](https://a.example/l.jpg)\n\nCap\n");
    check(image, "Cap");
    assert_eq!(
        content_of("<a href=x>One</a> two", ContentOptions::default().with_links(false)).to_markdown(),
        "One two\n"
    );
}

#[test]
fn marks_stand_where_markdown_reads_them() {
    check("a<b> bold </b>c <i>it</i>, <del>old</del>", "a **bold** c *it*, ~~old~~");
    check("<b>a</b><b>b</b> <strong><b>c</b></strong>", "**ab c**");
    check("foo<b>(bar)</b>baz and un<i>frigging</i>believable", "foo(bar)baz and un*frigging*believable");
    check("<b>a <i>b</i></b>", "**a *b***");
    check(
        "H<sub>2</sub>O x<sup>2</sup> a<sup><a href=/n>[1]</a></sup>",
        "H<sub>2</sub>O x<sup>2</sup> a[[1]](https://a.example/n)",
    );
    assert_eq!(content_of("<b>a</b> b", ContentOptions::default().with_formatting(false)).to_markdown(), "a b\n");
}

#[test]
fn only_what_would_be_misread_is_escaped() {
    check("<p>snake_case 2*3 costs $5, [1] & more_", "snake_case 2*3 costs $5, [1] & more\\_");
    check("<p>*a* _b_ &lt;i&gt; &amp;lt; [x](y) `c` d`", "\\*a\\* \\_b\\_ \\<i> \\&lt; [x\\](y) \\`c\\` d\\`");
    check(
        "<p>1. a<p>- b<p># c<p>+ d<p>&gt; e<p>2020.<p>1.5 f<p>#g<p>-h",
        "1\\. a\n\n\\- b\n\n\\# c\n\n\\+ d\n\n\\> e\n\n2020\\.\n\n1.5 f\n\n#g\n\n-h",
    );
    check("Hi!<a href=/x>y</a>", "Hi\\![y](https://a.example/x)");
}

#[test]
fn formulas_are_tex() {
    check(
        "<p>So <span class=katex><span class=katex-mathml><math><semantics><mi>x</mi><annotation encoding=application/x-tex>x_1</annotation></semantics></math></span><span class=katex-html aria-hidden=true>x1</span></span> holds",
        "So $x_1$ holds",
    );
    check("<p>a<script type='math/tex; mode=display'>x\n=1</script>b", "a\n\n$$x =1$$\n\nb");
    check("<script src=/mathjax.js></script><p>For \\(n\\) costs $5", "For $n$ costs \\$5");
}

#[test]
fn footnotes_are_footnotes() {
    check(
        "<p>Text<sup id=r1><a href=#f1>1</a></sup> goes on.<ol><li id=f1><p>The note. <a href=#r1>↩</a></li></ol>",
        "Text[^1] goes on.\n\n[^1]: The note.",
    );
    check(
        "<p>Text<sup><a href=#f1>1</a></sup><p id=f1>No way back",
        "Text[1](https://a.example/dir/page#f1)\n\nNo way back",
    );
}

#[test]
fn html_and_tei_are_the_same_content() {
    let content = content_of(
        "<html lang=en><title>T & U</title><h2>A</h2><ul><li>b <a href=/x>c</a></ul><pre>d\u{1}</pre>",
        ContentOptions::default(),
    );
    let page = Page::parse("<html lang=en><title>T &amp; U</title>");
    let html = content.to_html(&Header::of(&page));
    assert!(html.contains("<title>T &amp; U</title>"), "{html}");
    assert!(
        html.contains(
            "<h2>A</h2>\n<ul>\n<li>b <a href=\"https://a.example/x\">c</a></li>\n</ul>\n<pre><code>d</code></pre>"
        ),
        "{html}"
    );
    let tei = content.to_tei(&Header::of(&page));
    let tree = roxmltree::Document::parse(&tei).expect("TEI is XML");
    let names: Vec<&str> =
        tree.descendants().filter(roxmltree::Node::is_element).map(|node| node.tag_name().name()).collect();
    assert!(names.ends_with(&["div", "ab", "list", "item", "ref", "code", "div"]), "{names:?}");
}

#[test]
fn captions_and_lines_have_their_own_elements() {
    let html = "<table><caption>C</caption><tr><th>a<td>b</table><figure><p>p<figcaption>F</figcaption></figure><ul><li>x<ul><li>y</ul></ul>";
    let html = content_of(html, ContentOptions::default()).to_html(&Header::default());
    let body = html.split("<article>\n").nth(1).and_then(|rest| rest.split("</article>").next()).unwrap_or("");
    let expect = "<table>\n<caption>C</caption>\n<tr>\n<th>a</th>\n<td>b</td>\n</tr>\n</table>\n\
        <figure>\n<p>p</p>\n<figcaption>F</figcaption>\n</figure>\n<ul>\n<li>x<ul>\n<li>y</li>\n</ul>\n</li>\n</ul>\n";
    assert_eq!(body, expect);
}

#[test]
fn records_are_blocks_of_their_own() {
    let item = |n: u32| {
        format!("<li class=item><h3><a href=/{n}>Lamp number {n}</a></h3><p>In stock, {n} left</p><b>{n}.50 €</b>")
    };
    let html = format!("<h1>Lamps</h1><main><ul>{}</ul></main>", (10..34).map(item).collect::<String>());
    let recipes = [Recipe::named(Task::Text, "none").expect("it is there"), Recipe::default_for(Task::Records)];
    let findings = crate::ask(&Page::parse(html), &recipes).expect("it needs no layout");
    let content = Content::of(&findings, &ContentOptions::default());
    let text = content.to_text();
    assert!(text.starts_with("Lamps\n\nLamp number 10\nIn stock, 10 left\n10.50 €\n\nLamp number 11\n"), "{text}");
    let markdown = content.to_markdown();
    assert!(
        markdown
            .starts_with("# Lamps\n\n---\n\n### [Lamp number 10](/10)\n\nIn stock, 10 left\n\n**10.50 €**\n\n---\n\n"),
        "{markdown}"
    );
    assert_eq!(markdown.matches("---").count(), 24);
}

#[test]
fn text_and_markdown_in_json_are_the_same_with_records_and_without() {
    use crate::export::{Json, JsonPart};

    let item = |n: u32| format!("<li class=item><h3><a href=/{n}>Lamp number {n}</a></h3><b>{n}.50 €</b>");
    let html = format!("<h1>Lamps</h1><main><ul>{}</ul></main>", (10..34).map(item).collect::<String>());
    let page = Page::parse(html);
    let of_text = Recipe::named(Task::Text, "none").expect("it is there");
    let alone = crate::ask(&page, std::slice::from_ref(&of_text)).expect("it needs no layout");
    let both = crate::ask(&page, &[of_text, Recipe::default_for(Task::Records)]).expect("it needs no layout");
    assert_eq!(both.tables().map(|tables| tables.answer.len()), Some(1));
    for options in [ContentOptions::default(), ContentOptions::default().with_tables(false)] {
        let [alone, both] = [&alone, &both].map(|findings| -> serde_json::Value {
            let json = Json::of(findings).with_content(options).with(JsonPart::Markdown);
            serde_json::from_str(&json.line()).expect("one JSON object")
        });
        assert!(both["text"].as_str().is_some_and(|text| text.contains("Lamp number 33")), "{both}");
        assert_eq!((&alone["text"], &alone["markdown"]), (&both["text"], &both["markdown"]));
        assert!(both["tables"][0]["rows"].as_array().is_some_and(|rows| rows.len() == 24));
    }
}

#[test]
fn comments_stand_after_the_content_or_apart_from_it() {
    use crate::export::{Format, Json, write_content};

    let page = Page::parse("<main><p>Text</main><ul><li class=c><b>Ann</b>: Good<li class=c>Bad</ul>");
    let document = page.document();
    let list = document.elements_named(tamis_page::names::UL).next().expect("there is a list");
    let comments = document.child_elements(list).collect();
    let recipe = Recipe::named(Task::Text, "weights").expect("it is in the table");
    let findings = crate::ask(&page, &[recipe]).expect("it needs no layout").with_comments(comments);
    let written =
        |format: Format| write_content(&findings, format, &ContentOptions::for_format(format).with_comments(true));
    assert!(written(Format::Text).ends_with("\n\nAnn: Good\n\nBad"), "{}", written(Format::Text));
    assert!(written(Format::ContentMarkdown).ends_with("\n\n---\n\n**Ann**: Good\n\n---\n\nBad\n"));
    assert!(written(Format::Tei).contains("<div type=\"comments\">\n<div type=\"comment\">\n<p>Ann: Good</p>"));
    assert!(
        written(Format::ContentHtml)
            .contains("<section class=\"comments\">\n<article>\n<p><strong>Ann</strong>: Good</p>")
    );
    let json: serde_json::Value = serde_json::from_str(&Json::of(&findings).line()).expect("one JSON object");
    assert_eq!(json["comments"], serde_json::json!(["Ann: Good", "Bad"]));
}
