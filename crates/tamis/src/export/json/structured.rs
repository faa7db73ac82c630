//! Structured data, as JSON in the shapes of extruct.

use super::schema::StructuredObject;
use tamis_extract::structured::{Structured, Value};

pub(super) fn object(structured: &Structured) -> StructuredObject {
    let list = |values: &[Value]| values.iter().map(json).collect();
    StructuredObject {
        json_ld: list(&structured.json_ld),
        microdata: list(&structured.microdata),
        rdfa: list(&structured.rdfa),
        opengraph: list(&structured.open_graph),
        twitter: list(&structured.twitter),
        dublincore: list(&structured.dublin_core),
    }
}

/// The reader keeps values to a depth of a hundred or so, so this may call itself.
fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(flag) => (*flag).into(),
        // A number that no machine can hold is written as it stands.
        Value::Number(number) => serde_json::from_str(number).unwrap_or_else(|_| number.as_str().into()),
        Value::Text(text) => text.as_str().into(),
        Value::List(items) => items.iter().map(json).collect(),
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), json(value))).collect(),
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
        let found = serde_json::to_value(object(&page.structured())).expect("it is JSON");
        assert_eq!(found["json-ld"], serde_json::json!([{"a": [1, 2.5, true, null, "x", "1e999"], "b": {}}]));
        assert_eq!(found["opengraph"][0]["properties"], serde_json::json!([["og:title", "T"]]));
        assert_eq!(found["microdata"], serde_json::json!([]));
    }
}
