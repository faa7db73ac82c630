#![expect(clippy::float_cmp, reason = "counts are whole numbers")]

use super::{Value, XPath};
use crate::document::{Document, names};

/// What the nodes found look like: `#id`, `name`, `@name=value`, `'text'`, `<!--comment-->`.
#[track_caller]
fn check(html: &str, expression: &str, expected: &str) {
    let document = Document::parse(html);
    let xpath = XPath::parse(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
    let Value::Nodes(nodes) = xpath.evaluate(&document, document.root()) else { panic!("{expression}: no node-set") };
    assert!(nodes.is_sorted_by(|one, next| one < next), "{expression}: {nodes:?}");
    let label = |node: &super::XPathNode| {
        if let Some(attribute) = node.attribute(&document) {
            return format!("@{}={}", document.spell(attribute.name), attribute.value);
        }
        let node = node.node();
        match document.kind(node) {
            crate::NodeKind::Text => format!("'{}'", document.text(node).trim()),
            crate::NodeKind::Comment => format!("<!--{}-->", document.text(node)),
            crate::NodeKind::Document => "/".to_owned(),
            _ => document
                .attribute(node, names::ID)
                .map_or_else(|| document.tag_name(node).to_owned(), |id| format!("#{id}")),
        }
    };
    assert_eq!(nodes.iter().map(label).collect::<Vec<_>>().join(" "), expected, "{expression}");
}

#[track_caller]
fn check_value(expression: &str, expected: impl Into<Value>) {
    let document = Document::parse(PAGE);
    let xpath = XPath::parse(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
    let found = xpath.evaluate(&document, document.root());
    let expected = expected.into();
    let both_nan = matches!((&found, &expected), (Value::Number(a), Value::Number(b)) if a.is_nan() && b.is_nan());
    assert!(found == expected || both_nan, "{expression}: {found:?} instead of {expected:?}");
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Boolean(value)
    }
}
impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::Number(value)
    }
}
impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::String(value.into())
    }
}

#[track_caller]
fn check_error(expression: &str, position: usize, message: &str) {
    let error = XPath::parse(expression).expect_err(expression);
    assert_eq!((error.position(), error.message()), (position, message), "{expression}");
}

const PAGE: &str = r#"<!doctype html><!--c--><html lang=en-GB><head><title>T</title></head><body id=body>
<h1 id=h1>Lamps &amp; more</h1><ul id=u1><li id=a class="x y" data-n=3>one<li id=b class=x data-n=10>two <b id=b1>bold</b> tail<li id=c>three</ul>
<ul id=u2><li id=d data-n=7>four</ul><p id=p>  some   text
here </p><dl id=dl><dt id=k1>Price<dd id=v1>12<dt id=k2>Size<dd id=v2>small</dl></body></html>"#;

#[test]
fn paths_go_down_step_by_step() {
    check(PAGE, "/", "/");
    check(PAGE, "/html", "html");
    check(PAGE, "/html/body/ul/li", "#a #b #c #d");
    check(PAGE, "/HTML/Body/UL", "#u1 #u2");
    check(PAGE, "//li", "#a #b #c #d");
    check(PAGE, "//ul//b", "#b1");
    check(PAGE, ".//b", "#b1");
    check(PAGE, "body", "");
    check(PAGE, "//nosuch", "");
    check(PAGE, "//li/b/..", "#b");
    check(PAGE, "//b/./../li", "");
    check(PAGE, "//ul/*", "#a #b #c #d");
    check(PAGE, "/html/body/dl/node()", "#k1 #v1 #k2 #v2");
    check(PAGE, "/node()", "<!--c--> html");
    check(PAGE, "//comment()", "<!--c-->");
    check(PAGE, "//li/text()", "'one' 'two' 'tail' 'three' 'four'");
    check(PAGE, "//processing-instruction('x')", "");
    check(PAGE, "//dl//text()", "'Price' '12' 'Size' 'small'");
}

#[test]
fn attributes_are_results() {
    check(PAGE, "//li/@id", "@id=a @id=b @id=c @id=d");
    check(PAGE, "//li[1]/@*", "@id=a @class=x y @data-n=3 @id=d @data-n=7");
    check(PAGE, "//@data-n", "@data-n=3 @data-n=10 @data-n=7");
    check(PAGE, "//@CLASS", "@class=x y @class=x");
    check(PAGE, "//@class/..", "#a #b");
    check(PAGE, "//@class/ancestor::ul", "#u1");
    check(PAGE, "//li[@id='a']/@class/following::li", "#b #c #d");
    check(PAGE, "//li[@id='c']/@id/preceding::li", "#a #b");
    check(PAGE, "//li[@id='a']/@class/ancestor-or-self::node()", "/ html #body #u1 #a @class=x y");
    check(PAGE, "//@class/self::node() | //h1", "#h1 @class=x y @class=x");
    check(PAGE, "//@class/child::node() | //@class/@* | //@class/following-sibling::node()", "");
    check("<svg><a xlink:href=x /></svg><a href=y xlink:href=z>", "//@xlink:href", "@xlink:href=x @xlink:href=z");
    check("<svg viewBox=1 />", "//svg/@viewBox | //svg/@viewbox", "@viewBox=1");
}

#[test]
fn every_axis_has_its_direction() {
    check(PAGE, "//b/ancestor::*", "html #body #u1 #b");
    check(PAGE, "//b/ancestor::*[1]", "#b");
    check(PAGE, "//b/ancestor::*[last()]", "html");
    check(PAGE, "//b/ancestor-or-self::*[2]", "#b");
    check(PAGE, "//li/parent::ul", "#u1 #u2");
    check(PAGE, "//li/parent::ol", "");
    check(PAGE, "//li[@id='b']/following-sibling::li", "#c");
    check(PAGE, "//li[@id='c']/preceding-sibling::li", "#a #b");
    check(PAGE, "//li[@id='c']/preceding-sibling::li[1]", "#b");
    check(PAGE, "//li[@id='c']/preceding-sibling::li[last()]", "#a");
    check(PAGE, "//li[@id='b']/following::*", "#c #u2 #d #p #dl #k1 #v1 #k2 #v2");
    check(PAGE, "//li[@id='b']/following::li[2]", "#d");
    check(PAGE, "//li[@id='c']/preceding::*[1]", "#b1");
    check(PAGE, "//li[@id='c']/preceding::*[2]", "#b");
    check(PAGE, "//b/preceding::li", "#a");
    check(PAGE, "//ul/descendant::b", "#b1");
    check(PAGE, "//li[2]/descendant-or-self::*", "#b #b1");
    check(PAGE, "//b/self::b | //b/self::i", "#b1");
    check(PAGE, "//dt[.='Price']/following-sibling::dd[1]", "#v1");
    check(PAGE, "//ul/child::li[last()]", "#c #d");
    check(PAGE, "//ul/descendant::li[last()]", "#c #d");
    check(PAGE, "//ul/following::dt[last()]", "#k2");
}

#[test]
fn positions_count_per_context_node() {
    check(PAGE, "//li[1]", "#a #d");
    check(PAGE, "(//li)[1]", "#a");
    check(PAGE, "(//li)[last()]", "#d");
    check(PAGE, "(//li)[position() > 1][2]", "#c");
    check(PAGE, "//li[last()]", "#c #d");
    check(PAGE, "//li[last() - 1]", "#b");
    check(PAGE, "//li[position() = 2]", "#b");
    check(PAGE, "//li[position() < 3]", "#a #b #d");
    check(PAGE, "//li[3 > position()]", "#a #b #d");
    check(PAGE, "//li[position() <= 1.5]", "#a #d");
    check(PAGE, "//li[position() != last()]", "#a #b");
    check(PAGE, "//li[position() = last()]", "#c #d");
    check(PAGE, "//li[position() mod 2 = 1]", "#a #c #d");
    check(PAGE, "//li[0]", "");
    check(PAGE, "//li[1.5]", "");
    check(PAGE, "//li[-1]", "");
    check(PAGE, "//li[number('2')]", "#b");
    check(PAGE, "//li[count(../li)]", "#c #d");
    check(PAGE, "//li['2']", "#a #b #c #d");
    check(PAGE, "//li[''] | //li[false()]", "");
    check(PAGE, "//li[@class][2]", "#b");
    check(PAGE, "//li[2][@class]", "#b");
    check(PAGE, "//li[3][@class]", "");
    check(PAGE, "//li[@class][last()]", "#b");
    check(PAGE, "//li[@class][last()][1]", "#b");
    check(PAGE, "//li[@class][last()][2]", "");
    check(PAGE, "//li[position() > 1][last()]", "#c");
    check(PAGE, "//ul/li[2]/b", "#b1");
    check(PAGE, "/descendant::li[2]", "#b");
    check(PAGE, "//li[position() = 1 or @id = 'c']", "#a #c #d");
}

#[test]
fn predicates_ask_about_the_node() {
    check(PAGE, "//li[b]", "#b");
    check(PAGE, "//li[not(b)]", "#a #c #d");
    check(PAGE, "//*[.//b]", "html #body #u1 #b");
    check(PAGE, "//ul[li/b]", "#u1");
    check(PAGE, "//ul[li[@class='x']/b[. = 'bold']]", "#u1");
    check(PAGE, "//li[@class='x y']", "#a");
    check(PAGE, "//li[@class!='x']", "#a");
    check(PAGE, "//li[not(@class='x')]", "#a #c #d");
    check(PAGE, "//li[@data-n > 3]", "#b #d");
    check(PAGE, "//li[3 < @data-n]", "#b #d");
    check(PAGE, "//li[@data-n >= '7']", "#b #d");
    check(PAGE, "//li[contains(@class, 'y')]", "#a");
    check(PAGE, "//li[contains(concat(' ', normalize-space(@class), ' '), ' x ')]", "#a #b");
    check(PAGE, "//li[contains(concat(' ', @class, ' '), ' y ')]", "#a");
    check(PAGE, "//li[contains(concat(' ', @class, ' '), ' x y ')]", "#a");
    check(PAGE, "//li[contains(concat(' ', @class, ' '), '  ')]", "#c #d");
    let tab = "<p id=a class='x\ty'></p><p id=b class='x y'></p>";
    check(tab, "//p[contains(concat(' ', @class, ' '), ' y ')]", "#b");
    check(tab, "//p[contains(concat(' ', normalize-space(@class), ' '), ' y ')]", "#a #b");
    check(PAGE, "//li[has-class('x')]", "#a #b");
    check(PAGE, "//li[has-class('x', 'y')]", "#a");
    check(PAGE, "//li[starts-with(., 't')]", "#b #c");
    check(PAGE, "//li[text() = 'one']", "#a");
    check(PAGE, "//li[text() = ' tail']", "#b");
    check(PAGE, "//li[@id = 'a' or @id = 'c']", "#a #c");
    check(PAGE, "//li[@id and @class and b]", "#b");
    check(PAGE, "//*[self::h1 or self::p]", "#h1 #p");
    check(PAGE, "//*[name() = 'h1']", "#h1");
    check(PAGE, "//*[@id][string-length(@id) = 2][self::ul]", "#u1 #u2");
    check(PAGE, "//ul[count(li) > 1]", "#u1");
    check(PAGE, "//ul[following-sibling::ul]", "#u1");
    check(PAGE, "//li[../@id = 'u2']", "#d");
    check(PAGE, "//li[. = //ul[2]/li]", "#d");
    check(PAGE, "//li[ancestor::body]/b", "#b1");
    check(PAGE, "id('a d')", "#a #d");
    check(PAGE, "id('u1')/li[2]", "#b");
    check(PAGE, "//p[lang('en')]", "#p");
    check(PAGE, "//p[lang('e')]", "");
}

#[test]
fn unions_are_in_document_order_without_duplicates() {
    check(PAGE, "//p | //h1 | //p", "#h1 #p");
    check(PAGE, "(//li | //b)[4]", "#c");
    check(PAGE, "//ul/li/.. | //ul", "#u1 #u2");
    check(PAGE, "//li/ancestor::*", "html #body #u1 #u2");
    check(PAGE, "(//ul | //dl)/*[1]", "#a #d #k1");
    check(PAGE, "(//ul | //dl)//text()[. = 'Size']", "'Size'");
}

#[test]
fn values_convert_and_compare_by_the_rules() {
    check_value("1 + 2 * 3 - 4 div 2", 5.0);
    check_value("7 mod 3", 1.0);
    check_value("-7 mod 3", -1.0);
    check_value("--3", 3.0);
    check_value("- - -3", -3.0);
    check_value("1 div 0", f64::INFINITY);
    check_value("0 div 0", f64::NAN);
    check_value("'3' + '4'", 7.0);
    check_value("'x' + 1", f64::NAN);
    check_value("number(' -1.5 ')", -1.5);
    check_value("number('1e3')", f64::NAN);
    check_value("number('+1')", f64::NAN);
    check_value("number('.5')", 0.5);
    check_value("number('5.')", 5.0);
    check_value("number('')", f64::NAN);
    check_value("number(true())", 1.0);
    check_value("number(//@data-n)", 3.0);
    check_value("string(1 div 3 * 3)", "1");
    check_value("string(-0)", "0");
    check_value("string(1000000000000000000000)", "1000000000000000000000");
    check_value("string(-1 div 0)", "-Infinity");
    check_value("string(0 div 0)", "NaN");
    check_value("string(0.5)", "0.5");
    check_value("1 < 2 < 3", true);
    check_value("3 > 2 > 1", false);
    check_value("1 = 1 = 1", true);
    check_value("'a' = 'a'", true);
    check_value("'1' = 1", true);
    check_value("true() = 'x'", true);
    check_value("'a' < 'b'", false);
    check_value("//li = 'one'", true);
    check_value("//li != 'one'", true);
    check_value("//nosuch = ''", false);
    check_value("//nosuch != ''", false);
    check_value("//nosuch = false()", true);
    check_value("//@data-n < 4", true);
    check_value("4 > //@data-n", true);
    check_value("//@data-n > 10", false);
    check_value("//@data-n = //@data-n", true);
    check_value("//dt = //dd", false);
    check_value("//dt != //dd", true);
    check_value("//@data-n < //dd", true);
    check_value("//h1/@id != //h1/@id", false);
    check_value("1 or (0 div 0)", true);
    check_value("0 and 1", false);
    check_value("boolean('false')", true);
    check_value("boolean(0 div 0)", false);
    check_value("not(//li)", false);
}

#[test]
fn functions_follow_the_examples_of_the_recommendation() {
    check_value("substring('12345', 2, 3)", "234");
    check_value("substring('12345', 2)", "2345");
    check_value("substring('12345', 1.5, 2.6)", "234");
    check_value("substring('12345', 0, 3)", "12");
    check_value("substring('12345', 0 div 0, 3)", "");
    check_value("substring('12345', 1, 0 div 0)", "");
    check_value("substring('12345', -42, 1 div 0)", "12345");
    check_value("substring('12345', -1 div 0, 1 div 0)", "");
    check_value("substring-before('1999/04/01', '/')", "1999");
    check_value("substring-after('1999/04/01', '/')", "04/01");
    check_value("substring-after('1999/04/01', '19')", "99/04/01");
    check_value("substring-before('abc', 'x')", "");
    check_value("translate('bar','abc','ABC')", "BAr");
    check_value("translate('--aaa--','abc-','ABC')", "AAA");
    check_value("concat('a', 1, true())", "a1true");
    check_value("normalize-space('  a \t b\n')", "a b");
    check_value("normalize-space(//p)", "some text here");
    check_value("string-length('häß€')", 4.0);
    check_value("contains('abc', '')", true);
    check_value("starts-with('abc', 'ab')", true);
    check_value("round(2.5)", 3.0);
    check_value("round(-2.5)", -2.0);
    check_value("round(-2.6)", -3.0);
    check_value("floor(-1.5)", -2.0);
    check_value("ceiling(-1.5)", -1.0);
    check_value("count(//li | //li)", 4.0);
    check_value("sum(//@data-n)", 20.0);
    check_value("sum(//li)", f64::NAN);
    check_value("name(//h1)", "h1");
    check_value("local-name(//@data-n)", "data-n");
    check_value("name(//nosuch)", "");
    check_value("namespace-uri(//h1)", "");
    check_value("string(//li)", "one");
    check_value("string(//h1)", "Lamps & more");
    check_value("count(/descendant::node()) > 10", true);
}

#[test]
fn operators_and_names_share_words() {
    check("<div><or><mod></mod></or></div>", "//div/or/mod", "mod");
    check("<div><div id=x></div></div>", "//div[div]/div", "#x");
    check_value("4 div 2 * 2", 4.0);
    check_value("count(//*[name() = 'ul' or name() = 'or']) * 2", 4.0);
    check("<p data-a-b=1>", "//p/@data-a-b", "@data-a-b=1");
    check_value("count( //ul / li [ 1 ] )", 2.0);
    check_value("2*3", 6.0);
    check_value("2 -1", 1.0);
}

#[test]
fn foreign_elements_are_found_by_name_and_by_language() {
    let html = "<svg><linearGradient id=g /><a id=s /></svg><math><mi id=m></mi></math><a id=h></a><o:p id=o></o:p>";
    check(html, "//svg/a", "#s");
    check(html, "//a", "#s #h");
    check(html, "//svg:a", "#s");
    check(html, "//html:a", "#h");
    check(html, "//svg:*", "svg #g #s");
    check(html, "//linearGradient", "#g");
    check(html, "//math:mi", "#m");
    check(html, "//o:p", "#o");
    check(html, "//o:*", "#o");
}

#[test]
fn the_context_node_is_where_relative_paths_start() {
    let document = Document::parse(PAGE);
    let list = XPath::parse("//ul").unwrap().select(&document, document.root())[0];
    let ids = |expression: &str| {
        let nodes = XPath::parse(expression).unwrap().select(&document, list);
        nodes.iter().map(|&node| document.attribute(node, names::ID).unwrap_or("")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ids("li"), "a b c");
    assert_eq!(ids(".//b"), "b1");
    assert_eq!(ids("//b | //h1"), "h1 b1");
    assert_eq!(ids("../h1"), "h1");
    assert_eq!(ids("."), "u1");
    assert_eq!(ids("li/@id"), "a b c", "an attribute counts as its element");
    assert_eq!(ids("count(li)"), "");
    let texts = XPath::parse("li/text()").unwrap().evaluate(&document, list).texts(&document);
    assert_eq!(texts, ["one", "two ", " tail", "three"]);
}

#[test]
fn errors_say_what_and_where() {
    check_error("", 0, "expected an expression, found the end of the expression");
    check_error("//", 2, "expected a name, `*` or a node test, found the end of the expression");
    check_error("//li[", 5, "expected an expression, found the end of the expression");
    check_error("//li[1", 6, "expected `]`, found the end of the expression");
    check_error("//li]", 4, "expected an operator or the end, found `]`");
    check_error("//li[@class='x]", 12, "string without closing quote");
    check_error("foo(1)", 0, "unknown function `foo()`");
    check_error("//a[ends-with(@href, 'x')]", 4, "`ends-with()` is a function of XPath 2, this is XPath 1.0");
    check_error("contains('a')", 0, "`contains()` takes 2 arguments, not 1");
    check_error("last(1)", 0, "`last()` takes no argument, not 1");
    check_error("concat('a')", 0, "`concat()` takes at least 2 arguments, not 1");
    check_error("substring('a')", 0, "`substring()` takes 2 to 3 arguments, not 1");
    check_error("count(1)", 0, "`count()` takes a node-set");
    check_error("'a' | //b", 0, "only node-sets can be united with `|`");
    check_error("'a'[1]", 0, "only a node-set can have predicates and steps");
    check_error("$x", 0, "variables are not supported, write the value itself");
    check_error("//a#b", 3, "unexpected character `#`");
    check_error("namespace::*", 0, "the namespace axis is not supported");
    check_error("child-of::a", 0, "unknown axis `child-of`");
    check_error("a/", 2, "expected a name, `*` or a node test, found the end of the expression");
    check_error("a b", 2, "expected an operator or the end, found `b`");
    check_error("1 +", 3, "expected an expression, found the end of the expression");
    check_error("a/'x'", 2, "expected a name, `*` or a node test, found a string");
}

#[test]
fn absurd_expressions_are_refused_or_just_long() {
    let error = XPath::parse(&("(".repeat(5000) + "1" + &")".repeat(5000))).unwrap_err();
    assert_eq!(error.message(), "expressions nested deeper than 64 levels are refused");
    assert!(XPath::parse(&("a[".repeat(5000) + "1" + &"]".repeat(5000))).is_err());
    assert!(XPath::parse(&("not(".repeat(5000) + "1" + &")".repeat(5000))).is_err());
    assert!(XPath::parse(&("1=".repeat(5000) + "1")).is_err());
    check_value(&("1+".repeat(5000) + "1"), 5001.0);
    check_value(&("0 or ".repeat(5000) + "1"), true);
    check_value(&("-".repeat(5000) + "1"), 1.0);
    check_value(&format!("count(/{}a)", "a/".repeat(5000)), 0.0);
    check_value(&format!("count({}//li)", "//li | ".repeat(500)), 4.0);
}

#[test]
fn hostile_pages_cost_no_more_than_their_size() {
    let html = format!("<!doctype html>{}{}", "<div><p></p>".repeat(400), "<i></i><b></b>".repeat(10_000));
    let document = Document::parse(html);
    let limit = 60 * document.len() as u64;
    let count = |expression: &str| {
        let found = XPath::parse(expression).unwrap().evaluate_within(&document, document.root(), limit);
        found.unwrap_or_else(|error| panic!("{expression}: {error}")).to_number(&document)
    };
    assert_eq!(count("count(//div//div//div//i)"), 10_000.0);
    assert_eq!(count("count(//i/following-sibling::i)"), 9_999.0);
    assert_eq!(count("count(//i/preceding-sibling::i)"), 9_999.0);
    assert_eq!(count("count(//i/following-sibling::b[1])"), 10_000.0);
    assert_eq!(count("count(//i/following-sibling::i[last()])"), 1.0);
    assert_eq!(count("count(//i/following::b)"), 10_000.0);
    assert_eq!(count("count(//i/preceding::i)"), 9_999.0);
    assert_eq!(count("count(//i/ancestor::div)"), 400.0);
    assert_eq!(count("count(//div[.//i])"), 400.0);
    assert_eq!(count("count(//div[.//u])"), 0.0);
    assert_eq!(count("count(//div[not(.//u = 'x')])"), 400.0);
    assert_eq!(count("count(//i[following-sibling::u])"), 0.0);
    assert_eq!(count("count(//i[preceding::u/..])"), 0.0);
    assert_eq!(count("count(//i[//u])"), 0.0);
    assert_eq!(count("count(//i[20000])"), 0.0);
    assert_eq!(count("count(//div/p[1])"), 400.0);

    let square = XPath::parse("//i[count(following::*) = count(preceding::*)]").unwrap();
    assert!(square.evaluate_within(&document, document.root(), limit).is_err());
}

#[test]
fn a_text_is_compared_up_to_its_first_difference() {
    let page = "<p id=a> Pri<b id=b>ce</b>\n per <i> </i>unit: <p id=c>Price<p id=d><!-- Price --><p id=e>\u{a0}Price";
    check(page, "//*[normalize-space()='Price per unit:']", "#a");
    check(page, "//*['Price' = normalize-space(.)]", "#c");
    check(page, "//p[normalize-space() != 'Price']", "#a #d #e");
    check(page, "//p[starts-with(normalize-space(), 'Price')]", "#a #c");
    check(page, "//p[starts-with(normalize-space(), 'Price per u')]", "#a");
    check(page, "//p[starts-with(normalize-space(), 'Price ')]", "#a");
    check(page, "//p[normalize-space()='']", "#d");
    check(page, "//p[@id[normalize-space()='c']]", "#c");
}
