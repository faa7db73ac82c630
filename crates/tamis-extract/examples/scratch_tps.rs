#![allow(missing_docs, clippy::all, clippy::pedantic, clippy::print_stdout, clippy::unwrap_used)]
use tamis_extract::clean::tps::*;
use tamis_page::Document;
fn main() {
    let mut exact=0; let mut same_len=0; let mut near=0; let mut n=0;
    for line in std::fs::read_to_string("/work/shared/specs/golden_tps_table1.csv").unwrap().lines().skip(1) {
        let f: Vec<&str> = line.split(',').collect();
        let g: Vec<usize> = f[1..9].iter().map(|x| x.parse().unwrap()).collect();
        let html = String::from_utf8_lossy(&std::fs::read(format!("/work/data/tpsf/{}/page.html", f[0])).unwrap()).into_owned();
        let d = Document::parse(html);
        let t = trace(&d, &TpsOptions::default());
        let len = t.paths.len(); let kept = t.n_kept(&d);
        let red = 100.0*(1.0-kept as f64/len as f64); let gred = 100.0*(1.0-g[6] as f64/g[2] as f64);
        n+=1; let nr=(red-gred).abs()<=3.0; near+=nr as usize;
        let sl=len==g[2]; same_len+=sl as usize; let ex = t.region.range==(g[3]..g[4]); exact+=(sl&&ex) as usize;
        println!("{:20} len {:5} {:5} region {:?} {}..{} kept {} {} splits {} {} red {:.2} {:.2} {} {} {}", f[0], len, g[2], t.region.range, g[3], g[4], kept, g[6], t.region.splits.len(), g[7], red, gred,
          if sl {"LEN"} else {"   "}, if ex {"EXACT"} else {"     "}, if nr {""} else {"FAR"});
    }
    println!("{n} pages, same length {same_len}, exact {exact}, near {near}");
    let map: &[(&str,&str)] = &[("Amazon","amazon"),("Barnes and Noble","barnesandnoble"),("Buscapé","buscape"),("Globo G1","g1"),("Home Depot","homedepot"),("Itaú","itau"),("Lojas Americanas","americanas"),("Macy's","macys"),("Magazine Luiza","magazineluiza"),("Office Depot","officedepot"),("PC Mall","pcmall"),("Ralph Lauren","ralphlauren"),("Valor Econômico","valor"),("Wal-Mart","walmart"),("Yahoo!","yahoo")];
    let mut near=0;let mut n=0; let mut ex=0;
    for line in std::fs::read_to_string("/work/shared/specs/golden_tps_dissertation51.csv").unwrap().lines().skip(1) {
        let f: Vec<&str> = line.split(',').collect();
        let name = map.iter().find(|m| m.0==f[1]).map_or(f[1].to_lowercase(), |m| m.1.to_string());
        let Ok(bytes) = std::fs::read(format!("/work/data/tpsf/{name}.html/page.html")) else { println!("missing {name}"); continue };
        let d = Document::parse(String::from_utf8_lossy(&bytes).into_owned());
        let t = trace(&d, &TpsOptions::default().with_borders(Borders::Gap));
        let t1 = trace(&d, &TpsOptions::default());
        let len=t.paths.len()+1; let kept=t.n_kept(&d)+1;
        let raw: usize=f[11].parse().unwrap(); let basic: usize=f[12].parse().unwrap(); let gap: usize=f[13].parse().unwrap();
        let red = 100.0*(1.0-kept as f64/len as f64); let gred: f64 = -f[4].parse::<f64>().unwrap();
        let ared=100.0*(1.0-gap as f64/raw as f64);
        n+=1; let nr=(red-gred).abs()<=3.0; near+=nr as usize; ex+=(kept==gap) as usize;
        println!("{name:16} raw {len} {raw} basic {} {basic} gap {kept} {gap} red {red:.2} table {gred:.2} tool {ared:.2} {} {}", t1.n_kept(&d)+1, if nr {""} else {"FAR"}, if kept==gap {"EXACT"} else {""});
    }
    println!("{n} near {near} exact {ex}");
}
