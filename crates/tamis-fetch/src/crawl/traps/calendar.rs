//! Calendars that go on where there is nothing any more.
//!
//! Every page of a calendar links to the next month, so it has no end. What a site has on a date is linked from elsewhere
//! too: from its front page, a list, an index of years, an article of another year. These links tell the months in which
//! the site has something. So has every month until the crawl began, for all that is known: the archive of a blog may be
//! linked by its first month alone, and lead from there to the present. From there a calendar may be walked, but not far
//! into the future, and not into the past before the web. To walk is to go from a date to another one with the rest of the address unchanged, or to a neighbouring month
//! of another calendar: many have a page for the month and one for each day, and lead from one kind to the other.

use super::dates::{Dated, month_in, spell};
use super::parts::Parts;
use super::{Trap, TrapKind};
use std::collections::HashMap;

/// How far a calendar is followed beyond the last month that other pages link to, or beyond the one in which the crawl
/// began: events are announced a year or two ahead.
const MONTHS_AHEAD: u32 = 24;

/// Back to when there were no web sites, unless other pages link to an earlier month.
const FIRST_MONTH: u32 = 1990 * 12;

/// Dates of one calendar that were found on another of its dates: ten years of days. Months never get there; what has a
/// page for every day of more than ten years has an index of them too.
const MAX_WALKED: u32 = 4_000;

/// Links between different pages lead to a neighbouring month if it is not further away than this.
const NEIGHBOURS: u32 = 2;

/// An address with so many dates is a calendar's; an article has one.
const MIN_DATES: u32 = 12;

/// Hosts and addresses without their dates that are remembered.
const MAX_REMEMBERED: usize = 200_000;

#[derive(Clone, Debug, Default)]
pub(super) struct Calendars {
    /// The month in which the crawl began.
    began: u32,
    /// The first and the last month that is linked to otherwise than by walking, host by host.
    known: HashMap<u64, (u32, u32)>,
    dates: HashMap<u64, Dates>,
}

/// The dates with which an address was found.
#[derive(Clone, Copy, Debug, Default)]
struct Dates {
    n_found: u32,
    /// On another date of the same address.
    n_walked: u32,
}

/// How an address with a date was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// From a page without a date, or one that is far away.
    Leap,
    /// From another date of the same address.
    Walk,
    /// From a page of its own with a date nearby.
    Aside,
}

impl Calendars {
    /// For a crawl that began on this date.
    pub(super) fn begun(date: &str) -> Calendars {
        Calendars { began: month_in(date).unwrap_or_default(), ..Calendars::default() }
    }

    pub(super) fn look(&mut self, parts: &Parts<'_>, from: Option<&Parts<'_>>) -> Option<Trap> {
        let dated = parts.dated?;
        let on = from.filter(|from| from.origin == parts.origin).and_then(|from| from.dated);
        let is_full = self.known.len() >= MAX_REMEMBERED || self.dates.len() >= MAX_REMEMBERED;
        if is_full && !(self.known.contains_key(&parts.origin) && self.dates.contains_key(&dated.rest)) {
            return None;
        }
        let start = on.map_or(dated.month, |on| on.month);
        let known = self.known.entry(parts.origin).or_insert((start, start));
        let dates = self.dates.entry(dated.rest).or_default();
        let step = step(dated, on);
        if step == Step::Leap {
            *known = (known.0.min(dated.month), known.1.max(dated.month));
        } else if step == Step::Walk || dates.n_found >= MIN_DATES {
            // Where the page itself was let through, other days and views of its month are too.
            let is_elsewhere = on.is_none_or(|on| on.month != dated.month);
            let detail = is_elsewhere.then(|| beyond(dated.month, *known, self.began)).flatten().or_else(|| {
                let is_spent = step == Step::Walk && dates.n_walked >= MAX_WALKED;
                is_spent.then(|| format!("{MAX_WALKED} dates of this calendar were found on nothing but its own pages"))
            });
            if let Some(detail) = detail {
                return Some(Trap { kind: TrapKind::Calendar, detail });
            }
        }
        dates.n_found = dates.n_found.saturating_add(1);
        dates.n_walked += u32::from(step == Step::Walk);
        None
    }
}

fn step(dated: Dated, on: Option<Dated>) -> Step {
    match on {
        Some(on) if on.rest == dated.rest => Step::Walk,
        Some(on) if on.month.abs_diff(dated.month) <= NEIGHBOURS => Step::Aside,
        _ => Step::Leap,
    }
}

/// Why a month is out of reach of the known ones.
fn beyond(month: u32, (first, last): (u32, u32), began: u32) -> Option<String> {
    let first = first.min(FIRST_MONTH);
    if month > last.max(began) + MONTHS_AHEAD {
        let (last, what) = if last >= began {
            (last, "the last that is linked from outside the calendar")
        } else {
            (began, "when the crawl began, and linked from the calendar only")
        };
        Some(format!("{} is more than {MONTHS_AHEAD} months after {}, {what}", spell(month), spell(last)))
    } else if month < first {
        Some(format!("{} is before {}, and linked from the calendar only", spell(month), spell(first)))
    } else {
        None
    }
}
