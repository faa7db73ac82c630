//! Writes the main text of many pages as JSON Lines, on all cores: a page that fails costs one line.
//!
//! `cargo run -p tamis --example many_pages -- tests/pages > pages.jsonl`
#![expect(clippy::print_stdout, reason = "the answer of an example")]

use std::env;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;
use tamis::batch::{self, BatchOptions};
use tamis::export::{self, Format};
use tamis::source::{Source, SourceOptions, Sources};
use tamis::{PageReader, Recipe, Task};

fn main() -> Result<(), Box<dyn Error>> {
    let named: Vec<PathBuf> = env::args().skip(1).map(PathBuf::from).collect();
    let named = if named.is_empty() { vec!["tests/pages".into()] } else { named };
    let sources = Sources::find(&named, SourceOptions::default())?;
    let recipes = vec![Recipe::default_for(Task::Text)];
    batch::run(
        sources.inputs().map(|input| (input.origin.clone(), input)),
        &BatchOptions::default().with_timeout(Duration::from_secs(30)),
        PageReader::default,
        move |reader, input| {
            let capture = input.read(&reader.limits())?;
            let findings = reader.ask(capture, &recipes)?;
            Ok::<_, tamis::Error>(export::write(&findings, Format::JsonLines))
        },
        |origin, result| {
            match result {
                Ok(line) => println!("{}", line.trim_end()),
                Err(error) => println!("{}", export::error_line(Some(&origin), &error)),
            }
            ControlFlow::Continue(())
        },
    );
    Ok(())
}
