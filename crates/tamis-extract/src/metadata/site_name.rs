//! What the site calls itself.

use super::Sourced;
use super::clean_text::plain;
use super::linked_data::LinkedData;
use super::survey::Survey;
use super::title_parts::{SiteWords, site_in};
use url::Url;

#[rustfmt::skip]
const NAMES: [&str; 10] = [
    "og:site_name", "application-name", "apple-mobile-web-app-title", "al:ios:app_name", "al:android:app_name",
    "twitter:app:name:iphone", "twitter:app:name:googleplay", "dc.publisher", "dcterms.publisher", "publisher",
];

/// The card's `og:site_name`, which is there for this; the site or publisher of the JSON-LD; the names that the site gives
/// its application; the account on Twitter; the host.
pub(super) fn choose(survey: &Survey<'_>, linked: &LinkedData, address: Option<&Url>) -> Option<Sourced<String>> {
    let is_name = |name: &String| name.chars().count() <= 80 && !name.contains("://");
    let of_meta =
        |names: &[&str]| survey.meta(names).filter_map(plain).find(is_name).map(|name| Sourced::new(name, "meta"));
    let own = of_meta(&NAMES[..1]).map(|mut name| {
        // Some write the title or an address there.
        name.value = name.value.trim_start_matches("www.").to_owned();
        name
    });
    own.or_else(|| linked.site().filter(is_name).map(|name| Sourced::new(name, "json-ld")))
        .or_else(|| of_meta(&NAMES[1..]))
        .or_else(|| of_title(survey, address))
        .or_else(|| {
            let account = survey.meta(&["twitter:site"]).next()?.trim();
            let account = account.strip_prefix('@')?;
            (!account.is_empty() && account.len() < 40).then(|| Sourced::new(account.to_owned(), "meta"))
        })
        .or_else(|| {
            let host = address?.host_str()?.trim_start_matches("www.");
            Some(Sourced::new(host.to_owned(), "address"))
        })
}

/// The part of a card's title that is like the host.
fn of_title(survey: &Survey<'_>, address: Option<&Url>) -> Option<Sourced<String>> {
    let site = SiteWords::of([], address);
    let titles = survey.meta(&["og:title", "twitter:title"]).filter_map(plain);
    let mut found = titles.filter_map(|title| site_in(&title, &site).map(str::to_owned));
    found.next().map(|name| Sourced::new(name, "title"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::PageView;
    use tamis_page::Document;

    #[track_caller]
    fn check(html: &str, expect: &str, source: &str) {
        let document = Document::parse(html);
        let survey = Survey::of(&PageView::of(&document));
        let linked = LinkedData::of(&document, &survey, None);
        let address = Url::parse("https://www.paper.example/x").expect("an address");
        let found = choose(&survey, &linked, Some(&address)).expect("the host is known");
        assert_eq!((found.value.as_str(), found.source), (expect, source), "{html}");
    }

    #[test]
    fn the_card_counts_then_the_object_then_the_host() {
        let object = "<script type=application/ld+json>{\"@type\":\"WebSite\",\"name\":\"W\"}</script>";
        check(&format!("<meta property=og:site_name content='The Paper'>{object}"), "The Paper", "meta");
        check(object, "W", "json-ld");
        check("<meta name=twitter:site content=@thepaper>", "thepaper", "meta");
        check("<meta property=og:title content='A story | The Paper'>", "The Paper", "title");
        check("<p>", "paper.example", "address");
    }
}
