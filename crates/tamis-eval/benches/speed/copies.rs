//! The methods on 1, 10 and 100 copies of a page: the time a node must stay the same.

use crate::{Args, clock, pages};
use anyhow::Context as _;
use std::hint::black_box;
use std::time::Duration;
use tamis_extract::PageView;
use tamis_extract::clean::weights;
use tamis_page::{Document, Features};
use tamis_papers::clean::{rules, tps};
use tamis_papers::records::{depta, mdr};

type Method = (&'static str, fn(&Document));

const METHODS: &[Method] = &[
    ("features", |document| _ = black_box(Features::of(document))),
    ("tps", |document| _ = black_box(tps::clean(&PageView::of(document), &tps::TpsOptions::default()))),
    ("rules", |document| _ = black_box(rules::clean(&PageView::of(document), &rules::RulesOptions::default()))),
    ("weights", |document| _ = black_box(weights::clean(&PageView::of(document), &weights::WeightsOptions::default()))),
    ("mdr, strings", |document| _ = black_box(mdr::find(&PageView::of(document), &mdr::MdrOptions::default()))),
    ("mdr, trees", |document| {
        let options = mdr::MdrOptions::default().with_compare(mdr::Compare::Trees);
        _ = black_box(mdr::find(&PageView::of(document), &options));
    }),
    ("depta", |document| _ = black_box(depta::find(&PageView::of(document), &depta::DeptaOptions::default()))),
];

/// The time a node may grow by from one copy to a hundred.
const GROWTH: f64 = 1.5;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut pages = pages::load(args)?;
    pages.sort_by_key(|page| page.document.len());
    let page = pages.get(pages.len() / 2).context("no page")?;
    let copies = |n: usize| {
        let body = page.document.body().map(|body| page.document.node_to_html(body)).unwrap_or_default();
        Document::parse(body.repeat(n))
    };
    let one_page = [1, 10, 100].map(copies);
    print("copies of the page in the middle", &["1", "10", "100"], &one_page, args.rounds);

    let children = |n: usize| {
        let items = (0..n).map(|i| format!("<li><a href=/{i}><b>Lamp {i}</b></a><p>A lamp.<i>{i},00 €</i>"));
        Document::parse(format!("<h1>Lamps</h1><ul>{}</ul>", items.collect::<String>()))
    };
    let lists = [100, 1_000, 10_000].map(children);
    print("children of one list", &["100", "1,000", "10,000"], &lists, args.rounds);
    Ok(())
}

fn print(what: &str, sizes: &[&str; 3], documents: &[Document; 3], rounds: usize) {
    println!("ns a node, {what}: {} to {} nodes", documents[0].len(), documents[2].len());
    println!("{:<20} {:>10} {:>10} {:>10} {:>8}", "", sizes[0], sizes[1], sizes[2], "growth");
    for (name, method) in METHODS {
        let [one, ten, hundred] = documents.each_ref().map(|document| {
            // A small document is done many times a round, so that the clock can measure it.
            let n_times = (200_000 / document.len()).max(1);
            let mut times: Vec<Duration> =
                (0..rounds.min(5)).map(|_| clock::time(|| (0..n_times).for_each(|_| method(document)))).collect();
            clock::median(&mut times).as_secs_f64() * 1e9 / (n_times * document.len()) as f64
        });
        let mark = if hundred / one > GROWTH { "!" } else { "" };
        println!("{name:<20} {one:>10.1} {ten:>10.1} {hundred:>10.1} {:>8.2}{mark}", hundred / one);
    }
    println!();
}
