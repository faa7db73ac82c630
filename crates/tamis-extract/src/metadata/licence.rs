//! The terms of use.

use super::Sourced;
use super::clean_text::plain;
use super::linked_data::LinkedData;
use super::survey::Survey;
use tamis_page::{Document, absolute_url, names};
use url::Url;

const NAMES: [&str; 4] = ["dcterms.license", "dc.rights.license", "license", "dc.rights"];

/// What the JSON-LD says, `rel=license`, the head, and a link to Creative Commons, whose addresses are licences.
pub(super) fn choose(
    document: &Document,
    survey: &Survey<'_>,
    linked: &LinkedData,
    base: Option<&Url>,
) -> Option<Sourced<String>> {
    let absolute = |href: &str| absolute_url(base, href).map_or_else(|| href.to_owned(), String::from);
    let of_object = linked.get("license").and_then(|licence| {
        let licence = linked.resolve(licence.items().first()?);
        let text = licence.get("url").or_else(|| licence.get("@id")).or_else(|| licence.get("name")).unwrap_or(licence);
        plain(text.as_text()?)
    });
    if let Some(found) = of_object {
        return Some(Sourced::new(found, "json-ld"));
    }
    if let Some(href) = survey.link("license") {
        return Some(Sourced::new(absolute(href), "link"));
    }
    let related = survey.relation("license").find_map(|node| document.attribute(node, names::HREF));
    if let Some(href) = related {
        return Some(Sourced::new(absolute(href), "rel-license"));
    }
    if let Some(found) = survey.meta(&NAMES).find_map(plain) {
        return Some(Sourced::new(found, "meta"));
    }
    let is_licence = |href: &&str| {
        href.contains("creativecommons.org/licenses/") || href.contains("creativecommons.org/publicdomain/")
    };
    let mut links = document.elements_named(names::A).filter_map(|node| document.attribute(node, names::HREF));
    links.find(is_licence).map(|href| Sourced::new(absolute(href), "link-text"))
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
        let base = Url::parse("https://a.example/").expect("an address");
        let found = choose(&document, &survey, &linked, Some(&base));
        assert_eq!(found.as_ref().map(|found| (found.value.as_str(), found.source)), expect, "{html}");
    }

    #[test]
    fn licences_are_addresses_or_names() {
        check("<link rel=license href=/l>", Some(("https://a.example/l", "link")));
        check("<p><a rel='license noopener' href=/l>x</a>", Some(("https://a.example/l", "rel-license")));
        check(
            "<footer><a href=//creativecommons.org/licenses/by/4.0/>CC</a></footer>",
            Some(("https://creativecommons.org/licenses/by/4.0/", "link-text")),
        );
        check("<meta name=dcterms.license content='CC BY'>", Some(("CC BY", "meta")));
        check("<p>x", None);
    }
}
