//! Characters that XML and HTML have to write in another way, or not at all.

/// Writes text between tags. Characters that XML does not have are left out.
pub(in crate::export) fn push_text(out: &mut String, text: &str) {
    push_escaped(out, text, |character| match character {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        _ if !is_xml(character) => Some(""),
        _ => None,
    });
}

/// Writes the value of an attribute between double quotes.
pub(in crate::export) fn push_value(out: &mut String, text: &str) {
    push_escaped(out, text, |character| match character {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\n' | '\r' | '\t' => Some(" "),
        _ if !is_xml(character) => Some(""),
        _ => None,
    });
}

/// Writes ` name="value"`.
pub(in crate::export) fn push_attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    push_value(out, value);
    out.push('"');
}

fn push_escaped(out: &mut String, text: &str, escape: impl Fn(char) -> Option<&'static str>) {
    let mut plain_start = 0;
    for (position, character) in text.char_indices() {
        if let Some(escaped) = escape(character) {
            out.push_str(&text[plain_start..position]);
            out.push_str(escaped);
            plain_start = position + character.len_utf8();
        }
    }
    out.push_str(&text[plain_start..]);
}

/// Whether XML 1.0 has the character. A carriage return would come back as a line feed, and pages mean nothing by it.
fn is_xml(character: char) -> bool {
    matches!(character, '\t' | '\n' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
        && !matches!(character, '\u{7F}'..='\u{84}' | '\u{86}'..='\u{9F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_lacks_is_left_out() {
        let mut out = String::new();
        push_text(&mut out, "a<b>&\u{0}\u{8}\r\u{FFFF}\u{7F}\n\tü\u{1F600}");
        assert_eq!(out, "a&lt;b&gt;&amp;\n\tü\u{1F600}");
        out.clear();
        push_attribute(&mut out, "n", "a\n\"b\"");
        assert_eq!(out, " n=\"a &quot;b&quot;\"");
    }
}
