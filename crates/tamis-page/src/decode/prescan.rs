//! "Prescan a byte stream to determine its encoding", section 13.2.3.2 of the HTML standard, step by step.
//!
//! The prescan is not a parser: it knows comments and tags but no raw text, so a `<meta>` inside a `<title>` counts. It
//! is what browsers do, and what page authors have tested against.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};

/// How far the standard looks.
const PRESCAN_LENGTH: usize = 1024;

/// The encoding declared in the first 1024 bytes.
pub(super) fn prescan(body: &[u8]) -> Option<&'static Encoding> {
    scan(&body[..body.len().min(PRESCAN_LENGTH)])
}

/// The prescan over all of `bytes`.
pub(super) fn scan(bytes: &[u8]) -> Option<&'static Encoding> {
    // UTF-16 XML declarations; the standard looks at "<?x" and no further.
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some(UTF_16LE);
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some(UTF_16BE);
    }
    // Running out of bytes anywhere ends the scan; then an XML declaration counts.
    Scanner { bytes, position: 0 }.run().or_else(|| xml_encoding(bytes))
}

struct Scanner<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl Scanner<'_> {
    /// The standard's "loop"; `None` when the bytes ran out.
    fn run(&mut self) -> Option<&'static Encoding> {
        loop {
            self.position += memchr(b'<', &self.bytes[self.position..])?;
            let rest = &self.bytes[self.position..];
            if rest.starts_with(b"<!--") {
                // The two dashes of the end may be those of the start: "<!-->" is a whole comment.
                self.position += 2 + memmem::find(&rest[2..], b"-->")? + 2;
            } else if is_meta(rest) {
                self.position += b"<meta".len();
                if let Some(encoding) = self.meta()? {
                    return Some(encoding);
                }
            } else if is_tag(rest) {
                self.position += rest.iter().position(|&byte| is_space(byte) || byte == b'>')?;
                while self.attribute()?.is_some() {}
            } else if matches!(rest.get(1), Some(b'!' | b'/' | b'?')) {
                self.position += memchr(b'>', rest)?;
            }
            self.position += 1;
        }
    }

    /// One `<meta>`: the outer `None` when the bytes ran out, the inner when it declares nothing.
    #[expect(clippy::option_option, reason = "out of bytes and nothing declared are different answers")]
    fn meta(&mut self) -> Option<Option<&'static Encoding>> {
        let mut seen: Vec<Vec<u8>> = Vec::new();
        let mut got_pragma = false;
        let mut need_pragma = None;
        let mut charset: Option<Option<&'static Encoding>> = None;
        while let Some(Attribute { name, value }) = self.attribute()? {
            if seen.contains(&name) {
                continue;
            }
            match name.as_slice() {
                b"http-equiv" => got_pragma |= value == b"content-type",
                b"content" => {
                    if let Some(encoding) = encoding_in_content(&value)
                        && charset.is_none()
                    {
                        charset = Some(Some(encoding));
                        need_pragma = Some(true);
                    }
                }
                b"charset" => {
                    charset = Some(Encoding::for_label(&value));
                    need_pragma = Some(false);
                }
                _ => {}
            }
            // Only the three names above matter, so the list need not grow with the page.
            if matches!(name.as_slice(), b"http-equiv" | b"content" | b"charset") {
                seen.push(name);
            }
        }
        let is_declaration = match need_pragma {
            None => false,
            Some(need_pragma) => !need_pragma || got_pragma,
        };
        Some(
            charset
                .flatten()
                .filter(|_| is_declaration)
                .map(|encoding| if encoding == X_USER_DEFINED { WINDOWS_1252 } else { without_utf16(encoding) }),
        )
    }

    /// The standard's "get an attribute": the outer `None` when the bytes ran out, the inner at the end of the tag.
    #[expect(clippy::option_option, reason = "out of bytes and no further attribute are different answers")]
    fn attribute(&mut self) -> Option<Option<Attribute>> {
        while is_space(self.byte()?) || self.byte()? == b'/' {
            self.position += 1;
        }
        if self.byte()? == b'>' {
            return Some(None);
        }
        let mut attribute = Attribute::default();
        loop {
            match self.byte()? {
                b'=' if !attribute.name.is_empty() => break,
                byte if is_space(byte) => {
                    self.skip_spaces()?;
                    if self.byte()? != b'=' {
                        return Some(Some(attribute));
                    }
                    break;
                }
                b'/' | b'>' => return Some(Some(attribute)),
                byte => attribute.name.push(byte.to_ascii_lowercase()),
            }
            self.position += 1;
        }
        self.position += 1;
        self.skip_spaces()?;
        match self.byte()? {
            quote @ (b'"' | b'\'') => {
                self.position += 1;
                let length = memchr(quote, &self.bytes[self.position..])?;
                let value = &self.bytes[self.position..self.position + length];
                attribute.value = value.to_ascii_lowercase();
                self.position += length + 1;
            }
            _ => {
                while !is_space(self.byte()?) && self.byte()? != b'>' {
                    attribute.value.push(self.byte()?.to_ascii_lowercase());
                    self.position += 1;
                }
            }
        }
        Some(Some(attribute))
    }

    fn skip_spaces(&mut self) -> Option<()> {
        while is_space(self.byte()?) {
            self.position += 1;
        }
        Some(())
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }
}

#[derive(Default)]
struct Attribute {
    name: Vec<u8>,
    value: Vec<u8>,
}

/// "Extracting a character encoding from a meta element": the label after `charset=`. `content` is in lower case.
fn encoding_in_content(content: &[u8]) -> Option<&'static Encoding> {
    let mut rest = content;
    loop {
        rest = &rest[memmem::find(rest, b"charset")? + b"charset".len()..];
        let after = rest.trim_ascii_start();
        let Some(value) = after.strip_prefix(b"=") else {
            rest = after;
            continue;
        };
        let value = value.trim_ascii_start();
        let label = if let [quote @ (b'"' | b'\''), value @ ..] = value {
            &value[..memchr(*quote, value)?]
        } else {
            let end = value.iter().position(|&byte| is_space(byte) || byte == b';').unwrap_or(value.len());
            &value[..end]
        };
        return Encoding::for_label(label);
    }
}

/// "Get an XML encoding".
fn xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    let declaration = &bytes[..memchr(b'>', bytes)?];
    let after_name = &declaration[memmem::find(declaration, b"encoding")? + b"encoding".len()..];
    let value = skip_controls(skip_controls(after_name).strip_prefix(b"=")?);
    let quote = *value.first().filter(|byte| matches!(byte, b'"' | b'\''))?;
    let value = &value[1..];
    let label = &value[..memchr(quote, value)?];
    if label.iter().any(|&byte| byte <= b' ') {
        return None;
    }
    Encoding::for_label(label).map(without_utf16)
}

fn skip_controls(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|&byte| byte > b' ').unwrap_or(bytes.len());
    &bytes[start..]
}

/// A declaration that could be read as ASCII does not stand in UTF-16.
fn without_utf16(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16BE || encoding == UTF_16LE { UTF_8 } else { encoding }
}

fn is_meta(rest: &[u8]) -> bool {
    rest.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"<meta"))
        && rest.get(5).is_some_and(|&byte| is_space(byte) || byte == b'/')
}

fn is_tag(rest: &[u8]) -> bool {
    let name = rest[1..].strip_prefix(b"/").unwrap_or(&rest[1..]);
    name.first().is_some_and(u8::is_ascii_alphabetic)
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

#[cfg(test)]
mod tests {
    #[track_caller]
    fn check(html: &str, expect: Option<&str>) {
        assert_eq!(crate::decode::prescan(html.as_bytes()), expect, "{html:?}");
    }

    #[test]
    fn a_charset_attribute_declares_the_encoding() {
        check("<meta charset=latin1>", Some("windows-1252"));
        check("<META\nCHARSET = 'Shift-JIS' >", Some("shift_jis"));
        check("<meta/charset=gbk>", Some("gbk"));
        check("<metacharset=gbk>", None);
        check("<meta charset=klingon>", None);
        check("<meta charset=klingon><meta charset=gbk>", Some("gbk"));
    }

    #[test]
    fn a_content_type_pragma_declares_the_encoding_and_content_alone_does_not() {
        check("<meta http-equiv=Content-Type content='text/html; charset=gbk'>", Some("gbk"));
        check("<meta content='text/html; charset=\"gbk\"' http-equiv=content-type>", Some("gbk"));
        check("<meta content='charset charset = gbk;x' http-equiv=content-type>", Some("gbk"));
        check("<meta content='text/html; charset=gbk'>", None);
        check("<meta http-equiv=refresh content='text/html; charset=gbk'>", None);
        check("<meta http-equiv=content-type content=\"text/html; charset='gbk\">", None);
    }

    #[test]
    fn the_first_attribute_of_a_name_counts_and_charset_beats_content() {
        check("<meta charset=gbk charset=big5>", Some("gbk"));
        check("<meta http-equiv=content-type content='charset=gbk' charset=big5>", Some("big5"));
        check("<meta charset=klingon http-equiv=content-type content='charset=gbk'>", None);
    }

    #[test]
    fn comments_other_tags_and_their_attributes_are_stepped_over() {
        check("<!-- <meta charset=gbk> --><meta charset=big5>", Some("big5"));
        check("<!--><meta charset=gbk>-->", Some("gbk"));
        check("<p title='<meta charset=gbk>'>", None);
        check("<!doctype html><?php ><script>x</script></ x><meta charset=gbk>", Some("gbk"));
        check("<title><meta charset=gbk></title>", Some("gbk"));
        check("< <meta charset=gbk>", Some("gbk"));
    }

    #[test]
    fn utf_16_and_user_defined_are_not_taken_at_their_word() {
        check("<meta charset=utf-16>", Some("utf-8"));
        check("<meta charset=utf-16be>", Some("utf-8"));
        check("<meta charset=x-user-defined>", Some("windows-1252"));
        check("<?xml version='1.0' encoding='utf-16'?>", Some("utf-8"));
    }

    #[test]
    fn an_xml_declaration_counts_when_no_meta_does() {
        check("<?xml version='1.0' encoding = \"gbk\"?><p>", Some("gbk"));
        check("<?xml version='1.0' encoding='gbk'?><meta charset=big5>", Some("big5"));
        check(" <?xml version='1.0' encoding='gbk'?>", None);
        check("<?xml version='1.0'?><p encoding='gbk'>", None);
        check("<\0?\0x\0m\0l\0", Some("utf-16le"));
        check("\0<\0?\0x\0m\0l", Some("utf-16be"));
    }

    #[test]
    fn the_standard_looks_at_1024_bytes() {
        let at = |n: usize| format!("{}<meta charset=gbk>", " ".repeat(n));
        check(&at(1024 - 18), Some("gbk"));
        check(&at(1024 - 17), None);
        check("<meta charset=gbk", None);
    }
}
