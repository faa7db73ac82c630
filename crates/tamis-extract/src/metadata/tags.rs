//! What a page is filed under.

use super::Sourced;
use super::clean_text::{folded, line_of, plain};
use super::linked_data::LinkedData;
use super::survey::Survey;
use crate::structured::Value;
use tamis_page::{Document, NodeId, names};

/// How many are kept; some pages put their whole vocabulary there.
const MAX_TAGS: usize = 50;

/// The keywords of the JSON-LD, the tags and keywords of the head, links marked as tags.
pub(super) fn tags(document: &Document, survey: &Survey<'_>, linked: &LinkedData) -> Option<Sourced<Vec<String>>> {
    const NAMES: [&str; 8] = [
        "article:tag", "news_keywords", "parsely-tags", "keywords", "sailthru.tags", "cxenseparse:tag", "dc.subject",
        "dcterms.subject",
    ];
    let of_object = linked.get("keywords").into_iter().flat_map(Value::items).filter_map(Value::as_text);
    first_filled([
        (listed(of_object), "json-ld"),
        (first_meta(survey, &NAMES), "meta"),
        (texts(document, survey.relation("tag")), "rel-tag"),
        (link_texts(document, &survey.tags), "tag-markup"),
    ])
}

/// The section of the JSON-LD, of the head, of the way from the start page, links marked as a category.
pub(super) fn categories(
    document: &Document,
    survey: &Survey<'_>,
    linked: &LinkedData,
) -> Option<Sourced<Vec<String>>> {
    const NAMES: [&str; 5] = ["article:section", "parsely-section", "cxenseparse:category", "section", "category"];
    let of_object =
        linked.get("articleSection").or_else(|| linked.get("recipeCategory")).or_else(|| linked.get("category"));
    let of_object = of_object.into_iter().flat_map(Value::items).filter_map(Value::as_text);
    let marked = survey.relation("category").filter(|&node| {
        // `rel="category tag"` is what blogs write for both, and `rel=tag` for tags alone.
        document.attribute(node, names::REL).is_some_and(|relation| relation.contains("category"))
    });
    let mut trail = linked.trail();
    // The first step is the start page, the last one the page itself.
    trail.pop();
    let trail: Vec<String> = trail.into_iter().skip(1).collect();
    first_filled([
        (listed(of_object), "json-ld"),
        (first_meta(survey, &NAMES), "meta"),
        (texts(document, marked), "rel-category"),
        (without_repeats(trail), "json-ld"),
        (link_texts(document, &survey.categories), "category-markup"),
    ])
}

fn first_filled(places: impl IntoIterator<Item = (Vec<String>, &'static str)>) -> Option<Sourced<Vec<String>>> {
    places.into_iter().find(|(found, _)| !found.is_empty()).map(|(found, source)| Sourced::new(found, source))
}

/// All values of the first name that has any.
fn first_meta(survey: &Survey<'_>, names: &[&str]) -> Vec<String> {
    let lists = names.iter().map(|name| listed(survey.meta(&[name])));
    lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default()
}

/// Values, each of which may be several with commas between them.
fn listed<'a>(values: impl Iterator<Item = &'a str>) -> Vec<String> {
    without_repeats(values.flat_map(|value| value.split([',', ';', '、'])).filter_map(plain))
}

fn texts(document: &Document, nodes: impl Iterator<Item = NodeId>) -> Vec<String> {
    without_repeats(nodes.filter_map(|node| line_of(document, node)))
}

/// The texts of the links in elements that markup calls tags.
fn link_texts(document: &Document, nodes: &[NodeId]) -> Vec<String> {
    let links = nodes
        .iter()
        .take(10)
        .flat_map(|&node| document.subtree(node).take(300))
        .filter(|&node| document.is_html(node, names::A));
    texts(document, links)
}

fn without_repeats(found: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for tag in found {
        let tag = tag.trim_start_matches('#').trim().to_owned();
        let is_tag = !tag.is_empty() && tag.chars().count() <= 80;
        if is_tag && kept.len() < MAX_TAGS && !kept.iter().any(|known| folded(known) == folded(&tag)) {
            kept.push(tag);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::PageView;

    #[track_caller]
    fn check(html: &str, expect_tags: &[&str], expect_categories: &[&str]) {
        let document = Document::parse(html);
        let survey = Survey::of(&PageView::of(&document));
        let linked = LinkedData::of(&document, &survey, None);
        let values = |found: Option<Sourced<Vec<String>>>| found.map(|found| found.value).unwrap_or_default();
        assert_eq!(values(tags(&document, &survey, &linked)), expect_tags, "{html}");
        assert_eq!(values(categories(&document, &survey, &linked)), expect_categories, "{html}");
    }

    #[test]
    fn keywords_and_sections_are_lists() {
        check(
            "<meta name=keywords content='a, b,A,'><meta property=article:section content=News>",
            &["a", "b"],
            &["News"],
        );
        check(
            "<meta property=article:tag content=a><meta property=article:tag content=b><meta name=keywords content=c>",
            &["a", "b"],
            &[],
        );
        check("<p><a rel='category tag'>News</a> <a rel=tag>#x</a>", &["News", "x"], &["News"]);
    }

    #[test]
    fn the_way_to_the_page_is_its_category() {
        let trail = r#"{"@type":"BreadcrumbList","itemListElement":[{"item":{"name":"Home"}},{"name":"News","item":"/n"},{"name":"This"}]}"#;
        check(&format!("<script type=application/ld+json>{trail}</script>"), &[], &["News"]);
    }
}
