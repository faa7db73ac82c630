//! How like plain records are those of a hit, and what does a hit cost?
//!
//! `cargo run --release -p tamis-sites --example hit_tables DIR [FIRST]`: of each site of a data set, whose folders are called
//! `SITE-NUMBER` or `SITE-NUMBER--MORE`, the first pages, three if no number is given, are learned one by one, and each of the
//! others that is like one is read by its template, once as `tamis site` does and once without wrappers. Times are the
//! least of several runs.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tamis_extract::PageView;
use tamis_extract::records::{Table, auto};
use tamis_page::{CharsetHints, Document, NodeId, decode};
use tamis_sites::{ClusterOptions, Fingerprint, Mode, Template};

/// How often a hit is measured.
const N_RUNS: usize = 5;

struct Page {
    document: Document,
    fingerprint: Fingerprint,
    tables: Vec<Table>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let directory = PathBuf::from(args.next().ok_or("which data set?")?);
    let n_first = args.next().map(|n| n.parse::<usize>()).transpose()?.unwrap_or(3);
    let mut sums = Sums::default();
    for (_, folders) in sites(&directory)? {
        let pages = folders.iter().map(|folder| read(folder)).collect::<Result<Vec<_>, _>>()?;
        for (number, first) in pages.iter().enumerate().take(n_first) {
            if first.tables.is_empty() {
                continue;
            }
            let templates = sums.learn(first)?;
            for (_, page) in pages.iter().enumerate().filter(|&(other, _)| other != number) {
                sums.visit(&templates, page);
            }
        }
    }
    sums.print();
    Ok(())
}

/// The folders of each site, in the order of their names.
fn sites(directory: &Path) -> Result<BTreeMap<String, Vec<PathBuf>>, Box<dyn Error>> {
    let mut sites: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|_| path.is_dir()) else { continue };
        let before = name.match_indices('-').rev().find(|&(at, _)| {
            let rest = name[at + 1..].trim_start_matches(|letter: char| letter.is_ascii_digit());
            rest.len() < name.len() - at - 1 && (rest.is_empty() || rest.starts_with("--"))
        });
        let site = before.map_or(name, |(at, _)| &name[..at]);
        sites.entry(site.to_owned()).or_default().push(path.clone());
    }
    for folders in sites.values_mut() {
        folders.sort();
    }
    Ok(sites)
}

fn read(folder: &Path) -> Result<Page, Box<dyn Error>> {
    let bytes = fs::read(folder.join("page.html"))?;
    let document = Document::parse(decode(bytes, &CharsetHints::default()).text);
    let tables = auto::find(&PageView::of(&document), &auto::AutoOptions::default());
    Ok(Page { fingerprint: Fingerprint::of(&document), tables, document })
}

/// What came of all hits.
#[derive(Default)]
struct Sums {
    n_templates: usize,
    /// Bytes of all templates, with wrappers and without.
    n_bytes: [usize; 2],
    /// Tables of templates, the main ones first, by what is said of their wrappers.
    wrappers: BTreeMap<(bool, String), usize>,
    /// Hits by why they were mapped.
    ways: BTreeMap<String, usize>,
    hits: Vec<Hit>,
}

/// A page by its template, with wrappers and without.
struct Hit {
    is_applied: bool,
    rows: [F1; 2],
    cells: [F1; 2],
    micros: [f64; 2],
}

impl Sums {
    fn learn(&mut self, first: &Page) -> Result<[Template; 2], Box<dyn Error>> {
        let view = PageView::of(&first.document);
        let template = Template::learn(&view, &first.tables.clone().into(), None);
        for (place, wrapper) in template.wrappers().enumerate() {
            let what = if place == 0 { "main table" } else { "further table" };
            let how = wrapper.map_or_else(|reason| reason, |_| "has a wrapper".to_owned());
            *self.wrappers.entry((place > 0, format!("{what}: {how}"))).or_default() += 1;
        }
        self.n_templates += 1;
        let stored = [template.encode(), template.without_wrappers().encode()];
        for (sum, stored) in self.n_bytes.iter_mut().zip(&stored) {
            *sum += stored.len();
        }
        Ok([Template::decode(&stored[0])?, Template::decode(&stored[1])?])
    }

    fn visit(&mut self, templates: &[Template; 2], page: &Page) {
        let options = ClusterOptions::default();
        let fingerprint = templates[0].fingerprint();
        if page.tables.is_empty() || !options.are_alike(&page.fingerprint, fingerprint) {
            return;
        }
        let mapped = templates.each_ref().map(|template| template.map(&PageView::of(&page.document), Mode::default()));
        if mapped[1].frame.missing() > options.max_missing {
            return;
        }
        let [applied, _] = &mapped;
        let way = match &applied.why_mapped {
            Some(reason) => format!("mapped: {reason}"),
            None if Some(applied.n_applied) == applied.answers.tables.as_ref().map(Vec::len) => "applied".to_owned(),
            None => "applied, but for a further table".to_owned(),
        };
        *self.ways.entry(way).or_default() += 1;
        let compared = mapped
            .each_ref()
            .map(|mapped| compare(&mapped.answers.tables.as_deref().unwrap_or(&[])[0], &page.tables[0]));
        self.hits.push(Hit {
            is_applied: applied.is_applied(),
            rows: compared.map(|(rows, _)| rows),
            cells: compared.map(|(_, cells)| cells),
            micros: templates.each_ref().map(|template| least_micros(template, page)),
        });
    }

    fn print(&self) {
        let bytes = self.n_bytes.map(|n_bytes| n_bytes / self.n_templates.max(1));
        println!(
            "templates {}, bytes of one in the mean {}, without wrappers {}",
            self.n_templates, bytes[0], bytes[1]
        );
        for ((_, what), n) in &self.wrappers {
            println!("  {n:>5} {what}");
        }
        println!("hits {}", self.hits.len());
        for (way, n) in &self.ways {
            println!("  {n:>5} {way}");
        }
        print_hits("all hits", &self.hits.iter().collect::<Vec<_>>());
        print_hits("applied", &self.hits.iter().filter(|hit| hit.is_applied).collect::<Vec<_>>());
    }
}

/// How long a template takes for a page that was parsed.
fn least_micros(template: &Template, page: &Page) -> f64 {
    let runs = (0..N_RUNS).map(|_| {
        // What is derived from a page is derived anew for each.
        let view = PageView::of(&page.document);
        let begun = Instant::now();
        black_box(template.map(&view, Mode::default()));
        begun.elapsed().as_secs_f64()
    });
    1e6 * runs.fold(f64::MAX, f64::min)
}

fn print_hits(name: &str, hits: &[&Hit]) {
    println!("{name}: {}, each with wrappers and without", hits.len());
    let f1 = |what: &str, of: fn(&Hit) -> [F1; 2]| {
        let n_hits = hits.len().max(1) as f64;
        let means = [0, 1].map(|way| hits.iter().map(|hit| of(hit)[way].value()).sum::<f64>() / n_hits);
        let sums = [0, 1].map(|way| hits.iter().map(|hit| of(hit)[way]).fold(F1::default(), F1::and).value());
        println!("  {what} F1 {:.4} {:.4}, mean of hits {:.4} {:.4}", sums[0], sums[1], means[0], means[1]);
    };
    f1("rows", |hit| hit.rows);
    f1("cells", |hit| hit.cells);
    for (what, share) in [("median", 0.5), ("95 %", 0.95)] {
        let micros = [0, 1].map(|way| {
            let mut micros: Vec<f64> = hits.iter().map(|hit| hit.micros[way]).collect();
            micros.sort_by(f64::total_cmp);
            micros.get((share * micros.len().saturating_sub(1) as f64) as usize).copied().unwrap_or(0.0)
        });
        println!("  µs, {what} {:.0} {:.0}", micros[0], micros[1]);
    }
}

#[derive(Clone, Copy, Default)]
struct F1 {
    same: usize,
    found: usize,
    plain: usize,
}

impl F1 {
    fn and(self, other: F1) -> F1 {
        F1 { same: self.same + other.same, found: self.found + other.found, plain: self.plain + other.plain }
    }

    fn value(self) -> f64 {
        let n_all = self.found + self.plain;
        if n_all == 0 { 1.0 } else { 2.0 * self.same as f64 / n_all as f64 }
    }
}

/// Rows of the same nodes, and in those the cells of the same text.
fn compare(found: &Table, plain: &Table) -> (F1, F1) {
    let plain_rows: BTreeMap<&[NodeId], _> = plain.rows.iter().map(|row| (row.nodes.as_slice(), row)).collect();
    let mut rows = F1 { same: 0, found: found.rows.len(), plain: plain.rows.len() };
    let mut cells = F1::default();
    for row in &found.rows {
        let Some(same) = plain_rows.get(row.nodes.as_slice()) else { continue };
        rows.same += 1;
        let mut left: Vec<&str> = same.cells.iter().flatten().map(|cell| cell.text.as_str()).collect();
        cells.plain += left.len();
        for cell in row.cells.iter().flatten() {
            cells.found += 1;
            if let Some(place) = left.iter().position(|text| *text == cell.text) {
                left.swap_remove(place);
                cells.same += 1;
            }
        }
    }
    (rows, cells)
}
