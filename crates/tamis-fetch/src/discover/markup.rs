//! Markup as it comes: tags and text, past everything that is not well-formed.

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use std::collections::BTreeMap;
use tamis_page::Document;

/// A tag or a piece of text.
pub(super) enum Piece<'a> {
    /// The name in a document type declaration.
    Doctype(String),
    /// A start tag; one that is its own end is followed by that.
    Open(Tag<'a>),
    /// The name in an end tag.
    Close(String),
    /// Text, its references resolved.
    Text(String),
}

/// A start tag.
pub(super) struct Tag<'a>(BytesStart<'a>);

impl Tag<'_> {
    pub(super) fn name(&self) -> &str {
        self.0.name().0
    }

    /// All attributes, as they are written.
    pub(super) fn attributes(&self) -> impl Iterator<Item = (String, String)> {
        let mut attributes = self.0.html_attributes();
        attributes.with_checks(false);
        attributes.flatten().map(|attribute| (attribute.key.0.to_owned(), attribute.value.into_owned()))
    }

    /// The value of an attribute, its references resolved.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        // Most tags have none.
        if !self.0.attributes_raw().contains(name) {
            return None;
        }
        let (_, value) = self.attributes().find(|(given, _)| given == name)?;
        Some(References::default().resolve(&value))
    }
}

/// The pieces of a text, to its end.
pub(super) struct Pieces<'a> {
    text: &'a str,
    /// Where the reader's text begins.
    from: usize,
    reader: Reader<&'a [u8]>,
    references: References,
    /// The end of a tag that is its own.
    closing: Option<String>,
    is_cut_off: bool,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(text: &'a str) -> Pieces<'a> {
        let references = References::default();
        Pieces { text, from: 0, reader: reader(text), references, closing: None, is_cut_off: false }
    }

    /// Whether the text ends within a tag.
    pub(super) fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    /// Goes on at a place behind the last one.
    fn restart(&mut self, at: usize) {
        let at = (at..self.text.len()).find(|&at| self.text.is_char_boundary(at)).unwrap_or(self.text.len());
        self.from = at;
        self.reader = reader(&self.text[at..]);
    }

    fn opened(&mut self, tag: BytesStart<'a>, before: usize, is_empty: bool) -> Piece<'a> {
        /// A sign that is not escaped has its text read again up to here, and no further: else a file that is full of them
        /// would be read once for each.
        const READ_AGAIN: usize = 256;
        let name = tag.name().0;
        let is_name = name.chars().next().is_some_and(|first| first.is_alphabetic() || matches!(first, '_' | ':'));
        if !is_name {
            if tag.len() <= READ_AGAIN {
                self.restart(before + 1);
            }
            return Piece::Text("<".to_owned());
        }
        if is_empty {
            self.closing = Some(name.to_owned());
        }
        Piece::Open(Tag(tag))
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if let Some(name) = self.closing.take() {
            return Some(Piece::Close(name));
        }
        loop {
            let before = self.from + self.reader.buffer_position() as usize;
            let event = self.reader.read_event();
            let after = self.from + self.reader.buffer_position() as usize;
            return Some(match event {
                Ok(Event::Start(tag)) => self.opened(tag, before, false),
                Ok(Event::Empty(tag)) => self.opened(tag, before, true),
                Ok(Event::End(tag)) => {
                    let name = tag.name().0;
                    Piece::Close(name.split_ascii_whitespace().next().unwrap_or_default().to_owned())
                }
                Ok(Event::Text(text)) => Piece::Text(text.into_inner().into_owned()),
                Ok(Event::CData(text)) => Piece::Text(text.into_inner().into_owned()),
                Ok(Event::GeneralRef(reference)) => {
                    let mut text = String::new();
                    self.references.push(&reference, &mut text);
                    Piece::Text(text)
                }
                Ok(Event::DocType(text)) => {
                    Piece::Doctype(text.split_ascii_whitespace().next().unwrap_or_default().to_owned())
                }
                Ok(Event::Decl(_) | Event::PI(_) | Event::Comment(_)) => continue,
                Ok(Event::Eof) => return None,
                Err(_) if after < self.text.len() => {
                    self.restart(after.max(before + 1));
                    continue;
                }
                Err(_) => {
                    self.is_cut_off = true;
                    return None;
                }
            });
        }
    }
}

fn reader(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    reader
}

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
    fn check(text: &str, expect: &str) {
        let mut found = String::new();
        for piece in Pieces::new(text) {
            match piece {
                Piece::Doctype(name) => found += &format!("[!{name}]"),
                Piece::Open(tag) => {
                    found += &format!("[{}", tag.name());
                    for (name, value) in tag.attributes() {
                        found += &format!(" {name}={value}");
                    }
                    found += "]";
                }
                Piece::Close(name) => found += &format!("[/{name}]"),
                Piece::Text(text) => found += &text,
            }
        }
        assert_eq!(found, expect);
    }

    #[test]
    fn well_formed_markup_is_read() {
        check(
            "<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY a \"b\">]><a b='c' d=\"e\"><f/><!-- g -->h&amp;<![CDATA[<i>]]></a >",
            "[!rss][a b=c d=e][f][/f]h&<i>[/a]",
        );
    }

    #[test]
    fn other_markup_is_read_past() {
        check("<a>1 & 2 &b=3</a>", "[a]1 & 2 &b=3[/a]");
        check("<a>1 < 2</a>", "[a]1 < 2[/a]");
        check("<a><3 <b></a>", "[a]<3 [b][/a]");
        check("<a b=c d e='f>g'>", "[a b=c d= e=f>g]");
        check("</x><a></b></a>", "[/x][a][/b][/a]");
        check("<a><!x>1</a>", "[a]!x>1[/a]");
        check("<a><?>1</a>", "[a]1[/a]");
        check("<a><b", "[a]");
        check("<a><!-- b", "[a]");
        check("<a><", "[a]");
        check("<ü>é</ü>", "[ü]é[/ü]");
        check("< é>", "< é>");
    }

    /// If each sign were read again to the end of the file, this would not end today.
    #[test]
    fn a_file_full_of_signs_is_read_once() {
        assert_eq!(Pieces::new(&format!("{}>", "< ".repeat(1_000_000))).count(), 1);
        assert_eq!(Pieces::new(&format!("{}{}", "<a>".repeat(300_000), "< >".repeat(300_000))).count(), 900_000);
    }
}

#[cfg(test)]
mod references_tests {
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
