//! What a page says for machines, and what its values are.

use tamis_extract::{PageView, ValueFormat, ValueType, metadata, pagination, structured};
use tamis_page::{Document, absolute_url, largest_in_srcset};
use url::Url;

/// Any text is JSON-LD, microdata, a card or nothing, and metadata follows from it. The first byte says where it stands.
pub fn statements(data: &[u8]) {
    let (place, text) = data.split_first().unwrap_or((&0, &[]));
    let text = String::from_utf8_lossy(text);
    let page = match place % 3 {
        0 => format!("<script type=application/ld+json>{text}</script>"),
        1 => format!("<div itemscope itemtype='https://schema.org/Product'>{text}</div>"),
        _ => format!("<head prefix='og: https://ogp.me/ns#'>{text}</head>"),
    };
    let document = Document::parse(page.as_str());
    let base = Url::parse("https://page.example/lamps/").expect("it is an address");
    let read = structured::read(&document, Some(&base));
    assert!(read == structured::read(&document, Some(&base)), "the same page says the same");
    let view = PageView::of(&document);
    let _ = metadata::read(&view, Some(&base));
    let _ = pagination::find(&view, Some(&base));
    let _ = absolute_url(Some(&base), &text);
    let _ = largest_in_srcset(&text);
}

/// Any lines are a column of some type, and a value of a number type is written as a number.
pub fn values(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let format = ValueFormat::of_column(text.lines());
    for value in text.lines() {
        let alone = ValueFormat::of_column([value]);
        for format in [&format, &alone] {
            let Some(number) = format.read(value).number().map(|number| number.to_string()) else { continue };
            assert!(number.parse::<f64>().is_ok(), "{value:?} becomes {number:?}, which is no number");
            let is_number = [ValueType::Money, ValueType::Integer, ValueType::Decimal, ValueType::Percentage];
            assert!(is_number.contains(&format.value_type), "{value:?} is no number and becomes {number:?}");
        }
    }
}
