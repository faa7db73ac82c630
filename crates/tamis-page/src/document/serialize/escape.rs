//! Characters that have to be written as references.

/// Which bytes begin a character that has to be written as a reference.
pub(super) type Escapes = [bool; 256];

pub(super) const IN_TEXT: Escapes = escapes(b"&<>\r\xC2");
pub(super) const IN_ATTRIBUTE: Escapes = escapes(b"&<>\"\r\xC2");

const fn escapes(bytes: &[u8]) -> Escapes {
    let mut table = [false; 256];
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
}

pub(super) fn push_escaped(out: &mut String, text: &str, escapes: &Escapes) {
    let bytes = text.as_bytes();
    let mut written = 0;
    let mut i = 0;
    while i < bytes.len() {
        if !escapes[bytes[i] as usize] {
            i += 1;
            continue;
        }
        let (reference, length) = match bytes[i] {
            b'&' => ("&amp;", 1),
            b'<' => ("&lt;", 1),
            b'>' => ("&gt;", 1),
            b'"' => ("&quot;", 1),
            b'\r' => ("&#13;", 1),
            // U+00A0 is C2 A0; other characters begin with C2 too.
            _ if bytes.get(i + 1) == Some(&0xA0) => ("&nbsp;", 2),
            _ => {
                i += 2;
                continue;
            }
        };
        out.push_str(&text[written..i]);
        out.push_str(reference);
        i += length;
        written = i;
    }
    out.push_str(&text[written..]);
}
