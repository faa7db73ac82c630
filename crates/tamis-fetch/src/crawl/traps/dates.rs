//! Months and days in addresses.

use super::address::{UrlParts, number_of};
use super::{Trap, TrapKind};
use std::collections::HashMap;

/// A month in an address, or a day of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dated {
    /// Months since the year 0.
    pub(super) month: u32,
    /// Stands for everything in the address but the date.
    pub(super) rest: u64,
}

/// The first date of an address: `/2024/05`, `/2024/05/12`, `2024-05` and `2024-05-12` within a segment or a value,
/// `202405` and `20240512` as a whole one, `year=2024&month=5`. A year alone is a number as any other.
pub(super) fn find(parts: &UrlParts<'_>) -> Option<Dated> {
    in_path(parts).or_else(|| in_value(parts)).or_else(|| in_two_parameters(parts))
}

/// The month of a date: `2024-05-12T03:04:05Z`.
pub(super) fn month_in(date: &str) -> Option<u32> {
    within(date).map(|(month, ..)| month)
}

/// A month, and how many bytes or segments the date takes.
type MonthAndLength = (u32, usize);

fn in_path(parts: &UrlParts<'_>) -> Option<Dated> {
    let query = parts.url.query();
    for (i, segment) in parts.segments.iter().enumerate() {
        if let Some((month, n_segments)) = over_segments(&parts.segments[i..]) {
            let rest = (parts.origin, &parts.segments[..i], &parts.segments[i + n_segments..], query);
            return Some(Dated { month, rest: number_of(&rest) });
        }
        if let Some((month, before, after)) = within(segment) {
            let rest = (parts.origin, &parts.segments[..i], before, after, &parts.segments[i + 1..], query);
            return Some(Dated { month, rest: number_of(&rest) });
        }
    }
    None
}

fn in_value(parts: &UrlParts<'_>) -> Option<Dated> {
    parts.parameters.iter().enumerate().find_map(|(i, (name, value))| {
        let (month, before, after) = within(value)?;
        let others = (&parts.parameters[..i], &parts.parameters[i + 1..]);
        Some(Dated { month, rest: number_of(&(parts.page(), name, before, after, others)) })
    })
}

/// `year=2024&month=5&day=12`, in any order, with names such as `cal_month`.
fn in_two_parameters(parts: &UrlParts<'_>) -> Option<Dated> {
    let value_of = |names: [&str; 3]| {
        parts.parameters.iter().find_map(|(name, value)| {
            let name = name.to_ascii_lowercase();
            let is_one = names.iter().any(|known| name == *known || known.len() > 2 && name.ends_with(known));
            is_one.then(|| number(value)).flatten()
        })
    };
    let month = month_of(value_of(["year", "yr", "y"])?, value_of(["month", "mon", "m"])?)?;
    let is_date = |name: &str| {
        let name = name.to_ascii_lowercase();
        ["year", "month", "mon", "day"].iter().any(|known| name.ends_with(known))
            || matches!(name.as_str(), "yr" | "y" | "m" | "d")
    };
    let others: Vec<_> = parts.parameters.iter().filter(|(name, _)| !is_date(name)).collect();
    Some(Dated { month, rest: number_of(&(parts.page(), others)) })
}

/// `2024`, `05` and perhaps `12` as segments of their own.
fn over_segments(segments: &[&str]) -> Option<MonthAndLength> {
    let [year, month, rest @ ..] = segments else { return None };
    if year.len() != 4 || month.len() > 2 {
        return None;
    }
    let month = month_of(number(year)?, number(month)?)?;
    let has_day = rest.first().is_some_and(|day| is_day(day));
    Some((month, if has_day { 3 } else { 2 }))
}

/// A date within a text, with what stands before and after it.
fn within(text: &str) -> Option<(u32, &str, &str)> {
    let bytes = text.as_bytes();
    let is_digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
    let mut start = 0;
    while start < bytes.len() {
        if !is_digit(start) {
            start += 1;
            continue;
        }
        let mut end = start;
        while is_digit(end) {
            end += 1;
        }
        if end - start == 4
            && let Some((month, length)) = with_separators(&text[start..])
        {
            let (before, after) = (&text[..start], &text[start + length..]);
            // Among words, other numbers look like a date (`camera-7024-7-1-megapixel`): only years of our time are one.
            let is_whole = before.is_empty() && after.is_empty();
            if is_whole || (1900..2100).contains(&(month / 12)) {
                return Some((month, before, after));
            }
        }
        if start == 0
            && end == bytes.len()
            && let Some(month) = compact(text)
        {
            return Some((month, "", ""));
        }
        start = end;
    }
    None
}

/// `2024-05` or `2024-05-12` at the start of a text.
fn with_separators(text: &str) -> Option<MonthAndLength> {
    let separator = text[4..].chars().next().filter(|character| matches!(character, '-' | '_' | '.'))?;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let after_year = &text[5..];
    let n_month = digits(after_year);
    if !(1..=2).contains(&n_month) {
        return None;
    }
    let month = month_of(number(&text[..4])?, number(&after_year[..n_month])?)?;
    let length = 5 + n_month;
    let day = text[length..].strip_prefix(separator).map(|rest| &rest[..digits(rest)]).filter(|day| is_day(day));
    Some((month, length + day.map_or(0, |day| day.len() + 1)))
}

/// `202405` or `20240512`. Other numbers look like this too, so the year must be one in which there are web pages.
fn compact(text: &str) -> Option<u32> {
    let has_day = text.len() == 8 && is_day(&text[6..]);
    if text.len() != 6 && !has_day {
        return None;
    }
    let year = number(&text[..4]).filter(|year| (1970..2200).contains(year))?;
    month_of(year, number(&text[4..6])?)
}

fn month_of(year: u32, month: u32) -> Option<u32> {
    ((1000..10_000).contains(&year) && (1..=12).contains(&month)).then(|| year * 12 + month - 1)
}

fn is_day(text: &str) -> bool {
    text.len() <= 2 && number(text).is_some_and(|day| (1..=31).contains(&day))
}

fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A month as people write it.
pub(super) fn spell(month: u32) -> String {
    format!("{:04}-{:02}", month / 12, month % 12 + 1)
}

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

/// Calendars that go on where there is nothing any more.
///
/// Every page of a calendar links to the next month, so it has no end. What a site has on a date is linked from elsewhere
/// too: from its front page, a list, an index of years, an article of another year. These links tell the months in which
/// the site has something. So has every month until the crawl began, for all that is known: the archive of a blog may be
/// linked by its first month alone, and lead from there to the present. From there a calendar may be walked, but not far
/// into the future, and not into the past before the web. To walk is to go from a date to another one with the rest of the
/// address unchanged, or to a neighbouring month of another calendar: many have a page for the month and one for each day,
/// and lead from one kind to the other.
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
enum DateStep {
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

    pub(super) fn look(&mut self, parts: &UrlParts<'_>, from: Option<&UrlParts<'_>>) -> Option<Trap> {
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
        if step == DateStep::Leap {
            *known = (known.0.min(dated.month), known.1.max(dated.month));
        } else if step == DateStep::Walk || dates.n_found >= MIN_DATES {
            // Where the page itself was let through, other days and views of its month are too.
            let is_elsewhere = on.is_none_or(|on| on.month != dated.month);
            let detail = is_elsewhere.then(|| beyond(dated.month, *known, self.began)).flatten().or_else(|| {
                let is_spent = step == DateStep::Walk && dates.n_walked >= MAX_WALKED;
                is_spent.then(|| format!("{MAX_WALKED} dates of this calendar were found on nothing but its own pages"))
            });
            if let Some(detail) = detail {
                return Some(Trap { kind: TrapKind::Calendar, detail });
            }
        }
        dates.n_found = dates.n_found.saturating_add(1);
        dates.n_walked += u32::from(step == DateStep::Walk);
        None
    }
}

fn step(dated: Dated, on: Option<Dated>) -> DateStep {
    match on {
        Some(on) if on.rest == dated.rest => DateStep::Walk,
        Some(on) if on.month.abs_diff(dated.month) <= NEIGHBOURS => DateStep::Aside,
        _ => DateStep::Leap,
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

#[cfg(test)]
mod tests {
    use super::*;
    use url::Url;

    #[track_caller]
    fn check(path: &str, expect: Option<&str>) {
        let url = Url::parse("https://a.example").unwrap().join(path).unwrap();
        assert_eq!(UrlParts::of(&url).dated.map(|dated| spell(dated.month)).as_deref(), expect, "{path}");
    }

    #[test]
    fn dates_are_found_in_many_places() {
        for path in [
            "/2024/05",
            "/2024/5/",
            "/blog/2024/05/12/title",
            "/events/2024-05",
            "/events/2024-05-12/",
            "/cal_2024_5.html",
            "/day/20240512",
            "/m/202405",
            "/?date=2024-05-12T00:00",
            "/?m=202405",
            "/c?year=2024&month=5",
            "/c?cal_month=05&cal_year=2024&view=x",
            "/c?y=2024&m=5&d=1",
        ] {
            check(path, Some("2024-05"));
        }
        for path in [
            "/2024/",
            "/2024/13",
            "/2024/title",
            "/item/12024-05",
            "/2024-13",
            "/p/991205",
            "/p/20241305",
            "/?year=2024",
            "/?month=5",
            "/0999/05",
            "/10000/05",
            "/a-2024-0512",
            "/camera-7024-7-1-megapixel",
        ] {
            check(path, None);
        }
    }

    #[test]
    fn the_rest_is_the_same_for_all_dates_of_a_calendar() {
        let rest = |path: &str| {
            let url = Url::parse("https://a.example").unwrap().join(path).unwrap();
            UrlParts::of(&url).dated.unwrap().rest
        };
        assert_eq!(rest("/cal/2024/05"), rest("/cal/2031/12/03"));
        assert_eq!(rest("/cal-2024-05.html"), rest("/cal-1999-1.html"));
        assert_eq!(rest("/c?y=2024&m=5&v=a"), rest("/c?y=2025&m=6&d=3&v=a"));
        assert_ne!(rest("/cal/2024/05"), rest("/news/2024/05"));
        assert_ne!(rest("/c?y=2024&m=5&v=a"), rest("/c?y=2024&m=5&v=b"));
        assert_ne!(rest("/2024/05/one"), rest("/2024/05/two"));
    }
}
