//! Small pages and where their boxes must be.

use tamis_page::layout::{BoxState, Rect};
use tamis_page::render::{RenderedPage, Renderer, Viewport};
use tamis_page::resources::{Resource, Resources};
use tamis_page::{Capture, NodeId};
use tamis_render_blitz::BlitzRenderer;
use url::Url;

fn render(html: &str) -> RenderedPage {
    render_with(html, &[])
}

/// Renders a page with these files beside it.
fn render_with(html: &str, files: &[(&str, &[u8])]) -> RenderedPage {
    let files: Vec<(String, Vec<u8>)> = files.iter().map(|(name, body)| ((*name).to_owned(), body.to_vec())).collect();
    let resources = Resources::from_fn(None, move |url| {
        let (_, body) = files.iter().find(|(name, _)| url.path().trim_start_matches('/') == name)?;
        Some(Resource::new(body.clone()))
    });
    let url = Url::parse("http://page.example/").expect("an address");
    let capture = Capture::new(html.as_bytes()).with_url(url).with_resources(resources);
    BlitzRenderer::default().render(&capture, Viewport::default()).expect("a layout")
}

fn by_id(page: &RenderedPage, id: &str) -> NodeId {
    let document = page.document();
    document.nodes().find(|&node| document.attribute(node, tamis_page::names::ID) == Some(id)).expect("an element")
}

fn rect(page: &RenderedPage, id: &str) -> Rect {
    page.layout().rect(by_id(page, id)).expect("a box")
}

/// Where the elements with an id are: left, top, width, height.
#[track_caller]
fn check(html: &str, expect: &[(&str, [f32; 4])]) {
    check_page(&render(html), expect);
}

#[track_caller]
fn check_page(page: &RenderedPage, expect: &[(&str, [f32; 4])]) {
    for &(id, [x, y, width, height]) in expect {
        let found = rect(page, id);
        let is_close = |one: f32, other: f32| (one - other).abs() <= 0.5;
        let is_equal = is_close(found.x, x)
            && is_close(found.y, y)
            && is_close(found.width, width)
            && is_close(found.height, height);
        assert!(is_equal, "#{id} is at {found:?}, expected {x}, {y}, {width} x {height}");
    }
}

const STANDARD: &str = "<!doctype html><style>body{margin:0}</style>";

#[test]
fn blocks_stand_below_each_other() {
    let html =
        format!("{STANDARD}<div id=a style='height:30px'></div><div id=b style='width:100px;height:20px;margin:5px'>");
    check(&html, &[("a", [0.0, 0.0, 1280.0, 30.0]), ("b", [5.0, 35.0, 100.0, 20.0])]);
}

#[test]
fn floats_stand_beside_each_other_and_are_cleared() {
    let html = format!(
        "{STANDARD}<div id=a style='float:left;width:100px;height:50px'></div>\
         <div id=b style='float:right;width:200px;height:40px'></div><div id=c style='clear:both;height:10px'>"
    );
    check(
        &html,
        &[("a", [0.0, 0.0, 100.0, 50.0]), ("b", [1080.0, 0.0, 200.0, 40.0]), ("c", [0.0, 50.0, 1280.0, 10.0])],
    );
}

#[test]
fn what_is_not_displayed_has_no_box_and_what_is_hidden_has_one() {
    let page = render(&format!(
        "{STANDARD}<p id=a style='display:none'>x</p><p id=b style='visibility:hidden'>x</p><div style='opacity:0'><p id=c>x"
    ));
    let layout = page.layout();
    assert_eq!(layout.state(by_id(&page, "a")), BoxState::NotRendered);
    for id in ["b", "c"] {
        assert_eq!(layout.state(by_id(&page, id)), BoxState::Rendered);
        assert!(!layout.is_visible(by_id(&page, id)));
    }
}

#[test]
fn rows_are_as_large_as_their_cells() {
    let html = format!(
        "{STANDARD}<table cellspacing=0 cellpadding=0><tbody id=g><tr id=r><td style='width:50px;height:20px'><td id=c style='width:70px'></table>"
    );
    check(&html, &[("g", [0.0, 0.0, 120.0, 20.0]), ("r", [0.0, 0.0, 120.0, 20.0]), ("c", [50.0, 0.0, 70.0, 20.0])]);
}
