use crate::{Fit, Mode, Template};
use tamis_extract::PageView;
use tamis_extract::segment::{AreaId, Levels, Regions, RegionsBuilder, Role};
use tamis_page::{Css, Document, NodeId};

/// Areas by selectors: each selected element is one, below the one that it is in.
fn areas(document: &Document, selector: &str) -> Regions {
    let selected = Css::parse(selector).expect("it is a selector").select(document, document.root());
    let mut builder = RegionsBuilder::new();
    let mut open = vec![(document.root(), builder.root())];
    for node in selected {
        while open.last().is_some_and(|&(above, _)| !document.contains(above, node)) {
            open.pop();
        }
        let parent = open.last().map_or_else(|| builder.root(), |&(_, area)| area);
        let area = builder.add(parent, Levels::BOTH);
        builder.set_role(area, Role::List, "by hand");
        builder.assign(node, area);
        open.push((node, area));
    }
    builder.finish(&PageView::of(document))
}

/// The text of each area below the page, of a page mapped from another.
fn mapped(page: &str, selector: &str, other: &str, mode: Mode) -> (Vec<String>, Fit) {
    let (page, other) = (Document::parse(page), Document::parse(other));
    let regions = areas(&page, selector);
    let template = Template::learn(&PageView::of(&page), &regions.clone().into(), None);
    let mapped = template.map(&PageView::of(&other), mode);
    let regions = mapped.answers.regions.expect("areas were said");
    let text = |id: AreaId| -> String {
        let is_inside = |node: &NodeId| regions.area_of(*node).is_some_and(|area| regions.is_within(area, id));
        other.nodes().filter(is_inside).map(|node| other.text(node)).collect()
    };
    (regions.areas().skip(1).map(|(id, _)| text(id)).collect(), mapped.fit)
}

#[track_caller]
fn check(page: &str, selector: &str, other: &str, expect: &[&str], fit: (usize, usize)) {
    let (texts, found) = mapped(page, selector, other, Mode::Robust);
    assert_eq!(texts, expect);
    assert_eq!((found.n_named, found.n_missing), fit);
}

const PAGE: &str = "<div id=top>menu</div><ul><li>a<li>b</ul><p>end";

#[test]
fn areas_are_found_again_with_other_words_in_them() {
    let other = "<div id=top>other menu</div><ul><li>c<li>d</ul><p>fin";
    check(PAGE, "#top, li, p", other, &["other menu", "c", "d", "fin"], (4, 0));
}

#[test]
fn a_list_of_another_length_has_another_number_of_areas() {
    check(
        PAGE,
        "#top, li, p",
        "<div id=top>m</div><ul><li>c<li>d<li>e<li>f</ul><p>x",
        &["m", "c", "d", "e", "f", "x"],
        (4, 0),
    );
    check(PAGE, "#top, li, p", "<div id=top>m</div><ul><li>c</ul><p>x", &["m", "c", "x"], (4, 0));
}

#[test]
fn an_area_around_a_list_takes_all_of_its_items() {
    check(PAGE, "ul", "<div id=top>m</div><ul><li>c<li>d<li>e</ul><p>x", &["cde"], (1, 0));
}

#[test]
fn areas_in_copies_are_copied_with_what_is_in_them() {
    let page = "<div class=card><h2>t</h2><p>x</p></div>";
    let other = "<div class=card><h2>1</h2><p>2</p></div><div class=card><h2>3</h2><p>4</p></div>";
    check(page, ".card, h2, p", other, &["12", "1", "2", "34", "3", "4"], (2, 0));
}

#[test]
fn what_is_not_there_is_missing() {
    check(PAGE, "#top, li, p", "<ul><li>c</ul>", &["c"], (4, 2));
    let (texts, fit) = mapped(PAGE, "#top, li, p", "<ul><li>c</ul>", Mode::Strict);
    assert_eq!((texts.len(), fit.missing()), (0, 1.0));
}

#[test]
fn what_is_new_is_as_its_neighbours_are() {
    let page = "<section><h2>a</h2><h3>b</h3></section><footer>f</footer>";
    let other = "<section><h2>a</h2><aside>new</aside><h3>b</h3></section><footer>f</footer>";
    check(page, "section, h2, h3, footer", other, &["anewb", "a", "new", "b", "f"], (3, 0));
    check(page, "section, footer", other, &["anewb", "f"], (2, 0));
}

#[test]
fn the_page_that_was_learned_is_mapped_to_what_was_said_of_it() {
    for selector in ["ul", "li", "#top, ul, li, p", "body", "div, p"] {
        let document = Document::parse(PAGE);
        let regions = areas(&document, selector);
        let view = PageView::of(&document);
        let template = Template::learn(&view, &regions.clone().into(), None);
        for mode in [Mode::Strict, Mode::Robust] {
            let mapped = template.map(&view, mode);
            let found = mapped.answers.regions.expect("areas were said");
            let nodes = |regions: &Regions| regions.areas().map(|(_, area)| area.nodes.clone()).collect::<Vec<_>>();
            assert_eq!(nodes(&found), nodes(&regions), "{selector}");
            assert_eq!(mapped.fit.n_missing, 0);
        }
    }
}
