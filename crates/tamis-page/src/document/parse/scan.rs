//! Finding the next byte that means something.
//!
//! These three scans touch every byte of text and attribute values, so they are the one place with `unsafe`: 16 bytes
//! at a time with SSE2, which every x86-64 machine has. Elsewhere eight bytes at a time with plain arithmetic.

/// The first position at or after `from` with one of three bytes, or the length.
#[inline]
pub(super) fn find_any(bytes: &[u8], from: usize, needles: [u8; 3]) -> usize {
    #[cfg(target_arch = "x86_64")]
    {
        sse2::find_any(bytes, from, needles)
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        portable::find_any(bytes, from, needles)
    }
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    #![expect(unsafe_code, reason = "the loads and comparisons have no safe form")]
    use std::arch::x86_64::{__m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8};

    #[inline]
    pub(super) fn find_any(bytes: &[u8], from: usize, needles: [u8; 3]) -> usize {
        let mut i = from;
        // SAFETY: SSE2 is part of x86-64.
        let [a, b, c] = needles.map(|needle| unsafe { _mm_set1_epi8(needle.cast_signed()) });
        while let Some(chunk) = bytes.get(i..).and_then(<[u8]>::first_chunk::<16>) {
            // SAFETY: the 16 bytes are those of `chunk`; the load may be unaligned; SSE2 is part of x86-64.
            let found = unsafe {
                let chunk = _mm_loadu_si128(chunk.as_ptr().cast::<__m128i>());
                let ab = _mm_or_si128(_mm_cmpeq_epi8(chunk, a), _mm_cmpeq_epi8(chunk, b));
                _mm_movemask_epi8(_mm_or_si128(ab, _mm_cmpeq_epi8(chunk, c)))
            };
            if found != 0 {
                return i + found.trailing_zeros() as usize;
            }
            i += 16;
        }
        super::bytewise(bytes, i, needles)
    }
}

/// Eight bytes at a time: a byte equals the needle where the exclusive or is zero, and `(x - 1) & !x` has the top bit of
/// the lowest zero byte set.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;

    pub(super) fn find_any(bytes: &[u8], from: usize, needles: [u8; 3]) -> usize {
        let mut i = from;
        let patterns = needles.map(|needle| ONES * u64::from(needle));
        while let Some(chunk) = bytes.get(i..).and_then(<[u8]>::first_chunk::<8>) {
            let word = u64::from_le_bytes(*chunk);
            let zeros = |pattern: u64| {
                let difference = word ^ pattern;
                difference.wrapping_sub(ONES) & !difference & TOPS
            };
            let found = zeros(patterns[0]) | zeros(patterns[1]) | zeros(patterns[2]);
            if found != 0 {
                return i + (found.trailing_zeros() / 8) as usize;
            }
            i += 8;
        }
        super::bytewise(bytes, i, needles)
    }
}

#[inline]
fn bytewise(bytes: &[u8], from: usize, needles: [u8; 3]) -> usize {
    bytes
        .get(from..)
        .and_then(|rest| rest.iter().position(|byte| needles.contains(byte)))
        .map_or(bytes.len(), |i| from + i)
}

/// The white space of the HTML specification.
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\x0C' | b'\r')
}

/// The first position at or after `from` that is not white space, or the length.
#[inline]
pub(super) fn skip_space(bytes: &[u8], from: usize) -> usize {
    let mut i = from;
    while i < bytes.len() && is_space(bytes[i]) {
        i += 1;
    }
    i
}

/// Whether `bytes` at `at` begins with `word`, ASCII case ignored.
#[inline]
pub(super) fn starts_with_ignoring_case(bytes: &[u8], at: usize, word: &[u8]) -> bool {
    bytes.get(at..at + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every length, start, and place of a hit, against the plain loop; the slices end where their allocation ends, so
    /// that a read past the end is one past the allocation.
    #[test]
    fn wide_scans_agree_with_the_plain_loop() {
        for len in 0..70usize {
            for hit in 0..=len {
                let mut bytes = vec![b'a'; len];
                if hit < len {
                    bytes[hit] = [b'<', b'&', 0][hit % 3];
                }
                let bytes = bytes.into_boxed_slice();
                for from in 0..=len + 2 {
                    let expected = bytewise(&bytes, from, [b'<', b'&', 0]);
                    assert_eq!(find_any(&bytes, from, [b'<', b'&', 0]), expected, "{len} {hit} {from}");
                    assert_eq!(portable::find_any(&bytes, from, [b'<', b'&', 0]), expected, "{len} {hit} {from}");
                }
            }
        }
    }

    #[test]
    fn a_high_byte_is_not_taken_for_a_needle() {
        let bytes: Vec<u8> = (1u8..=255).filter(|byte| !b"<&".contains(byte)).collect();
        assert_eq!(find_any(&bytes, 0, [b'<', b'&', 0]), bytes.len());
        assert_eq!(portable::find_any(&bytes, 0, [b'<', b'&', 0]), bytes.len());
    }
}
