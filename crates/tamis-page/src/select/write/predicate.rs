//! Conditions of XPath steps, as all expressions that we write spell them: what stands between the brackets.

use super::quote::push_xpath_literal;
use crate::select::xpath;

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

/// Whether a name of an element or attribute can stand in an expression as it is. Bad HTML has names with quotes and
/// brackets in them.
pub fn is_plain_name(name: &str) -> bool {
    xpath::is_plain_name(name)
}

pub(super) fn push_has_class(text: &mut String, class: &str) {
    text.push_str("contains(concat(' ', normalize-space(@class), ' '), ");
    push_xpath_literal(text, &[" ", class, " "].concat());
    text.push(')');
}

pub(super) fn push_attribute_equals(text: &mut String, name: &str, value: &str) {
    text.extend(["@", name, "="]);
    push_xpath_literal(text, value);
}

pub(super) fn push_attribute_starts_with(text: &mut String, name: &str, prefix: &str) {
    text.extend(["starts-with(@", name, ", "]);
    push_xpath_literal(text, prefix);
    text.push(')');
}

fn spelt(push: impl FnOnce(&mut String)) -> String {
    let mut text = String::new();
    push(&mut text);
    text
}
