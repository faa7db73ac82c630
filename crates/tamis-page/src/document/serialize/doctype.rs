//! The document type declaration as text.

use crate::document::Doctype;

/// The doctype as text. `force_quirks` leaves its last part open, an error that puts any document into quirks mode and
/// changes nothing else.
pub(super) fn doctype_text(doctype: &Doctype, force_quirks: bool) -> String {
    let mut text = String::from("<!DOCTYPE");
    if !doctype.name.is_empty() {
        text.push(' ');
        text.push_str(&doctype.name);
    }
    let mut parts = match (&doctype.public_id, &doctype.system_id) {
        (Some(public_id), system_id) => {
            text.push_str(" PUBLIC");
            vec![Some(public_id), system_id.as_ref()]
        }
        (None, Some(system_id)) => {
            text.push_str(" SYSTEM");
            vec![Some(system_id)]
        }
        (None, None) if force_quirks => {
            text.push_str(" SYSTEM");
            vec![]
        }
        (None, None) => vec![],
    };
    parts.retain(Option::is_some);
    let n_parts = parts.len();
    for (part_idx, part) in parts.into_iter().flatten().enumerate() {
        let quote = if part.contains('"') { '\'' } else { '"' };
        text.push(' ');
        text.push(quote);
        text.push_str(part);
        if !force_quirks || part_idx + 1 < n_parts {
            text.push(quote);
        }
    }
    text.push('>');
    text
}
