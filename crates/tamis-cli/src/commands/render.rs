//! `tamis render`

use crate::args::files;
use crate::args::rendering::{RenderArgs, Rendering};
use crate::args::{LimitArgs, OutputArgs, SourceArgs};
use crate::failure::{End, failure};
use crate::interrupt;
use crate::output::results::{Form, PageResult, Results};
use crate::output::{self, Output};
use crate::run::readers::{capture, jobs, reader_factory, silence_workers};
use anyhow::Result;
use clap::{Args, ValueHint};
use std::path::PathBuf;
use std::time::Instant;
use tamis::errors::{NotRendered, PageError};
use tamis::render::Renderers;
use tamis::source::Input;
use tamis::{Limits, PageReader, RenderedPage, Url, export};

/// The page as a person sees it: where everything is and how it looks
///
/// Lays the page out and stores it with its layout, so that every method that looks at boxes runs on it again without a
/// renderer: `tamis records page.snapshot`. Style sheets and images are the files beside the page, those of its archive, and with
/// --network those of the web. Scripts do not run unless a browser is told to.
#[derive(Args, Debug)]
pub(crate) struct RenderPageArgs {
    #[command(flatten)]
    output: OutputArgs,

    /// Draw the boxes with their text into this PNG file; from either renderer, or from a stored page
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output", value_parser = files::WRITTEN)]
    png: Option<PathBuf>,

    /// Let a browser paint the page into this PNG file; it lays the page out too
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output", value_parser = files::WRITTEN)]
    screenshot: Option<PathBuf>,

    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    render: RenderArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What files of stored pages are called.
const EXTENSION: &str = "snapshot";

pub(crate) fn run(args: &RenderPageArgs) -> Result<End> {
    let RenderPageArgs { source, render, output, limits, .. } = args;
    let render = match args.screenshot {
        Some(_) => &render.in_browser("--screenshot", "--png draws the layout of either renderer")?,
        None => render,
    };
    let sources = source.find(output, limits.limits(), render.resources())?;
    let wants_picture = args.png.is_some() || args.screenshot.is_some();
    if sources.is_many() && output.output_dir.is_none() {
        return Err(failure("many pages do not fit into one file", "add --output-dir DIR for one file a page"));
    }
    if sources.is_many() && wants_picture {
        return Err(failure("a picture is of one page", "name one page, or leave the picture out"));
    }
    if args.png.is_some() && cfg!(not(feature = "pictures")) {
        return Err(failure("this build draws no pictures", "build it with the feature `pictures`"));
    }
    let wants_snapshot = output.output.is_some() || output.output_dir.is_some() || !wants_picture;
    if wants_snapshot && output.is_looked_at() {
        return Err(failure(
            "a stored page is nothing for a terminal",
            "add -o page.snapshot; `tamis inspect layout` shows the boxes, --png FILE draws them",
        ));
    }
    let renderers = render.renderers(limits.timeout, source.allows_private())?;
    let rendering = Rendering::Always(renderers.clone());
    let reader = reader_factory(limits.limits(), source.charset.as_deref(), source.url_from(), rendering)?;
    let form = Form { extension: EXTENSION, ends_with_line: false, has_error_rows: false };
    let destination = if wants_snapshot { Output::open(output, &sources)? } else { Output::Nowhere };
    let mut results = Results::new(destination, form, &sources, output);
    silence_workers(output.verbose);

    let job = Job {
        limits: limits.limits(),
        url: source.page_url(),
        wants_png: args.png.is_some(),
        charset: source.charset.clone(),
        browser: args.screenshot.is_some().then_some(renderers),
    };
    let mut pictures = Pictures::default();
    let sources = results.pass_over_done(sources)?;
    let readiness = sources.readiness();
    limits.batch().when_ready(readiness).run(
        jobs(sources),
        reader,
        move |reader, input| job.run(reader, input),
        |(origin, place), result| {
            let result = result.map(|(result, made)| {
                pictures = made;
                result
            });
            results.receive(&origin, &place, result)
        },
    );
    for (path, picture) in [(&args.png, pictures.png), (&args.screenshot, pictures.screenshot)] {
        if let (Some(path), Some(picture)) = (path, picture) {
            output::write_file(path, &picture)?;
        }
    }
    results.finish()
}

/// Pictures of the one page that was rendered.
#[derive(Default)]
struct Pictures {
    png: Option<Vec<u8>>,
    screenshot: Option<Vec<u8>>,
}

/// What a worker does with each page.
struct Job {
    limits: Limits,
    url: Option<Url>,
    wants_png: bool,
    charset: Option<String>,
    /// Who takes the screenshot, if one is wanted.
    browser: Option<Renderers>,
}

impl Job {
    fn run(&self, reader: &mut PageReader, input: Input) -> Result<(PageResult, Pictures), tamis::Error> {
        let begun = Instant::now();
        let capture = capture(input, &self.limits, self.url.as_ref())?;
        let shoot = |browser: &Renderers| browser.screenshot(&capture.clone().decode(self.charset.as_deref()));
        let screenshot = self.browser.as_ref().map(shoot).transpose();
        let screenshot = screenshot.map_err(PageError::from)?;
        let page = reader.read(capture)?;
        let rendered = page.as_rendered().ok_or(NotRendered { what: "a stored page" })?;
        let png = self.wants_png.then(|| draw(rendered));
        let result = PageResult::of(&page, export::snapshot(rendered), begun);
        Ok((result, Pictures { png, screenshot }))
    }
}

#[cfg(feature = "pictures")]
fn draw(page: &RenderedPage) -> Vec<u8> {
    export::png(page)
}

/// Refused before any page is read.
#[cfg(not(feature = "pictures"))]
fn draw(_: &RenderedPage) -> Vec<u8> {
    Vec::new()
}

/// `tamis render-worker`: lays out what another tamis sends until that ends.
pub(crate) fn run_worker() -> Result<End> {
    interrupt::leave_to_parent();
    tamis::render::serve_worker()?;
    Ok(End::Found)
}
