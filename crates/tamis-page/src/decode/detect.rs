//! The encoding of a page that does not declare one.
//!
//! 1. Bytes that are valid UTF-8 are UTF-8: text in another encoding hardly ever is, and the more there is of it, the
//!    less likely. Escape sequences of ISO-2022-JP are ASCII too, so they are looked for first.
//! 2. A `<meta>` beyond the prescan's 1024 bytes counts: the standard has the parser change the encoding when it meets
//!    one, and pages with a large script at the top do depend on it.
//! 3. A page that is UTF-8 but for a few damaged characters is UTF-8. Titles cut in the middle of a character are
//!    common, and one of them should not turn every other character of the page into two or three wrong ones.
//! 4. chardetng, the detector of Firefox, guesses from letter frequencies and the top-level domain. A page of an unknown
//!    host with a few bytes beyond ASCII gives it nothing to go by: that is windows-1252, the standard's default for most
//!    of the world. (A lone `£` came out as `Ł`, guillemets as Cyrillic.)

use super::{CharsetSource, Decoded, decode_lossy, decoded, prescan};
use crate::body::Body;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{ISO_2022_JP, UTF_8, WINDOWS_1252};
use memchr::memmem;

/// Whole multi-byte sequences for each malformed one from which damaged UTF-8 is still UTF-8. Legacy text in any
/// encoding forms fewer than one whole sequence for each malformed one.
const WHOLE_PER_MALFORMED: usize = 10;

/// Bytes beyond ASCII from which the detector has something to go by: the shortest sentence in another script.
const MIN_EVIDENCE: usize = 16;

pub(super) fn decode_undeclared(body: Body, top_level_domain: Option<&str>) -> Decoded {
    let body = match decode_iso_2022_jp(body) {
        Ok(decoded) => return decoded,
        Err(body) => body,
    };
    let body = match body.into_utf8() {
        Ok(text) if text.is_ascii() => {
            // A late `<meta>` changes the name and not the text.
            let late = prescan::scan(text.as_bytes()).filter(|encoding| encoding.is_ascii_compatible());
            let source = if late.is_some() { CharsetSource::Meta } else { CharsetSource::Default };
            return decoded(text, late.unwrap_or(UTF_8), source, false);
        }
        Ok(text) => return decoded(text, UTF_8, CharsetSource::Detected, false),
        Err(body) => body,
    };
    if let Some(encoding) = prescan::scan(&body) {
        return decode_lossy(body, encoding, CharsetSource::Meta);
    }
    let encoding = if is_damaged_utf8(&body) { UTF_8 } else { guess(&body, top_level_domain) };
    decode_lossy(body, encoding, CharsetSource::Detected)
}

/// Seven-bit text with the shift sequences of ISO-2022-JP that decodes without an error, or the bytes back.
fn decode_iso_2022_jp(body: Body) -> Result<Decoded, Body> {
    let has_shift = memmem::find_iter(&body, b"\x1B$").any(|at| matches!(body.get(at + 2), Some(b'@' | b'B')));
    if !has_shift || !body.is_ascii() {
        return Err(body);
    }
    match decode_lossy(body, ISO_2022_JP, CharsetSource::Detected) {
        Decoded { charset, original: Some(body), .. } if charset.had_errors => Err(body),
        decoded => Ok(decoded),
    }
}

fn is_damaged_utf8(body: &[u8]) -> bool {
    let (mut whole, mut malformed) = (0, 0);
    for chunk in body.utf8_chunks() {
        // Continuation bytes less those of the sequence they continue: one lead byte a sequence.
        whole += chunk.valid().bytes().filter(|byte| *byte >= 0xC0).count();
        malformed += usize::from(!chunk.invalid().is_empty());
    }
    whole >= malformed * WHOLE_PER_MALFORMED
}

fn guess(body: &[u8], top_level_domain: Option<&str>) -> &'static encoding_rs::Encoding {
    // The detector insists on lower-case ASCII without dots; international domains are written so, as `xn--…`.
    let is_plain = |domain: &&str| domain.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'.');
    let domain = top_level_domain.filter(is_plain).map(str::to_ascii_lowercase);
    if domain.is_none() && body.iter().filter(|byte| !byte.is_ascii()).count() < MIN_EVIDENCE {
        return WINDOWS_1252;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(body, true);
    detector.guess(domain.as_deref().map(str::as_bytes), Utf8Detection::Allow)
}
