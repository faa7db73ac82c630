//! From an input to a page: what a worker reads, and with what.

use crate::failure::{failure, say};
use crate::inputs::{Content, Input};
use anyhow::Result;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::{panic, thread};
use tamis::errors::{JobError, PageError, SourceError};
use tamis::render::Renderers;
use tamis::{Capture, Limits, PageReader, Url, source};

/// A page as a worker gets it.
pub(crate) enum Fetched {
    File(Input),
    Memory(Input, Box<Capture>),
    Failed(SourceError),
}

/// Reads what must not be read by a worker: how long standard input takes is not the page's fault.
pub(crate) fn fetch(page: Input, limits: &Limits) -> Fetched {
    match page.content {
        Content::File => Fetched::File(page),
        Content::Unreadable(error) => Fetched::Failed(error),
        Content::StandardInput => {
            if io::stdin().is_terminal() {
                say("reading the page from the terminal; Ctrl-D ends it");
            }
            match source::read_stream(io::stdin().lock(), Path::new("standard input"), limits) {
                Ok(capture) => Fetched::Memory(page, Box::new(capture)),
                Err(error) => Fetched::Failed(error),
            }
        }
    }
}

impl Fetched {
    /// The bytes of the page, found at `url` if that is known.
    pub(crate) fn capture(self, limits: &Limits, url: Option<&Url>) -> Result<(Input, Capture), JobError> {
        let (input, capture) = match self {
            Fetched::File(input) => {
                let capture = source::read_file(&input.name, limits)?;
                (input, capture)
            }
            Fetched::Memory(input, capture) => (input, *capture),
            Fetched::Failed(error) => return Err(error.into()),
        };
        let capture = match url {
            Some(url) => capture.with_url(url.clone()),
            None => capture,
        };
        Ok((input, capture))
    }
}

/// Makes the reader of each worker; a charset that does not exist is found out here.
pub(crate) fn reader_factory(
    limits: Limits,
    charset: Option<&str>,
    renderers: Option<Renderers>,
) -> Result<impl Fn() -> PageReader + Send + Sync + 'static> {
    let charset = charset.map(str::to_owned);
    let make = move || match &charset {
        Some(label) => PageReader::new(limits).with_charset(label),
        None => Ok(PageReader::new(limits)),
    };
    make().map_err(|error: PageError| failure(error, "use a name such as utf-8, windows-1252, gbk or shift_jis"))?;
    Ok(move || {
        let reader = make().unwrap_or_else(|_| PageReader::new(limits));
        match &renderers {
            Some(renderers) => reader.with_renderer(renderers.renderer(), renderers.viewport()),
            None => reader,
        }
    })
}

/// A page's panic is that page's error and is printed as one; the report of the panic itself only on request.
pub(crate) fn silence_workers(verbose: u8) {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let is_worker = thread::current().name().is_some_and(|name| name.starts_with("page-"));
        if !is_worker || verbose > 0 {
            report(info);
        }
    }));
}
