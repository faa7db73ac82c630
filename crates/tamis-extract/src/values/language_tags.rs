//! How days are written where a page is from, as far as its language tag tells.

use super::days::DayOrder;

/// Which number comes first in `5/3/2021`, where the tag tells: by its country, else by a language that is written one way
/// everywhere. `None` for the rest: English, French and Spanish are written both ways, some put the year first and so have
/// no custom for this, and what is not known is not guessed.
pub(crate) fn day_order(tag: &str) -> Option<DayOrder> {
    let (language, country) = parts(tag)?;
    match country {
        Some(country) => day_order_of_country(&country),
        None => find(&language, DAY_FIRST_LANGUAGES, &["fil", "tl"]),
    }
}

/// The order of day and month in a country, by its two small letters.
pub(crate) fn day_order_of_country(country: &str) -> Option<DayOrder> {
    find(country, DAY_FIRST_COUNTRIES, MONTH_FIRST_COUNTRIES)
}

fn find(name: &str, day_first: &[&str], month_first: &[&str]) -> Option<DayOrder> {
    if month_first.contains(&name) {
        return Some(DayOrder::MonthFirst);
    }
    day_first.contains(&name).then_some(DayOrder::DayFirst)
}

/// The language and the country of `en`, `en-US`, `en_US.UTF-8` or `sr-Latn-RS`; `None` if it is no tag.
fn parts(tag: &str) -> Option<(String, Option<String>)> {
    // What follows is the encoding and the variant of a locale.
    let tag = tag.trim().split(['.', '@']).next()?.to_ascii_lowercase();
    let is_word = |part: &str| part.bytes().all(|byte| byte.is_ascii_lowercase());
    let mut parts = tag.split(['-', '_']);
    let language = parts.next().filter(|part| (2..=3).contains(&part.len()) && is_word(part))?;
    // After a single letter come extensions, in which two letters are no country.
    let country = parts.take_while(|part| part.len() > 1).find(|part| part.len() == 2 && is_word(part));
    Some((language.to_owned(), country.map(str::to_owned)))
}

/// The United States with their islands, and the Philippines.
const MONTH_FIRST_COUNTRIES: &[&str] = &["as", "fm", "gu", "mh", "mp", "ph", "pw", "um", "us", "vi"];

/// Not in it: those with both customs (Canada, Panama, Puerto Rico, South Africa), and those that put the year first (China,
/// Hungary, Iran, Japan, Korea, Lithuania, Mongolia, Sweden, Taiwan).
const DAY_FIRST_COUNTRIES: &[&str] = &[
    "ad", "ae", "al", "am", "ar", "at", "au", "az", "ba", "bd", "be", "bg", "bh", "bo", "br", "by", "ch", "cl", "co",
    "cr", "cu", "cy", "cz", "de", "dk", "do", "dz", "ec", "ee", "eg", "es", "fi", "fr", "gb", "ge", "gi", "gr", "gt",
    "hk", "hn", "hr", "id", "ie", "il", "in", "iq", "is", "it", "jo", "kg", "kh", "kw", "kz", "lb", "li", "lk", "lu",
    "lv", "ly", "ma", "mc", "md", "me", "mk", "mt", "mx", "my", "ng", "ni", "nl", "no", "nz", "om", "pe", "pk", "pl",
    "ps", "pt", "py", "qa", "ro", "rs", "ru", "sa", "sg", "si", "sk", "sm", "sv", "sy", "th", "tn", "tr", "ua", "uk",
    "uy", "uz", "va", "ve", "vn", "xk", "ye",
];

const DAY_FIRST_LANGUAGES: &[&str] = &[
    "ar", "az", "be", "bg", "bn", "bs", "ca", "cs", "da", "de", "el", "et", "fi", "ga", "gl", "he", "hi", "hr", "hy",
    "id", "is", "it", "ka", "kk", "lb", "lv", "mk", "ms", "mt", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk",
    "sl", "sq", "sr", "th", "tr", "uk", "ur", "uz", "vi",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tags: &[&str], expect: Option<DayOrder>) {
        for tag in tags {
            assert_eq!(day_order(tag), expect, "{tag}");
        }
    }

    #[test]
    fn the_country_of_a_tag_tells_however_it_is_written() {
        let month_first =
            ["en-US", "en_us", " EN-us ", "en-Latn-US", "en_US.UTF-8", "en_US@euro", "eng-US", "es-US", "en-PH", "fil"];
        check(&month_first, Some(DayOrder::MonthFirst));
        let day_first =
            ["en-GB", "en-AU", "fr-CH", "es-MX", "sr-Latn-RS", "de-DE-1996", "zh-HK", "de", "DE", "pt-br", "sr-Cyrl"];
        check(&day_first, Some(DayOrder::DayFirst));
    }

    #[test]
    fn languages_that_are_written_both_ways_or_are_not_known_do_not_tell() {
        check(&["en", "eng", "fr", "es", "es-419", "en-001", "en-CA", "fr-CA", "en-ZA", "es-PR"], None);
        check(&["ja", "zh", "zh-CN", "zh-Hant-TW", "ko", "hu", "lt", "sv", "fa", "mn"], None);
        check(&["", " ", "-", "english", "xx-yy", "xx", "x-us", "en-x-us", "en-u-rg-us", "*", "é-US", "c.utf-8"], None);
    }
}
