//! Figure 3 of the paper: the number of clusters by the number of pages, a line a site.

use super::{Growth, N_PAGES, PublishedSite};
use crate::drawing::{GRID, INK, PALE, begin, line, text};
use std::fmt::Write as _;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 92.0;
const BOTTOM: f64 = 64.0;
/// The room that a name takes at the end of its line.
const NAME_HEIGHT: f64 = 17.0;
const NAME_WIDTH: f64 = 130.0;

const COLOURS: [&str; 9] =
    ["#d9480f", "#3b5b8c", "#2b8a3e", "#a61e4d", "#5f3dc4", "#0b7285", "#e67700", "#495057", "#862e9c"];

/// The name of a site at the end of its line.
struct Name<'a> {
    x: f64,
    y: f64,
    text: String,
    colour: &'a str,
}

/// Draws the growth of sites, and where the paper's sites were after 500 pages.
pub fn svg(sites: &[Growth], published: &[PublishedSite]) -> String {
    let n_pages = sites.iter().map(Growth::n_pages).max().unwrap_or(0).max(1);
    let most = sites.iter().filter_map(|site| site.best.last().copied());
    let most = most.chain(published.iter().map(|site| site.n_clusters)).max().unwrap_or(0).max(1);
    let (page_step, cluster_step) = (step(n_pages), step(most));
    let top = most.div_ceil(cluster_step) * cluster_step;
    let place_x = |page: f64| LEFT + page / n_pages as f64 * (WIDTH - LEFT - RIGHT);
    let place_y = |clusters: f64| HEIGHT - BOTTOM - clusters / top as f64 * (HEIGHT - TOP - BOTTOM);
    let mut svg = begin(WIDTH, HEIGHT);
    text(&mut svg, (LEFT, 38.0), "Templates of a site by the number of its pages", "start", 22.0, INK, 600);
    let note = "Pages in the order of a crawl. Rings: the six sites of the paper after 500 pages.";
    text(&mut svg, (LEFT, 61.0), note, "start", 13.0, PALE, 400);
    for clusters in (0..=top).step_by(cluster_step) {
        let y = place_y(clusters as f64);
        line(&mut svg, (LEFT, y), (WIDTH - RIGHT, y), GRID);
        text(&mut svg, (LEFT - 10.0, y + 4.0), &clusters.to_string(), "end", 12.0, PALE, 400);
    }
    for page in (0..=n_pages).step_by(page_step) {
        let x = place_x(page as f64);
        line(&mut svg, (x, TOP), (x, HEIGHT - BOTTOM), GRID);
        text(&mut svg, (x, HEIGHT - BOTTOM + 22.0), &page.to_string(), "middle", 12.0, PALE, 400);
    }
    text(&mut svg, ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 18.0), "pages", "middle", 13.0, PALE, 400);
    text(&mut svg, (LEFT, TOP - 12.0), "clusters", "end", 13.0, PALE, 400);
    if n_pages >= N_PAGES {
        for site in published {
            let (x, y) = (place_x(N_PAGES as f64), place_y(site.n_clusters as f64));
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#ffffff\" stroke=\"{PALE}\" stroke-width=\"1.5\"><title>{}</title></circle>",
                site.site
            );
        }
    }
    let mut names = Vec::new();
    for (site, colour) in sites.iter().zip(COLOURS.iter().cycle()) {
        let Some(&last) = site.best.last() else { continue };
        steps(&mut svg, &site.best, colour, (&place_x, &place_y));
        let (x, y) = (place_x(site.n_pages() as f64), place_y(last as f64));
        names.push(Name { x, y, text: format!("{} {last}", site.site), colour });
    }
    spread(&mut names);
    for Name { x, y, text: name, colour } in &names {
        // Other lines go on to the right of a shorter one.
        let ends_early = *x < WIDTH - RIGHT;
        let (place, anchor) = if ends_early { ((*x, y - 6.0), "end") } else { ((x + 8.0, y + 4.0), "start") };
        text(&mut svg, place, name, anchor, 13.0, colour, 600);
    }
    svg.push_str("</svg>\n");
    svg
}

/// A line that rises where a cluster is added.
fn steps(
    svg: &mut String,
    counts: &[usize],
    colour: &str,
    (place_x, place_y): (&dyn Fn(f64) -> f64, &dyn Fn(f64) -> f64),
) {
    let mut path = format!("M{:.1} {:.1}", place_x(0.0), place_y(0.0));
    let mut before = 0;
    for (idx, &count) in counts.iter().enumerate() {
        if count != before {
            let x = place_x(idx as f64 + 1.0);
            let _ = write!(path, "H{x:.1}V{:.1}", place_y(count as f64));
            before = count;
        }
    }
    let _ = write!(path, "H{:.1}", place_x(counts.len() as f64));
    let _ = writeln!(
        svg,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-linejoin=\"round\"/>"
    );
}

/// Moves names up that would stand on one another.
fn spread(names: &mut [Name<'_>]) {
    names.sort_by(|one, other| other.y.total_cmp(&one.y).then_with(|| one.text.cmp(&other.text)));
    for idx in 1..names.len() {
        let (below, from_here) = names.split_at_mut(idx);
        let name = &mut from_here[0];
        // From the lowest up: whoever was moved may have come to stand on the next.
        for other in below {
            if (other.x - name.x).abs() < NAME_WIDTH && other.y - name.y < NAME_HEIGHT {
                name.y = name.y.min(other.y - NAME_HEIGHT);
            }
        }
    }
}

/// A round number that divides a scale into at most ten.
fn step(most: usize) -> usize {
    let mut scale = 1;
    loop {
        for step in [scale, 2 * scale, 5 * scale] {
            if most <= 10 * step {
                return step;
            }
        }
        scale *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_site_has_a_line_and_a_name_of_its_own() {
        let growth =
            |site: &str, best: &[usize]| Growth { site: site.to_owned(), best: best.to_vec(), first: Vec::new() };
        let drawn = svg(&[growth("a & b", &[1, 1, 2]), growth("c", &[1, 2, 2])], &[]);
        assert_eq!(drawn.matches("<path").count(), 2);
        assert!(drawn.contains("a &amp; b 2") && drawn.contains("c 2"));
        let heights: Vec<&str> =
            drawn.lines().filter(|line| line.contains("font-weight=\"600\"") && line.contains(" 2<")).collect();
        let height = |line: &str| line.split("y=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
        assert_ne!(height(heights[0]), height(heights[1]));
    }

    #[test]
    fn scales_have_round_numbers() {
        assert_eq!([step(7), step(42), step(500), step(1000)], [1, 5, 50, 100]);
    }
}
