//! Pages that a browser saved as a letter, with their pictures as enclosures.

use super::ContentKind;

pub(super) const MHTML: &str = "MHTML";

/// How much of the head is looked at: browsers write the address and the title of the page into it.
const HEAD_BYTES: usize = 16 << 10;

/// MHTML, by the head of the letter.
pub(super) fn kind(body: &[u8]) -> Option<ContentKind> {
    let head = &body[..body.len().min(HEAD_BYTES)];
    let (mut has_version, mut has_parts) = (false, false);
    let mut is_type = false;
    for line in head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end) {
        if !line.starts_with(b" ") && !line.starts_with(b"\t") {
            // The head ends with an empty line; text that is no letter has a line that is no field before.
            let Some(name) = field_name(line) else { break };
            has_version |= name.eq_ignore_ascii_case(b"MIME-Version");
            is_type = name.eq_ignore_ascii_case(b"Content-Type");
        }
        has_parts |= is_type && memchr::memmem::find(&line.to_ascii_lowercase(), b"multipart/related").is_some();
    }
    (has_version && has_parts).then_some(ContentKind::Archive(MHTML))
}

/// What stands before the colon of `Subject: A page`.
fn field_name(line: &[u8]) -> Option<&[u8]> {
    let name = &line[..memchr::memchr(b':', line)?];
    let is_name = !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    is_name.then_some(name)
}
