use super::*;
use crate::export::test_pages::{cut_into, findings_of};
use crate::findings::ask;
use crate::page::Page;
use crate::recipe::Recipe;
use crate::task::Task;
use std::collections::BTreeSet;
use tamis_page::{Css, Document, NodeId, Rect, names};

/// A report, read again as a browser would.
struct Read {
    html: String,
    document: Document,
}

impl Read {
    fn of(findings: &Findings) -> Read {
        let html = report(findings, Some("page.html"));
        Read { document: Document::parse(html.clone()), html }
    }

    fn select(&self, selector: &str) -> Vec<NodeId> {
        Css::parse(selector).expect("a selector").select(&self.document, self.document.root())
    }

    fn text(&self, selector: &str) -> Vec<String> {
        let text = |&node: &NodeId| tamis_page::visible_text(&self.document, node).trim().to_owned();
        self.select(selector).iter().map(text).collect()
    }

    fn values(&self, selector: &str, attribute: &str) -> Vec<&str> {
        self.select(selector).into_iter().map(|node| self.value(node, attribute)).collect()
    }

    fn value(&self, node: NodeId, name: &str) -> &str {
        let attribute = self.document.attributes(node).find(|attribute| attribute.local_name == name);
        attribute.map_or("", |attribute| attribute.value)
    }
}

/// All that a report shows, of a page that is not rendered.
fn asked(html: &str) -> Findings {
    let recipes = [Task::Segment, Task::Text, Task::Records].map(Recipe::default_for);
    ask(&Page::parse(html), &recipes).expect("no default needs a layout")
}

const SHOP: &str = "<title>Lamps</title><nav><a href=/>Home</a></nav><ul>\
    <li><a href=1>Desk lamp</a> <b>5 €</b><li><a href=2>Floor lamp</a> <b>6 €</b><li><a href=3>Lantern</a> <b>7 €</b></ul>";

#[test]
fn each_answer_has_its_tab_and_its_list() {
    let read = Read::of(&asked(SHOP));
    assert_eq!(read.text("h1"), ["Lamps"]);
    assert_eq!(read.values("[role=tab]", "aria-controls"), ["blocks", "dropped", "tables", "text", "methods"]);
    assert!(read.text("#tables td").iter().any(|cell| cell == "Floor lamp"), "{:?}", read.text("#tables td"));
    assert!(read.text("#methods h3").len() >= 3);
    assert!(read.text("pre.text").iter().all(|text| text.contains("Lantern")));
    assert!(read.html.contains("The page was not rendered"));
    assert_eq!(read.select("svg").len(), 0);
}

#[test]
fn a_box_on_the_page_leads_to_a_row_and_no_two_things_have_one_id() {
    let findings = findings_of("<div>One</div><div>Two <b>and</b> more</div>");
    let read = Read::of(&findings);
    let ids = read.values("[id]", "id");
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len());
    let boxes = read.values("#layer-blocks rect", "data-for");
    assert_eq!(boxes, ["b1", "b2"]);
    assert!(boxes.iter().all(|of| known.contains(of)));
    let areas = findings.regions().expect("it has areas").answer.areas();
    let names: Vec<String> = areas.map(|(id, area)| format!("{} {}", area.role.as_str(), id.0)).collect();
    assert_eq!(read.values(".tree .row", "data-name"), names);
    let rows = read.text(".tree .row");
    assert!(rows[2].contains("Two and more"), "{rows:?}");
}

#[test]
fn the_columns_of_a_table_have_their_colours_on_the_page_too() {
    let page = crate::export::test_pages::rendered(SHOP);
    let findings = ask(&Page::rendered(page), &[Recipe::default_for(Task::Records)]).expect("it is rendered");
    let read = Read::of(&findings);
    let cells = read.select("#layer-table-0 rect.cell");
    assert!(cells.len() >= 6, "{} boxes", cells.len());
    for cell in cells {
        let (of, color) = (read.value(cell, "data-for"), read.value(cell, "data-c"));
        assert_eq!(read.values(&format!("#{of}"), "data-c"), [color]);
        assert!(color.starts_with('c'), "{color}");
    }
}

/// What a page would write to break out of where its text stands.
const HOSTILE: &str = "<title>&lt;/title>&lt;script>alert('title')&lt;/script></title>\
    <div class='\"><script>alert(2)</script>'>&lt;/script>&lt;script>alert(3)&lt;/script>&lt;img src=x onerror=alert(4)>\
    \" ' &lt;!-- ]]> --> &amp;lt; \u{0}\u{1}</div>\
    <ul><li><a href='javascript:alert(5)\"onclick=\"alert(6)'>One&quot; x</a> <b>&lt;b onclick=alert(7)>1</b>\
    <li><a href=b>Two</a> <b>2</b><li><a href=c>Three</a> <b>3</b></ul>";

#[test]
fn nothing_on_a_page_becomes_a_part_of_the_report() {
    for findings in [asked(HOSTILE), findings_of(HOSTILE)] {
        let read = Read::of(&findings);
        assert_eq!(read.select("script").len(), 1);
        assert_eq!(read.select("style").len(), 1);
        assert_eq!(read.select("img, iframe, object, embed, link, form, base, audio, video").len(), 0);
        assert_eq!(read.select("h1 *, title *, .row .words *, pre *, td *").len(), 0);
        for node in read.document.nodes().filter(|&node| read.document.is_element(node)) {
            for attribute in read.document.attributes(node) {
                let name = attribute.local_name;
                assert!(!name.starts_with("on") && name != "src" && name != "style", "{name}");
                assert!(name != "href" || attribute.value.starts_with("http"), "{}", attribute.value);
            }
        }
        let script = read.document.elements_named(names::SCRIPT).next().expect("its own script");
        assert_eq!(read.document.first_child(script).map(|text| read.document.text(text)), Some(SCRIPT));
    }
}

#[test]
fn the_policy_allows_this_style_and_this_script_and_nothing_else() {
    let read = Read::of(&asked(SHOP));
    let policy = read.values("meta[http-equiv]", "content")[0];
    let style = read.select("style")[0];
    let style = read.document.text(read.document.first_child(style).expect("a style has text"));
    let expect = format!(
        "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        integrity::source_of(style),
        integrity::source_of(SCRIPT)
    );
    assert_eq!(policy, expect);
    assert!(!SCRIPT.contains("</") && !STYLE.contains("</") && !STYLE.contains("http"));
}

#[test]
fn the_same_findings_are_the_same_report() {
    assert_eq!(report(&asked(SHOP), None), report(&asked(SHOP), None));
}

#[test]
fn the_report_of_a_page_with_a_hundred_thousand_blocks_can_be_opened() {
    let html = report(&findings_of(&"<p>x".repeat(100_000)), None);
    assert!(html.len() < 10 << 20, "{} bytes", html.len());
    assert!(html.contains("97001 more blocks are not shown"));
    let stacked = vec![Rect::new(0.0, 0.0, 1e7, 1e7); 5000];
    let html = report(&cut_into(&"<p>x".repeat(5000), &stacked), None);
    assert!(html.len() < 10 << 20 && html.contains("2001 more blocks"), "{} bytes", html.len());
}

#[test]
fn long_lists_end_with_a_word_about_the_rest() {
    let rows: String = (0..3000).map(|n| format!("<li><a href={n}>Lamp number {n}</a> <b>{n} €</b>")).collect();
    let html = report(&asked(&format!("<ul>{rows}</ul><p>{}", "word ".repeat(60_000))), None);
    assert!(html.contains("2700 more records are not shown"), "{} bytes", html.len());
    assert!(html.contains("more characters are not shown"));
    assert!(html.len() < 10 << 20, "{} bytes", html.len());
}
