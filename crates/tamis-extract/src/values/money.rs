//! Prices as shops write them: an amount and a currency, and now and then a word or a second amount beside them.

use super::amounts::{Amount, is_digit};
use super::currencies;

/// A price that was read.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Price {
    pub(super) amount: Amount,
    pub(super) unit: &'static str,
    /// Whether amount and currency are all that the text says.
    pub(super) is_all: bool,
}

/// Words before the least of several prices, in lower case.
const FROM: &[&str] = &[
    "from", "starting at", "starting from", "as low as", "ab", "à partir de", "a partir de", "dès", "desde",
    "a partire da", "da", "vanaf", "fra", "från", "alkaen", "od", "już od", "от", "від", "από", "începând de la",
];

/// What may stand between two prices of a range.
const BETWEEN: &[&str] = &["–", "—", "~", "〜", "～", " - ", "-", " to ", " bis ", " à ", " a ", " do "];

/// Words that begin what a price is for, after it: `5 € per kg`, `5 € / kg`.
const EACH: &[&str] = &["/", " per ", " a ", " an ", " pro ", " je ", " par ", " por ", " al ", " each"];

/// What is said of taxes after a price, in lower case.
const TAXES: &[&str] = &["incl", "inkl", "excl", "exkl", "exc", "inc", "zzgl", "ttc", "ht", "ex ", "plus", "+"];

/// What costs nothing, in lower case.
#[rustfmt::skip]
const FREE: &[&str] = &[
    "free", "free!", "gratis", "kostenlos", "umsonst", "gratuit", "gratuito", "gratuita", "zdarma", "za darmo",
    "ingyenes", "ilmainen", "ücretsiz", "бесплатно", "безкоштовно", "無料", "免费", "免費", "무료",
];

/// What prices are read by.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PriceWords {
    /// What pages write for a currency and its code, or its sign where several share that; in the order in which they are tried.
    pub currencies: &'static [(&'static str, &'static str)],
    /// Codes that stand for themselves, tried after the others.
    pub codes: &'static [&'static str],
    /// Signs that several currencies share, with a currency and the languages and countries that mean it.
    pub shared: &'static [(&'static str, &'static str, &'static [&'static str])],
    /// The currencies whose prices have three decimals.
    pub thousandths: &'static [&'static str],
    /// Words before the least of several prices, in lower case.
    pub from: &'static [&'static str],
    /// What stands between two prices of a range.
    pub between: &'static [&'static str],
    /// What begins the thing that a price is for.
    pub each: &'static [&'static str],
    /// What begins a note on taxes, in lower case.
    pub taxes: &'static [&'static str],
    /// What costs nothing, in lower case.
    pub free: &'static [&'static str],
}

/// What prices are read by here.
pub fn price_words() -> PriceWords {
    PriceWords {
        currencies: currencies::CURRENCIES,
        codes: currencies::CODES,
        shared: currencies::SHARED,
        thousandths: currencies::THOUSANDTHS,
        from: FROM,
        between: BETWEEN,
        each: EACH,
        taxes: TAXES,
        free: FREE,
    }
}

/// Whether a text says that something costs nothing, and no more.
pub(super) fn is_free(value: &str) -> bool {
    // The longest word is short, and most texts are not.
    value.len() <= 24 && FREE.contains(&value.to_lowercase().as_str())
}

/// The price that a text is; of a range the lower end.
pub(super) fn read(value: &str) -> Option<Price> {
    if !currencies::occurs(value) {
        return None;
    }
    // A star leads to a note at the end of the page.
    let value = value.trim_end_matches(['*', '†', '¹', '²']).trim_end();
    alone(value)
        .or_else(|| from(value))
        .or_else(|| range(value))
        .or_else(|| with_note(value))
        .or_else(|| labelled(value))
}

/// A price below its name: `Regular price: $12`.
fn labelled(value: &str) -> Option<Price> {
    const MAX_WORDS: usize = 3;
    let (label, rest) = value.split_once(':')?;
    let is_name = label.split_whitespace().count() <= MAX_WORDS && !label.chars().any(is_digit);
    let rest = is_name.then(|| rest.trim_start())?;
    let price = alone(rest).or_else(|| range(rest)).or_else(|| with_note(rest))?;
    Some(Price { is_all: false, ..price })
}

/// A price and nothing else.
fn alone(value: &str) -> Option<Price> {
    let stripped = currencies::strip(value);
    let amount = stripped.as_ref().and_then(|stripped| Amount::read(stripped.number));
    match (stripped, amount) {
        (Some(stripped), Some(amount)) => {
            let amount = if stripped.negative { amount.negated() } else { amount };
            Some(Price { amount, unit: stripped.unit, is_all: true })
        }
        _ => with_sign_for_mark(value),
    }
}

/// A sign in the place of the decimal mark: `12€99`.
fn with_sign_for_mark(value: &str) -> Option<Price> {
    let (whole, rest) = value.split_at(value.find(|c| !is_digit(c))?);
    let rest = rest.trim_start();
    let cents = rest.trim_start_matches(|c| !is_digit(c));
    let stripped = currencies::strip(&rest[..rest.len() - cents.len()])?;
    let is_cents = cents.len() == 2 && cents.bytes().all(|byte| byte.is_ascii_digit());
    let is_price = !whole.is_empty() && stripped.number.is_empty() && is_cents;
    let amount = is_price.then(|| Amount::read(&format!("{whole}.{cents}"))).flatten()?;
    // Decimals as a fixed mark, whatever the marks of the column are.
    Some(Price { amount: amount.with_fixed_mark(), unit: stripped.unit, is_all: true })
}

/// The least of several prices: `from $12`.
fn from(value: &str) -> Option<Price> {
    let first = value.chars().next()?;
    if !first.is_alphabetic() {
        return None;
    }
    let lower = value.to_lowercase();
    // What is longer in lower case would be cut at a wrong place.
    let same_length = lower.len() == value.len();
    let rest =
        FROM.iter().filter_map(|word| lower.strip_prefix(word)).find(|rest| rest.starts_with([' ', ':', '\u{a0}']));
    let rest = value.get(value.len() - rest.filter(|_| same_length)?.len()..)?;
    let rest = rest.trim_start_matches([' ', ':', '\u{a0}']);
    let price = alone(rest).or_else(|| with_note(rest))?;
    Some(Price { is_all: false, ..price })
}

/// The lower end of `12 – 15 €`. The currency stands on one end or on both.
fn range(value: &str) -> Option<Price> {
    BETWEEN.iter().find_map(|between| {
        let (low, high) = value.split_once(between)?;
        let (low, high) = (low.trim(), high.trim());
        let price = match (alone(low), alone(high)) {
            (Some(low), Some(high)) if low.unit == high.unit => low,
            (Some(low), None) if Amount::read(high).is_some() => low,
            (None, Some(high)) => Price { amount: Amount::read(low)?, ..high },
            _ => return None,
        };
        Some(Price { is_all: false, ..price })
    })
}

/// A price with what it is for, or what it says of taxes.
fn with_note(value: &str) -> Option<Price> {
    let each = EACH.iter().filter_map(|word| Some((value.split_once(word)?, *word))).find(|((_, what), word)| {
        // What it is for is one word or a measure, not a sentence.
        what.split_whitespace().count() <= if *word == " each" { 0 } else { 2 }
    });
    let before =
        each.map(|((before, _), _)| before).or_else(|| before_taxes(value)).or_else(|| before_remark(value))?;
    let before = before.trim_end();
    let price = alone(before).or_else(|| range(before))?;
    Some(Price { is_all: false, ..price })
}

/// What stands before a word on taxes.
fn before_taxes(value: &str) -> Option<&str> {
    let is_tax = |at: usize| {
        let rest = value[at..].trim_start_matches([' ', '\u{a0}', '(']);
        let begins = |word: &&str| rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        TAXES.iter().any(begins)
    };
    let at = value.match_indices([' ', '\u{a0}', '(']).map(|(at, _)| at).find(|&at| is_tax(at))?;
    Some(&value[..at])
}

/// What stands before a remark in brackets, or before a plus, which says that there are dearer ones.
fn before_remark(value: &str) -> Option<&str> {
    let in_brackets = || value.strip_suffix(')').and_then(|value| value.split_once('(')).map(|(before, _)| before);
    value.strip_suffix('+').or_else(in_brackets)
}

#[cfg(test)]
mod tests {
    use super::super::DecimalMark;
    use super::*;

    #[track_caller]
    fn check(value: &str, expect: Option<(&str, &str, bool)>) {
        let price = read(value);
        let found = price.map(|price| {
            let amount = price.amount.to_decimal(DecimalMark::Dot).or(price.amount.to_decimal(DecimalMark::Comma));
            (amount.expect("it is a number").to_string(), price.unit, price.is_all)
        });
        assert_eq!(found, expect.map(|(amount, unit, is_all)| (amount.to_owned(), unit, is_all)), "{value}");
    }

    #[test]
    fn a_price_and_nothing_else() {
        check("€ 12,00", Some(("12.00", "EUR", true)));
        check("CHF 1 250.–", Some(("1250", "CHF", true)));
        check("1 999,00 zł", Some(("1999.00", "PLN", true)));
        check("12,99 €*", Some(("12.99", "EUR", true)));
        check("12€99", Some(("12.99", "EUR", true)));
        check("12 € 99", Some(("12.99", "EUR", true)));
        check("12.50", None);
        check("Room 12", None);
    }

    #[test]
    fn the_least_of_several_prices() {
        check("ab 12,00 €", Some(("12.00", "EUR", false)));
        check("From: $12.00", Some(("12.00", "$", false)));
        check("À partir de 12 €", Some(("12", "EUR", false)));
        check("ab Werk 12,00 €", None);
        check("fromage 12 €", None);
    }

    #[test]
    fn of_a_range_the_lower_end() {
        check("$12.00 - $15.00", Some(("12.00", "$", false)));
        check("12–15 €", Some(("12", "EUR", false)));
        check("€12-15", Some(("12", "EUR", false)));
        check("12 € bis 15 €", Some(("12", "EUR", false)));
        check("$12 - £15", None);
        check("2012-05-06", None);
    }

    #[test]
    fn what_it_is_for_and_taxes_are_not_a_part_of_it() {
        check("5 €/kg", Some(("5", "EUR", false)));
        check("$5.00 per month", Some(("5.00", "$", false)));
        check("$5.00 each", Some(("5.00", "$", false)));
        check("12,00 € inkl. MwSt.", Some(("12.00", "EUR", false)));
        check("£12.00 (inc VAT)", Some(("12.00", "GBP", false)));
        check("ab 5 € / Monat", Some(("5", "EUR", false)));
        check("$49,913 - $65,660 a year", Some(("49913", "$", false)));
        check("CDN$ 138.95 (P)", Some(("138.95", "CAD", false)));
        check("$49+", Some(("49", "$", false)));
        check("(12)", None);
        check("$5 per person and night in the high season", None);
    }

    #[test]
    fn a_name_before_it_is_not_a_part_of_it() {
        check("Regular price: CA$42.98", Some(("42.98", "CAD", false)));
        check("Save: $150.00 (13%)", Some(("150.00", "$", false)));
        check("Room 5: $42", None);
        check("What a shop sells these days: $42", None);
    }

    #[test]
    fn nothing_is_a_price_in_the_words_of_many() {
        assert!(is_free("Free") && is_free("KOSTENLOS") && is_free("無料"));
        assert!(!is_free("free delivery") && !is_free(""));
    }
}
