//! What is written comes back; what was not written by us is refused.

use super::{SnapshotError, read, read_layout, read_within, write, write_layout};
use crate::document::parse::{Limits, ParseOptions, Parser};
use crate::document::{Document, DocumentBuilder, Namespace, NodeKind};
use crate::layout::{
    Border, BoxFlags, Clipping, Color, Display, GivenUp, LayoutBuilder, Line, Overflow, Placement, Position, Rect,
    Style,
};
use crate::layout::{RenderedPage, Viewport};
use proptest::prelude::*;

/// A page with a bit of everything, in a made-up layout.
fn page() -> RenderedPage {
    let html = "<!DOCTYPE html PUBLIC \"\"><html lang=de><title>Läden</title><body><!--c--><div class='a b' style=''>\
                <template shadowrootmode=open><p>s</template>grün</div><x-card a=1>Preis<br>12 €</x-card>\
                <svg viewBox='0 0 1 1'><use xlink:href='#a'/></svg><img alt=''>";
    let document = Document::parse(html);
    let mut builder = LayoutBuilder::new(document.len(), Viewport { width: 800, height: 600 }, "by hand 1.0");
    builder.set_size(800.0, 1234.5);
    for node in document.nodes() {
        let y = node.0 as f32 * 10.25;
        match (document.kind(node), node.0 % 4) {
            (NodeKind::Comment, _) => builder.set_not_rendered(node),
            (_, 3) => {}
            (kind, by) => {
                let flags = BoxFlags { visible: by != 1, replaced: document.tag_name(node) == "img" };
                builder.set_box(node, Rect::new(-3.5, y, 100.0, 9.75), flags, Display::from_css("inline-block"));
                let border = Border { width: by as f32, color: Color { red: 9, alpha: 128, ..Color::BLACK } };
                let font_weight = 400 + by as u16 * 100;
                let family = if by == 0 { "Ünicode Sans" } else { "serif" };
                let style = Style { font_family: family.to_owned(), font_weight, ..Style::default() };
                builder.set_style(node, Style { borders: [border, border, Border::default(), border], ..style });
                builder.set_paint_order(node, 1000 - node.0);
                if kind == NodeKind::Text {
                    let end = document.text(node).len() as u32;
                    builder.push_line(node, Line { rect: Rect::new(0.0, y, 5.0, 5.0), start: 0, end });
                    builder.push_line(node, Line { rect: Rect::new(0.0, y + 5.0, 5.0, 5.0), start: end, end });
                }
            }
        }
    }
    RenderedPage::new(document, builder.finish())
}

#[test]
fn a_page_comes_back_as_it_was() {
    let page = page();
    let bytes = write(&page);
    let back = read(&bytes).unwrap();
    assert_eq!(back.layout(), page.layout());
    assert_eq!(back.document().to_html(), page.document().to_html());
    assert_eq!(back.document().doctype(), page.document().doctype());
    assert_eq!(back.document().quirks(), page.document().quirks());
    let shadow = |page: &RenderedPage| page.document().nodes().filter(|&it| page.document().is_shadow_root(it)).count();
    assert_eq!((shadow(&back), shadow(&page)), (1, 1));
    assert_eq!(write(&back), bytes);
}

#[test]
fn what_was_given_up_is_stored_and_words_of_a_newer_version_are_passed_over() {
    let whole = page();
    let mut layout = whole.layout().clone();
    layout.given_up = vec![GivenUp::CustomProperties, GivenUp::Cells];
    let bytes = write(&RenderedPage::new(whole.document().clone(), layout));
    let back = read(&bytes).unwrap();
    assert_eq!(back.layout().given_up(), [GivenUp::CustomProperties, GivenUp::Cells]);
    let header_end = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap();
    let header = String::from_utf8(bytes[..header_end].to_vec()).unwrap();
    let newer = header.replace("given-up custom-properties cells", "given-up shadows cells");
    assert_ne!(newer, header);
    let newer = [newer.as_bytes(), &bytes[header_end..]].concat();
    assert_eq!(read(&newer).unwrap().layout().given_up(), [GivenUp::Cells]);
}

#[test]
fn a_layout_comes_back_to_its_document_and_to_no_other() {
    let page = page();
    let bytes = write_layout(page.layout());
    assert_eq!(read_layout(&bytes, page.document()).as_ref(), Ok(page.layout()));
    let other = read_layout(&bytes, &Document::parse("<p>Another page"));
    assert!(matches!(other, Err(SnapshotError::Damaged { .. })), "{other:?}");
    let cut = read_layout(&bytes[..bytes.len() - 9], page.document());
    assert!(matches!(cut, Err(SnapshotError::Damaged { .. })), "{cut:?}");
}

#[test]
fn what_cuts_its_content_off_still_does_and_in_a_file_without_it_nothing_does() {
    let document = Document::parse("<div><p>a");
    let (div, p) = (crate::NodeId(4), crate::NodeId(5));
    let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    builder.set_box(div, Rect::new(0.0, 0.0, 10.0, 10.0), BoxFlags::default(), Display::Block);
    builder.set_box(p, Rect::new(0.0, 0.0, 100.0, 100.0), BoxFlags::default(), Display::Block);
    let (position, overflow_x, overflow_y) = (Position::Absolute, Overflow::Hidden, Overflow::Scroll);
    builder.set_placement(div, Placement { position, overflow_x, overflow_y, holds_fixed: true });
    let bytes = write(&RenderedPage::new(document, builder.finish()));
    let back = read(&bytes).unwrap();
    assert_eq!(back.layout().placement(div), Placement { position, overflow_x, overflow_y, holds_fixed: true });
    let seen = |page: &RenderedPage| Clipping::of(page.document(), page.layout()).visible_rect(p);
    assert_eq!(seen(&back), Some(Rect::new(0.0, 0.0, 10.0, 10.0)));
    let text = String::from_utf8_lossy(&bytes);
    let header_end = text.find("\n\n").unwrap();
    let mut older = text[..header_end].replace("column box.placement", "column later").into_bytes();
    older.extend_from_slice(&bytes[header_end..]);
    let older = read(&older).unwrap();
    assert_eq!(older.layout().placement(div), Placement::default());
    assert_eq!(seen(&older), Some(Rect::new(0.0, 0.0, 100.0, 100.0)));
}

#[test]
fn no_more_nodes_are_read_than_the_limit_allows() {
    let whole = page();
    let bytes = write(&whole);
    let n_read = whole.document().len() / 2;
    let part = read_within(&bytes, &Limits::default().with_max_nodes(n_read)).unwrap();
    assert_eq!((part.document().len(), part.layout().len()), (n_read, n_read));
    assert!(part.document().limits_hit().nodes);
    for node in part.document().nodes() {
        assert_eq!(part.document().text(node), whole.document().text(node));
        assert_eq!(part.layout().rect(node), whole.layout().rect(node));
        assert_eq!(part.layout().lines(node), whole.layout().lines(node));
    }
    let all = read_within(&bytes, &Limits::default().with_max_nodes(whole.document().len())).unwrap();
    assert!(!all.document().limits_hit().nodes);
    assert_eq!(all.layout(), whole.layout());
}

#[test]
fn elements_that_stand_too_deep_are_moved_up() {
    let mut builder = DocumentBuilder::new();
    for _ in 0..5000 {
        builder.open_element(Namespace::Html, "div");
    }
    builder.text("deep");
    let back = read(&write(&RenderedPage::unrendered(builder.finish()))).unwrap();
    let document = back.document();
    assert_eq!((document.len(), document.limits_hit().depth), (5002, true));
    let last = document.nodes().next_back().unwrap();
    assert_eq!(document.text(last), "deep");
    assert!(document.depth(last) < 4100, "{}", document.depth(last));
}

#[test]
fn a_page_that_was_cut_off_is_still_known_to_be() {
    let caps = Limits::default().with_max_nodes(40).with_max_depth(10);
    let document = Parser::new(ParseOptions::default().with_limits(caps)).parse("<div>".repeat(100));
    let hit = document.limits_hit();
    assert!(hit.nodes && hit.depth && !hit.bytes, "{hit:?}");
    let back = read(&write(&RenderedPage::unrendered(document))).unwrap();
    assert_eq!(back.document().limits_hit(), hit);
}

#[test]
fn the_header_names_the_renderer_and_every_column() {
    let bytes = write(&page());
    let header = String::from_utf8_lossy(&bytes);
    for line in ["tamis-snapshot 1", "renderer by hand 1.0", "viewport 800 600"] {
        assert!(header.lines().any(|it| it == line), "{line}");
    }
    assert!(header.contains("\ncolumn box.x delta "));
}

#[test]
fn a_file_of_the_first_version_still_loads() {
    let page = read(include_bytes!("version-1.snapshot")).unwrap();
    assert_eq!(page.layout().renderer(), "by hand 1.0");
    assert_eq!(page.layout(), self::page().layout());
}

#[test]
fn columns_that_are_missing_leave_their_part_unknown_and_new_ones_are_passed_over() {
    let bytes = write(&page());
    let text = String::from_utf8_lossy(&bytes);
    let header_end = text.find("\n\n").unwrap();
    // The same file with columns under names that nobody knows.
    let header = text[..header_end].replace("column box.", "column later.").replace("column style.", "column later.");
    let mut renamed = header.into_bytes();
    renamed.extend_from_slice(&bytes[header_end..]);
    let back = read(&renamed).unwrap();
    assert_eq!(back.document().to_html(), page().document().to_html());
    assert!(back.document().nodes().all(|node| back.layout().rect(node).is_none()));
    assert!(back.document().nodes().all(|node| back.layout().style(node).is_none()));
}

#[test]
fn what_is_no_snapshot_is_refused_with_a_reason() {
    assert_eq!(read(b"<!doctype html>\n\n<p>").err(), Some(SnapshotError::NotASnapshot));
    assert_eq!(read(b"").err(), Some(SnapshotError::NotASnapshot));
    assert_eq!(read(b"tamis-snapshot 2\n\n").err(), Some(SnapshotError::TooNew { found: 2 }));
    let bomb = b"tamis-snapshot 1\ncolumn node.kind number 1 9999999999\n\nx";
    assert!(matches!(read(bomb), Err(SnapshotError::Damaged { .. })));
    let bytes = write(&page());
    for cut in [bytes.len() - 1, bytes.len() / 2, bytes.len() - 40] {
        assert!(matches!(read(&bytes[..cut]), Err(SnapshotError::Damaged { .. })));
    }
}

proptest! {
    #[test]
    fn changed_bytes_never_panic(at in any::<prop::sample::Index>(), to in any::<u8>(), and in any::<prop::sample::Index>()) {
        let mut bytes = write(&page());
        let (at, and) = (at.index(bytes.len()), and.index(bytes.len()));
        bytes[at] = to;
        bytes[and] = bytes[and].wrapping_add(1);
        if let Ok(page) = read(&bytes) {
            prop_assert_eq!(page.document().len(), page.layout().len());
        }
    }
}
