//! Renders every page of a data set and says what it cost.
//!
//! ```text
//! cargo run --release -p tamis-render-blitz --example pages_embedded -- FOLDER… [--boxes FOLDER]
//! ```
//!
//! A page is a folder with a `page.html` and the files it links to. `--boxes` writes a table of the elements' rectangles
//! for each page.

use rustix::time::{ClockId, clock_gettime};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tamis_page::{BoxState, Capture, NodeId, RenderError, RenderRequest, RenderedPage, Renderer, Resource, Resources};
use tamis_render_blitz::BlitzRenderer;
use url::Url;

#[expect(clippy::print_stdout, reason = "a report is what this is for")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut folders = Vec::new();
    let mut boxes = None;
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--boxes" {
            boxes = arguments.next().map(PathBuf::from);
        } else {
            folders.push(PathBuf::from(argument));
        }
    }
    let mut renderer = BlitzRenderer::default();
    for folder in &folders {
        let mut pages: Vec<PathBuf> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        pages.retain(|page| page.join("page.html").is_file());
        if folder.join("page.html").is_file() {
            pages.push(folder.clone());
        }
        pages.sort();
        let mut times = Vec::new();
        let mut n_failed = 0;
        for page in &pages {
            let capture = capture_of(page)?;
            let start = cpu_time();
            let rendered = renderer.render(capture.decode(None), RenderRequest::default());
            let milliseconds = cpu_time().saturating_sub(start).as_secs_f64() * 1000.0;
            times.push((milliseconds, page));
            match rendered {
                Ok(rendered) => {
                    if let Some(boxes) = &boxes {
                        write_boxes(&rendered, &boxes.join(page.file_name().unwrap_or_default()))?;
                    }
                }
                Err(error) => {
                    n_failed += 1;
                    report_failure(page, &error);
                }
            }
        }
        times.sort_by(|one, other| one.0.total_cmp(&other.0));
        let at = |share: f64| {
            times.get(((times.len() as f64 * share) as usize).min(times.len() - 1)).map_or(0.0, |time| time.0)
        };
        println!(
            "{}: {} pages, {n_failed} failed; CPU ms a page: median {:.1}, 95 % {:.1}, most {:.1}; peak memory {} MB",
            folder.display(),
            pages.len(),
            at(0.5),
            at(0.95),
            at(1.0),
            peak_memory() >> 20,
        );
        for (milliseconds, page) in times.iter().rev().take(3) {
            println!("    {milliseconds:.0} ms {}", page.display());
        }
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a report is what this is for")]
fn report_failure(page: &Path, error: &RenderError) {
    println!("    {}: {error}", page.display());
}

/// A page that was saved with its files beside it.
fn capture_of(folder: &Path) -> Result<Capture, Box<dyn std::error::Error>> {
    let folder = folder.canonicalize()?;
    let file = folder.join("page.html");
    let base = Url::from_file_path(&file).map_err(|()| "not an absolute path")?;
    let load = move |url: &Url| {
        let path = url.to_file_path().ok()?.canonicalize().ok()?;
        (path.starts_with(&folder)).then(|| std::fs::read(path).ok()).flatten().map(Resource::new)
    };
    Ok(Capture::new(std::fs::read(file)?).with_resources(Resources::from_fn(Some(base), load)))
}

fn write_boxes(rendered: &RenderedPage, stem: &Path) -> std::io::Result<()> {
    let (document, layout) = (rendered.document(), rendered.layout());
    let mut table = String::new();
    for node in document.nodes().filter(|&node| document.is_element(node)) {
        let rect = layout.rect(node).unwrap_or_default();
        let state = match layout.state(node) {
            BoxState::Unknown => "?",
            BoxState::NotRendered => "-",
            BoxState::Rendered => "+",
        };
        let parent = document.parent(node).map_or(0, NodeId::index);
        let _ = writeln!(
            table,
            "{}\t{parent}\t{}\t{state}\t{}\t{}\t{}\t{}\t{}",
            node.index(),
            document.tag_name(node),
            rect.x,
            rect.y,
            rect.width,
            rect.height,
            u8::from(layout.is_visible(node)),
        );
    }
    let mut path = stem.as_os_str().to_owned();
    path.push(".tsv");
    std::fs::write(path, table)
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The most memory that was ever in use, in bytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("");
    line.split_whitespace().next().and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or(0) << 10
}
