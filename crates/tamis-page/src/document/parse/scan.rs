//! Finding the next byte that means something.
//!
//! These scans touch every byte of text, tags and attribute values, so they are the one place with `unsafe`: 16 bytes at
//! a time with SSE2, which every x86-64 machine has. On other machines plain arithmetic does the same, eight bytes or one
//! byte at a time; the tests compare the two.

/// The first position at or after `from` with one of three bytes, or the length.
#[inline(always)]
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

/// The first position at or after `from` with one of two bytes, or the length.
#[inline(always)]
pub(super) fn find_either(bytes: &[u8], from: usize, one: u8, other: u8) -> usize {
    #[cfg(target_arch = "x86_64")]
    {
        sse2::find_either(bytes, from, one, other)
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        portable::find_any(bytes, from, [one, other, other])
    }
}

/// How many of 16 bytes stand before the first that ends a name: white space, `/`, `>`, `=` or a control character.
#[inline(always)]
pub(super) fn name_len(chunk: &[u8; 16]) -> usize {
    #[cfg(target_arch = "x86_64")]
    {
        sse2::name_len(chunk)
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        portable::name_len(chunk)
    }
}

/// The first `len` of at most eight bytes, packed as [`pack`](crate::document::name::pack) does.
#[inline(always)]
pub(super) fn first_bytes(chunk: &[u8; 16], len: usize) -> u64 {
    u128::from_le_bytes(*chunk) as u64 & FIRST_BYTES[len] as u64
}

/// By a number of bytes, a mask that keeps as many.
static FIRST_BYTES: [u128; 17] = {
    let mut masks = [u128::MAX; 17];
    let mut len = 0;
    while len < 16 {
        masks[len] = (1 << (8 * len)) - 1;
        len += 1;
    }
    masks
};

/// The first `len` of 16 bytes in lower case, packed as [`pack`](crate::document::name::pack) does.
#[inline(always)]
pub(super) fn packed_name(chunk: &[u8; 16], len: usize) -> u128 {
    u128::from_le_bytes(chunk.map(|byte| byte.to_ascii_lowercase())) & FIRST_BYTES[len]
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    #![expect(unsafe_code, reason = "the loads and comparisons have no safe form")]
    #![expect(clippy::cast_ptr_alignment, reason = "the loads are the unaligned ones")]
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
    };

    #[inline(always)]
    pub(super) fn name_len(chunk: &[u8; 16]) -> usize {
        // SAFETY: SSE2 is part of x86-64. The load reads the 16 bytes of `chunk` and may be unaligned.
        unsafe {
            let all = |byte: u8| _mm_set1_epi8(byte.cast_signed());
            let chunk = _mm_loadu_si128(chunk.as_ptr().cast::<__m128i>());
            let low = _mm_cmpeq_epi8(_mm_min_epu8(chunk, all(b' ')), chunk);
            let slash_or_greater = _mm_or_si128(_mm_cmpeq_epi8(chunk, all(b'/')), _mm_cmpeq_epi8(chunk, all(b'>')));
            let ends = _mm_or_si128(_mm_or_si128(low, slash_or_greater), _mm_cmpeq_epi8(chunk, all(b'=')));
            (_mm_movemask_epi8(ends) | 1 << 16).trailing_zeros() as usize
        }
    }

    /// One register for the first 16 bytes, where most values and texts end, then two at a time.
    #[inline(always)]
    pub(super) fn find_either(bytes: &[u8], from: usize, one: u8, other: u8) -> usize {
        let mut i = from;
        // SAFETY: SSE2 is part of x86-64.
        let (a, b) = unsafe { (_mm_set1_epi8(one.cast_signed()), _mm_set1_epi8(other.cast_signed())) };
        // SAFETY: called with `at + 16 <= bytes.len()` only; the load may be unaligned; SSE2 is part of x86-64.
        let hits = |at: usize| unsafe {
            let chunk = _mm_loadu_si128(bytes.as_ptr().add(at).cast::<__m128i>());
            _mm_or_si128(_mm_cmpeq_epi8(chunk, a), _mm_cmpeq_epi8(chunk, b))
        };
        // SAFETY: SSE2 is part of x86-64.
        let mask = |hits: __m128i| unsafe { _mm_movemask_epi8(hits) }.cast_unsigned();
        if i + 16 <= bytes.len() {
            let found = mask(hits(i));
            if found != 0 {
                return i + found.trailing_zeros() as usize;
            }
            i += 16;
        }
        while i + 32 <= bytes.len() {
            let (low, high) = (hits(i), hits(i + 16));
            // SAFETY: SSE2 is part of x86-64.
            if mask(unsafe { _mm_or_si128(low, high) }) != 0 {
                return i + (mask(low) | mask(high) << 16).trailing_zeros() as usize;
            }
            i += 32;
        }
        super::bytewise(bytes, i, [one, other, other])
    }

    #[inline(always)]
    pub(super) fn find_any(bytes: &[u8], from: usize, needles: [u8; 3]) -> usize {
        let mut i = from;
        // SAFETY: SSE2 is part of x86-64.
        let [a, b, c] = needles.map(|needle| unsafe { _mm_set1_epi8(needle.cast_signed()) });
        while i + 16 <= bytes.len() {
            // SAFETY: the 16 bytes from `i` on lie in `bytes`; the load may be unaligned; SSE2 is part of x86-64.
            let found = unsafe {
                let chunk = _mm_loadu_si128(bytes.as_ptr().add(i).cast::<__m128i>());
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

    pub(super) fn name_len(chunk: &[u8; 16]) -> usize {
        let ends = |byte: &u8| *byte <= b' ' || matches!(byte, b'/' | b'>' | b'=');
        chunk.iter().position(ends).unwrap_or(16)
    }

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

#[inline(never)]
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

#[cfg(all(test, target_arch = "x86_64"))]
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
                    let expected = bytewise(&bytes, from, *b"<&&");
                    assert_eq!(find_either(&bytes, from, b'<', b'&'), expected, "{len} {hit} {from}");
                }
            }
        }
    }

    #[test]
    fn wide_names_agree_with_the_plain_loop() {
        for byte in 0..=255u8 {
            for at in 0..16 {
                let mut chunk = *b"aZ09-_:.@[`{zAyY";
                chunk[at] = byte;
                assert_eq!(name_len(&chunk), portable::name_len(&chunk), "{byte} at {at}");
            }
        }
    }

    #[test]
    fn the_first_bytes_are_packed_like_names() {
        let pack = |name: &[u8]| crate::document::name::pack(name).expect("a short name");
        let chunk = b"Data-Id=9 padded";
        for len in 0..=16 {
            assert_eq!(packed_name(chunk, len), pack(&chunk[..len].to_ascii_lowercase()), "{len}");
            if len <= 8 {
                assert_eq!(u128::from(first_bytes(chunk, len)), pack(&chunk[..len]), "{len}");
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
