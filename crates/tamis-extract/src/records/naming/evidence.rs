//! A column with all that names are made from.

use super::classes::class_name;
use super::sample::{Sample, link_around};
use super::shapes::{Form, Shape};
use crate::records::table::ItemKind;
use crate::values::ValueType;
use tamis_page::{Document, names};

/// A column with all that names are made from.
pub(super) struct ColumnEvidence<'t> {
    pub(super) sample: Sample<'t>,
    pub(super) shape: Shape,
    pub(super) traits: Traits,
    /// What is left of the class names.
    pub(super) class_name: Option<String>,
    /// Whether the values are labels of the next column.
    pub(super) is_label: bool,
    /// The name, once a source gave one.
    pub(super) name: Option<String>,
}

/// What prices are called in class names.
pub(super) const PRICE_WORDS: &[&str] =
    &["price", "prices", "cost", "amount", "preis", "prix", "precio", "prezzo", "preço", "cena", "prijs"];

impl<'t> ColumnEvidence<'t> {
    /// Looks at a column; `block` has the words that say what the record is.
    pub(super) fn of(document: &Document, sample: Sample<'t>, block: &[String]) -> ColumnEvidence<'t> {
        ColumnEvidence {
            shape: Shape::of(&sample),
            traits: traits(document, &sample),
            // Most links are named after what they link; the others are asked for their class when all is known.
            class_name: if sample.kind == ItemKind::Link { None } else { class_name(document, &sample, block) },
            is_label: false,
            name: None,
            sample,
        }
    }

    pub(super) fn is_text(&self) -> bool {
        self.sample.kind == ItemKind::Text
    }

    pub(super) fn is_link(&self) -> bool {
        self.sample.kind == ItemKind::Link
    }

    pub(super) fn value_type(&self) -> ValueType {
        self.sample.column.format.value_type
    }

    /// Whether the values are amounts of money.
    pub(super) fn is_money(&self) -> bool {
        match self.value_type() {
            ValueType::Money => self.is_text(),
            // The sign of the currency can be an item of its own.
            ValueType::Integer | ValueType::Decimal => self.is_text() && self.class_has(PRICE_WORDS),
            _ => self.is_text() && self.shape.form == Form::Price,
        }
    }

    /// Whether the class name has one of these words.
    pub(super) fn class_has(&self, words: &[&str]) -> bool {
        self.class_name.as_deref().is_some_and(|name| name.split('_').any(|word| words.contains(&word)))
    }
}

/// How a column is marked up.
#[derive(Clone, Copy, Default)]
pub(super) struct Traits {
    /// The level of the heading that the item is.
    pub(super) heading: Option<u8>,
    /// Whether the item is a link of its own.
    pub(super) is_linked: bool,
    /// Whether it stands in a link with others.
    pub(super) is_in_link: bool,
    pub(super) is_struck: bool,
    pub(super) is_strong: bool,
    pub(super) is_button: bool,
}

impl Traits {
    /// Whether the markup makes it stand out.
    pub(super) fn is_marked(self) -> bool {
        self.heading.is_some() || self.is_linked
    }
}

fn traits(document: &Document, sample: &Sample<'_>) -> Traits {
    let mut traits = Traits::default();
    for &element in sample.levels() {
        match document.tag(element) {
            Some(names::H1) => traits.heading = Some(1),
            Some(names::H2) => traits.heading = Some(2),
            Some(names::H3) => traits.heading = Some(3),
            Some(names::H4) => traits.heading = Some(4),
            Some(names::H5) => traits.heading = Some(5),
            Some(names::H6) => traits.heading = Some(6),
            Some(names::DEL | names::S | names::STRIKE) => traits.is_struck = true,
            Some(names::B | names::STRONG | names::DT) => traits.is_strong = true,
            Some(names::BUTTON) => traits.is_button = true,
            _ => {}
        }
        let role = document.attribute(element, names::ROLE);
        traits.is_button |= role == Some("button");
        if role == Some("heading") && traits.heading.is_none() {
            traits.heading = Some(3);
        }
    }
    if let Some(cell) = sample.first()
        && sample.kind == ItemKind::Text
        && let Some(link) = link_around(document, cell)
    {
        traits.is_linked = cell.levels.contains(&link);
        traits.is_in_link = !traits.is_linked;
    }
    traits
}
