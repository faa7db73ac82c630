#![allow(missing_docs, clippy::all, clippy::pedantic, clippy::print_stdout, clippy::unwrap_used)]
use tamis_extract::clean::*;
use tamis_extract::measure::tag_paths::*;
use tamis_page::Document;
fn cpu() -> f64 { std::fs::read_to_string("/proc/self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9 }
fn time(name: &str, docs: &[Document], mut f: impl FnMut(&Document) -> usize) {
    let nodes: usize = docs.iter().map(Document::len).sum();
    let mut best = f64::MAX; let mut sum = 0;
    for _ in 0..7 { let t = cpu(); for d in docs { sum += f(d); } best = best.min((cpu()-t)); }
    println!("{name:24} {:.2} ns/node ({} pages, {} nodes) {sum}", best * 1e9 / nodes as f64, docs.len(), nodes);
}
fn load(dir: &str) -> Vec<Document> {
    let mut v: Vec<_> = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect(); v.sort();
    v.iter().filter_map(|p| std::fs::read(p.join("page.html")).ok()).map(|b| Document::parse(String::from_utf8_lossy(&b).into_owned())).collect()
}
fn main() {
    for set in ["content", "serp", "tpsf"] {
        let docs = load(&format!("/work/data/{set}"));
        println!("== {set}");
        time("paths", &docs, |d| TagPaths::of(d, PathStyle::ClassAndStyle).len());
        time("paths none", &docs, |d| TagPaths::of(d, PathStyle::None).len());
        time("paths dominant", &docs, |d| TagPaths::of(d, PathStyle::DominantClass).len());
        time("tps trace", &docs, |d| tps::trace(d, &tps::TpsOptions::default()).region.range.len());
        time("tps trace gap", &docs, |d| tps::trace(d, &tps::TpsOptions::default().with_borders(tps::Borders::Gap)).region.range.len());
        time("tps clean", &docs, |d| tps::clean(d, &tps::TpsOptions::default()).n_kept());
        time("rules clean", &docs, |d| rules::clean(d, &rules::RulesOptions::default()).n_kept());
        let t: Vec<_> = docs.iter().map(|d| tps::trace(d, &tps::TpsOptions::default())).collect();
        println!("limit hit {}, max splits {:?}", t.iter().filter(|t| t.region.limit_hit).count(), t.iter().map(|t| t.region.splits.len()).max());
    }
}
