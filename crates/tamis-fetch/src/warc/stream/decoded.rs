//! What was decompressed and not yet taken.

use super::window::make_room;

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
