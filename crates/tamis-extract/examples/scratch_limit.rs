#![allow(missing_docs, clippy::all, clippy::pedantic, clippy::print_stdout, clippy::unwrap_used)]
use tamis_extract::clean::*;
use tamis_page::Document;
fn main() {
    for set in ["content", "serp", "tpsf", "sites", "blocks", "srf", "wien", "pagination"] {
        let mut v: Vec<_> = std::fs::read_dir(format!("/work/data/{set}")).unwrap().map(|e| e.unwrap().path()).collect(); v.sort();
        let (mut n, mut hit, mut max) = (0, 0, 0);
        for p in v { let Ok(b) = std::fs::read(p.join("page.html")) else { continue }; let d = Document::parse(String::from_utf8_lossy(&b).into_owned());
            for b in [tps::Borders::First, tps::Borders::Gap] { let t = tps::trace(&d, &tps::TpsOptions::default().with_borders(b)); n+=1; hit += t.region.limit_hit as usize; max = max.max(t.region.splits.len()); if t.region.limit_hit { println!("{:?} {} {}", p, t.paths.len(), t.region.splits.len()); } let m = t.mask(&d); assert!(m.keeps(d.root())); } }
        println!("{set} {n} hit {hit} max splits {max}");
    }
}
