//! Signs and names of currencies.

/// What pages write for a currency, and its ISO 4217 code; the sign itself where several currencies share it. Longer
/// spellings come before their parts.
#[rustfmt::skip]
pub(super) const CURRENCIES: &[(&str, &str)] = &[
    ("US$", "USD"), ("US $", "USD"), ("CA$", "CAD"), ("CA $", "CAD"), ("CDN$", "CAD"), ("CDN $", "CAD"),
    ("AU$", "AUD"), ("AU $", "AUD"), ("NZ$", "NZD"), ("NZ $", "NZD"), ("HK$", "HKD"), ("HK $", "HKD"), ("NT$", "TWD"),
    ("MX$", "MXN"), ("C$", "CAD"), ("C $", "CAD"), ("A$", "AUD"), ("S$", "SGD"), ("R$", "BRL"), ("$", "$"),
    ("＄", "$"), ("€", "EUR"), ("£", "GBP"), ("￡", "GBP"), ("¥", "¥"), ("￥", "¥"), ("円", "JPY"), ("元", "元"),
    ("₹", "INR"), ("₨", "Rs"), ("₽", "RUB"), ("₩", "KRW"), ("￦", "KRW"), ("원", "KRW"), ("₺", "TRY"), ("₴", "UAH"),
    ("₪", "ILS"), ("₫", "VND"), ("฿", "THB"), ("₱", "PHP"), ("₦", "NGN"), ("₸", "KZT"), ("₡", "CRC"), ("₲", "PYG"),
    ("₵", "GHS"), ("₾", "GEL"), ("Kč", "CZK"), ("zł", "PLN"), ("Ft", "HUF"), ("лв", "BGN"), ("руб", "RUB"),
    ("грн", "UAH"), ("ر.س", "SAR"), ("د.إ", "AED"), ("euros", "EUR"), ("Euros", "EUR"), ("EURO", "EUR"),
    ("euro", "EUR"), ("Euro", "EUR"), ("eur", "EUR"), ("usd", "USD"), ("gbp", "GBP"), ("chf", "CHF"), ("SFr", "CHF"),
    ("dollars", "$"), ("kr", "kr"), ("lei", "RON"), ("Rs", "Rs"), ("RMB", "CNY"), ("RM", "MYR"), ("Rp", "IDR"),
    ("TL", "TRY"),
];

/// Codes that pages write out; a code is three capitals, so a list keeps other words out.
pub(super) const CODES: &[&str] = &[
    "AED", "ARS", "AUD", "BGN", "BHD", "BRL", "BYN", "CAD", "CHF", "CLP", "CNY", "COP", "CRC", "CZK", "DKK", "DZD",
    "EGP", "EUR", "GBP", "GEL", "GHS", "HKD", "HUF", "IDR", "ILS", "INR", "ISK", "JOD", "JPY", "KES", "KRW", "KWD",
    "KZT", "LKR", "MAD", "MDL", "MUR", "MXN", "MYR", "NGN", "NOK", "NPR", "NZD", "OMR", "PEN", "PHP", "PKR", "PLN",
    "QAR", "RON", "RSD", "RUB", "SAR", "SEK", "SGD", "THB", "TND", "TRY", "TWD", "UAH", "USD", "UYU", "VND", "XAF",
    "XOF", "ZAR",
];

/// The signs of the list above that are no letters.
const SIGNS: &str = "$＄€£￡¥￥₹₨₽₩￦₺₴₪₫฿₱₦₸₡₲₵₾";

/// Whether a currency is written anywhere in a text. Most texts have none, and are done with by one look at each letter.
pub(super) fn occurs(value: &str) -> bool {
    let is_word = |word: &str| {
        let is_spelling =
            |text: &str| text.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        CURRENCIES.iter().any(|(text, _)| is_spelling(text)) || word.len() == 3 && CODES.binary_search(&word).is_ok()
    };
    value.chars().any(|c| c == '$' || !c.is_ascii() && SIGNS.contains(c))
        || value.split(|c: char| !c.is_alphabetic()).any(|word| !word.is_empty() && is_word(word))
}

/// The currencies that share a sign, each with the languages and countries whose pages mean it by the sign.
///
/// The United States are not in the list: `en-US` is what pages say that never thought about it. Where the page does
/// not name the currency, their sign stays as it is written.
pub(super) const SHARED: &[(&str, &str, &[&str])] = &[
    ("$", "USD", &[]),
    ("$", "CAD", &["CA"]),
    ("$", "AUD", &["AU"]),
    ("$", "NZD", &["NZ"]),
    ("$", "SGD", &["SG"]),
    ("$", "HKD", &["HK"]),
    ("$", "TWD", &["TW"]),
    ("$", "MXN", &["MX"]),
    ("$", "ARS", &["AR"]),
    ("$", "CLP", &["CL"]),
    ("$", "COP", &["CO"]),
    ("$", "UYU", &["UY"]),
    ("¥", "JPY", &["ja", "JP"]),
    ("¥", "CNY", &["zh", "CN"]),
    ("kr", "SEK", &["sv", "SE"]),
    ("kr", "NOK", &["nb", "nn", "no", "NO"]),
    ("kr", "DKK", &["da", "DK"]),
    ("kr", "ISK", &["is", "IS"]),
    ("Rs", "INR", &["hi", "IN"]),
    ("Rs", "PKR", &["ur", "PK"]),
    ("Rs", "LKR", &["si", "LK"]),
    ("Rs", "NPR", &["ne", "NP"]),
    ("Rs", "MUR", &["MU"]),
    ("元", "CNY", &["zh", "CN"]),
    ("元", "TWD", &["TW"]),
    ("元", "HKD", &["HK"]),
];

/// The currency that a sign stands for on a page: the only one of those `named` on the page that is written so, else
/// that of the page's language, such as `CAD` for `$` on a page in `en-CA`. `None` if neither tells.
///
/// ```
/// use tamis_extract::currency_by_sign;
///
/// assert_eq!(currency_by_sign("$", &["USD", "EUR"], Some("en-CA")), Some("USD"));
/// assert_eq!(currency_by_sign("$", &[], Some("en-CA")), Some("CAD"));
/// assert_eq!(currency_by_sign("$", &["USD", "AUD"], Some("en")), None);
/// ```
pub fn currency_by_sign<'a>(sign: &str, named: &[&'a str], language: Option<&str>) -> Option<&'a str> {
    let mut meant: Vec<&'a str> = named.iter().copied().filter(|code| can_mean(sign, code)).collect();
    meant.sort_unstable();
    meant.dedup();
    match meant[..] {
        [code] => Some(code),
        [] => of_language(sign, language?),
        _ => None,
    }
}

/// Whether several currencies are written with this sign.
pub fn is_shared_sign(unit: &str) -> bool {
    SHARED.iter().any(|&(sign, _, _)| sign == unit)
}

/// Whether a currency, by its code, is written with a sign that others share.
pub fn has_shared_sign(code: &str) -> bool {
    SHARED.iter().any(|&(_, currency, _)| currency == code)
}

/// Currencies of a thousand parts.
pub(super) const THOUSANDTHS: &[&str] = &["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];

/// Whether a currency has a thousand parts, so that its prices have three decimals.
pub(super) fn has_thousandths(code: &str) -> bool {
    THOUSANDTHS.contains(&code)
}

/// Whether a currency can be written with this shared sign.
pub(super) fn can_mean(sign: &str, code: &str) -> bool {
    SHARED.iter().any(|&(shared, currency, _)| shared == sign && currency == code)
}

/// The currency that pages in a language mean by a shared sign, such as CAD by `$` in `en-CA`. The country decides where
/// the language names one.
pub(super) fn of_language(sign: &str, language: &str) -> Option<&'static str> {
    let mut subtags = language.split(['-', '_']);
    let spoken = subtags.next().unwrap_or_default().to_ascii_lowercase();
    // A country has two letters; a script such as Hans has four.
    let country = subtags.find(|subtag| subtag.len() == 2).map(str::to_ascii_uppercase);
    let place = country.unwrap_or(spoken);
    let meant = |&&(shared, _, places): &&(&str, &str, &[&str])| shared == sign && places.contains(&place.as_str());
    SHARED.iter().find(meant).map(|&(_, currency, _)| currency)
}

/// A value without its currency.
pub(super) struct Stripped<'a> {
    /// What is left of the value.
    pub(super) number: &'a str,
    /// Whether a minus stood before the currency.
    pub(super) negative: bool,
    pub(super) unit: &'static str,
}

/// Takes the currency off either end of a value; off both, where one is the code of what the other is the sign of.
pub(super) fn strip(value: &str) -> Option<Stripped<'_>> {
    let stripped = strip_once(value)?;
    match strip_once(stripped.number) {
        Some(second) if is_same(stripped.unit, second.unit) => {
            let unit = if is_shared_sign(stripped.unit) { second.unit } else { stripped.unit };
            Some(Stripped { number: second.number, negative: stripped.negative || second.negative, unit })
        }
        _ => Some(stripped),
    }
}

/// Whether two spellings on one value are of one currency.
fn is_same(one: &str, other: &str) -> bool {
    one == other || can_mean(one, other) || can_mean(other, one)
}

fn strip_once(value: &str) -> Option<Stripped<'_>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, number: &str, unit: &str) {
        let stripped = strip(value).expect("it has a currency");
        assert_eq!((stripped.number, stripped.unit), (number, unit), "{value}");
    }

    #[test]
    fn a_currency_stands_on_either_end_or_on_both() {
        check("12.50 €", "12.50", "EUR");
        check("Rs. 1,299", "1,299", "Rs");
        check("US $12", "12", "USD");
        check("$12.50 USD", "12.50", "USD");
        check("CAD $12.50", "12.50", "CAD");
        check("€12 EUR", "12", "EUR");
        check("$12 €", "12 €", "$");
    }

    #[test]
    fn a_shared_sign_is_of_the_country_or_else_of_the_language() {
        for (sign, language, expect) in [
            ("$", "en-CA", Some("CAD")),
            ("$", "es_MX", Some("MXN")),
            ("$", "en-US", None),
            ("$", "en", None),
            ("kr", "sv", Some("SEK")),
            ("kr", "nb-NO", Some("NOK")),
            ("¥", "zh-Hans-CN", Some("CNY")),
            ("¥", "ja", Some("JPY")),
            ("元", "zh-TW", Some("TWD")),
            ("Rs", "en-PK", Some("PKR")),
            ("€", "de", None),
        ] {
            assert_eq!(of_language(sign, language), expect, "{sign} in {language}");
        }
    }

    #[test]
    fn every_spelling_is_seen_to_occur() {
        let spellings = CURRENCIES.iter().map(|&(text, _)| text).chain(CODES.iter().copied());
        for text in spellings {
            assert!(occurs(&format!("from {text}5")) && occurs(&format!("5 {text}.")), "{text}");
        }
        assert!(!occurs("5 apples, 12:30, MORE - and 7/8 km"));
        assert!(CODES.is_sorted());
    }

    #[test]
    fn every_sign_that_is_shared_is_known() {
        for &(sign, code, _) in SHARED {
            assert!(CURRENCIES.contains(&(sign, sign)), "{sign}");
            assert!(CODES.contains(&code), "{code}");
        }
    }
}
