//! Features and compounds in the words of one language or the other, written behind what is there already.

use super::compound::Compound;
use super::feature::{Feature, Reach};
use super::index::{SelectorIndex, Word};
use super::predicate::{push_attribute_equals, push_attribute_starts_with, push_has_class};
use super::quote::{push_css_identifier, push_css_string, push_xpath_literal};
use crate::document::Name;
use crate::select::xpath::is_plain_name;
use std::fmt::Write;

impl Feature {
    fn push_css(self, index: &SelectorIndex<'_>, text: &mut String) {
        let attribute = |text: &mut String, name: Name| {
            text.push('[');
            push_css_identifier(text, index.document.spell(name));
        };
        match self {
            Feature::Id(id) => {
                text.push('#');
                push_css_identifier(text, index.spell(id));
            }
            Feature::Class(class) => {
                text.push('.');
                push_css_identifier(text, index.spell(class));
            }
            Feature::Attribute(name, value) | Feature::Prefix(name, value) => {
                attribute(text, name);
                text.push_str(if matches!(self, Feature::Prefix(..)) { "^=" } else { "=" });
                push_css_string(text, index.spell(value));
                text.push(']');
            }
            Feature::HasAttribute(name) => {
                attribute(text, name);
                text.push(']');
            }
            Feature::Nth(1) => text.push_str(":first-of-type"),
            Feature::Nth(number) => push_number(text, ":nth-of-type(", number, ")"),
            Feature::Last => text.push_str(":last-of-type"),
            Feature::From(number) => push_number(text, ":nth-of-type(n+", number, ")"),
            Feature::Until(number) => push_number(text, ":nth-last-of-type(n+", number, ")"),
            Feature::Has(_, inner) | Feature::Not(inner) => {
                text.push_str(match self {
                    Feature::Has(Reach::Child, _) => ":has(> ",
                    Feature::Has(..) => ":has(",
                    _ => ":not(",
                });
                index.numbered(inner).push_css(index, text);
                text.push(')');
            }
            // CSS has no words for it, and the search does not offer it.
            Feature::Text(_) => text.push_str(":not(*)"),
        }
    }

    /// The condition inside a predicate. `sole_class` tells whether a class is always alone in its attribute.
    fn push_xpath(self, index: &SelectorIndex<'_>, text: &mut String, sole_class: &dyn Fn(Word) -> bool) {
        let document = index.document;
        match self {
            Feature::Id(id) => push_attribute_equals(text, "id", index.spell(id)),
            Feature::Class(class) if sole_class(class) => push_attribute_equals(text, "class", index.spell(class)),
            Feature::Class(class) => push_has_class(text, index.spell(class)),
            Feature::Attribute(name, value) => push_attribute_equals(text, document.spell(name), index.spell(value)),
            Feature::Prefix(name, value) => push_attribute_starts_with(text, document.spell(name), index.spell(value)),
            Feature::HasAttribute(name) => {
                text.push('@');
                text.push_str(document.spell(name));
            }
            Feature::Text(label) => {
                text.push_str("normalize-space()=");
                push_xpath_literal(text, &index.spell_label(label));
            }
            Feature::Has(reach, inner) => {
                text.push_str(if reach == Reach::Descendant { ".//" } else { "" });
                index.numbered(inner).push_xpath(index, text, sole_class);
            }
            Feature::Not(inner) => {
                text.push_str("not(");
                { index.numbered(inner).features }.iter().for_each(|it| it.push_xpath(index, text, sole_class));
                text.push(')');
            }
            Feature::Nth(number) => push_number(text, "position()=", number, ""),
            Feature::Last => text.push_str("position()=last()"),
            Feature::From(number) => push_number(text, "position()>", number - 1, ""),
            Feature::Until(2) => text.push_str("position()<last()"),
            Feature::Until(number) => push_number(text, "position()<=last()-", number - 1, ""),
        }
    }
}

impl Compound {
    pub(super) fn push_css(&self, index: &SelectorIndex<'_>, text: &mut String) {
        match self.tag {
            Some(tag) => push_css_identifier(text, index.document.spell(tag)),
            None if self.features.is_empty() => text.push('*'),
            None => {}
        }
        self.features.iter().for_each(|feature| feature.push_css(index, text));
    }

    pub(super) fn push_xpath(&self, index: &SelectorIndex<'_>, text: &mut String, sole_class: &dyn Fn(Word) -> bool) {
        match self.tag.map(|tag| index.document.spell(tag)) {
            Some(tag) if is_plain_name(tag) => text.push_str(tag),
            Some(tag) => {
                text.push_str("*[name()=");
                push_xpath_literal(text, tag);
                text.push(']');
            }
            None => text.push('*'),
        }
        // Positions count all siblings of the name, so they come before the conditions that thin them out.
        let n_positions = self.features.iter().filter(|feature| feature.is_position()).count();
        let positions = self.features.iter().filter(|feature| feature.is_position());
        for (n_written, &position) in positions.enumerate() {
            text.push_str(if n_written == 0 { "[" } else { " and " });
            match position {
                Feature::Nth(number) if n_positions == 1 => push_number(text, "", number, ""),
                Feature::Last if n_positions == 1 => text.push_str("last()"),
                _ => position.push_xpath(index, text, sole_class),
            }
        }
        if n_positions > 0 {
            text.push(']');
        }
        for condition in self.features.iter().filter(|feature| !feature.is_position()) {
            text.push('[');
            condition.push_xpath(index, text, sole_class);
            text.push(']');
        }
    }
}

fn push_number(text: &mut String, before: &str, number: u32, after: &str) {
    // Writing into a String cannot fail.
    let _ = write!(text, "{before}{number}{after}");
}
