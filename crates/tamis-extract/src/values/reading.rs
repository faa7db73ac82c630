//! What a text can be, before its column is known.

use super::amounts::{self, Amount};
use super::dates;
use super::format::{ValueFormat, ValueType};
use super::money::{self, Price};

/// What a text can be. The marks of its numbers are not interpreted yet.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Reading {
    Blank,
    Money(Price),
    /// It costs nothing.
    Free,
    Percentage(Amount),
    Number(Amount),
    Date,
    Time,
    Url,
    Other,
}

impl Reading {
    /// Reads a text.
    pub(crate) fn of(text: &str) -> Reading {
        // Longer ones are prose, whatever they begin with.
        const MAX_CHARS: usize = 60;
        let value = text.trim();
        if value.is_empty() {
            return Reading::Blank;
        }
        if value.starts_with("http://") || value.starts_with("https://") || value.starts_with("www.") {
            let is_one_word = !value.contains(char::is_whitespace);
            return if is_one_word { Reading::Url } else { Reading::Other };
        }
        if !value.chars().any(amounts::is_digit) {
            return if money::is_free(value) { Reading::Free } else { Reading::Other };
        }
        if value.chars().nth(MAX_CHARS).is_some() {
            return Reading::Other;
        }
        if let Some(amount) = Amount::read(value) {
            return Reading::Number(amount);
        }
        let without_sign = value.trim_end_matches(['%', '％', '٪']);
        let without_sign = without_sign.trim_start_matches(['%', '％', '٪']).trim();
        if without_sign.len() < value.len()
            && let Some(amount) = Amount::read(without_sign)
        {
            return Reading::Percentage(amount);
        }
        if let Some(price) = money::read(value) {
            return Reading::Money(price);
        }
        if dates::is_time(value) {
            return Reading::Time;
        }
        if dates::is_date(value) { Reading::Date } else { Reading::Other }
    }

    /// The type of a column that has this one value.
    pub(crate) fn value_type(&self) -> ValueType {
        ValueFormat::of_readings([self]).value_type
    }
}
