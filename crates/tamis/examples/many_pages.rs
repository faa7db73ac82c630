//! Writes the main text of many pages as JSON Lines, on all cores: a page that fails costs one line.
//!
//! `cargo run -p tamis --example many_pages -- tests/pages > pages.jsonl`

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;
use tamis::batch::Batch;
use tamis::export::{self, Format};
use tamis::source::{SourceOptions, Sources};
use tamis::{PageReader, Recipe, Task};

fn main() -> Result<(), Box<dyn Error>> {
    let named: Vec<PathBuf> = env::args().skip(1).map(PathBuf::from).collect();
    let named = if named.is_empty() { vec!["tests/pages".into()] } else { named };
    let pages = Sources::find(&named, SourceOptions::default())?;
    let batch = Batch::default().with_timeout(Duration::from_secs(30));
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    batch.ask(pages, vec![Recipe::default_for(Task::Text)], PageReader::default, |origin, findings| {
        written = match findings {
            Ok(findings) => findings.write(Format::JsonLines, &mut out),
            Err(error) => out.write_all(export::error_line(Some(&origin), &error).as_bytes()).map_err(Into::into),
        };
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    Ok(written?)
}
