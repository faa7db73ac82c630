//! Text inside a selector.

use std::fmt::Write;

/// An identifier, escaped where CSS needs it (CSSOM, "serialize an identifier").
pub(super) fn css_identifier(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for (i, character) in text.chars().enumerate() {
        let leads = i == 0 || i == 1 && text.starts_with('-');
        match character {
            '\0' => quoted.push(char::REPLACEMENT_CHARACTER),
            '\x01'..='\x1f' | '\x7f' => push_code(&mut quoted, character),
            '0'..='9' if leads => push_code(&mut quoted, character),
            '-' if text == "-" => quoted.push_str("\\-"),
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => quoted.push(character),
            _ if !character.is_ascii() => quoted.push(character),
            _ => {
                quoted.push('\\');
                quoted.push(character);
            }
        }
    }
    quoted
}

/// A string in double quotes.
pub(super) fn css_string(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '\0' => quoted.push(char::REPLACEMENT_CHARACTER),
            '\x01'..='\x1f' | '\x7f' => push_code(&mut quoted, character),
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(character);
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

fn push_code(quoted: &mut String, character: char) {
    // Writing into a String cannot fail.
    let _ = write!(quoted, "\\{:x} ", u32::from(character));
}

/// A string literal; with both kinds of quotes in it, a `concat()` of literals.
pub(super) fn xpath_literal(text: &str) -> String {
    if !text.contains('\'') {
        format!("'{text}'")
    } else if !text.contains('"') {
        format!("\"{text}\"")
    } else {
        let parts: Vec<String> = text.split('\'').map(|part| format!("'{part}'")).collect();
        format!("concat({})", parts.join(", \"'\", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_escape_what_css_would_misread() {
        for (text, quoted) in [
            ("plain-name_2", "plain-name_2"),
            ("1st", "\\31 st"),
            ("-1", "-\\31 "),
            ("-", "\\-"),
            ("md:w-1/2", "md\\:w-1\\/2"),
            ("ünï", "ünï"),
            ("a\tb", "a\\9 b"),
        ] {
            assert_eq!(css_identifier(text), quoted);
        }
    }

    #[test]
    fn strings_keep_their_quotes() {
        assert_eq!(css_string("say \"a\\b\"\n"), "\"say \\\"a\\\\b\\\"\\a \"");
        assert_eq!(xpath_literal("plain"), "'plain'");
        assert_eq!(xpath_literal("it's"), "\"it's\"");
        assert_eq!(xpath_literal("'a' \"b\""), "concat('', \"'\", 'a', \"'\", ' \"b\"')");
    }
}
