//! Small pages and where their boxes must be.

use tamis_page::{
    BoxState, Capture, Clipping, NodeId, Rect, RenderRequest, RenderedPage, Renderer, Resource, Resources,
};
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
    BlitzRenderer::default().render(capture.decode(None), RenderRequest::default()).expect("a layout")
}

fn by_id(page: &RenderedPage, id: &str) -> NodeId {
    let document = page.document();
    document.nodes().find(|&node| document.attribute(node, tamis_page::names::ID) == Some(id)).expect("an element")
}

fn rect(page: &RenderedPage, id: &str) -> Rect {
    page.layout().rect(by_id(page, id)).expect("a box")
}

fn is_close(one: f32, other: f32) -> bool {
    (one - other).abs() <= 0.5
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

#[test]
fn a_cell_is_at_least_as_high_as_it_says() {
    let html = format!(
        "{STANDARD}<table cellspacing=0 cellpadding=0><tr><td id=a height=10><div style='height:40px;width:9px'></div>\
         <tr><td id=b height=30></table>"
    );
    check(&html, &[("a", [0.0, 0.0, 9.0, 40.0]), ("b", [0.0, 40.0, 9.0, 30.0])]);
}

#[test]
fn shares_of_a_table_are_kept() {
    let html = format!(
        "{STANDARD}<table width=500 cellspacing=0 cellpadding=0><tr><td id=a width=20%>x<td id=b width=80%>y</table>"
    );
    check(&html, &[("a", [0.0, 0.0, 100.0, 18.0]), ("b", [100.0, 0.0, 400.0, 18.0])]);
}

#[test]
fn a_table_without_rows_is_a_block_and_cells_without_a_table_stand_in_a_row() {
    let html = format!(
        "{STANDARD}<div id=t style='display:table'><div style='width:70px;height:10px'></div></div>\
         <div><div id=a style='display:table-cell;width:50px;height:10px'></div>\
         <div id=b style='display:table-cell;width:60px;height:10px'></div></div>"
    );
    check(&html, &[("t", [0.0, 0.0, 70.0, 10.0]), ("a", [0.0, 10.0, 50.0, 10.0]), ("b", [50.0, 10.0, 60.0, 10.0])]);
}

#[test]
fn a_break_clears_floats() {
    let html = format!(
        "{STANDARD}<div style='float:left;width:50px;height:60px'></div>a<br clear=all><div id=a style='height:5px'>"
    );
    check(&html, &[("a", [0.0, 60.0, 1280.0, 5.0])]);
}

#[test]
fn a_float_among_words_is_no_wider_than_its_room() {
    let html =
        format!("{STANDARD}<div style='width:200px'>x<div id=a style='float:left'>{}</div></div>", "word ".repeat(100));
    let page = render(&html);
    assert!(rect(&page, "a").width <= 200.0, "{:?}", rect(&page, "a"));
}

#[test]
fn what_has_no_room_beside_a_float_stands_below_it() {
    let float = "<div style='float:left;width:100%;height:20px'></div>";
    for (style, content) in [
        ("overflow:hidden", "words"),
        ("overflow:auto", "<p style='margin:0'>words"),
        ("display:flow-root", "words"),
        ("display:flex", "<div>words</div>"),
        ("display:grid", "<div>words</div>"),
        ("overflow:hidden;padding:0 10px;box-sizing:border-box", ""),
        ("overflow:hidden;border-left:3px solid", ""),
    ] {
        let html = format!("{STANDARD}{float}<div id=a style='{style};height:30px'>{content}</div>");
        check(&html, &[("a", [0.0, 20.0, 1280.0, 30.0])]);
    }
    // Two halves leave no room either, and a float in a block before it counts, too.
    let halves = "<div style='float:left;width:50%;height:20px'></div>".repeat(2);
    let html = format!("{STANDARD}<div>{halves}</div><div><div id=a style='overflow:hidden'>words</div></div>");
    check(&html, &[("a", [0.0, 20.0, 1280.0, 18.0])]);
}

#[test]
fn what_has_room_beside_a_float_stays_there() {
    let float = "<div style='float:left;width:1000px;height:20px'></div>";
    let html = format!("{STANDARD}{float}<div id=a style='overflow:hidden;padding:0 10px'>words</div>");
    check(&html, &[("a", [1000.0, 0.0, 280.0, 18.0])]);
    let html = format!("{STANDARD}{float}<div id=a style='overflow:hidden;padding:0 150px'>words</div>");
    check(&html, &[("a", [0.0, 20.0, 1280.0, 18.0])]);
}

#[test]
fn an_empty_block_after_a_float_takes_no_room_below_it() {
    let float = "<div style='float:left;width:100%;height:20px'></div>";
    let html = format!("{STANDARD}<div id=around>{float}<div style='overflow:hidden'></div></div>");
    check(&html, &[("around", [0.0, 0.0, 1280.0, 0.0])]);
}

#[test]
fn flexible_boxes_after_a_float_keep_the_least_width_of_what_is_in_them() {
    let float = "<div style='float:left;height:20px'>x</div>";
    let item = "<div style='display:flex' id=a><div style='width:300px;flex:none'></div></div>";
    let html = format!("{STANDARD}{float}<div style='display:flex;width:100px;clear:both'>{item}</div>");
    check(&html, &[("a", [0.0, 20.0, 300.0, 0.0])]);
}

#[test]
fn text_knows_its_lines_and_their_bytes() {
    let html = format!("{STANDARD}<div style='width:60px;font:16px/20px Arial'>  one\n two   three <b>fo</b>ur</div>");
    let page = render(&html);
    let document = page.document();
    let lines: Vec<(String, f32)> = document
        .nodes()
        .flat_map(|node| page.layout().lines(node).iter().map(move |line| (node, line)))
        .map(|(node, line)| (document.text(node)[line.start as usize..line.end as usize].to_owned(), line.rect.y))
        .collect();
    let texts: Vec<&str> = lines.iter().map(|(text, _)| text.trim()).collect();
    assert_eq!(texts, ["one\n two", "three", "fo", "ur"]);
    assert!(lines[0].1 < lines[1].1 && (lines[2].1 - lines[3].1).abs() < 1.0, "{lines:?}");
}

#[test]
fn an_inline_element_is_as_high_as_its_font_and_keeps_its_room() {
    let html = format!(
        "{STANDARD}<div style='font:16px/40px Arial'><a id=a style='padding:0 10px;margin-left:5px'>WWW</a><a id=b>W</a></div>"
    );
    check(&html, &[("a", [5.0, 11.0, 65.3, 17.0]), ("b", [70.3, 11.0, 15.1, 17.0])]);
}

#[test]
fn bold_and_serif_letters_have_their_own_widths() {
    let html = format!(
        "{STANDARD}<div style='font:20px Arial'><span id=a>iiii</span></div><div style='font:bold 20px Arial'><span id=b>iiii</span></div>\
         <div style='font:20px Times'><span id=c>aaaa</span></div><div style='font:20px monospace'><span id=d>iiii</span></div>"
    );
    let page = render(&html);
    let widths: Vec<f32> = ["a", "b", "c", "d"].iter().map(|id| rect(&page, id).width.round()).collect();
    assert_eq!(widths, [18.0, 22.0, 36.0, 48.0]);
}

#[test]
fn media_queries_look_at_the_window() {
    let html = "<!doctype html><style>@media (max-width:1000px){#a{height:5px}} @media (min-width:1000px){#a{height:9px}} \
                @media print{#a{height:1px}}</style><style media='(max-width:100px)'>#a{height:3px}</style>\
                <body style='margin:0'><div id=a>";
    check(html, &[("a", [0.0, 0.0, 1280.0, 9.0])]);
}

#[test]
fn linked_sheets_count_by_their_relation_and_their_medium() {
    let files: &[(&str, &[u8])] = &[
        ("a.css", b"#a{height:11px}"),
        ("print.css", b"#a{height:1px}"),
        ("alternate.css", b"#a{height:2px}"),
        ("imports.css", b"@import 'b.css' screen; @import url(print.css) print;"),
        ("b.css", b"#b{height:22px}"),
    ];
    let page = render_with(
        "<!doctype html><link REL='StyleSheet' href=a.css><link rel=stylesheet media=print href=print.css>\
         <link rel='alternate stylesheet' href=alternate.css><link rel=stylesheet href=alternate.css disabled>\
         <link rel=stylesheet href=imports.css><link rel=stylesheet href=gone.css>\
         <body style='margin:0'><div id=a></div><div id=b>",
        files,
    );
    check_page(&page, &[("a", [0.0, 0.0, 1280.0, 11.0]), ("b", [0.0, 11.0, 1280.0, 22.0])]);
}

#[test]
fn a_sheet_in_another_charset_is_read() {
    let files: &[(&str, &[u8])] = &[("a.css", b"@charset \"iso-8859-1\"; .caf\xE9{height:33px}")];
    let page = render_with(
        "<!doctype html><meta charset=utf-8><link rel=stylesheet href=a.css><body style='margin:0'><div id=a class=café>",
        files,
    );
    check_page(&page, &[("a", [0.0, 0.0, 1280.0, 33.0])]);
}

#[test]
fn images_are_as_large_as_their_header_says() {
    let gif = b"GIF89a\x28\x00\x1E\x00\x80\x00\x00";
    let files: &[(&str, &[u8])] = &[("a.gif", gif)];
    let page = render_with(
        "<!doctype html><body style='margin:0'><img id=a src=a.gif style='display:block'>\
         <img id=b src=a.gif width=80 style='display:block'><img id=c src=gone.gif width=7 height=9 style='display:block'>\
         <img id=d src='data:image/svg+xml,<svg width=\"5\" height=\"6\"/>' style='display:block'>",
        files,
    );
    check_page(
        &page,
        &[
            ("a", [0.0, 0.0, 40.0, 30.0]),
            ("b", [0.0, 30.0, 80.0, 60.0]),
            ("c", [0.0, 90.0, 7.0, 9.0]),
            ("d", [0.0, 99.0, 5.0, 6.0]),
        ],
    );
    assert!(page.layout().is_replaced(by_id(&page, "a")));
}

#[test]
fn pages_without_a_doctype_are_laid_out_as_in_the_nineties() {
    let gif = b"GIF89a\x28\x00\x1E\x00\x80\x00\x00";
    let files: &[(&str, &[u8])] = &[("a.gif", gif)];
    let html = "<style>body{margin:0;font-size:30px}#a{width:50;height:20px}</style><div id=a></div>\
                <table cellspacing=0 cellpadding=0><tr><td id=b><img src=a.gif></table><table><tr><td id=c>x</table><div id=d style='width: 60'>";
    let page = render_with(html, files);
    check_page(&page, &[("a", [0.0, 0.0, 50.0, 20.0]), ("b", [0.0, 20.0, 40.0, 30.0])]);
    assert!(is_close(rect(&page, "d").width, 60.0));
    let style = page.layout().style(by_id(&page, "c")).expect("a style");
    assert!(is_close(style.font_size, 16.0));
    assert_eq!(page.layout().rect(page.document().body().expect("a body")).map(|rect| rect.height), Some(1024.0));
}

#[test]
fn presentational_attributes_are_style() {
    let html = "<!doctype html><body bgcolor=#ffeecc text=red marginwidth=0 topmargin=0>\
                <table id=t width=300 align=center cellspacing=4 border=2><tr bgcolor=silver><td id=c valign=top nowrap align=RIGHT>x</table>\
                <font id=f color=#00f size=5 face='Courier New'>y</font><hr id=h width=50% size=10>";
    let page = render(html);
    let layout = page.layout();
    assert!(is_close(rect(&page, "t").x, 490.0) && is_close(rect(&page, "t").width, 300.0));
    let cell = layout.style(by_id(&page, "c")).expect("a style");
    assert_eq!((cell.background.red, cell.background.green), (192, 192));
    assert!(is_close(cell.borders[0].width, 1.0));
    let font = layout.style(by_id(&page, "f")).expect("a style");
    assert_eq!((font.color.blue, font.font_size, &*font.font_family), (255, 24.0, "Courier New"));
    assert!(is_close(rect(&page, "h").width, 642.0));
    let body = layout.style(page.document().body().expect("a body")).expect("a style");
    assert_eq!((body.background.red, body.background.blue, body.color.red), (255, 204, 255));
}

#[test]
fn styles_are_those_of_the_cascade() {
    let html = "<!doctype html><style>a{color:#123456} .x{background:rgba(0,0,0,.5);border-left:3px solid red}</style>\
                <a href=x id=a>link</a><p class=x><b id=b>bold</b><i id=i style='background-image:url(x.png)'>italic</i>";
    let page = render(html);
    let style = |id: &str| page.layout().style(by_id(&page, id)).expect("a style").clone();
    let link = style("a");
    assert_eq!((link.color.red, link.color.green, link.color.blue, link.decorated), (0x12, 0x34, 0x56, true));
    let bold = style("b");
    assert_eq!((bold.font_weight, bold.background.red, bold.decorated), (700, 127, false));
    let italic = style("i");
    assert!(italic.italic && italic.background_image && !bold.background_image);
}

#[test]
fn what_has_a_higher_z_index_is_painted_later() {
    let html = format!(
        "{STANDARD}<div id=a style='position:absolute;z-index:2'>a</div><div id=b style='position:absolute;z-index:1'><p id=c>b</div><div id=d>d"
    );
    let page = render(&html);
    let order = |id: &str| page.layout().paint_order(by_id(&page, id)).expect("an order");
    assert!(order("a") > order("c") && order("c") > order("b") && order("b") > order("d"));
}

#[test]
fn a_frame_is_laid_out_in_its_own_window() {
    let html = format!(
        "{STANDARD}<style>p{{height:99px}}</style><iframe width=400 height=200 style='border:0;display:block;margin:10px' \
         srcdoc=\"<body style='margin:0'><p id=a style='margin:5px'>x<div id=b style='height:50%'></div>\"></iframe>"
    );
    let page = render(&html);
    let found = rect(&page, "a");
    assert_eq!((found.x, found.y, found.width), (15.0, 15.0, 390.0));
    assert!(found.height < 30.0, "the sheet of the page does not reach into the frame: {found:?}");
}

#[test]
fn scripts_do_not_run_and_what_stands_for_them_is_shown() {
    let page = render(&format!("{STANDARD}<noscript><p id=a>shown</p></noscript><script>document.write('x')</script>"));
    assert!(page.layout().is_visible(by_id(&page, "a")));
}

#[test]
fn the_same_page_gives_the_same_layout() {
    let html = format!(
        "{STANDARD}<table><tr><td>one <b>two</b> three</table><ul><li>x<li>y</ul><input><select><option>a</select>"
    );
    assert_eq!(render(&html).layout(), render(&html).layout());
    let mut renderer = BlitzRenderer::default();
    let page = Capture::new(html.as_bytes()).decode(None);
    let first = renderer.render(page.clone(), RenderRequest::default()).expect("a layout");
    let second = renderer.render(page, RenderRequest::default()).expect("a layout");
    assert_eq!(first.layout(), second.layout());
}

#[test]
fn what_is_cut_off_by_what_is_around_it_is_known() {
    let html = "<!doctype html><style>body { margin: 0; height: 10px; overflow: hidden } div { height: 100px } \
        .cut { width: 200px; overflow: hidden } .wide { width: 500px; height: 50px } .out { position: absolute; left: 0 } \
        .fixed { position: fixed; left: 0; top: 0 }</style>\
        <div class=cut><div class=wide id=a></div></div>\
        <div class=cut style='border: 5px solid'><div class=wide id=b style='margin-left: 100px'></div></div>\
        <div class=cut><div class='wide out' id=c></div></div>\
        <div class=cut style='position: relative'><div class='wide out' id=d></div><div class='wide fixed' id=e></div></div>\
        <div class=cut style='transform: translateX(10px)'><div class='wide fixed' id=f></div></div>\
        <div style='width: 200px; overflow-x: clip'><div id=g style='width: 300px; height: 150px'></div></div>\
        <div style='width: 200px; overflow: auto'><div id=h style='height: 300px'></div></div>";
    let page = render(html);
    let clipping = Clipping::of(page.document(), page.layout());
    let seen = |id: &str| clipping.visible_rect(by_id(&page, id)).map(|rect| (rect.x, rect.width, rect.height));
    assert_eq!(seen("a"), Some((0.0, 200.0, 50.0)));
    assert_eq!(seen("b"), Some((105.0, 100.0, 50.0)));
    assert_eq!(seen("c"), Some((0.0, 500.0, 50.0)));
    assert_eq!(seen("d"), Some((0.0, 200.0, 50.0)));
    assert_eq!(seen("e"), Some((0.0, 500.0, 50.0)));
    assert_eq!(seen("f"), Some((10.0, 200.0, 50.0)));
    assert_eq!(seen("g"), Some((0.0, 200.0, 150.0)));
    assert_eq!(seen("h").map(|(_, _, height)| height), Some(100.0));
}

#[test]
fn what_is_cut_off_in_a_frame_is_cut_off_at_the_frame() {
    let html = format!(
        "{STANDARD}<iframe style='border:0;width:200px;height:100px' \
         srcdoc='<!doctype html><body style=\"margin:0;overflow:hidden\"><div id=a style=\"height:300px\"></div>'></iframe>"
    );
    let page = render(&html);
    let clipping = Clipping::of(page.document(), page.layout());
    assert_eq!(clipping.visible_rect(by_id(&page, "a")), Some(Rect::new(0.0, 0.0, 200.0, 100.0)));
}
