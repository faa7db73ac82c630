//! The bytes of a file that are in memory, before and after they are decompressed.

use std::io::{self, ErrorKind, Read};

/// How much is read at once. Larger steps were not faster; the first one is small, for a record that is read alone.
const STEP_BYTES: usize = 128 << 10;
const FIRST_STEP_BYTES: usize = 32 << 10;

/// A part of a file or pipe, moved forward by whoever reads.
pub(super) struct Window {
    reader: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Where in the file `start` is.
    offset: u64,
    step: usize,
    is_at_end: bool,
}

impl Window {
    pub(super) fn new(reader: Box<dyn Read + Send>, offset: u64) -> Window {
        Window { reader, buffer: Vec::new(), start: 0, end: 0, offset, step: FIRST_STEP_BYTES, is_at_end: false }
    }

    /// The bytes that were read and not consumed.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Where in the file the first of them is.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether there is nothing behind them.
    pub(super) fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    pub(super) fn consume(&mut self, n_bytes: usize) {
        debug_assert!(n_bytes <= self.end - self.start, "what is consumed was read");
        self.start += n_bytes;
        self.offset += n_bytes as u64;
    }

    /// Reads some more; false at the end of the file.
    pub(super) fn fill(&mut self) -> io::Result<bool> {
        if self.is_at_end {
            return Ok(false);
        }
        make_room(&mut self.buffer, &mut self.start, &mut self.end, self.step);
        let n_bytes = read_some(&mut self.reader, &mut self.buffer[self.end..])?;
        self.end += n_bytes;
        self.step = STEP_BYTES;
        self.is_at_end = n_bytes == 0;
        Ok(n_bytes > 0)
    }

    /// Hands over what was read, or reads some more directly to where it is wanted. True at the end of the file.
    pub(super) fn move_to(&mut self, decoded: &mut Decoded) -> io::Result<bool> {
        let mut n_bytes = self.end - self.start;
        if n_bytes > 0 {
            decoded.room(n_bytes)[..n_bytes].copy_from_slice(&self.buffer[self.start..self.end]);
            self.consume(n_bytes);
        } else if !self.is_at_end {
            n_bytes = read_some(&mut self.reader, decoded.room(STEP_BYTES))?;
            self.offset += n_bytes as u64;
            self.is_at_end = n_bytes == 0;
        }
        decoded.wrote(n_bytes);
        Ok(n_bytes == 0)
    }

    /// Has at least `n_bytes`, unless the file ends before.
    pub(super) fn fill_to(&mut self, n_bytes: usize) -> io::Result<()> {
        while self.bytes().len() < n_bytes && self.fill()? {}
        Ok(())
    }
}

fn read_some(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Makes room behind `end`. What was consumed is given up when it is not little beside what was not, and the buffer is
/// doubled, so that no byte is moved often; small, it stays in the processor's cache.
pub(super) fn make_room(buffer: &mut Vec<u8>, start: &mut usize, end: &mut usize, n_bytes: usize) {
    if *start == *end {
        (*start, *end) = (0, 0);
    }
    if buffer.len() - *end >= n_bytes {
        return;
    }
    if *start >= (*end - *start) / 4 {
        buffer.copy_within(*start..*end, 0);
        (*start, *end) = (0, *end - *start);
    }
    if buffer.len() - *end < n_bytes {
        buffer.resize((*end + n_bytes).max(2 * buffer.len()), 0);
    }
}

/// A buffer that decoders write to and records are read from.
#[derive(Default)]
pub(super) struct Decoded {
    buffer: Vec<u8>,
    start: usize,
    end: usize,
}

impl Decoded {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    pub(super) fn consume(&mut self, n_bytes: usize) {
        debug_assert!(n_bytes <= self.end - self.start, "what is consumed was decoded");
        self.start += n_bytes;
    }

    /// Room for at least so many bytes; [`wrote`](Decoded::wrote) says how much of it was used.
    pub(super) fn room(&mut self, n_bytes: usize) -> &mut [u8] {
        make_room(&mut self.buffer, &mut self.start, &mut self.end, n_bytes);
        &mut self.buffer[self.end..]
    }

    pub(super) fn wrote(&mut self, n_bytes: usize) {
        self.end += n_bytes;
    }
}
