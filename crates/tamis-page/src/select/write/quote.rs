//! Text inside a selector.

use std::fmt::Write;

/// An identifier, escaped where CSS needs it (CSSOM, "serialize an identifier").
pub(super) fn push_css_identifier(quoted: &mut String, text: &str) {
    let is_plain = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let goes_on = |byte: u8| is_plain(byte) || byte.is_ascii_digit() || byte == b'-';
    if text.bytes().next().is_some_and(is_plain) && text.bytes().all(goes_on) {
        return quoted.push_str(text);
    }
    for (i, character) in text.chars().enumerate() {
        let leads = i == 0 || i == 1 && text.starts_with('-');
        match character {
            '\0' => quoted.push(char::REPLACEMENT_CHARACTER),
            '\x01'..='\x1f' | '\x7f' => push_code(quoted, character),
            '0'..='9' if leads => push_code(quoted, character),
            '-' if text == "-" => quoted.push_str("\\-"),
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => quoted.push(character),
            _ if !character.is_ascii() => quoted.push(character),
            _ => {
                quoted.push('\\');
                quoted.push(character);
            }
        }
    }
}

/// A string in double quotes.
pub(super) fn push_css_string(quoted: &mut String, text: &str) {
    quoted.push('"');
    for character in text.chars() {
        match character {
            '\0' => quoted.push(char::REPLACEMENT_CHARACTER),
            '\x01'..='\x1f' | '\x7f' => push_code(quoted, character),
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(character);
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
}

fn push_code(quoted: &mut String, character: char) {
    // Writing into a String cannot fail.
    let _ = write!(quoted, "\\{:x} ", u32::from(character));
}

/// A string literal; with both kinds of quotes in it, a `concat()` of literals.
pub(super) fn push_xpath_literal(quoted: &mut String, text: &str) {
    if !text.contains('\'') {
        quoted.extend(["'", text, "'"]);
    } else if !text.contains('"') {
        quoted.extend(["\"", text, "\""]);
    } else {
        let mut before = "concat('";
        for part in text.split('\'') {
            quoted.extend([before, part, "'"]);
            before = ", \"'\", '";
        }
        quoted.push(')');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelt(push: fn(&mut String, &str), text: &str) -> String {
        let mut spelt = String::new();
        push(&mut spelt, text);
        spelt
    }

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
            assert_eq!(spelt(push_css_identifier, text), quoted);
        }
    }

    #[test]
    fn strings_keep_their_quotes() {
        assert_eq!(spelt(push_css_string, "say \"a\\b\"\n"), "\"say \\\"a\\\\b\\\"\\a \"");
        assert_eq!(spelt(push_xpath_literal, "plain"), "'plain'");
        assert_eq!(spelt(push_xpath_literal, "it's"), "\"it's\"");
        assert_eq!(spelt(push_xpath_literal, "'a' \"b\""), "concat('', \"'\", 'a', \"'\", ' \"b\"')");
    }
}
