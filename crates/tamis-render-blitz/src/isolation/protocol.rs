//! What the caller and a worker process say to each other: frames of a kind, a length and that many bytes.
//!
//! The caller sends a [`Job`] and the text of the page, which goes into the pipe and out of it in one piece. The worker asks
//! for files by their address and gets an answer to each, then sends the layout or an error, and waits for the next job. The
//! document is not sent back: the caller has the text too.

use crate::options::BlitzOptions;
use encoding_rs::Encoding;
use std::io::{self, Read, Write};
use std::time::Duration;
use tamis_page::{RenderError, RenderRequest, Viewport};
use url::Url;

/// What a worker writes first. Whatever the program printed before is passed over.
pub(super) const GREETING: &[u8] = b"\n\0tamis render worker 3\n";

/// No page, file or layout is larger.
const MAX_FRAME: u64 = 1 << 30;
/// Memory that is set aside for a message before any of it has come.
const MAX_RESERVED: u64 = 16 << 20;

/// One message.
#[derive(PartialEq, Debug)]
pub(super) struct Frame {
    pub(super) kind: MessageKind,
    pub(super) body: Vec<u8>,
}

/// What a message is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MessageKind {
    /// To the worker: how to lay out the page that follows.
    Job = b'J' as isize,
    /// To the worker: the text of the page.
    Text = b'T' as isize,
    /// To the worker: the type of the file that follows.
    MediaType = b'M' as isize,
    /// To the worker: a file.
    File = b'F' as isize,
    /// To the worker: there is no such file.
    NoFile = b'N' as isize,
    /// From the worker: an address.
    Ask = b'A' as isize,
    /// From the worker: the layout of the page.
    Layout = b'L' as isize,
    /// From the worker: why there is no layout.
    Error = b'E' as isize,
}

impl MessageKind {
    fn of(byte: u8) -> Option<MessageKind> {
        let to_worker =
            [MessageKind::Job, MessageKind::Text, MessageKind::MediaType, MessageKind::File, MessageKind::NoFile];
        let from_worker = [MessageKind::Ask, MessageKind::Layout, MessageKind::Error];
        to_worker.into_iter().chain(from_worker).find(|kind| *kind as isize == isize::from(byte))
    }
}

pub(super) fn write_frame(output: &mut impl Write, kind: MessageKind, body: &[u8]) -> io::Result<()> {
    let mut head = [kind as isize as u8; 9];
    head[1..].copy_from_slice(&(body.len() as u64).to_le_bytes());
    output.write_all(&head)?;
    output.write_all(body)?;
    output.flush()
}

/// The next message; `None` where the other side has ended.
pub(super) fn read_frame(input: &mut impl Read) -> io::Result<Option<Frame>> {
    let mut kind = [0];
    if input.read(&mut kind)? == 0 {
        return Ok(None);
    }
    let kind = MessageKind::of(kind[0]).ok_or_else(|| broken("a message of an unknown kind"))?;
    let mut length = [0; 8];
    input.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if length > MAX_FRAME {
        return Err(broken("a message that is too long"));
    }
    let mut body = Vec::with_capacity(length.min(MAX_RESERVED) as usize);
    input.take(length).read_to_end(&mut body)?;
    if body.len() as u64 == length { Ok(Some(Frame { kind, body })) } else { Err(broken("a message that is cut off")) }
}

fn broken(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// How a page is to be rendered: everything but its text.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Job {
    pub(super) request: RenderRequest,
    pub(super) options: BlitzOptions,
    pub(super) base: Option<Url>,
    pub(super) charset: &'static Encoding,
}

impl Job {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut fields = Writer(Vec::new());
        let (request, options) = (&self.request, &self.options);
        let numbers = [
            u64::from(request.viewport.width),
            u64::from(request.viewport.height),
            request.max_nodes as u64,
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
        fields.text(self.base.as_ref().map_or("", Url::as_str));
        fields.text(self.charset.name());
        fields.0
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Job> {
        let mut fields = Fields(bytes);
        let viewport = Viewport { width: fields.number()? as u32, height: fields.number()? as u32 };
        let request = RenderRequest::default().with_viewport(viewport).with_max_nodes(fields.number()? as usize);
        let options = BlitzOptions::default()
            .with_max_elements(fields.number()? as usize)
            .with_time_limit(Duration::from_millis(fields.number()?))
            .with_memory_limit(fields.number()?)
            .with_max_resources(fields.number()? as usize)
            .with_max_resource_bytes(fields.number()? as usize)
            .with_max_style_bytes(fields.number()? as usize)
            .with_max_import_depth(fields.number()? as usize);
        let base = Url::parse(&fields.text()?).ok();
        let charset = Encoding::for_label(fields.text()?.as_bytes())?;
        Some(Job { request, options, base, charset })
    }
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
        RenderError::OutOfMemory { limit } => {
            fields.number(4);
            fields.number(*limit);
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
        4 => RenderError::OutOfMemory { limit: fields.number()? },
        _ => RenderError::Engine { message: fields.text()? },
    })
}

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }
}

struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk::<8>()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(bytes.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_arrives_as_it_was_sent() {
        let job = Job {
            request: RenderRequest::default().with_viewport(Viewport { width: 800, height: 600 }).with_max_nodes(99),
            options: BlitzOptions::default().with_max_elements(7).with_time_limit(Duration::from_millis(1500)),
            base: Url::parse("https://shop.example/").ok(),
            charset: encoding_rs::SHIFT_JIS,
        };
        assert_eq!(Job::from_bytes(&job.to_bytes()), Some(job));
    }

    #[test]
    fn errors_arrive_as_they_were_sent() {
        let crashed = RenderError::Crashed { message: "x".to_owned() };
        for error in [RenderError::TimedOut { seconds: 1.5 }, crashed, RenderError::OutOfMemory { limit: 7 << 30 }] {
            let arrived = error_from_bytes(&error_to_bytes(&error)).expect("an error");
            assert_eq!(arrived.to_string(), error.to_string());
        }
    }

    #[test]
    fn what_is_cut_off_or_means_nothing_is_an_error() {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, MessageKind::Ask, b"abc").expect("written");
        assert_eq!(
            read_frame(&mut &*bytes).expect("read"),
            Some(Frame { kind: MessageKind::Ask, body: b"abc".to_vec() })
        );
        assert!(read_frame(&mut &bytes[..bytes.len() - 1]).is_err());
        assert!(read_frame(&mut &b"?"[..]).is_err());
        assert_eq!(read_frame(&mut &b""[..]).expect("read"), None);
        assert_eq!(Job::from_bytes(&[1; 70]), None);
    }
}
