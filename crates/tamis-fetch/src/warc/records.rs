//! Records, one after the other, whatever is broken between them.
//!
//! A record says how long it is. Where that is true, two line breaks and the next record follow, or its member ends. Where it
//! is not, the length is not to be trusted, and the next record is looked for: at the beginning of the next member, and
//! without members at the next line that begins like a record.

use super::head::RecordHead;
use super::statistics::{Counters, Skipped};
use super::stream::{Boundary, Stream};
use crate::message::{MAX_RETURNS, head_end};
use memchr::memmem;
use std::io;

/// A longer head is no head. The longest field is an address, which browsers limit to a few ten thousand characters.
const MAX_HEAD_BYTES: usize = 256 << 10;

/// How every record begins.
const START: &[u8] = b"WARC/";

/// How every record but the first begins in an archive without members: with the line break before it.
const LINE: &[u8] = b"\nWARC/";

/// By how much a length may be too small.
const MAX_MISCOUNT_BYTES: usize = 16;

/// What a member may be longer than its record's block, to be decompressed at once.
pub(super) const SLACK_BYTES: usize = MAX_HEAD_BYTES;

/// How much is kept of a record that is too large to be held: the head of its response, and what tells its type.
const LARGE_START_BYTES: usize = 64 << 10;

/// Where a record is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct RecordPosition {
    /// Of its first byte in the file, or of its member's.
    pub(super) offset: u64,
    /// How many bytes of the member are before it.
    pub(super) within: u64,
}

/// One record as it stands in the archive.
pub(super) struct Record<'a> {
    pub(super) head: RecordHead<'a>,
    pub(super) block: &'a [u8],
    pub(super) place: RecordPosition,
    /// How many bytes of the file it takes, unless it shares its member.
    pub(super) length: Option<u64>,
    /// Whether the record is too large to be held, and the block only its beginning.
    pub(super) is_cut: bool,
}

/// Reads the records of one file.
pub(super) struct Records {
    stream: Stream,
    max_bytes: usize,
    /// How much the record that was handed out takes.
    taken: usize,
    /// Damage that goes on is counted once.
    is_damaged: bool,
    is_start_lost: bool,
    file_length: Option<u64>,
    counted: (u64, u64),
    /// Where the last record that was whole ends.
    whole_until: u64,
    /// The beginning of a record that is too large to be held, if that is wanted.
    large: Option<Vec<u8>>,
}

/// What stands at the beginning of the decoded bytes.
enum RecordStart {
    Record {
        head: usize,
        block: usize,
        place: RecordPosition,
        length: Option<u64>,
    },
    /// A record that is too large to be held.
    Large {
        head: usize,
        place: RecordPosition,
    },
    /// Something that was dealt with; look again.
    Nothing,
    End,
}

impl Records {
    pub(super) fn new(stream: Stream, max_bytes: usize, file_length: Option<u64>) -> Records {
        let start = stream.start();
        let is_start_lost = stream.is_start_lost();
        Records {
            stream,
            max_bytes,
            taken: 0,
            is_damaged: false,
            is_start_lost,
            file_length,
            counted: (start, 0),
            whole_until: start,
            large: None,
        }
    }

    /// Makes it hand out the beginning of a record that is too large, instead of counting it only.
    pub(super) fn with_large(mut self) -> Records {
        self.large = Some(Vec::new());
        self
    }

    pub(super) fn stream(&mut self) -> &mut Stream {
        &mut self.stream
    }

    /// Goes to a record that is not the first of its member.
    pub(super) fn skip(&mut self, n_bytes: u64) -> io::Result<()> {
        let mut rest = n_bytes;
        loop {
            let taken = rest.min(self.stream.bytes().len() as u64);
            self.stream.consume(taken as usize);
            rest -= taken;
            if rest == 0 || self.stream.more()?.is_some() {
                return Ok(());
            }
        }
    }

    /// Where the last record that was whole ends. Behind it is the end of the file, or damage.
    pub(super) fn whole_until(&self) -> u64 {
        self.whole_until
    }

    /// The next record. Those that are broken, or too large unless they are wanted, are counted.
    pub(super) fn next(&mut self, counters: &Counters) -> io::Result<Option<Record<'_>>> {
        let (head, block, place, length) = loop {
            let found = self.find(counters);
            self.count_bytes(counters);
            match found? {
                RecordStart::Record { head, block, place, length } => break (head, block, place, length),
                RecordStart::Large { head, place } => {
                    let start = self.large.as_deref().unwrap_or_default();
                    let (head, block) = start.split_at(head);
                    let head = RecordHead::parse(head);
                    return Ok(Some(Record { head, block, place, length: None, is_cut: true }));
                }
                RecordStart::Nothing => {}
                RecordStart::End => return Ok(None),
            }
        };
        self.taken = block;
        self.is_damaged = false;
        let bytes = self.stream.bytes();
        let (head, block) = (RecordHead::parse(&bytes[..head]), &bytes[head..block]);
        Ok(Some(Record { head, block, place, length, is_cut: false }))
    }

    fn count_bytes(&mut self, counters: &Counters) {
        let now = (self.stream.offset(), self.stream.position());
        counters.read(now.0 - self.counted.0, now.1 - self.counted.1);
        self.counted = now;
    }

    fn find(&mut self, counters: &Counters) -> io::Result<RecordStart> {
        self.stream.consume(std::mem::take(&mut self.taken));
        if std::mem::take(&mut self.is_start_lost) {
            self.damage(counters);
        }
        if !self.skip_line_breaks(counters)? {
            return Ok(RecordStart::End);
        }
        let (offset, within) = self.stream.place();
        let place = RecordPosition { offset, within };
        let start = self.stream.position();
        if !self.begins_like_a_record(0, counters)? {
            self.damage(counters);
            return self.look_for_record(0);
        }
        let Some(head) = self.read_head(counters)? else {
            if self.stream.position() > start {
                return Ok(RecordStart::Nothing);
            }
            self.damage(counters);
            let n_bytes = self.stream.bytes().len().min(MAX_HEAD_BYTES);
            return self.look_for_record(n_bytes);
        };
        let Some(length) = RecordHead::parse(&self.stream.bytes()[..head]).length() else {
            self.damage(counters);
            return self.look_for_record(head);
        };
        let is_beyond_the_file = !self.stream.has_members()
            && self.file_length.is_some_and(|file_length| length > file_length.saturating_sub(offset));
        if length > self.max_bytes as u64 {
            if is_beyond_the_file {
                self.damage(counters);
                return self.look_for_record(head);
            }
            return self.skip_large(head, head as u64 + length, place, counters);
        }
        let block = head + length as usize;
        if !self.read_block(block, counters)? {
            return Ok(RecordStart::Nothing);
        }
        if !self.ends_like_a_record(block, counters)? {
            self.damage(counters);
            // A length that is too large has taken what follows with it.
            return self.look_for_record(head);
        }
        let is_alone = within == 0 && self.stream.member_offset() == offset;
        let length = if self.stream.has_members() {
            let ends_here = self.stream.boundary() == Some(Boundary::Member);
            (is_alone && ends_here).then(|| self.stream.offset() - offset)
        } else {
            let breaks = self.stream.bytes()[block..].iter().take(4).take_while(|byte| b"\r\n".contains(byte)).count();
            Some((block + breaks) as u64)
        };
        match length {
            Some(length) => self.whole_until = offset + length,
            None => self.note_end_of_member(),
        }
        Ok(RecordStart::Record { head, block, place, length })
    }

    fn note_end_of_member(&mut self) {
        if !self.stream.has_members() {
            self.whole_until = self.stream.place().0;
        } else if self.stream.boundary() == Some(Boundary::Member) {
            self.whole_until = self.stream.offset();
        }
    }

    fn damage(&mut self, counters: &Counters) {
        if !std::mem::replace(&mut self.is_damaged, true) {
            counters.damage();
        }
    }

    /// Goes to the first byte that is no line break, over the ends of members. False at the end of the file.
    fn skip_line_breaks(&mut self, counters: &Counters) -> io::Result<bool> {
        loop {
            let bytes = self.stream.bytes();
            let n_breaks = bytes.iter().take_while(|byte| b"\r\n".contains(byte)).count();
            let is_at_record = n_breaks < bytes.len();
            self.stream.consume(n_breaks);
            if is_at_record {
                return Ok(true);
            }
            match self.stream.more()? {
                None => {}
                Some(Boundary::End) => return Ok(false),
                Some(boundary) => self.cross(boundary, counters)?,
            }
        }
    }

    fn cross(&mut self, boundary: Boundary, counters: &Counters) -> io::Result<()> {
        let is_lossy = self.stream.cross()?;
        if boundary == Boundary::Damage || is_lossy {
            self.damage(counters);
        }
        Ok(())
    }

    /// Whether `WARC/` stands at a place. It may itself go on in the next member.
    fn begins_like_a_record(&mut self, at: usize, counters: &Counters) -> io::Result<bool> {
        loop {
            let bytes = self.stream.bytes().get(at..).unwrap_or_default();
            if bytes.len() >= START.len() || !START.starts_with(bytes) {
                return Ok(bytes.starts_with(START));
            }
            match self.stream.more()? {
                None => {}
                Some(Boundary::Member) => self.cross(Boundary::Member, counters)?,
                Some(_) => return Ok(false),
            }
        }
    }

    /// The length of the head. `None` if it does not end, or not in time.
    fn read_head(&mut self, counters: &Counters) -> io::Result<Option<usize>> {
        let mut searched: usize = 0;
        loop {
            let bytes = self.stream.bytes();
            if let Some(end) = head_end(bytes, searched.saturating_sub(MAX_RETURNS + 1)) {
                return Ok(Some(end));
            }
            searched = bytes.len();
            if searched > MAX_HEAD_BYTES {
                return Ok(None);
            }
            if self.more_of_record(counters)?.is_some() {
                return Ok(None);
            }
        }
    }

    /// Decodes more of the record that is being read. It may go on in the next member; unless another begins there, whatever
    /// this one's length says. Then what there is of it is left out, and the end of the member is what is in the way.
    fn more_of_record(&mut self, counters: &Counters) -> io::Result<Option<Boundary>> {
        let boundary = self.stream.more()?;
        if boundary != Some(Boundary::Member) {
            return Ok(boundary);
        }
        let n_bytes = self.stream.bytes().len();
        self.cross(Boundary::Member, counters)?;
        if !self.begins_like_a_record(n_bytes, counters)? {
            return Ok(None);
        }
        self.damage(counters);
        self.stream.consume(n_bytes);
        Ok(boundary)
    }

    /// Has all of the record's block. False if it is broken or cut off.
    fn read_block(&mut self, end: usize, counters: &Counters) -> io::Result<bool> {
        loop {
            let n_bytes = self.stream.bytes().len();
            if n_bytes >= end {
                return Ok(true);
            }
            match self.more_of_record(counters)? {
                None => {}
                Some(Boundary::Member) => return Ok(false),
                Some(Boundary::Damage) => {
                    self.damage(counters);
                    self.stream.consume(n_bytes);
                    return Ok(false);
                }
                Some(Boundary::End) => {
                    self.damage(counters);
                    // The length may be wrong, and there are records in what it covers.
                    self.look_for_record(5)?;
                    return Ok(false);
                }
            }
        }
    }

    /// Whether line breaks and a record follow, or nothing at all. Some writers miscount by a few bytes: those are damage, but
    /// the record is not.
    fn ends_like_a_record(&mut self, end: usize, counters: &Counters) -> io::Result<bool> {
        let mut at = end;
        loop {
            match self.stream.bytes().get(at) {
                Some(b'\r' | b'\n') => at += 1,
                Some(_) => {
                    let begins = self.begins_like_a_record(at, counters)?;
                    // The file may be cut off just behind the first letters of the next record.
                    return Ok(begins || START.starts_with(&self.stream.bytes()[at..]) || self.ends_soon(at)?);
                }
                None => match self.stream.more()? {
                    None => {}
                    Some(boundary) => return Ok(boundary != Boundary::Damage),
                },
            }
        }
    }

    fn ends_soon(&mut self, at: usize) -> io::Result<bool> {
        let searched = at + MAX_MISCOUNT_BYTES + LINE.len() + 2;
        while self.stream.bytes().len() < searched {
            if let Some(boundary) = self.stream.more()? {
                let is_short = self.stream.bytes().len() - at <= MAX_MISCOUNT_BYTES;
                return Ok(is_short && boundary != Boundary::Damage || find_line(&self.stream.bytes()[at..]).is_some());
            }
        }
        Ok(find_line(&self.stream.bytes()[at..searched]).is_some())
    }

    /// Leaves out what is before the next line that begins like a record, or the rest of the member.
    fn look_for_record(&mut self, from: usize) -> io::Result<RecordStart> {
        // The line break before the record may be the last byte that is left out.
        self.stream.consume(from.saturating_sub(1).min(self.stream.bytes().len()));
        loop {
            let bytes = self.stream.bytes();
            if let Some(found) = find_line(bytes) {
                self.stream.consume(found);
                return Ok(RecordStart::Nothing);
            }
            let kept = bytes.len().min(LINE.len() + 1);
            self.stream.consume(bytes.len() - kept);
            if self.stream.more()?.is_some() {
                self.stream.consume(kept);
                return Ok(RecordStart::Nothing);
            }
        }
    }

    /// Goes behind a record that is too large to be held.
    fn skip_large(
        &mut self,
        head: usize,
        length: u64,
        place: RecordPosition,
        counters: &Counters,
    ) -> io::Result<RecordStart> {
        let mut rest = length;
        if let Some(start) = &mut self.large {
            start.clear();
        }
        loop {
            let n_bytes = rest.min(self.stream.bytes().len() as u64);
            if let Some(start) = &mut self.large {
                let n_kept = (head + LARGE_START_BYTES - start.len()).min(n_bytes as usize);
                start.extend_from_slice(&self.stream.bytes()[..n_kept]);
            }
            self.stream.consume(n_bytes as usize);
            rest -= n_bytes;
            if rest == 0 {
                break;
            }
            if self.more_of_record(counters)?.is_some() {
                self.damage(counters);
                return Ok(RecordStart::Nothing);
            }
        }
        if self.ends_like_a_record(0, counters)? {
            self.is_damaged = false;
            self.note_end_of_member();
            if self.large.is_some() {
                return Ok(RecordStart::Large { head, place });
            }
            counters.record();
            counters.skipped(Skipped::TooLarge);
            return Ok(RecordStart::Nothing);
        }
        self.damage(counters);
        self.look_for_record(0)
    }
}

/// Where a line break and the beginning of a record are, with a version that there is.
fn find_line(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        from += memmem::find(&bytes[from..], LINE)?;
        let version = from + LINE.len()..from + LINE.len() + 2;
        match bytes.get(version) {
            Some(b"1." | b"0.") => return Some(from + 1),
            Some(_) => from += LINE.len(),
            None => return None,
        }
    }
}
