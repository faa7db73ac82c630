//! A renderer of one's own: it puts the text of a page into one column of lines, and a visual method segments the result.
//!
//! `cargo run -p tamis --example own_renderer -- examples/garden.html`
#![expect(clippy::print_stdout, reason = "the answer of an example")]

use std::error::Error;
use std::{env, fs, io};
use tamis::export::Format;
use tamis::{Capture, PageReader, Recipe, RenderedPage, Task, Viewport};
use tamis_page::{BoxFlags, DecodedPage, Display, Document, LayoutBuilder, Rect};
use tamis_page::{RenderError, RenderRequest, Renderer, is_never_shown};

/// Lines of 100 characters, 8 by 20 pixels each.
struct Typewriter;

impl Renderer for Typewriter {
    fn render(&mut self, page: DecodedPage, request: RenderRequest) -> Result<RenderedPage, RenderError> {
        let document = Document::parse(page.into_text());
        let mut layout = LayoutBuilder::new(document.len(), request.viewport, "typewriter 1.0");
        // `tops[node]` is where the first line of the node is. Nodes come in document order, so a box ends where the first
        // node after its subtree begins.
        let (mut tops, mut top) = (Vec::new(), 0.0);
        for node in document.nodes() {
            tops.push(top);
            let is_shown = !document.ancestors(node).any(|above| is_never_shown(&document, above));
            let n_characters = if is_shown { document.text(node).trim().chars().count() } else { 0 };
            top += 20.0 * n_characters.div_ceil(100) as f32;
        }
        tops.push(top);
        for node in document.nodes() {
            let range = document.subtree_range(node);
            let rect = Rect::new(0.0, tops[range.start], 800.0, tops[range.end] - tops[range.start]);
            layout.set_box(node, rect, BoxFlags::default(), Display::Block);
        }
        layout.set_size(800.0, top);
        Ok(RenderedPage::new(document, layout.finish()))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| "examples/garden.html".to_owned());
    let mut reader = PageReader::default().with_renderer(Box::new(Typewriter), Viewport::default());
    let findings = reader.ask(Capture::new(fs::read(path)?), &[Recipe::default_for(Task::Segment)])?;
    let layout = findings.page().layout().expect("every page is rendered");
    println!("laid out by {}, {} pixels high", layout.renderer(), layout.size().1);
    Ok(findings.write(Format::Outline, io::stdout())?)
}
