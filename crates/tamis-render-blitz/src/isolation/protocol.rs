//! What the caller and a worker process say to each other: frames of a kind, a length and that many bytes.
//!
//! The caller sends a [`Job`]; the worker asks for files by their address and gets an answer to each, then sends a snapshot or
//! an error, and waits for the next job.

use crate::options::BlitzOptions;
use std::io::{self, Read, Write};
use std::time::Duration;
use tamis_page::render::{RenderError, Viewport};
use tamis_page::resources::Resource;
use url::Url;

/// What a worker writes first. Whatever the program printed before is passed over.
pub(super) const GREETING: &[u8] = b"\n\0tamis render worker 1\n";

/// No page, file or snapshot is larger.
const MAX_FRAME: u64 = 1 << 30;

/// One message.
#[derive(PartialEq, Debug)]
pub(super) struct Frame {
    pub(super) kind: Kind,
    pub(super) body: Vec<u8>,
}

/// What a message is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// To the worker: a page.
    Job = b'J' as isize,
    /// To the worker: a file.
    File = b'F' as isize,
    /// To the worker: there is no such file.
    NoFile = b'N' as isize,
    /// From the worker: an address.
    Ask = b'A' as isize,
    /// From the worker: a rendered page.
    Snapshot = b'S' as isize,
    /// From the worker: why there is none.
    Error = b'E' as isize,
}

impl Kind {
    fn of(byte: u8) -> Option<Kind> {
        let all = [Kind::Job, Kind::File, Kind::NoFile, Kind::Ask, Kind::Snapshot, Kind::Error];
        all.into_iter().find(|kind| *kind as isize == isize::from(byte))
    }
}

pub(super) fn write_frame(output: &mut impl Write, kind: Kind, body: &[u8]) -> io::Result<()> {
    output.write_all(&[kind as isize as u8])?;
    output.write_all(&(body.len() as u64).to_le_bytes())?;
    output.write_all(body)?;
    output.flush()
}

/// The next message; `None` where the other side has ended.
pub(super) fn read_frame(input: &mut impl Read) -> io::Result<Option<Frame>> {
    let mut kind = [0];
    if input.read(&mut kind)? == 0 {
        return Ok(None);
    }
    let kind = Kind::of(kind[0]).ok_or_else(|| broken("a message of an unknown kind"))?;
    let mut length = [0; 8];
    input.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if length > MAX_FRAME {
        return Err(broken("a message that is too long"));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if body.len() as u64 == length { Ok(Some(Frame { kind, body })) } else { Err(broken("a message that is cut off")) }
}

fn broken(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// A page to be rendered.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Job {
    pub(super) viewport: Viewport,
    pub(super) options: BlitzOptions,
    pub(super) url: Option<Url>,
    pub(super) base: Option<Url>,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Job {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut fields = Writer(Vec::with_capacity(self.body.len() + 1000));
        let options = &self.options;
        let numbers = [
            u64::from(self.viewport.width),
            u64::from(self.viewport.height),
            options.max_elements as u64,
            options.time_limit.as_millis() as u64,
            options.memory_limit,
            options.max_resources as u64,
            options.max_resource_bytes as u64,
            options.max_style_bytes as u64,
            options.max_import_depth as u64,
        ];
        for number in numbers {
            fields.number(number);
        }
        fields.text(self.url.as_ref().map_or("", Url::as_str));
        fields.text(self.base.as_ref().map_or("", Url::as_str));
        fields.number(self.headers.len() as u64);
        for (name, value) in &self.headers {
            fields.text(name);
            fields.text(value);
        }
        fields.bytes(&self.body);
        fields.0
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Job> {
        let mut fields = Fields(bytes);
        let viewport = Viewport { width: fields.number()? as u32, height: fields.number()? as u32 };
        let options = BlitzOptions::default()
            .with_max_elements(fields.number()? as usize)
            .with_time_limit(Duration::from_millis(fields.number()?))
            .with_memory_limit(fields.number()?)
            .with_max_resources(fields.number()? as usize)
            .with_max_resource_bytes(fields.number()? as usize)
            .with_max_style_bytes(fields.number()? as usize)
            .with_max_import_depth(fields.number()? as usize);
        let url = Url::parse(&fields.text()?).ok();
        let base = Url::parse(&fields.text()?).ok();
        let n_headers = fields.number()?;
        let headers = (0..n_headers).map(|_| Some((fields.text()?, fields.text()?))).collect::<Option<_>>()?;
        Some(Job { viewport, options, url, base, headers, body: fields.bytes()?.to_vec() })
    }
}

pub(super) fn file_to_bytes(file: &Resource) -> Vec<u8> {
    let mut fields = Writer(Vec::with_capacity(file.body.len() + 100));
    fields.number(u64::from(file.media_type.is_some()));
    fields.text(file.media_type.as_deref().unwrap_or(""));
    fields.bytes(&file.body);
    fields.0
}

pub(super) fn file_from_bytes(bytes: &[u8]) -> Option<Resource> {
    let mut fields = Fields(bytes);
    let has_type = fields.number()? == 1;
    let media_type = fields.text()?;
    Some(Resource { media_type: has_type.then_some(media_type), body: fields.bytes()?.to_vec() })
}

pub(super) fn error_to_bytes(error: &RenderError) -> Vec<u8> {
    let mut fields = Writer(Vec::new());
    match error {
        RenderError::TooLarge { found, limit, .. } => {
            fields.number(0);
            fields.number(*found as u64);
            fields.number(*limit as u64);
        }
        RenderError::TimedOut { seconds } => {
            fields.number(1);
            fields.number((seconds * 1000.0) as u64);
        }
        RenderError::Crashed { message } => {
            fields.number(2);
            fields.text(message);
        }
        other => {
            fields.number(3);
            fields.text(&other.to_string());
        }
    }
    fields.0
}

pub(super) fn error_from_bytes(bytes: &[u8]) -> Option<RenderError> {
    let mut fields = Fields(bytes);
    Some(match fields.number()? {
        0 => RenderError::TooLarge {
            what: "elements",
            found: fields.number()? as usize,
            limit: fields.number()? as usize,
        },
        1 => RenderError::TimedOut { seconds: fields.number()? as f64 / 1000.0 },
        2 => RenderError::Crashed { message: fields.text()? },
        _ => RenderError::Engine { message: fields.text()? },
    })
}

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }
}

struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk::<8>()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_arrives_as_it_was_sent() {
        let job = Job {
            viewport: Viewport { width: 800, height: 600 },
            options: BlitzOptions::default().with_max_elements(7).with_time_limit(Duration::from_millis(1500)),
            url: Url::parse("https://shop.example/").ok(),
            base: None,
            headers: vec![("Content-Type".to_owned(), "text/html".to_owned())],
            body: b"<p>\xE9".to_vec(),
        };
        assert_eq!(Job::from_bytes(&job.to_bytes()), Some(job));
    }

    #[test]
    fn files_and_errors_arrive_as_they_were_sent() {
        let file = Resource { media_type: Some(String::new()), body: vec![1, 2] };
        assert_eq!(file_from_bytes(&file_to_bytes(&file)), Some(file));
        for error in [RenderError::TimedOut { seconds: 1.5 }, RenderError::Crashed { message: "x".to_owned() }] {
            let arrived = error_from_bytes(&error_to_bytes(&error)).expect("an error");
            assert_eq!(arrived.to_string(), error.to_string());
        }
    }

    #[test]
    fn what_is_cut_off_or_means_nothing_is_an_error() {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, Kind::Ask, b"abc").expect("written");
        assert_eq!(read_frame(&mut &*bytes).expect("read"), Some(Frame { kind: Kind::Ask, body: b"abc".to_vec() }));
        assert!(read_frame(&mut &bytes[..bytes.len() - 1]).is_err());
        assert!(read_frame(&mut &b"?"[..]).is_err());
        assert_eq!(read_frame(&mut &b""[..]).expect("read"), None);
        assert_eq!(Job::from_bytes(&[1; 70]), None);
    }
}
