//! Frames of a Zstandard file, and the dictionary at its start.
//!
//! Archives of many small pages are compressed with a dictionary made for them. By the convention of the zstd-WARC
//! specification it stands in the first frame, one of a kind that decoders skip, as it is or compressed.

use super::window::Decoded;
use super::window::Window;
use super::{Boundary, STEP_BYTES};
use memchr::memmem;
use std::io;
use zstd_safe::{DCtx, InBuffer, OutBuffer, ResetDirective};

const FRAME: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();
/// The frame that holds a dictionary; all of `0x184D2A50` to `0x184D2A5F` are skipped by decoders.
const DICTIONARY_FRAME: [u8; 4] = 0x184D_2A5D_u32.to_le_bytes();
/// The largest compressed frame that is held whole.
const MAX_HELD_BYTES: usize = 4 << 20;
/// A dictionary of a hundred kilobytes is usual; one larger than this is no dictionary.
const MAX_DICTIONARY_BYTES: usize = 16 << 20;
/// Of a frame that is decoded step by step, so much stays in memory to look for the next one.
const KEPT_BYTES: usize = 256 << 10;

pub(super) struct Zstd {
    context: DCtx<'static>,
    dictionary: Option<Vec<u8>>,
    /// How much of the window the frame that is being decoded has taken.
    taken: usize,
    is_inside: bool,
    n_rewound: u64,
}

impl Zstd {
    pub(super) fn new() -> Zstd {
        Zstd { context: DCtx::create(), dictionary: None, taken: 0, is_inside: false, n_rewound: 0 }
    }

    pub(super) fn dictionary(&self) -> Option<&[u8]> {
        self.dictionary.as_deref()
    }

    /// Frames from now on are decoded with this dictionary. One that is broken is as good as none.
    pub(super) fn set_dictionary(&mut self, dictionary: Vec<u8>) {
        if self.context.load_dictionary(&dictionary).is_ok() {
            self.dictionary = Some(dictionary);
        }
    }

    /// Decodes some of the frame at the start of the window. With the whole frame and room for all that it holds, the
    /// library decodes it at once, without a buffer of its own.
    pub(super) fn decode(
        &mut self,
        window: &mut Window,
        decoded: &mut Decoded,
        limit: usize,
    ) -> io::Result<Option<Boundary>> {
        let mut room = STEP_BYTES;
        if !self.is_inside {
            (self.is_inside, self.taken) = (true, 0);
            while zstd_safe::find_frame_compressed_size(window.bytes()).is_err()
                && window.bytes().len() < MAX_HELD_BYTES
                && window.fill()?
            {}
            let size = zstd_safe::get_frame_content_size(window.bytes()).ok().flatten();
            room = size.filter(|&size| size <= limit as u64).map_or(STEP_BYTES, |size| size.max(1) as usize);
        }
        loop {
            if self.taken == window.bytes().len() {
                if self.taken > 2 * KEPT_BYTES {
                    window.consume(self.taken - KEPT_BYTES);
                    self.taken = KEPT_BYTES;
                }
                window.fill()?;
            }
            let mut input = InBuffer::around(&window.bytes()[self.taken..]);
            let mut output = OutBuffer::around(decoded.room(room));
            let result = self.context.decompress_stream(&mut output, &mut input);
            let (wrote, read) = (output.pos(), input.pos);
            decoded.wrote(wrote);
            self.taken += read;
            match result {
                Ok(0) => {
                    window.consume(self.taken);
                    self.is_inside = false;
                    return Ok(Some(Boundary::Member));
                }
                Ok(_) if wrote > 0 => return Ok(None),
                Ok(_) if read > 0 && !(self.taken == window.bytes().len() && window.is_at_end()) => {}
                Ok(_) | Err(_) => return Ok(Some(self.give_up(window))),
            }
        }
    }

    /// Leaves a broken frame; see [`gzip`](super::gzip).
    fn give_up(&mut self, window: &mut Window) -> Boundary {
        self.is_inside = false;
        // Fails only on a context that is compressing.
        let _ = self.context.reset(ResetDirective::SessionOnly);
        self.n_rewound += self.taken as u64;
        let may_rewind = self.n_rewound <= 4 * window.offset() + (8 << 20);
        let n_bytes = if may_rewind { 1 } else { self.taken.max(1) };
        window.consume(n_bytes.min(window.bytes().len()));
        Boundary::Damage
    }

    /// Goes to the next frame with data, or to the end of the file. True if something is lost on the way.
    pub(super) fn skip_to_frame(&mut self, window: &mut Window) -> io::Result<bool> {
        let mut is_lossy = false;
        loop {
            window.fill_to(8)?;
            if window.bytes().starts_with(&FRAME) {
                return Ok(is_lossy);
            }
            if is_skipped(window.bytes()) && window.bytes().len() >= 8 {
                is_lossy |= self.skip_frame(window)?;
                continue;
            }
            let found = find_frame(window.bytes(), 0);
            let n_bytes = match found {
                Some(start) => start,
                None if window.is_at_end() => window.bytes().len(),
                None => window.bytes().len().saturating_sub(3),
            };
            is_lossy |= window.bytes()[..n_bytes].iter().any(|&byte| byte != 0);
            window.consume(n_bytes);
            if found.is_none() && !window.fill()? && window.bytes().is_empty() {
                return Ok(is_lossy);
            }
        }
    }

    /// Leaves out a frame without data, and takes the dictionary out of the first. True if it is cut off.
    fn skip_frame(&mut self, window: &mut Window) -> io::Result<bool> {
        let size: [u8; 4] = window.bytes()[4..8].try_into().expect("invariant: four bytes");
        let size = u32::from_le_bytes(size) as usize;
        if window.offset() == 0 && window.bytes().starts_with(&DICTIONARY_FRAME) && size <= MAX_DICTIONARY_BYTES {
            window.fill_to(8 + size)?;
            if let Some(dictionary) = window.bytes().get(8..8 + size) {
                let dictionary = unpacked(dictionary);
                self.set_dictionary(dictionary);
            }
        }
        let mut rest = 8 + size;
        loop {
            let n_bytes = rest.min(window.bytes().len());
            window.consume(n_bytes);
            rest -= n_bytes;
            if rest == 0 || !window.fill()? {
                return Ok(rest > 0);
            }
        }
    }
}

/// A dictionary that may itself be compressed.
fn unpacked(dictionary: &[u8]) -> Vec<u8> {
    if !dictionary.starts_with(&FRAME) {
        return dictionary.to_vec();
    }
    let mut context = DCtx::create();
    let mut bytes = vec![0; STEP_BYTES];
    let mut n_bytes = 0;
    let mut input = InBuffer::around(dictionary);
    loop {
        let mut output = OutBuffer::around(&mut bytes[n_bytes..]);
        let result = context.decompress_stream(&mut output, &mut input);
        let wrote = output.pos();
        n_bytes += wrote;
        if result.is_err() || result == Ok(0) || wrote == 0 || n_bytes >= MAX_DICTIONARY_BYTES {
            bytes.truncate(n_bytes);
            return bytes;
        }
        if n_bytes == bytes.len() {
            bytes.resize(2 * n_bytes, 0);
        }
    }
}

/// Whether a frame begins here, with data or without.
pub(super) fn is_frame(bytes: &[u8]) -> bool {
    bytes.starts_with(&FRAME) || is_skipped(bytes)
}

fn is_skipped(bytes: &[u8]) -> bool {
    matches!(bytes, [first, 0x2A, 0x4D, 0x18, ..] if first & 0xF0 == 0x50)
}

/// The first place from `from` on that looks like the beginning of a frame with data.
pub(super) fn find_frame(bytes: &[u8], from: usize) -> Option<usize> {
    Some(from + memmem::find(bytes.get(from..)?, &FRAME)?)
}
