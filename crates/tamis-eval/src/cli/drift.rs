//! `tamis-eval drift`

use super::Verdict;
use crate::drift::{Alarms, Change, Outcome, alarms, change_page, learn_page, sites};
use crate::metrics::share;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use tamis_page::Document;

/// Changes pages as redesigns do, and says which changes wrappers notice and which are mended.
#[derive(Args, Debug)]
pub struct DriftArgs {
    /// A data set; may be given more than once
    #[arg(long, value_name = "DIR", required = true)]
    data: Vec<PathBuf>,
    /// Which names and columns are chosen
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Print what came of each change that is not noticed or not mended, and each false alarm
    #[arg(long)]
    pages: bool,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// What came of one kind of change.
#[derive(Clone, Copy, Default)]
struct Counts {
    changes: usize,
    /// The wrapper still reads the same.
    harmless: usize,
    /// Of those that do harm.
    noticed: usize,
    repaired: usize,
    /// Of those that do none.
    noticed_harmless: usize,
}

/// What came of checks on pages that did not change.
#[derive(Clone, Copy, Default)]
struct AlarmCounts {
    checks: usize,
    drifts: usize,
    notices: usize,
}

pub(super) fn run(args: &DriftArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let mut own = [AlarmCounts::default(); 3];
    let mut by_change = [[Counts::default(); 2]; Change::ALL.len()];
    for directory in &args.data {
        for site in sites(directory)? {
            let documents: Vec<&Document> = site.pages.iter().map(|(_, page)| page.document()).collect();
            for (at, learned_from) in documents.iter().enumerate() {
                let Some(wrapper) = learn_page(learned_from) else { continue };
                let others: Vec<&Document> =
                    documents.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, page)| *page).collect();
                let name = &site.pages[at].0;
                own[0].add(args, out, name, "its own page", alarms(&wrapper, &[learned_from]))?;
                for other in &others {
                    own[1].add(args, out, name, "another page", alarms(&wrapper, &[other]))?;
                }
                if others.len() > 1 {
                    own[2].add(args, out, name, "other pages together", alarms(&wrapper, &others))?;
                }
                // The page itself, and the next one if the wrapper fits it.
                let fits = |page: &&Document| alarms(&wrapper, &[page]).is_some_and(|alarms| alarms.drifts.is_empty());
                let changed = [Some(*learned_from), others.get(at % others.len().max(1)).copied().filter(fits)];
                for (kind, change) in Change::ALL.into_iter().enumerate() {
                    for (which, page) in changed.iter().enumerate() {
                        let seed = args.seed ^ (kind as u64) << 32 ^ at as u64;
                        let outcome = page.and_then(|page| change_page(&wrapper, page, change, seed));
                        let Some(outcome) = outcome else { continue };
                        by_change[kind][which].add(&outcome);
                        if args.pages && (!outcome.is_harmless() || outcome.is_noticed()) {
                            tell(out, name, which, change, &outcome)?;
                        }
                    }
                }
            }
        }
    }
    print(args, &own, &by_change, out)
}

impl Counts {
    fn add(&mut self, outcome: &Outcome) {
        self.changes += 1;
        if outcome.is_harmless() {
            self.harmless += 1;
            self.noticed_harmless += usize::from(outcome.is_noticed());
        } else {
            self.noticed += usize::from(outcome.is_noticed());
            self.repaired += usize::from(outcome.is_repaired());
        }
    }

    fn sum(all: impl IntoIterator<Item = Counts>) -> Counts {
        all.into_iter().fold(Counts::default(), |sum, one| Counts {
            changes: sum.changes + one.changes,
            harmless: sum.harmless + one.harmless,
            noticed: sum.noticed + one.noticed,
            repaired: sum.repaired + one.repaired,
            noticed_harmless: sum.noticed_harmless + one.noticed_harmless,
        })
    }

    fn n_harmful(&self) -> usize {
        self.changes - self.harmless
    }
}

impl AlarmCounts {
    fn add(
        &mut self,
        args: &DriftArgs,
        out: &mut dyn Write,
        name: &str,
        what: &str,
        alarms: Option<Alarms>,
    ) -> anyhow::Result<()> {
        let Some(alarms) = alarms else { return Ok(()) };
        self.checks += 1;
        self.drifts += usize::from(!alarms.drifts.is_empty());
        self.notices += usize::from(!alarms.notices.is_empty());
        if args.pages {
            for (kind, message) in &alarms.drifts {
                writeln!(out, "ALARM {name}, {what}: {} {message}", kind.as_str())?;
            }
            for (kind, message) in &alarms.notices {
                writeln!(out, "notice {name}, {what}: {} {message}", kind.as_str())?;
            }
        }
        Ok(())
    }
}

fn tell(out: &mut dyn Write, name: &str, which: usize, change: Change, outcome: &Outcome) -> anyhow::Result<()> {
    let page = ["its own page", "another page"][which];
    let verdict = match (outcome.is_noticed(), outcome.is_repaired()) {
        _ if outcome.is_harmless() => "NEEDLESS",
        (true, true) => "fine",
        (true, false) => "NOT MENDED",
        (false, true) => "NOT NOTICED",
        (false, false) => "MISSED",
    };
    let (read, repaired) = (outcome.read, outcome.repaired);
    writeln!(out, "{verdict} {name}, {page}, {}: read {read:.2}, repaired {repaired:.2}", change.as_str())?;
    if verdict != "fine" {
        for note in &outcome.notes {
            writeln!(out, "    {note}")?;
        }
    }
    Ok(())
}

fn print(
    args: &DriftArgs,
    own: &[AlarmCounts; 3],
    by_change: &[[Counts; 2]],
    out: &mut dyn Write,
) -> anyhow::Result<Verdict> {
    let all = |which: usize| Counts::sum(by_change.iter().map(|counts| counts[which]));
    let names = ["its own page", "another page", "other pages together"];
    if args.json {
        let figures = |counts: &Counts| {
            json!({"changes": counts.changes, "harmful": counts.n_harmful(), "noticed": counts.noticed,
                "repaired": counts.repaired, "noticed_harmless": counts.noticed_harmless})
        };
        let alarms: serde_json::Map<String, serde_json::Value> = names
            .iter()
            .zip(own)
            .map(|(name, counts)| {
                let figures = json!({"checks": counts.checks, "drift": counts.drifts, "notices": counts.notices});
                (name.replace(' ', "_"), figures)
            })
            .collect();
        let changes: Vec<_> = Change::ALL
            .iter()
            .zip(by_change)
            .map(|(change, [own, other])| {
                json!({"change": change.as_str(), "own_page": figures(own), "another_page": figures(other)})
            })
            .collect();
        writeln!(
            out,
            "{}",
            json!({"unchanged": alarms, "changes": changes, "own_page": figures(&all(0)), "another_page": figures(&all(1))})
        )?;
        return Ok(Verdict::Passed);
    }
    writeln!(out, "unchanged pages        checks   drift  share  notices")?;
    for (name, counts) in names.iter().zip(own) {
        let AlarmCounts { checks, drifts, notices } = counts;
        writeln!(out, "{name:<22} {checks:>6}  {drifts:>6}  {:.3}  {notices:>7}", share(*drifts, *checks))?;
    }
    for (which, title) in ["the learned page, changed", "another page, changed"].iter().enumerate() {
        writeln!(out, "\n{title:<27} changes  harmful  noticed  repaired  needless")?;
        let rows = Change::ALL.iter().zip(by_change).map(|(change, counts)| (change.as_str(), counts[which]));
        for (name, counts) in rows.chain([("all", all(which))]) {
            let n_harmful = counts.n_harmful();
            writeln!(
                out,
                "{name:<27} {:>7}  {n_harmful:>7}  {:>7.3}  {:>8.3}  {:>8}",
                counts.changes,
                share(counts.noticed, n_harmful),
                share(counts.repaired, n_harmful),
                counts.noticed_harmless
            )?;
        }
    }
    Ok(Verdict::Passed)
}
