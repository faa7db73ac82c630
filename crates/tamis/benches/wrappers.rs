//! How fast a wrapper is applied, from the bytes of a page to its rows on one core, ours and with the same selectors in
//! Python's parsel; and on how many rows our exports agree with us.
//!
//! `TAMIS_BENCH_PAGES` names a folder with HTML files; without it pages are made up. A wrapper is learned from every page and
//! applied to it and to the two that follow in the order of their names, if it finds rows there. `TAMIS_BENCH_PYTHON` is a
//! Python with parsel; `target/venv-scrapers/bin/python` otherwise. `TAMIS_BENCH_EXPORTS`, such as `lxml,parsel`, names exports
//! whose rows are compared with ours.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use tamis::export::{WrapperExportOptions, WrapperTarget, record_lines, wrapper};
use tamis::{Capture, Page};
use tamis_extract::records::auto;
use tamis_extract::{PageView, ValueFormat};
use tamis_sites::wrapper::{LearnOptions, Sample, Wrapper, learn};

const N_RUNS: usize = 3;

/// A wrapper and a page that it is applied to, by their numbers.
type Job = (usize, usize);

fn main() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let paths = pages(folder.path());
    let bytes: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).unwrap()).collect();
    let pages: Vec<Page> = bytes.iter().map(|bytes| read(bytes)).collect();
    let wrappers: Vec<Option<Wrapper>> = pages.iter().map(learned).collect();
    let follows = |one: usize| (one..pages.len().min(one + 3)).map(move |page| (one, page));
    let finds_rows = |&(one, page): &Job| {
        let table =
            wrappers[one].as_ref().and_then(|wrapper| wrapper.compile().ok()?.apply(pages[page].document()).table);
        table.is_some_and(|table| !table.rows.is_empty())
    };
    let jobs: Vec<Job> = (0..pages.len()).flat_map(follows).filter(finds_rows).collect();
    let n_bytes: usize = jobs.iter().map(|&(_, page)| bytes[page].len()).sum();
    println!("{} pages, {} applications of wrappers to {} MB", pages.len(), jobs.len(), n_bytes >> 20);
    speed(folder.path(), &paths, &pages, &bytes, &wrappers, &jobs);
    let exports = std::env::var("TAMIS_BENCH_EXPORTS").unwrap_or_default();
    for target in exports.split(',').filter_map(WrapperTarget::named) {
        compare(folder.path(), &paths, &pages, &wrappers, &jobs, target);
    }
}

/// Compares the speed of equal selectors, with values as texts on both sides.
fn speed(
    folder: &Path,
    paths: &[PathBuf],
    pages: &[Page],
    bytes: &[Vec<u8>],
    wrappers: &[Option<Wrapper>],
    jobs: &[Job],
) {
    let as_text = |wrapper: &Wrapper| {
        let mut wrapper = wrapper.clone();
        wrapper.columns.iter_mut().for_each(|column| column.format = ValueFormat::default());
        wrapper
    };
    let plain: Vec<Option<Wrapper>> = wrappers.iter().map(|wrapper| wrapper.as_ref().map(as_text)).collect();
    let compiled: Vec<_> =
        plain.iter().map(|wrapper| wrapper.as_ref().and_then(|wrapper| wrapper.compile().ok())).collect();
    let (mut best, mut n_rows, mut parsing) = (f64::INFINITY, 0, f64::INFINITY);
    for _ in 0..N_RUNS {
        let started = Clock::start();
        n_rows = 0;
        for &(one, page) in jobs {
            let page = read(&bytes[page]);
            let table = compiled[one].as_ref().unwrap().apply(page.document()).table.unwrap();
            n_rows += table.rows.len();
        }
        best = best.min(started.seconds());
        let started = Clock::start();
        let n_nodes: usize = jobs.iter().map(|&(_, page)| read(&bytes[page]).document().len()).sum();
        assert!(n_nodes > 0);
        parsing = parsing.min(started.seconds());
    }
    let part = folder.join("speed");
    let jobs: Vec<Job> = write_programs(&part, paths, pages, &plain, jobs, WrapperTarget::Parsel);
    let megabytes = jobs.iter().map(|&(_, page)| bytes[page].len()).sum::<usize>() as f64 / f64::from(1 << 20);
    println!("ours:   {best:.3} s, {n_rows} rows, {:.0} MB/s; {parsing:.3} s of it is parsing", megabytes / best);
    match python(&part, "").and_then(|text| text.trim().parse::<f64>().ok()) {
        Some(theirs) => {
            println!(
                "parsel: {theirs:.3} s, {:.0} MB/s; we are {:.1} times as fast",
                megabytes / theirs,
                theirs / best
            );
        }
        None => println!("parsel: not there, set TAMIS_BENCH_PYTHON"),
    }
}

/// On how many rows an export agrees with us.
fn compare(
    folder: &Path,
    paths: &[PathBuf],
    pages: &[Page],
    wrappers: &[Option<Wrapper>],
    jobs: &[Job],
    target: WrapperTarget,
) {
    let part = folder.join(target.as_str());
    let jobs = write_programs(&part, paths, pages, wrappers, jobs, target);
    let Some(lines) = python(&part, "rows") else { return println!("{}: it did not run", target.as_str()) };
    let (mut n_ours, mut n_theirs, mut n_same, mut n_cells, mut n_same_cells, mut n_pages) = (0, 0, 0, 0, 0, 0);
    let mut n_filled = 0;
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (&(one, page), line) in jobs.iter().zip(lines.lines()) {
        let compiled = wrappers[one].as_ref().unwrap().compile().unwrap();
        let table = compiled.apply(pages[page].document()).table.unwrap();
        let ours: Vec<Map<String, Value>> =
            record_lines(&pages[page], &table, None).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let theirs: Vec<Map<String, Value>> = serde_json::from_str(line).unwrap();
        let same = |(ours, theirs): &(&Map<String, Value>, &Map<String, Value>)| {
            ours.iter().all(|(name, value)| theirs.get(name).unwrap_or(&Value::Null) == value)
        };
        let pairs = ours.iter().zip(&theirs);
        let n_same_here = pairs.clone().filter(same).count();
        for (ours, theirs) in pairs {
            n_cells += ours.len();
            n_filled += ours.values().filter(|value| !value.is_null()).count();
            n_same_cells +=
                ours.iter().filter(|(name, value)| theirs.get(*name).unwrap_or(&Value::Null) == *value).count();
        }
        (n_ours, n_theirs, n_same) = (n_ours + ours.len(), n_theirs + theirs.len(), n_same + n_same_here);
        n_pages += usize::from(n_same_here == ours.len() && ours.len() == theirs.len());
        let reason = match () {
            () if ours.len() != theirs.len() => "another number of rows",
            () if n_same_here < ours.len() => "other values",
            () => continue,
        };
        *reasons.entry(reason).or_default() += 1;
        println!("  {reason}: {} with the wrapper of {}", paths[page].display(), paths[one].display());
        let differing = ours.iter().zip(&theirs).find(|pair| !same(pair));
        if let Some((ours, theirs)) = differing {
            let cell = ours.iter().find(|(name, value)| theirs.get(*name).unwrap_or(&Value::Null) != *value);
            let show = |value: Option<&Value>| {
                value.map_or_else(String::new, |value| value.to_string().chars().take(90).collect())
            };
            println!(
                "    {:?}: {} | {}",
                cell.map(|(name, _)| name),
                show(cell.map(|cell| cell.1)),
                show(cell.and_then(|(name, _)| theirs.get(name)))
            );
        }
    }
    println!(
        "{}: {n_same} of our {n_ours} rows, {n_theirs} rows of its own; {n_same_cells} of {n_cells} cells in rows that stand \
         beside each other, {n_filled} of them filled; all rows of {n_pages} of {} pages; {reasons:?}",
        target.as_str(),
        jobs.len()
    );
}

/// Writes a program a wrapper, and which pages each is to read; what cannot be written is left out.
fn write_programs(
    folder: &Path,
    paths: &[PathBuf],
    pages: &[Page],
    wrappers: &[Option<Wrapper>],
    jobs: &[Job],
    target: WrapperTarget,
) -> Vec<Job> {
    std::fs::create_dir_all(folder).unwrap();
    let mut written = Vec::new();
    for &(one, page) in jobs {
        match wrapper(wrappers[one].as_ref().unwrap(), target, &WrapperExportOptions::default()) {
            Ok(program) => {
                std::fs::write(folder.join(format!("wrapper_{one}.py")), program).unwrap();
                written.push((one, page));
            }
            Err(error) => println!("  {}: {error}", paths[one].display()),
        }
    }
    let url = |page: usize| pages[page].url().map(url::Url::as_str);
    let named: Vec<_> =
        written.iter().map(|&(one, page)| (format!("wrapper_{one}"), &paths[page], url(page))).collect();
    std::fs::write(folder.join("jobs.json"), serde_json::to_string(&named).unwrap()).unwrap();
    written
}

fn python(folder: &Path, wanted: &str) -> Option<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ours = || here.join("../../target/venv-scrapers/bin/python");
    let python = std::env::var_os("TAMIS_BENCH_PYTHON").map_or_else(ours, PathBuf::from);
    let mut command = Command::new(python);
    command.arg(here.join("benches/wrappers.py")).arg(folder).arg(N_RUNS.to_string());
    command.args(Some(wanted).filter(|wanted| !wanted.is_empty()));
    let output = command.stderr(std::process::Stdio::inherit()).output().ok()?;
    String::from_utf8(output.stdout).ok().filter(|_| output.status.success())
}

/// The time of a core that this thread uses, so that a busy machine does not count; where the system does not tell it, the
/// time on the wall.
struct Clock {
    used: Option<u64>,
    started: Instant,
}

impl Clock {
    fn start() -> Clock {
        Clock { used: Clock::used(), started: Instant::now() }
    }

    fn seconds(&self) -> f64 {
        let used = Clock::used().zip(self.used).map(|(now, before)| (now - before) as f64 / 1e9);
        used.unwrap_or_else(|| self.started.elapsed().as_secs_f64())
    }

    fn used() -> Option<u64> {
        std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
    }
}

fn read(bytes: &[u8]) -> Page {
    Page::read(Capture::new(bytes.to_vec())).unwrap()
}

fn learned(page: &Page) -> Option<Wrapper> {
    let tables = auto::find(&PageView::of(page.document()), &auto::AutoOptions::default());
    let sample = Sample { document: page.document(), url: None, table: tables.first(), pagination: None };
    learn(&[sample], &LearnOptions::default()).ok().filter(|wrapper| wrapper.compile().is_ok())
}

/// The pages of the folder, but for what they embed; made up ones without a folder.
fn pages(made_up: &Path) -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("TAMIS_BENCH_PAGES") else {
        return (0..20).map(|number| made_up_page(made_up, number)).collect();
    };
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_embedded = path.file_name().is_some_and(|name| name.to_string_lossy().ends_with("_files"));
            if path.is_dir() && !is_embedded {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
        .truncate(std::env::var("TAMIS_BENCH_MAX_PAGES").ok().and_then(|text| text.parse().ok()).unwrap_or(usize::MAX));
    found
}

fn made_up_page(folder: &Path, number: usize) -> PathBuf {
    let lamps: String = (0..40)
        .map(|lamp| {
            let price = (lamp * 37 + number * 11) % 900;
            format!(
                "<li class=\"lamp item\"><h3><a href=\"/lamps/{number}-{lamp}\">Lamp {lamp}</a></h3><img src=\"/{lamp}.jpg\">\
                 <p class=\"price\">{price}.50 €</p><p class=\"note\">A lamp that turns power into light.</p></li>\n"
            )
        })
        .collect();
    let path = folder.join(format!("{number:02}.html"));
    let menu: String = (0..60).map(|link| format!("<li><a href=\"/menu/{link}\">Menu {link}</a></li>")).collect();
    let page = format!("<!doctype html><title>Lamps</title><nav><ul>{menu}</ul></nav><ul class=\"lamps\">{lamps}</ul>");
    std::fs::write(&path, page).unwrap();
    path
}
