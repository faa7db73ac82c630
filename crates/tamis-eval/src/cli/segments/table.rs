//! The table that `tamis-eval segments` prints.

use crate::metrics::segments::{Agreement, Counted, Level, PageFigures, SegmentsScore};
use crate::segments::{Baseline, OfLevels, Segmenter};
use serde_json::{Value, json};
use std::io::Write;

/// Everybody who answers, with the figures so far.
pub(super) struct Table {
    pub(super) rows: Vec<Row>,
}

/// Who answers, and the figures of each page.
pub(super) struct Row {
    pub(super) segmenter: Segmenter,
    pub(super) label: String,
    /// Whether it is one of several rows of which only the best is shown.
    is_one_of_best: bool,
    /// By the name of the page.
    pub(super) pages: Vec<(String, OfLevels<Option<PageFigures>>)>,
}

impl Row {
    pub(super) fn new(segmenter: Segmenter) -> Row {
        let label = segmenter.name();
        Row::labelled(segmenter, label)
    }

    pub(super) fn labelled(segmenter: Segmenter, label: String) -> Row {
        Row { segmenter, label, is_one_of_best: false, pages: Vec::new() }
    }

    /// The elements at each depth, of which the best is shown.
    pub(super) fn of_depths() -> impl Iterator<Item = Row> {
        (1..=Baseline::MAX_DEPTH).map(|depth| {
            let row = Row::new(Segmenter::Baseline(Baseline::Depth(depth)));
            Row { label: format!("depth-{depth}, best of {}", Baseline::MAX_DEPTH), is_one_of_best: true, ..row }
        })
    }

    fn pages_at(&self, level: Level) -> impl Iterator<Item = (&str, Option<&PageFigures>)> {
        self.pages.iter().map(move |(id, figures)| (id.as_str(), figures[usize::from(level == Level::Two)].as_ref()))
    }

    fn score(&self, level: Level) -> SegmentsScore {
        self.score_of(level, |_| true)
    }

    /// The means over the pages whose names are wanted.
    pub(super) fn score_of(&self, level: Level, is_wanted: impl Fn(&str) -> bool) -> SegmentsScore {
        let pages = self.pages_at(level).filter(|(id, _)| is_wanted(id));
        SegmentsScore::of(&pages.map(|(_, figures)| figures.cloned()).collect::<Vec<_>>())
    }
}

impl Table {
    pub(super) fn new(rows: Vec<Row>) -> Table {
        Table { rows }
    }

    /// The rows to show at a level: of several depths the one with the best F over characters.
    fn at(&self, level: Level) -> Vec<(&Row, SegmentsScore)> {
        let scored: Vec<_> = self.rows.iter().map(|row| (row, row.score(level))).collect();
        let of_depths = scored.iter().filter(|(row, _)| row.is_one_of_best);
        let best = of_depths.map(|(_, score)| score.chars.f1).fold(0.0, f64::max);
        let mut is_shown = false;
        let mut shown = Vec::new();
        for (row, score) in scored {
            if row.is_one_of_best && (is_shown || score.chars.f1 < best) {
                continue;
            }
            is_shown |= row.is_one_of_best;
            shown.push((row, score));
        }
        shown
    }

    pub(super) fn print(&self, levels: &[Level], with_pages: bool, out: &mut dyn Write) -> anyhow::Result<()> {
        let rows: Vec<_> = levels.iter().map(|&level| (level, self.at(level))).collect();
        let labels = rows.iter().flat_map(|(_, rows)| rows).map(|(row, _)| row.label.as_str());
        let ids = self.rows.first().into_iter().flat_map(|row| &row.pages).map(|(id, _)| id.as_str());
        let ids = ids.filter(|_| with_pages);
        let width = labels.chain(ids).map(|label| label.chars().count()).max().unwrap_or(0).max(36);
        for (level, rows) in rows {
            let any = rows.first().map(|(_, score)| score.clone()).unwrap_or_default();
            let skipped = if any.n_skipped > 0 { format!(", {} without blocks", any.n_skipped) } else { String::new() };
            let title = format!("level {}, {} pages{skipped}", level.number(), any.n_pages);
            let header = [" chars P", "R", "F", " nodes P", "R", "F", " true", "said"];
            let [p, r, f, nodes_p, nodes_r, nodes_f, n_true, n_said] = header;
            writeln!(
                out,
                "{title:<width$} {p:>8} {r:>6} {f:>6} {nodes_p:>9} {nodes_r:>6} {nodes_f:>6} {n_true:>7} {n_said:>6}"
            )?;
            for (row, score) in rows {
                if with_pages {
                    for (id, figures) in row.pages_at(level) {
                        let Some(page) = figures else { continue };
                        let (n_true, n_said) = (page.n_true as f64, page.n_said as f64);
                        print_line(out, id, width, page.chars, page.nodes, (n_true, n_said))?;
                    }
                }
                let mut label = row.label.clone();
                for (n, what) in [(score.n_empty, "empty"), (score.n_lost, "lost")] {
                    if n > 0 {
                        label += &format!(" ({n} {what})");
                    }
                }
                print_line(out, &label, width, score.chars, score.nodes, (score.n_true, score.n_said))?;
            }
        }
        Ok(())
    }

    /// The figures by the referee's names, one object for each row and level.
    pub(super) fn print_json(&self, levels: &[Level], counted: Counted, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut list = Vec::new();
        for &level in levels {
            for (row, score) in self.at(level) {
                let options = match &row.segmenter {
                    Segmenter::Method(recipe) => {
                        let options = recipe.options();
                        options.into_iter().map(|(name, value)| (name.to_owned(), json!(value.to_string()))).collect()
                    }
                    _ => serde_json::Map::new(),
                };
                list.push(json!({
                    "method": row.segmenter.name(), "options": options, "level": level.number(),
                    "inside": counted == Counted::Inside, "pages": score.n_pages, "skipped": score.n_skipped,
                    "empty": score.n_empty, "lost": score.n_lost, "blocks_true": score.n_true, "blocks": score.n_said,
                    "covered": score.covered, "chars": to_json(score.chars), "nodes": to_json(score.nodes),
                }));
            }
        }
        writeln!(out, "{}", Value::from(list))?;
        Ok(())
    }
}

fn to_json(agreement: Agreement) -> Value {
    json!({"precision": agreement.precision, "recall": agreement.recall, "f1": agreement.f1})
}

fn print_line(
    out: &mut dyn Write,
    label: &str,
    width: usize,
    chars: Agreement,
    nodes: Agreement,
    (n_true, n_said): (f64, f64),
) -> anyhow::Result<()> {
    let Agreement { precision, recall, f1 } = chars;
    let Agreement { precision: nodes_precision, recall: nodes_recall, f1: nodes_f1 } = nodes;
    writeln!(
        out,
        "{label:<width$} {precision:>8.3} {recall:>6.3} {f1:>6.3} {nodes_precision:>9.3} {nodes_recall:>6.3} {nodes_f1:>6.3} {n_true:>7.1} {n_said:>6.1}"
    )?;
    Ok(())
}
