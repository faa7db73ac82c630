//! What it costs to find the records of a page, and to write the selectors of what was found.

use crate::{Args, clock, pages};
use std::hint::black_box;
use std::time::Duration;
use tamis_extract::PageView;
use tamis_extract::records::{self, Table, depta, mdr};
use tamis_page::Document;
use tamis_page::select::write::SelectorWriter;

type Method = (&'static str, fn(&Document) -> Vec<Table>);

const METHODS: &[Method] = &[
    ("mdr", |document| mdr::find(&PageView::of(document), &mdr::MdrOptions::default())),
    ("depta", |document| depta::find(&PageView::of(document), &depta::DeptaOptions::default())),
];

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let pages = pages::load(args)?;
    println!("microseconds a page to find records and to write their selectors, {} pages", pages.len());
    println!("{:<10} {:>8} {:>8} {:>10} {:>10} {:>14}", "", "tables", "columns", "find", "write", "write / find");
    for (name, find) in METHODS {
        let found: Vec<Vec<Table>> = pages.iter().map(|page| find(&page.document)).collect();
        let n_tables: usize = found.iter().map(Vec::len).sum();
        let n_columns: usize = found.iter().flatten().map(|table| table.columns.len()).sum();
        let mut finding = Vec::new();
        let mut writing = Vec::new();
        let mut n_steps: f64 = 0.0;
        for _ in 0..args.rounds {
            finding.push(clock::time(|| pages.iter().for_each(|page| _ = black_box(find(&page.document)))));
            writing.push(clock::time(|| {
                for (page, tables) in pages.iter().zip(&found) {
                    let writer = SelectorWriter::new(&page.document);
                    tables.iter().for_each(|table| _ = black_box(records::selectors(&writer, table)));
                    n_steps = n_steps.max(writer.n_steps() as f64 / page.document.len() as f64);
                }
            }));
        }
        let [find, write] = [&mut finding, &mut writing]
            .map(|times: &mut Vec<Duration>| clock::median(times).as_secs_f64() * 1e6 / pages.len() as f64);
        println!("{name:<10} {n_tables:>8} {n_columns:>8} {find:>10.0} {write:>10.0} {:>14.2}", write / find);
    }
    println!();
    Ok(())
}
