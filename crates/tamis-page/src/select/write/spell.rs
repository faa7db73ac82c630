//! Features and compounds in the words of one language or the other, written behind what is there already.

use super::feature::{Feature, Reach};
use super::index::{SelectorIndex, Word};
use super::pattern::Compound;
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

/// An identifier, escaped where CSS needs it (CSSOM, "serialize an identifier").
fn push_css_identifier(quoted: &mut String, text: &str) {
    let is_plain = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let goes_on = |byte: u8| is_plain(byte) || byte.is_ascii_digit() || byte == b'-';
    if text.bytes().next().is_some_and(is_plain) && text.bytes().all(goes_on) {
        return quoted.push_str(text);
    }
    for (i, character) in text.chars().enumerate() {
        let leads = i == 0 || i == 1 && text.starts_with('-');
        match character {
            '\0' => quoted.push(char::REPLACEMENT_CHARACTER),
            '\x01'..='\x1f' | '\x7f' => push_code(quoted, character),
            '0'..='9' if leads => push_code(quoted, character),
            '-' if text == "-" => quoted.push_str("\\-"),
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => quoted.push(character),
            _ if !character.is_ascii() => quoted.push(character),
            _ => {
                quoted.push('\\');
                quoted.push(character);
            }
        }
    }
}

/// A string in double quotes.
fn push_css_string(quoted: &mut String, text: &str) {
    quoted.push('"');
    for character in text.chars() {
        match character {
            '\0' => quoted.push(char::REPLACEMENT_CHARACTER),
            '\x01'..='\x1f' | '\x7f' => push_code(quoted, character),
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(character);
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
}

fn push_code(quoted: &mut String, character: char) {
    // Writing into a String cannot fail.
    let _ = write!(quoted, "\\{:x} ", u32::from(character));
}

/// A string literal; with both kinds of quotes in it, a `concat()` of literals.
fn push_xpath_literal(quoted: &mut String, text: &str) {
    if !text.contains('\'') {
        quoted.extend(["'", text, "'"]);
    } else if !text.contains('"') {
        quoted.extend(["\"", text, "\""]);
    } else {
        let mut before = "concat('";
        for part in text.split('\'') {
            quoted.extend([before, part, "'"]);
            before = ", \"'\", '";
        }
        quoted.push(')');
    }
}

/// The class is among the element's classes.
///
/// ```
/// use tamis_page::predicate;
///
/// let expected = "contains(concat(' ', normalize-space(@class), ' '), ' price ')";
/// assert_eq!(predicate::has_class("price"), expected);
/// ```
pub fn has_class(class: &str) -> String {
    spelt(|text| push_has_class(text, class))
}

/// The attribute has this value.
pub fn attribute_equals(name: &str, value: &str) -> String {
    spelt(|text| push_attribute_equals(text, name, value))
}

/// The attribute has a value that begins so.
pub fn attribute_starts_with(name: &str, prefix: &str) -> String {
    spelt(|text| push_attribute_starts_with(text, name, prefix))
}

/// A string, in the quotes that it does not have in it.
pub fn literal(text: &str) -> String {
    spelt(|quoted| push_xpath_literal(quoted, text))
}

fn push_has_class(text: &mut String, class: &str) {
    text.push_str("contains(concat(' ', normalize-space(@class), ' '), ");
    push_xpath_literal(text, &[" ", class, " "].concat());
    text.push(')');
}

fn push_attribute_equals(text: &mut String, name: &str, value: &str) {
    text.extend(["@", name, "="]);
    push_xpath_literal(text, value);
}

fn push_attribute_starts_with(text: &mut String, name: &str, prefix: &str) {
    text.extend(["starts-with(@", name, ", "]);
    push_xpath_literal(text, prefix);
    text.push(')');
}

fn spelt(push: impl FnOnce(&mut String)) -> String {
    let mut text = String::new();
    push(&mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelt(push: fn(&mut String, &str), text: &str) -> String {
        let mut spelt = String::new();
        push(&mut spelt, text);
        spelt
    }

    #[test]
    fn identifiers_escape_what_css_would_misread() {
        for (text, quoted) in [
            ("plain-name_2", "plain-name_2"),
            ("1st", "\\31 st"),
            ("-1", "-\\31 "),
            ("-", "\\-"),
            ("md:w-1/2", "md\\:w-1\\/2"),
            ("ünï", "ünï"),
            ("a\tb", "a\\9 b"),
        ] {
            assert_eq!(spelt(push_css_identifier, text), quoted);
        }
    }

    #[test]
    fn strings_keep_their_quotes() {
        assert_eq!(spelt(push_css_string, "say \"a\\b\"\n"), "\"say \\\"a\\\\b\\\"\\a \"");
        assert_eq!(spelt(push_xpath_literal, "plain"), "'plain'");
        assert_eq!(spelt(push_xpath_literal, "it's"), "\"it's\"");
        assert_eq!(spelt(push_xpath_literal, "'a' \"b\""), "concat('', \"'\", 'a', \"'\", ' \"b\"')");
    }
}
