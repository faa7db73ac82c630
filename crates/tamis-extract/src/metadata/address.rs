//! The page's own address, and the picture that stands for it.

use super::Sourced;
use super::linked_data::LinkedData;
use super::survey::Survey;
use crate::structured::Value;
use tamis_page::absolute_url;
use url::Url;

/// Returns `<link rel=canonical>`, or `og:url` if the page has no such link.
pub(super) fn canonical(survey: &Survey<'_>, base: Option<&Url>) -> Option<Sourced<Url>> {
    let link = survey.link("canonical").and_then(|href| absolute_url(base, href));
    link.map(|url| Sourced::new(url, "link")).or_else(|| Some(Sourced::new(open_graph(survey, base)?, "meta")))
}

pub(super) fn open_graph(survey: &Survey<'_>, base: Option<&Url>) -> Option<Url> {
    let address = survey.meta(&["og:url", "twitter:url"]).find_map(|href| absolute_url(base, href));
    address.filter(|url| matches!(url.scheme(), "http" | "https"))
}

/// What cards show, else the picture of the page's main object: that is often a list of sizes.
pub(super) fn image(survey: &Survey<'_>, linked: &LinkedData, base: Option<&Url>) -> Option<Sourced<Url>> {
    const NAMES: [&str; 6] =
        ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src", "thumbnail"];
    let absolute = |href: &str| absolute_url(base, href).filter(|url| matches!(url.scheme(), "http" | "https"));
    if let Some(url) = survey.meta(&NAMES).find_map(absolute) {
        return Some(Sourced::new(url, "meta"));
    }
    let of_object = linked.get("image").or_else(|| linked.get("thumbnailUrl")).into_iter().flat_map(Value::items);
    let mut addresses = of_object.filter_map(|image| {
        let image = linked.resolve(image);
        let address = image.get("url").or_else(|| image.get("contentUrl")).unwrap_or(image);
        address.items().first()?.as_text()
    });
    if let Some(url) = addresses.find_map(absolute) {
        return Some(Sourced::new(url, "json-ld"));
    }
    survey.link("image_src").and_then(absolute).map(|url| Sourced::new(url, "link"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::PageView;
    use tamis_page::Document;

    #[test]
    fn the_link_counts_before_the_card() {
        let base = Url::parse("https://a.example/x").expect("an address");
        let page = Document::parse("<meta property=og:url content=/y><link rel='x canonical' href=/z>");
        let found = canonical(&Survey::of(&PageView::of(&page)), Some(&base)).map(|found| found.value.to_string());
        assert_eq!(found.as_deref(), Some("https://a.example/z"));
        let page = Document::parse("<meta property=og:url content=/y>");
        let found = canonical(&Survey::of(&PageView::of(&page)), Some(&base)).expect("it says one");
        assert_eq!((found.value.as_str(), found.source), ("https://a.example/y", "meta"));
    }

    #[test]
    fn a_picture_of_the_object_may_be_a_list_of_objects() {
        let page = Document::parse(
            r#"<script type=application/ld+json>{"@type":"Article","name":"a","image":[{"@type":"ImageObject","url":"https://i.example/1.jpg"}]}</script>"#,
        );
        let survey = Survey::of(&PageView::of(&page));
        let linked = LinkedData::of(&page, &survey, None);
        let found = image(&survey, &linked, None).expect("it has one");
        assert_eq!((found.value.as_str(), found.source), ("https://i.example/1.jpg", "json-ld"));
    }
}
