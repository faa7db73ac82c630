//! Candidate attributes: everything that a record shows or points to, with what it is compared by. How an attribute looks is
//! seven features that are equal or not.

use crate::records::derin::screen::Screen;
use crate::records::grid::{item_kind, item_text};
use crate::view::paths::EMPTY_PATH;
use crate::view::tag_tree::{Label, TagTree};
use std::collections::HashMap;
use tamis_extract::records::ItemKind;
use tamis_extract::{RenderedView, ValueFormat, ValueType};
use tamis_page::{Document, NodeId, names};

/// One candidate attribute.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Unit {
    pub(crate) record: u32,
    /// Its node in the tree of the records, and on the page.
    pub(crate) tree_node: u32,
    pub(crate) node: NodeId,
    pub(crate) kind: ItemKind,
    pub(crate) text: String,
    pub(crate) value_type: ValueType,
    /// The tags from the record down.
    pub(crate) path: u32,
    pub(crate) style: StyleFeatures,
}

/// The candidate attributes of all records, record by record and in page order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Units {
    pub(crate) all: Vec<Unit>,
    /// Where the units of each record end.
    ends: Vec<usize>,
    /// By path of a unit: its labels from the last to the first.
    path_labels: HashMap<u32, Vec<Label>>,
    /// Whether a record has more units than are read.
    pub(crate) cut_short: bool,
}

/// The most candidate attributes that are read of the records of a page. Real result pages have up to five thousand.
const MAX_UNITS: usize = 60_000;
/// How many labels of a path are compared; a very deep one is cut off above.
const MAX_LABELS: usize = 128;

impl Units {
    /// The units of the records that are the children of the tree's root.
    pub(crate) fn of(view: &Screen<'_, '_>, tree: &TagTree) -> Units {
        let (document, paths) = (view.document(), view.paths());
        let mut units = Units::default();
        let mut styles = StyleReader::new(view);
        let mut path_of: HashMap<usize, u32> = HashMap::new();
        for (record, root) in tree.children(0).enumerate() {
            path_of.clear();
            for node in root + 1..tree.end(root) {
                let above = tree.parent(node).and_then(|parent| path_of.get(&parent)).copied().unwrap_or(EMPTY_PATH);
                let path = match tree.label(node) {
                    Label::TEXT => above,
                    label => paths.below(above, label),
                };
                path_of.insert(node, path);
                let Some(kind) = item_kind(document, tree, node) else { continue };
                if units.all.len() >= MAX_UNITS {
                    units.cut_short = true;
                    break;
                }
                let text = item_text(document, tree, kind, node);
                let value_type = match kind {
                    ItemKind::Image => ValueType::Image,
                    ItemKind::Link => ValueType::Url,
                    ItemKind::Text => ValueFormat::of_column([text.as_str()]).value_type,
                };
                let page_node = tree.page_node(node);
                units.path_labels.entry(path).or_insert_with(|| paths.labels(path, MAX_LABELS));
                units.all.push(Unit {
                    record: record as u32,
                    tree_node: node as u32,
                    node: page_node,
                    kind,
                    text,
                    value_type,
                    path,
                    style: styles.read(page_node),
                });
            }
            units.ends.push(units.all.len());
        }
        units
    }

    pub(crate) fn n_records(&self) -> usize {
        self.ends.len()
    }

    /// The numbers of a record's units.
    pub(crate) fn of_record(&self, record: usize) -> std::ops::Range<usize> {
        let start = record.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[record]
    }

    /// The labels of a unit's path, from the last to the first.
    pub(crate) fn labels(&self, path: u32) -> &[Label] {
        self.path_labels.get(&path).map_or(&[], Vec::as_slice)
    }

    /// The unit before or after another one in the same record.
    pub(crate) fn neighbours(&self, unit: usize) -> (Option<usize>, Option<usize>) {
        let range = self.of_record(self.all[unit].record as usize);
        ((unit > range.start).then(|| unit - 1), (unit + 1 < range.end).then(|| unit + 1))
    }
}

/// Font type, size, weight, colour, decoration, slant, and whether it is a link; equal numbers are equal features.
pub(crate) type StyleFeatures = [u32; 7];

/// Reads styles and numbers them.
pub(crate) struct StyleReader<'v> {
    view: &'v RenderedView<'v>,
    texts: HashMap<String, u32>,
}

/// How far up markup that sets text off is looked for where no style is known.
const MAX_LEVELS: usize = 12;

impl<'v> StyleReader<'v> {
    pub(crate) fn new(view: &'v RenderedView<'v>) -> StyleReader<'v> {
        StyleReader { view, texts: HashMap::new() }
    }

    /// The features of a node: those of its computed style, or what its markup says of them.
    pub(crate) fn read(&mut self, node: NodeId) -> StyleFeatures {
        let document = self.view.document();
        let element = if document.is_element(node) { node } else { document.parent(node).unwrap_or(node) };
        let markup = Markup::around(document, element);
        let Some(style) = self.view.layout().style(node).or_else(|| self.view.layout().style(element)) else {
            // Nobody computed a style. Style sheets name elements by their class: equal classes look equal.
            let class = document.attribute(element, names::CLASS).unwrap_or("").trim();
            let class = self.number(class);
            let [size, weight, decoration, slant] = [markup.size, markup.bold, markup.decorated, markup.italic];
            return [class, size, weight, class, decoration, slant, u32::from(markup.link)];
        };
        let color = style.color;
        [
            self.number(&style.font_family),
            style.font_size.to_bits(),
            u32::from(style.font_weight),
            u32::from_be_bytes([color.red, color.green, color.blue, color.alpha]),
            u32::from(style.decorated),
            u32::from(style.italic),
            u32::from(markup.link),
        ]
    }

    fn number(&mut self, text: &str) -> u32 {
        let next = self.texts.len() as u32;
        match self.texts.get(text) {
            Some(&number) => number,
            None => *self.texts.entry(text.to_string()).or_insert(next),
        }
    }
}

/// What the tags around an element say of its text.
#[derive(Default)]
struct Markup {
    size: u32,
    bold: u32,
    decorated: u32,
    italic: u32,
    link: bool,
}

impl Markup {
    fn around(document: &Document, element: NodeId) -> Markup {
        let mut markup = Markup::default();
        for tag in std::iter::once(element).chain(document.ancestors(element)).take(MAX_LEVELS) {
            match document.tag(tag) {
                Some(names::A) => {
                    markup.link |= document.attribute(tag, names::HREF).is_some();
                    markup.decorated = 1;
                }
                Some(names::B | names::STRONG | names::TH | names::DT) => markup.bold = 1,
                Some(names::I | names::EM | names::CITE | names::ADDRESS) => markup.italic = 1,
                Some(names::U | names::S | names::STRIKE | names::DEL | names::INS) => markup.decorated = 1,
                Some(names::SMALL | names::SUB | names::SUP) if markup.size == 0 => markup.size = 1,
                Some(names::BIG) if markup.size == 0 => markup.size = 2,
                Some(heading @ (names::H1 | names::H2 | names::H3 | names::H4 | names::H5 | names::H6)) => {
                    markup.bold = 1;
                    if markup.size == 0 {
                        markup.size = 3 + heading.index() as u32;
                    }
                }
                _ => {}
            }
        }
        markup
    }
}
