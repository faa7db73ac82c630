//! Renders every page of a folder and says how long each took.
//!
//!     cargo run --release -p tamis-render-chromium --example pages_in_chromium -- FOLDER [--snapshots FOLDER] [--tabs N]
//!         [--script] [--screenshots FOLDER]
//!
//! A page is a subfolder with a `page.html`; what it refers to is beside it.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tamis_page::{
    Capture, RenderError, RenderRequest, RenderedPage, Renderer, Resource, Resources, Viewport, snapshot,
};
use tamis_render_chromium::{ChromiumOptions, ChromiumRenderer, Script};
use url::Url;

#[derive(Default)]
struct Arguments {
    folder: PathBuf,
    snapshots: Option<PathBuf>,
    screenshots: Option<PathBuf>,
    options: ChromiumOptions,
}

/// One page that was tried.
struct Outcome {
    name: String,
    wall: Duration,
    page: Result<RenderedPage, RenderError>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = arguments()?;
    for folder in arguments.snapshots.iter().chain(&arguments.screenshots) {
        fs::create_dir_all(folder)?;
    }
    let mut pages: Vec<PathBuf> =
        fs::read_dir(&arguments.folder)?.flatten().map(|entry| entry.path().join("page.html")).collect();
    pages.retain(|page| page.is_file());
    pages.sort();
    let renderer = ChromiumRenderer::new(arguments.options.clone())?;
    let started = Instant::now();
    let left = Mutex::new(pages.iter());
    let outcomes = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..arguments.options.tabs {
            let mut renderer = renderer.clone();
            let (left, outcomes, arguments) = (&left, &outcomes, &arguments);
            scope.spawn(move || {
                while let Some(page) = left.lock().ok().and_then(|mut left| left.next()) {
                    let outcome = render(&mut renderer, page, arguments);
                    report(&outcome);
                    if let Ok(mut outcomes) = outcomes.lock() {
                        outcomes.push(outcome);
                    }
                }
            });
        }
    });
    let cpu = cpu_of_group(renderer.process_id()?);
    summarize(&outcomes.into_inner()?, started.elapsed(), cpu);
    Ok(())
}

fn render(renderer: &mut ChromiumRenderer, page: &Path, arguments: &Arguments) -> Outcome {
    let name = page.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    let started = Instant::now();
    let capture = match capture(page) {
        Ok(capture) => capture,
        Err(error) => {
            let error = RenderError::Engine { message: error.to_string() };
            return Outcome { name, wall: Duration::ZERO, page: Err(error) };
        }
    };
    let source = capture.decode(None);
    let page = renderer.render(source.clone(), RenderRequest::default());
    let wall = started.elapsed();
    if let (Some(folder), Ok(page)) = (&arguments.snapshots, &page)
        && let Err(error) = fs::write(folder.join(format!("{name}.snapshot")), snapshot::write(page))
    {
        eprintln!("{name}: {error}");
    }
    if let Some(folder) = &arguments.screenshots {
        match renderer.screenshot(&source, Viewport::default()) {
            Ok(png) => drop(fs::write(folder.join(format!("{name}.png")), png)),
            Err(error) => eprintln!("{name}: no screenshot: {error}"),
        }
    }
    Outcome { name, wall, page }
}

/// A page with the files beside it.
fn capture(page: &Path) -> Result<Capture, Box<dyn Error>> {
    let page = page.canonicalize()?;
    let folder = page.parent().unwrap_or(&page).to_owned();
    let base = Url::from_file_path(&page).map_err(|()| "no address for the page")?;
    let resources = Resources::from_fn(Some(base), move |url| {
        let path = url.to_file_path().ok()?.canonicalize().ok().filter(|path| path.starts_with(&folder))?;
        let body = fs::read(&path).ok()?;
        let extension = path.extension()?.to_string_lossy().to_ascii_lowercase();
        let media_type = match extension.as_str() {
            "css" => "text/css",
            "js" => "text/javascript",
            "svg" => "image/svg+xml",
            "htm" | "html" => "text/html",
            _ => return Some(Resource::new(body)),
        };
        Some(Resource { media_type: Some(media_type.to_owned()), body: body.into() })
    });
    Ok(Capture::new(fs::read(&page)?).with_resources(resources))
}

fn report(outcome: &Outcome) {
    let wall = outcome.wall.as_millis();
    match &outcome.page {
        Ok(page) => {
            let (width, height) = page.layout().size();
            println!("{wall:6} ms  {:7} nodes  {width:5} x {height:6}  {}", page.document().len(), outcome.name);
        }
        Err(error) => println!("{wall:6} ms  FAILED: {error}  {}", outcome.name),
    }
}

fn summarize(outcomes: &[Outcome], wall: Duration, cpu: Option<Duration>) {
    let n_failed = outcomes.iter().filter(|outcome| outcome.page.is_err()).count();
    let mut walls: Vec<Duration> = outcomes.iter().map(|outcome| outcome.wall).collect();
    walls.sort_unstable();
    let (median, longest) = (walls.get(walls.len() / 2), walls.last());
    println!("{} pages, {n_failed} failed, {:.1} s", outcomes.len(), wall.as_secs_f64());
    println!(
        "wall a page: median {:?}, longest {:?}",
        median.unwrap_or(&Duration::ZERO),
        longest.unwrap_or(&Duration::ZERO)
    );
    if let Some(cpu) = cpu {
        let each = cpu.as_secs_f64() * 1000.0 / outcomes.len().max(1) as f64;
        println!("CPU of the browser and all its processes: {:.1} s, {each:.0} ms a page", cpu.as_secs_f64());
    }
}

/// CPU time of the processes in the browser's group, and of those that have ended, as far as the system tells.
fn cpu_of_group(group: u32) -> Option<Duration> {
    let mut ticks = 0u64;
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name in parentheses may have blanks in it; what follows has not.
        let fields: Vec<&str> = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
        if fields.get(2).and_then(|field| field.parse().ok()) == Some(group) {
            ticks += fields.iter().skip(11).take(4).filter_map(|field| field.parse::<u64>().ok()).sum::<u64>();
        }
    }
    // The unit is fixed at a hundredth of a second on Linux.
    Some(Duration::from_millis(ticks * 10))
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut arguments = Arguments::default();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--snapshots" => arguments.snapshots = Some(value()?.into()),
            "--screenshots" => arguments.screenshots = Some(value()?.into()),
            "--tabs" => arguments.options = arguments.options.with_tabs(value()?.parse()?),
            "--script" => arguments.options = arguments.options.with_script(Script::On),
            _ => arguments.folder = word.into(),
        }
    }
    if arguments.folder.as_os_str().is_empty() {
        return Err("which folder?".into());
    }
    Ok(arguments)
}
