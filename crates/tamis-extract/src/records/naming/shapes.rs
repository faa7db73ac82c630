//! What the values of a column look like, as far as their type does not say it.

use super::sample::{Sample, is_clear_majority};
use crate::values::ValueType;

/// How the values of a column look.
pub(super) struct Shape {
    pub(super) mean_chars: usize,
    pub(super) n_distinct: usize,
    /// Whether all values are the same, in at least three records.
    pub(super) is_constant: bool,
    pub(super) form: Form,
}

/// A form that texts have which are no numbers or dates on their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Form {
    /// `4.5 out of 5`, `★★★★☆`
    Rating,
    /// `3 days ago`
    Ago,
    /// `from $12`
    Price,
    /// `20 % off`, `-20%`
    Discount,
    /// `(123)`
    Count,
    Phone,
    Email,
    /// `www.example.com › news`
    Address,
    /// `by Jane Doe`
    Author,
    Other,
}

impl Shape {
    pub(super) fn of(sample: &Sample<'_>) -> Shape {
        let values = || sample.cells.iter().map(|cell| cell.cell.text.as_str());
        let n_cells = sample.cells.len().max(1);
        let mean_chars = values().map(|value| value.chars().count()).sum::<usize>() / n_cells;
        let is_first = |&(index, value): &(usize, &str)| !values().take(index).any(|before| before == value);
        let n_distinct = values().enumerate().filter(is_first).count();
        let form = match sample.column.format.value_type {
            // Prose has no form; a few long values do not make it worth reading the others.
            ValueType::Text | ValueType::Percentage if mean_chars <= 120 => most_common_form(sample),
            _ => Form::Other,
        };
        Shape { mean_chars, n_distinct, is_constant: n_distinct == 1 && sample.cells.len() >= 3, form }
    }
}

fn most_common_form(sample: &Sample<'_>) -> Form {
    let forms: Vec<Form> = sample.cells.iter().map(|cell| form(&cell.cell.text)).collect();
    let Some(&first) = forms.iter().find(|&&form| form != Form::Other) else { return Form::Other };
    let n_same = forms.iter().filter(|&&form| form == first).count();
    if is_clear_majority(n_same, forms.len()) { first } else { Form::Other }
}

/// The form of one value.
fn form(value: &str) -> Form {
    const MAX_CHARS: usize = 60;
    let value = value.trim();
    if is_address(value) {
        return Form::Address;
    }
    if value.is_empty() || value.chars().nth(MAX_CHARS).is_some() {
        return Form::Other;
    }
    let is_star = |c: char| matches!(c, '★' | '☆' | '⭐' | '✩' | '✭');
    if value.chars().all(|c| is_star(c) || c.is_whitespace()) {
        return Form::Rating;
    }
    if is_email(value) {
        return Form::Email;
    }
    if let Some((by, name)) = value.split_once(' ')
        && is_by(by)
        && name.starts_with(char::is_uppercase)
        && name.split_whitespace().count() <= 6
    {
        return Form::Author;
    }
    if !value.contains(|c: char| c.is_numeric()) {
        return Form::Other;
    }
    if is_rating(value) {
        Form::Rating
    } else if is_ago(value) {
        Form::Ago
    } else if is_discount(value) {
        Form::Discount
    } else if has_price(value) {
        Form::Price
    } else if is_count(value) {
        Form::Count
    } else if is_phone(value) {
        Form::Phone
    } else {
        Form::Other
    }
}

/// The word before an author's name.
pub(super) fn is_by(word: &str) -> bool {
    ["by", "von", "par", "por"].iter().any(|by| by.eq_ignore_ascii_case(word))
}

fn is_email(value: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c == '@');
    value.split_once('@').is_some_and(|(user, host)| is_part(user) && is_part(host) && host.contains('.'))
}

/// A shown address: a host with a dot, and perhaps a path in one of its spellings, or what search engines put after it.
fn is_address(value: &str) -> bool {
    let without_scheme = value.strip_prefix("http://").or_else(|| value.strip_prefix("https://"));
    let address = without_scheme.unwrap_or(value);
    let end = address.find([' ', '/', '›', '»']).unwrap_or(address.len());
    let (host, rest) = (&address[..end], address[end..].trim_start());
    let is_label = |label: &str| label.len() >= 2 && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let is_top = |top: &str| (2..=6).contains(&top.len()) && top.bytes().all(|byte| byte.is_ascii_lowercase());
    if !host
        .split_once('.')
        .is_some_and(|_| host.split('.').all(is_label) && host.rsplit('.').next().is_some_and(is_top))
    {
        return false;
    }
    // `node.js` has a dot too; a host alone has to look like nothing else.
    let is_usual = || ["com", "edu", "gov", "net", "org"].contains(&host.rsplit('.').next().unwrap_or_default());
    match rest.chars().next() {
        None => without_scheme.is_some() || host.starts_with("www.") || is_usual(),
        // `www.example.com/news - 12k`
        Some('/') => {
            rest.split_once(char::is_whitespace).is_none_or(|(_, after)| after.starts_with(['-', '–', '·', '›']))
        }
        first => matches!(first, Some('›' | '»')),
    }
}

/// Two numbers of which the second is the top of a usual scale: `4.5 out of 5`, `4,5/5`, `Rated 8 of 10`.
fn is_rating(value: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let mut numbers =
        value.split(|c: char| !is_part(c)).map(|part| part.trim_matches(['.', ','])).filter(|part| !part.is_empty());
    let (Some(first), Some(second)) = (numbers.next(), numbers.next()) else { return is_stars(value) };
    if numbers.next().is_some() {
        return false;
    }
    let read = |number: &str| number.replace(',', ".").parse::<f64>().ok();
    let is_scale = matches!(second, "5" | "6" | "10" | "100" | "5.0" | "10.0");
    let is_between = |between: &str| {
        let letters = between.trim();
        letters == "/"
            || (letters.len() >= 2 && letters.chars().all(|c| c.is_alphabetic() || c.is_whitespace() || is_star(c)))
    };
    let start = value.find(first).map_or(0, |start| start + first.len());
    let between = value[start..].find(second).map_or("", |end| &value[start..start + end]);
    is_scale && is_between(between) && read(first).zip(read(second)).is_some_and(|(first, second)| first <= second)
}

fn is_star(c: char) -> bool {
    matches!(c, '★' | '☆' | '⭐')
}

/// `4.5 stars`, `4.5 ★`.
fn is_stars(value: &str) -> bool {
    let end = value.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    end.len() < value.len()
        && (end.trim().chars().all(is_star) && !end.is_empty() || matches!(end.trim(), "star" | "stars"))
}

/// How far back something is, in words that languages put before or after the time.
fn is_ago(value: &str) -> bool {
    const AFTER: &[&str] =
        &[" ago", " geleden", " назад", " temu", " sitten", " önce", " siden", " sedan", " fa", "前", " 전"];
    const BEFORE: &[&str] = &["vor ", "il y a ", "hace ", "há ", "πριν "];
    let (bytes, is_same) = (value.as_bytes(), <[u8]>::eq_ignore_ascii_case);
    let ends_with = |end: &&str| bytes.len() > end.len() && is_same(&bytes[bytes.len() - end.len()..], end.as_bytes());
    let starts_with = |start: &&str| bytes.len() > start.len() && is_same(&bytes[..start.len()], start.as_bytes());
    AFTER.iter().any(ends_with) || BEFORE.iter().any(starts_with)
}

fn is_discount(value: &str) -> bool {
    let Some(percent) = value.find(['%', '％', '٪']) else { return false };
    let before = value[..percent].trim_end();
    let n_digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
    let sign = before[..before.len() - n_digits].trim_end();
    let after = value[percent..].trim_start_matches(['%', '％', '٪']).trim();
    let is_off = after.eq_ignore_ascii_case("off") || after.eq_ignore_ascii_case("discount");
    let is_minus = after.is_empty() && matches!(sign, "-" | "−" | "–" | "(-");
    n_digits > 0 && (is_off || is_minus)
}

/// A sign of a currency beside a digit, among a few words.
fn has_price(value: &str) -> bool {
    let is_sign = |c: char| matches!(c, '$' | '£' | '¥' | '￥' | '￡' | '＄' | '\u{20a0}'..='\u{20cf}');
    let mut previous = ' ';
    let mut last_solid = ' ';
    for c in value.chars() {
        if (c.is_ascii_digit() && is_sign(last_solid))
            || (is_sign(c) && (previous.is_ascii_digit() || last_solid.is_ascii_digit()))
        {
            return true;
        }
        previous = c;
        if !c.is_whitespace() {
            last_solid = c;
        }
    }
    false
}

/// A number in brackets.
fn is_count(value: &str) -> bool {
    let inner = value.strip_prefix(['(', '[']).and_then(|value| value.strip_suffix([')', ']']));
    inner.is_some_and(|inner| {
        let inner = inner.trim().trim_end_matches(['+', 'k', 'K', 'M']);
        !inner.is_empty() && inner.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.' | ' '))
    })
}

fn is_phone(value: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '-' | '.' | '(' | ')' | '/' | '+' | '\u{a0}');
    let n_digits = value.bytes().filter(u8::is_ascii_digit).count();
    let n_groups = value.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty()).count();
    value.chars().all(is_part) && (7..=15).contains(&n_digits) && (value.starts_with('+') || n_groups >= 3)
}

#[cfg(test)]
mod tests {
    use super::{Form, form};

    #[track_caller]
    fn check(values: &[&str], expect: Form) {
        for value in values {
            assert_eq!(form(value), expect, "{value}");
        }
    }

    #[test]
    fn forms_of_texts() {
        check(&["4.5 out of 5", "4,5 / 5", "Rated 4 stars out of 5", "★★★★☆", "4.5 stars", "8.7/10"], Form::Rating);
        check(&["3 days ago", "Streamed 4 hours ago", "vor 3 Tagen", "il y a 2 heures", "3日前"], Form::Ago);
        check(&["from $12", "ab 12,90 €", "$12 - $15", "£5 each"], Form::Price);
        check(&["20% off", "-20%", "− 5 %", "10% OFF"], Form::Discount);
        check(&["(123)", "(1,234)", "[12]"], Form::Count);
        check(&["+49 30 1234567", "(555) 123-4567", "555-123-4567"], Form::Phone);
        check(&["jane@example.com"], Form::Email);
        check(
            &[
                "www.example.com/news",
                "example.com › news › today",
                "https://example.com/a",
                "www.example.com/news - 12k - 3 May",
            ],
            Form::Address,
        );
        check(&["by Jane Doe", "Von Max Mustermann"], Form::Author);
    }

    #[test]
    fn what_only_looks_like_one() {
        check(
            &[
                "Step 1 of 3",
                "Page 2 of 10 pages in 3 parts",
                "Chicago 12",
                "by the sea",
                "Mr.Smith went",
                "3 of a kind 12/5",
                "100% cotton",
                "12-15",
                "node.js",
                "1.2.3",
                "a@b",
                "A. B. Smith",
            ],
            Form::Other,
        );
    }
}
