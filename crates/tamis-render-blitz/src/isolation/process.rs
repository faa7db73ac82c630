//! The caller's side of a worker process.

use super::protocol::{self, Frame, GREETING, Job, MessageKind, read_frame, write_frame};
use crate::options::{BlitzOptions, WorkerCommand};
use crate::page::PageSource;
use std::io::{self, BufReader, Read};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tamis_page::{RenderError, RenderRequest, RenderedPage, snapshot};
use url::Url;

/// How long before the end of a page's time its worker gives up by itself: ending a worker costs the next page the time to
/// start another. At most this long, and a fourth of the page's time.
const MAX_GRACE: Duration = Duration::from_secs(1);
/// The end of what a worker says on standard error, for its last words.
const MAX_COMPLAINT: usize = 4096;

/// Renders in another process, and starts one where there is none.
#[derive(Default)]
pub(super) struct ProcessWorker {
    running: Option<Running>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    frames: Receiver<Frame>,
    /// The end of what it said on standard error, once it has ended.
    complaint: Option<JoinHandle<Vec<u8>>>,
}

impl ProcessWorker {
    pub(super) fn render(
        &mut self,
        command: &WorkerCommand,
        page: PageSource,
        request: RenderRequest,
        options: &BlitzOptions,
    ) -> Result<RenderedPage, RenderError> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(command)?,
        };
        match running.render(page, request, options) {
            // What it could not bring to an end may still be going on.
            Ok(answer @ Err(RenderError::TimedOut { .. })) => answer,
            Ok(answer) => {
                self.running = Some(running);
                answer
            }
            Err(Broken::Overrun) => Err(RenderError::TimedOut { seconds: options.time_limit.as_secs_f64() }),
            Err(Broken::Ended) => Err(running.last_words(options)),
        }
    }
}

/// Why a worker cannot be used again.
enum Broken {
    Overrun,
    Ended,
}

impl Running {
    fn start(command: &WorkerCommand) -> Result<Running, RenderError> {
        let missing = |reason: String| RenderError::Unavailable {
            what: format!("the worker process {} ({reason})", command.program.display()),
            hint: "the command must call tamis_render_blitz::serve_worker and print nothing after that".to_owned(),
        };
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| missing(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(missing("it has no pipes".to_owned()));
        };
        let mut output = BufReader::new(output);
        let (outbox, frames) = channel();
        let (greeted, greeting) = channel();
        thread::spawn(move || {
            let is_worker = pass_greeting(&mut output).unwrap_or(false);
            if greeted.send(is_worker).is_err() || !is_worker {
                return;
            }
            while let Ok(Some(frame)) = read_frame(&mut output) {
                if outbox.send(frame).is_err() {
                    break;
                }
            }
        });
        let complaint = child.stderr.take().map(|errors| thread::spawn(move || last_bytes(errors)));
        let running = Running { child, input, frames, complaint };
        match greeting.recv_timeout(Duration::from_secs(10)) {
            Ok(true) => Ok(running),
            _ => Err(missing("it is no worker".to_owned())),
        }
    }

    /// `Err` if the worker is not to be used again.
    fn render(
        &mut self,
        page: PageSource,
        request: RenderRequest,
        options: &BlitzOptions,
    ) -> Result<Result<RenderedPage, RenderError>, Broken> {
        let deadline = Instant::now() + options.time_limit;
        let grace = MAX_GRACE.min(options.time_limit / 4);
        let PageSource { document, base, charset, resources } = page;
        let own = options.clone().with_time_limit(options.time_limit.saturating_sub(grace));
        self.say(MessageKind::Job, &Job { request, options: own, base, charset }.to_bytes())?;
        self.say(MessageKind::Text, document.source().as_bytes())?;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let frame = self.frames.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Broken::Overrun,
                RecvTimeoutError::Disconnected => Broken::Ended,
            })?;
            match frame.kind {
                MessageKind::Ask => {
                    let url = std::str::from_utf8(&frame.body).ok().and_then(|url| Url::parse(url).ok());
                    match url.and_then(|url| resources.load(&url)) {
                        Some(file) => {
                            if let Some(media_type) = file.media_type {
                                self.say(MessageKind::MediaType, media_type.as_bytes())?;
                            }
                            self.say(MessageKind::File, &file.body)?;
                        }
                        None => self.say(MessageKind::NoFile, &[])?,
                    }
                }
                MessageKind::Layout => {
                    return Ok(match snapshot::read_layout(&frame.body, &document) {
                        Ok(layout) => Ok(RenderedPage::new(document, layout)),
                        Err(error) => Err(RenderError::Engine { message: error.to_string() }),
                    });
                }
                MessageKind::Error => {
                    let unclear = || RenderError::Engine { message: "the worker failed".to_owned() };
                    return Ok(Err(match protocol::error_from_bytes(&frame.body).unwrap_or_else(unclear) {
                        RenderError::TimedOut { .. } => {
                            RenderError::TimedOut { seconds: options.time_limit.as_secs_f64() }
                        }
                        error => error,
                    }));
                }
                MessageKind::Job
                | MessageKind::Text
                | MessageKind::MediaType
                | MessageKind::File
                | MessageKind::NoFile => return Err(Broken::Ended),
            }
        }
    }

    fn say(&mut self, kind: MessageKind, body: &[u8]) -> Result<(), Broken> {
        write_frame(&mut self.input, kind, body).map_err(|_| Broken::Ended)
    }

    /// How the worker ended.
    fn last_words(&mut self, options: &BlitzOptions) -> RenderError {
        let status = self.child.wait();
        let complaint = self.complaint.take().and_then(|complaint| complaint.join().ok()).unwrap_or_default();
        // What the standard library says before it aborts.
        if String::from_utf8_lossy(&complaint).contains("memory allocation of") {
            return RenderError::OutOfMemory { limit: options.memory_limit };
        }
        RenderError::Crashed {
            message: match status {
                Ok(status) => format!("its process ended ({})", describe(status)),
                Err(error) => format!("its process cannot be asked: {error}"),
            },
        }
    }
}

/// Reads to the end and keeps the last bytes.
fn last_bytes(mut input: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut buffer = [0; MAX_COMPLAINT];
    while let Ok(n_bytes @ 1..) = input.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..n_bytes]);
        kept.drain(..kept.len().saturating_sub(MAX_COMPLAINT));
    }
    kept
}

#[cfg(unix)]
fn describe(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match status.signal() {
        Some(6) => "aborted: out of memory or out of stack".to_owned(),
        Some(24) => "out of processor time".to_owned(),
        Some(signal) => format!("signal {signal}"),
        None => status.to_string(),
    }
}

#[cfg(not(unix))]
fn describe(status: ExitStatus) -> String {
    status.to_string()
}

impl Drop for Running {
    /// No worker outlives its caller.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads up to the end of the greeting; false if the program says something else.
fn pass_greeting(output: &mut impl Read) -> io::Result<bool> {
    const MAX_NOISE: usize = 64 << 10;
    let mut seen = Vec::new();
    let mut byte = [0];
    while seen.len() < MAX_NOISE {
        if output.read(&mut byte)? == 0 {
            return Ok(false);
        }
        seen.push(byte[0]);
        if seen.ends_with(GREETING) {
            return Ok(true);
        }
    }
    Ok(false)
}
