//! A deflated file inside of a zip file, as a reader.

use std::io::{self, Read};
use zlib_rs::{Inflate, InflateFlush, Status};

/// Decompresses what it reads. Where the data is broken it ends, as a file that was cut off does.
pub(super) struct Inflated<R> {
    reader: R,
    inflate: Inflate,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    is_at_end: bool,
}

impl<R: Read> Inflated<R> {
    pub(super) fn new(reader: R) -> Inflated<R> {
        let inflate = Inflate::new(false, 15);
        Inflated { reader, inflate, buffer: vec![0; 64 << 10], start: 0, end: 0, is_at_end: false }
    }
}

impl<R: Read> Read for Inflated<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while !self.is_at_end && !out.is_empty() {
            if self.start == self.end {
                self.start = 0;
                self.end = self.reader.read(&mut self.buffer)?;
            }
            let (read, written) = (self.inflate.total_in(), self.inflate.total_out());
            let input = &self.buffer[self.start..self.end];
            let result = self.inflate.decompress(input, out, InflateFlush::NoFlush);
            let consumed = (self.inflate.total_in() - read) as usize;
            let n_bytes = (self.inflate.total_out() - written) as usize;
            self.start += consumed;
            self.is_at_end = !matches!(result, Ok(Status::Ok | Status::BufError)) || consumed == 0 && n_bytes == 0;
            if n_bytes > 0 {
                return Ok(n_bytes);
            }
        }
        Ok(0)
    }
}
