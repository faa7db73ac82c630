//! Signs and names of currencies.

/// What pages write for a currency, and its ISO 4217 code; the sign itself where several currencies share it. Longer
/// spellings come before their parts.
const CURRENCIES: &[(&str, &str)] = &[
    ("US$", "USD"),
    ("CA$", "CAD"),
    ("AU$", "AUD"),
    ("NZ$", "NZD"),
    ("HK$", "HKD"),
    ("NT$", "TWD"),
    ("MX$", "MXN"),
    ("C$", "CAD"),
    ("A$", "AUD"),
    ("S$", "SGD"),
    ("R$", "BRL"),
    ("$", "$"),
    ("＄", "$"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("￡", "GBP"),
    ("¥", "¥"),
    ("￥", "¥"),
    ("円", "JPY"),
    ("元", "CNY"),
    ("₹", "INR"),
    ("₽", "RUB"),
    ("₩", "KRW"),
    ("￦", "KRW"),
    ("원", "KRW"),
    ("₺", "TRY"),
    ("₴", "UAH"),
    ("₪", "ILS"),
    ("₫", "VND"),
    ("฿", "THB"),
    ("₱", "PHP"),
    ("₦", "NGN"),
    ("₸", "KZT"),
    ("₡", "CRC"),
    ("₲", "PYG"),
    ("₵", "GHS"),
    ("Kč", "CZK"),
    ("zł", "PLN"),
    ("Ft", "HUF"),
    ("лв", "BGN"),
    ("руб", "RUB"),
    ("грн", "UAH"),
    ("ر.س", "SAR"),
    ("د.إ", "AED"),
    ("euros", "EUR"),
    ("euro", "EUR"),
    ("dollars", "$"),
    ("kr", "kr"),
    ("lei", "RON"),
    ("Rs", "INR"),
    ("RMB", "CNY"),
    ("RM", "MYR"),
    ("Rp", "IDR"),
    ("TL", "TRY"),
];

/// Codes that pages write out; a code is three capitals, so a list keeps other words out.
const CODES: &[&str] = &[
    "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR", "GBP", "HKD",
    "HUF", "IDR", "ILS", "INR", "ISK", "JPY", "KRW", "MAD", "MXN", "MYR", "NGN", "NOK", "NZD", "PEN", "PHP", "PKR",
    "PLN", "RON", "RSD", "RUB", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "UAH", "USD", "UYU", "VND", "ZAR",
];

/// A value without its currency.
pub(super) struct Stripped<'a> {
    /// What is left of the value.
    pub(super) number: &'a str,
    /// Whether a minus stood before the currency.
    pub(super) negative: bool,
    pub(super) unit: &'static str,
}

/// Takes the currency off either end of a value.
pub(super) fn strip(value: &str) -> Option<Stripped<'_>> {
    let (negative, unsigned) = match value.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, value),
    };
    let codes = CODES.iter().map(|&code| (code, code));
    CURRENCIES.iter().copied().chain(codes).find_map(|(text, unit)| {
        // Abbreviations may have a full stop.
        let is_word = text.ends_with(char::is_alphabetic);
        if let Some(rest) = unsigned.strip_prefix(text) {
            let number = if is_word { rest.strip_prefix('.').unwrap_or(rest) } else { rest };
            return Some(Stripped { number: number.trim_start(), negative, unit });
        }
        let value = if is_word { value.strip_suffix('.').unwrap_or(value) } else { value };
        let number = value.strip_suffix(text)?;
        Some(Stripped { number: number.trim_end(), negative: false, unit })
    })
}
