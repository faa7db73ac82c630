use super::Css;
use crate::document::{Document, NodeId};

/// Selects in the whole page and compares the `id`s (or, without one, the names) of what is found.
#[track_caller]
fn check(html: &str, selector: &str, expected: &str) {
    let document = Document::parse(html);
    let css = Css::parse(selector).unwrap_or_else(|error| panic!("{selector}: {error}"));
    let found = css.select(&document, document.root());
    assert_eq!(labels(&document, &found), expected, "{selector}");
    for node in document.nodes() {
        assert_eq!(css.matches(&document, node), found.contains(&node), "{selector} asked about {node:?}");
    }
}

fn labels(document: &Document, nodes: &[NodeId]) -> String {
    let label = |&node: &NodeId| document.attribute(node, crate::names::ID).unwrap_or(document.tag_name(node));
    nodes.iter().map(label).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check_error(selector: &str, position: usize, message: &str) {
    let error = Css::parse(selector).expect_err(selector);
    assert_eq!((error.position(), error.message()), (position, message), "{selector}");
}

const LIST: &str = r#"<!doctype html>
<div id=top class="Shop page"><h2 id=h lang=en-GB>Lamps</h2>
<ul id=list><li id=a class="item first">A<li id=b class=item>B<!-- x --><li id=c class="item sold">C <b id=d>!</b><li id=e></ul>
<p id=p data-Kind="Note one"></p></div>"#;

#[test]
fn types_classes_and_ids_combine() {
    check(LIST, "li", "a b c e");
    check(LIST, "LI.item", "a b c");
    check(LIST, ".item.sold", "c");
    check(LIST, "#b.item", "b");
    check(LIST, "ul#list", "list");
    check(LIST, "div *", "h list a b c d e p");
    check(LIST, "li, #h , b", "h a b c d e");
    check(LIST, "*|li", "a b c e");
    check(LIST, "|li", "");
    check(LIST, "nosuch", "");
}

#[test]
fn attributes_compare_by_every_operator() {
    check(LIST, "[data-kind]", "p");
    check(LIST, "[ DATA-KIND = 'Note one' ]", "p");
    check(LIST, "[data-kind~=one]", "p");
    check(LIST, "[data-kind~='Note one']", "");
    check(LIST, "[lang|=en]", "h");
    check(LIST, "[lang|='en-GB']", "h");
    check(LIST, "[lang|=e]", "");
    check(LIST, "[class^=item]", "a b c");
    check(LIST, "[class$=sold]", "c");
    check(LIST, "[class*='m s']", "c");
    check(LIST, "[class*='']", "");
    check(LIST, "[class^=''], [class$='']", "");
    check(LIST, "[class~='']", "");
    check(LIST, "[*|class]", "top a b c");
    check(LIST, "[|class]", "top a b c");
    check(LIST, "[data-kind='note ONE']", "");
    check(LIST, "[data-kind='note ONE' i]", "p");
    check(LIST, "[data-kind*=NOTE i]", "p");
    check(LIST, "[data-kind$=\"ONE\"I]", "p");
}

#[test]
fn html_says_which_values_ignore_case() {
    let html = "<!doctype html><input id=a type=CheckBox><input id=b name=Q>";
    check(html, "[type=checkbox]", "a");
    check(html, "[type=checkbox s]", "");
    check(html, "[name=q]", "");
    check(html, "[name=q i]", "b");
}

#[test]
fn combinators_look_up_and_back() {
    check(LIST, "div li", "a b c e");
    check(LIST, "div > li", "");
    check(LIST, "ul>li>b", "d");
    check(LIST, "li + li", "b c e");
    check(LIST, ".first ~ li", "b c e");
    check(LIST, ".first ~ .sold b", "d");
    check(LIST, "h2 ~ p", "p");
    check(LIST, "h2 + ul li", "a b c e");
    check(LIST, "div/* comment */.page", "top");
    check(LIST, "div /* comment */ li", "a b c e");
}

#[test]
fn a_search_comes_back_for_another_candidate() {
    // The nearest `.x` has no `.y` as parent, the one above it does.
    check("<p class=y><b class=x><i class=z><u class=x><s id=s></s></u></i></b></p>", ".y > .x s", "s");
    check("<i class=y></i><b></b><b></b><b id=b></b>", ".y + b ~ b", "b b");
    check("<div class=a><div class=b><div class=a><p id=p></p></div></div></div>", ".a > .b > .a p, .b .b p", "p");
    check("<div class=a><div class=b><div class=c><p id=p></p></div></div></div>", ".a > .c p", "");
}

#[test]
fn logical_pseudo_classes_nest() {
    check(LIST, "li:not(.item)", "e");
    check(LIST, "li:not(.first, .sold)", "b e");
    check(LIST, ":is(h2, p):not([lang])", "p");
    check(LIST, ":where(ul, ol) > :is(.sold, #a)", "a c");
    check(LIST, "li:not(:not(.sold))", "c");
    check(LIST, "b:not(h2 ~ ul b)", "");
    check(LIST, "b:is(h2 ~ ul b)", "d");
    check(LIST, ":is( ul , p )", "list p");
}

#[test]
fn has_looks_down_and_ahead() {
    check(LIST, "li:has(b)", "c");
    check(LIST, "div:has(b)", "top");
    check(LIST, "ul:has(> b)", "");
    check(LIST, "ul:has(> .sold > b)", "list");
    check(LIST, "h2:has(+ ul)", "h");
    check(LIST, "h2:has(~ p)", "h");
    check(LIST, "h2:has(+ p)", "");
    check(LIST, "li:has(+ .sold, b)", "b c");
    check(LIST, "li:not(:has(*))", "a b e");
    check(LIST, "h2:has(~ ul .sold)", "h");
    check(LIST, "li:has(~ :not(.item))", "a b c");
    check(LIST, "ul:has(li + li + li + li + li)", "");
    check(LIST, "ul:has(li + li + li + li)", "list");
    check("<section id=x><p><a></a></p></section><section id=y><a></a></section>", "section:has(p a)", "x");
    // The chain inside `:has()` starts below the element: `section p a` counts from the section on.
    check("<div><section id=x><a></a></section></div>", "section:has(div a)", "");
}

#[test]
fn positions_count_siblings() {
    check(LIST, "li:first-child", "a");
    check(LIST, "li:last-child", "e");
    check(LIST, "b:only-child", "d");
    check(LIST, "li:nth-child(2)", "b");
    check(LIST, "li:nth-child(odd)", "a c");
    check(LIST, "li:nth-child(even)", "b e");
    check(LIST, "li:nth-child(n+2)", "b c e");
    check(LIST, "li:nth-child( -n + 2 )", "a b");
    check(LIST, "li:nth-child(2n)", "b e");
    check(LIST, "li:nth-child(+3n-2)", "a e");
    check(LIST, "li:nth-child(N)", "a b c e");
    check(LIST, "li:nth-child(0)", "");
    check(LIST, "li:nth-child(-3)", "");
    check(LIST, "li:nth-last-child(2)", "c");
    check(LIST, "li:nth-child(2 of .item)", "b");
    check(LIST, "li:nth-child(2 of .sold, :not(.item))", "e");
    check(LIST, "li:nth-last-child(1 of .item)", "c");
    check(LIST, "div > :nth-of-type(1)", "h list p");
    check(LIST, "div > :first-of-type", "h list p");
    check(LIST, "li:last-of-type", "e");
    check(LIST, "h2:only-of-type", "h");
    check(LIST, "li:nth-last-of-type(n+3)", "a b");
    check(LIST, "html:first-child:root", "html");
}

#[test]
fn long_lists_are_numbered_in_bulk() {
    let mut html = String::from("<ul>");
    for number in 1..=200 {
        html += &format!("<li id={number} class=c{}>", number % 3);
    }
    check(&html, "li:nth-child(150)", "150");
    check(&html, "li:nth-last-child(1)", "200");
    check(&html, "li:nth-child(60 of .c0)", "180");
    check(&html, "li:nth-last-child(60 of .c0)", "21");
    check(&html, "li:nth-of-type(199), li:nth-last-of-type(199)", "2 199");
}

#[test]
fn emptiness_ignores_comments_only() {
    check("<p id=a></p><p id=b><!-- c --></p><p id=c> </p><p id=d><b></b></p>", "p:empty", "a b");
}

#[test]
fn form_states_come_from_attributes() {
    let html = "<!doctype html><fieldset disabled id=f><legend><input id=a></legend><input id=b><p><input id=c></fieldset>
        <input id=d checked><input id=e type=radio checked><option id=g selected><optgroup disabled><option id=h></optgroup>
        <a id=i href=x></a><a id=j></a>";
    check(html, "input:disabled", "b c");
    check(html, "input:enabled", "a d e");
    check(html, "option:disabled", "h");
    check(html, ":checked", "e g");
    check(html, ":any-link", "i");
    check(html, ":link", "i");
}

#[test]
fn classes_and_ids_ignore_case_in_quirks_mode_only() {
    check("<p class=Foo id=Bar>", ".foo#bar", "Bar");
    check("<!doctype html><p class=Foo id=Bar>", ".foo", "");
    check("<!doctype html><p class=Foo id=Bar>", "#bar", "");
}

#[test]
fn svg_names_keep_their_case() {
    let html = "<svg><linearGradient id=a viewBox=x></linearGradient></svg><lineargradient id=b></lineargradient>";
    check(html, "linearGradient", "a b");
    check(html, "lineargradient", "b");
    check(html, "[viewBox]", "a");
}

#[test]
fn escapes_spell_any_name() {
    let html = r#"<!doctype html><p id=a class="1st md:flex w-1/2"><p id=b class="ünï">"#;
    check(html, r".\31 st", "a");
    check(html, r".\31st", "a");
    check(html, r".\000031st", "a");
    check(html, r".md\:flex.w-1\/2", "a");
    check(html, ".ünï", "b");
    check(html, r"[class~='w-1\2f 2']", "a");
    check(html, "[class='1st \\\nmd:flex w-1/2']", "a");
    check(html, r"\70", "a b");
}

#[test]
fn scope_is_where_the_search_began() {
    let document = Document::parse("<div id=x><p id=a><p id=b><div><p id=c></div></div><p id=d>");
    let scope = Css::parse("#x").unwrap().select_first(&document, document.root()).unwrap();
    let select = |selector: &str| labels(&document, &Css::parse(selector).unwrap().select(&document, scope));
    assert_eq!(select("p"), "a b c");
    assert_eq!(select(":scope > p"), "a b");
    assert_eq!(select("body p"), "a b c", "the rest of a selector may match outside of the scope");
    assert_eq!(select("#x"), "", "the scope itself is not below the scope");
    assert_eq!(select("p:not(:scope > p)"), "c");
    assert_eq!(labels(&document, &Css::parse(":scope").unwrap().select(&document, document.root())), "html");
}

#[test]
fn errors_say_what_and_where() {
    check_error("", 0, "expected a selector, found the end of the selector");
    check_error("a,", 2, "expected a selector, found the end of the selector");
    check_error("a > > b", 4, "expected a selector, found `>`");
    check_error("a >", 3, "expected a selector, found the end of the selector");
    check_error("#1a", 1, "expected a name, found `1`");
    check_error("a.", 2, "expected a name, found the end of the selector");
    check_error("a b)", 3, "expected a combinator or `,`, found `)`");
    check_error("a!b", 1, "expected a combinator or `,`, found `!`");
    check_error("[href", 5, "expected `]` or an operator such as `=` or `*=`, found the end of the selector");
    check_error("[href=a/b]", 7, "expected `]`, found `/`");
    check_error("[href=/b]", 6, "expected a value; anything but a plain name needs quotes, found `/`");
    check_error("[a='b]", 3, "string without closing quote");
    check_error("[a=b x]", 5, "unknown attribute flag `x`");
    check_error("p:frist-child", 1, "unknown pseudo-class `:frist-child`");
    check_error("p:foo(1)", 1, "unknown pseudo-class `:foo()`");
    check_error("p:not", 1, "`:not` needs an argument in parentheses");
    check_error("p:not(", 6, "expected a selector, found the end of the selector");
    check_error("p:not(a", 7, "expected `)`, found the end of the selector");
    check_error("p:nth-child()", 12, "expected a position such as `3`, `odd` or `2n+1`, found `)`");
    check_error("p:nth-child(2n+)", 15, "expected a number, found `)`");
    check_error("p:nth-child(2x)", 13, "expected `of` or `)`");
    check_error("p:nth-of-type(2 of p)", 16, "expected `)`, found `o`");
    check_error("a:hover", 1, "`:hover` depends on a visitor, a stored page cannot answer it");
    check_error("a:contains('x')", 1, "`:contains()` is not CSS, use XPath's contains()");
    check_error("p:has(:has(a))", 6, "`:has()` inside `:has()` is not allowed");
    check_error("a /* b", 2, "comment without end");
    check_error("svg|a", 0, "namespace prefix `svg` is not declared, `*|` stands for any namespace");
    check_error(
        "a::text",
        1,
        "pseudo-elements are no nodes of the page, select the element and read its text or attribute",
    );
}

#[test]
fn absurd_selectors_are_refused() {
    let nested = ":not(".repeat(5000) + "a" + &")".repeat(5000);
    check_error(&nested, 160, "pseudo-classes nested deeper than 32 levels are refused");
    let error = Css::parse(&"a ".repeat(5000)).unwrap_err();
    assert_eq!(error.message(), "more than 1024 combinators and pseudo-classes in one selector are refused");
    // A long chain of single steps needs no memory and is only long.
    check("<p>", &("a>".repeat(20_000) + "a"), "");
}

#[test]
fn hostile_pages_cost_no_more_than_their_size() {
    // Each of these took the square of the page, or worse, without remembered answers.
    let siblings = "<i></i>".repeat(12_000);
    let html = format!("<!doctype html><div class=a>{siblings}<b></b></div>");
    let document = Document::parse(html);
    let count = |selector: &str| Css::parse(selector).unwrap().select(&document, document.root()).len();
    assert_eq!(count(".x ~ i ~ i"), 0);
    assert_eq!(count("i ~ i ~ i ~ i"), 11_997);
    assert_eq!(count("i:nth-child(odd)"), 6_000);
    assert_eq!(count("i:nth-last-of-type(3n)"), 4_000);
    assert_eq!(count("i:has(~ b)"), 12_000);
    assert_eq!(count("i:has(~ u)"), 0);
    assert_eq!(count(":is(i ~ b, b ~ i)"), 1);
    assert_eq!(count("i:nth-child(even of :not(:nth-child(even of :not(i ~ u))))"), 3_000);

    let deep = "<div><p></p>".repeat(400) + &"<span></span>".repeat(5000);
    let document = Document::parse(deep);
    let count = |selector: &str| Css::parse(selector).unwrap().select(&document, document.root()).len();
    let n_divs = count("div");
    assert_eq!(count("div:has(span)"), n_divs);
    assert_eq!(count("div:has(u)"), 0);
    assert_eq!(count(&("u ".to_owned() + &"div ".repeat(60) + "span")), 0);
    assert_eq!(count(&("div:not(:has(span)) ".to_owned() + &"div ".repeat(60) + "span")), 0);
    assert_eq!(count(&("div ".repeat(60) + "span")), 5000);
    assert_eq!(count("div:not(:is(div div:not(:is(u div))))"), 1);
    assert_eq!(count("div:not(:is(div div:not(:is(div div:not(:is(u div))))))"), n_divs);
}
