//! How fast a store opens and takes merges, and how large it gets.
//!
//! `cargo run --release -p tamis-sites --example store_speed [LOCATION]`: the path of a file that is not there yet, or the
//! address of an empty PostgreSQL database (with `--features postgres`). Without one it makes a file and removes it.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};
use tamis_sites::store::{self, Counter, Delta, StoredTemplate, TemplateKey};

const N_TEMPLATES: u32 = 1_000;
const N_BYTES: usize = 6_000;
const N_OPENED: usize = 21;

/// Sites as a job over many machines has them: two templates a site, with the counts and the question of a run that asks for
/// areas, text and records, in the sizes that were measured for `docs/cluster.md`.
const N_SITES: u32 = 2_000;
const N_SITES_PER_MERGE: u32 = 1_000;
const N_SITE_BYTES: usize = 2_500;
const N_COUNTS: u32 = 14;
const QUESTION: &str = "blocks=auto(part-threshold=0.5,block-threshold=0.6) mask=blocks(favor=balance,whole-lists=true,layout=true) \
    tables=auto(min-confidence=0.05,max-tables=5,siblings=true,tag-paths=true,classes=true,groups=true,microdata=true,outliers=true,\
    fill=true,gather=true,nesting=true,copies=true,layout=true,within=page) layout=none";

fn main() -> Result<(), Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let given = std::env::args().nth(1);
    let location = given.unwrap_or_else(|| directory.path().join("templates.tamis").display().to_string());
    let mut opened = store::open(&location)?;
    if !opened.sites()?.is_empty() {
        return Err("the store is not empty".into());
    }

    let started = Instant::now();
    let n_single = 200;
    for number in 0..n_single {
        opened.merge(&learned("one.example", number))?;
    }
    let single = started.elapsed();
    opened.forget("one.example", None)?;

    let mut all = Delta::new();
    for number in 0..N_TEMPLATES {
        all.merge(learned("shop.example", number));
    }
    let started = Instant::now();
    opened.merge(&all)?;
    let at_once = started.elapsed();
    drop(opened);

    let mut times = Vec::new();
    for _ in 0..N_OPENED {
        let started = Instant::now();
        let mut opened = store::open(&location)?;
        let delta = opened.load("shop.example")?;
        times.push(started.elapsed());
        assert_eq!(delta, all);
    }
    times.sort();

    let milliseconds = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1_000.0);
    let rate = |n: u32, time: Duration| format!("{:.0}/s", f64::from(n) / time.as_secs_f64());
    println!("{N_TEMPLATES} templates of {N_BYTES} bytes, with 3 counts each");
    println!(
        "open and load:  {} median, {} slowest of {N_OPENED}",
        milliseconds(times[N_OPENED / 2]),
        milliseconds(times[N_OPENED - 1])
    );
    println!("merges of one:  {}", rate(n_single, single));
    println!("one merge of all: {} ({} templates)", milliseconds(at_once), rate(N_TEMPLATES, at_once));
    if let Ok(file) = Path::new(&location).metadata() {
        println!("file:           {} bytes a template", file.len() / u64::from(N_TEMPLATES));
    }
    many_sites(&location)
}

/// Measures many small sites, as they are merged and as tasks read them.
fn many_sites(location: &str) -> Result<(), Box<dyn Error>> {
    let mut opened = store::open(location)?;
    opened.forget("shop.example", None)?;
    let name = |number: u32| format!("site{number}.example");
    let mut merging = Duration::ZERO;
    for first in (0..N_SITES).step_by(N_SITES_PER_MERGE as usize) {
        let mut some = Delta::new();
        for number in first..first + N_SITES_PER_MERGE {
            some.merge(of_site(&name(number), number));
        }
        let started = Instant::now();
        opened.merge(&some)?;
        merging += started.elapsed();
    }
    let mut loading = Duration::ZERO;
    for number in 0..N_SITES {
        let started = Instant::now();
        let known = opened.load(&name(number))?;
        loading += started.elapsed();
        assert_eq!(known.templates().len(), 2);
    }
    let started = Instant::now();
    for number in N_SITES..2 * N_SITES {
        assert!(opened.load(&name(number))?.is_empty());
    }
    let missing = started.elapsed();
    let each = |time: Duration, n: u32| format!("{:.3} ms", time.as_secs_f64() * 1_000.0 / f64::from(n));
    println!("{N_SITES} sites with 2 templates of {N_SITE_BYTES} bytes and {N_COUNTS} counts each");
    println!("merge:          {} a site, {N_SITES_PER_MERGE} sites in a transaction", each(merging, N_SITES));
    println!("load:           {} a site", each(loading, N_SITES));
    println!("load of none:   {} a site", each(missing, N_SITES));
    if let Ok(file) = Path::new(location).metadata() {
        // What was there before was forgotten, and its room is used again.
        println!("file:           {} bytes", file.len());
    }
    Ok(())
}

/// What a run learns of a small site.
fn of_site(site: &str, number: u32) -> Delta {
    let mut delta = Delta::new();
    for template in 0..2 {
        let learned = learned(site, 2 * number + template);
        let Some((key, stored)) = learned.templates().iter().next() else { continue };
        let key = TemplateKey { question: QUESTION.to_owned(), ..key.clone() };
        let body = stored.body[..N_SITE_BYTES].to_vec();
        delta.add_template(key.clone(), StoredTemplate { generation: 0, body });
        for count in 0..N_COUNTS {
            let name = format!("column filled {count:02}");
            delta.add_count(Counter { key: key.clone(), generation: 0, name }, 37);
        }
    }
    delta
}

/// A template as a run would learn it: bytes that do not repeat, and counts.
fn learned(site: &str, number: u32) -> Delta {
    let key = TemplateKey {
        site: site.to_owned(),
        question: "segment auto granularity=5".to_owned(),
        id: format!("{number:016x}"),
    };
    let mut state = number;
    let body = (0..N_BYTES).map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    });
    let mut delta = Delta::new();
    delta.add_template(key.clone(), StoredTemplate { generation: 0, body: body.collect() });
    for name in ["pages", "misses", "areas unresolved"] {
        delta.add_count(Counter { key: key.clone(), generation: 0, name: name.to_owned() }, 1);
    }
    delta
}
