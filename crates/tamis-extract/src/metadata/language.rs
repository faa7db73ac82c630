//! The language that a page declares, and how its dates are written.

use super::Sourced;
use super::linked_data::LinkedData;
use super::survey::Survey;
use crate::values::days::DayOrder;
use crate::values::language_tags::{self, day_order_of_country};
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

/// Reads a language tag: `en_US` becomes `en-US`, and `German` is `None`.
fn tag(text: &str) -> Option<String> {
    let first = text.split([',', ';', ' ']).next()?.trim();
    let tag = first.replace('_', "-");
    let language = tag.split('-').next()?;
    let is_tag = (2..=3).contains(&language.len())
        && tag.len() <= 20
        && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_tag.then_some(tag)
}

/// Whether 5/3/2021 is in March or in May, where the page tells: by its language, else by the country that its address ends in.
pub(super) fn day_order(language: Option<&Sourced<String>>, address: Option<&Url>) -> Option<DayOrder> {
    let of_country = || {
        let top = address.and_then(Url::host_str)?.rsplit('.').next()?;
        // These are of countries, but are used for what else they spell.
        day_order_of_country(top).filter(|_| !matches!(top, "co" | "fm" | "me" | "pw"))
    };
    language.and_then(|language| language_tags::day_order(&language.value)).or_else(of_country)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::PageView;

    #[track_caller]
    fn check(html: &str, expect: Option<(&str, &str)>) {
        let document = Document::parse(html);
        let survey = Survey::of(&PageView::of(&document));
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
    fn the_order_of_day_and_month_is_told_by_the_language_then_by_the_address_and_never_guessed() {
        let order = |tag: &str, address: &str| {
            let address = Url::parse(address).expect("an address");
            let language = Some(Sourced::new(tag.to_owned(), "html")).filter(|_| !tag.is_empty());
            day_order(language.as_ref(), Some(&address))
        };
        assert_eq!(order("en-US", "https://a.example/"), Some(DayOrder::MonthFirst));
        assert_eq!(order("en-US", "https://a.co.uk/"), Some(DayOrder::MonthFirst));
        assert_eq!(order("en", "https://a.co.uk/"), Some(DayOrder::DayFirst));
        assert_eq!(order("en", "https://a.state.us/"), Some(DayOrder::MonthFirst));
        assert_eq!(order("de", "https://a.com/"), Some(DayOrder::DayFirst));
        assert_eq!(order("", "https://a.fr/"), Some(DayOrder::DayFirst));
        for (tag, address) in
            [("en", "https://a.com/"), ("", "https://a.com/"), ("fr", "https://a.me/"), ("ja", "https://a.jp/")]
        {
            assert_eq!(order(tag, address), None, "{tag} {address}");
        }
        assert_eq!(day_order(None, None), None);
    }
}
