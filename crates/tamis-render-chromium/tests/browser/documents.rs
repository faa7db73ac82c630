//! The document that comes back from the browser.

use crate::fixtures::{Lease, find, render, render_capture, skipped};
use tamis_page::parse::{ParseOptions, Parser};
use tamis_page::{Capture, Document, NodeId, NodeKind, RenderRequest, Renderer, Resource, Resources};
use tamis_render_chromium::ChromiumRenderer;

/// A node in one line.
fn line(document: &Document, node: NodeId) -> String {
    let depth = document.depth(node);
    let what = match document.kind(node) {
        NodeKind::Element => {
            let attributes: Vec<String> = document
                .attributes(node)
                .map(|it| format!(" {:?}:{}={:?}", it.namespace, document.spell(it.name), it.value))
                .collect();
            let marks = (document.is_shadow_root(node), document.is_inlined_frame(node));
            format!("{:?} {}{} {marks:?}", document.namespace(node), document.tag_name(node), attributes.concat())
        }
        NodeKind::Doctype => format!("{:?}", document.doctype()),
        kind => format!("{kind:?} {:?}", document.text(node)),
    };
    format!("{depth} {what}")
}

/// The browser's document is the one that our parser reads.
#[track_caller]
fn check(renderer: &mut ChromiumRenderer, html: &str) {
    let page = render(renderer, html);
    let parsed = Parser::new(ParseOptions::default().with_inline_frames(true)).parse(html);
    let lines = |document: &Document| document.nodes().map(|node| line(document, node)).collect::<Vec<_>>();
    assert_eq!(lines(page.document()), lines(&parsed));
    assert_eq!(page.document().quirks(), parsed.quirks());
}

#[test]
fn the_document_is_the_one_that_our_parser_reads() {
    if skipped() {
        return;
    }
    let mut renderer = Lease::without_scripts();
    for html in [
        "",
        "<p>No doctype",
        "<!doctype html><html lang=en><title>T</title><body class='a  b'><!-- c --><x-y Z=1 é=2>d<p>e</x-y>",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \
         \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\"><p>x<table><tr><td>y",
        "<!doctype html><svg viewBox='0 0 1 1'><a xlink:href=#b xml:lang=c><title>d</title><foreignObject><p>e<svg>\
         <g></g></svg></foreignObject></a><linearGradient /></svg><math><mi>x</mi><annotation-xml></math>",
        "<!doctype html><noscript><b>n</b></noscript><script>var a = '<p>'</script><style>p { color: red }</style>\
         <textarea>\nt</textarea><select><option>o</select><details><summary>s</summary>d</details><input><video></video>",
        "<!doctype html><template id=t><p>in <b>it</b><template><i>deep</i></template></template><template></template>x",
        "<!doctype html><div>a<iframe srcdoc='<title>f</title><p>g<iframe srcdoc=\"h\"></iframe>'>old</iframe>b</div>\
         <iframe srcdoc></iframe><iframe src=x.html>fallback</iframe>",
        "<!doctype html><frameset><frame src=a.html></frameset>",
    ] {
        check(&mut renderer, html);
    }
}

#[test]
fn shadow_trees_stand_in_their_host_before_its_children() {
    if skipped() {
        return;
    }
    let mut renderer = Lease::without_scripts();
    let html = "<!doctype html><div id=h><template shadowrootmode=open><style>b { color: red }</style><b>s</b>\
        <slot name=q>f</slot><x-y><template shadowrootmode=closed><i>inner</i><slot></slot></template>n</x-y></template>\
        left out<u slot=q>w<template>t</template></u></div><iframe srcdoc='<p>f'></iframe>";
    check(&mut renderer, html);
    let page = render(&mut renderer, html);
    let (document, layout) = (page.document(), page.layout());
    assert!(layout.is_visible(find(document, "#h > template b")), "what is in the shadow tree is laid out");
    assert!(layout.is_visible(find(document, "u")), "what is in a slot is laid out");
    let left_out = document.nodes().find(|&node| document.text(node) == "left out").expect("the text");
    assert_eq!(layout.rect(left_out), None);
    let inner = find(document, "i");
    assert_eq!(layout.rect(document.parent(inner).expect("its template")), layout.rect(inner));
}

#[test]
fn a_page_is_read_in_its_charset() {
    if skipped() {
        return;
    }
    let mut renderer = Lease::without_scripts();
    let mut check = |capture: Capture, expect: &str| {
        let page = render_capture(&mut renderer, capture);
        assert_eq!(page.document().text_content(find(page.document(), "p")), expect);
    };
    check(
        Capture::new(b"<p>\xCF\xF0\xE8\xE2\xE5\xF2".to_vec()).with_header("content-type", "text/plain; charset=cp1251"),
        "Привет",
    );
    check(Capture::new(b"<meta charset=shift_jis><p>\x82\xB1\x82\xF1".to_vec()), "こん");
    check(Capture::new("\u{FEFF}<p>é").with_header("content-type", "text/html; charset=latin1"), "é");
}

#[test]
fn a_charset_that_is_insisted_on_is_that_of_the_page_and_of_its_style_sheets() {
    if skipped() {
        return;
    }
    let sheet = b".\xCF\xF0 { width: 123px }";
    let resources = Resources::from_fn(None, |url| url.path().ends_with("a.css").then(|| Resource::new(&sheet[..])));
    let html = b"<!doctype html><meta charset=latin1><link rel=stylesheet href=a.css><p class=\xCF\xF0>\xCF\xF0";
    let page = Capture::new(&html[..]).with_resources(resources).decode(Some("windows-1251"));
    let page = Lease::without_scripts().render(page, RenderRequest::default()).expect("a page");
    let paragraph = find(page.document(), "p");
    assert_eq!(page.document().text_content(paragraph), "Пр");
    assert_eq!(page.layout().rect(paragraph).map(|rect| rect.width), Some(123.0));
}

#[test]
fn a_page_with_too_many_nodes_is_read_up_to_the_limit() {
    if skipped() {
        return;
    }
    let page = Capture::new("<p>word".repeat(1000)).decode(None);
    let request = RenderRequest::default().with_max_nodes(100);
    let page = Lease::without_scripts().render(page, request).expect("a page");
    assert_eq!((page.document().len(), page.document().limits_hit().nodes), (100, true));
    assert!(page.layout().rect(find(page.document(), "p")).is_some());
}

#[test]
fn a_deep_page_and_a_wide_page_come_back() {
    if skipped() {
        return;
    }
    let mut renderer = Lease::without_scripts();
    let deep = render(&mut renderer, &format!("<!doctype html>{}x", "<div>".repeat(5_000)));
    assert_eq!(deep.document().len(), 5_006);
    let wide = render(&mut renderer, &format!("<!doctype html>{}", "<p>x</p>".repeat(30_000)));
    assert_eq!(wide.document().len(), 60_005);
    assert!(wide.layout().size().1 > 600_000.0);
}
