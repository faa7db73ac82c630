//! The presentation style of an attribute: seven features that are equal or not.

use std::collections::HashMap;
use tamis_extract::RenderedView;
use tamis_page::{Document, NodeId, names};

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
