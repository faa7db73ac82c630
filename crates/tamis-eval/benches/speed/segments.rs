//! The methods that segment: how their time grows with the number of boxes, and what they take after layout on stored
//! pages.

use crate::{Args, clock};
use anyhow::Context as _;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tamis::{Method, Page, Recipe, Task, methods};
use tamis_page::{
    BoxFlags, Color, Display, Document, LayoutBuilder, Line, NodeId, NodeKind, Rect, RenderedPage, Style, Viewport,
    names, snapshot,
};

/// How many boxes the made pages have.
const SIZES: [usize; 5] = [3_125, 6_250, 12_500, 25_000, 50_000];
/// Time may grow with this power of the number of boxes: 1 is linear, and sorting or a tree adds a little.
const EXPONENT: f64 = 1.25;
/// A page is timed so often at the most.
const MAX_ROUNDS: usize = 5;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let rounds = args.rounds.min(MAX_ROUNDS);
    growth(rounds);
    let mut files = Vec::new();
    for directory in &args.data {
        files.extend(snapshots(directory)?);
    }
    if files.is_empty() {
        println!("no stored pages: --data DIR with files that `tamis render` has written\n");
        return Ok(());
    }
    let n_wanted = args.pages.unwrap_or(files.len()).clamp(1, files.len());
    let pages = (0..n_wanted).map(|idx| read(&files[idx * files.len() / n_wanted]));
    after_layout(&pages.collect::<anyhow::Result<Vec<Page>>>()?, rounds);
    Ok(())
}

fn snapshots(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(directory).with_context(|| format!("reading {}", directory.display()))?;
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "snapshot"));
    files.sort_unstable();
    Ok(files)
}

fn read(file: &Path) -> anyhow::Result<Page> {
    let bytes = fs::read(file).with_context(|| format!("reading {}", file.display()))?;
    let page = snapshot::read(&bytes).with_context(|| format!("reading {}", file.display()))?;
    Ok(Page::rendered(page))
}

/// The median time that a method takes on a page whose boxes are known. What methods share, such as which nodes can be
/// seen, is worked out anew each time.
fn time(page: &Page, method: &'static Method, rounds: usize) -> Duration {
    let recipes = [Recipe::of(method)];
    let ask = || _ = black_box(tamis::ask(page, &recipes));
    let mut times: Vec<Duration> = (0..=rounds).map(|_| clock::time(ask)).collect();
    // The first one warms caches.
    clock::median(&mut times[1..])
}

fn growth(rounds: usize) {
    let pages = SIZES.map(|n_boxes| Page::rendered(shop(n_boxes)));
    println!("milliseconds after layout by the number of boxes, made pages, median of {rounds} rounds");
    print!("{:<14}", "");
    for size in SIZES {
        print!(" {size:>9}");
    }
    println!(" {:>9}", "exponent");
    for method in methods::for_task(Task::Segment) {
        let times = pages.each_ref().map(|page| time(page, method, rounds).as_secs_f64());
        print!("{:<14}", method.name());
        for time in times {
            print!(" {:>9.2}", 1e3 * time);
        }
        let exponent = exponent(&times);
        println!(" {exponent:>9.2}{}", if exponent > EXPONENT { "!" } else { "" });
    }
    println!();
}

/// The slope of a line through the logarithms, by least squares.
fn exponent(times: &[f64]) -> f64 {
    let points: Vec<(f64, f64)> =
        SIZES.iter().zip(times).map(|(&size, time)| ((size as f64).ln(), time.ln())).collect();
    let n_points = points.len() as f64;
    let (mean_x, mean_y) = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    let (mean_x, mean_y) = (mean_x / n_points, mean_y / n_points);
    let (covariance, variance) = points.iter().fold((0.0, 0.0), |sum, point| {
        let distance = point.0 - mean_x;
        (sum.0 + distance * (point.1 - mean_y), sum.1 + distance * distance)
    });
    covariance / variance
}

fn after_layout(pages: &[Page], rounds: usize) {
    println!("milliseconds after layout, {} stored pages, each the median of {rounds} rounds", pages.len());
    println!("{:<14} {:>9} {:>9} {:>9}", "", "median", "95 %", "largest");
    for method in methods::for_task(Task::Segment) {
        let mut times: Vec<Duration> = pages.iter().map(|page| time(page, method, rounds)).collect();
        times.sort_unstable();
        let at = |share: f64| 1e3 * times[((times.len() - 1) as f64 * share).round() as usize].as_secs_f64();
        println!("{:<14} {:>9.2} {:>9.2} {:>9.2}", method.name(), at(0.5), at(0.95), at(1.0));
    }
    println!();
}

/// How many nodes with a box a record of the made page has.
const BOXES_PER_RECORD: usize = 8;
const N_COLUMNS: usize = 4;

/// A shop window: a heading over four columns of records with a picture, a linked title, a text of two lines and a price.
fn shop(n_boxes: usize) -> RenderedPage {
    let n_records = n_boxes / BOXES_PER_RECORD;
    let mut html = "<h1>Lamps</h1><ul>".to_owned();
    for number in 0..n_records {
        html +=
            &format!("<li><img><a href=/{number}>Lamp {number}</a><p>A lamp for all the rooms</p><b>{number}.50 €</b>");
    }
    let document = Document::parse(html);
    let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    for (number, item) in document.elements_named(names::LI).enumerate() {
        let (left, top) = ((number % N_COLUMNS * 310) as f32, 100.0 + (number / N_COLUMNS * 150) as f32);
        // Every fifth row stands on grey.
        let shade = if (number / N_COLUMNS).is_multiple_of(5) { 240 } else { 255 };
        let background = Color { red: shade, green: shade, blue: shade, alpha: 255 };
        for node in document.subtree(item) {
            place(&mut builder, &document, node, (left, top), background);
        }
    }
    for heading in document.elements_named(names::H1).flat_map(|heading| document.subtree(heading)) {
        let style = Style { font_size: 32.0, font_weight: 700, ..Style::default() };
        builder.set_box(heading, Rect::new(0.0, 20.0, 300.0, 40.0), BoxFlags::default(), Display::Block);
        builder.set_style(heading, style);
    }
    RenderedPage::new(document, builder.finish())
}

/// Lays out a node of a record, whose box begins at a corner.
fn place(builder: &mut LayoutBuilder, document: &Document, node: NodeId, corner: (f32, f32), background: Color) {
    let is_text = document.kind(node) == NodeKind::Text;
    let element = if is_text { document.parent(node).unwrap_or(node) } else { node };
    let rect = |x: f32, y: f32, width: f32, height: f32| Rect::new(corner.0 + x, corner.1 + y, width, height);
    let (place, display) = match document.tag(element) {
        Some(names::LI) => (rect(0.0, 0.0, 300.0, 130.0), Display::ListItem),
        Some(names::IMG) => (rect(10.0, 10.0, 80.0, 80.0), Display::Inline),
        Some(names::A) => (rect(100.0, 10.0, 120.0, 18.0), Display::Inline),
        Some(names::B) => (rect(100.0, 90.0, 60.0, 18.0), Display::Inline),
        _ => (rect(100.0, 36.0, 190.0, 40.0), Display::Block),
    };
    let color = if element != node && document.is_html(element, names::A) {
        Color { blue: 200, ..Color::BLACK }
    } else {
        Color::BLACK
    };
    let font_weight = if document.is_html(element, names::B) { 700 } else { 400 };
    let flags = BoxFlags { replaced: document.is_html(node, names::IMG), ..BoxFlags::default() };
    builder.set_box(node, place, flags, display);
    builder.set_style(node, Style { color, background, font_weight, ..Style::default() });
    if is_text && document.is_html(element, names::P) {
        let middle = document.text(node).len() as u32 / 2;
        for (row, start) in [(0.0, 0), (20.0, middle)] {
            let rect = Rect::new(place.x, place.y + row, place.width, 18.0);
            builder.push_line(node, Line { rect, start, end: start + middle });
        }
    }
}
