//! Listings that are gzip files themselves, whatever their name and their headers say.

use crate::message::gunzip_up_to;
use std::borrow::Cow;

/// Some servers compress what is compressed already.
const MAX_ROUNDS: usize = 2;

/// The body without its compression, and whether it was cut off: by its end, by damage, or by the limit.
pub(super) fn gunzip(body: &[u8], limit: usize) -> (Cow<'_, [u8]>, bool) {
    let mut body = Cow::Borrowed(body);
    let mut is_cut_off = false;
    for _ in 0..MAX_ROUNDS {
        if !body.starts_with(&[0x1f, 0x8b]) {
            break;
        }
        // Zeros behind the last member fill up a block.
        let (inflated, is_whole) = gunzip_up_to(&body, limit);
        is_cut_off |= !is_whole;
        body = Cow::Owned(inflated);
    }
    if body.len() > limit {
        is_cut_off = true;
        match &mut body {
            Cow::Borrowed(bytes) => *bytes = &bytes[..limit],
            Cow::Owned(bytes) => bytes.truncate(limit),
        }
    }
    (body, is_cut_off)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use libdeflater::{CompressionLvl, Compressor};

    pub(in crate::discover) fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut compressor = Compressor::new(CompressionLvl::default());
        let mut out = vec![0; compressor.gzip_compress_bound(bytes.len())];
        let n_bytes = compressor.gzip_compress(bytes, &mut out).unwrap();
        out.truncate(n_bytes);
        out
    }

    #[test]
    fn compression_is_undone_by_its_mark() {
        let (once, twice) = (gzip(b"hello"), gzip(&gzip(b"hello")));
        for body in [b"hello".as_slice(), &once, &twice, &[gzip(b"hel"), gzip(b"lo"), vec![0; 9]].concat()] {
            assert_eq!(gunzip(body, 100), (Cow::Borrowed(&b"hello"[..]), false));
        }
        assert!(gunzip(&gzip(&twice), 100).0.starts_with(&[0x1f, 0x8b]));
    }

    #[test]
    fn what_is_whole_is_kept_and_a_bomb_ends_at_the_limit() {
        let text: Vec<u8> = (0..20_000u32).flat_map(u32::to_le_bytes).collect();
        let coded = gzip(&text);
        for end in (2..coded.len()).step_by(97) {
            let (found, is_cut_off) = gunzip(&coded[..end], 1 << 20);
            assert!(text.starts_with(&found) && is_cut_off, "{end}");
        }
        let bomb = gzip(&vec![b' '; 50 << 20]);
        assert_eq!(gunzip(&bomb, 1 << 20), (Cow::Owned(vec![b' '; 1 << 20]), true));
        assert_eq!(gunzip(b"hello", 4), (Cow::Borrowed(&b"hell"[..]), true));
        assert_eq!(gunzip(&gzip(b"hello"), 5), (Cow::Owned(b"hello".to_vec()), false));
    }
}
