//! What a page says about itself, as JSON.

use super::schema::{CharsetObject, Fields, PageFacts};
use crate::findings::Findings;
use tamis_extract::metadata::{Metadata, Sourced};

pub(super) fn page_facts(findings: &Findings) -> PageFacts {
    let page = findings.page();
    let Metadata {
        title,
        authors,
        published,
        modified,
        site_name,
        description,
        language,
        detected_language,
        canonical,
        image,
        tags,
        categories,
        licence,
        ..
    } = page.metadata().clone();
    let mut sources = Fields::new();
    let charset = page.charset().map(|charset| CharsetObject { used: charset.used, source: charset.source.as_str() });
    let kind = findings.kind();
    PageFacts {
        kind: kind.map(|(kind, _)| kind.as_str()),
        kind_confidence: kind.map(|(_, confidence)| confidence),
        title: value("title", title, &mut sources),
        authors: value("authors", authors, &mut sources),
        published: value("published", published, &mut sources),
        modified: value("modified", modified, &mut sources),
        site_name: value("site_name", site_name, &mut sources),
        description: value("description", description, &mut sources),
        language: value("language", language, &mut sources),
        detected_language: value("detected_language", detected_language, &mut sources),
        canonical: value("canonical", canonical, &mut sources).map(String::from),
        image: value("image", image, &mut sources).map(String::from),
        tags: value("tags", tags, &mut sources),
        categories: value("categories", categories, &mut sources),
        licence: value("licence", licence, &mut sources),
        sources,
        charset,
    }
}

/// The value, with its place noted.
fn value<T>(name: &'static str, field: Option<Sourced<T>>, sources: &mut Fields<'static, &'static str>) -> Option<T> {
    let field = field?;
    sources.insert(name.into(), field.source);
    Some(field.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    #[test]
    fn what_is_said_has_a_source_and_what_is_not_is_null() {
        let page = Page::parse("<html lang=en><title>Big news</title><h1>Big news</h1>");
        let facts = serde_json::to_value(page_facts(&Findings::of(page.clone()))).expect("it is JSON");
        assert_eq!(facts["title"], "Big news");
        assert_eq!(facts["sources"], serde_json::json!({"title": "h1", "language": "html"}));
        assert!(facts["authors"].is_null() && facts["charset"].is_null());
    }

    #[test]
    fn the_page_says_the_same_by_itself() {
        let page =
            Page::parse("<html lang=de><link rel=canonical href=https://a.example/x><title>A long story | B</title>");
        let facts = page_facts(&Findings::of(page.clone()));
        assert_eq!((facts.title.as_deref(), facts.language.as_deref()), (page.title(), page.language()));
        assert_eq!(facts.canonical.as_deref(), page.canonical().map(url::Url::as_str));
    }
}
