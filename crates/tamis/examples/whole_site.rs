//! Reads the pages of a site. One page of each template is examined by a method; every similar page is mapped from it.
//!
//! `cargo run -p tamis --example whole_site -- examples`
#![expect(clippy::print_stdout, reason = "the answer of an example")]

use std::env;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::PathBuf;
use tamis::batch::Batch;
use tamis::site::{self, ClusterOptions, SiteInput, Sites};
use tamis::source::{Source, SourceOptions, Sources};
use tamis::{PageReader, Recipe, Task};

fn main() -> Result<(), Box<dyn Error>> {
    let directory = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "examples".to_owned()));
    let pages = Sources::find(&[directory], SourceOptions::default())?.inputs();
    let pages = pages.map(|input| (input.origin.to_string(), SiteInput::new(input)));
    // With a location, as `site::open_store(Some("shop.tamis"))`, the next run knows the templates already.
    let store = site::open_store(None)?;
    let recipes = vec![Recipe::default_for(Task::Records)];
    let sites = Sites::new(recipes, None, ClusterOptions::default(), store);
    let counts = sites.run(
        pages,
        &Batch::default(),
        PageReader::default,
        |page| {
            let n_records = page.findings.tables().and_then(|tables| tables.answer.first()).map_or(0, |t| t.rows.len());
            let is_mapped = page.findings.template().is_some_and(|template| template.is_used);
            (n_records, is_mapped)
        },
        |name, result, _| {
            match result {
                Ok((n_records, true)) => println!("{name}: {n_records} records, mapped from its template"),
                Ok((n_records, false)) => println!("{name}: {n_records} records, a new template"),
                Err(error) => println!("{name}: {error}"),
            }
            ControlFlow::Continue(())
        },
    )?;
    println!("{} pages, {} mapped", counts.n_pages, counts.n_mapped);
    Ok(())
}
