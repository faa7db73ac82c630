//! Which areas resolve, which are those of plain segmentation, and why not.

use super::{SetRun, segmenters};
use crate::metrics::share;
use crate::paper::cps::{Cause, Effect, Likeness};
use std::io::Write;

pub(super) fn print(runs: &[SetRun], every: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "Areas that are found again on pages of the template, in percent of all (every page of {every}).")?;
    writeln!(
        out,
        "nodes, areas: distinguished paths, the paper's mapping: nodes found; areas all of whose nodes are."
    )?;
    writeln!(out, "strict, robust: areas of which something is found, by position and by names.")?;
    writeln!(
        out,
        "{:<14} {:<14} {:>7} {:>8} {:>8} {:>8} {:>8}",
        "pages", "segmenter", "hits", "nodes", "areas", "strict", "robust"
    )?;
    for (set, name, sites) in each(runs) {
        let sum = total(&sites);
        let percent = |(part, whole)| 100.0 * share(part, whole);
        writeln!(
            out,
            "{set:<14} {name:<14} {:>7} {:>8.1} {:>8.1} {:>8.1} {:>8.1}",
            sum.n_pages,
            percent(sum.strict_nodes),
            percent(sum.strict_areas),
            percent(sum.strict),
            percent(sum.robust)
        )?;
    }
    print_equal(runs, out)?;
    print_causes(runs, out)?;
    Ok(())
}

fn print_equal(runs: &[SetRun], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "\nAreas with the same nodes as plain segmentation gives, in percent; means of sites, each the mean of"
    )?;
    writeln!(
        out,
        "its pages. R: of the plain areas those that were mapped. P: of the mapped areas those that are plain"
    )?;
    writeln!(out, "ones. strict R: with the paper's mapping. pooled R: of all plain areas of all pages.")?;
    writeln!(
        out,
        "{:<14} {:<14} {:>7} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9}",
        "pages", "segmenter", "R", "P", "parts R", "parts P", "blocks R", "blocks P", "strict R", "pooled R"
    )?;
    for (set, name, sites) in each(runs) {
        // Sites all of whose pages were segmented have nothing to compare.
        let compared: Vec<&&Likeness> = sites.iter().filter(|site| site.n_pages > 0).collect();
        let mean = |figure: &dyn Fn(&Likeness) -> f64| {
            100.0 * compared.iter().map(|site| site.mean(figure(site))).sum::<f64>() / compared.len().max(1) as f64
        };
        let all = total(&sites).levels[0];
        write!(
            out,
            "{set:<14} {name:<14} {:>7.1} {:>7.1}",
            mean(&|site| site.levels[0].recall),
            mean(&|site| site.levels[0].precision)
        )?;
        for level in [1, 2] {
            let (recall, precision) =
                (mean(&|site| site.levels[level].recall), mean(&|site| site.levels[level].precision));
            write!(out, " {recall:>8.1} {precision:>8.1}")?;
        }
        writeln!(out, " {:>8.1} {:>9.1}", mean(&|site| site.strict_recall), 100.0 * share(all.n_equal, all.n_plain))?;
    }
    for set in runs.iter().filter(|set| set.is_listed) {
        writeln!(out, "\nR by site, in percent: {}", set.name)?;
        write!(out, "{:<24}", "site")?;
        for (_, name) in segmenters(runs) {
            write!(out, " {name:>12}")?;
        }
        writeln!(out)?;
        for site in &set.sites {
            write!(out, "{:<24}", site.site)?;
            for segmenter in &site.segmenters {
                let likeness = &segmenter.likeness;
                match likeness.n_pages {
                    0 => write!(out, " {:>12}", "-")?,
                    _ => write!(out, " {:>12.1}", 100.0 * likeness.mean(likeness.levels[0].recall))?,
                }
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

fn print_causes(runs: &[SetRun], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "\nWhy areas of plain segmentation were not mapped: what is different about the page there, beside the"
    )?;
    writeln!(
        out,
        "template's first page; in percent of those areas. What was mapped instead: areas that together are the"
    )?;
    writeln!(out, "area (split), a larger one (merged), one that has a part of it and something else (shifted).")?;
    for set in runs {
        writeln!(out, "\n{}", set.name)?;
        write!(out, "{:<46}", "")?;
        let names = segmenters(runs);
        for (_, name) in &names {
            write!(out, " {name:>12}")?;
        }
        writeln!(out)?;
        let causes: Vec<Likeness> = names
            .iter()
            .map(|(idx, _)| total(&set.sites.iter().map(|site| &site.segmenters[*idx].likeness).collect::<Vec<_>>()))
            .collect();
        let mut row = |words: &str, is_counted: &dyn Fn(&(Cause, Effect)) -> bool| {
            write!(out, "{words:<46}")?;
            for likeness in &causes {
                let counted = likeness.causes.iter().filter(|(cause, _)| is_counted(cause));
                let n_areas: usize = counted.map(|(_, n_areas)| n_areas).sum();
                write!(out, " {:>12.1}", 100.0 * share(n_areas, likeness.causes.values().sum()))?;
            }
            writeln!(out)
        };
        for cause in Cause::ALL {
            row(cause.words(), &|(of, _)| *of == cause)?;
        }
        for effect in Effect::ALL {
            row(effect.words(), &|(_, of)| *of == effect)?;
        }
        write!(out, "{:<46}", "areas that were not mapped")?;
        for likeness in &causes {
            write!(out, " {:>12}", likeness.causes.values().sum::<usize>())?;
        }
        writeln!(out)?;
        write!(out, "{:<46}", "of so many")?;
        for likeness in &causes {
            write!(out, " {:>12}", likeness.levels[0].n_plain)?;
        }
        writeln!(out)?;
    }
    writeln!(out)?;
    Ok(())
}

/// For each set and segmenter their names and the figures of the sites.
fn each(runs: &[SetRun]) -> Vec<(&str, String, Vec<&Likeness>)> {
    let mut all = Vec::new();
    for set in runs {
        for (idx, name) in segmenters(runs) {
            all.push((set.name, name, set.sites.iter().map(|site| &site.segmenters[idx].likeness).collect()));
        }
    }
    all
}

fn total(sites: &[&Likeness]) -> Likeness {
    let mut sum = Likeness::default();
    for site in sites {
        sum.merge(site);
    }
    sum
}
