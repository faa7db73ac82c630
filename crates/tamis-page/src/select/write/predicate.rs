//! Conditions of XPath steps, as all expressions that we write spell them: what stands between the brackets.

use super::quote::xpath_literal;
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
    let word = xpath_literal(&format!(" {class} "));
    format!("contains(concat(' ', normalize-space(@class), ' '), {word})")
}

/// The attribute has this value.
pub fn attribute_equals(name: &str, value: &str) -> String {
    format!("@{name}={}", xpath_literal(value))
}

/// The attribute has a value that begins so.
pub fn attribute_starts_with(name: &str, prefix: &str) -> String {
    format!("starts-with(@{name}, {})", xpath_literal(prefix))
}

/// Whether a name of an element or attribute can stand in an expression as it is. Bad HTML has names with quotes and
/// brackets in them.
pub fn is_plain_name(name: &str) -> bool {
    xpath::is_plain_name(name)
}
