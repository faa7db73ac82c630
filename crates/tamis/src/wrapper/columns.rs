//! What a user says about the columns of a wrapper: other names, selectors of their own, types, and what can go.

use super::file::{MAX_COLUMNS, MAX_TEXT, check_name, type_named};
use super::{Selectors, ValueFormat, ValueType, Wrapper, WrapperColumn, WrapperError, WrapperPart};
use std::collections::BTreeSet;
use std::str::FromStr;
use tamis_page::{Css, XPath};

/// A change to the columns of a wrapper, as it is typed.
///
/// | text | what it does |
/// |---|---|
/// | `price=amount` | column `amount` is called `price` |
/// | `price=.amount` | column `price` is what a CSS selector selects in the record, new or in place of the one of this name |
/// | `price=.amount@data-value` | the same, an attribute of it; `@data-id` alone is one of the record itself |
/// | `price=.//b[2]/text()` | the same in `XPath`: what begins with `/`, `./`, `.//` or `(` |
/// | `price:money=.amount` | with a type, where that of its values is wrong |
/// | `price:money` | the type alone |
/// | `-note` | column `note` goes |
///
/// The names of columns are those before all changes, so that two can change theirs.
///
/// ```
/// use tamis::wrapper::ColumnEdit;
///
/// assert_eq!("-note".parse(), Ok(ColumnEdit::Remove("note".to_owned())));
/// let error = "price:mony=.amount".parse::<ColumnEdit>().unwrap_err();
/// assert_eq!(error.to_string(), "there is no type `mony`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ColumnEdit {
    /// The column of this name goes.
    Remove(String),
    /// The column is of this type.
    Type(String, ValueType),
    /// The column is called so, or is what a selector selects.
    Set {
        /// Its name.
        name: String,
        /// Its type, if it is said.
        value_type: Option<ValueType>,
        /// The name of another column, or a selector.
        from: String,
    },
}

/// Why a change to the columns cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnEditError {
    /// The text is none.
    #[error("`{0}` is no change of a column")]
    NotAnEdit(String),
    /// There is no such type.
    #[error("there is no type `{0}`")]
    UnknownType(String),
    /// There is no column of this name.
    #[error("there is no column `{name}`")]
    NoSuchColumn {
        /// The name.
        name: String,
        /// The names of the columns that there are.
        columns: Vec<String>,
    },
    /// There is another column of the new name.
    #[error("there is a column `{0}` already")]
    SameName(String),
    /// The selector is of nothing on any page.
    #[error("column `{name}`: `{selector}` selects nothing in any record")]
    Nothing {
        /// The column.
        name: String,
        /// Its selector.
        selector: String,
        /// The names of the columns that there are: one of them may have been meant.
        columns: Vec<String>,
    },
    /// The column cannot be: its name, or its selector.
    #[error(transparent)]
    Wrapper(#[from] WrapperError),
    /// All columns were removed.
    #[error("no column is left")]
    NoneLeft,
    /// There are more columns than a wrapper may have.
    #[error("a wrapper has at most {MAX_COLUMNS} columns")]
    TooMany,
}

impl ColumnEditError {
    /// What would have been right. Options stand as on a command line, with `=` before their value.
    pub(crate) fn hint(&self) -> Option<String> {
        Some(match self {
            ColumnEditError::NotAnEdit(_) => "write NAME=COLUMN, NAME=SELECTOR, NAME:TYPE or -NAME".to_owned(),
            ColumnEditError::UnknownType(_) => {
                "the types are text, date, time, money, integer, decimal, percentage, image, url".to_owned()
            }
            ColumnEditError::NoSuchColumn { columns, .. } => format!("there are {}", columns.join(", ")),
            ColumnEditError::Nothing { columns, .. } => {
                format!("try it on a page in a browser; the columns are {}", columns.join(", "))
            }
            ColumnEditError::SameName(name) => {
                format!("leave that one out with --without={name}, or choose another name")
            }
            ColumnEditError::Wrapper(_) => "an XPath begins with /, ./, .// or (; everything else is CSS".to_owned(),
            ColumnEditError::NoneLeft => "a wrapper needs one: remove fewer, or pin one with --column".to_owned(),
            ColumnEditError::TooMany => return None,
        })
    }
}

impl FromStr for ColumnEdit {
    type Err = ColumnEditError;

    fn from_str(text: &str) -> Result<ColumnEdit, ColumnEditError> {
        let text = text.trim();
        let not_an_edit = || ColumnEditError::NotAnEdit(text.to_owned());
        if let Some(name) = text.strip_prefix('-') {
            return Ok(ColumnEdit::Remove(named(name).ok_or_else(not_an_edit)?));
        }
        let (left, from) = match text.split_once('=') {
            Some((left, from)) if !from.trim().is_empty() => (left, Some(from.trim().to_owned())),
            Some(_) => return Err(not_an_edit()),
            None => (text, None),
        };
        let (name, value_type) = match left.rsplit_once(':') {
            Some((name, word)) => {
                let value_type = type_named(word.trim());
                (name, Some(value_type.ok_or_else(|| ColumnEditError::UnknownType(word.trim().to_owned()))?))
            }
            None => (left, None),
        };
        let name = named(name).ok_or_else(not_an_edit)?;
        match (value_type, from) {
            (value_type, Some(from)) if from.len() <= MAX_TEXT => Ok(ColumnEdit::Set { name, value_type, from }),
            (Some(value_type), None) => Ok(ColumnEdit::Type(name, value_type)),
            _ => Err(not_an_edit()),
        }
    }
}

fn named(name: &str) -> Option<String> {
    let name = name.trim();
    check_name(name).is_none().then(|| name.to_owned())
}

/// What is left to do for a column after a change: its values have to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pinned {
    /// The place of the column.
    pub(super) place: usize,
    /// Its type, if the user said it.
    pub(super) value_type: Option<ValueType>,
    /// Whether the selector is new, and may start from any of the record's elements.
    pub(super) is_new: bool,
}

/// Makes the changes, as far as that can be done without looking at pages, in an order in which names are free when they are
/// needed: first goes what goes, then all columns get their names at once, then come selectors and types.
pub(super) fn make(edits: &[ColumnEdit], wrapper: &mut Wrapper) -> Result<Vec<Pinned>, ColumnEditError> {
    let learned = names(wrapper);
    let missing = |name: &str| ColumnEditError::NoSuchColumn { name: name.to_owned(), columns: learned.clone() };
    for edit in edits {
        if let ColumnEdit::Remove(name) = edit {
            let place = place_of(wrapper, name).ok_or_else(|| missing(name))?;
            wrapper.columns.remove(place);
        }
    }
    let before = names(wrapper);
    let mut todo = rename(edits, wrapper)?;
    for edit in edits {
        match edit {
            ColumnEdit::Type(name, value_type) => {
                let was_called = || before.iter().position(|before| before == name);
                let place = place_of(wrapper, name).or_else(was_called).ok_or_else(|| missing(name))?;
                todo.push(Pinned { place, value_type: Some(*value_type), is_new: false });
            }
            ColumnEdit::Set { name, value_type, from } if !before.contains(from) => {
                let place = pin(wrapper, name, from)?;
                todo.push(Pinned { place, value_type: *value_type, is_new: true });
            }
            _ => {}
        }
    }
    Ok(todo)
}

/// Gives columns their new names, each by its old one, so that two can change theirs.
fn rename(edits: &[ColumnEdit], wrapper: &mut Wrapper) -> Result<Vec<Pinned>, ColumnEditError> {
    let before = names(wrapper);
    let mut todo = Vec::new();
    for edit in edits {
        let ColumnEdit::Set { name, value_type, from } = edit else { continue };
        let Some(place) = before.iter().position(|before| before == from) else { continue };
        wrapper.columns[place].name.clone_from(name);
        todo.extend(value_type.map(|_| Pinned { place, value_type: *value_type, is_new: false }));
    }
    let mut seen = BTreeSet::new();
    match wrapper.columns.iter().find(|column| !seen.insert(column.name.as_str())) {
        Some(twice) => Err(ColumnEditError::SameName(twice.name.clone())),
        None => Ok(todo),
    }
}

/// A column of this name with the selector of a user, in place of the one that there is or behind the others.
fn pin(wrapper: &mut Wrapper, name: &str, selector: &str) -> Result<usize, ColumnEditError> {
    let (selectors, attribute) = pinned(name, selector)?;
    let place = place_of(wrapper, name).unwrap_or(wrapper.columns.len());
    if place == MAX_COLUMNS {
        return Err(ColumnEditError::TooMany);
    }
    let mut column = WrapperColumn::new(name.to_owned(), ValueFormat::default(), selectors);
    column.attribute = attribute;
    match wrapper.columns.get_mut(place) {
        Some(old) => *old = column,
        None => wrapper.columns.push(column),
    }
    Ok(place)
}

fn place_of(wrapper: &Wrapper, name: &str) -> Option<usize> {
    wrapper.columns.iter().position(|column| column.name == name)
}

pub(super) fn names(wrapper: &Wrapper) -> Vec<String> {
    wrapper.columns.iter().map(|column| column.name.clone()).collect()
}

/// The selector that a user gives for a column, and the attribute behind it.
fn pinned(name: &str, text: &str) -> Result<(Selectors, Option<String>), ColumnEditError> {
    let wrong = |language, error| WrapperError::Selector {
        part: WrapperPart::Column(name.to_owned()),
        language,
        selector: text.to_owned(),
        error,
    };
    if is_xpath(text) {
        XPath::parse(text).map_err(|error| wrong(super::SelectorLanguage::XPath, error))?;
        return Ok((Selectors { css: None, xpath: Some(text.to_owned()) }, None));
    }
    let (css, attribute) = split_attribute(text);
    let css = if css.is_empty() { ":scope" } else { css };
    Css::parse(css).map_err(|error| wrong(super::SelectorLanguage::Css, error))?;
    Ok((Selectors { css: Some(css.to_owned()), xpath: None }, attribute.map(str::to_owned)))
}

/// A class begins with a dot too, but no name of one with a slash.
fn is_xpath(text: &str) -> bool {
    ["/", "./", "(", "..", "@"].iter().any(|&start| text.starts_with(start)) && !is_own_attribute(text) || text == "."
}

/// `@data-id` is an attribute of the record, in either language.
fn is_own_attribute(text: &str) -> bool {
    text.strip_prefix('@').is_some_and(is_attribute_name)
}

/// CSS with `@name` behind it. An `@` in brackets is a part of the selector, and so is one behind a backslash.
fn split_attribute(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once('@') {
        Some((css, attribute)) if is_attribute_name(attribute) && !css.ends_with('\\') => {
            (css.trim_end(), Some(attribute))
        }
        _ => (text, None),
    }
}

fn is_attribute_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_pin(text: &str, css: Option<&str>, xpath: Option<&str>, attribute: Option<&str>) {
        let (selectors, found) = pinned("price", text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((selectors.css.as_deref(), selectors.xpath.as_deref(), found.as_deref()), (css, xpath, attribute));
    }

    #[test]
    fn the_language_of_a_selector_is_seen_by_how_it_begins() {
        check_pin(".amount", Some(".amount"), None, None);
        check_pin(".amount@data-value", Some(".amount"), None, Some("data-value"));
        check_pin("a[href='x@y']@title", Some("a[href='x@y']"), None, Some("title"));
        check_pin("a[href='x@y']", Some("a[href='x@y']"), None, None);
        check_pin("b", Some("b"), None, None);
        check_pin("@data-id", Some(":scope"), None, Some("data-id"));
        check_pin("//span[@id='p']/text()", None, Some("//span[@id='p']/text()"), None);
        check_pin(".//b/@title", None, Some(".//b/@title"), None);
        check_pin("./b", None, Some("./b"), None);
        check_pin("(.//b)[2]", None, Some("(.//b)[2]"), None);
        check_pin("../@id", None, Some("../@id"), None);
        check_pin(".", None, Some("."), None);
    }

    #[test]
    fn an_edit_that_is_none_is_refused() {
        let refused = |text: &str| text.parse::<ColumnEdit>().expect_err(text).to_string();
        assert_eq!(refused("price"), "`price` is no change of a column");
        assert_eq!(refused("price="), "`price=` is no change of a column");
        assert_eq!(refused("=.amount"), "`=.amount` is no change of a column");
        assert_eq!(refused("-"), "`-` is no change of a column");
        assert_eq!(refused("price:mony=.amount"), "there is no type `mony`");
        let error = pinned("price", ".amount >").expect_err("it is no selector").to_string();
        assert!(error.starts_with("column `price` has a wrong css selector `.amount >`: "), "{error}");
    }

    #[test]
    fn names_and_types_are_told_from_selectors_with_colons() {
        let edit: ColumnEdit = "price:money=li:first-child > b".parse().expect("is one");
        let (name, from) = ("price".to_owned(), "li:first-child > b".to_owned());
        assert_eq!(edit, ColumnEdit::Set { name, value_type: Some(ValueType::Money), from });
        assert_eq!("price:money".parse(), Ok(ColumnEdit::Type("price".to_owned(), ValueType::Money)));
    }
}
