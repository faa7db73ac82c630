//! Days that stand in a text, and moments as machines write them.

use super::amounts::{digit, is_digit};
use super::months::month_named;

/// A day of the calendar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[expect(clippy::struct_field_names, reason = "a day has a day of the month")]
pub(crate) struct Day {
    pub(crate) year: u16,
    pub(crate) month: u8,
    pub(crate) day: u8,
}

/// Which number comes first where a date is three numbers and both are possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DayOrder {
    /// 5/3/2021 is in March: most of the world.
    DayFirst,
    /// 5/3/2021 is in May: the United States.
    MonthFirst,
}

impl Day {
    /// The day, if the calendar has it and a page could have been written on it: earlier years are history, and later
    /// ones mistakes.
    pub(crate) fn new(year: u32, month: u32, day: u32) -> Option<Day> {
        let n_days = match month {
            2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        let is_day = (1..=n_days).contains(&day) && (1990..2100).contains(&year);
        is_day.then_some(Day { year: year as u16, month: month as u8, day: day as u8 })
    }

    /// Whether two days follow each other.
    pub(crate) fn is_next_to(self, other: Day) -> bool {
        let (early, late) = if self < other { (self, other) } else { (other, self) };
        let next = [(early.month, early.day + 1), (early.month + 1, 1)]
            .into_iter()
            .find_map(|(month, day)| Day::new(early.year.into(), month.into(), day.into()));
        next.or_else(|| Day::new(u32::from(early.year) + 1, 1, 1)) == Some(late)
    }

    /// `2021-03-05`
    pub(crate) fn iso(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A moment as machines write it, in ISO 8601: the day, and the time as it stands if there is one. `20210305` and
/// `2021/03/05` are understood, a text before or after is not.
pub(crate) fn moment(text: &str) -> Option<String> {
    let text = text.trim();
    let bytes = text.as_bytes();
    let number = |range: std::ops::Range<usize>| {
        let digits = bytes.get(range)?;
        let is_number = digits.iter().all(u8::is_ascii_digit);
        is_number.then(|| digits.iter().fold(0, |sum, byte| sum * 10 + u32::from(byte - b'0')))
    };
    let n_digits = |at: usize| bytes[at.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (day, end) = match n_digits(0) {
        4 if matches!(bytes.get(4), Some(b'-' | b'/' | b'.')) => {
            let month_end = 5 + n_digits(5);
            let day_end = month_end + 1 + n_digits(month_end + 1);
            if month_end > 7 || day_end > month_end + 3 || bytes.get(month_end) != Some(&bytes[4]) {
                return None;
            }
            (Day::new(number(0..4)?, number(5..month_end)?, number(month_end + 1..day_end)?)?, day_end)
        }
        8 | 14 => (Day::new(number(0..4)?, number(4..6)?, number(6..8)?)?, 8),
        _ => return None,
    };
    let time = text[end..].trim_start_matches(['T', ' ', 't']).trim();
    let is_time = time.len() >= 5
        && time.len() <= 32
        && time.as_bytes()[0].is_ascii_digit()
        && time.as_bytes().get(2) == Some(&b':')
        && time.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b'+' | b'-' | b'Z'));
    Some(if is_time { format!("{}T{time}", day.iso()) } else { day.iso() })
}

/// The days that a short text names, in order. Where nothing tells the order of day and month, those that could be two days are
/// none. Texts are cut at 400 bytes: dates stand in short ones.
pub(crate) fn days_in(text: &str, order: Option<DayOrder>) -> Vec<Day> {
    let pieces = pieces(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        match day_at(&pieces[at..], order) {
            Some((day, n_pieces)) => {
                found.push(day);
                at += n_pieces;
            }
            None => at += 1,
        }
    }
    found
}

/// Whether a short text names a day that is another one in the other order, where nothing tells the order.
pub(crate) fn is_unclear(text: &str, order: Option<DayOrder>) -> bool {
    order.is_none()
        && text.contains(['/', '-', '–'])
        && days_in(text, None).len() < days_in(text, Some(DayOrder::DayFirst)).len()
}

/// The order of day and month that the days of short texts show: 25/3/2021 is in March. `None` where they show none, or both.
pub(crate) fn order_shown<'t>(texts: impl Iterator<Item = &'t str>) -> Option<DayOrder> {
    let has_numbers =
        |text: &&str| text.as_bytes().windows(3).any(|three| matches!(three, [b'0'..=b'9', b'/' | b'-', b'0'..=b'9']));
    let mut shown = texts.filter(has_numbers).filter_map(|text| pieces(text).windows(3).find_map(order_of));
    let first = shown.next()?;
    shown.all(|order| order == first).then_some(first)
}

/// The order of three numbers that are a day in one order only.
fn order_of(pieces: &[Piece<'_>]) -> Option<DayOrder> {
    let [
        Piece { kind: PieceKind::Number { value: one, n_digits: 1..=2 }, .. },
        Piece { kind: PieceKind::Number { value: two, n_digits: 1..=2 }, gap },
        Piece { kind: PieceKind::Number { value: year, n_digits: 4 }, gap: gap_three },
    ] = pieces
    else {
        return None;
    };
    if gap != gap_three || !matches!(*gap, "/" | "-") {
        return None;
    }
    match (Day::new(*year, *two, *one), Day::new(*year, *one, *two)) {
        (Some(_), None) => Some(DayOrder::DayFirst),
        (None, Some(_)) => Some(DayOrder::MonthFirst),
        _ => None,
    }
}

/// A number or a word, and what stands between it and the piece before.
struct Piece<'a> {
    gap: &'a str,
    kind: PieceKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PieceKind {
    Number {
        value: u32,
        n_digits: usize,
    },
    Month(u8),
    /// `年`, `月`, `日` and their like.
    Mark,
    Filler,
    Word,
}

/// Words between the parts of a date that say nothing.
const FILLERS: [&str; 26] = [
    "de", "del", "of", "the", "den", "st", "nd", "rd", "th", "er", "º", "d", "of", "a", "ng", "і", "г", "di", "da",
    "do", "tháng", "năm", "ngày", "of", "dne", "der",
];

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut end = text.len().min(400);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = &text[..end];
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut rest = text;
    let mut gap_start = rest;
    while let Some(c) = rest.chars().next() {
        let (kind, n_bytes) = if is_digit(c) {
            let end = rest.find(|c| !is_digit(c)).unwrap_or(rest.len());
            let n_digits = rest[..end].chars().count();
            let digits = rest[..end].chars().take(9).filter_map(digit).filter_map(|c| c.to_digit(10));
            (PieceKind::Number { value: digits.fold(0, |sum, digit| sum * 10 + digit), n_digits }, end)
        } else if matches!(c, '年' | '月' | '日' | '년' | '월' | '일') {
            (PieceKind::Mark, c.len_utf8())
        } else if c.is_alphabetic() || c == 'º' {
            let is_letter = |c: char| c.is_alphabetic() || is_combining(c);
            let end = rest.find(|c| !is_letter(c)).unwrap_or(rest.len());
            let word = rest[..end].to_lowercase();
            let kind = match month_named(&word) {
                Some(month) => PieceKind::Month(month),
                None if FILLERS.contains(&word.as_str()) => PieceKind::Filler,
                None => PieceKind::Word,
            };
            (kind, end)
        } else {
            rest = &rest[c.len_utf8()..];
            continue;
        };
        let gap = &gap_start[..gap_start.len() - rest.len()];
        pieces.push(Piece { gap, kind });
        rest = &rest[n_bytes..];
        gap_start = rest;
    }
    pieces
}

/// Vowel signs of Indic scripts and Thai, which are no letters by themselves.
fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{903}' | '\u{93a}'..='\u{94f}' | '\u{981}'..='\u{983}' | '\u{9bc}'..='\u{9d7}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}')
}

/// The day that begins with the first piece, and how many pieces it takes.
fn day_at(pieces: &[Piece<'_>], order: Option<DayOrder>) -> Option<(Day, usize)> {
    // The next three pieces that are no fillers, with the gaps before the second and third.
    let mut parts: Vec<(usize, PieceKind, &str)> = Vec::with_capacity(3);
    for (at, piece) in pieces.iter().enumerate().take(9) {
        match piece.kind {
            PieceKind::Filler | PieceKind::Mark if !parts.is_empty() && parts.len() < 3 => {}
            kind => parts.push((at, kind, if at == 0 { "" } else { piece.gap.trim() })),
        }
        if parts.len() == 3 {
            break;
        }
    }
    let &[(_, one, _), (_, two, gap_two), (last, three, gap_three)] = parts.as_slice() else { return None };
    let day = match (one, two, three) {
        (PieceKind::Number { .. }, PieceKind::Number { .. }, PieceKind::Number { .. }) => {
            numeric_day([one, two, three], gap_two, gap_three, pieces, order)
        }
        _ if !is_loose(gap_two) || !is_loose(gap_three) => None,
        (
            PieceKind::Number { value: day, n_digits: 1..=2 },
            PieceKind::Month(month),
            PieceKind::Number { value: year, n_digits },
        ) => Day::new(full_year(year, n_digits)?, month.into(), day),
        (
            PieceKind::Month(month),
            PieceKind::Number { value: day, n_digits: 1..=2 },
            PieceKind::Number { value: year, n_digits: 4 },
        )
        | (
            PieceKind::Number { value: year, n_digits: 4 },
            PieceKind::Month(month),
            PieceKind::Number { value: day, n_digits: 1..=2 },
        ) => Day::new(full_year(year, 4)?, month.into(), day),
        _ => None,
    }?;
    Some((day, last + 1))
}

fn numeric_day(
    parts: [PieceKind; 3],
    gap_two: &str,
    gap_three: &str,
    pieces: &[Piece<'_>],
    order: Option<DayOrder>,
) -> Option<Day> {
    let [
        PieceKind::Number { value: one, n_digits: n_one },
        PieceKind::Number { value: two, n_digits: n_two },
        PieceKind::Number { value: three, n_digits: n_three },
    ] = parts
    else {
        return None;
    };
    let has_marks = pieces.get(1).is_some_and(|piece| piece.kind == PieceKind::Mark);
    let separator = gap_two;
    let is_separated = separator == gap_three && matches!(separator, "-" | "/" | "." | "–");
    if n_two > 2 || !(has_marks || is_separated) {
        return None;
    }
    if n_one == 4 && n_three <= 2 {
        return Day::new(full_year(one, 4)?, two, three);
    }
    if n_one > 2 || has_marks {
        return None;
    }
    // Three short numbers are more often a version, unless each is written with two digits.
    if n_three != 4 && (n_one, n_two) != (2, 2) {
        return None;
    }
    let year = full_year(three, n_three)?;
    // Dots are signs of those who write the day first.
    let order = if separator == "." { Some(DayOrder::DayFirst) } else { order };
    match (Day::new(year, two, one), Day::new(year, one, two), order) {
        (Some(day_first), Some(month_first), None) => (day_first == month_first).then_some(day_first),
        (day_first @ Some(_), None, _) | (day_first @ Some(_), _, Some(DayOrder::DayFirst)) => day_first,
        (_, month_first, _) => month_first,
    }
}

/// Whether what stands between a month's name and its numbers can stand inside a date.
fn is_loose(gap: &str) -> bool {
    matches!(gap, "" | "." | "," | "-" | "/" | "–" | ".," | "’" | "'" | "،")
}

/// A year of two digits is of this century, unless that is far ahead; one of the Thai calendar is 543 ahead.
fn full_year(year: u32, n_digits: usize) -> Option<u32> {
    match (n_digits, year) {
        (2, 70..) => Some(1900 + year),
        (2, year) => Some(2000 + year),
        (4, 2533..2643) => Some(year - 543),
        (4, year) => Some(year),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        let found: Vec<String> = days_in(text, Some(DayOrder::DayFirst)).into_iter().map(Day::iso).collect();
        assert_eq!(found.join(" "), expect, "{text}");
    }

    #[test]
    fn days_are_found_in_many_languages() {
        check("Veröffentlicht am 5. März 2021 um 10:30 Uhr", "2021-03-05");
        check("By Ada, March 5th, 2021 4:10 pm", "2021-03-05");
        check("publicado el 5 de marzo de 2021", "2021-03-05");
        check("Publié le 1er août 2020 – mis à jour le 3 août 2020", "2020-08-01 2020-08-03");
        check("2021年3月5日 10:30", "2021-03-05");
        check("2021년 3월 5일", "2021-03-05");
        check("5 марта 2021 г.", "2021-03-05");
        check("2021. március 5.", "2021-03-05");
        check("5 tháng 3, 2021", "");
        check("5 มีนาคม 2564", "2021-03-05");
        check("5 मार्च 2021", "2021-03-05");
    }

    #[test]
    fn numbers_are_days_where_they_are_written_so() {
        check("05.03.2021", "2021-03-05");
        check("5. 3. 2021, 9:00", "2021-03-05");
        check("05.03.21", "2021-03-05");
        check("14-Nov-99", "1999-11-14");
        check("2021-03-05T10:00", "2021-03-05");
        check("13/25/2021 31.02.2020", "");
        check("version 1.2.3, 10.15.7", "");
        check("call 555-10-2020 now", "");
    }

    #[test]
    fn two_numbers_that_could_be_either_are_what_the_order_says_and_nothing_without_one() {
        let found = |text: &str, order| days_in(text, order).into_iter().map(Day::iso).collect::<Vec<_>>().join(" ");
        for (text, day_first, month_first, unknown) in [
            ("5/3/2021", "2021-03-05", "2021-05-03", ""),
            ("05-03-2021", "2021-03-05", "2021-05-03", ""),
            ("25/3/2021", "2021-03-25", "2021-03-25", "2021-03-25"),
            ("3/25/2021", "2021-03-25", "2021-03-25", "2021-03-25"),
            ("3/3/2021", "2021-03-03", "2021-03-03", "2021-03-03"),
            ("5.3.2021", "2021-03-05", "2021-03-05", "2021-03-05"),
            ("2021-03-05", "2021-03-05", "2021-03-05", "2021-03-05"),
        ] {
            assert_eq!(found(text, Some(DayOrder::DayFirst)), day_first, "{text}");
            assert_eq!(found(text, Some(DayOrder::MonthFirst)), month_first, "{text}");
            assert_eq!(found(text, None), unknown, "{text}");
        }
    }

    #[test]
    fn days_of_one_reading_show_the_order_of_the_others() {
        let order = |texts: &[&str]| order_shown(texts.iter().copied());
        assert_eq!(order(&["5/3/2021", "posted 25/3/2021"]), Some(DayOrder::DayFirst));
        assert_eq!(order(&["3-25-2021", "5/3/2021"]), Some(DayOrder::MonthFirst));
        assert_eq!(order(&["3/25/2021", "25/3/2021"]), None);
        assert_eq!(order(&["5/3/2021", "3/3/2021", "25.3.2021", "2021-03-25", "99/98/2021", "25 March 2021"]), None);
        assert!(is_unclear("5/3/2021", None) && !is_unclear("5/3/2021", Some(DayOrder::DayFirst)));
        assert!(!is_unclear("25/3/2021, 3/3/2021, 5.3.2021", None));
    }

    #[test]
    fn days_follow_each_other_over_months_and_years() {
        let day = |text: &str| days_in(text, Some(DayOrder::DayFirst))[0];
        for (one, other, expect) in [
            ("2021-03-05", "2021-03-06", true),
            ("2021-03-01", "2021-02-28", true),
            ("2020-12-31", "2021-01-01", true),
            ("2021-03-05", "2021-03-05", false),
            ("2021-03-05", "2021-04-06", false),
        ] {
            assert_eq!(day(one).is_next_to(day(other)), expect, "{one} {other}");
        }
    }

    #[test]
    fn moments_keep_their_time() {
        for (text, expect) in [
            ("2021-03-05", Some("2021-03-05")),
            (" 2021-3-5 ", Some("2021-03-05")),
            ("2021-03-05T10:30:00+01:00", Some("2021-03-05T10:30:00+01:00")),
            ("2021-03-05 10:30:00", Some("2021-03-05T10:30:00")),
            ("20210305", Some("2021-03-05")),
            ("2021/03/05", Some("2021-03-05")),
            ("2021-13-05", None),
            ("0001-01-01", None),
            ("March 5", None),
            ("", None),
        ] {
            assert_eq!(moment(text).as_deref(), expect, "{text}");
        }
    }
}
