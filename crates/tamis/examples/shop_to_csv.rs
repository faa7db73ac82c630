//! Writes the products that a shop's page lists as CSV.
//!
//! `cargo run -p tamis --example shop_to_csv -- examples/shop.html https://slip-and-ash.example/kitchen`

use std::error::Error;
use std::{env, fs, io};
use tamis::export::Format;
use tamis::{Page, Recipe, Task};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "examples/shop.html".to_owned());
    let mut page = Page::parse(fs::read_to_string(path)?);
    if let Some(url) = arguments.next() {
        // With its URL, the links of the page become absolute.
        page = page.with_url(url.parse()?);
    }
    let findings = tamis::ask(&page, &[Recipe::default_for(Task::Records)])?;
    // "Add to basket" stands in every row, which says nothing about a product.
    let findings = findings.without_constant_columns();
    Ok(findings.write(Format::Csv, io::stdout())?)
}
