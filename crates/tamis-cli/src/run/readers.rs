//! The readers of the worker threads, and the pages that they are given.

use crate::args::rendering::Rendering;
use crate::args::{OutputArgs, Resources, SourceArgs};
use crate::interrupt;
use crate::output::done_pages;
use anyhow::Result;
use std::io;
use std::path::PathBuf;
use std::{panic, thread};
use tamis::errors::SourceError;
use tamis::source::{Input, Origin, Source, Sources};
use tamis::{Capture, Limits, PageReader, Url, UrlSource};

impl SourceArgs {
    /// The pages, less those in the output directory and those that the run which goes on has done. If a renderer wants it,
    /// they come with style sheets and images of the network.
    pub(crate) fn find(&self, output: &OutputArgs, limits: Limits, resources: Resources) -> Result<Sources> {
        // If there is nothing to go on with, that is said before anything is fetched.
        let done = done_pages(output)?;
        self.find_without(&done, output, limits, resources)
    }
}

/// The jobs of a batch: every page, labelled with its origin and the place that its result is named after. They end when the
/// run is to end.
pub(crate) fn jobs(sources: Sources) -> impl Iterator<Item = ((Origin, PathBuf), Input)> {
    let mut sources = sources;
    let inputs = std::iter::from_fn(move || if interrupt::is_asked() { None } else { sources.next_input() });
    inputs.map(|input| ((input.origin.clone(), input.place.clone()), input))
}

/// The bytes of a page, found at `url` if the user said so.
pub(crate) fn capture(input: Input, limits: &Limits, url: Option<&Url>) -> Result<Capture, SourceError> {
    // It waited for its turn when the run was asked to end.
    if interrupt::is_asked() {
        return Err(SourceError::Read { origin: input.origin, source: io::ErrorKind::Interrupted.into() });
    }
    let capture = input.read(limits)?;
    Ok(match url {
        Some(url) => capture.with_url(url.clone()),
        None => capture,
    })
}

/// Makes the reader of each worker; a charset that does not exist is found out here.
pub(crate) fn reader_factory(
    limits: Limits,
    charset: Option<&str>,
    url_from: Vec<UrlSource>,
    rendering: Rendering,
) -> Result<impl Fn() -> PageReader + Send + Sync + 'static> {
    let charset = charset.map(str::to_owned);
    let make = move || match &charset {
        Some(label) => PageReader::new(limits).with_charset(label),
        None => Ok(PageReader::new(limits)),
    };
    make().map_err(tamis::Error::from)?;
    Ok(move || {
        let reader = make().unwrap_or_else(|_| PageReader::new(limits)).with_url_from(url_from.clone());
        match &rendering {
            Rendering::Never => reader,
            Rendering::OnDemand(renderers) => {
                let renderer = renderers.as_ref().map(|renderers| (renderers.renderer(), renderers.viewport()));
                reader.with_renderer_on_demand(renderer)
            }
            Rendering::Always(renderers) => reader.with_renderer(renderers.renderer(), renderers.viewport()),
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
