//! Structured data, as JSON in the shapes of extruct.

use super::schema::StructuredObject;
use crate::export::allowance::Allowance;
use crate::page::Page;
use tamis_extract::structured::{Structured, Value};

/// What a page says for machines, as far as there is room for it; and what to say if there is not.
pub(super) fn object(page: &Page, structured: &Structured) -> (StructuredObject, Option<String>) {
    let mut writer = Writer { allowance: Allowance::for_structured(page), n_left_out: 0 };
    let mut list = |values: &[Value]| writer.list(values, FIRST_DEPTH);
    let object = StructuredObject {
        json_ld: list(&structured.json_ld),
        microdata: list(&structured.microdata),
        rdfa: list(&structured.rdfa),
        opengraph: list(&structured.open_graph),
        twitter: list(&structured.twitter),
        dublincore: list(&structured.dublin_core),
    };
    (object, writer.warning())
}

/// How deep the values of a vocabulary stand in the object of the page.
const FIRST_DEPTH: usize = 3;

/// Writes values as long as there is room for them, indented.
struct Writer {
    allowance: Allowance,
    n_left_out: usize,
}

impl Writer {
    fn list(&mut self, values: &[Value], depth: usize) -> Vec<serde_json::Value> {
        values.iter().filter_map(|value| self.value(0, value, depth)).collect()
    }

    /// A value and its name, if they fit. The reader keeps values to a depth of a hundred or so, so this may call itself.
    fn value(&mut self, n_name_bytes: usize, value: &Value, depth: usize) -> Option<serde_json::Value> {
        /// Quotes, colon, comma and the end of the line.
        const AROUND: usize = 8;
        let n_own = match value {
            Value::Number(text) | Value::Text(text) => text.len(),
            // The closing bracket has a line of its own.
            Value::List(_) | Value::Object(_) => 2 * depth + 2,
            Value::Null | Value::Bool(_) => 5,
        };
        if !self.allowance.is_left() || !self.allowance.take(n_name_bytes + n_own + 2 * depth + AROUND) {
            self.n_left_out += 1;
            return None;
        }
        Some(match value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(flag) => (*flag).into(),
            // A number that no machine can hold is written as it stands.
            Value::Number(number) => serde_json::from_str(number).unwrap_or_else(|_| number.as_str().into()),
            Value::Text(text) => text.as_str().into(),
            Value::List(items) => self.list(items, depth + 1).into(),
            Value::Object(members) => {
                let written = members
                    .iter()
                    .filter_map(|(name, value)| Some((name.clone(), self.value(name.len(), value, depth + 1)?)));
                serde_json::Value::Object(written.collect())
            }
        })
    }

    fn warning(&self) -> Option<String> {
        (self.n_left_out > 0)
            .then(|| format!("{} values of structured data are not written: they are too large", self.n_left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Page;

    #[test]
    fn values_keep_their_kinds_and_vocabularies_their_names() {
        let script = r#"<script type="application/ld+json">{"a": [1, 2.5, true, null, "x", 1e999], "b": {}}</script>"#;
        let page = Page::parse(format!("{script}<meta property=og:title content=T>"));
        let found = serde_json::to_value(object(&page, &page.structured()).0).expect("it is JSON");
        assert_eq!(found["json-ld"], serde_json::json!([{"a": [1, 2.5, true, null, "x", "1e999"], "b": {}}]));
        assert_eq!(found["opengraph"][0]["properties"], serde_json::json!([["og:title", "T"]]));
        assert_eq!(found["microdata"], serde_json::json!([]));
    }

    #[test]
    fn what_is_written_has_a_bound_and_a_warning() {
        let json = format!("{{\"a\": {}{}0{}}}", "[".repeat(50), "0,".repeat(9999), "]".repeat(50));
        let html = format!("<script type=application/ld+json>{json}</script>");
        let page = crate::page::PageReader::new(crate::Limits::default().with_max_growth(1)).read_text(html);
        let (found, warning) = object(&page, &page.structured());
        let text = serde_json::to_string_pretty(&found).expect("it is JSON");
        assert!((100_000..200_000).contains(&text.len()), "{}", text.len());
        let warning = warning.expect("some are left out");
        assert!(warning.contains("values of structured data are not written"), "{warning}");
    }
}
