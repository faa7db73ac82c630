//! Every second site of a data set: what is chosen on one half is read on the other.

use super::table::{Row, Table};
use crate::datasets::PageCase;
use crate::metrics::segments::Level;
use clap::ValueEnum;
use std::collections::BTreeSet;
use std::io::Write;

/// Half of the sites, by their position in the sorted list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Half {
    /// The first, the third and so on
    Odd,
    /// The second, the fourth and so on
    Even,
}

impl Half {
    /// Keeps the pages of the half.
    pub(super) fn keep(self, cases: &mut Vec<PageCase>) {
        let ids = self.pages(cases);
        cases.retain(|case| ids.contains(&case.id));
    }

    /// The names of the pages of the half.
    fn pages(self, cases: &[PageCase]) -> BTreeSet<String> {
        let sites: BTreeSet<String> = cases.iter().map(PageCase::site).collect();
        let own = sites.into_iter().enumerate().filter(|(idx, _)| idx.is_multiple_of(2) == (self == Half::Odd));
        let own: BTreeSet<String> = own.map(|(_, site)| site).collect();
        cases.iter().filter(|case| own.contains(&case.site())).map(|case| case.id.clone()).collect()
    }
}

/// Says which row is the best by F over characters, at each level and by the mean of both, and what the best one of half
/// of the sites is worth on the other half.
pub(super) fn print_choices(
    table: &Table,
    cases: &[PageCase],
    levels: &[Level],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let all: BTreeSet<String> = cases.iter().map(|case| case.id.clone()).collect();
    let (odd, even) = (Half::Odd.pages(cases), Half::Even.pages(cases));
    let mut criteria: Vec<Vec<Level>> = levels.iter().map(|&level| vec![level]).collect();
    if levels.len() > 1 {
        criteria.push(levels.to_vec());
    }
    for criterion in criteria {
        let name = match criterion[..] {
            [level] => format!("level {}", level.number()),
            _ => "both levels".to_owned(),
        };
        for (chosen_on, read_on, halves) in [
            (&all, &all, "all sites"),
            (&odd, &even, "odd sites, read on even"),
            (&even, &odd, "even sites, read on odd"),
        ] {
            let Some(best) = best(&table.rows, &criterion, chosen_on) else { continue };
            writeln!(out, "{name}, best of {halves}: {}, F {:.3}", best.label, mean_f1(best, &criterion, read_on))?;
        }
    }
    Ok(())
}

/// The first of the rows with the highest figure.
fn best<'a>(rows: &'a [Row], levels: &[Level], pages: &BTreeSet<String>) -> Option<&'a Row> {
    let figures = rows.iter().map(|row| (row, mean_f1(row, levels, pages)));
    figures.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(row, _)| row)
}

fn mean_f1(row: &Row, levels: &[Level], pages: &BTreeSet<String>) -> f64 {
    let sum: f64 = levels.iter().map(|&level| row.score_of(level, |id| pages.contains(id)).chars.f1).sum();
    sum / levels.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::segments::{Agreement, PageFigures};
    use crate::segments::{Baseline, Segmenter};

    fn row(label: &str, of_pages: [f64; 2]) -> Row {
        let mut row = Row::labelled(Segmenter::Baseline(Baseline::Leaves), label.to_owned());
        for (id, f1) in ["a", "b"].into_iter().zip(of_pages) {
            let chars = Agreement { f1, ..Agreement::default() };
            let nodes = Agreement::default();
            let figures = PageFigures { chars, nodes, n_true: 1, n_said: 1, is_empty: false, n_lost: 0, covered: 1.0 };
            row.pages.push((id.to_owned(), [Some(figures.clone()), Some(figures)]));
        }
        row
    }

    #[test]
    fn what_is_best_on_one_half_is_read_on_the_other() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        for id in ["a", "b"] {
            std::fs::create_dir(directory.path().join(id))?;
            std::fs::write(directory.path().join(id).join("truth.json"), "{}")?;
        }
        let cases = crate::datasets::cases(directory.path())?;
        let table = Table::new(vec![row("x=1", [0.9, 0.3]), row("x=2", [0.5, 0.8]), row("x=3", [0.5, 0.8])]);
        let mut out = Vec::new();
        print_choices(&table, &cases, &[Level::Two], &mut out)?;
        let expect = "level 2, best of all sites: x=2, F 0.650\n\
                      level 2, best of odd sites, read on even: x=1, F 0.300\n\
                      level 2, best of even sites, read on odd: x=2, F 0.500\n";
        assert_eq!(String::from_utf8(out)?, expect);
        Ok(())
    }
}
