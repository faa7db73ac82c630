//! `tamis-eval paper cps`

mod areas;
mod clusters;
mod purity;
mod times;

use super::Verdict;
use crate::datasets::{LayoutSource, Layouts};
use crate::paper::cps::{self, Run, Site, SiteRun};
use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use tamis::{Needs, Recipe, Task};
use tamis_sites::ClusterOptions;

/// How many pages of a documentation package are visited; some have many more.
const N_DOCS_PAGES: usize = 1000;

#[derive(Args, Debug)]
pub(super) struct CpsArgs {
    /// A data set of several pages of each site, in folders called SITE-NUMBER
    #[arg(long, value_name = "DIR", required_unless_present = "docs")]
    data: Option<PathBuf>,
    /// A directory with a folder of HTML files for each site, such as scripts/fetch-docs makes; they are crawled
    #[arg(long, value_name = "DIR")]
    docs: Option<PathBuf>,
    /// What to print [default: all of it]; may be given several times
    #[arg(long = "part", value_name = "PART", value_enum)]
    parts: Vec<Part>,
    /// Who segments; may be given several times [default: auto, vips, visual-areas, bcs, tps, landmarks]
    #[arg(long = "segmenter", value_name = "METHOD")]
    segmenters: Vec<String>,
    /// How many pages of each site [default: 500, as in the paper, and 1,000 of those of --docs]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pages: Option<u32>,
    /// Segment every Nth page plainly too, and take the others to be like it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Take layouts that are stored in a directory, NAME/page.snapshot, instead of laying pages out; then no times are
    /// printed
    #[arg(long, value_name = "DIR")]
    layouts: Option<PathBuf>,
    /// Draw the number of clusters by the number of pages (SVG), of the sites of --docs
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print the figures of each site of the data set
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Part {
    /// Clusters and hit ratio, and how they grow: Table 1 and Figure 3
    Clusters,
    /// Plain and clustered time, and what a hit costs: Tables 2 to 4
    Times,
    /// Which areas resolve, which are those of plain segmentation, and why not
    Areas,
    /// Whether clusters are of one site
    Purity,
}

/// The sites of one argument.
struct SiteSet {
    name: &'static str,
    sites: Vec<Site>,
    /// Whether each site has its own row.
    is_listed: bool,
}

/// What came of them.
struct SetRun {
    name: &'static str,
    sites: Vec<SiteRun>,
    is_listed: bool,
}

pub(super) fn run(args: &CpsArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let sets = args.sets()?;
    let prints = |part| args.parts.is_empty() || args.parts.contains(&part);
    if prints(Part::Clusters) || args.plot.is_some() {
        let growth = clusters::measure(&sets)?;
        if prints(Part::Clusters) {
            clusters::print(&growth, out)?;
        }
        if let Some(file) = &args.plot {
            fs::write(file, clusters::plot(&growth)?).with_context(|| format!("writing {}", file.display()))?;
        }
    }
    if prints(Part::Times) || prints(Part::Areas) {
        let runs = args.run_sites(&sets)?;
        let every = args.every as usize;
        if prints(Part::Times) {
            match args.layouts {
                None => times::print(&runs, every, out)?,
                Some(_) => writeln!(out, "Times are left out: pages were laid out before.\n")?,
            }
        }
        if prints(Part::Areas) {
            areas::print(&runs, every, out)?;
        }
        for failure in runs.iter().flat_map(|set| &set.sites).flat_map(|site| &site.failures) {
            writeln!(out, "not laid out: {failure}")?;
        }
    }
    if prints(Part::Purity) {
        for set in &sets {
            purity::print(set, out)?;
        }
    }
    Ok(Verdict::Passed)
}

impl CpsArgs {
    fn sets(&self) -> anyhow::Result<Vec<SiteSet>> {
        let n_pages = |default| self.pages.map_or(default, |n_pages| n_pages as usize);
        let mut sets = Vec::new();
        if let Some(directory) = &self.docs {
            let sites = cps::of_folders(directory, n_pages(N_DOCS_PAGES))?;
            sets.push(SiteSet { name: "documentation", sites, is_listed: true });
        }
        if let Some(directory) = &self.data {
            let sites = cps::of_data_set(directory, n_pages(cps::N_PAGES))?;
            sets.push(SiteSet { name: "data set", sites, is_listed: self.verbose });
        }
        Ok(sets)
    }

    fn run_sites(&self, sets: &[SiteSet]) -> anyhow::Result<Vec<SetRun>> {
        let all = ["auto", "vips", "visual-areas", "bcs", "tps", "landmarks"];
        let names: Vec<&str> = match self.segmenters.as_slice() {
            [] => all.to_vec(),
            named => named.iter().map(String::as_str).collect(),
        };
        let mut segmenters = Vec::new();
        for name in names {
            segmenters.push(Recipe::named(Task::Segment, name)?);
        }
        let is_needed = segmenters.iter().any(|recipe| recipe.method().needs() != Needs::Document);
        let source = self.layouts.clone().map_or(LayoutSource::Embedded, LayoutSource::Snapshots);
        let mut layouts = is_needed.then(|| Layouts::of(source)).transpose()?;
        if let (Some(layouts), None) = (&mut layouts, &self.layouts) {
            // The first page waits for fonts, which is no part of its own time.
            layouts.lay_out("a page to warm up with", tamis::Capture::new("<p>One two three"))?;
        }
        let mut run = Run { segmenters, layouts, every: self.every as usize, options: ClusterOptions::default() };
        let mut runs = Vec::new();
        for set in sets {
            let mut sites = Vec::new();
            for site in &set.sites {
                sites.push(run.site(site)?);
            }
            runs.push(SetRun { name: set.name, sites, is_listed: set.is_listed });
        }
        if runs.iter().all(|set| set.sites.is_empty()) {
            bail!("there are no sites");
        }
        Ok(runs)
    }
}

/// The numbers of segmenters that all sites were run with, each with its name.
fn segmenters(runs: &[SetRun]) -> Vec<(usize, String)> {
    let site = runs.iter().find_map(|set| set.sites.first());
    site.map_or_else(Vec::new, |site| site.segmenters.iter().map(|run| run.name.clone()).enumerate().collect())
}
