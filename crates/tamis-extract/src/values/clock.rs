//! Times of day and what they are ahead of universal time, at the start of a text.

/// `9:30`, `09:30:15.5` or `9h30` at the start, in microseconds, and what follows it.
pub(super) fn take_time(text: &str) -> Option<(i64, &str)> {
    let (hours, rest) = take_digits(text, 1..=2)?;
    let (minutes, mut rest) = take_digits(rest.strip_prefix([':', 'h'])?, 2..=2)?;
    let mut time = (hours * 60 + minutes) * 60_000_000;
    let mut seconds = 0;
    if let Some((found, after)) = rest.strip_prefix(':').and_then(|after| take_digits(after, 2..=2)) {
        (seconds, rest) = (found, after);
        if let Some(after) =
            rest.strip_prefix(['.', ',']).filter(|after| after.starts_with(|c: char| c.is_ascii_digit()))
        {
            let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            let digits = after[..end].trim_end_matches('0');
            // Finer than a microsecond does not fit.
            if digits.len() > 6 {
                return None;
            }
            time += format!("{digits:0<6}").parse::<i64>().ok()?;
            rest = &after[end..];
        }
    }
    let is_time = hours < 24 && minutes < 60 && seconds < 60;
    is_time.then_some((time + seconds * 1_000_000, rest))
}

/// `+01:00` or `-0500` at the start, in minutes, and what follows it.
pub(super) fn take_offset(text: &str) -> Option<(i32, &str)> {
    let (sign, rest) = match text.chars().next()? {
        '+' => (1, &text[1..]),
        '-' => (-1, &text[1..]),
        '−' => (-1, &text['−'.len_utf8()..]),
        _ => return None,
    };
    let digits: String = rest.chars().filter(|&c| c != ':').take(4).collect();
    let n_bytes = if rest.get(2..3) == Some(":") { 5 } else { 4 };
    let after = rest.get(n_bytes..)?;
    let is_offset = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_offset || after.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (hours, minutes) = (digits[..2].parse::<i32>().ok()?, digits[2..].parse::<i32>().ok()?);
    (hours < 24 && minutes < 60).then_some((sign * (hours * 60 + minutes), after))
}

/// The half of the day that the hours directly before are of, `am` or `p.m.`, and what follows it.
pub(super) fn take_half_of_day(text: &str) -> Option<(bool, &str)> {
    let word = text.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    let is_afternoon = match word.chars().next()? {
        'a' | 'A' => false,
        'p' | 'P' => true,
        _ => return None,
    };
    let rest = &word[1..];
    let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    let after_dot = rest.strip_prefix('.').map(|rest| rest.trim_start_matches([' ', '\u{a0}', '\u{202f}']));
    let after = after_dot.unwrap_or(rest).strip_prefix(['m', 'M']).filter(|rest| ends(rest));
    if let Some(after) = after {
        let after = after.strip_prefix('.').filter(|_| after_dot.is_some()).unwrap_or(after);
        return Some((is_afternoon, after));
    }
    // `4:10p`, but not "12:30 a" something.
    (word.len() == text.len() && ends(rest)).then_some((is_afternoon, rest))
}

/// So many digits and no more at the start, and what follows them.
pub(super) fn take_digits(text: &str, n_digits: std::ops::RangeInclusive<usize>) -> Option<(i64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    n_digits.contains(&digits.len()).then(|| digits.parse().ok()).flatten().map(|number| (number, rest))
}
