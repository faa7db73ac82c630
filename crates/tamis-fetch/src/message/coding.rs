//! Content codings undone: gzip, deflate, br, zstd. Each ends at a limit, and each gives what it has where the data breaks off.

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use flate2::{Decompress, FlushDecompress, Status};
use zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer};

/// The most that one step adds; what a bomb can cost beyond the limit.
const STEP_BYTES: usize = 64 << 10;
/// Browsers refuse a larger window: 8 MiB (RFC 9659).
const MAX_ZSTD_WINDOW_LOG: u32 = 23;

/// How undoing a coding ended.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Undone {
    /// With these bytes: all of them, or those before the place where the data is broken.
    Bytes(Vec<u8>),
    /// The data is not in this coding.
    NotCoded,
    /// There are more than the limit.
    TooLarge,
}

/// Undoes one coding; `None` if there is no such coding.
pub(super) fn undo(coding: &str, body: &[u8], limit: usize) -> Option<Undone> {
    Some(match coding {
        "gzip" | "x-gzip" => gunzip(body, limit),
        "deflate" => match inflate_one(Decompress::new(true), body, limit) {
            // The standard says zlib; some servers send what its name says.
            Undone::NotCoded => inflate_one(Decompress::new(false), body, limit),
            undone => undone,
        },
        "br" => unbrotli(body, limit),
        "zstd" => unzstd(body, limit),
        _ => return None,
    })
}

/// All members of a gzip file. They grow one buffer: a body can be millions of empty members.
fn gunzip(body: &[u8], limit: usize) -> Undone {
    let mut out = BoundedBuffer::new(body.len(), limit);
    let mut rest = body;
    loop {
        match inflate(Decompress::new_gzip(15), rest, &mut out) {
            Inflated::Whole { consumed } => {
                rest = &rest[consumed..];
                if !rest.starts_with(&[0x1f, 0x8b]) {
                    return Undone::Bytes(out.finish());
                }
            }
            Inflated::Broken { wrote: false } if rest.len() == body.len() => return Undone::NotCoded,
            Inflated::Broken { .. } => return Undone::Bytes(out.finish()),
            Inflated::TooLarge => return Undone::TooLarge,
        }
    }
}

/// All members of a gzip file up to the first that is broken, at most `limit` bytes of them, and whether that is everything.
#[cfg(feature = "network")]
pub(crate) fn gunzip_up_to(body: &[u8], limit: usize) -> (Vec<u8>, bool) {
    let mut out = BoundedBuffer::new(body.len(), limit);
    let (mut rest, mut is_whole) = (body, true);
    while is_whole && rest.starts_with(&[0x1f, 0x8b]) {
        match inflate(Decompress::new_gzip(15), rest, &mut out) {
            Inflated::Whole { consumed } => rest = &rest[consumed..],
            Inflated::Broken { .. } | Inflated::TooLarge => is_whole = false,
        }
    }
    let mut bytes = out.finish();
    bytes.truncate(limit);
    (bytes, is_whole)
}

/// The first `n_bytes` of what a gzip file holds, or fewer if that is all there is of it.
pub(crate) fn inflated_start(gzip: &[u8], n_bytes: usize) -> Vec<u8> {
    let mut state = Decompress::new_gzip(15);
    let mut start = vec![0; n_bytes];
    // What is broken shows in what comes out, and that is little.
    let _ = state.decompress(gzip, &mut start, FlushDecompress::None);
    start.truncate(state.total_out() as usize);
    start
}

/// One stream that is all of a body.
fn inflate_one(state: Decompress, body: &[u8], limit: usize) -> Undone {
    let mut out = BoundedBuffer::new(body.len(), limit);
    match inflate(state, body, &mut out) {
        Inflated::Whole { .. } | Inflated::Broken { wrote: true } => Undone::Bytes(out.finish()),
        Inflated::Broken { wrote: false } => Undone::NotCoded,
        Inflated::TooLarge => Undone::TooLarge,
    }
}

/// How a stream ended.
enum Inflated {
    /// At its end, after so many bytes of the input.
    Whole { consumed: usize },
    /// The input is at its end and the stream is not, or it is broken. Perhaps it is no stream at all.
    Broken { wrote: bool },
    /// There are more bytes than the limit.
    TooLarge,
}

fn inflate(mut state: Decompress, body: &[u8], out: &mut BoundedBuffer) -> Inflated {
    loop {
        let read = state.total_in() as usize;
        let written = state.total_out();
        let result = state.decompress(&body[read..], out.room(), FlushDecompress::None);
        let wrote = (state.total_out() - written) as usize;
        if out.add(wrote) {
            return Inflated::TooLarge;
        }
        let consumed = state.total_in() as usize;
        match result {
            Ok(Status::StreamEnd) => return Inflated::Whole { consumed },
            Ok(_) if consumed > read || wrote > 0 => {}
            Ok(_) | Err(_) => return Inflated::Broken { wrote: state.total_out() > 0 },
        }
    }
}

fn unbrotli(body: &[u8], limit: usize) -> Undone {
    let alloc = StandardAlloc::default;
    // Strict: no windows beyond 16 MiB, which no server may send.
    let mut state = BrotliState::new_strict(alloc(), alloc(), alloc());
    let mut out = BoundedBuffer::new(body.len(), limit);
    let (mut available_in, mut input_offset, mut total_out) = (body.len(), 0, 0);
    loop {
        let room = out.room();
        let (mut available_out, mut output_offset) = (room.len(), 0);
        let result = BrotliDecompressStream(
            &mut available_in, &mut input_offset, body, &mut available_out, &mut output_offset, room, &mut total_out,
            &mut state,
        );
        if out.add(output_offset) {
            return Undone::TooLarge;
        }
        match result {
            BrotliResult::NeedsMoreOutput => {}
            BrotliResult::ResultSuccess => return Undone::Bytes(out.finish()),
            BrotliResult::NeedsMoreInput | BrotliResult::ResultFailure => {
                return if out.length == 0 { Undone::NotCoded } else { Undone::Bytes(out.finish()) };
            }
        }
    }
}

fn unzstd(body: &[u8], limit: usize) -> Undone {
    let mut context = DCtx::create();
    if context.set_parameter(DParameter::WindowLogMax(MAX_ZSTD_WINDOW_LOG)).is_err() {
        return Undone::NotCoded;
    }
    let mut out = BoundedBuffer::new(body.len(), limit);
    let mut input = InBuffer::around(body);
    loop {
        let read = input.pos;
        let mut output = OutBuffer::around(out.room());
        let result = context.decompress_stream(&mut output, &mut input);
        let wrote = output.pos();
        if out.add(wrote) {
            return Undone::TooLarge;
        }
        let is_at_end = input.pos == body.len() && (result == Ok(0) || wrote == 0);
        if result.is_err() || is_at_end || (input.pos == read && wrote == 0) {
            let is_coded = out.length > 0 || (result == Ok(0) && !body.is_empty());
            return if is_coded { Undone::Bytes(out.finish()) } else { Undone::NotCoded };
        }
    }
}

/// A buffer that grows with what is written to it.
struct BoundedBuffer {
    bytes: Vec<u8>,
    length: usize,
    limit: usize,
}

impl BoundedBuffer {
    fn new(n_coded_bytes: usize, limit: usize) -> BoundedBuffer {
        // Pages shrink to about a fifth.
        let expected = n_coded_bytes.saturating_mul(5).clamp(1 << 10, STEP_BYTES.max(n_coded_bytes)).min(limit + 1);
        BoundedBuffer { bytes: vec![0; expected], length: 0, limit }
    }

    /// Room for at least one byte, and never for more than one beyond the limit.
    fn room(&mut self) -> &mut [u8] {
        if self.length == self.bytes.len() {
            let grown = self.bytes.len() + self.bytes.len().max(STEP_BYTES);
            self.bytes.resize(grown.min(self.limit + 1), 0);
        }
        &mut self.bytes[self.length..]
    }

    /// Notes how much was written; true if that is too much.
    fn add(&mut self, n_bytes: usize) -> bool {
        self.length += n_bytes;
        self.length > self.limit
    }

    fn finish(mut self) -> Vec<u8> {
        self.bytes.truncate(self.length);
        self.bytes
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use libdeflater::{CompressionLvl, Compressor};

    pub(in crate::message) fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut compressor = Compressor::new(CompressionLvl::default());
        let mut out = vec![0; compressor.gzip_compress_bound(bytes.len())];
        let n_bytes = compressor.gzip_compress(bytes, &mut out).unwrap();
        out.truncate(n_bytes);
        out
    }

    fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut compressor = Compressor::new(CompressionLvl::default());
        let mut out = vec![0; compressor.zlib_compress_bound(bytes.len())];
        let n_bytes = compressor.zlib_compress(bytes, &mut out).unwrap();
        out.truncate(n_bytes);
        out
    }

    fn zstd(bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(zstd_safe::compress_bound(bytes.len()));
        zstd_safe::compress(&mut out, bytes, 3).unwrap();
        out
    }

    /// `brotli` of a thousand times "lamp ", made with Google's own library.
    #[rustfmt::skip]
    const THOUSAND_LAMPS: [u8; 22] = [
        0x1b, 0x87, 0x13, 0xf8, 0x8d, 0x54, 0xb5, 0xbf, 0x0c, 0x63, 0x6b, 0x2b, 0x10, 0xb8, 0x78, 0x2d, 0x0a, 0xe8, 0x59, 0x00, 0xc8, 0x01,
    ];

    #[track_caller]
    fn check(coding: &str, coded: &[u8], plain: &[u8]) {
        assert_eq!(undo(coding, coded, plain.len()), Some(Undone::Bytes(plain.to_vec())), "{coding}");
        assert_eq!(undo(coding, coded, plain.len() - 1), Some(Undone::TooLarge), "{coding}");
        assert_eq!(undo(coding, b"<html><p>hello", 1 << 20), Some(Undone::NotCoded), "{coding}");
        for end in 0..coded.len() {
            match undo(coding, &coded[..end], plain.len()).expect("it is a coding") {
                Undone::Bytes(bytes) => assert!(plain.starts_with(&bytes), "{coding} up to {end}"),
                Undone::NotCoded => {}
                Undone::TooLarge => panic!("{coding} up to {end} grows"),
            }
        }
    }

    #[test]
    fn each_coding_is_undone_up_to_the_limit() {
        let plain = "lamp ".repeat(1000).into_bytes();
        check("gzip", &gzip(&plain), &plain);
        check("deflate", &zlib(&plain), &plain);
        let zlib = zlib(&plain);
        check("deflate", &zlib[2..zlib.len() - 4], &plain);
        check("zstd", &zstd(&plain), &plain);
        check("br", &THOUSAND_LAMPS, &plain);
    }

    #[test]
    fn members_follow_each_other() {
        let two = [gzip(b"one "), gzip(b"two")].concat();
        assert_eq!(undo("x-gzip", &two, 100), Some(Undone::Bytes(b"one two".to_vec())));
        let two = [zstd(b"one "), zstd(b"two")].concat();
        assert_eq!(undo("zstd", &two, 100), Some(Undone::Bytes(b"one two".to_vec())));
    }

    #[test]
    fn a_great_many_members_take_no_longer_than_their_bytes() {
        // With a buffer of its own for each this takes minutes.
        let many = gzip(b"a").repeat(300_000);
        assert_eq!(undo("gzip", &many, 1 << 20), Some(Undone::Bytes(vec![b'a'; 300_000])));
        assert_eq!(undo("gzip", &many, 299_999), Some(Undone::TooLarge));
        assert_eq!(undo("gzip", &gzip(b"").repeat(300_000), 0), Some(Undone::Bytes(vec![])));
        let cut = &many[..many.len() - 5];
        assert_eq!(undo("gzip", cut, 1 << 20).map(|undone| matches!(undone, Undone::Bytes(_))), Some(true));
    }

    #[test]
    fn a_bomb_ends_at_the_limit() {
        let zeros = vec![0; 64 << 20];
        assert_eq!(undo("gzip", &gzip(&zeros), 1 << 20), Some(Undone::TooLarge));
        assert_eq!(undo("zstd", &zstd(&zeros), 1 << 20), Some(Undone::TooLarge));
    }

    #[test]
    fn an_empty_body_stays_empty() {
        for coding in ["gzip", "deflate", "br", "zstd"] {
            assert_eq!(undo(coding, b"", 100), Some(Undone::NotCoded), "{coding}");
        }
        assert_eq!(undo("identity", b"", 100), None);
    }
}
