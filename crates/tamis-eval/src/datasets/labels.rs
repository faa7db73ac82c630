//! Records as labelled ranges of a page's source.

use crate::metrics::records::TrueRecords;
use serde_json::Value;
use tamis::Document;

/// The records of labels: for each record a list of start, end and value of its attributes, in characters of the source
/// after CRLF became LF. A value inside a tag is an address and no text of the record, and tags inside a value are none
/// either.
pub(super) fn records(labels: &Value, source: &str) -> TrueRecords {
    let characters: Vec<char> = source.replace("\r\n", "\n").chars().collect();
    let is_in_tag = |start: usize| {
        let before = characters.get(..start.min(characters.len())).unwrap_or_default();
        before.iter().rev().find(|&&character| matches!(character, '<' | '>')) == Some(&'<')
    };
    let cell = |label: &Value| {
        let start = label.get(0).and_then(Value::as_u64).and_then(|start| usize::try_from(start).ok());
        let value = label.get(2).and_then(Value::as_str).unwrap_or_default();
        let is_text = start.is_some_and(|start| !is_in_tag(start));
        let document = Document::parse(if is_text { value } else { "" });
        document.text_content(document.root())
    };
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let cells: Vec<Vec<String>> = list(labels).iter().map(|record| list(record).iter().map(cell).collect()).collect();
    TrueRecords { texts: cells.iter().map(|cells| cells.join(" ")).collect(), cells: Some(cells), places: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_texts_unless_they_stand_in_a_tag() {
        let source = "é\r\n<a href=\"/x\">One <b>x</b></a> 5\n";
        // After CRLF became LF: é, LF, then the tag from the third character on.
        let labels = json!([[[11, 13, "/x"], [15, 27, "One <b>x</b>"], [32, 33, "5"]]]);
        let truth = records(&labels, source);
        assert_eq!(truth.cells, Some(vec![vec![String::new(), "One x".to_owned(), "5".to_owned()]]));
        assert_eq!(truth.texts, [" One x 5"]);
    }
}
