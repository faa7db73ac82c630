//! From a wrapper to JSON that people read.

use super::super::{DecimalMark, LearnedColumn, SelectorLanguage, Selectors, ValueType, Wrapper, WrapperColumn};
use super::objects::{
    ColumnObject, GeneratorObject, LanguageObject, LearnedColumnObject, LearnedObject, LearnedPageObject, MarkObject,
    RecordObject, SelectorsObject, TypeObject, WrapperObject,
};
use super::{VERSION, lines};

/// The wrapper as indented JSON: what is short on one line, members in one order, nothing that says nothing. Read again it is the
/// same wrapper.
pub fn to_json(wrapper: &Wrapper) -> String {
    let written = serde_json::to_string(&object(wrapper));
    lines::broken(&written.expect("invariant: the objects are JSON"))
}

fn object(wrapper: &Wrapper) -> WrapperObject {
    WrapperObject {
        tamis_wrapper: VERSION,
        generator: Some(GeneratorObject { name: "tamis".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }),
        language: match wrapper.language {
            SelectorLanguage::XPath => LanguageObject::XPath,
            SelectorLanguage::Css => LanguageObject::Css,
        },
        region: selectors(&wrapper.region),
        record: wrapper.record.as_ref().map(|record| {
            let SelectorsObject { css, xpath } = selectors(&record.first);
            RecordObject { css, xpath, nodes: small(record.n_nodes) }
        }),
        columns: wrapper.columns.iter().map(column).collect(),
        next: wrapper.next.as_ref().map(selectors),
        learned: (!wrapper.learned.pages.is_empty() || !wrapper.learned.paths.is_empty()).then(|| LearnedObject {
            pages: wrapper
                .learned
                .pages
                .iter()
                .map(|page| LearnedPageObject { url: page.url.clone(), rows: small(page.n_rows), next: page.has_next })
                .collect(),
            outside: small(wrapper.learned.outside),
            record_length: small(wrapper.learned.record_length),
            paths: wrapper.learned.paths.chunks(PATHS_A_LINE).map(hexadecimal).collect(),
        }),
    }
}

/// So that lines are not longer than others.
const PATHS_A_LINE: usize = 11;

fn hexadecimal(paths: &[u32]) -> String {
    paths.iter().map(|path| format!("{path:08x}")).collect()
}

fn selectors(selectors: &Selectors) -> SelectorsObject {
    SelectorsObject { css: selectors.css.clone(), xpath: selectors.xpath.clone() }
}

fn column(column: &WrapperColumn) -> ColumnObject {
    let is_number = matches!(
        column.format.value_type,
        ValueType::Money | ValueType::Integer | ValueType::Decimal | ValueType::Percentage
    );
    let mark = match column.format.decimal_mark {
        DecimalMark::Dot => MarkObject::Dot,
        DecimalMark::Comma => MarkObject::Comma,
    };
    let SelectorsObject { css, xpath } = selectors(&column.selectors);
    ColumnObject {
        name: column.name.clone(),
        value_type: of_type(column.format.value_type),
        unit: column.format.unit.clone(),
        decimal_mark: (is_number || column.format.decimal_mark != DecimalMark::default()).then_some(mark),
        css,
        xpath,
        attribute: column.attribute.clone(),
        text: column.text.map(small),
        node: small(column.node),
        learned: (column.learned != LearnedColumn::default()).then(|| learned(&column.learned)),
    }
}

fn learned(learned: &LearnedColumn) -> LearnedColumnObject {
    LearnedColumnObject {
        name: learned.name.clone(),
        fill: rounded(learned.fill),
        least_fill: learned.least_fill.map(rounded),
        typed: rounded(learned.typed),
        distinct: rounded(learned.distinct),
        least_distinct: learned.least_distinct.map(rounded),
        length: small(learned.length),
        short: small(learned.short),
        long: small(learned.long),
        holder: learned.holder.clone(),
        examples: learned.examples.clone(),
    }
}

/// Four digits are more than a share is worth.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn of_type(value_type: ValueType) -> TypeObject {
    match value_type {
        ValueType::Date => TypeObject::Date,
        ValueType::Time => TypeObject::Time,
        ValueType::Money => TypeObject::Money,
        ValueType::Integer => TypeObject::Integer,
        ValueType::Decimal => TypeObject::Decimal,
        ValueType::Percentage => TypeObject::Percentage,
        ValueType::Image => TypeObject::Image,
        ValueType::Url => TypeObject::Url,
        _ => TypeObject::Text,
    }
}
