//! Encoding cases: bytes, and the encoding that a browser reads them in.

use super::report::{Kind, Outcome};
use encoding_rs::Encoding;
use tamis_page::{CharsetHints, CharsetSource, decode};

/// Runs the cases of one file.
pub(super) fn run(file: &str, bytes: &[u8]) -> Vec<Outcome> {
    read_cases(bytes).map(|(data, label)| run_case(file, data, label)).collect()
}

fn run_case(file: &str, data: &[u8], label: &[u8]) -> Outcome {
    let charset = decode(data.to_vec(), &CharsetHints::default()).charset;
    // The suite supposes windows-1252 where a page declares nothing and asks to set the default so. Ours for a page of
    // ASCII letters is UTF-8, which reads the same.
    let got = if charset.source == CharsetSource::Default { "windows-1252" } else { charset.used };
    // The suite writes labels; two labels of one encoding are the same answer.
    let expected = Encoding::for_label(label).map(|encoding| encoding.name().to_ascii_lowercase());
    Outcome {
        kind: Kind::Encoding,
        file: file.to_owned(),
        input: String::from_utf8_lossy(data).into_owned(),
        variant: "without a transport hint".to_owned(),
        passed: expected.as_deref() == Some(got),
        expected: expected.unwrap_or_else(|| String::from_utf8_lossy(label).into_owned()),
        got: got.to_owned(),
    }
}

/// The data and the label of each case; the data need not be text.
fn read_cases(bytes: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (_, after) = split_once(rest, b"#data\n")?;
        let (data, after) = split_once(after, b"\n#encoding\n")?;
        let (label, after) = split_once(after, b"\n").unwrap_or((after, b""));
        rest = after;
        Some((data, label))
    })
}

fn split_once<'a>(bytes: &'a [u8], separator: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = bytes.windows(separator.len()).position(|window| window == separator)?;
    Some((&bytes[..at], &bytes[at + separator.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_read_as_bytes() {
        let file = b"#data\n\xff\n\nx\n#encoding\nUTF-8\n\n#data\ny\n#encoding\nbig5";
        let cases: Vec<_> = read_cases(file).collect();
        assert_eq!(cases, [(&b"\xff\n\nx"[..], &b"UTF-8"[..]), (b"y", b"big5")]);
    }
}
