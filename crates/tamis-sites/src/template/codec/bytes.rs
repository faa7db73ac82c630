//! Numbers and texts as bytes, and back.

use super::TemplateError;

/// Writes what [`Reader`] reads.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// A number in as many groups of seven bits as it needs, the lowest first.
    pub(super) fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    pub(super) fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    /// A number that may be negative; those near zero are short.
    pub(super) fn signed(&mut self, number: i64) {
        self.number((number << 1 ^ number >> 63) as u64);
    }

    /// A number of which every value is as likely as any other.
    pub(super) fn hash(&mut self, number: u32) {
        self.bytes.extend(number.to_le_bytes());
    }

    pub(super) fn real(&mut self, number: f64) {
        self.bytes.extend(number.to_le_bytes());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.bytes.extend(text.as_bytes());
    }
}

/// Reads bytes that anybody may have written.
pub(super) struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { rest: bytes }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn byte(&mut self) -> Result<u8, TemplateError> {
        let (&first, rest) = self.rest.split_first().ok_or(TemplateError)?;
        self.rest = rest;
        Ok(first)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], TemplateError> {
        let (&taken, rest) = self.rest.split_first_chunk().ok_or(TemplateError)?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn number(&mut self) -> Result<u64, TemplateError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(TemplateError);
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(TemplateError)
    }

    pub(super) fn small(&mut self) -> Result<u32, TemplateError> {
        u32::try_from(self.number()?).map_err(|_| TemplateError)
    }

    pub(super) fn signed(&mut self) -> Result<i64, TemplateError> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// The number of things that follow. Each takes at least a byte, so that nobody is made to wait for more than there
    /// is.
    pub(super) fn count(&mut self) -> Result<usize, TemplateError> {
        let count = usize::try_from(self.number()?).map_err(|_| TemplateError)?;
        if count <= self.rest.len() { Ok(count) } else { Err(TemplateError) }
    }

    /// As many things as are said to follow.
    pub(super) fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Reader<'b>) -> Result<T, TemplateError>,
    ) -> Result<Vec<T>, TemplateError> {
        // What a thing takes in memory may be more than it takes here: the list grows with what is really there.
        let mut list = Vec::new();
        for _ in 0..self.count()? {
            list.push(read(self)?);
        }
        Ok(list)
    }

    /// A number below a bound.
    pub(super) fn index(&mut self, n: usize) -> Result<u32, TemplateError> {
        let index = self.small()?;
        if (index as usize) < n { Ok(index) } else { Err(TemplateError) }
    }

    pub(super) fn hash(&mut self) -> Result<u32, TemplateError> {
        self.take().map(u32::from_le_bytes)
    }

    pub(super) fn real(&mut self) -> Result<f64, TemplateError> {
        self.take()
            .map(f64::from_le_bytes)
            .and_then(|number| if number.is_finite() { Ok(number) } else { Err(TemplateError) })
    }

    pub(super) fn text(&mut self) -> Result<String, TemplateError> {
        let n_bytes = self.count()?;
        let (text, rest) = self.rest.split_at(n_bytes);
        self.rest = rest;
        std::str::from_utf8(text).map(str::to_owned).map_err(|_| TemplateError)
    }
}
