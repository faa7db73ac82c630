//! Which format the values of a column have, and what a text means in it.

use super::amounts::MarkVotes;
use super::currencies;
use super::moments::Moment;
use super::reading::Reading;
use super::value::{CellValue, Decimal, Money};
use std::borrow::Cow;

/// The kinds of values that columns are told apart by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum ValueType {
    /// Anything that is nothing below.
    #[default]
    Text,
    /// A day, with or without a year or a time.
    Date,
    /// A time of day or a running time.
    Time,
    /// An amount of a currency.
    Money,
    /// A whole number.
    Integer,
    /// A number with decimals.
    Decimal,
    /// A number with a per cent sign.
    Percentage,
    /// The address of an image.
    Image,
    /// The address of a page.
    Url,
}

impl ValueType {
    /// The name in exports.
    pub fn as_str(self) -> &'static str {
        match self {
            ValueType::Text => "text",
            ValueType::Date => "date",
            ValueType::Time => "time",
            ValueType::Money => "money",
            ValueType::Integer => "integer",
            ValueType::Decimal => "decimal",
            ValueType::Percentage => "percentage",
            ValueType::Image => "image",
            ValueType::Url => "url",
        }
    }
}

/// The sign between whole and broken part of a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum DecimalMark {
    /// 1,299.00
    #[default]
    Dot,
    /// 1.299,00
    Comma,
}

/// How the values of a column are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ValueFormat {
    /// What the values are.
    pub value_type: ValueType,
    /// The currency of all values: its ISO 4217 code, or the page's sign where the column does not tell which of several
    /// currencies is meant by it (`$`); [`currency_by_sign`](super::currency_by_sign) may know from the page.
    pub unit: Option<String>,
    /// The decimal mark of all values; without meaning where the values are no numbers.
    pub decimal_mark: DecimalMark,
}

/// The share of a column's values that must be of a type for the column to be of that type. One value in five may be
/// a placeholder such as "sold out".
const MIN_SHARE: f64 = 0.8;

impl ValueFormat {
    /// The format of a column that is known to be of a type, such as one of image addresses.
    pub fn of_type(value_type: ValueType) -> ValueFormat {
        ValueFormat { value_type, ..ValueFormat::default() }
    }

    /// Decides the format of a column from its texts. Blank ones do not count.
    ///
    /// ```
    /// use tamis_extract::{CellValue, DecimalMark, ValueFormat, ValueType};
    ///
    /// let prices = ValueFormat::of_column(["1.299 €", "ab 19,99 €", "5 €"]);
    /// assert_eq!(prices.value_type, ValueType::Money);
    /// assert_eq!(prices.unit.as_deref(), Some("EUR"));
    /// assert_eq!(prices.decimal_mark, DecimalMark::Comma);
    /// let CellValue::Money(least) = prices.read("ab 19,99 €") else { panic!("the column is one of money") };
    /// assert_eq!((least.amount.unwrap().to_string(), least.is_all), ("19.99".to_owned(), false));
    /// ```
    pub fn of_column<'a>(values: impl IntoIterator<Item = &'a str>) -> ValueFormat {
        let readings: Vec<Reading> = values.into_iter().map(Reading::of).collect();
        ValueFormat::of_readings(&readings)
    }

    /// Decides the format of a column from what was read of its texts.
    pub(crate) fn of_readings<'r>(readings: impl IntoIterator<Item = &'r Reading>) -> ValueFormat {
        let mut counts = Counts::default();
        let mut votes = MarkVotes::default();
        let mut units: Vec<&'static str> = Vec::new();
        for reading in readings {
            counts.values += usize::from(*reading != Reading::Blank);
            match reading {
                Reading::Money(price) => {
                    counts.money += 1;
                    votes.add(&price.amount);
                    units.push(price.unit);
                }
                Reading::Free => counts.free += 1,
                Reading::Percentage(amount) => {
                    counts.percentages += 1;
                    votes.add(amount);
                }
                Reading::Number(amount) => {
                    counts.numbers += 1;
                    counts.identifiers += usize::from(amount.has_leading_zero());
                    votes.add(amount);
                }
                Reading::Date => counts.dates += 1,
                Reading::Time => counts.times += 1,
                Reading::Url => counts.urls += 1,
                Reading::Blank | Reading::Other => {}
            }
        }
        let mark = votes.decide(counts.money > 0);
        let value_type = counts.decide(votes.has_decimals(mark));
        let unit = (value_type == ValueType::Money).then(|| shared_unit(units)).flatten();
        ValueFormat { value_type, unit, decimal_mark: mark }
    }

    /// What a text means in a column of this format. Of a day only what the text alone tells: which number of `5/3/2021` is the
    /// month, [the whole column](crate::records::Table::read_values) may know.
    pub fn read(&self, text: &str) -> CellValue {
        match self.value_type {
            ValueType::Date => Moment::read(text).map_or(CellValue::Text, CellValue::Date),
            _ => self.value_of(&self.reading_of(text)),
        }
    }

    /// Reads a text as far as the format asks for it.
    pub(crate) fn reading_of(&self, text: &str) -> Reading {
        match self.value_type {
            ValueType::Money | ValueType::Integer | ValueType::Decimal | ValueType::Percentage => Reading::of(text),
            _ => Reading::Other,
        }
    }

    /// Whether a text can be a value of a column of this format: a number in one of numbers, a day in one of days. A text is
    /// what would be taken for nothing else.
    pub fn fits(&self, text: &str) -> bool {
        match self.value_type {
            ValueType::Url | ValueType::Image => !text.contains(char::is_whitespace),
            ValueType::Money | ValueType::Integer | ValueType::Decimal | ValueType::Percentage => match self.read(text)
            {
                CellValue::Money(money) => money.amount.is_some(),
                value => value != CellValue::Text,
            },
            other => Reading::of(text).value_type() == other,
        }
    }

    /// What the texts of a column mean; `readings` has what was read of each, and `language` is what the page declares.
    pub(crate) fn values(&self, texts: &[&str], readings: &[Reading], language: Option<&str>) -> Vec<CellValue> {
        if self.value_type == ValueType::Date {
            let moments = Moment::read_column(texts, language).into_iter();
            return moments.map(|moment| moment.map_or(CellValue::Text, CellValue::Date)).collect();
        }
        readings.iter().map(|reading| self.value_of(reading)).collect()
    }

    fn value_of(&self, reading: &Reading) -> CellValue {
        match (self.value_type, reading) {
            (ValueType::Money, reading) => CellValue::Money(self.money(reading)),
            (ValueType::Percentage, Reading::Percentage(amount) | Reading::Number(amount))
            | (ValueType::Integer | ValueType::Decimal, Reading::Number(amount)) => {
                amount.to_number(self.decimal_mark).map_or(CellValue::Text, CellValue::Number)
            }
            (ValueType::Url | ValueType::Image, _) => CellValue::Address,
            _ => CellValue::Text,
        }
    }

    fn money(&self, reading: &Reading) -> Money {
        let is_mixed = self.unit.is_none();
        let of_column = || self.unit.clone().map(Cow::Owned);
        match reading {
            Reading::Money(price) => {
                let has_thousandths = currencies::has_thousandths(price.unit);
                let amount = price.amount.to_price(self.decimal_mark, is_mixed && !has_thousandths);
                let is_meant = self.unit.as_deref().is_some_and(|code| currencies::can_mean(price.unit, code));
                let currency = if is_meant { of_column() } else { Some(Cow::Borrowed(price.unit)) };
                Money { amount, currency, is_all: price.is_all && amount.is_some() }
            }
            Reading::Number(amount) => {
                let amount = amount.to_price(self.decimal_mark, is_mixed);
                Money { amount, currency: amount.and_then(|_| of_column()), is_all: amount.is_some() }
            }
            Reading::Free => Money { amount: Some(Decimal::ZERO), currency: of_column(), is_all: false },
            Reading::Blank => Money { amount: None, currency: None, is_all: true },
            _ => Money { amount: None, currency: None, is_all: false },
        }
    }
}

/// The currency of all values of a column. One that is written with its sign here and with its code there is one.
fn shared_unit(mut units: Vec<&'static str>) -> Option<String> {
    units.sort_unstable();
    units.dedup();
    match units[..] {
        [unit] => Some(unit.to_owned()),
        [one, other] if currencies::can_mean(one, other) => Some(other.to_owned()),
        [one, other] if currencies::can_mean(other, one) => Some(one.to_owned()),
        _ => None,
    }
}

/// How many values of a column are what.
#[derive(Default)]
struct Counts {
    values: usize,
    money: usize,
    /// Of what costs nothing.
    free: usize,
    percentages: usize,
    numbers: usize,
    /// Numbers such as 007, which are names and would be spoilt as numbers.
    identifiers: usize,
    dates: usize,
    times: usize,
    urls: usize,
}

impl Counts {
    fn decide(&self, has_decimals: bool) -> ValueType {
        let is_most = |n: usize| n > 0 && n as f64 >= MIN_SHARE * self.values as f64;
        // More than half are enough: what is no amount is kept beside it, so that nothing is lost by the type.
        let is_priced = 2 * (self.money + self.numbers + self.free) > self.values;
        if self.money > 0 && is_priced && self.money >= self.numbers + self.free {
            ValueType::Money
        } else if is_most(self.percentages + self.numbers) && self.percentages >= self.numbers {
            ValueType::Percentage
        } else if is_most(self.numbers) && self.identifiers == 0 {
            if has_decimals { ValueType::Decimal } else { ValueType::Integer }
        } else if is_most(self.dates) {
            ValueType::Date
        } else if is_most(self.times) {
            ValueType::Time
        } else if is_most(self.urls) {
            ValueType::Url
        } else {
            ValueType::Text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ValueType::{Date, Decimal, Integer, Percentage, Text, Time, Url};

    #[track_caller]
    fn check(values: &[&str], value_type: ValueType, normalised: &[&str]) {
        let format = ValueFormat::of_column(values.iter().copied());
        assert_eq!(format.value_type, value_type, "{values:?}");
        let plain = |value: &str| match format.read(value) {
            CellValue::Number(number) | CellValue::Money(Money { amount: Some(number), .. }) => number.to_string(),
            _ => value.to_owned(),
        };
        assert_eq!(values.iter().map(|value| plain(value)).collect::<Vec<_>>(), normalised);
    }

    #[test]
    fn the_decimal_mark_is_decided_by_the_column() {
        check(&["1.299,00 €", "1.300 €"], ValueType::Money, &["1299.00", "1300"]);
        check(&["$1,299.00", "$1,300"], ValueType::Money, &["1299.00", "1300"]);
        check(&["1.299", "12.5"], Decimal, &["1.299", "12.5"]);
        check(&["1.299", "1.234.567"], Integer, &["1299", "1234567"]);
        check(&["1,299", "13"], Integer, &["1299", "13"]);
        check(&["1,5", "13,25"], Decimal, &["1.5", "13.25"]);
    }

    #[test]
    fn a_price_never_has_three_decimals() {
        check(&["1.299 €", "2.500 €"], ValueType::Money, &["1299", "2500"]);
    }

    #[test]
    fn currencies_of_one_column_may_be_written_otherwise() {
        check(
            &["CHF 12.50", "CHF 99.90", "1.299 €", "12,00 €", "CHF 8.00", "CHF 7.50", "1.299,00 €"],
            ValueType::Money,
            &["12.50", "99.90", "1299", "12.00", "8.00", "7.50", "1299.00"],
        );
        check(&["12,00 €", "9,50 €", "$1,299", "$3.50"], ValueType::Money, &["12.00", "9.50", "1299", "3.50"]);
        check(&["KWD 1.250", "KWD 0.500", "5.00 €"], ValueType::Money, &["1.250", "0.500", "5.00"]);
        check(&["$0.125", "$1.250"], ValueType::Money, &["0.125", "1.250"]);
    }

    #[test]
    fn prices_of_many_countries() {
        check(&["R$ 1.299,90", "R$ 15,00"], ValueType::Money, &["1299.90", "15.00"]);
        check(&["1 299 kr", "15 kr"], ValueType::Money, &["1299", "15"]);
        check(&["CHF 1'299.50"], ValueType::Money, &["1299.50"]);
        check(&["₹1,29,999.00"], ValueType::Money, &["129999.00"]);
        check(&["￥１，２００", "￥９８０"], ValueType::Money, &["1200", "980"]);
        check(&["1200円", "980円"], ValueType::Money, &["1200", "980"]);
        check(&["١٬٢٩٩٫٥٠ ر.س", "٢٠ ر.س"], ValueType::Money, &["1299.50", "20"]);
        check(&["12,- €", "US$ 5"], ValueType::Money, &["12", "5"]);
        check(&["1 299,00 zł"], ValueType::Money, &["1299.00"]);
        check(&["-$3.50", "€ -2.00"], ValueType::Money, &["-3.50", "-2.00"]);
    }

    #[test]
    fn the_unit_is_named_where_all_values_share_it() {
        assert_eq!(ValueFormat::of_column(["5 €", "EUR 6"]).unit.as_deref(), Some("EUR"));
        assert_eq!(ValueFormat::of_column(["$5", "$6"]).unit.as_deref(), Some("$"));
        assert_eq!(ValueFormat::of_column(["US$5", "6 USD"]).unit.as_deref(), Some("USD"));
        assert_eq!(ValueFormat::of_column(["5 €", "$6"]).unit, None);
    }

    #[test]
    fn a_placeholder_does_not_change_the_type() {
        check(&["5 €", "6 €", "7 €", "8 €", "sold out"], ValueType::Money, &["5", "6", "7", "8", "sold out"]);
        check(&["5 m", "6 m", "7 m", "8 m", "long"], Text, &["5 m", "6 m", "7 m", "8 m", "long"]);
        check(&["5", "6", "sold out"], Text, &["5", "6", "sold out"]);
    }

    #[test]
    fn a_column_is_money_where_most_values_are() {
        check(&["5 €", "6 €", "sold out"], ValueType::Money, &["5", "6", "sold out"]);
        check(&["5 €", "sold out"], Text, &["5 €", "sold out"]);
        check(&["5 €", "6", "free"], Text, &["5 €", "6", "free"]);
        check(&["5 €", "6 €", "Free"], ValueType::Money, &["5", "6", "0"]);
        check(&["ab 5,00 €", "6,00 – 7,00 €", "8,00 €*"], ValueType::Money, &["5.00", "6.00", "8.00"]);
        check(&["Free", "Free"], Text, &["Free", "Free"]);
    }

    #[test]
    fn every_value_has_its_own_currency() {
        let values = ["€ 12,00", "CHF 1250.–", "1 999,00 zł", "12", "ab 7,00 €"];
        let format = ValueFormat::of_column(values);
        assert_eq!((format.value_type, format.unit.as_deref()), (ValueType::Money, None));
        let read = |value| {
            let money = format.money(&Reading::of(value));
            (money.amount.map(|amount| amount.to_string()), money.currency, money.is_all)
        };
        let money = |amount: &str, currency: Option<&'static str>, is_all| {
            (Some(amount.to_owned()), currency.map(Cow::Borrowed), is_all)
        };
        assert_eq!(read("CHF 1250.–"), money("1250", Some("CHF"), true));
        assert_eq!(read("1 999,00 zł"), money("1999.00", Some("PLN"), true));
        assert_eq!(read("ab 7,00 €"), money("7.00", Some("EUR"), false));
        assert_eq!(read("12"), money("12", None, true), "which of them is not said");
        assert_eq!(read("on request"), (None, None, false));
        let euros = ValueFormat::of_column(["12 €", "13 €", "14"]);
        assert_eq!(euros.money(&Reading::of("14")).currency.as_deref(), Some("EUR"));
        let dollars = ValueFormat::of_column(["$12", "13 USD"]);
        assert_eq!(dollars.money(&Reading::of("$12")).currency.as_deref(), Some("USD"));
        assert!(matches!(ValueFormat::of_column(["12"]).read("12"), CellValue::Number(_)));
    }

    #[test]
    fn numbers_and_names_that_look_like_numbers() {
        check(&["12", "1305"], Integer, &["12", "1305"]);
        check(&["-4", "+3", "−2"], Integer, &["-4", "3", "-2"]);
        check(&["12 %", "3,5 %"], Percentage, &["12", "3.5"]);
        check(&["007", "012"], Text, &["007", "012"]);
        check(&["555 12 34"], Text, &["555 12 34"]);
        check(&["1.2.3"], Text, &["1.2.3"]);
        check(&["Room 12"], Text, &["Room 12"]);
        check(&["12345678901234567890123"], Text, &["12345678901234567890123"]);
    }

    #[test]
    fn dates_in_several_languages() {
        for date in [
            "2013-04-05",
            "2013-04-05T12:30:00Z",
            "5.4.2013",
            "05/04/13",
            "5 April 2013",
            "April 5, 2013",
            "Fri, 5 Apr 2013 12:30",
            "20-Jan",
            "5. März 2013",
            "5 de março de 2013",
            "le 5 août 2013",
            "2013年4月5日",
            "2013. 4. 5.",
            "5 апреля 2013 г.",
            "Sep 15, 2003",
        ] {
            check(&[date], Date, &[date]);
        }
        for other in ["April showers", "5 apples", "32.13.2013", "2013", "Part 5 of 6", "May 5 be with you, 7 times"] {
            assert_ne!(ValueFormat::of_column([other]).value_type, Date, "{other}");
        }
        for persian in ["1402/05/12", "۱۴۰۲/۰۵/۱۲", "12-05-1402", "1445.1.30"] {
            check(&[persian], Text, &[persian]);
        }
        check(&["29 May 1453"], Date, &["29 May 1453"]);
    }

    #[test]
    fn times_and_links() {
        check(&["12:30", "3:05:10", "7:15 pm", "14h30"], Time, &["12:30", "3:05:10", "7:15 pm", "14h30"]);
        check(&["http://a.example/b", "www.example.com"], Url, &["http://a.example/b", "www.example.com"]);
        check(&["http://a.example/b is a page"], Text, &["http://a.example/b is a page"]);
    }

    #[test]
    fn empty_columns_are_text() {
        check(&[], Text, &[]);
        check(&["", "  "], Text, &["", "  "]);
    }
}
