//! From a page to bytes.

use super::columns::{Column, Encoding};
use super::{FIRST_LINE, VERSION, limits};
use crate::document::{Doctype, Document, NodeId, NodeKind, QuirksMode};
use crate::layout::RenderedPage;
use crate::layout::rect::to_steps;
use crate::layout::{Layout, Rect, Style};
use flate2::{Compression, write::ZlibEncoder};
use std::io::Write;

/// The page as bytes that [`read`](super::read) understands. The same page gives the same bytes.
pub fn write(page: &RenderedPage) -> Vec<u8> {
    let (document, layout) = (page.document(), page.layout());
    let mut columns = document_columns(document);
    columns.extend(layout_columns(layout));
    let mut header = layout_header(layout);
    header.push_str(match document.quirks() {
        QuirksMode::NoQuirks => "quirks 0\n",
        QuirksMode::LimitedQuirks => "quirks 1\n",
        QuirksMode::Quirks => "quirks 2\n",
    });
    let mut limits_hit = document.limits_hit();
    if limits_hit.any() {
        let names = limits(&mut limits_hit).into_iter().filter(|(_, is_hit)| **is_hit).map(|(name, _)| name);
        header.push_str(&format!("limits {}\n", names.collect::<Vec<_>>().join(" ")));
    }
    file(header, &columns, Compression::default())
}

/// The layout alone, for a reader that has the document: [`read_layout`](super::read_layout). It is not compressed, as
/// it is meant for a pipe to another process and not for a disk.
pub fn write_layout(layout: &Layout) -> Vec<u8> {
    file(layout_header(layout), &layout_columns(layout), Compression::none())
}

fn layout_header(layout: &Layout) -> String {
    let (width, height) = layout.size;
    let mut header = format!(
        "{FIRST_LINE} {VERSION}\nrenderer {}\nviewport {} {}\nsize {} {}\n",
        layout.renderer.replace(['\n', '\r'], " "),
        layout.viewport.width,
        layout.viewport.height,
        to_steps(width),
        to_steps(height),
    );
    if !layout.given_up.is_empty() {
        let words: Vec<&str> = layout.given_up.iter().map(|what| what.as_str()).collect();
        header.push_str(&format!("given-up {}\n", words.join(" ")));
    }
    header
}

fn layout_columns(layout: &Layout) -> Vec<Column> {
    let mut columns = box_columns(layout);
    columns.extend(style_columns(layout));
    columns.extend(line_columns(layout));
    columns
}

fn file(mut header: String, columns: &[Column], compression: Compression) -> Vec<u8> {
    for column in columns {
        let (name, encoding) = (column.name, column.encoding.as_str());
        header.push_str(&format!("column {name} {encoding} {} {}\n", column.n_values, column.bytes.len()));
    }
    header.push('\n');
    let mut encoder = ZlibEncoder::new(header.into_bytes(), compression);
    // The header goes in front of the stream, not through it; writing to memory does not fail.
    for column in columns {
        let _ = encoder.write_all(&column.bytes);
    }
    encoder.finish().unwrap_or_default()
}

fn document_columns(document: &Document) -> Vec<Column> {
    let mut kind = Column::new("node.kind", Encoding::Number);
    let mut depth = Column::new("node.depth", Encoding::Delta);
    let mut tag = Column::new("element.name", Encoding::Number);
    let mut namespace = Column::new("element.namespace", Encoding::Number);
    let mut mark = Column::new("element.mark", Encoding::Number);
    let mut n_attributes = Column::new("element.attributes", Encoding::Number);
    let mut attribute_name = Column::new("attribute.name", Encoding::Number);
    let mut lengths = Column::new("text.length", Encoding::Number);
    let mut text = Column::new("text", Encoding::Text);
    let mut names = NameTable::default();
    let mut push_text = |value: &str| {
        lengths.push(value.len() as i64);
        text.push_text(value);
    };
    let mut depths = vec![0i64; document.len()];
    for node in document.nodes() {
        let level = document.parent(node).map_or(0, |parent| depths[parent.index()] + 1);
        depths[node.index()] = level;
        kind.push(document.kind(node) as i64);
        depth.push(level);
        match document.kind(node) {
            NodeKind::Element => {
                tag.push(names.number(document.tag_name(node)));
                namespace.push(document.namespace(node) as i64);
                mark.push(i64::from(document.is_shadow_root(node)) | i64::from(document.is_inlined_frame(node)) << 1);
                let attributes = document.attributes(node);
                n_attributes.push(attributes.len() as i64);
                for attribute in attributes {
                    attribute_name.push(names.number(document.spell(attribute.name)));
                    push_text(attribute.value);
                }
            }
            NodeKind::Text | NodeKind::Comment => push_text(document.text(node)),
            NodeKind::Doctype => {
                let Doctype { name, public_id, system_id } = document.doctype().cloned().unwrap_or_default();
                // An identifier that is there and empty is told from one that is not by a letter in front.
                for part in [Some(name), public_id, system_id] {
                    push_text(&part.map_or(String::new(), |part| format!("+{part}")));
                }
            }
            NodeKind::Document => {}
        }
    }
    let mut spelt = Column::new("name", Encoding::Text);
    spelt.push_text(&names.spelt.join("\n"));
    vec![kind, depth, tag, namespace, mark, n_attributes, attribute_name, spelt, lengths, text]
}

/// Numbers for the names of one file, in the order they appear.
#[derive(Default)]
struct NameTable<'a> {
    numbers: std::collections::HashMap<&'a str, i64>,
    spelt: Vec<&'a str>,
}

impl<'a> NameTable<'a> {
    fn number(&mut self, name: &'a str) -> i64 {
        let NameTable { numbers, spelt } = self;
        *numbers.entry(name).or_insert_with(|| {
            spelt.push(name);
            spelt.len() as i64 - 1
        })
    }
}

fn box_columns(layout: &Layout) -> Vec<Column> {
    let mut marks = Column::new("box.marks", Encoding::Number);
    let mut display = Column::new("box.display", Encoding::Number);
    let mut placement = Column::new("box.placement", Encoding::Number);
    let mut style = Column::new("box.style", Encoding::Delta);
    let mut order = Column::new("box.paint_order", Encoding::Delta);
    let mut rects = RectColumns::new(["box.x", "box.y", "box.width", "box.height"]);
    for node in (0..layout.len()).map(|i| NodeId(i as u32)) {
        marks.push(i64::from(layout.marks[node.index()].0));
        display.push(layout.display(node) as i64);
        placement.push(i64::from(layout.placement(node).to_byte()));
        style.push(layout.style(node).map_or(-1, |_| i64::from(layout.style_ids[node.index()].0)));
        order.push(layout.paint_order(node).map_or(-1, i64::from));
        if let Some(rect) = layout.rect(node) {
            rects.push(rect);
        }
    }
    let mut columns = vec![marks, display, placement, style, order];
    columns.extend(rects.0);
    columns
}

struct RectColumns([Column; 4]);

impl RectColumns {
    fn new(names: [&'static str; 4]) -> RectColumns {
        RectColumns(names.map(|name| Column::new(name, Encoding::Delta)))
    }

    fn push(&mut self, rect: Rect) {
        for (column, length) in self.0.iter_mut().zip([rect.x, rect.y, rect.width, rect.height]) {
            column.push(to_steps(length));
        }
    }
}

fn style_columns(layout: &Layout) -> Vec<Column> {
    let mut family = Column::new("style.family", Encoding::Number);
    let mut families = NameTable::default();
    let mut numbers = ["style.size", "style.weight", "style.flags", "style.color", "style.background", "style.borders"]
        .map(|name| Column::new(name, Encoding::Number));
    for style in &layout.styles {
        let Style { font_size, font_weight, italic, decorated, background_image, .. } = *style;
        family.push(families.number(&style.font_family));
        let [size, weight, flags, color, background, borders] = &mut numbers;
        size.push(to_steps(font_size));
        weight.push(i64::from(font_weight));
        flags.push(i64::from(italic) | i64::from(decorated) << 1 | i64::from(background_image) << 2);
        color.push(i64::from(style.color.to_bits()));
        background.push(i64::from(style.background.to_bits()));
        for border in style.borders {
            borders.push(to_steps(border.width));
            borders.push(i64::from(border.color.to_bits()));
        }
    }
    // A family name may hold anything but, in CSS that parses, no line end outside an escape.
    let mut spelt = Column::new("style.family_name", Encoding::Text);
    spelt.push_text(&families.spelt.iter().map(|name| name.replace('\n', " ")).collect::<Vec<_>>().join("\n"));
    let mut columns = vec![family, spelt];
    columns.extend(numbers);
    columns
}

fn line_columns(layout: &Layout) -> Vec<Column> {
    let mut owner = Column::new("line.node", Encoding::Delta);
    let mut start = Column::new("line.start", Encoding::Delta);
    let mut length = Column::new("line.length", Encoding::Number);
    let mut rects = RectColumns::new(["line.x", "line.y", "line.width", "line.height"]);
    for node in (0..layout.len()).map(|i| NodeId(i as u32)) {
        for line in layout.lines(node) {
            owner.push(i64::from(node.0));
            start.push(i64::from(line.start));
            length.push(i64::from(line.end) - i64::from(line.start));
            rects.push(line.rect);
        }
    }
    let mut columns = vec![owner, start, length];
    columns.extend(rects.0);
    columns
}
