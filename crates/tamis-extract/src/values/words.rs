//! The words and signs by which prices are read, for whoever writes a program that reads them in another language.

use super::{currencies, money};

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
        from: money::FROM,
        between: money::BETWEEN,
        each: money::EACH,
        taxes: money::TAXES,
        free: money::FREE,
    }
}
