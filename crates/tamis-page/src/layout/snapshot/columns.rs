//! The columns of a snapshot: named runs of numbers or of text.

use super::SnapshotError;

/// How the values of a column are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    Number,
    Delta,
    Text,
}

impl Encoding {
    const ALL: [Encoding; 3] = [Encoding::Number, Encoding::Delta, Encoding::Text];

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Encoding::Number => "number",
            Encoding::Delta => "delta",
            Encoding::Text => "text",
        }
    }

    pub(super) fn parse(name: &str) -> Option<Encoding> {
        Encoding::ALL.into_iter().find(|encoding| encoding.as_str() == name)
    }
}

/// A column that is being written.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) encoding: Encoding,
    pub(super) n_values: usize,
    pub(super) bytes: Vec<u8>,
    before: i64,
}

impl Column {
    pub(super) fn new(name: &'static str, encoding: Encoding) -> Column {
        Column { name, encoding, n_values: 0, bytes: Vec::new(), before: 0 }
    }

    pub(super) fn push(&mut self, value: i64) {
        let stored = if self.encoding == Encoding::Delta { value - self.before } else { value };
        self.before = value;
        let mut rest = ((stored << 1) ^ (stored >> 63)) as u64;
        while rest >= 0x80 {
            self.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
        self.n_values += 1;
    }

    pub(super) fn push_text(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.n_values += 1;
    }
}

/// The numbers of a column, one after the other.
#[derive(Debug)]
pub(super) struct Numbers<'a> {
    name: &'static str,
    bytes: &'a [u8],
    is_delta: bool,
    before: i64,
    n_left: usize,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(name: &'static str, encoding: Encoding, bytes: &'a [u8], n_values: usize) -> Numbers<'a> {
        Numbers { name, bytes, is_delta: encoding == Encoding::Delta, before: 0, n_left: n_values }
    }

    pub(super) fn n_left(&self) -> usize {
        self.n_left
    }

    /// The next number.
    pub(super) fn next(&mut self) -> Result<i64, SnapshotError> {
        let damaged = || SnapshotError::Damaged { what: format!("column {} ends too early", self.name) };
        let mut value = 0u64;
        let mut shift = 0;
        loop {
            let (&byte, rest) = self.bytes.split_first().ok_or_else(damaged)?;
            self.bytes = rest;
            value |= u64::from(byte & 0x7F).checked_shl(shift).unwrap_or(0);
            shift += 7;
            if byte < 0x80 {
                break;
            }
            if shift > 63 {
                return Err(SnapshotError::Damaged { what: format!("column {} has an endless number", self.name) });
            }
        }
        self.n_left = self.n_left.checked_sub(1).ok_or_else(damaged)?;
        let stored = (value >> 1) as i64 ^ -((value & 1) as i64);
        let number = if self.is_delta { self.before.wrapping_add(stored) } else { stored };
        self.before = number;
        Ok(number)
    }

    /// The next number as one from 0 to `end`, which is not included.
    pub(super) fn next_below(&mut self, end: usize) -> Result<usize, SnapshotError> {
        let number = self.next()?;
        usize::try_from(number).ok().filter(|&number| number < end).ok_or_else(|| SnapshotError::Damaged {
            what: format!("column {} has {number}, which is not below {end}", self.name),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_come_back() {
        let values = [0, 1, -1, 63, 64, -64, -65, 1 << 40, i64::from(i32::MIN), 5, 5, 5];
        for encoding in [Encoding::Number, Encoding::Delta] {
            let mut column = Column::new("x", encoding);
            for value in values {
                column.push(value);
            }
            let mut numbers = Numbers::new("x", encoding, &column.bytes, column.n_values);
            for value in values {
                assert_eq!(numbers.next().unwrap(), value);
            }
            assert!(numbers.next().is_err());
        }
    }

    #[test]
    fn an_endless_number_is_an_error() {
        assert!(Numbers::new("x", Encoding::Number, &[0xFF; 40], 1).next().is_err());
    }
}
