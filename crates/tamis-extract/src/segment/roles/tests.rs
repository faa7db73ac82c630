use super::*;
use crate::segment::{Levels, RegionsBuilder};
use tamis_page::{Document, names};

/// The roles of the children of the body, each a part.
fn roles(html: &str) -> Vec<(Role, String)> {
    let document = Document::parse(html);
    let mut builder = RegionsBuilder::new();
    let body = document.body().expect("there is always one");
    for child in document.child_elements(body) {
        let area = builder.add(builder.root(), Levels::BOTH);
        builder.assign(child, area);
    }
    let regions = builder.finish(&PageView::of(&document));
    regions.parts().map(|id| regions.area(id)).map(|area| (area.role, area.reason.clone())).collect()
}

#[track_caller]
fn check(html: &str, expect: &[Role]) {
    let found = roles(html);
    assert_eq!(found.iter().map(|(role, _)| *role).collect::<Vec<_>>(), expect, "{found:?}");
    assert!(found.iter().all(|(_, reason)| !reason.is_empty()));
}

const TEXT: &str = "<p>A lamp turns power into light, and a good lamp does so for many years without a word. Ours are made \
    of steel that was another thing before, in a workshop by the sea, by people who have done nothing else all their \
    lives and would not want to. Each of them is looked at twice before it leaves.";

#[test]
fn what_the_page_names_is_what_it_is_called() {
    check(
        &format!(
            "<header><h1>Lamps</h1></header><nav><a href=1>Shop</a> <a href=2>About</a></nav><main>{TEXT}</main>\
             <aside>Also by us</aside><div id=comments><p>Nice!</div><div class=ad-slot>Buy</div>\
             <div class=related>More lamps</div><div id=cookie-bar>OK?</div><footer>Imprint</footer>"
        ),
        &[
            Role::Header,
            Role::Nav,
            Role::Main,
            Role::Sidebar,
            Role::Comments,
            Role::Ad,
            Role::Related,
            Role::Cookie,
            Role::Footer,
        ],
    );
}

#[test]
fn without_names_links_repetition_and_text_decide() {
    let item = "<div><img src=a>A steel lamp for 40 euros</div>";
    check(
        &format!(
            "<div><a href=1>Home</a> <a href=2>Shop</a> <a href=3>About</a></div><div>{TEXT}</div><ul>{}</ul>",
            item.repeat(4)
        ),
        &[Role::Nav, Role::Main, Role::List],
    );
}

#[test]
fn a_name_that_the_text_speaks_against_does_not_count() {
    // Most of the page is in a "header", and what is called a menu has no links.
    check(&format!("<div class=header>{TEXT}{TEXT}</div><div class=menu>{TEXT}</div>"), &[Role::Main, Role::Article]);
}

#[test]
fn the_reason_says_what_the_page_calls_it() {
    let found = roles("<nav id=top class='a b'><a href=1>Shop</a></nav><p>x");
    assert_eq!(found[0], (Role::Nav, "the page calls it so: nav#top.a.b".to_owned()));
}

#[test]
fn the_page_itself_is_the_page() {
    let document = Document::parse("<p>One");
    let regions = RegionsBuilder::new().finish(&PageView::of(&document));
    assert_eq!(regions.root().role, Role::Page);
    assert!(document.elements_named(names::P).next().is_some());
}
