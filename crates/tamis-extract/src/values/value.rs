//! What a cell means.

use super::moments::Moment;
use std::borrow::Cow;
use std::fmt;

/// What the text of a cell means in the format of its column.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum CellValue {
    /// What the text says, and no more: words, a time, or a text that does not fit the format of its column.
    #[default]
    Text,
    /// A number, or a number of per cent.
    Number(Decimal),
    /// A value of a column of money, which may be no amount, such as "sold out".
    Money(Money),
    /// A day, with its time where the page says it, that is certain without a guess.
    Date(Moment),
    /// The address of a page or an image, as the page writes it.
    Address,
}

impl CellValue {
    /// The number, or the amount of money.
    pub fn number(&self) -> Option<Decimal> {
        match self {
            CellValue::Number(number) => Some(*number),
            CellValue::Money(money) => money.amount,
            _ => None,
        }
    }

    /// What the value says in a column of money.
    pub fn money(&self) -> Option<&Money> {
        if let CellValue::Money(money) = self { Some(money) } else { None }
    }

    /// The day, with its time.
    pub fn moment(&self) -> Option<Moment> {
        if let CellValue::Date(moment) = self { Some(*moment) } else { None }
    }
}

/// What a text says in a column of money.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Money {
    /// The amount; of a range the lower end, of what costs nothing 0. `None` if the text names no amount.
    pub amount: Option<Decimal>,
    /// The ISO 4217 code of the currency, or its sign where several currencies share that. Of a number alone it is the
    /// currency of the column.
    pub currency: Option<Cow<'static, str>>,
    /// Whether amount and currency are all that the text says.
    pub is_all: bool,
}

/// A number exactly as it is written, with the zeros before and behind it: `007`, `12.50`. Its [`Display`](fmt::Display) has plain
/// digits and a dot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decimal {
    digits: u64,
    n_whole: u8,
    n_decimals: u8,
    is_negative: bool,
}

impl Decimal {
    /// Nothing.
    pub const ZERO: Decimal = Decimal { digits: 0, n_whole: 1, n_decimals: 0, is_negative: false };

    /// A number by its digits before and behind the mark; `None` if they do not fit into 64 bits.
    pub(super) fn of_digits(is_negative: bool, whole: &str, broken: &str) -> Option<Decimal> {
        let digits = [whole, broken].concat().parse().ok()?;
        Some(Decimal { digits, n_whole: whole.len() as u8, n_decimals: broken.len() as u8, is_negative })
    }

    /// How many digits are behind the point.
    pub fn n_decimals(self) -> u8 {
        self.n_decimals
    }

    /// Whether it is written with zeros before it, as names are: `007`.
    pub fn has_leading_zeros(self) -> bool {
        self.n_whole > 1 && self.digits < 10_u64.pow(u32::from(self.n_whole + self.n_decimals) - 1)
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.to_string().parse().unwrap_or(f64::NAN)
    }

    /// The number without its point, with so many digits behind it; `None` if it has more.
    pub fn scaled(self, n_decimals: u8) -> Option<i128> {
        let n_zeros = n_decimals.checked_sub(self.n_decimals)?;
        let number = i128::from(self.digits).checked_mul(10_i128.checked_pow(n_zeros.into())?)?;
        Some(if self.is_negative { -number } else { number })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative { "-" } else { "" };
        let digits = format!("{:0width$}", self.digits, width = usize::from(self.n_whole + self.n_decimals));
        let (whole, broken) = digits.split_at(usize::from(self.n_whole));
        let point = if broken.is_empty() { "" } else { "." };
        write!(f, "{sign}{whole}{point}{broken}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_keeps_its_zeros_and_is_scaled_exactly() {
        for (whole, broken, scaled, text) in
            [("007", "50", Some(75_000), "-007.50"), ("0", "", Some(0), "-0"), ("1", "23456", None, "-1.23456")]
        {
            let number = Decimal::of_digits(true, whole, broken).expect("a few digits fit");
            assert_eq!((number.scaled(4).map(|number| -number), number.to_string()), (scaled, text.to_owned()));
        }
        assert!(Decimal::of_digits(false, "007", "5").is_some_and(Decimal::has_leading_zeros));
        assert!(!Decimal::of_digits(false, "0", "05").is_some_and(Decimal::has_leading_zeros));
    }
}
