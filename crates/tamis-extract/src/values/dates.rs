//! Days and times as people write them.

use super::amounts::{digit, is_digit};
use super::months::month_named;

/// Names of the days of the week in the same languages.
pub(super) const WEEKDAYS: &[&str] = &[
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "montag", "dienstag", "mittwoch",
    "donnerstag", "freitag", "samstag", "sonntag", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi",
    "dimanche", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo", "segunda", "terça", "quarta",
    "quinta", "sexta", "feira", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica",
    "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
];

/// Words that stand in dates and say nothing.
pub(super) const FILLERS: &[&str] = &[
    "de", "del", "of", "the", "le", "den", "am", "um", "at", "à", "às", "kl", "г", "st", "nd", "rd", "th", "er", "º",
    "pm", "uhr", "h", "z", "t", "utc", "gmt", "est", "pst", "cet", "am", "a", "p", "m",
];

/// Whether the string is a day, with or without its year, weekday and time.
pub(super) fn is_date(value: &str) -> bool {
    let mut date = DateParts::default();
    let mut rest = value;
    while let Some(c) = rest.chars().next() {
        if is_digit(c) {
            let (number, after) = take_number(rest);
            if let Some(end) = time_end(rest) {
                rest = &rest[end..];
                continue;
            }
            rest = after;
            let Some(number) = number else { return false };
            date.numbers.push(number);
            if date.numbers.len() > 3 {
                return false;
            }
            date.separators.push(rest.chars().next().unwrap_or(' '));
        } else if c.is_alphabetic() || c == 'º' {
            let is_cjk = matches!(c, '年' | '月' | '日' | '년' | '월' | '일');
            let end = if is_cjk { c.len_utf8() } else { word_end(rest) };
            let (word, after) = rest.split_at(end);
            rest = after;
            if !date.add_word(&word.to_lowercase()) {
                return false;
            }
        } else if matches!(c, ' ' | '\u{a0}' | ',' | '.' | '/' | '-' | '–' | '\'' | '’' | '(' | ')' | '+') {
            rest = &rest[c.len_utf8()..];
        } else {
            return false;
        }
    }
    date.is_day()
}

/// Whether the string is a time of day or a running time.
pub(super) fn is_time(value: &str) -> bool {
    let Some(end) = time_end(value) else { return false };
    let rest = value[end..].trim().to_lowercase();
    matches!(rest.as_str(), "" | "am" | "pm" | "a.m." | "p.m." | "uhr" | "h" | "min" | "gmt" | "utc")
}

/// The end of `12:30`, `12:30:15.5` or `12h30` at the start of the string.
fn time_end(value: &str) -> Option<usize> {
    let bytes = value.as_bytes();
    let n_hours = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !(1..=3).contains(&n_hours) || !matches!(bytes.get(n_hours), Some(b':' | b'h')) {
        return None;
    }
    let two_digits = |at: usize| {
        let is_sixtieth =
            matches!(bytes.get(at), Some(b'0'..=b'5')) && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        is_sixtieth && !bytes.get(at + 2).is_some_and(u8::is_ascii_digit)
    };
    if !two_digits(n_hours + 1) {
        return None;
    }
    let mut end = n_hours + 3;
    if bytes.get(end) == Some(&b':') && two_digits(end + 1) {
        end += 3;
        if bytes.get(end) == Some(&b'.') {
            end += 1 + bytes[end + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        }
    }
    Some(end)
}

#[derive(Default)]
struct DateParts {
    numbers: Vec<Number>,
    /// The character after each number.
    separators: Vec<char>,
    n_months: usize,
    has_cjk_month: bool,
}

#[derive(Clone, Copy)]
struct Number {
    value: u32,
    n_digits: usize,
}

impl Number {
    fn is_year(self) -> bool {
        self.n_digits == 4 && (1000..=2199).contains(&self.value)
    }

    fn is_short_year(self) -> bool {
        self.n_digits == 2
    }

    fn is_day(self) -> bool {
        self.n_digits <= 2 && (1..=31).contains(&self.value)
    }

    fn is_month(self) -> bool {
        self.n_digits <= 2 && (1..=12).contains(&self.value)
    }
}

/// Whether a year in numbers is more likely one of the Persian or the Islamic calendar: 1402 began in 2023 there, 1445 too. Taken
/// for one of ours it would be six hundred years off, and pages with days of the years 1300 to 1499 in numbers are rare.
pub(super) fn is_of_other_calendar(year: u32) -> bool {
    (1300..=1499).contains(&year)
}

impl DateParts {
    /// Takes a word that can stand in a date; false for any other.
    fn add_word(&mut self, word: &str) -> bool {
        match word {
            "年" | "日" | "년" | "일" => return true,
            "月" | "월" => {
                self.has_cjk_month = true;
                return true;
            }
            _ => {}
        }
        let n_chars = word.chars().count();
        if month_named(word).is_some() {
            self.n_months += 1;
            return true;
        }
        FILLERS.contains(&word)
            || WEEKDAYS.iter().any(|&name| name == word || ((2..=4).contains(&n_chars) && name.starts_with(word)))
    }

    fn is_day(&self) -> bool {
        match (self.n_months, self.numbers.as_slice()) {
            (1, [one]) => one.is_day() || one.is_year(),
            (1, [one, other]) => {
                let is_year = |number: Number| number.is_year() || number.is_short_year();
                (one.is_day() && is_year(*other)) || (one.is_year() && other.is_day())
            }
            (0, [month, day]) => self.has_cjk_month && month.is_month() && day.is_day(),
            (0, [year, month, day]) if year.is_year() => {
                let is_ours = !is_of_other_calendar(year.value);
                month.is_month() && day.is_day() && (self.has_cjk_month || (is_ours && self.has_one_separator()))
            }
            (0, [one, other, year]) => {
                let is_day_and_month = (one.is_day() && other.is_month()) || (one.is_month() && other.is_day());
                // Three short numbers with dots are more often a version or a section.
                let is_year = year.is_year() || (year.is_short_year() && self.separators[0] != '.');
                let is_ours = !year.is_year() || !is_of_other_calendar(year.value);
                is_day_and_month && is_year && is_ours && self.has_one_separator()
            }
            _ => false,
        }
    }

    fn has_one_separator(&self) -> bool {
        self.separators[0] == self.separators[1] && matches!(self.separators[0], '-' | '/' | '.' | '–')
    }
}

/// The number at the start of the string, `None` if it is too long for a date, and what follows it.
fn take_number(text: &str) -> (Option<Number>, &str) {
    let end = text.find(|c| !is_digit(c)).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let n_digits = digits.chars().count();
    let value = digits.chars().take(4).filter_map(digit).filter_map(|c| c.to_digit(10)).fold(0, |sum, d| sum * 10 + d);
    ((n_digits <= 4).then_some(Number { value, n_digits }), rest)
}

fn word_end(text: &str) -> usize {
    text.find(|c: char| !c.is_alphabetic() && c != 'º').unwrap_or(text.len())
}
