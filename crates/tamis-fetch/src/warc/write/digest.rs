//! Digests and names that are made out of content.

use sha1::{Digest, Sha1};

/// The SHA-1 of some bytes in the form that archives use: `sha1:` and base 32.
pub(super) fn sha1_base32(bytes: &[u8]) -> String {
    format!("sha1:{}", base32(&Sha1::digest(bytes)))
}

/// The name of a record: a UUID of version 5, made out of whatever tells it from others.
pub(super) fn record_id(parts: &[&[u8]]) -> String {
    let mut hasher = Sha1::new();
    for part in parts {
        // With their lengths, so that no two lists of parts are the same bytes.
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let digest = hasher.finalize();
    let mut bytes: [u8; 16] = digest[..16].try_into().expect("invariant: a SHA-1 has 20 bytes");
    bytes[6] = bytes[6] & 0x0F | 0x50;
    bytes[8] = bytes[8] & 0x3F | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("urn:uuid:{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

/// Base 32 of RFC 4648. A SHA-1 needs no padding.
fn base32(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits = |chunk: &[u8]| chunk.iter().fold(0u64, |bits, &byte| bits << 8 | u64::from(byte));
    bytes
        .chunks_exact(5)
        .flat_map(|chunk| {
            let bits = bits(chunk);
            (0..8).rev().map(move |place| char::from(LETTERS[(bits >> (5 * place) & 31) as usize]))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_nothing_is_the_one_that_every_archive_knows() {
        assert_eq!(sha1_base32(b""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
    }

    #[test]
    fn names_are_made_of_their_parts() {
        let name = record_id(&[b"a", b"bc"]);
        assert_eq!(name, record_id(&[b"a", b"bc"]));
        assert_ne!(name, record_id(&[b"ab", b"c"]));
        assert_eq!((name.len(), &name[..9], &name[23..24]), (45, "urn:uuid:", "5"), "{name}");
    }
}
