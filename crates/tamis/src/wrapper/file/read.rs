//! From JSON to a wrapper.

use super::super::{
    DecimalMark, Learned, LearnedColumn, LearnedPage, RecordSelectors, SelectorLanguage, Selectors, ValueFormat,
    ValueType, Wrapper, WrapperColumn, WrapperPart,
};
use super::error::marked;
use super::objects::{
    ColumnObject, LanguageObject, LearnedColumnObject, LearnedObject, LearnedPageObject, MarkObject, SelectorsObject,
    TypeObject, WrapperObject,
};
use super::{MAX_BYTES, MAX_COLUMNS, MAX_NODES, MAX_TEXT, VERSION, WrapperFileError};
use serde::Deserialize;
use tamis_page::ContentKind;

/// Reads a wrapper, and checks that it can be used.
///
/// # Errors
/// It is something else, of a later version, has a member that there is none of, or a selector that cannot be read; the error
/// says where.
pub fn from_json(file: &[u8]) -> Result<Wrapper, WrapperFileError> {
    if file.len() > MAX_BYTES {
        return Err(WrapperFileError::TooLarge);
    }
    let file = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
    let first = file.iter().copied().find(|byte| !byte.is_ascii_whitespace());
    if first != Some(b'{') {
        return Err(not_json(file, first));
    }
    check_version(file)?;
    let object: WrapperObject = serde_json::from_slice(file).map_err(|error| wrong_json(file, &error))?;
    let wrapper = wrapper(object)?;
    wrapper.compile()?;
    Ok(wrapper)
}

/// What was given in place of a wrapper.
fn not_json(file: &[u8], first: Option<u8>) -> WrapperFileError {
    let what = match first {
        None => "an empty file",
        Some(b'<') => "a page",
        Some(b'[' | b'"' | b'0'..=b'9' | b't' | b'f' | b'n') => "something else",
        Some(_) if !ContentKind::of(file).is_page() => "something else",
        Some(_) => "text",
    };
    WrapperFileError::NotAWrapper { what }
}

/// The members that say what a file is, whatever else is in it.
#[derive(Deserialize)]
struct Head {
    tamis_wrapper: Option<u64>,
    schema_version: Option<u64>,
}

fn check_version(file: &[u8]) -> Result<(), WrapperFileError> {
    let head: Head = serde_json::from_slice(file).map_err(|error| wrong_json(file, &error))?;
    match head {
        Head { tamis_wrapper: Some(version), .. } if version > VERSION.into() => {
            Err(WrapperFileError::Newer { version })
        }
        Head { tamis_wrapper: Some(_), .. } => Ok(()),
        Head { schema_version: Some(_), .. } => Err(WrapperFileError::NotAWrapper { what: "what was found on a page" }),
        Head { .. } => Err(WrapperFileError::NotAWrapper { what: "JSON without the member `tamis_wrapper`" }),
    }
}

/// An error of the JSON reader in our words, with the line that it is in.
fn wrong_json(file: &[u8], error: &serde_json::Error) -> WrapperFileError {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = error.to_string();
    let message = text.strip_suffix(&place).unwrap_or(&text);
    let words = [
        ("unknown field", "there is no member"),
        ("missing field", "there is no member"),
        ("duplicate field", "there are two members"),
        ("unknown variant", "there is no word"),
        ("EOF", "the file ends"),
        ("expected u32", "expected a whole number"),
        ("expected u64", "expected a whole number"),
        ("expected f64", "expected a number"),
        ("expected struct WrapperObject", "expected an object"),
        ("expected struct RecordObject", "expected an object, or null where the page is the record"),
        ("expected struct SelectorsObject", "expected an object with the members css and xpath"),
        ("expected struct ColumnObject", "expected an object"),
        ("expected struct LearnedColumnObject", "expected an object"),
        ("expected struct LearnedPageObject", "expected an object"),
        ("expected struct LearnedObject", "expected an object"),
        ("expected struct GeneratorObject", "expected an object"),
    ];
    let message = words.iter().fold(message.to_owned(), |message, (theirs, ours)| message.replacen(theirs, ours, 1));
    let line = file.split(|&byte| byte == b'\n').nth(error.line().saturating_sub(1)).unwrap_or(b"");
    // The reader counts bytes, the last of which it could not use; of a word it has read all.
    let byte = error.column().saturating_sub(1).min(line.len());
    let word = message.split('`').nth(1).map(|word| format!("\"{word}\""));
    let is_read = |word: &String| line.get(..=byte).is_some_and(|read| read.ends_with(word.as_bytes()));
    let byte = word.filter(is_read).map_or(byte, |word| byte + 1 - word.len());
    let before = String::from_utf8_lossy(&line[..byte]);
    let excerpt = marked(&format!("{before}{}", String::from_utf8_lossy(&line[byte..])), before.len());
    let is_syntax = !error.is_data();
    WrapperFileError::Json { line: error.line(), column: before.chars().count() + 1, message, excerpt, is_syntax }
}

fn wrapper(object: WrapperObject) -> Result<Wrapper, WrapperFileError> {
    let n = object.columns.len();
    if n > MAX_COLUMNS {
        return Err(WrapperFileError::TooMany { what: "columns", n, limit: MAX_COLUMNS });
    }
    let region = selectors(object.region, &WrapperPart::Region)?;
    let record = object.record.map(|record| {
        if record.nodes == 0 || record.nodes > MAX_NODES {
            let problem = format!("consists of 1 to {MAX_NODES} elements, not of {}", record.nodes);
            return Err(WrapperFileError::Value { part: WrapperPart::Record, problem });
        }
        let first = SelectorsObject { css: record.css, xpath: record.xpath };
        Ok(RecordSelectors::new(selectors(first, &WrapperPart::Record)?, record.nodes as usize))
    });
    let mut wrapper = Wrapper::new(region, record.transpose()?);
    wrapper.language = match object.language {
        LanguageObject::XPath => SelectorLanguage::XPath,
        LanguageObject::Css => SelectorLanguage::Css,
    };
    wrapper.next = object.next.map(|next| selectors(next, &WrapperPart::Next)).transpose()?;
    wrapper.columns = object.columns.into_iter().map(column).collect::<Result<_, _>>()?;
    wrapper.learned = object.learned.map(learned).transpose()?.unwrap_or_default();
    Ok(wrapper)
}

/// Selectors that are not too long; blank ones are none.
fn selectors(object: SelectorsObject, part: &WrapperPart) -> Result<Selectors, WrapperFileError> {
    let short = |selector: Option<String>| match selector {
        Some(selector) if selector.len() > MAX_TEXT => {
            let problem = format!("has a selector of more than {MAX_TEXT} bytes");
            Err(WrapperFileError::Value { part: part.clone(), problem })
        }
        selector => Ok(selector.filter(|selector| !selector.trim().is_empty())),
    };
    Ok(Selectors { css: short(object.css)?, xpath: short(object.xpath)? })
}

fn column(object: ColumnObject) -> Result<WrapperColumn, WrapperFileError> {
    let ColumnObject { name, value_type, unit, decimal_mark, css, xpath, attribute, text, node, learned } = object;
    let part = || WrapperPart::Column(name.chars().take(SHOWN_OF_NAME).collect());
    let refused = |problem: &str| Err(WrapperFileError::Value { part: part(), problem: problem.to_owned() });
    if let Some(problem) = check_name(&name) {
        return refused(problem);
    }
    if attribute.is_some() && text.is_some() {
        return refused("has an attribute and a text: a value is one of them");
    }
    if text == Some(0) {
        return refused("has text 0: the first text is 1");
    }
    if attribute.as_deref().is_some_and(|name| name.is_empty() || name.len() > MAX_TEXT || name.contains(' ')) {
        return refused("has an attribute that is no name");
    }
    let selectors = selectors(SelectorsObject { css, xpath }, &part())?;
    let mut format = ValueFormat::of_type(of_object(value_type));
    format.unit = unit;
    format.decimal_mark = match decimal_mark {
        Some(MarkObject::Comma) => DecimalMark::Comma,
        Some(MarkObject::Dot) | None => DecimalMark::Dot,
    };
    let learned = learned.map(|learned| learned_column(learned, &name));
    let mut column = WrapperColumn::new(name, format, selectors);
    (column.attribute, column.text, column.node) = (attribute, text.map(|text| text as usize), node as usize);
    column.learned = learned.unwrap_or_default();
    Ok(column)
}

/// How much of a name that is too long is repeated.
const SHOWN_OF_NAME: usize = 40;

/// What is wrong with the name of a column, if something is.
pub(in crate::wrapper) fn check_name(name: &str) -> Option<&'static str> {
    if name.trim().is_empty() {
        return Some("has no name");
    }
    if name.len() > MAX_TEXT || name.chars().any(char::is_control) {
        return Some("has a name that is no name: it is too long, or not on one line");
    }
    None
}

fn learned_column(object: LearnedColumnObject, name: &str) -> LearnedColumn {
    let mut learned = LearnedColumn::default();
    learned.name = if object.name.is_empty() { name.to_owned() } else { object.name };
    (learned.fill, learned.least_fill) = (share(object.fill), object.least_fill.map(share));
    (learned.typed, learned.distinct) = (share(object.typed), share(object.distinct));
    learned.least_distinct = object.least_distinct.map(share);
    learned.length = object.length as usize;
    (learned.short, learned.long) = (object.short as usize, object.long as usize);
    learned.holder = object.holder;
    learned.examples = object.examples;
    learned
}

fn share(share: f64) -> f64 {
    share.clamp(0.0, 1.0)
}

fn learned(object: LearnedObject) -> Result<Learned, WrapperFileError> {
    let mut learned = Learned::default();
    let page = |page: LearnedPageObject| {
        let mut learned = LearnedPage::new(page.url, page.rows as usize);
        learned.has_next = page.next;
        learned
    };
    learned.pages = object.pages.into_iter().map(page).collect();
    (learned.outside, learned.record_length) = (object.outside as usize, object.record_length as usize);
    for line in object.paths {
        // All of it is checked: a slip in one digit would be another path.
        let digits = line.as_bytes().chunks(8).map(|digits| {
            let digits = std::str::from_utf8(digits).ok().filter(|digits| digits.len() == 8)?;
            u32::from_str_radix(digits, 16).ok()
        });
        let numbers: Option<Vec<u32>> = digits.collect();
        let problem = || "has paths that are no lines of eight hexadecimal digits each".to_owned();
        let not_paths = || WrapperFileError::Value { part: WrapperPart::Learned, problem: problem() };
        learned.paths.extend(numbers.ok_or_else(not_paths)?);
    }
    Ok(learned)
}

fn of_object(object: TypeObject) -> ValueType {
    match object {
        TypeObject::Text => ValueType::Text,
        TypeObject::Date => ValueType::Date,
        TypeObject::Time => ValueType::Time,
        TypeObject::Money => ValueType::Money,
        TypeObject::Integer => ValueType::Integer,
        TypeObject::Decimal => ValueType::Decimal,
        TypeObject::Percentage => ValueType::Percentage,
        TypeObject::Image => ValueType::Image,
        TypeObject::Url => ValueType::Url,
    }
}

/// The type of this name.
pub(in crate::wrapper) fn type_named(name: &str) -> Option<ValueType> {
    serde_json::from_value::<TypeObject>(name.into()).ok().map(of_object)
}
