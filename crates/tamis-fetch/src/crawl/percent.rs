//! Percent-encoded octets.

use std::fmt::Write as _;

/// The octet that the two hexadecimal digits after a `%` stand for, and what comes after them.
pub(super) fn code(text: &[u8]) -> Option<(u8, &[u8])> {
    let (digits, after) = text.split_at_checked(2)?;
    let digit = |byte: u8| char::from(byte).to_digit(16);
    Some(((digit(digits[0])? * 16 + digit(digits[1])?) as u8, after))
}

/// Writes an octet as its code, with upper-case digits.
pub(super) fn push_code(output: &mut String, byte: u8) {
    write!(output, "%{byte:02X}").expect("invariant: writing to a string does not fail");
}

/// Characters that mean the same with and without their code everywhere in an address (RFC 3986, section 2.3).
pub(super) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// A part of an address with codes only where they are needed, in upper case (RFC 3986, section 6.2.2).
pub(super) fn normal(text: &str) -> String {
    let mut output = String::with_capacity(text.len());
    let mut pieces = text.split('%');
    output.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        match code(piece.as_bytes()) {
            Some((byte, _)) => {
                if is_unreserved(byte) {
                    output.push(char::from(byte));
                } else {
                    push_code(&mut output, byte);
                }
                output.push_str(&piece[2..]);
            }
            None => {
                output.push('%');
                output.push_str(piece);
            }
        }
    }
    output
}
