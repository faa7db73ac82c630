//! Months and days in addresses.

use super::parts::{Parts, number_of};

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
pub(super) fn find(parts: &Parts<'_>) -> Option<Dated> {
    in_path(parts).or_else(|| in_value(parts)).or_else(|| in_two_parameters(parts))
}

/// The month of a date: `2024-05-12T03:04:05Z`.
pub(super) fn month_in(date: &str) -> Option<u32> {
    within(date).map(|(month, ..)| month)
}

/// A month, and how many bytes or segments the date takes.
type Found = (u32, usize);

fn in_path(parts: &Parts<'_>) -> Option<Dated> {
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

fn in_value(parts: &Parts<'_>) -> Option<Dated> {
    parts.parameters.iter().enumerate().find_map(|(i, (name, value))| {
        let (month, before, after) = within(value)?;
        let others = (&parts.parameters[..i], &parts.parameters[i + 1..]);
        Some(Dated { month, rest: number_of(&(parts.page(), name, before, after, others)) })
    })
}

/// `year=2024&month=5&day=12`, in any order, with names such as `cal_month`.
fn in_two_parameters(parts: &Parts<'_>) -> Option<Dated> {
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
fn over_segments(segments: &[&str]) -> Option<Found> {
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
fn with_separators(text: &str) -> Option<Found> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use url::Url;

    #[track_caller]
    fn check(path: &str, expect: Option<&str>) {
        let url = Url::parse("https://a.example").unwrap().join(path).unwrap();
        assert_eq!(Parts::of(&url).dated.map(|dated| spell(dated.month)).as_deref(), expect, "{path}");
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
            Parts::of(&url).dated.unwrap().rest
        };
        assert_eq!(rest("/cal/2024/05"), rest("/cal/2031/12/03"));
        assert_eq!(rest("/cal-2024-05.html"), rest("/cal-1999-1.html"));
        assert_eq!(rest("/c?y=2024&m=5&v=a"), rest("/c?y=2025&m=6&d=3&v=a"));
        assert_ne!(rest("/cal/2024/05"), rest("/news/2024/05"));
        assert_ne!(rest("/c?y=2024&m=5&v=a"), rest("/c?y=2024&m=5&v=b"));
        assert_ne!(rest("/2024/05/one"), rest("/2024/05/two"));
    }
}
