//! The parser on its own: prints the outline of a page, as its headings and the links below them.
//!
//! Run with `cargo run -p tamis-page --example outline -- page.html`; without a file it reads a page of its own.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "an example prints, and reads a file")]

use tamis_page::parse::{ParseOptions, Parser};
use tamis_page::{CharsetHints, Document, NodeId, decode, names};

const PAGE: &str = "<h1>Lamps</h1><p><a href=/desk>For the desk</a><h2>Floor lamps</h2><a href=/arc>Arc</a>";

fn main() -> std::io::Result<()> {
    let bytes = match std::env::args().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => PAGE.into(),
    };
    // A worker that reads many pages keeps its parser and gives every document back to it.
    let mut parser = Parser::new(ParseOptions::default().with_inline_frames(true));
    let document = parser.parse(decode(bytes, &CharsetHints::default()).text);
    for node in document.nodes() {
        if let Some(line) = outline_line(&document, node) {
            println!("{line}");
        }
    }
    if document.limits_hit().any() {
        println!("the page is larger than the parser's caps: {:?}", document.limits_hit());
    }
    parser.recycle(document);
    Ok(())
}

fn outline_line(document: &Document, node: NodeId) -> Option<String> {
    let text = || document.text_content(node).split_whitespace().collect::<Vec<_>>().join(" ");
    match document.tag(node)? {
        names::H1 => Some(text()),
        names::H2 => Some(format!("  {}", text())),
        names::H3 | names::H4 | names::H5 | names::H6 => Some(format!("    {}", text())),
        names::A => Some(format!("      {} -> {}", text(), document.attribute(node, names::HREF)?)),
        _ => None,
    }
}
