//! From bytes to a page.

use super::columns::{Encoding, Numbers};
use super::{FIRST_LINE, VERSION, is_snapshot, limits};
use crate::document::parse::Limits;
use crate::document::{Doctype, Document, DocumentBuilder, LimitsHit, Namespace, NodeId, QuirksMode};
use crate::layout::rect::from_steps;
use crate::layout::{
    Border, Color, Display, GivenUp, Layout, LayoutBuilder, Line, Marks, Placement, Rect, Style, StyleId,
};
use crate::layout::{RenderedPage, Viewport};
use flate2::read::ZlibDecoder;
use std::io::Read;

/// Why bytes cannot be read as a snapshot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes are something else.
    #[error("this is no snapshot of a rendered page")]
    NotASnapshot,
    /// A later version of tamis wrote it.
    #[error("the snapshot has format {found}; this version reads up to format {VERSION}")]
    TooNew {
        /// The format of the file.
        found: u32,
    },
    /// Part of the file is missing or was changed.
    #[error("the snapshot is damaged: {what}")]
    Damaged {
        /// Where and how.
        what: String,
    },
}

/// The page that [`write`](super::write) stored, by this version or an older one.
///
/// # Errors
/// The bytes are no snapshot, are damaged, or need a newer version.
pub fn read(bytes: &[u8]) -> Result<RenderedPage, SnapshotError> {
    read_within(bytes, &Limits::default())
}

/// Reads the page that [`write`](super::write) stored, up to the limit on nodes. Nodes beyond it are left out, and the document
/// says so in [`limits_hit`](Document::limits_hit), as for a page that is parsed.
///
/// # Errors
/// The bytes are no snapshot, are damaged, or need a newer version.
pub fn read_within(bytes: &[u8], limits: &Limits) -> Result<RenderedPage, SnapshotError> {
    let max_bytes = limits.max_nodes.saturating_mul(BYTES_A_NODE).clamp(MIN_BYTES, MAX_BYTES);
    let file = File::open(bytes, max_bytes)?;
    let document = read_document(&file, limits)?;
    let layout = layout_of(&file, &document)?;
    Ok(RenderedPage::new(document, layout))
}

/// The layout that [`write_layout`](super::write_layout) wrote for this document.
///
/// # Errors
/// The bytes are no snapshot, are damaged, or are the layout of another document.
pub fn read_layout(bytes: &[u8], document: &Document) -> Result<Layout, SnapshotError> {
    let file = File::open(bytes, MAX_BYTES)?;
    let n_nodes = file.numbers("box.marks").n_left();
    if n_nodes != document.len() {
        return Err(damaged(format!("it is for {n_nodes} nodes, and the document has {}", document.len())));
    }
    layout_of(&file, document)
}

fn damaged(what: impl Into<String>) -> SnapshotError {
    SnapshotError::Damaged { what: what.into() }
}

/// Header and columns of a file.
struct File {
    renderer: String,
    viewport: Viewport,
    size: (f32, f32),
    quirks: QuirksMode,
    limits_hit: LimitsHit,
    given_up: Vec<GivenUp>,
    columns: Vec<StoredColumn>,
    data: Vec<u8>,
}

struct StoredColumn {
    name: String,
    encoding: Encoding,
    n_values: usize,
    start: usize,
    end: usize,
}

/// The most that compression can gain; a header that promises more is forged.
const MAX_RATIO: usize = 1100;
/// The largest columns that are inflated, for any limit on nodes: those of a page of eight million nodes.
const MAX_BYTES: usize = 1 << 30;
/// Those that are inflated for any page: a page of 64 MiB with its boxes has no more.
const MIN_BYTES: usize = 256 << 20;
/// What the columns have for a node, its text included.
const BYTES_A_NODE: usize = 128;
/// Different names of elements and attributes, or of fonts.
const MAX_NAMES: usize = 1 << 20;
/// Attributes of all elements together. Two bytes make one here, and it takes twenty in memory.
const MAX_ATTRIBUTES: usize = 8 << 20;
/// Lines of text, for the same reason.
const MAX_LINES: usize = 8 << 20;
/// Bytes of the fonts' names of all styles together.
const MAX_FAMILY_BYTES: usize = 64 << 20;
/// How deep elements stand in each other: as deep as the parser lets them, in each of the frames that it puts in one another.
const MAX_DEPTH: usize = 4096;

impl File {
    fn open(bytes: &[u8], max_bytes: usize) -> Result<File, SnapshotError> {
        if !is_snapshot(bytes) {
            return Err(SnapshotError::NotASnapshot);
        }
        let header_end = bytes.windows(2).position(|pair| pair == b"\n\n");
        let header_end = header_end.ok_or_else(|| damaged("it ends within the header"))?;
        let header = std::str::from_utf8(&bytes[..header_end]).map_err(|_| SnapshotError::NotASnapshot)?;
        let mut lines = header.lines();
        let version = lines.next().and_then(|line| line.strip_prefix(FIRST_LINE)?.trim().parse::<u32>().ok());
        match version.ok_or(SnapshotError::NotASnapshot)? {
            0 => return Err(SnapshotError::NotASnapshot),
            found if found > VERSION => return Err(SnapshotError::TooNew { found }),
            _ => {}
        }
        let mut file = File {
            renderer: String::new(),
            viewport: Viewport::default(),
            size: (0.0, 0.0),
            quirks: QuirksMode::NoQuirks,
            limits_hit: LimitsHit::default(),
            given_up: Vec::new(),
            columns: Vec::new(),
            data: Vec::new(),
        };
        let mut n_bytes = 0usize;
        for line in lines {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            let bad_line = || damaged(format!("cannot read the line `{line}`"));
            let pair = || -> Option<(i64, i64)> {
                let (one, other) = value.split_once(' ')?;
                Some((one.parse().ok()?, other.parse().ok()?))
            };
            match key {
                "renderer" => value.clone_into(&mut file.renderer),
                "viewport" => {
                    let (width, height) = pair().ok_or_else(bad_line)?;
                    file.viewport = Viewport { width: width as u32, height: height as u32 };
                }
                "size" => {
                    let (width, height) = pair().ok_or_else(bad_line)?;
                    file.size = (from_steps(width), from_steps(height));
                }
                "quirks" if value == "1" => file.quirks = QuirksMode::LimitedQuirks,
                "quirks" if value == "2" => file.quirks = QuirksMode::Quirks,
                "limits" => {
                    for (name, is_hit) in limits(&mut file.limits_hit) {
                        *is_hit = value.split(' ').any(|word| word == name);
                    }
                }
                "given-up" => {
                    let is_named = |what: &GivenUp| value.split(' ').any(|word| word == what.as_str());
                    file.given_up = GivenUp::ALL.into_iter().filter(is_named).collect();
                }
                "column" => {
                    let mut column = StoredColumn::parse(value).ok_or_else(bad_line)?;
                    column.start = n_bytes;
                    n_bytes = n_bytes.checked_add(column.end).ok_or_else(bad_line)?;
                    column.end = n_bytes;
                    file.columns.push(column);
                }
                // A line that a newer version added.
                _ => {}
            }
        }
        let stored = &bytes[header_end + 2..];
        if n_bytes > stored.len().saturating_mul(MAX_RATIO) {
            return Err(damaged("the columns are shorter than the header says"));
        }
        if n_bytes > max_bytes {
            return Err(damaged(format!("it claims to hold {n_bytes} bytes, more than a page can have")));
        }
        let mut decoder = ZlibDecoder::new(stored).take(n_bytes as u64 + 1);
        decoder.read_to_end(&mut file.data).map_err(|error| damaged(format!("the columns do not inflate: {error}")))?;
        if file.data.len() != n_bytes {
            return Err(damaged("the columns are not as long as the header says"));
        }
        Ok(file)
    }

    fn find(&self, name: &str) -> Option<&StoredColumn> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The numbers of a column; none if the file does not have it.
    fn numbers(&self, name: &'static str) -> Numbers<'_> {
        match self.find(name).filter(|column| column.encoding != Encoding::Text) {
            Some(column) => Numbers::new(name, column.encoding, &self.data[column.start..column.end], column.n_values),
            None => Numbers::new(name, Encoding::Number, &[], 0),
        }
    }

    fn text(&self, name: &'static str) -> Result<&str, SnapshotError> {
        let Some(column) = self.find(name).filter(|column| column.encoding == Encoding::Text) else { return Ok("") };
        std::str::from_utf8(&self.data[column.start..column.end])
            .map_err(|_| damaged(format!("column {name} is no text")))
    }
}

impl StoredColumn {
    /// Reads a line of the header. `end` is the length until the column's place is known.
    fn parse(line: &str) -> Option<StoredColumn> {
        let mut words = line.split(' ');
        let name = words.next()?.to_owned();
        // An encoding of a newer version: its column cannot be read, but passed over.
        let encoding = words.next().map(|word| Encoding::parse(word).unwrap_or(Encoding::Text))?;
        let n_values = words.next()?.parse().ok()?;
        let end = words.next()?.parse().ok()?;
        Some(StoredColumn { name, encoding, n_values, start: 0, end })
    }
}

/// The texts of a file, one after the other.
struct Texts<'a> {
    lengths: Numbers<'a>,
    text: &'a str,
}

impl<'a> Texts<'a> {
    fn next(&mut self) -> Result<&'a str, SnapshotError> {
        let length = self.lengths.next_below(self.text.len() + 1)?;
        let (text, rest) =
            self.text.split_at_checked(length).ok_or_else(|| damaged("a text ends within a character"))?;
        self.text = rest;
        Ok(text)
    }
}

fn read_document(file: &File, limits: &Limits) -> Result<Document, SnapshotError> {
    let mut kinds = file.numbers("node.kind");
    let mut depths = file.numbers("node.depth");
    let mut tags = file.numbers("element.name");
    let mut namespaces = file.numbers("element.namespace");
    let mut marks = file.numbers("element.mark");
    let mut n_attributes = file.numbers("element.attributes");
    let mut attribute_names = file.numbers("attribute.name");
    let names: Vec<&str> = file.text("name")?.split('\n').take(MAX_NAMES).collect();
    let mut texts = Texts { lengths: file.numbers("text.length"), text: file.text("text")? };
    if kinds.n_left() == 0 || kinds.n_left() != depths.n_left() {
        return Err(damaged("there are no nodes, or not as many depths"));
    }
    let (0, 0) = (kinds.next()?, depths.next()?) else { return Err(damaged("the first node is not the document")) };
    let mut builder = DocumentBuilder::new();
    builder.set_quirks(file.quirks);
    let mut limits_hit = file.limits_hit;
    let mut n_attributes_left = MAX_ATTRIBUTES;
    // Elements that are open in the file; a node of depth d stands in d - 1 of them. Those beyond the depth that is kept
    // are closed at once, and what is in them comes after them.
    let mut n_open = 0;
    while kinds.n_left() > 0 {
        if builder.len() >= limits.max_nodes {
            limits_hit.nodes = true;
            break;
        }
        let depth = depths.next()?;
        let inside = usize::try_from(depth - 1).ok().filter(|&inside| inside <= n_open);
        let inside = inside.ok_or_else(|| damaged(format!("a node of depth {depth} has no parent")))?;
        for _ in inside.min(MAX_DEPTH)..n_open.min(MAX_DEPTH) {
            builder.close();
        }
        n_open = inside;
        match kinds.next()? {
            1 => {
                let mut part = || texts.next().map(|part| part.strip_prefix('+').map(str::to_owned));
                let (name, public_id, system_id) = (part()?.unwrap_or_default(), part()?, part()?);
                builder.doctype(Doctype { name, public_id, system_id });
            }
            2 => {
                let namespace = match namespaces.next()? {
                    1 => Namespace::Svg,
                    2 => Namespace::MathMl,
                    _ => Namespace::Html,
                };
                builder.open_element(namespace, names[tags.next_below(names.len())?]);
                n_open += 1;
                for _ in 0..n_attributes.next()? {
                    let (name, value) = (names[attribute_names.next_below(names.len())?], texts.next()?);
                    match n_attributes_left.checked_sub(1) {
                        Some(left) => {
                            n_attributes_left = left;
                            builder.attribute(name, value);
                        }
                        None => limits_hit.attributes = true,
                    }
                }
                let mark = marks.next()?;
                if mark & 1 != 0 {
                    builder.mark_shadow_root();
                }
                if mark & 2 != 0 {
                    builder.mark_inlined_frame();
                }
                if n_open > MAX_DEPTH {
                    limits_hit.depth = true;
                    builder.close();
                }
            }
            3 => drop(builder.text(texts.next()?)),
            4 => drop(builder.comment(texts.next()?)),
            kind => return Err(damaged(format!("there is no kind of node {kind}"))),
        }
    }
    builder.set_limits_hit(limits_hit);
    Ok(builder.finish())
}

fn layout_of(file: &File, document: &Document) -> Result<Layout, SnapshotError> {
    let mut builder = LayoutBuilder::new(document.len(), file.viewport, file.renderer.as_str());
    builder.set_size(file.size.0, file.size.1);
    for &what in &file.given_up {
        builder.give_up(what);
    }
    read_lines(file, document, &mut builder)?;
    let mut layout = builder.finish();
    layout.styles = read_styles(file, document.len())?;
    read_boxes(file, &mut layout)?;
    Ok(layout)
}

/// Four columns as rectangles.
struct Rects<'a>([Numbers<'a>; 4]);

impl<'a> Rects<'a> {
    fn of(file: &'a File, names: [&'static str; 4]) -> Rects<'a> {
        Rects(names.map(|name| file.numbers(name)))
    }

    fn next(&mut self) -> Result<Rect, SnapshotError> {
        let [x, y, width, height] = &mut self.0;
        let rect = Rect {
            x: from_steps(x.next()?),
            y: from_steps(y.next()?),
            width: from_steps(width.next()?),
            height: from_steps(height.next()?),
        };
        Ok(rect.rounded())
    }
}

fn read_boxes(file: &File, layout: &mut Layout) -> Result<(), SnapshotError> {
    let mut marks = file.numbers("box.marks");
    let mut displays = file.numbers("box.display");
    let mut placements = file.numbers("box.placement");
    let mut style_ids = file.numbers("box.style");
    let mut orders = file.numbers("box.paint_order");
    let mut rects = Rects::of(file, ["box.x", "box.y", "box.width", "box.height"]);
    for i in 0..layout.len() {
        // A column that is not there leaves its part unknown; one that is there is whole.
        if marks.n_left() > 0 {
            let known = Marks::STATE | Marks::VISIBLE | Marks::REPLACED;
            layout.marks[i] = Marks(marks.next()? as u8 & known);
            if layout.rect(NodeId(i as u32)).is_some() {
                layout.rects[i] = rects.next()?;
            }
        }
        if displays.n_left() > 0 {
            layout.displays[i] = Display::from_number(u8::try_from(displays.next()?).unwrap_or(u8::MAX));
        }
        if placements.n_left() > 0 {
            layout.placements[i] = Placement::from_byte(placements.next()? as u8);
        }
        if style_ids.n_left() > 0
            && let Ok(id) = u32::try_from(style_ids.next()?)
            && (id as usize) < layout.styles.len()
        {
            layout.style_ids[i] = StyleId(id);
        }
        if orders.n_left() > 0
            && let Ok(order) = u32::try_from(orders.next()?)
        {
            layout.paint_order[i] = order;
        }
    }
    Ok(())
}

/// Reads the styles; there are at most as many as nodes.
fn read_styles(file: &File, max_styles: usize) -> Result<Vec<Style>, SnapshotError> {
    let mut families = file.numbers("style.family");
    let names: Vec<&str> = file.text("style.family_name")?.split('\n').take(MAX_NAMES).collect();
    let [mut sizes, mut weights, mut flags, mut colors, mut backgrounds, mut borders] =
        ["style.size", "style.weight", "style.flags", "style.color", "style.background", "style.borders"]
            .map(|name| file.numbers(name));
    let mut styles = Vec::new();
    let mut n_family_bytes = 0;
    while families.n_left() > 0 && styles.len() < max_styles {
        let font_family = names[families.next_below(names.len())?].to_owned();
        n_family_bytes += font_family.len();
        if n_family_bytes > MAX_FAMILY_BYTES {
            return Err(damaged("the names of its fonts are longer than those of a page"));
        }
        let mut style = Style { font_family, ..Style::default() };
        if sizes.n_left() > 0 {
            style.font_size = from_steps(sizes.next()?);
        }
        if weights.n_left() > 0 {
            style.font_weight = u16::try_from(weights.next()?).unwrap_or(400);
        }
        if flags.n_left() > 0 {
            let flags = flags.next()?;
            (style.italic, style.decorated, style.background_image) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0);
        }
        if colors.n_left() > 0 {
            style.color = Color::from_bits(colors.next()? as u32);
        }
        if backgrounds.n_left() > 0 {
            style.background = Color::from_bits(backgrounds.next()? as u32);
        }
        if borders.n_left() > 0 {
            for border in &mut style.borders {
                let width = from_steps(borders.next()?);
                *border = Border { width, color: Color::from_bits(borders.next()? as u32) };
            }
        }
        styles.push(style);
    }
    Ok(styles)
}

fn read_lines(file: &File, document: &Document, builder: &mut LayoutBuilder) -> Result<(), SnapshotError> {
    let mut owners = file.numbers("line.node");
    let mut starts = file.numbers("line.start");
    let mut lengths = file.numbers("line.length");
    let mut rects = Rects::of(file, ["line.x", "line.y", "line.width", "line.height"]);
    // The file may have more nodes than were read.
    let n_nodes = file.numbers("node.kind").n_left().max(document.len());
    if owners.n_left() > MAX_LINES {
        return Err(damaged(format!("it claims to have {} lines of text", owners.n_left())));
    }
    while owners.n_left() > 0 {
        let owner = owners.next_below(n_nodes)?;
        if owner >= document.len() {
            starts.next()?;
            lengths.next()?;
            rects.next()?;
            continue;
        }
        let node = NodeId(owner as u32);
        let text = document.text(node);
        let start = starts.next_below(text.len() + 1)?;
        let end = start + lengths.next_below(text.len() + 1 - start)?;
        if !text.is_char_boundary(start) || !text.is_char_boundary(end) {
            return Err(damaged("a line begins or ends within a character"));
        }
        builder.push_line(node, Line { rect: rects.next()?, start: start as u32, end: end as u32 });
    }
    Ok(())
}
