#![allow(missing_docs, clippy::all, clippy::pedantic, clippy::print_stdout, clippy::unwrap_used)]
use tamis_extract::clean::tps::*;
use tamis_page::Document;
fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap();
    let d = Document::parse(String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned());
    let t = trace(&d, &TpsOptions::default());
    println!("{} {} {:?}", t.paths.len(), t.paths.n_paths(), t.region.range);
    for s in &t.region.splits { println!("{s:?} {}", t.paths.spell(&d, t.paths.symbols()[s.border])); }
    if let Some(a) = args.next() { let b: usize=args.next().unwrap().parse().unwrap(); for i in a.parse::<usize>().unwrap()..b { println!("{i} {} {} {:?}", t.paths.symbols()[i], t.paths.spell(&d, t.paths.symbols()[i]), d.text(t.paths.nodes()[i]).chars().take(40).collect::<String>()); } }
}
