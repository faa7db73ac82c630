//! Days and times of a column as points of the calendar, where they are one without a guess.
//!
//! A value is read if it names a whole day, with a year of four digits, and nothing that is not understood stands beside
//! it. `5/3/2021` is in March or in May: the other values of the column tell, else the country in the page's language; where
//! neither does, it is not read.

use super::amounts::{digit, is_digit};
use super::clock::{take_half_of_day, take_offset, take_time};
use super::dates::{FILLERS, WEEKDAYS, is_of_other_calendar};
use super::days::DayOrder;
use super::iso::IsoText;
use super::language_tags::day_order;
use super::months::month_named;

/// A day, with its time where the page says it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub struct Moment {
    /// Days since 1970-01-01, as the page writes the day.
    pub day: i32,
    /// Microseconds since the day began, as the page writes the time.
    pub time: Option<i64>,
    /// How many minutes the page's time is ahead of universal time, where it says so.
    pub offset: Option<i32>,
}

impl Moment {
    /// Reads a value that needs no other to be understood.
    ///
    /// ```
    /// use tamis_extract::Moment;
    ///
    /// let moment = Moment::read("1970-01-02T01:00:00+01:00").unwrap();
    /// assert_eq!((moment.day, moment.universal()), (1, Some(86_400_000_000)));
    /// assert_eq!(Moment::read("2. Januar 1970").unwrap().day, 1);
    /// assert_eq!(Moment::read("1/2/1970"), None);
    /// ```
    pub fn read(value: &str) -> Option<Moment> {
        DateParts::read(value).map_or_else(|| Moment::of_exact(value), |parts| parts.moment(None))
    }

    /// Reads a text in ISO 8601, such as a date that a page or an archive gives for machines. What has no room is cut:
    /// fractions to microseconds, a leap second to the moment before; of a time that no clock shows the day is left, and of a
    /// month or a year its first day.
    ///
    /// ```
    /// use tamis_extract::Moment;
    ///
    /// let moment = Moment::read_iso("1970-01-02T01:00:00.1234567+01").unwrap();
    /// assert_eq!((moment.day, moment.universal()), (1, Some(86_400_123_456)));
    /// assert_eq!(Moment::read_iso("1970-01-02T25:00").unwrap().day, 1);
    /// assert_eq!(Moment::read_iso("1970-02").unwrap().day, 31);
    /// ```
    pub fn read_iso(text: &str) -> Option<Moment> {
        Moment::of_iso(&IsoText::read(text)?)
    }

    /// A text in ISO 8601 of which nothing is lost.
    fn of_exact(text: &str) -> Option<Moment> {
        Moment::of_iso(&IsoText::read(text).filter(|text| text.is_exact && text.day.is_some())?)
    }

    fn of_iso(text: &IsoText) -> Option<Moment> {
        let (year, month, day) = (text.year, text.month.unwrap_or(1), text.day.unwrap_or(1));
        let is_known = is_year(year) && !is_of_other_calendar(year) && is_day((year, month, day));
        is_known.then(|| Moment { day: days_since_1970(year, month, day), time: text.time, offset: text.offset })
    }

    /// Reads the texts of a column; `language` is what the page declares.
    pub(super) fn read_column(texts: &[&str], language: Option<&str>) -> Vec<Option<Moment>> {
        let parts: Vec<Option<DateParts>> = texts.iter().map(|text| DateParts::read(text)).collect();
        let says = |order| parts.iter().flatten().any(|parts| parts.order() == Some(order));
        let order = match (says(DayOrder::DayFirst), says(DayOrder::MonthFirst)) {
            (true, false) => Some(DayOrder::DayFirst),
            (false, true) => Some(DayOrder::MonthFirst),
            (true, true) => None,
            (false, false) => language.and_then(day_order),
        };
        let moment = |parts: Option<&DateParts>, text: &str| match parts {
            Some(parts) => parts.moment(order),
            None => Moment::of_exact(text),
        };
        parts.iter().zip(texts).map(|(parts, text)| moment(parts.as_ref(), text)).collect()
    }

    /// Microseconds since the beginning of 1970 on the clock of the page; `None` without a time.
    pub fn local(self) -> Option<i64> {
        Some(i64::from(self.day) * MICROS_PER_DAY + self.time?)
    }

    /// Microseconds since the beginning of 1970 in universal time; `None` where the page does not say how far from it its
    /// time is.
    pub fn universal(self) -> Option<i64> {
        Some(self.local()? - i64::from(self.offset?) * 60_000_000)
    }

    /// The [local](Moment::local) time of a page that does not say how far from universal time it is; `None` where it does.
    pub fn without_zone(self) -> Option<i64> {
        self.local().filter(|_| self.offset.is_none())
    }
}

const MICROS_PER_DAY: i64 = 86_400_000_000;
const HOUR: i64 = 3_600_000_000;
const NOON: i64 = 12 * HOUR;

/// What stands in a value.
#[derive(Default)]
struct DateParts {
    numbers: Vec<Number>,
    month: Option<u8>,
    time: Option<i64>,
    offset: Option<i32>,
    /// Whether the hours are those of half a day, and of which.
    is_afternoon: Option<bool>,
}

struct Number {
    value: u32,
    n_digits: usize,
    /// The sign between it and the number before.
    separator: Option<char>,
}

impl DateParts {
    /// `None` if something stands there that is not understood.
    fn read(value: &str) -> Option<DateParts> {
        /// Longer ones are prose.
        const MAX_BYTES: usize = 200;
        let mut rest = value.trim();
        if rest.len() > MAX_BYTES {
            return None;
        }
        let mut parts = DateParts::default();
        let mut separator = None;
        let counts_to_24 = counts_to_24(rest);
        while let Some(c) = rest.chars().next() {
            if is_digit(c) {
                if let Some((time, after)) = take_time(rest) {
                    set(&mut parts.time, time)?;
                    rest = after;
                    if let Some((is_afternoon, after)) = take_half_of_day(rest).filter(|_| !counts_to_24) {
                        let mark = &rest[..rest.len() - after.len()];
                        // "10:30 am 5. April" is German for "on"; of all hours only those from 12 to 1 would be others.
                        if !(mark.trim().eq_ignore_ascii_case("am") && begins_with_ordinal(after)) {
                            parts.is_afternoon = Some(is_afternoon);
                            rest = after;
                        } else if (NOON..NOON + HOUR).contains(&time) {
                            return None;
                        }
                    }
                    continue;
                }
                let (number, after) = take_number(rest, separator.take())?;
                parts.numbers.push(number);
                rest = after;
            } else if matches!(c, '年' | '月' | '日' | '년' | '월' | '일') {
                separator = Some('年');
                rest = &rest[c.len_utf8()..];
            } else if c.is_alphabetic() || c == 'º' {
                let end = rest.find(|c: char| !c.is_alphabetic() && c != 'º').unwrap_or(rest.len());
                let word = rest[..end].to_lowercase();
                rest = &rest[end..];
                // Behind a time, and not before a day, it may be a mark that belongs to it.
                if word == "am" && parts.time.is_some() && !rest.trim_start().starts_with(is_digit) {
                    return None;
                }
                parts.add_word(&word)?;
            } else if let Some((offset, after)) = take_offset(rest).filter(|_| parts.time.is_some()) {
                set(&mut parts.offset, offset)?;
                rest = after;
            } else {
                match c {
                    '.' | '/' | '-' | '–' => separator = Some(c),
                    ' ' | '\u{a0}' | '\u{202f}' | ',' | '(' | ')' | '\'' | '’' => {}
                    _ => return None,
                }
                rest = &rest[c.len_utf8()..];
            }
        }
        Some(parts)
    }

    fn add_word(&mut self, word: &str) -> Option<()> {
        let has_time = self.time.is_some();
        match word {
            "z" | "utc" | "gmt" if has_time => return set(&mut self.offset, 0),
            // Letters that mean a time of day but do not stand behind it, and names of zones, which several countries share.
            "a" | "p" | "pm" | "m" | "z" | "utc" | "gmt" | "est" | "pst" | "cet" => return None,
            _ => {}
        }
        if let Some(month) = month_named(word) {
            return set(&mut self.month, month);
        }
        let is_short = (2..=4).contains(&word.chars().count());
        let is_weekday = WEEKDAYS.iter().any(|&name| name == word || (is_short && name.starts_with(word)));
        (is_weekday || FILLERS.contains(&word)).then_some(())
    }

    /// Which number comes first, if this value tells.
    fn order(&self) -> Option<DayOrder> {
        let (first, second, _, separator) = self.day_and_month()?;
        match separator {
            '.' => None,
            _ if first > 12 && second <= 12 => Some(DayOrder::DayFirst),
            _ if second > 12 && first <= 12 => Some(DayOrder::MonthFirst),
            _ => None,
        }
    }

    /// Two numbers before a year, and the sign between them.
    fn day_and_month(&self) -> Option<(u32, u32, u32, char)> {
        let [first, second, year] = self.numbers.as_slice() else { return None };
        let separator = one_separator(second, year).filter(|&separator| separator != '年')?;
        let is_date = self.month.is_none() && first.n_digits <= 2 && second.n_digits <= 2;
        let year = year.year().filter(|&year| !is_of_other_calendar(year))?;
        Some((first.value, second.value, year, separator)).filter(|_| is_date)
    }

    fn moment(&self, order: Option<DayOrder>) -> Option<Moment> {
        let (year, month, day) = match (self.month, self.numbers.as_slice()) {
            (Some(month), [one, other]) => match (one.year(), other.year()) {
                (None, Some(year)) => (year, month.into(), one.value),
                (Some(year), None) => (year, month.into(), other.value),
                _ => return None,
            },
            (None, [year, month, day]) if year.n_digits == 4 => {
                let separator = one_separator(month, day)?;
                let is_short = month.n_digits <= 2 && day.n_digits <= 2;
                let is_ours = separator == '年' || !is_of_other_calendar(year.value);
                (year.year().filter(|_| is_short && is_ours)?, month.value, day.value)
            }
            (None, [..]) => {
                let (first, second, year, separator) = self.day_and_month()?;
                // Dots are signs of those who write the day first.
                let order = if separator == '.' { Some(DayOrder::DayFirst) } else { order };
                let (day_first, month_first) = ((year, second, first), (year, first, second));
                match (is_day(day_first), is_day(month_first)) {
                    (true, false) => day_first,
                    (false, true) => month_first,
                    (true, true) if first == second || order == Some(DayOrder::DayFirst) => day_first,
                    (true, true) if order == Some(DayOrder::MonthFirst) => month_first,
                    _ => return None,
                }
            }
            _ => return None,
        };
        is_day((year, month, day)).then_some(())?;
        Some(Moment { day: days_since_1970(year, month, day), time: self.time()?, offset: self.offset })
    }

    /// The time of the whole day; `None` for one that no clock shows.
    #[expect(clippy::option_option, reason = "no time is fine, a wrong one is not")]
    fn time(&self) -> Option<Option<i64>> {
        let Some(time) = self.time else { return Some(None) };
        let Some(is_afternoon) = self.is_afternoon else { return Some(Some(time)) };
        if !(HOUR..13 * HOUR).contains(&time) {
            return None;
        }
        Some(Some(time % (12 * HOUR) + if is_afternoon { 12 * HOUR } else { 0 }))
    }
}

impl Number {
    fn year(&self) -> Option<u32> {
        (self.n_digits == 4 && is_year(self.value)).then_some(self.value)
    }
}

fn is_year(year: u32) -> bool {
    (1000..=2199).contains(&year)
}

/// Whether a value has a word that only those use who count the hours to 24: there `am` is German for "on".
fn counts_to_24(value: &str) -> bool {
    let mut words = value.split(|c: char| !c.is_alphabetic());
    words.any(|word| ["uhr", "um", "kl"].iter().any(|&known| word.eq_ignore_ascii_case(known)))
}

/// Whether a number with a dot follows, such as the day in "am 5. April".
fn begins_with_ordinal(text: &str) -> bool {
    let text = text.trim_start();
    let rest = text.trim_start_matches(is_digit);
    rest.len() < text.len() && rest.starts_with('.')
}

/// Sets what may be said once.
fn set<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

/// The sign before two numbers, if it is the same.
fn one_separator(second: &Number, third: &Number) -> Option<char> {
    second.separator.filter(|_| second.separator == third.separator)
}

/// A number of a date at the start, and what follows it; `None` if it is too long for one.
fn take_number(text: &str, separator: Option<char>) -> Option<(Number, &str)> {
    let end = text.find(|c| !is_digit(c)).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let n_digits = digits.chars().count();
    let value = digits.chars().take(4).filter_map(digit).filter_map(|c| c.to_digit(10)).fold(0, |sum, d| sum * 10 + d);
    (n_digits <= 4).then_some((Number { value, n_digits, separator }, rest))
}

fn is_day((year, month, day): (u32, u32, u32)) -> bool {
    let n_days = match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=n_days).contains(&day)
}

/// Days since 1970-01-01 of a day of the Gregorian calendar. Years are counted from March, so that the day that some years
/// lack is their last.
fn days_since_1970(year: u32, month: u32, day: u32) -> i32 {
    /// From the first of March of the year 0.
    const OF_1970: i32 = 719_468;
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1;
    days as i32 - OF_1970
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, expect: Option<(i32, Option<i64>, Option<i32>)>) {
        let found = Moment::read(value).map(|moment| (moment.day, moment.time, moment.offset));
        assert_eq!(found, expect, "{value}");
    }

    #[expect(clippy::unnecessary_wraps, reason = "a time of day may be missing")]
    const fn clock(hours: i64, minutes: i64, seconds: i64) -> Option<i64> {
        Some(((hours * 60 + minutes) * 60 + seconds) * 1_000_000)
    }

    #[test]
    fn whole_days_are_read_in_many_languages() {
        for value in [
            "2013-04-05",
            "2013/04/05",
            "5.4.2013",
            "05. 04. 2013",
            "5 April 2013",
            "April 5th, 2013",
            "Fri, 5 Apr 2013",
            "am 5. April 2013",
            "le 5 avril 2013",
            "5 de abril de 2013",
            "2013年4月5日",
            "2013. 4. 5.",
            "5 апреля 2013 г.",
            "5-Apr-2013",
        ] {
            check(value, Some((15_800, None, None)));
        }
        check("1969-12-31", Some((-1, None, None)));
        check("2000-02-29", Some((11_016, None, None)));
        check("1600-03-01", Some((-135_080, None, None)));
    }

    #[test]
    fn times_keep_their_zone_if_the_page_says_it() {
        check("2013-04-05T12:30:00Z", Some((15_800, clock(12, 30, 0), Some(0))));
        check("2013-04-05 12:30", Some((15_800, clock(12, 30, 0), None)));
        check("2013-04-05T23:30:15.25-05:00", Some((15_800, clock(23, 30, 15).map(|time| time + 250_000), Some(-300))));
        check("Fri, 5 Apr 2013 09:05:00 +0200", Some((15_800, clock(9, 5, 0), Some(120))));
        check("5 April 2013, 4:10 pm", Some((15_800, clock(16, 10, 0), None)));
        check("5 April 2013 12:10 a.m.", Some((15_800, clock(0, 10, 0), None)));
        check("5. April 2013 um 9:05 Uhr", Some((15_800, clock(9, 5, 0), None)));
        check("2013-04-05 12:30:00+01", Some((15_800, clock(12, 30, 0), Some(60))));
        let moment = Moment::read("2013-04-05T23:30:00-05:00").expect("a moment");
        assert_eq!(moment.universal(), Some(15_801 * MICROS_PER_DAY + 4 * 3_600_000_000 + 1_800_000_000));
    }

    #[test]
    fn half_of_the_day_is_said_directly_behind_the_time_and_never_where_hours_count_to_24() {
        for (value, time) in [
            ("12:30 Uhr am 5. April 2013", clock(12, 30, 0)),
            ("um 12:30 am 5. April 2013", clock(12, 30, 0)),
            ("kl. 12:30, 5. april 2013", clock(12, 30, 0)),
            ("10:30 am 5. April 2013", clock(10, 30, 0)),
            ("15:30 am 5.4.2013", clock(15, 30, 0)),
            ("12:30 am 5 April 2013", clock(0, 30, 0)),
            ("12:30 AM, April 5, 2013", clock(0, 30, 0)),
            ("4:10pm 5 April 2013", clock(16, 10, 0)),
            ("4:10p, 5 April 2013", clock(16, 10, 0)),
            ("5 de abril de 2013, 4:10 p. m.", clock(16, 10, 0)),
            ("5 April 2013 4:10\u{a0}P.M.", clock(16, 10, 0)),
        ] {
            check(value, Some((15_800, time, None)));
        }
        for unclear in
            ["12:30 am 5. April 2013", "12:30 on 5 April 2013 am", "12:30 5 April 2013 pm", "4:10 pm Uhr 5.4.2013"]
        {
            check(unclear, None);
        }
    }

    #[test]
    fn numbers_of_another_calendar_are_no_days_of_ours() {
        for value in ["1402/05/12", "۱۴۰۲/۰۵/۱۲", "12/05/1402", "1445-01-30", "30.1.1445", "1402-05-12T10:00:00+03"]
        {
            check(value, None);
            assert_eq!(Moment::read_iso(value), None, "{value}");
        }
        assert!(Moment::read("29 May 1453").is_some() && Moment::read("1299-12-31").is_some());
        assert!(Moment::read("1500/01/01").is_some() && Moment::read("1402年5月12日").is_some());
    }

    #[test]
    fn texts_of_machines_have_a_day_whatever_their_time_is() {
        for (text, time, offset) in [
            ("2013-04-05T10:00:00.1234567+01:00", clock(10, 0, 0).map(|time| time + 123_456), Some(60)),
            ("2013-04-05T10:00:00.9999999Z", clock(10, 0, 0).map(|time| time + 999_999), Some(0)),
            ("2013-04-05T10:00:00+01", clock(10, 0, 0), Some(60)),
            ("2013-04-05T10:00:00-0330", clock(10, 0, 0), Some(-210)),
            ("2013-04-05T10:00Z", clock(10, 0, 0), Some(0)),
            ("2013-04-05 10:00", clock(10, 0, 0), None),
            ("2013-04-05T23:59:60Z", clock(23, 59, 59).map(|time| time + 999_999), Some(0)),
            ("2013-04-05T12:30:60Z", None, None),
            ("2013-04-05T24:00:00", None, None),
            ("2013-04-05T10:00:00+01:00:00", None, None),
            ("2013-04-05", None, None),
        ] {
            let found = Moment::read_iso(text).map(|moment| (moment.day, moment.time, moment.offset));
            assert_eq!(found, Some((15_800, time, offset)), "{text}");
        }
        assert_eq!(Moment::read_iso("2013").map(|moment| moment.day), Some(15_706));
        assert_eq!(Moment::read_iso("2013-04").map(|moment| moment.day), Some(15_796));
        for none in ["", "13", "2013-4-5", "2013-13-05", "2013-02-30", "2013-04-05x", "20130405", "April 2013"] {
            assert_eq!(Moment::read_iso(none), None, "{none}");
        }
    }

    #[test]
    fn what_is_no_whole_day_or_needs_a_guess_is_not_read() {
        for value in [
            "",
            "2013",
            "April 2013",
            "20-Jan",
            "05/04/13",
            "5/4/2013",
            "31.2.2013",
            "2013-13-05",
            "5 April 2013 – 6 April 2013",
            "5 April 2013 12:30 EST",
            "2013-04-05T12:30:60Z",
            "2013-04-05T12:30:00.1234567Z",
            "25:00 5 April 2013",
            "5 April 2013 13:10 pm",
            "yesterday",
            "updated 5 April 2013",
            "12345-04-05",
            "2013-04-05T12:30:00Z+",
            "2013-04-05T12:30:00+é1:00",
        ] {
            check(value, None);
        }
    }

    #[test]
    fn the_column_or_the_country_tells_which_number_is_the_month() {
        let days = |values: &[&str], language| {
            let days = Moment::read_column(values, language).into_iter();
            days.map(|moment| moment.map(|moment| moment.day)).collect::<Vec<_>>()
        };
        let (fifth_of_april, fourth_of_may) = (Some(15_800), Some(15_829));
        assert_eq!(days(&["5/4/2013", "25/4/2013"], Some("en-US"))[0], fifth_of_april);
        assert_eq!(days(&["5/4/2013", "4/25/2013"], Some("de"))[0], fourth_of_may);
        assert_eq!(days(&["5/4/2013"], Some("en-US"))[0], fourth_of_may);
        assert_eq!(days(&["5/4/2013"], Some("es-MX"))[0], fifth_of_april);
        assert_eq!(days(&["5/4/2013"], Some("it"))[0], fifth_of_april);
        assert_eq!(days(&["5/4/2013"], Some("en"))[0], None);
        assert_eq!(days(&["5/4/2013", "25/4/2013", "4/25/2013"], None)[0], None);
        assert_eq!(days(&["4/4/2013"], None)[0], Some(15_799));
    }
}
