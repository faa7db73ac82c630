//! Wrappers of tables as bytes.
//!
//! A selector often begins as the one before it, so each is written as what it shares with that and how it goes on. `XPath` has
//! many words for a class; they are written as one character. Names and formats of columns are those of the table.

use super::TemplateError;
use super::bytes::{Reader, Writer};
use crate::annotation::{
    MAX_BYTES, MAX_COLUMNS, MAX_WRAPPERS, NoWrapper, STANDS_FOR_CLASS_TEST, StoredColumn, StoredTable, TableMap,
    TableWrapper,
};
use crate::wrapper::{Learned, LearnedColumn, LearnedPage, RecordSelectors, SelectorLanguage, Wrapper, WrapperColumn};
use tamis_page::Selectors;

/// Reasons by the number that is stored, from one on; none is ever renumbered.
const REASONS: [NoWrapper; 8] = [
    NoWrapper::NotLearned,
    NoWrapper::NoRows,
    NoWrapper::Advertisements,
    NoWrapper::NoSelectors,
    NoWrapper::TooLarge,
    NoWrapper::OtherRecords,
    NoWrapper::OtherCells,
    NoWrapper::TooManyTables,
];
const LANGUAGES: [SelectorLanguage; 2] = [SelectorLanguage::XPath, SelectorLanguage::Css];

/// How an expression asks for a class; [`STANDS_FOR_CLASS_TEST`] is stored instead.
const CLASS_TEST: &str = "contains(concat(' ', normalize-space(@class), ' '), ";

/// What is there of a selector and its column, as bits of a byte.
const HAS_CSS: u8 = 1;
const HAS_XPATH: u8 = 2;
const HAS_ATTRIBUTE: u8 = 4;
const HAS_TEXT: u8 = 8;
const HAS_NODE: u8 = 16;

pub(super) fn write(writer: &mut Writer, map: &TableMap) {
    for table in &map.tables {
        match &table.wrapper {
            Err(reason) => writer.byte(1 + super::number_of(&REASONS, reason)),
            Ok(wrapper) => {
                writer.byte(0);
                writer.number(u64::from(wrapper.n_up()));
                write_wrapper(writer, wrapper.wrapper());
            }
        }
    }
}

/// Adds the wrappers to tables that were read without.
pub(super) fn read(reader: &mut Reader<'_>, map: &mut TableMap) -> Result<(), TemplateError> {
    let mut n_wrappers = 0;
    for table in &mut map.tables {
        table.wrapper = match reader.byte()? {
            0 => {
                n_wrappers += 1;
                if n_wrappers > MAX_WRAPPERS || table.columns.len() > MAX_COLUMNS {
                    return Err(TemplateError);
                }
                let n_up = reader.small()?;
                let wrapper = read_wrapper(reader, table)?;
                Ok(TableWrapper::of(&wrapper, n_up).ok_or(TemplateError)?)
            }
            reason => Err(*REASONS.get(usize::from(reason) - 1).ok_or(TemplateError)?),
        };
    }
    Ok(())
}

fn write_wrapper(writer: &mut Writer, wrapper: &Wrapper) {
    let mut last = Selectors::default();
    writer.byte(super::number_of(&LANGUAGES, &wrapper.language));
    write_selectors(writer, &mut last, &wrapper.region, 0);
    let nothing = RecordSelectors::new(Selectors::default(), 0);
    let record = wrapper.record.as_ref().unwrap_or(&nothing);
    write_selectors(writer, &mut last, &record.first, 0);
    writer.count(record.n_nodes);
    write_selectors(writer, &mut last, wrapper.next.as_ref().unwrap_or(&nothing.first), 0);
    writer.count(wrapper.learned.pages.first().map_or(0, |page| page.n_rows));
    for column in &wrapper.columns {
        let bit = |is_there: bool, bit: u8| if is_there { bit } else { 0 };
        let flags = bit(column.attribute.is_some(), HAS_ATTRIBUTE)
            | bit(column.text.is_some(), HAS_TEXT)
            | bit(column.node > 0, HAS_NODE);
        write_selectors(writer, &mut last, &column.selectors, flags);
        if let Some(attribute) = &column.attribute {
            writer.text(attribute);
        }
        if let Some(text) = column.text {
            writer.count(text);
        }
        if column.node > 0 {
            writer.count(column.node);
        }
        for share in [column.learned.fill, column.learned.typed, column.learned.distinct] {
            writer.byte((100.0 * share).round() as u8);
        }
        writer.count(column.learned.length);
    }
}

fn read_wrapper(reader: &mut Reader<'_>, table: &StoredTable) -> Result<Wrapper, TemplateError> {
    let mut texts = Texts { last: Selectors::default(), n_left: MAX_BYTES };
    let language = super::read_one_of(reader, &LANGUAGES)?;
    let (_, region) = texts.selectors(reader, 0)?;
    let (_, first) = texts.selectors(reader, 0)?;
    let record = RecordSelectors::new(first, reader.small()? as usize);
    let (_, next) = texts.selectors(reader, 0)?;
    let mut wrapper = Wrapper::new(region, Some(record));
    wrapper.language = language;
    wrapper.next = (next != Selectors::default()).then_some(next);
    let page = LearnedPage::new(None, reader.small()? as usize);
    wrapper.learned = Learned { pages: vec![page], ..Learned::default() };
    for column in &table.columns {
        wrapper.columns.push(read_column(reader, &mut texts, column)?);
    }
    Ok(wrapper)
}

fn read_column(
    reader: &mut Reader<'_>,
    texts: &mut Texts,
    stored: &StoredColumn,
) -> Result<WrapperColumn, TemplateError> {
    let (flags, selectors) = texts.selectors(reader, HAS_ATTRIBUTE | HAS_TEXT | HAS_NODE)?;
    let mut column = WrapperColumn::new(stored.name.clone(), stored.format.clone(), selectors);
    if flags & HAS_ATTRIBUTE != 0 {
        let attribute = reader.text()?;
        texts.spend(attribute.len())?;
        column.attribute = Some(attribute);
    }
    if flags & HAS_TEXT != 0 {
        column.text = Some(reader.small()? as usize);
    }
    if flags & HAS_NODE != 0 {
        column.node = Some(reader.small()? as usize).filter(|&node| node > 0).ok_or(TemplateError)?;
    }
    let mut share = || match reader.byte()? {
        hundredths @ 0..=100 => Ok(f64::from(hundredths) / 100.0),
        _ => Err(TemplateError),
    };
    let (fill, typed, distinct) = (share()?, share()?, share()?);
    let (name, length) = (stored.name.clone(), reader.small()? as usize);
    column.learned = LearnedColumn { name, fill, typed, distinct, length, ..LearnedColumn::default() };
    Ok(column)
}

/// The selectors of both languages, with further bits in their head.
fn write_selectors(writer: &mut Writer, last: &mut Selectors, selectors: &Selectors, flags: u8) {
    let has = |text: &Option<String>, bit: u8| if text.is_some() { bit } else { 0 };
    writer.byte(flags | has(&selectors.css, HAS_CSS) | has(&selectors.xpath, HAS_XPATH));
    for (last, text) in [(&mut last.css, &selectors.css), (&mut last.xpath, &selectors.xpath)] {
        let Some(text) = text else { continue };
        let text = text.replace(CLASS_TEST, STANDS_FOR_CLASS_TEST.encode_utf8(&mut [0; 4]));
        let before = last.as_deref().unwrap_or_default();
        let shared = text.char_indices().zip(before.chars()).take_while(|((_, one), other)| one == other);
        let n_shared = shared.last().map_or(0, |((at, letter), _)| at + letter.len_utf8());
        writer.count(n_shared);
        writer.text(&text[n_shared..]);
        *last = Some(text);
    }
}

/// The selectors that were read last, and how long all that follow may be.
struct Texts {
    last: Selectors,
    n_left: usize,
}

impl Texts {
    fn selectors(&mut self, reader: &mut Reader<'_>, known: u8) -> Result<(u8, Selectors), TemplateError> {
        let flags = reader.byte()?;
        if flags & !(HAS_CSS | HAS_XPATH | known) != 0 {
            return Err(TemplateError);
        }
        let css = if flags & HAS_CSS != 0 { Some(self.text(reader, |last| &mut last.css)?) } else { None };
        let xpath = if flags & HAS_XPATH != 0 { Some(self.text(reader, |last| &mut last.xpath)?) } else { None };
        Ok((flags, Selectors { css, xpath }))
    }

    fn text(
        &mut self,
        reader: &mut Reader<'_>,
        last: fn(&mut Selectors) -> &mut Option<String>,
    ) -> Result<String, TemplateError> {
        let n_shared = reader.small()? as usize;
        let rest = reader.text()?;
        let before = last(&mut self.last).as_deref().unwrap_or_default();
        let stored = before.get(..n_shared).ok_or(TemplateError)?.to_owned() + &rest;
        let n_class_tests = stored.matches(STANDS_FOR_CLASS_TEST).count();
        self.spend(stored.len() + n_class_tests * CLASS_TEST.len())?;
        let text = stored.replace(STANDS_FOR_CLASS_TEST, CLASS_TEST);
        *last(&mut self.last) = Some(stored);
        Ok(text)
    }

    fn spend(&mut self, n_bytes: usize) -> Result<(), TemplateError> {
        self.n_left = self.n_left.checked_sub(n_bytes).ok_or(TemplateError)?;
        Ok(())
    }
}
