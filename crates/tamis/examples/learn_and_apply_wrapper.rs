//! Learns a wrapper (the selectors of a page's table) from one page of a shop and applies it to another page of it.
//!
//! `cargo run -p tamis --example learn_and_apply_wrapper -- examples/shop.html examples/shop-2.html`
#![expect(clippy::print_stdout, reason = "the answer of an example")]

use std::error::Error;
use std::{env, fs, io};
use tamis::export::Format;
use tamis::wrapper::{self, LearnOptions, ReadyWrapper};
use tamis::{Page, Recipe, Task};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let learned_from = arguments.next().unwrap_or_else(|| "examples/shop.html".to_owned());
    let applied_to = arguments.next().unwrap_or_else(|| "examples/shop-2.html".to_owned());

    let page = Page::parse(fs::read_to_string(learned_from)?);
    let findings = tamis::ask(&page, &[Recipe::default_for(Task::Records)])?;
    let learned = wrapper::learn(&[findings.without_constant_columns()], &LearnOptions::default())?;
    // People read and edit this file; `tamis wrapper export` makes a program for Scrapy or lxml of it.
    let file = wrapper::to_json(&learned);

    let ready = ReadyWrapper::new(wrapper::from_json(file.as_bytes())?)?;
    println!("region {}", ready.wrapper().region.css.as_deref().unwrap_or("-"));
    // No method runs on this page: the selectors alone say where the records are.
    let findings = ready.apply(&Page::parse(fs::read_to_string(applied_to)?));
    Ok(findings.write(Format::Csv, io::stdout())?)
}
