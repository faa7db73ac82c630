//! `tamis-eval pagination`

use super::Verdict;
use crate::datasets::{self, PageCase};
use crate::metrics::pagination::{Outcome, TrueLinks, TurnCounts};
use crate::metrics::{f1, share};
use anyhow::{Context as _, bail};
use clap::Args;
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use tamis::{Page, PageTurn};
use tamis_extract::PageView;
use tamis_page::Css;

/// Scores pagination: next, previous and page links against those of the truth.
#[derive(Args, Debug)]
pub struct PaginationArgs {
    /// The data set
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Do not tell the method where the page was found
    #[arg(long)]
    without_url: bool,
    /// Print what came of each page
    #[arg(long)]
    pages: bool,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Default)]
struct Total {
    n_pages: usize,
    next: TurnCounts,
    previous: TurnCounts,
    n_page_links: usize,
    n_page_links_found: usize,
    n_page_links_right: usize,
    /// Processor time of each page.
    times: Vec<Duration>,
}

pub(super) fn run(args: &PaginationArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let mut total = Total::default();
    for case in datasets::cases(&args.data)? {
        if case.page_links("NEXT").is_none() {
            continue;
        }
        let page = case.page()?;
        let page = match case.url() {
            Some(url) => page.with_url(url),
            None => page,
        };
        let line = score(args, &case, &page, &mut total)?;
        if args.pages {
            writeln!(out, "{line}")?;
        }
    }
    if total.n_pages == 0 {
        bail!("no page of {} has a truth to score by", args.data.display());
    }
    print(args, &total, out)?;
    Ok(Verdict::Passed)
}

fn score(args: &PaginationArgs, case: &PageCase, page: &Page, total: &mut Total) -> anyhow::Result<String> {
    let links = |name: &str| -> anyhow::Result<TrueLinks> {
        let selector = case.page_links(name).unwrap_or_default().trim();
        if selector.is_empty() {
            return Ok(TrueLinks::default());
        }
        let css = Css::parse(selector).with_context(|| format!("{}: {name}", case.id))?;
        let document = page.document();
        Ok(TrueLinks::of(page, &css.select(document, document.root())))
    };
    let (next, previous, numbers) = (links("NEXT")?, links("PREV")?, links("PAGE")?);
    let asked = if args.without_url { case.page()? } else { page.clone() };
    let find = || tamis_extract::pagination::find(&PageView::of(asked.document()), asked.url());
    let mut found = find();
    let times = (0..N_TIMED).map(|_| time(|| drop(find())));
    total.times.extend(times.min());
    if args.without_url {
        for turn in [&mut found.next, &mut found.previous].into_iter().flatten() {
            // The truth knows where the page was found; the element decides.
            turn.address = None;
        }
    }
    total.n_pages += 1;
    let next = total.next.add(&next, &numbers, found.next.as_ref());
    let previous = total.previous.add(&previous, &numbers, found.previous.as_ref());
    let is_true =
        |address: &Option<String>| address.as_ref().is_some_and(|address| numbers.addresses.contains(address));
    let n_right =
        found.pages.iter().filter(|link| is_true(&link.address) || numbers.nodes.contains(&link.node)).count();
    total.n_page_links += numbers.addresses.len().max(usize::from(!numbers.nodes.is_empty()));
    total.n_page_links_found += found.pages.len();
    total.n_page_links_right += n_right;
    let tell = |outcome: Outcome, turn: Option<&PageTurn>| match turn {
        Some(turn) if outcome != Outcome::Right => format!(
            "{outcome:?} ({} {:.2}: {})",
            turn.address.as_deref().unwrap_or("no address"),
            turn.confidence,
            turn.reason
        ),
        _ => format!("{outcome:?}"),
    };
    let (next, previous) = (tell(next, found.next.as_ref()), tell(previous, found.previous.as_ref()));
    let n_true = numbers.addresses.len();
    Ok(format!(
        "{}: next {next}, prev {previous}, page links {n_right} of {n_true}, {} found",
        case.id,
        found.pages.len()
    ))
}

/// How often a page is timed; the fastest counts.
const N_TIMED: usize = 3;

/// The processor time that `work` takes.
fn time(work: impl FnOnce()) -> Duration {
    let now = || {
        let now = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
    };
    let start = now();
    work();
    now().saturating_sub(start)
}

fn print(args: &PaginationArgs, total: &Total, out: &mut dyn Write) -> anyhow::Result<()> {
    let (precision, recall) = (
        share(total.n_page_links_right, total.n_page_links_found),
        share(total.n_page_links_right, total.n_page_links),
    );
    let mut times = total.times.clone();
    times.sort_unstable();
    let median = times[times.len() / 2].as_secs_f64() * 1e6;
    let mean = times.iter().sum::<Duration>().as_secs_f64() * 1e6 / times.len() as f64;
    if args.json {
        let turn = |counts: &TurnCounts| {
            json!({
                "pages": counts.n_there, "right": share(counts.n_right, counts.n_there),
                "wrong": share(counts.n_wrong, counts.n_there), "pages_without": counts.n_absent,
                "silent": share(counts.n_silent, counts.n_absent), "page_number": share(counts.n_page_number, counts.n_absent),
            })
        };
        let object = json!({
            "pages": total.n_pages, "next": turn(&total.next), "prev": turn(&total.previous),
            "page_links": {"precision": precision, "recall": recall, "f1": f1(precision, recall)},
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "pages       {:>6}", total.n_pages)?;
    for (name, counts) in [("next", &total.next), ("previous", &total.previous)] {
        writeln!(
            out,
            "{name:<11} {:>6.4} right on {} pages that have one ({} wrong); {:.4} silent on {} that have none ({} take a page number)",
            share(counts.n_right, counts.n_there),
            counts.n_there,
            counts.n_wrong,
            share(counts.n_silent, counts.n_absent),
            counts.n_absent,
            counts.n_page_number,
        )?;
    }
    writeln!(out, "page links  {precision:>6.4} precision, {recall:.4} recall")?;
    writeln!(out, "time        {median:>6.1} µs on the median page, {mean:.1} in the mean")?;
    Ok(())
}
