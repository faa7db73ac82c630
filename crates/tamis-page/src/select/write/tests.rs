use super::SelectorWriter;
use crate::document::{Document, NodeId, names};
use crate::select::{Css, XPath};

/// Writes selectors for what `wanted` (a CSS selector) selects in the whole page.
#[track_caller]
fn check(html: &str, wanted: &str, expected_css: &str, expected_xpath: &str) {
    let document = Document::parse(html);
    let nodes = Css::parse(wanted).unwrap().select(&document, document.root());
    check_nodes(&document, document.root(), &nodes, expected_css, expected_xpath);
}

#[track_caller]
fn check_nodes(document: &Document, scope: NodeId, nodes: &[NodeId], expected_css: &str, expected_xpath: &str) {
    let writer = SelectorWriter::new(document);
    let written = writer.css(scope, nodes).unwrap_or_default();
    assert_eq!(written, expected_css);
    assert_eq!(Css::parse(&written).unwrap().select(document, scope), nodes, "{written}");
    let written = writer.xpath(scope, nodes).unwrap_or_default();
    assert_eq!(written, expected_xpath);
    assert_eq!(XPath::parse(&written).unwrap().select(document, scope), nodes, "{written}");
    let both = writer.css_and_xpath(scope, nodes);
    assert_eq!(both.css.as_deref(), Some(expected_css));
    let written = both.xpath.unwrap_or_default();
    assert_eq!(XPath::parse(&written).unwrap().select(document, scope), nodes, "{written}");
}

const SHOP: &str = r#"<!doctype html><html><body>
<nav id=menu class=nav><ul><li><a href=/>Home</a><li><a href=/lamps>Lamps</a></ul></nav>
<main id=main><h1 class=page-title>Lamps</h1>
<ul class="results grid"><li class="product col-4"><a class=product-link href=/item/1><h3>Desk</h3></a><span class="price css-1x2y3z">12</span>
<li class="product col-4 ad"><a class=product-link href=/ad/2><h3>Buy</h3></a><span class=price>0</span>
<li class="product col-4"><a class=product-link href=/item/3><h3>Floor</h3></a><span class="price css-9f8e7d">30</span></ul>
<table><tr><th>Weight<td>3 kg<tr><th>Colour<td>red<tr><th>Power<td>40 W</table>
<p>First.<p>Second.<p>Third.</p>
<a rel=next href="?page=2">Next</a></main></body></html>"#;

#[test]
fn chosen_names_come_first() {
    check(SHOP, "main", "#main", "//main[@id='main']");
    check(SHOP, "h1", ".page-title", "//h1[@class='page-title']");
    check(SHOP, "li.product", ".product", "//li[contains(concat(' ', normalize-space(@class), ' '), ' product ')]");
    check(SHOP, "a[rel]", "a[rel=\"next\"]", "//a[@rel='next']");
    check(SHOP, "nav a", "#menu a", "//nav[@id='menu']//a");
    check(SHOP, "h3", "#main h3", "//main[@id='main']//h3");
}

#[test]
fn what_is_not_wanted_is_kept_out() {
    check(
        SHOP,
        "li.product:not(.ad)",
        "li.product:not(.ad)",
        "//li[contains(concat(' ', normalize-space(@class), ' '), ' product ')]\
         [not(contains(concat(' ', normalize-space(@class), ' '), ' ad '))]",
    );
    check(SHOP, "a[href^='/item']", "a[href^=\"/item/\"]", "//a[starts-with(@href, '/item/')]");
}

#[test]
fn labels_lead_to_values_in_xpath() {
    check(
        SHOP,
        "tr:nth-child(2) td",
        "#main tr:nth-of-type(2) > td",
        "//th[normalize-space()='Colour']/following-sibling::td[1]",
    );
    check(SHOP, "nav li:last-child a", "a[href=\"/lamps\"]", "//a[normalize-space()='Lamps']");
}

#[test]
fn positions_come_last() {
    check(SHOP, "p:nth-of-type(3)", "#main p:last-of-type", "//main[@id='main']//p[last()]");
    check(
        "<div><p>1<p>2<p>3</div><div><p>4<p>5<p>6</div>",
        "div:first-child p:nth-child(2)",
        "div:first-of-type p:nth-of-type(2)",
        "//div[1]//p[2]",
    );
}

#[test]
fn generated_names_are_left_alone() {
    let html = r#"<!doctype html><div class="sc-bdVaJa kxQzRw" id=post-184467><p class=css-1x2y3z>a</div><p>b</p>"#;
    check(html, "p.css-1x2y3z", "div p", "//div//p");
    check(html, "div", "div", "//div");
}

#[test]
fn rows_are_told_from_headings_by_their_cells() {
    let html = "<table><tr><th>Name<tr><td>a<tr><td>b</table><table><tr><th>Other</table>";
    check(html, "tr:has(td)", "tr:has(> td)", "//tr[td]");
    let html = "<table><tr><td>Name<tr><td>a<tr><td>b</table>";
    check(html, "tr + tr", "tr:nth-of-type(n+2)", "//tr[position()>1]");
}

#[test]
fn a_set_without_common_name_becomes_a_list() {
    check("<h1>a</h1><p>b</p><h2>c</h2><b>d</b>", "h1, h2", "h1, h2", "//h1 | //h2");
    let html = "<p>".repeat(9);
    let document = Document::parse(html);
    let all = Css::parse("p").unwrap().select(&document, document.root());
    let some = [all[1], all[2], all[5], all[8]];
    let written = SelectorWriter::new(&document).css(document.root(), &some).unwrap();
    assert_eq!(Css::parse(&written).unwrap().select(&document, document.root()), some, "{written}");
}

#[test]
fn selectors_inside_a_scope_start_there() {
    let document = Document::parse(SHOP);
    let list = Css::parse("ul.results").unwrap().select_first(&document, document.root()).unwrap();
    let items: Vec<NodeId> = document.child_elements(list).collect();
    check_nodes(
        &document,
        list,
        &items,
        ".product",
        ".//li[contains(concat(' ', normalize-space(@class), ' '), ' product ')]",
    );
    let nested = Document::parse("<div id=x><div><div></div></div><div></div></div>");
    let scope = Css::parse("#x").unwrap().select_first(&nested, nested.root()).unwrap();
    let children: Vec<NodeId> = nested.child_elements(scope).collect();
    check_nodes(&nested, scope, &children, ":scope > div", "./div");
}

#[test]
fn one_selector_serves_a_column_of_all_records() {
    let document = Document::parse(SHOP);
    let records = Css::parse("li.product").unwrap().select(&document, document.root());
    let prices = Css::parse(".product span").unwrap().select(&document, document.root());
    let writer = SelectorWriter::new(&document);
    let columns = writer.in_each(&records);
    let check = |wanted: &[NodeId], expected_css: &str, expected_xpath: &str| {
        let written = columns.css_and_xpath(wanted).unwrap();
        let (css, xpath) = (written.css.unwrap(), written.xpath.unwrap());
        assert_eq!((css.as_str(), xpath.as_str()), (expected_css, expected_xpath));
        let (css, xpath) = (Css::parse(&css).unwrap(), XPath::parse(&xpath).unwrap());
        let selected = |select: &dyn Fn(NodeId) -> Vec<NodeId>| -> Vec<NodeId> {
            records.iter().flat_map(|&record| select(record)).collect()
        };
        assert_eq!(selected(&|record| css.select(&document, record)), wanted);
        assert_eq!(selected(&|record| xpath.select(&document, record)), wanted);
    };
    check(&prices, ".price", ".//span[contains(concat(' ', normalize-space(@class), ' '), ' price ')]");
    let links = Css::parse(".product a").unwrap().select(&document, document.root());
    check(&links, ".product-link", ".//a[@class='product-link']");
    // The second record has no such cell.
    check(&[links[0], links[2]], "a[href^=\"/item/\"]", ".//a[starts-with(@href, '/item/')]");
}

#[test]
fn what_is_at_different_places_in_each_record_has_its_most_common_path() {
    let document = Document::parse("<ul><li><p>1<p>x<li><p>x<p>2<li><p>y<p>3</ul>");
    let select = |selector: &str| Css::parse(selector).unwrap().select(&document, document.root());
    let (records, cells) = (select("li"), select("p"));
    let wanted = [cells[0], cells[3], cells[5]];
    let writer = SelectorWriter::new(&document);
    let columns = writer.in_each(&records);
    assert_eq!(columns.css_and_xpath(&wanted), None);
    let path = columns.most_common_path(&wanted).unwrap();
    assert_eq!(path.css.as_deref(), Some(":scope > p:nth-of-type(2)"));
    assert_eq!(path.xpath.as_deref(), Some("./p[2]"));
}

#[test]
fn xpath_also_writes_text_comments_and_the_scope() {
    let document = Document::parse("<div id=d>a<b>b</b>c<!--x--></div><!doctype html>");
    let find = |expression: &str| XPath::parse(expression).unwrap().select(&document, document.root());
    let write = |expression: &str| SelectorWriter::new(&document).xpath(document.root(), &find(expression));
    assert_eq!(write("//div/text()").as_deref(), Some("//div[@id='d']/text()"));
    assert_eq!(write("//div/text()[2]").as_deref(), Some("//div[@id='d']/text()[2]"));
    assert_eq!(write("//comment()").as_deref(), Some("//div[@id='d']/comment()"));
    assert_eq!(write("//b | //b/text()").as_deref(), Some("/html/body/div/b | /html/body/div/b/text()"));
    assert_eq!(write("/").as_deref(), Some("/"));
    let div = find("//div")[0];
    assert_eq!(SelectorWriter::new(&document).xpath(div, &[div]).as_deref(), Some("."));
    assert_eq!(SelectorWriter::new(&document).xpath(div, &find("//div/text()[1]")).as_deref(), Some("./text()[1]"));
    assert_eq!(SelectorWriter::new(&document).css(div, &[div]), None);
    assert_eq!(SelectorWriter::new(&document).css(document.root(), &find("//text()")), None);
}

#[test]
fn nothing_is_written_for_nothing() {
    let document = Document::parse("<!doctype html><p>");
    assert_eq!(SelectorWriter::new(&document).css(document.root(), &[]), None);
    assert_eq!(SelectorWriter::new(&document).xpath(document.root(), &[]), None);
    let doctype = document.first_child(document.root()).unwrap();
    assert_eq!(SelectorWriter::new(&document).xpath(document.root(), &[doctype]), None);
}

#[test]
fn odd_names_and_values_are_quoted() {
    check(
        "<p class='md:w-1/2 1st'>a<p>b",
        "p:first-of-type",
        r".\31 st",
        "//p[contains(concat(' ', normalize-space(@class), ' '), ' 1st ')]",
    );
    let html = r#"<input name="it's"><input name='say "x"'><o:p>x</o:p>"#;
    check(html, "input:first-of-type", "input[name=\"it's\"]", "//input[@name=\"it's\"]");
    check(html, "input:last-of-type", r#"input[name="say \"x\""]"#, "//input[@name='say \"x\"']");
    check(html, r"o\:p", r"o\:p", "//*[name()='o:p']");
    // CSS can name such an attribute, XPath cannot.
    let html = "<main><button>a</button><button @click=open>b</button><button>c</button></main>";
    check(html, r"[\@click]", r#"button[\@click="open"]"#, "//button[normalize-space()='b']");
    let html = "<ul><li><img><li><img ..><li><p></ul>";
    check(html, r"li:nth-of-type(2)", r"li:has(> img[\.\.])", "//li[2]");
}

#[test]
fn case_counts_as_the_page_says() {
    // In quirks mode `.Item` and `.item` are one class to CSS and two to XPath.
    check("<p class=Item>a</p><hr><p class=item>b", "p:last-of-type", "p.item:last-of-type", "//p[@class='item']");
    check("<!doctype html><p class=Item>a<p class=item>b", "p:last-of-type", ".item", "//p[@class='item']");
}

#[test]
fn a_thousand_nodes_of_ten_thousand_take_no_time() {
    let mut html = String::from("<!doctype html>");
    for i in 0..1000 {
        html += &format!("<div class='record r{i}'><a href=/x/{i}>a</a><b>x</b><i></i><p><span>{i}</span></p></div>");
    }
    let document = Document::parse(html);
    assert!(document.len() > 8000);
    let select = |selector: &str| Css::parse(selector).unwrap().select(&document, document.root());
    check_nodes(
        &document,
        document.root(),
        &select("span"),
        ".record span",
        "//div[contains(concat(' ', normalize-space(@class), ' '), ' record ')]//span",
    );
    check_nodes(
        &document,
        document.root(),
        &select(".record"),
        ".record",
        "//div[contains(concat(' ', normalize-space(@class), ' '), ' record ')]",
    );
    // No rule in these: they have to be listed.
    let odd: Vec<NodeId> = select("b").into_iter().enumerate().filter(|(i, _)| i * i % 7 == 2).map(|it| it.1).collect();
    let written = SelectorWriter::new(&document).css(document.root(), &odd).unwrap();
    assert_eq!(select(&written), odd);
}

/// Steps a node for selectors of single elements, of every third of some, and of a column, all over the page.
#[track_caller]
fn steps_a_node(html: &str, wanted: &str) -> f64 {
    let document = Document::parse(html);
    let nodes = Css::parse(wanted).unwrap().select(&document, document.root());
    let writer = SelectorWriter::new(&document);
    for &node in nodes.iter().step_by(nodes.len() / 40 + 1) {
        let written = writer.css_and_xpath(document.root(), &[node]);
        assert_eq!(Css::parse(&written.css.unwrap()).unwrap().select(&document, document.root()), [node]);
        assert_eq!(XPath::parse(&written.xpath.unwrap()).unwrap().select(&document, document.root()), [node]);
    }
    let some: Vec<NodeId> = nodes.iter().copied().step_by(3).collect();
    if let Some(css) = writer.css(document.root(), &some) {
        assert_eq!(Css::parse(&css).unwrap().select(&document, document.root()), some);
    }
    let scopes: Vec<NodeId> =
        nodes.iter().copied().filter(|&node| document.child_elements(node).next().is_some()).collect();
    let in_each = writer.in_each(&scopes.iter().copied().take(16).collect::<Vec<_>>());
    let inner: Vec<NodeId> =
        scopes.iter().take(16).step_by(2).filter_map(|&scope| document.child_elements(scope).last()).collect();
    let _ = in_each.css_and_xpath(&inner);
    writer.n_steps() as f64 / document.len() as f64
}

/// A name, a selector of what is written for, and a page of a given size.
type Trap<'t> = (&'t str, &'t str, &'t dyn Fn(usize) -> String);

#[test]
fn the_work_grows_with_the_page_and_not_faster() {
    let traps: [Trap<'_>; 6] = [
        ("nothing differs", "p", &|n| "<p>x</p>".repeat(n)),
        ("nothing differs in rows", "div", &|n| "<div><i>a</i><i>b</i><i>c</i></div>".repeat(n / 4)),
        ("everything differs", "p", &|n| {
            (0..n).map(|i| format!("<p class='c{i} d{}' title=t{i}>x</p>", i % 7)).collect()
        }),
        ("labels", "b", &|n| "<b>Price:</b><b>x</b>".repeat(n / 2)),
        ("deep", "div", &|n| ("<div class=a>".repeat(400) + &"</div>".repeat(400)).repeat(n / 400)),
        ("many classes", "p", &|n| format!("<p class='{}'>x</p>", "a b c d e f g h i j k l m".repeat(4)).repeat(n)),
    ];
    for (name, wanted, make) in traps {
        let [small, large] = [1_200, 20_000].map(|n| steps_a_node(&make(n), wanted));
        assert!(large < 200.0, "{name}: {large} steps a node");
        assert!(large < 1.5 * small, "{name}: from {small} to {large} steps a node");
    }
}

#[test]
fn without_steps_the_answer_is_a_path_of_positions() {
    let document = Document::parse(SHOP);
    let writer = SelectorWriter::new(&document).with_max_steps(0);
    for node in document.nodes().filter(|&node| document.is_element(node)) {
        let written = writer.css_and_xpath(document.root(), &[node]);
        assert_eq!(Css::parse(&written.css.unwrap()).unwrap().select(&document, document.root()), [node]);
        assert_eq!(XPath::parse(&written.xpath.unwrap()).unwrap().select(&document, document.root()), [node]);
    }
}

#[test]
fn a_counted_sibling_is_counted_among_its_siblings() {
    let posts = |n: usize, body: &str| format!("<tr class=head><td>a<tr class=body><td>{body}").repeat(n);
    let html = format!(
        "<table>{}<tr class=body><td><b>x</b><tr>{}<tr class=body><td><b>y</b></table>",
        posts(3, "<b>x</b>"),
        posts(4, "<b>y</b>")
    );
    check(
        &html,
        "tr.head + tr:nth-of-type(n+10)",
        "tr.head + tr:nth-of-type(n+10)",
        "//tr[position()>9][preceding-sibling::*[1][self::tr[@class='head']]]",
    );
}

/// Any set of siblings, so that any kind of selector is met: counted ones behind others, too.
#[test]
fn sets_of_siblings_get_what_selects_them() {
    let mut state: u32 = 7;
    let mut next = |n: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % n
    };
    let kinds = ["<p class=a>", "<p class=b>", "<p>", "<p><i>i</i>", "<h2 class=a>h</h2>", "<p class='a b'><i>i</i>"];
    let mut n_counted = 0;
    for _ in 0..300 {
        let n_children = 6 + next(24);
        let html: String = (0..n_children).map(|_| kinds[next(kinds.len() as u32) as usize]).collect();
        let document = Document::parse(format!("<!doctype html><main><section>{html}</section><p class=a>x</main>"));
        let section = Css::parse("section").unwrap().select_first(&document, document.root()).unwrap();
        // Those behind a kind of sibling and from some place on, as the posts of a thread are.
        let behind = ["p.a", "p.b", "h2", "p"][next(4) as usize];
        let from = 2 + next(6);
        let wanted = format!("{behind} + p:nth-of-type(n+{from})");
        let nodes = Css::parse(&wanted).unwrap().select(&document, section);
        if nodes.is_empty() {
            continue;
        }
        let writer = SelectorWriter::new(&document);
        for scope in [section, document.root()] {
            let both = writer.css_and_xpath(scope, &nodes);
            let css = both.css.unwrap();
            assert_eq!(Css::parse(&css).unwrap().select(&document, scope), nodes, "{css} for {wanted} in {html}");
            for xpath in [both.xpath.unwrap(), writer.xpath(scope, &nodes).unwrap()] {
                let selected = XPath::parse(&xpath).unwrap().select(&document, scope);
                assert_eq!(selected, nodes, "{xpath} for {wanted} in {html}");
                n_counted += usize::from(xpath.contains("[preceding-sibling::*[1]"));
            }
        }
    }
    assert!(n_counted > 20, "only {n_counted} expressions count elements behind others");
}

#[test]
fn what_comes_after_the_wanted_may_be_selected_too() {
    let document = Document::parse("<ul><li><a>1</a><b><a>x</a></b><li><a>2</a><i><a>y</a></i></ul>");
    let writer = SelectorWriter::new(&document);
    let records: Vec<NodeId> = document.elements_named(names::LI).collect();
    let links: Vec<NodeId> = document.elements_named(names::A).collect();
    let in_each = writer.in_each(&records);
    let (wanted, after) = ([links[0], links[2]], [links[1], links[3]]);
    let within = in_each.css_and_xpath_within(&wanted, &after).expect("is found");
    assert_eq!((within.css.as_deref(), within.xpath.as_deref()), (Some("a"), Some(".//a")));
    let exactly = in_each.css_and_xpath(&wanted).expect("is found");
    assert_eq!(exactly.css.as_deref(), Some(":scope > a"));
}

#[test]
fn short_paths_lead_to_the_element_they_are_of() {
    let page =
        "<ul><li><p class=note>1</p><div><p>2</p><p>3</p></div><li><p class=note>4</p><div><p>5</p><p>6</p></div></ul>";
    let document = Document::parse(page);
    let writer = SelectorWriter::new(&document);
    let records: Vec<NodeId> = document.elements_named(names::LI).collect();
    let wanted = document.elements_named(names::P).nth(2).unwrap();
    let paths = writer.in_each(&records).near_paths(wanted);
    let xpaths: Vec<&str> = paths.iter().filter_map(|path| path.xpath.as_deref()).collect();
    assert!(xpaths.contains(&".//div/p[2]"), "{xpaths:?}");
    for path in &paths {
        let (css, xpath) = (path.css.as_deref().unwrap(), path.xpath.as_deref().unwrap());
        assert!(Css::parse(css).unwrap().select(&document, records[0]).contains(&wanted), "{css}");
        assert!(XPath::parse(xpath).unwrap().select(&document, records[0]).contains(&wanted), "{xpath}");
    }
}

#[test]
fn a_class_can_be_asked_for_as_one_of_several() {
    let document = Document::parse("<p class=price>1<p>2");
    let price: Vec<NodeId> = document.elements_named(names::P).take(1).collect();
    let written = |writer: SelectorWriter<'_>| writer.xpath(NodeId::ROOT, &price);
    assert_eq!(written(SelectorWriter::new(&document)).as_deref(), Some("//p[@class='price']"));
    let expected = "//p[contains(concat(' ', normalize-space(@class), ' '), ' price ')]";
    assert_eq!(written(SelectorWriter::new(&document).with_classes_as_words()).as_deref(), Some(expected));
}
