//! `tamis-eval segments`

mod halves;
mod table;

use super::Verdict;
use crate::datasets::{self, LayoutSource, Layouts};
use crate::metrics::segments::{Counted, Level};
use crate::predictions;
use crate::segments::{Baseline, MarkedPage, Paths, Segmenter, Sweep, to_json};
use anyhow::{Context as _, bail};
use clap::Args;
use halves::Half;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use table::{Row, Table};

/// Scores page segmentation: which texts of a page are put together.
#[derive(Args, Debug)]
pub struct SegmentsArgs {
    /// The data set, of pages that carry their truth as data-block marks
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Who answers, may be given several times: a method, or whole-page, leaves, body-children, depth (the best of eight),
    /// depth-1 to depth-8, semantic-tags [default: all of them, methods that need boxes only with --layout]
    #[arg(long = "method", value_name = "NAME", conflicts_with = "predictions")]
    methods: Vec<String>,
    /// An option of the method; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", requires = "methods")]
    options: Vec<String>,
    /// Try the values of an option one after the other: NAME=a,b,c, NAME=from..to or NAME=from..to..step. Also says what
    /// the best value on one half of the sites is worth on the other
    #[arg(long, value_name = "NAME=VALUES", requires = "methods")]
    sweep: Option<Sweep>,
    /// Who lays the pages out: embedded, chromium, none, or a directory of stored pages [default: embedded for methods that
    /// need boxes, none for others]
    #[arg(long, value_name = "WHO")]
    layout: Option<LayoutSource>,
    /// Score the answers of a file instead (JSON Lines)
    #[arg(long, value_name = "FILE")]
    predictions: Option<PathBuf>,
    /// Write the answers of one method to a file
    #[arg(long, value_name = "FILE")]
    write_predictions: Option<PathBuf>,
    /// Score at one level: 1, parts of the page, or 2, their blocks [default: both]
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    level: Option<Level>,
    /// Leave out text that is in no true block
    #[arg(long)]
    inside: bool,
    /// Read only every second site of the sorted list
    #[arg(long, value_name = "WHICH")]
    half: Option<Half>,
    /// Print the figures of each page too
    #[arg(long)]
    pages: bool,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

fn level(text: &str) -> anyhow::Result<Level> {
    text.parse().ok().and_then(Level::of_number).with_context(|| format!("'{text}' is not 1 or 2"))
}

pub(super) fn run(args: &SegmentsArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let mut table = Table::new(args.rows()?);
    if args.write_predictions.is_some() && table.rows.len() != 1 {
        bail!("a file of predictions holds the answers of one method: name it with --method");
    }
    let mut layouts = args.layouts(&table.rows)?;
    let counted = if args.inside { Counted::Inside } else { Counted::Everything };
    let mut lines = Vec::new();
    let mut cases = datasets::cases(&args.data)?;
    if let Some(half) = args.half {
        half.keep(&mut cases);
    }
    for case in &cases {
        let Some(page) = MarkedPage::read(case, layouts.as_mut())? else { continue };
        // Without --layout only those who need boxes see some.
        let plain = match args.layout {
            None if layouts.is_some() => MarkedPage::read(case, None)?,
            _ => None,
        };
        for row in &mut table.rows {
            let page = if row.segmenter.needs_layout() { &page } else { plain.as_ref().unwrap_or(&page) };
            let blocks = page.ask(&row.segmenter).with_context(|| case.id.clone())?;
            row.pages.push((case.id.clone(), page.measure(&blocks, counted)));
            if args.write_predictions.is_some() {
                writeln!(lines, "{}", to_json(&case.id, &blocks, &Paths::of(page.page().document())))?;
            }
        }
    }
    if table.rows.iter().all(|row| row.pages.is_empty()) {
        bail!("no page of {} has marked blocks", args.data.display());
    }
    if let Some(file) = &args.write_predictions {
        fs::write(file, lines).with_context(|| format!("writing {}", file.display()))?;
    }
    let levels = args.level.map_or(Level::ALL.to_vec(), |level| vec![level]);
    if args.json {
        table.print_json(&levels, counted, out)?;
    } else {
        table.print(&levels, args.pages, out)?;
        if args.sweep.is_some() {
            halves::print_choices(&table, &cases, &levels, out)?;
        }
    }
    Ok(Verdict::Passed)
}

impl SegmentsArgs {
    /// Everybody who answers: a row of the table each.
    fn rows(&self) -> anyhow::Result<Vec<Row>> {
        if let Some(file) = &self.predictions {
            let text = fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
            let by_id = predictions::read(&text).with_context(|| format!("reading {}", file.display()))?;
            return Ok(vec![Row::new(Segmenter::File(by_id))]);
        }
        let mut rows = Vec::new();
        if self.methods.is_empty() {
            let plain = Baseline::all().into_iter().filter(|baseline| !matches!(baseline, Baseline::Depth(_)));
            rows.extend(plain.map(|baseline| Row::new(Segmenter::Baseline(baseline))));
            rows.extend(Row::of_depths());
            let boxes = self.layout.as_ref().is_some_and(|layout| *layout != LayoutSource::None);
            let methods = Segmenter::methods().into_iter().filter(|method| boxes || !method.needs_layout());
            rows.extend(methods.map(Row::new));
        }
        for name in &self.methods {
            match (name.as_str(), Segmenter::named(name)) {
                ("depth", _) => rows.extend(Row::of_depths()),
                (_, Ok(Segmenter::Method(recipe))) => {
                    let mut values = Vec::new();
                    for option in &self.options {
                        let pair = option.split_once('=').with_context(|| format!("'{option}' is not NAME=VALUE"))?;
                        values.push(pair);
                    }
                    let Some(sweep) = &self.sweep else {
                        rows.push(Row::new(Segmenter::Method(recipe.with_all(values)?)));
                        continue;
                    };
                    for value in &sweep.values {
                        let pairs = values.iter().copied().chain([(sweep.option.as_str(), value.as_str())]);
                        let segmenter = Segmenter::Method(recipe.clone().with_all(pairs)?);
                        let label = format!("{name} {}={value}", sweep.option);
                        rows.push(Row::labelled(segmenter, label));
                    }
                }
                (_, segmenter) => {
                    let segmenter = segmenter?;
                    if self.sweep.is_some() || !self.options.is_empty() {
                        bail!("{name} has no options");
                    }
                    rows.push(Row::new(segmenter));
                }
            }
        }
        Ok(rows)
    }

    /// Who lays pages out, if anybody does.
    fn layouts(&self, rows: &[Row]) -> anyhow::Result<Option<Layouts>> {
        let is_needed = rows.iter().any(|row| row.segmenter.needs_layout());
        match &self.layout {
            Some(LayoutSource::None) => Ok(None),
            Some(source) => Layouts::of(source.clone()).map(Some),
            None if is_needed => Layouts::of(LayoutSource::Embedded).map(Some),
            None => Ok(None),
        }
    }
}
