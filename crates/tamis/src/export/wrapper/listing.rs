//! The selectors as a list that people read and programs take apart: fields between tabs, comments behind `#`.

use super::xpath_text;
use tamis_page::Selectors;
use tamis_sites::wrapper::{SelectorLanguage, Wrapper};

pub(super) fn write(wrapper: &Wrapper, language: SelectorLanguage) -> String {
    let mut lines = vec![format!(
        "# Selectors in {}, written by tamis {}. A record is what `record` selects in what `region` selects; a value is the \
         first thing that a column's selector selects in the record.",
        if language == SelectorLanguage::XPath { "XPath" } else { "CSS" },
        env!("CARGO_PKG_VERSION")
    )];
    lines.push("# part\tname\ttype\tnode\tvalue\tselector".to_owned());
    let mut add = |part: &str, name: &str, kind: &str, node: &str, value: &str, selectors: &Selectors| {
        let selector = match language {
            SelectorLanguage::XPath => &selectors.xpath,
            SelectorLanguage::Css => &selectors.css,
        };
        if selector.is_none() {
            let other = if language == SelectorLanguage::XPath { "CSS" } else { "XPath" };
            let there = selectors.css.as_deref().or(selectors.xpath.as_deref()).unwrap_or("");
            lines.push(format!("# the next one is there in {other} only: {}", field(there)));
        }
        let selector = selector.as_deref().unwrap_or("");
        let fields = [part, name, kind, node, value, selector].map(field);
        lines.push(fields.join("\t"));
    };
    add("region", "", "", "", "element", &wrapper.region);
    if let Some(record) = &wrapper.record {
        add("record", "", "", &record.n_nodes.to_string(), "element", &record.first);
    }
    for column in &wrapper.columns {
        let format = &column.format;
        let kind = [Some(format.value_type.as_str()), format.unit.as_deref()];
        let kind = kind.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let xpath = column.selectors.xpath.as_deref().unwrap_or("");
        let attribute = column.attribute.as_deref().or_else(|| xpath_text::attribute(xpath).map(|(_, name)| name));
        let number = column.text.or_else(|| xpath_text::nth_text(xpath));
        let value = match (attribute, number) {
            (Some(name), _) => format!("@{name}"),
            (None, Some(number)) => format!("text()[{number}]"),
            (None, None) => "text".to_owned(),
        };
        add("column", &column.name, &kind, &column.node.to_string(), &value, &column.selectors);
    }
    if let Some(next) = &wrapper.next {
        add("next", "", "", "", "@href", next);
    }
    lines.join("\n") + "\n"
}

/// A field on one line: `\\`, `\t` and `\n` for what would end it.
fn field(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}
