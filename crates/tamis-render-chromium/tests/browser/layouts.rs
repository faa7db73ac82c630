//! Boxes, styles and lines.

use crate::fixtures::{Lease, find, render, skipped};
use tamis_page::{
    BoxState, Capture, Clipping, Color, Display, Rect, RenderRequest, RenderedPage, Renderer, Viewport, names,
};

const RED: Color = Color { red: 255, green: 0, blue: 0, alpha: 255 };

#[test]
fn a_simple_page_has_boxes_and_styles() {
    if skipped() {
        return;
    }
    let html = "<!doctype html><style>body { margin: 0; background: rgb(0, 255, 0) } \
        #a { width: 300px; height: 50px; margin: 10px 20px; border: 2px solid red; font: italic bold 20px Some, serif; \
             background: rgba(255, 0, 0, 0.5) } \
        u { color: red }</style><div id=a>x <u>under <i>line</i></u></div><img id=i width=30 height=20><div id=n hidden>n</div>";
    let page = render(&mut Lease::without_scripts(), html);
    let (document, layout) = (page.document(), page.layout());
    assert!(layout.renderer().starts_with("Chromium "), "{}", layout.renderer());
    assert_eq!(layout.size(), (1280.0, 1024.0));
    let (a, u, image) = (find(document, "#a"), find(document, "u"), find(document, "#i"));
    assert_eq!(layout.rect(a), Some(Rect::new(20.0, 10.0, 304.0, 54.0)));
    assert_eq!((layout.display(a), layout.is_replaced(a)), (Display::Block, false));
    let style = layout.style(a).expect("a style");
    assert_eq!((style.font_family.as_str(), style.font_size, style.font_weight), ("Some", 20.0, 700));
    assert!(style.italic && !style.decorated && !style.background_image);
    assert_eq!((style.borders[0].width, style.borders[3].color), (2.0, RED));
    // Half red over green.
    assert_eq!(style.background, Color { red: 128, green: 127, blue: 0, alpha: 255 });
    assert_eq!((layout.display(u), layout.style(u).map(|style| style.color)), (Display::Inline, Some(RED)));
    assert!(layout.style(find(document, "i")).is_some_and(|style| style.decorated), "the line goes on below");
    assert_eq!(layout.rect(image).map(|rect| (rect.width, rect.height)), Some((30.0, 20.0)));
    assert!(layout.is_replaced(image));
    assert_eq!(layout.state(find(document, "#n")), BoxState::NotRendered);
    assert_eq!(document.head().map(|head| layout.state(head)), Some(BoxState::NotRendered));
    assert_eq!(layout.rect(document.root()), Some(Rect::new(0.0, 0.0, 1280.0, 1024.0)));
    assert!(layout.paint_order(a).is_some());
}

#[test]
fn a_text_has_its_lines_in_bytes() {
    if skipped() {
        return;
    }
    let html = "<!doctype html><p style='font-size: 16px; width: 1px'>  Größe\n 😀  é¢x </p><p>a   b</p>";
    let page = render(&mut Lease::without_scripts(), html);
    let (document, layout) = (page.document(), page.layout());
    let mut texts = document.nodes().filter(|&node| !layout.lines(node).is_empty());
    let (first, second) = (texts.next().expect("a text"), texts.next().expect("another"));
    let lines = layout.lines(first);
    let words: Vec<&str> =
        lines.iter().map(|line| document.text(first)[line.start as usize..line.end as usize].trim()).collect();
    assert_eq!(words, ["Größe", "😀", "é¢x"]);
    assert!(lines.windows(2).all(|pair| pair[0].rect.bottom() <= pair[1].rect.y + 0.5), "{lines:?}");
    assert_eq!(layout.lines(second).len(), 1);
    assert_eq!(layout.style(first), layout.style(find(document, "p")));
}

#[track_caller]
fn check_visible(page: &RenderedPage, selector: &str, expect: bool) {
    let node = find(page.document(), selector);
    assert_eq!(page.layout().state(node), BoxState::Rendered);
    assert_eq!(page.layout().is_visible(node), expect, "{selector}");
}

#[test]
fn what_is_hidden_has_a_box_but_is_not_visible() {
    if skipped() {
        return;
    }
    let html = "<div id=a style='visibility: hidden'>a<b style='visibility: visible'>b</b></div>\
        <div id=c style='opacity: 0'><i>c</i></div><div id=d style='display: contents'><u>d</u></div>";
    let page = render(&mut Lease::without_scripts(), html);
    check_visible(&page, "#a", false);
    check_visible(&page, "b", true);
    check_visible(&page, "#c", false);
    check_visible(&page, "#c i", false);
    check_visible(&page, "#d", true);
    let (document, layout) = (page.document(), page.layout());
    let (around, inside) = (find(document, "#d"), find(document, "u"));
    assert_eq!((layout.display(around), layout.rect(around)), (Display::Contents, layout.rect(inside)));
}

#[test]
fn what_is_in_a_frame_is_where_the_frame_is() {
    if skipped() {
        return;
    }
    let html = "<!doctype html><body style='margin: 0'><iframe style='position: absolute; left: 100px; top: 50px; \
        border: 3px solid; padding: 2px' srcdoc='<body style=\"margin: 7px\"><p style=\"margin: 0\">x'></iframe>";
    let page = render(&mut Lease::without_scripts(), html);
    let text = find(page.document(), "iframe p");
    assert_eq!(page.layout().rect(text).map(|rect| (rect.x, rect.y)), Some((112.0, 62.0)));
    let frame = page.document().elements_named(names::IFRAME).next().expect("a frame");
    assert!(page.document().is_inlined_frame(frame) && page.layout().is_replaced(frame));
}

#[test]
fn the_window_decides_about_lines_and_media_queries() {
    if skipped() {
        return;
    }
    let capture = Capture::new(
        "<!doctype html><style>body { margin: 0 } @media (max-width: 500px) { p { font-size: 40px } }</style><p>x",
    );
    let narrow = Viewport { width: 400, height: 300 };
    let page = Lease::without_scripts()
        .render(capture.decode(None), RenderRequest::default().with_viewport(narrow))
        .expect("a page");
    let text = find(page.document(), "p");
    assert_eq!(page.layout().rect(text).map(|rect| rect.width), Some(400.0));
    assert_eq!(page.layout().style(text).map(|style| style.font_size), Some(40.0));
    assert_eq!((page.layout().viewport(), page.layout().size().0), (narrow, 400.0));
}

#[test]
fn a_screenshot_shows_the_whole_page() {
    if skipped() {
        return;
    }
    let capture = Capture::new("<!doctype html><body style='margin: 0'><p style='margin: 0; height: 3000px'>x");
    let png = Lease::without_scripts().screenshot(&capture.decode(None), Viewport::default()).expect("a picture");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    // Width and height stand in the first chunk.
    let number = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
    assert_eq!((number(16), number(20)), (1280, 3000));
}

#[test]
fn what_is_cut_off_by_what_is_around_it_is_known() {
    if skipped() {
        return;
    }
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
    let page = render(&mut Lease::without_scripts(), html);
    let clipping = Clipping::of(page.document(), page.layout());
    let seen = |selector: &str| {
        clipping.visible_rect(find(page.document(), selector)).map(|rect| (rect.x, rect.width, rect.height))
    };
    assert_eq!(seen("#a"), Some((0.0, 200.0, 50.0)));
    assert_eq!(seen("#b"), Some((105.0, 100.0, 50.0)));
    assert_eq!(seen("#c"), Some((0.0, 500.0, 50.0)));
    assert_eq!(seen("#d"), Some((0.0, 200.0, 50.0)));
    assert_eq!(seen("#e"), Some((0.0, 500.0, 50.0)));
    assert_eq!(seen("#f"), Some((10.0, 200.0, 50.0)));
    assert_eq!(seen("#g"), Some((0.0, 200.0, 150.0)));
    assert_eq!(seen("#h").map(|(_, _, height)| height), Some(100.0));
}
