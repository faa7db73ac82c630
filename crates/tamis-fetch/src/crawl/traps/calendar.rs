//! Calendars that go on where there is nothing any more.
//!
//! Every page of a calendar links to the next month, so it has no end. What a site has on a date is linked from elsewhere
//! too: from its front page, a list, an index of years. The months that pages without a date link to are those in which the
//! site has something; a calendar may be walked from there, but not far into the future and not beyond the past of the web.

use super::dates::{Dated, spell};
use super::parts::Parts;
use super::{Trap, TrapKind};
use std::collections::HashMap;

/// How far a calendar is followed beyond the last month that other pages link to: events are announced a year or two ahead.
const MONTHS_AHEAD: u32 = 24;

/// Back to when there were no web sites, unless other pages link to an earlier month.
const FIRST_MONTH: u32 = 1990 * 12;

/// Dates of one calendar that were found on another of its dates: ten years of days. Months never get there; what has a
/// page for every day of more than ten years has an index of them too.
const MAX_WALKED: u32 = 4_000;

/// Hosts and calendars that are remembered.
const MAX_REMEMBERED: usize = 50_000;

#[derive(Clone, Debug, Default)]
pub(super) struct Calendars {
    /// The first and the last month that pages without a date link to, host by host.
    known: HashMap<u64, (u32, u32)>,
    /// How many dates of a calendar were found on another of its dates.
    n_walked: HashMap<u64, u32>,
}

impl Calendars {
    pub(super) fn look(&mut self, parts: &Parts<'_>, from: Option<&Parts<'_>>) -> Option<Trap> {
        let dated = parts.dated?;
        let from_dated = from.filter(|from| from.origin == parts.origin).and_then(|from| from.dated);
        let is_full = self.known.len() >= MAX_REMEMBERED && !self.known.contains_key(&parts.origin);
        if is_full {
            return None;
        }
        let Some(on) = from_dated else {
            let (first, last) = self.known.entry(parts.origin).or_insert((dated.month, dated.month));
            *first = dated.month.min(*first);
            *last = dated.month.max(*last);
            return None;
        };
        let (first, last) = *self.known.entry(parts.origin).or_insert((on.month, on.month));
        let trap = |detail| Some(Trap { kind: TrapKind::Calendar, detail });
        let month = spell(dated.month);
        if dated.month > last + MONTHS_AHEAD {
            return trap(format!(
                "{month} is more than {MONTHS_AHEAD} months after {}, the last month that pages other than a calendar's link to",
                spell(last)
            ));
        }
        if dated.month < first.min(FIRST_MONTH) {
            let first = spell(first.min(FIRST_MONTH));
            return trap(format!("{month} is before {first}, and only pages of the calendar link to it"));
        }
        self.walk(dated, on)
    }

    fn walk(&mut self, dated: Dated, on: Dated) -> Option<Trap> {
        if dated.rest != on.rest || self.n_walked.len() >= MAX_REMEMBERED && !self.n_walked.contains_key(&dated.rest) {
            return None;
        }
        let n_walked = self.n_walked.entry(dated.rest).or_default();
        if *n_walked >= MAX_WALKED {
            let detail = format!("{MAX_WALKED} dates of this calendar were found on nothing but its own pages");
            return Some(Trap { kind: TrapKind::Calendar, detail });
        }
        *n_walked += 1;
        None
    }
}
