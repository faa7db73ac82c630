//! `&amp;`, `&#8364;`, and the names of HTML, which many listings use without declaring them.
//!
//! Nothing that a file declares itself is looked at: so there is nothing to expand, and nothing to fetch.

use quick_xml::escape::resolve_xml_entity;
use std::collections::BTreeMap;
use tamis_page::Document;

/// Names of references that were looked up.
#[derive(Default)]
pub(super) struct References {
    html: BTreeMap<String, Option<String>>,
}

impl References {
    /// Adds what a reference stands for, or the reference as it is written.
    pub(super) fn push(&mut self, name: &str, text: &mut String) {
        let found = match name.strip_prefix('#') {
            Some(number) => numbered(number).map(String::from),
            None => resolve_xml_entity(name).map(str::to_owned).or_else(|| self.of_html(name)),
        };
        match found {
            Some(found) => text.push_str(&found),
            None => {
                text.push('&');
                text.push_str(name);
                text.push(';');
            }
        }
    }

    /// A text with its references resolved. A sign that begins none stays.
    pub(super) fn resolve(&mut self, raw: &str) -> String {
        let mut text = String::with_capacity(raw.len());
        let mut rest = raw;
        while let Some((before, after)) = rest.split_once('&') {
            text.push_str(before);
            rest = match after.find([';', '&']) {
                Some(end) if after.as_bytes()[end] == b';' => {
                    self.push(&after[..end], &mut text);
                    &after[end + 1..]
                }
                _ => {
                    text.push('&');
                    after
                }
            };
        }
        text + rest
    }

    fn of_html(&mut self, name: &str) -> Option<String> {
        /// Longer than the longest name of HTML.
        const LONGEST: usize = 40;
        /// More than HTML has names: a file with so many has made them up.
        const MOST: usize = 4096;
        if name.len() > LONGEST || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        if let Some(known) = self.html.get(name) {
            return known.clone();
        }
        if self.html.len() == MOST {
            return None;
        }
        let document = Document::parse(format!("<p>&{name};"));
        let text: String = document.nodes().map(|node| document.text(node)).collect();
        // What HTML does not know stays as it is, and a name that only begins with one it knows keeps its end.
        let found = if text.contains(['&', ';']) { None } else { Some(text) };
        self.html.insert(name.to_owned(), found.clone());
        found
    }
}

fn numbered(number: &str) -> Option<char> {
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code).filter(|&character| character != '\0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(raw: &str, expect: &str) {
        assert_eq!(References::default().resolve(raw), expect);
    }

    #[test]
    fn references_are_resolved_once_and_other_signs_stay() {
        check("a&amp;b=1&#38;c&#x26;d&lt;&gt;&quot;&apos;", "a&b=1&c&d<>\"'");
        check("&amp;amp; caf&eacute; &hellip;", "&amp; café …");
        check("a=1&b=2&copy=3&amp;d", "a=1&b=2&copy=3&d");
        check("&lol; &notit; &; &#; &#xD800; &#0; &#99999999999;", "&lol; &notit; &; &#; &#xD800; &#0; &#99999999999;");
        check("&&amp&amp;&", "&&amp&&");
        check("", "");
    }
}
