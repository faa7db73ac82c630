//! The bytes of an archive as they were before they were compressed, with the places where one member ends and the next
//! begins, and where something is broken.
//!
//! A *member* is what was compressed by itself: a gzip member, a Zstandard frame. By convention each record has its own, so
//! that it can be read alone. A file that is not compressed has none.

mod gzip;
mod window;
mod zstd;

use gzip::Gzip;
pub(in crate::warc) use gzip::find_member as find_gzip_member;
use std::io::{self, Read};
use window::Decoded;
use window::Window;
use zstd::Zstd;

/// How much is decompressed or read at once.
const STEP_BYTES: usize = 128 << 10;
/// How far the beginning of an archive is looked for: a file may begin with damage.
const MAX_LOST_START_BYTES: usize = 1 << 20;

/// Where the decoded bytes stop for now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::warc) enum Boundary {
    /// A member ends, and its checksum is right.
    Member,
    /// A member is broken or cut off here.
    Damage,
    /// The file ends.
    End,
}

/// The decoded bytes of one archive.
pub(in crate::warc) struct Stream {
    window: Window,
    codec: Codec,
    decoded: Decoded,
    boundary: Option<Boundary>,
    member: Member,
    /// The one before, of which the last bytes may not have been consumed.
    last_member: Member,
    /// How many decoded bytes were consumed.
    position: u64,
    limit: usize,
    /// Where in the file reading began.
    start: u64,
    /// Whether the file begins with something that is no member.
    is_start_lost: bool,
}

/// Where a member begins: in the file, and in all that was decoded.
#[derive(Clone, Copy, Default)]
struct Member {
    offset: u64,
    position: u64,
}

enum Codec {
    Plain,
    Gzip(Box<Gzip>),
    Zstd(Box<Zstd>),
}

/// What the first bytes of a file are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compression {
    Plain,
    Gzip,
    Zstd,
}

impl Stream {
    /// Reads from `offset` of a file on. Members that decompress to at most `limit` bytes are decompressed at once.
    /// `None` if this is no archive.
    pub(in crate::warc) fn open(reader: Box<dyn Read + Send>, offset: u64, limit: usize) -> io::Result<Option<Stream>> {
        let mut window = Window::new(reader, offset);
        window.fill_to(8)?;
        let kind = match kind_of(window.bytes()) {
            Some(kind) => kind,
            None => {
                window.fill_to(MAX_LOST_START_BYTES)?;
                let bytes = window.bytes();
                let starts = [
                    (gzip::find_member(bytes, 0), Compression::Gzip),
                    (zstd::find_frame(bytes, 0), Compression::Zstd),
                    (memchr::memmem::find(bytes, b"WARC/1."), Compression::Plain),
                ];
                let first =
                    starts.into_iter().filter_map(|(start, kind)| Some((start?, kind))).min_by_key(|found| found.0);
                let Some((_, kind)) = first else { return Ok(None) };
                kind
            }
        };
        Stream::new(window, kind, limit).map(Some)
    }

    /// Reads a text, compressed with gzip or not.
    pub(in crate::warc) fn open_text(reader: Box<dyn Read + Send>, limit: usize) -> io::Result<Stream> {
        let mut window = Window::new(reader, 0);
        window.fill_to(8)?;
        let is_gzip = gzip::find_member(window.bytes(), 0) == Some(0);
        Stream::new(window, if is_gzip { Compression::Gzip } else { Compression::Plain }, limit)
    }

    fn new(window: Window, kind: Compression, limit: usize) -> io::Result<Stream> {
        let codec = match kind {
            Compression::Plain => Codec::Plain,
            Compression::Gzip => Codec::Gzip(Box::new(Gzip::new())),
            Compression::Zstd => Codec::Zstd(Box::new(Zstd::new())),
        };
        let decoded = Decoded::default();
        let start = window.offset();
        let mut stream = Stream {
            window,
            codec,
            decoded,
            boundary: None,
            member: Member::default(),
            last_member: Member::default(),
            position: 0,
            limit,
            start,
            is_start_lost: false,
        };
        stream.is_start_lost = stream.start_member()?;
        Ok(stream)
    }

    /// Whether the file has the dictionary that its frames need at its very start, and this stream began behind it.
    pub(in crate::warc) fn needs_dictionary(&self) -> bool {
        matches!(self.codec, Codec::Zstd(_)) && self.member.offset > 0
    }

    /// The dictionary at the start of the file.
    pub(in crate::warc) fn dictionary(&self) -> Option<&[u8]> {
        match &self.codec {
            Codec::Zstd(zstd) => zstd.dictionary(),
            _ => None,
        }
    }

    pub(in crate::warc) fn set_dictionary(&mut self, dictionary: &[u8]) {
        if let Codec::Zstd(zstd) = &mut self.codec {
            zstd.set_dictionary(dictionary.to_vec());
        }
    }

    /// Where in the file reading began.
    pub(in crate::warc) fn start(&self) -> u64 {
        self.start
    }

    /// Whether the file begins with something that is no member.
    pub(in crate::warc) fn is_start_lost(&self) -> bool {
        self.is_start_lost
    }

    /// The decoded bytes up to now.
    pub(in crate::warc) fn bytes(&self) -> &[u8] {
        self.decoded.bytes()
    }

    pub(in crate::warc) fn consume(&mut self, n_bytes: usize) {
        self.decoded.consume(n_bytes);
        self.position += n_bytes as u64;
    }

    /// Where the first of the decoded bytes is: the member's place in the file, and the byte's place in the member.
    pub(in crate::warc) fn place(&self) -> (u64, u64) {
        match self.codec {
            Codec::Plain => (self.window.offset() - self.bytes().len() as u64, 0),
            _ => {
                let is_of_last = self.position < self.member.position;
                let member = if is_of_last { self.last_member } else { self.member };
                (member.offset, self.position.saturating_sub(member.position))
            }
        }
    }

    /// Where the member begins that is being decoded.
    pub(in crate::warc) fn member_offset(&self) -> u64 {
        self.member.offset
    }

    /// How much of the file was read.
    pub(in crate::warc) fn offset(&self) -> u64 {
        self.window.offset()
    }

    /// How many bytes were decoded and consumed.
    pub(in crate::warc) fn position(&self) -> u64 {
        self.position
    }

    pub(in crate::warc) fn is_gzip(&self) -> bool {
        matches!(self.codec, Codec::Gzip(_))
    }

    pub(in crate::warc) fn has_members(&self) -> bool {
        !matches!(self.codec, Codec::Plain)
    }

    /// The boundary behind the decoded bytes, once it is reached.
    pub(in crate::warc) fn boundary(&self) -> Option<Boundary> {
        self.boundary
    }

    /// Decodes some more, or says what is in the way. It stays there until it is [crossed](Stream::cross).
    pub(in crate::warc) fn more(&mut self) -> io::Result<Option<Boundary>> {
        let n_bytes = self.bytes().len();
        while self.boundary.is_none() && self.bytes().len() == n_bytes {
            self.boundary = match &mut self.codec {
                Codec::Plain => self.window.move_to(&mut self.decoded)?.then_some(Boundary::End),
                Codec::Gzip(gzip) => gzip.decode(&mut self.window, &mut self.decoded, self.limit)?,
                Codec::Zstd(zstd) => zstd.decode(&mut self.window, &mut self.decoded, self.limit)?,
            };
        }
        // The bytes before a boundary are handed out first.
        Ok(self.boundary.filter(|_| self.bytes().len() == n_bytes))
    }

    /// Goes on behind a boundary. What was decoded and not consumed stays. True if there was something that is no member.
    pub(in crate::warc) fn cross(&mut self) -> io::Result<bool> {
        if self.boundary.is_none_or(|boundary| boundary == Boundary::End) {
            return Ok(false);
        }
        self.boundary = None;
        self.start_member()
    }

    /// Finds the beginning of a member. True if something was left out on the way.
    fn start_member(&mut self) -> io::Result<bool> {
        let is_lossy = match &mut self.codec {
            Codec::Plain => false,
            Codec::Gzip(_) => gzip::skip_to_member(&mut self.window)?,
            Codec::Zstd(zstd) => zstd.skip_to_frame(&mut self.window)?,
        };
        self.last_member = self.member;
        self.member = Member { offset: self.window.offset(), position: self.position + self.bytes().len() as u64 };
        if self.has_members() && self.window.bytes().is_empty() {
            self.boundary = Some(Boundary::End);
        }
        Ok(is_lossy)
    }
}

fn kind_of(start: &[u8]) -> Option<Compression> {
    if start.starts_with(b"WARC/") {
        Some(Compression::Plain)
    } else if gzip::find_member(start, 0) == Some(0) {
        Some(Compression::Gzip)
    } else if zstd::is_frame(start) {
        Some(Compression::Zstd)
    } else {
        None
    }
}
