//! SIMD within a register: tests of eight bytes at once, as one number whose lowest byte is the first. A test sets the high bit of
//! each byte that passes; the other bits of its answer are zero.
//!
//! Everything that is read of a page goes through such loops, and most of it is ASCII.

/// The high bit of each byte.
pub const HIGH_BITS: u64 = repeat(0x80);

/// The number with this byte eight times.
#[inline]
pub const fn repeat(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// Eight bytes from a position on; zeros after the last byte.
#[inline]
pub fn from(bytes: &[u8], position: usize) -> u64 {
    let rest = bytes.get(position..).unwrap_or_default();
    match (rest.first_chunk(), bytes.last_chunk::<8>()) {
        (Some(chunk), _) => u64::from_le_bytes(*chunk),
        (None, _) if rest.is_empty() => 0,
        // The bytes before them are shifted out.
        (None, Some(last)) => u64::from_le_bytes(*last) >> (8 * (8 - rest.len())),
        (None, None) => rest.iter().rev().fold(0, |chunk, &byte| chunk << 8 | u64::from(byte)),
    }
}

/// The bytes that are not ASCII.
#[inline]
pub const fn not_ascii(chunk: u64) -> u64 {
    chunk & HIGH_BITS
}

/// The bytes that are at least `low`, of eight that are ASCII as `low` is.
#[inline]
pub const fn at_least(ascii: u64, low: u8) -> u64 {
    (ascii + repeat(0x80 - low)) & HIGH_BITS
}

/// The bytes from `low` to `high`, of eight that are ASCII.
#[inline]
pub const fn between(ascii: u64, low: u8, high: u8) -> u64 {
    (ascii + repeat(0x80 - low)) & !(ascii + repeat(0x7F - high)) & HIGH_BITS
}

/// How many bytes passed a test.
#[inline]
pub const fn tally(passed: u64) -> u64 {
    (passed >> 7).wrapping_mul(repeat(1)) >> 56
}

/// How many bytes are before the first that passed a test; 8 if none did.
#[inline]
pub const fn n_before(passed: u64) -> usize {
    passed.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_those_of_single_bytes() {
        for byte in 0..128_u8 {
            let chunk = u64::from_le_bytes([byte, b'a', b'0', byte, b'~', b' ', byte, 0]);
            let bits = |test: fn(u8) -> bool| {
                chunk.to_le_bytes().iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(test(byte)) << 7)
            };
            assert_eq!(between(chunk, b'0', b'9'), bits(|byte| byte.is_ascii_digit()));
            assert_eq!(between(chunk, 0, 127), HIGH_BITS);
            assert_eq!(at_least(chunk, b'a'), bits(|byte| byte >= b'a'));
            assert_eq!(not_ascii(chunk), 0);
        }
        assert_eq!(not_ascii(u64::from_le_bytes(*"aé語  ".as_bytes().first_chunk().expect("eight bytes"))), {
            u64::from_le_bytes([0, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 0])
        });
    }

    #[test]
    fn the_end_of_a_text_is_filled_with_zeros() {
        let bytes = b"abcdefghij";
        for start in 0..=12 {
            let mut expect = [0; 8];
            let rest = bytes.get(start..).unwrap_or_default();
            let n = rest.len().min(8);
            expect[..n].copy_from_slice(&rest[..n]);
            assert_eq!(from(bytes, start), u64::from_le_bytes(expect), "{start}");
            let short = &bytes[..bytes.len().min(5)];
            assert_eq!(from(short, start).to_le_bytes()[0], short.get(start).copied().unwrap_or(0));
        }
    }

    #[test]
    fn what_passed_can_be_counted() {
        let passed = between(u64::from_le_bytes(*b"ab12c3de"), b'0', b'9');
        assert_eq!((tally(passed), n_before(passed), n_before(0)), (3, 2, 8));
    }
}
