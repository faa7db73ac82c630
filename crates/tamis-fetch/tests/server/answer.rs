//! What the server answers, and how badly.

use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// An answer and how it is sent.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    framing: Framing,
    delay: Duration,
    /// So many bytes at once, and the time between them.
    drip: Option<(usize, Duration)>,
    /// From where on it drips: at the first byte, or after the head.
    drips_head: bool,
    cut_after: Option<usize>,
}

#[derive(Clone, Debug)]
enum Framing {
    /// With its length.
    Length,
    /// With a length that is not its own.
    WrongLength(usize),
    /// In chunks of this size.
    Chunked(usize),
    /// As long as the connection is open.
    UntilClosed,
    /// The body is the whole message.
    Raw,
}

impl Answer {
    pub(crate) fn new(status: u16, body: impl Into<Vec<u8>>) -> Answer {
        Answer {
            status,
            headers: Vec::new(),
            body: body.into(),
            framing: Framing::Length,
            delay: Duration::ZERO,
            drip: None,
            drips_head: false,
            cut_after: None,
        }
    }

    pub(crate) fn html(body: impl Into<Vec<u8>>) -> Answer {
        Answer::new(200, body).header("Content-Type", "text/html; charset=utf-8")
    }

    pub(crate) fn status(status: u16) -> Answer {
        Answer::new(status, format!("<p>{status}")).header("Content-Type", "text/html")
    }

    pub(crate) fn redirect(status: u16, location: impl Into<String>) -> Answer {
        Answer::new(status, "").header("Location", location)
    }

    /// These bytes, and then the end of the connection.
    pub(crate) fn raw(message: impl Into<Vec<u8>>) -> Answer {
        Answer { framing: Framing::Raw, ..Answer::new(200, message) }
    }

    /// The end of the connection, without a byte.
    pub(crate) fn nothing() -> Answer {
        Answer::raw("")
    }

    pub(crate) fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Answer {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sent in chunks.
    pub(crate) fn chunked(mut self, size: usize) -> Answer {
        self.framing = Framing::Chunked(size);
        self
    }

    /// Sent without a length; it ends with the connection.
    pub(crate) fn until_closed(mut self) -> Answer {
        self.framing = Framing::UntilClosed;
        self
    }

    /// Sent with a length that is wrong. After it the connection ends.
    pub(crate) fn with_length(mut self, length: usize) -> Answer {
        self.framing = Framing::WrongLength(length);
        self
    }

    /// Waits before the first byte.
    pub(crate) fn after(mut self, delay: Duration) -> Answer {
        self.delay = delay;
        self
    }

    /// Sends the body in drops.
    pub(crate) fn dripping(mut self, n_bytes: usize, every: Duration) -> Answer {
        self.drip = Some((n_bytes, every));
        self
    }

    /// Sends everything in drops, also the head.
    pub(crate) fn dripping_head(mut self, n_bytes: usize, every: Duration) -> Answer {
        self.drips_head = true;
        self.dripping(n_bytes, every)
    }

    /// Ends the connection after so many bytes of the message.
    pub(crate) fn cut_after(mut self, n_bytes: usize) -> Answer {
        self.cut_after = Some(n_bytes);
        self
    }

    /// Sends it; false if the connection is over.
    pub(super) fn send(&self, mut stream: &TcpStream, is_over: &AtomicBool) -> bool {
        if !pause(self.delay, is_over) {
            return false;
        }
        let (message, body_start) = self.message();
        let end = self.cut_after.unwrap_or(message.len()).min(message.len());
        let message = &message[..end];
        let at_once = match self.drip {
            Some(_) if self.drips_head => 0,
            Some(_) => body_start.min(end),
            None => end,
        };
        if stream.write_all(&message[..at_once]).is_err() {
            return false;
        }
        if let Some((n_bytes, every)) = self.drip {
            for drop in message[at_once..].chunks(n_bytes.max(1)) {
                if !pause(every, is_over) || stream.write_all(drop).is_err() {
                    return false;
                }
            }
        }
        let stays_open = matches!(self.framing, Framing::Length | Framing::Chunked(_))
            && self.cut_after.is_none()
            && self.status != 101;
        if !stays_open {
            let _ = stream.shutdown(Shutdown::Write);
        }
        stays_open
    }

    /// The message, and where its body begins.
    fn message(&self) -> (Vec<u8>, usize) {
        if matches!(self.framing, Framing::Raw) {
            return (self.body.clone(), 0);
        }
        let mut message = format!("HTTP/1.1 {} Whatever\r\n", self.status).into_bytes();
        for (name, value) in &self.headers {
            message.extend(format!("{name}: {value}\r\n").into_bytes());
        }
        let framing = match self.framing {
            Framing::Length if self.status == 304 || self.status == 204 => String::new(),
            Framing::Length => format!("Content-Length: {}\r\n", self.body.len()),
            Framing::WrongLength(length) => format!("Content-Length: {length}\r\n"),
            Framing::Chunked(_) => "Transfer-Encoding: chunked\r\n".to_owned(),
            Framing::UntilClosed | Framing::Raw => "Connection: close\r\n".to_owned(),
        };
        message.extend(framing.into_bytes());
        message.extend(b"\r\n");
        let body_start = message.len();
        match self.framing {
            Framing::Chunked(size) => {
                for chunk in self.body.chunks(size.max(1)) {
                    message.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
                    message.extend(chunk);
                    message.extend(b"\r\n");
                }
                message.extend(b"0\r\n\r\n");
            }
            _ if self.status == 304 || self.status == 204 => {}
            _ => message.extend(&self.body),
        }
        (message, body_start)
    }
}

/// Sleeps, unless the server is over before.
fn pause(time: Duration, is_over: &AtomicBool) -> bool {
    let end = Instant::now() + time;
    loop {
        if is_over.load(Ordering::SeqCst) {
            return false;
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        thread::sleep(left.min(Duration::from_millis(50)));
    }
}
