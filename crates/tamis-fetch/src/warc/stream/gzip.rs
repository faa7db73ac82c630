//! Members of a gzip file.
//!
//! # Two ways
//! libdeflate is a quarter faster than a decoder that works in steps, but it wants the whole member and the size of what comes
//! out. Both are usually known: a member ends where the next one begins, and its last four bytes say how large it was. So a
//! member is tried from its beginning to the next bytes that look like a beginning; its checksum says whether that was its end.
//! Such bytes can also stand inside a member, for example where a page was archived as gzip. Then the try fails, and the next
//! place is tried. What cannot be settled in a few tries, and a member that is too large to be held, is decoded step by step
//! with flate2, which needs to know nothing.
//!
//! # Damage
//! Only a decoder tells that a member is broken, some way behind the place. The next member is looked for from the beginning of
//! the broken one, as its decoder may have gone far into the next before it noticed. How often it may go back is limited, so
//! that no file can make reading slow.

use super::window::Decoded;
use super::window::Window;
use super::{Boundary, STEP_BYTES};
use flate2::{Decompress, FlushDecompress, Status};
use libdeflater::Decompressor;
use memchr::memmem;
use std::io;

/// The largest compressed member that is held whole.
const MAX_HELD_BYTES: usize = 4 << 20;
/// How many places are tried as the end of a member before it is decoded step by step.
const MAX_TRIES: usize = 4;
/// Of a member that is decoded step by step, so much stays in memory to look for the next one.
const KEPT_BYTES: usize = 256 << 10;
/// A header and a trailer and nothing between.
const MIN_MEMBER_BYTES: usize = 18;
/// Deflate makes at most 1032 bytes of one.
const MAX_RATIO: usize = 1032;

pub(super) struct Gzip {
    whole: Decompressor,
    steps: Option<Steps>,
    /// How many bytes were gone back over after damage.
    n_rewound: u64,
}

/// A member that is decoded step by step.
struct Steps {
    inflate: Decompress,
    /// How much of the window it has taken.
    taken: usize,
}

impl Gzip {
    pub(super) fn new() -> Gzip {
        Gzip { whole: Decompressor::new(), steps: None, n_rewound: 0 }
    }

    /// Decodes some of the member at the start of the window.
    pub(super) fn decode(
        &mut self,
        window: &mut Window,
        decoded: &mut Decoded,
        limit: usize,
    ) -> io::Result<Option<Boundary>> {
        if self.steps.is_none() {
            if self.decode_whole(window, decoded, limit)? {
                return Ok(Some(Boundary::Member));
            }
            self.steps = Some(Steps { inflate: Decompress::new_gzip(15), taken: 0 });
        }
        self.decode_step(window, decoded)
    }

    /// Tries the places where the member can end.
    fn decode_whole(&mut self, window: &mut Window, decoded: &mut Decoded, limit: usize) -> io::Result<bool> {
        let mut from = MIN_MEMBER_BYTES;
        for _ in 0..MAX_TRIES {
            let end = loop {
                if let Some(end) = find_member(window.bytes(), from) {
                    break end;
                }
                let n_bytes = window.bytes().len();
                if n_bytes > MAX_HELD_BYTES {
                    return Ok(false);
                }
                // The last bytes may be the first of the four that begin a member.
                from = from.max(n_bytes.saturating_sub(3));
                if !window.fill()? {
                    break n_bytes;
                }
            };
            let is_last = end == window.bytes().len() && window.is_at_end();
            if end >= MIN_MEMBER_BYTES {
                let member = &window.bytes()[..end];
                let size = u32::from_le_bytes(member[end - 4..].try_into().expect("invariant: four bytes")) as usize;
                if size <= limit
                    && size / MAX_RATIO <= end
                    && self.whole.gzip_decompress(member, &mut decoded.room(size)[..size]) == Ok(size)
                {
                    decoded.wrote(size);
                    window.consume(end);
                    return Ok(true);
                }
            }
            if is_last {
                return Ok(false);
            }
            from = end + 1;
        }
        Ok(false)
    }

    fn decode_step(&mut self, window: &mut Window, decoded: &mut Decoded) -> io::Result<Option<Boundary>> {
        let steps = self.steps.as_mut().expect("invariant: a member was begun");
        loop {
            if steps.taken == window.bytes().len() {
                if steps.taken > 2 * KEPT_BYTES {
                    window.consume(steps.taken - KEPT_BYTES);
                    steps.taken = KEPT_BYTES;
                }
                if !window.fill()? {
                    return Ok(Some(self.give_up(window)));
                }
            }
            let (read, written) = (steps.inflate.total_in(), steps.inflate.total_out());
            let input = &window.bytes()[steps.taken..];
            let result = steps.inflate.decompress(input, decoded.room(STEP_BYTES), FlushDecompress::None);
            steps.taken += (steps.inflate.total_in() - read) as usize;
            let wrote = (steps.inflate.total_out() - written) as usize;
            decoded.wrote(wrote);
            match result {
                Ok(Status::StreamEnd) => {
                    window.consume(steps.taken);
                    self.steps = None;
                    return Ok(Some(Boundary::Member));
                }
                Ok(_) if wrote > 0 => return Ok(None),
                Ok(_) if steps.inflate.total_in() > read || steps.taken == window.bytes().len() => {}
                Ok(_) | Err(_) => return Ok(Some(self.give_up(window))),
            }
        }
    }

    /// Leaves a broken member: the next one is looked for behind its first byte, or where its decoder stopped.
    fn give_up(&mut self, window: &mut Window) -> Boundary {
        let taken = self.steps.take().map_or(0, |steps| steps.taken);
        self.n_rewound += taken as u64;
        let may_rewind = self.n_rewound <= 4 * window.offset() + (8 << 20);
        let n_bytes = if may_rewind { 1 } else { taken.max(1) };
        window.consume(n_bytes.min(window.bytes().len()));
        Boundary::Damage
    }
}

/// Goes to the next beginning of a member, or to the end of the file. True if what was left out is not padding.
pub(super) fn skip_to_member(window: &mut Window) -> io::Result<bool> {
    let mut is_lossy = false;
    window.fill_to(4)?;
    loop {
        let found = find_member(window.bytes(), 0);
        let n_bytes = match found {
            Some(start) => start,
            None if window.is_at_end() => window.bytes().len(),
            None => window.bytes().len().saturating_sub(3),
        };
        is_lossy |= window.bytes()[..n_bytes].iter().any(|&byte| byte != 0);
        window.consume(n_bytes);
        if found.is_some() || !window.fill()? && window.bytes().is_empty() {
            return Ok(is_lossy);
        }
    }
}

/// The first place from `from` on that looks like the beginning of a member: its magic number, its method, and no flag that
/// has no meaning.
pub(in crate::warc) fn find_member(bytes: &[u8], from: usize) -> Option<usize> {
    let mut from = from;
    loop {
        from += memmem::find(bytes.get(from..)?, &[0x1f, 0x8b, 0x08])?;
        // The flags may be the next byte to be read.
        match bytes.get(from + 3) {
            Some(flags) if flags & 0xe0 == 0 => return Some(from),
            Some(_) => from += 1,
            None => return None,
        }
    }
}
