//! An entry as a file: a head of fixed length, what is known of the answer as JSON, and the body.

use super::Stored;
use libdeflater::Crc;
use serde_json::{Value, json};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The last letter is the version: a file of another one is as if it were not there.
const MAGIC: &[u8; 8] = b"tamisHC1";
/// The mark, the lengths of both parts, and the checksum of both.
const HEAD_BYTES: usize = 8 + 4 + 8 + 4;

/// An answer, and the request that it is the answer to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CacheEntry {
    /// The address without its fragment: two can have the same hash.
    pub(super) url: String,
    /// The headers of the request that the answer varies with. No others: they are nobody's business.
    pub(super) varying: Vec<(String, String)>,
    pub(super) stored: Stored,
}

impl CacheEntry {
    /// The file of an entry, out of its parts.
    pub(super) fn bytes_of(url: &str, varying: &[(String, String)], stored: &Stored, at: SystemTime) -> Vec<u8> {
        let at = at.duration_since(UNIX_EPOCH).unwrap_or_default();
        let known = json!({
            "url": url,
            "at": [at.as_secs(), at.subsec_nanos()],
            "status": stored.status,
            "headers": stored.headers,
            "varying": varying,
        });
        let known = known.to_string();
        let body = &stored.body;
        let mut bytes = Vec::with_capacity(HEAD_BYTES + known.len() + body.len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&(known.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&[0; 4]);
        bytes.extend_from_slice(known.as_bytes());
        bytes.extend_from_slice(body);
        let checksum = checksum(&bytes);
        bytes[HEAD_BYTES - 4..HEAD_BYTES].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// `None` if the file is not whole, or not ours, or of another version.
    pub(super) fn from_bytes(mut bytes: Vec<u8>) -> Option<CacheEntry> {
        let head: &[u8; HEAD_BYTES] = bytes.first_chunk()?;
        let (magic, numbers) = head.split_at(MAGIC.len());
        let n_known = u32::from_le_bytes(*numbers.first_chunk()?) as usize;
        let n_body = u64::from_le_bytes(*numbers[4..].first_chunk()?);
        let expected = u32::from_le_bytes(*numbers[12..].first_chunk()?);
        let body_start = HEAD_BYTES.checked_add(n_known)?;
        let is_whole = (body_start as u64).checked_add(n_body) == Some(bytes.len() as u64);
        if magic != MAGIC || !is_whole || checksum(&bytes) != expected {
            return None;
        }
        let known: Value = serde_json::from_slice(&bytes[HEAD_BYTES..body_start]).ok()?;
        let nanoseconds = u32::try_from(known["at"][1].as_u64()?).ok().filter(|&number| number < 1_000_000_000)?;
        let at = Duration::new(known["at"][0].as_u64()?, nanoseconds);
        let stored = Stored {
            status: u16::try_from(known["status"].as_u64()?).ok()?,
            headers: pairs(&known["headers"])?,
            body: bytes.split_off(body_start).into(),
            at: UNIX_EPOCH.checked_add(at)?,
        };
        Some(CacheEntry { url: known["url"].as_str()?.to_owned(), varying: pairs(&known["varying"])?, stored })
    }
}

/// Of the lengths and of both parts.
fn checksum(bytes: &[u8]) -> u32 {
    let mut checksum = Crc::new();
    checksum.update(&bytes[..HEAD_BYTES - 4]);
    checksum.update(&bytes[HEAD_BYTES..]);
    checksum.sum()
}

fn pairs(value: &Value) -> Option<Vec<(String, String)>> {
    let pair = |pair: &Value| Some((pair[0].as_str()?.to_owned(), pair[1].as_str()?.to_owned()));
    value.as_array()?.iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> CacheEntry {
        CacheEntry {
            url: "https://shop.example/?a=1".into(),
            varying: vec![("accept".into(), "text/html".into())],
            stored: Stored {
                status: 200,
                headers: vec![("X".into(), "\u{e9} \"quoted\"\n".into()), ("X".into(), String::new())],
                body: [0, 255, b'\n', 7].into(),
                at: UNIX_EPOCH + Duration::new(1_700_000_000, 999_999_999),
            },
        }
    }

    fn bytes(entry: &CacheEntry) -> Vec<u8> {
        CacheEntry::bytes_of(&entry.url, &entry.varying, &entry.stored, entry.stored.at)
    }

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        assert_eq!(CacheEntry::from_bytes(bytes(&entry())), Some(entry()));
        let empty = CacheEntry { stored: Stored { body: [].into(), headers: Vec::new(), ..entry().stored }, ..entry() };
        assert_eq!(CacheEntry::from_bytes(bytes(&empty)), Some(empty));
    }

    #[test]
    fn a_file_with_any_byte_missing_added_or_changed_is_no_entry() {
        let whole = bytes(&entry());
        for place in 0..whole.len() {
            assert_eq!(CacheEntry::from_bytes(whole[..place].to_vec()), None, "up to {place}");
            let mut flipped = whole.clone();
            flipped[place] ^= 0x10;
            assert_eq!(CacheEntry::from_bytes(flipped), None, "{place}");
        }
        assert_eq!(CacheEntry::from_bytes([&whole[..], b"x"].concat()), None);
        assert_eq!(CacheEntry::from_bytes(b"<!doctype html><title>not ours</title>".to_vec()), None);
        assert_eq!(CacheEntry::from_bytes([MAGIC, &[0xff; 40][..]].concat()), None);
    }

    #[test]
    fn a_whole_file_that_says_something_else_is_no_entry() {
        let forged = |known: &str| {
            let mut bytes = [MAGIC, &(known.len() as u32).to_le_bytes()[..], &[0; 12], known.as_bytes()].concat();
            let checksum = checksum(&bytes);
            bytes[HEAD_BYTES - 4..HEAD_BYTES].copy_from_slice(&checksum.to_le_bytes());
            CacheEntry::from_bytes(bytes)
        };
        let good = r#"{"url":"u","at":[1,2],"status":200,"headers":[],"varying":[]}"#;
        assert!(forged(good).is_some());
        for (from, to) in [
            ("200", "70000"),
            ("200", "\"200\""),
            ("[1,2]", "[18446744073709551615,2]"),
            ("[1,2]", "[18446744073709551615,4000000000]"),
            ("[1,2]", "[1]"),
            ("[1,2]", "3"),
            ("\"headers\":[]", "\"headers\":[[\"a\"]]"),
            ("\"varying\":[]", "\"varying\":{}"),
            ("\"u\"", "null"),
            ("}", ""),
        ] {
            assert_eq!(forged(&good.replace(from, to)), None, "{to}");
        }
    }
}
