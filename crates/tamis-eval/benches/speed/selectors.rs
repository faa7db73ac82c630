//! What it costs to find the records of a page, and to write the selectors of all that was found.

use crate::{Args, clock, pages};
use std::hint::black_box;
use std::time::Duration;
use tamis_extract::PageView;
use tamis_extract::records::{self, Table};
use tamis_page::{Document, SelectorWriter};
use tamis_papers::records::{depta, mdr};

type Method = (&'static str, fn(&Document) -> Vec<Table>);

const METHODS: &[Method] = &[
    ("mdr", |document| mdr::find(&PageView::of(document), &mdr::MdrOptions::default())),
    ("depta", |document| depta::find(&PageView::of(document), &depta::DeptaOptions::default())),
];

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let pages = pages::load(args)?;
    println!("microseconds a page to find records and to write their selectors, {} pages", pages.len());
    println!(
        "{:<8} {:>8} {:>8} {:>10} {:>8} {:>8} {:>8} {:>12}",
        "", "tables", "columns", "exact", "find", "write", "ratio", "steps/node"
    );
    for (name, find) in METHODS {
        let found: Vec<Vec<Table>> = pages.iter().map(|page| find(&page.document)).collect();
        let n_tables: usize = found.iter().map(Vec::len).sum();
        let n_columns: usize = found.iter().flatten().map(|table| table.columns.len()).sum();
        let mut finding = Vec::new();
        let mut writing = Vec::new();
        let (mut n_exact, mut n_steps) = (0, 0);
        for round in 0..args.rounds {
            finding.push(clock::time(|| pages.iter().for_each(|page| _ = black_box(find(&page.document)))));
            writing.push(clock::time(|| {
                for (page, tables) in pages.iter().zip(&found) {
                    let writer = SelectorWriter::new(&page.document);
                    for table in tables {
                        let selectors = black_box(records::selectors(&writer, table));
                        if round == 0 {
                            n_exact += selectors.columns.iter().filter(|column| column.is_exact).count();
                        }
                    }
                    if round == 0 {
                        n_steps += writer.n_steps();
                    }
                }
            }));
        }
        let [find, write] = [&mut finding, &mut writing]
            .map(|times: &mut Vec<Duration>| clock::median(times).as_secs_f64() * 1e6 / pages.len() as f64);
        let n_nodes: usize = pages.iter().map(|page| page.document.len()).sum();
        println!(
            "{name:<8} {n_tables:>8} {n_columns:>8} {n_exact:>10} {find:>8.0} {write:>8.0} {:>8.2} {:>12.1}",
            write / find,
            n_steps as f64 / n_nodes as f64
        );
    }
    println!();
    Ok(())
}
