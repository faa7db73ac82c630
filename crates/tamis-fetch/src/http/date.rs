//! Dates of HTTP read, dates of WARC written.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// A date in one of the three forms of RFC 9110: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
/// `Sun Nov  6 08:49:37 1994`. The day of the week is not looked at.
pub(super) fn parse_http_date(text: &str) -> Option<SystemTime> {
    let text = text.trim();
    let words: Vec<&str> = match text.split_once(',') {
        Some((_, rest)) => rest.split([' ', '-']).filter(|word| !word.is_empty()).collect(),
        None => text.split(' ').filter(|word| !word.is_empty()).skip(1).collect(),
    };
    let (day, month, year, time) = match (text.contains(','), words.as_slice()) {
        (true, [day, month, year, time, zone]) if matches!(*zone, "GMT" | "UTC") => (day, month, year, time),
        (false, [month, day, time, year]) => (day, month, year, time),
        _ => return None,
    };
    let month = MONTHS.iter().position(|name| month.eq_ignore_ascii_case(name))? as u64 + 1;
    let day = number(day).filter(|day| (1..=31).contains(day))?;
    let year = match (year.len(), number(year)?) {
        // Two digits: the century before, unless that is more than fifty years ago.
        (2, year) => {
            if year < 70 {
                2000 + year
            } else {
                1900 + year
            }
        }
        (4, year) if year >= 1970 => year,
        _ => return None,
    };
    let mut parts = time.split(':').map(number);
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some() || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let seconds = days_since_1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
    UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

fn number(text: &str) -> Option<u64> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// A moment as `2024-01-02T03:04:05Z`: the form of WARC and of the records that are printed.
pub fn timestamp(at: SystemTime) -> String {
    let seconds = at.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Days of the Gregorian calendar, counted in years that begin in March, so that the leap day is the last one.
fn days_since_1970(year: u64, month: u64, day: u64) -> u64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    year * 365 + year / 4 - year / 100 + year / 400 + day_of_year - 719_468
}

/// Year, month and day of a number of days since 1970.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        parse_http_date(text).map(timestamp)
    }

    #[test]
    fn the_three_forms_are_one_moment() {
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            assert_eq!(read(text).as_deref(), Some("1994-11-06T08:49:37Z"), "{text}");
        }
        assert_eq!(read("Thu, 29 Feb 2024 23:59:59 GMT").as_deref(), Some("2024-02-29T23:59:59Z"));
        assert_eq!(read("Thu, 01 Jan 1970 00:00:00 GMT").as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(read("Fri, 31 Dec 9999 23:59:59 GMT").as_deref(), Some("9999-12-31T23:59:59Z"));
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "0",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 06 Foo 1994 08:49:37 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT",
            "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 1969 08:49:37 GMT",
            "Sun, 06 Nov 99999 08:49:37 GMT",
            "1994-11-06T08:49:37Z",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn every_day_is_read_as_it_is_written() {
        for days in 0..60_000 {
            let (year, month, day) = civil(days);
            assert_eq!(days_since_1970(year, month, day), days, "{year}-{month}-{day}");
        }
    }
}
