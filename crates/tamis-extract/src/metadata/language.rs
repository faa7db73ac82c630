//! The language that a page declares, and how its dates are written.

use super::Sourced;
use super::linked_data::LinkedData;
use super::survey::Survey;
use crate::values::days::DayOrder;
use tamis_page::{Document, names};
use url::Url;

/// The `lang` of the page, then what its head and its JSON-LD say.
pub(super) fn declared(document: &Document, survey: &Survey<'_>, linked: &LinkedData) -> Option<Sourced<String>> {
    const NAMES: [&str; 6] = ["content-language", "language", "og:locale", "dc.language", "dcterms.language", "lang"];
    let of_meta = || survey.meta(&NAMES).find_map(tag).map(|found| Sourced::new(found, "meta"));
    let of_object = || tag(&linked.text("inLanguage")?).map(|found| Sourced::new(found, "json-ld"));
    of_html(document).or_else(of_meta).or_else(of_object)
}

/// The `lang` of the `html` element, as it stands.
pub(super) fn of_html(document: &Document) -> Option<Sourced<String>> {
    let html = document.html()?;
    let of_xml = || document.find_name("xml:lang").and_then(|name| document.attribute(html, name));
    let declared = document.attribute(html, names::LANG).or_else(of_xml)?.trim();
    (!declared.is_empty()).then(|| Sourced::new(declared.to_owned(), "html"))
}

/// A language tag, `None` for what is none: `en_US` becomes `en-US`, `German` is no tag.
fn tag(text: &str) -> Option<String> {
    let first = text.split([',', ';', ' ']).next()?.trim();
    let tag = first.replace('_', "-");
    let language = tag.split('-').next()?;
    let is_tag = (2..=3).contains(&language.len())
        && tag.len() <= 20
        && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_tag.then_some(tag)
}

/// Whether 5/3/2021 is in March or in May. Only the United States and the Philippines write the month first; English
/// without a country is theirs unless the address ends in another country's letters.
pub(super) fn day_order(language: Option<&Sourced<String>>, address: Option<&Url>) -> DayOrder {
    let tag = language.map(|language| language.value.replace('_', "-").to_ascii_lowercase()).unwrap_or_default();
    let top = address.and_then(Url::host_str).and_then(|host| host.rsplit('.').next()).unwrap_or("");
    let is_of_a_country = top.len() == 2 && !matches!(top, "us" | "ph" | "io" | "co" | "tv" | "me" | "ai");
    match tag.as_str() {
        "en-us" | "es-us" | "en-ph" | "fil" => DayOrder::MonthFirst,
        "en" if !is_of_a_country => DayOrder::MonthFirst,
        _ => DayOrder::DayFirst,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expect: Option<(&str, &str)>) {
        let document = Document::parse(html);
        let survey = Survey::of(&document);
        let linked = LinkedData::of(&document, &survey, None);
        let found = declared(&document, &survey, &linked);
        assert_eq!(found.as_ref().map(|found| (found.value.as_str(), found.source)), expect, "{html}");
    }

    #[test]
    fn the_element_counts_before_the_head() {
        check("<html lang=de-AT><meta property=og:locale content=en_US>", Some(("de-AT", "html")));
        check("<meta property=og:locale content=en_US>", Some(("en-US", "meta")));
        check("<meta http-equiv=content-language content='pt-br, en'>", Some(("pt-br", "meta")));
        check("<meta name=language content=German>", None);
    }

    #[test]
    fn only_americans_write_the_month_first() {
        let order = |tag: &str, address: &str| {
            let address = Url::parse(address).expect("an address");
            day_order(Some(&Sourced::new(tag.to_owned(), "html")), Some(&address))
        };
        assert_eq!(order("en-US", "https://a.example/"), DayOrder::MonthFirst);
        assert_eq!(order("en", "https://a.example/"), DayOrder::MonthFirst);
        assert_eq!(order("en", "https://a.co.uk/"), DayOrder::DayFirst);
        assert_eq!(order("de", "https://a.com/"), DayOrder::DayFirst);
    }
}
