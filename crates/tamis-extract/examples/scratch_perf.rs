#![allow(missing_docs, clippy::all, clippy::pedantic, clippy::print_stdout, clippy::unwrap_used)]
use tamis_extract::measure::tag_paths::*;
use tamis_extract::clean::*;
use tamis_page::Document;
fn cpu() -> f64 { std::fs::read_to_string("/proc/self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9 }
fn main() {
    let what = std::env::args().nth(1).unwrap(); let n: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let mut v: Vec<_> = std::fs::read_dir("/work/data/serp").unwrap().map(|e| e.unwrap().path()).collect(); v.sort();
    let docs: Vec<_> = v.iter().filter_map(|p| std::fs::read(p.join("page.html")).ok()).map(|b| Document::parse(String::from_utf8_lossy(&b).into_owned())).collect();
    let nodes: usize = docs.iter().map(Document::len).sum();
    let t = cpu();
    let mut sum = 0;
    for _ in 0..n { for d in &docs { sum += match what.as_str() { "paths" => TagPaths::of(d, PathStyle::ClassAndStyle).len(), "none" => TagPaths::of(d, PathStyle::None).len(), "trace" => tps::trace(d, &tps::TpsOptions::default()).region.range.len(), _ => tps::clean(d, &tps::TpsOptions::default()).n_kept() }; } }
    println!("{what} {:.1} ns/node {sum}", (cpu()-t)*1e9/(nodes*n.max(1)) as f64);
}
