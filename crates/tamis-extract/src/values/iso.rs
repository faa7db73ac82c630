//! Days and times as ISO 8601 and its profile for the web write them: `2021`, `2021-03`, `2021-03-05`,
//! `2021-03-05T10:00:00.5+01`.

use super::clock::{take_digits, take_offset};

/// What such a text says.
pub(super) struct IsoText {
    pub(super) year: u32,
    pub(super) month: Option<u32>,
    pub(super) day: Option<u32>,
    pub(super) time: Option<i64>,
    pub(super) offset: Option<i32>,
    /// Whether nothing that the text says is left out or cut.
    pub(super) is_exact: bool,
}

impl IsoText {
    /// Reads a text; `None` if it does not begin with a day, or is not a month or a year. A time that no clock shows is left
    /// out, its day is not.
    pub(super) fn read(text: &str) -> Option<IsoText> {
        let text = text.trim();
        let (year, rest) = digits(text, 4)?;
        let coarse = IsoText { year, month: None, day: None, time: None, offset: None, is_exact: true };
        if rest.is_empty() {
            return Some(coarse);
        }
        let (month, rest) = digits(rest.strip_prefix('-')?, 2)?;
        let coarse = IsoText { month: Some(month), ..coarse };
        if rest.is_empty() {
            return Some(coarse);
        }
        let (day, rest) = digits(rest.strip_prefix('-')?, 2)?;
        let day = IsoText { day: Some(day), ..coarse };
        if rest.is_empty() {
            return Some(day);
        }
        let rest = rest.strip_prefix(['T', 't', ' '])?;
        Some(day.with_time(rest).unwrap_or(IsoText { is_exact: false, ..day }))
    }

    fn with_time(&self, text: &str) -> Option<IsoText> {
        let (hours, rest) = digits(text, 2)?;
        let (minutes, mut rest) = digits(rest.strip_prefix(':')?, 2)?;
        let (mut seconds, mut micros, mut is_exact) = (0, 0, true);
        if let Some((found, after)) = rest.strip_prefix(':').and_then(|after| digits(after, 2)) {
            (seconds, rest) = (found, after);
            if let Some(after) = rest.strip_prefix(['.', ',']) {
                let n_digits = after.bytes().take_while(u8::is_ascii_digit).count();
                let (fraction, after) = after.split_at(n_digits);
                let (kept, cut) = fraction.split_at(n_digits.min(6));
                micros = format!("{kept:0<6}").parse::<i64>().ok()?;
                is_exact = cut.bytes().all(|byte| byte == b'0');
                rest = after;
            }
        }
        // A leap second is counted as the last moment of the second before: days have no room for it.
        if seconds == 60 && minutes == 59 {
            (seconds, micros, is_exact) = (59, 999_999, false);
        }
        let offset = match rest.trim_start() {
            "" => None,
            "Z" | "z" => Some(0),
            rest => Some(
                take_offset(rest)
                    .filter(|(_, after)| after.is_empty())
                    .map(|(offset, _)| offset)
                    .or_else(|| hours_ahead(rest))?,
            ),
        };
        let is_time = hours < 24 && minutes < 60 && seconds < 60;
        let time = i64::from((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + micros;
        is_time.then_some(IsoText { time: Some(time), offset, is_exact, ..*self })
    }
}

/// `+01` in minutes. Elsewhere than in such a text this may be the end of a range of hours.
fn hours_ahead(text: &str) -> Option<i32> {
    let (sign, rest) = match text.strip_prefix('+') {
        Some(rest) => (1, rest),
        None => (-1, text.strip_prefix(['-', '−'])?),
    };
    let (hours, rest) = digits(rest, 2)?;
    (rest.is_empty() && hours < 24).then_some(sign * hours as i32 * 60)
}

/// So many digits and no more at the start, and what follows them.
fn digits(text: &str, n_digits: usize) -> Option<(u32, &str)> {
    let (number, rest) = take_digits(text, n_digits..=n_digits)?;
    Some((u32::try_from(number).ok()?, rest))
}
