//! Who wrote the page.

use super::Sourced;
use super::byline::{led, marked, texts_near};
use super::clean_text::{folded, line_of};
use super::linked_data::LinkedData;
use super::person_names::{is_somebody, stated};
use super::survey::Survey;
use super::title::headline_node;
use super::title_parts::SiteWords;
use tamis_page::{Document, NodeId, names};
use url::Url;

const NAMES: [&str; 13] = [
    "citation_author", "parsely-author", "byl", "dc.creator", "dcterms.creator", "author", "article:author",
    "article:author_name", "dc.contributor", "sailthru.author", "cxenseparse:author", "rbauthors", "creator",
];

/// What publishing software writes before the name of the author on a Twitter card.
const CARD_LABELS: [&str; 12] = [
    "written by", "verfasst von", "geschrieben von", "escrito por", "écrit par", "scritto da", "geschreven door",
    "skrevet av", "skrevet af", "skriven av", "napisane przez", "автор",
];

/// Returns the authors that the first source names. The site, or an account such as “admin”, is returned only if no source
/// names a person.
pub(super) fn choose(
    document: &Document,
    survey: &Survey<'_>,
    linked: &LinkedData,
    site_name: Option<&Sourced<String>>,
    title: Option<&Sourced<String>>,
    address: Option<&Url>,
) -> Option<Sourced<Vec<String>>> {
    let site_words = SiteWords::of(site_name.iter().map(|name| name.value.as_str()), address);
    let title = title.map(|title| folded(&title.value)).unwrap_or_default();
    let is_person = |name: &String| {
        let folded = folded(name);
        is_somebody(name) && folded != title && !site_words.is_site(name)
    };
    let mut second_choice: Option<Sourced<Vec<String>>> = None;
    let mut consider = |names: Vec<String>, source: &'static str| {
        // `The Paper, London, England` is the paper and no people.
        let begins_with_site = names.first().is_some_and(|first| site_words.is_site(first));
        let (people, others): (Vec<String>, Vec<String>) =
            names.into_iter().partition(|name| is_person(name) && !begins_with_site);
        if !people.is_empty() {
            return Some(Sourced::new(without_repeats(people), source));
        }
        if !others.is_empty() && second_choice.is_none() {
            second_choice = Some(Sourced::new(without_repeats(others), source));
        }
        None
    };

    let of_object = linked.get("author").or_else(|| linked.get("creator"));
    let of_object = of_object.map(|author| linked.names(author).flat_map(|name| stated(&name)).collect());
    if let Some(found) = consider(of_object.unwrap_or_default(), "json-ld") {
        return Some(found);
    }
    for name in NAMES {
        let values = survey.meta(std::slice::from_ref(&name)).flat_map(stated).collect();
        if let Some(found) = consider(values, "meta") {
            return Some(found);
        }
    }
    if let Some(found) = consider(of_card(survey), "meta") {
        return Some(found);
    }
    let headline = headline_node(document, survey);
    let properties = survey.property("author").chain(survey.property("creator"));
    let of_microdata: Vec<NodeId> = properties.collect();
    let named = of_microdata.iter().take(4).flat_map(|&node| stated(&property_text(document, survey, node))).collect();
    if let Some(found) = consider(named, "microdata") {
        return Some(found);
    }
    let related =
        survey.relation("author").take(3).filter_map(|node| line_of(document, node)).flat_map(|text| stated(&text));
    if let Some(found) = consider(related.collect(), "rel-author") {
        return Some(found);
    }
    if let Some(found) = consider(marked(document, survey, headline), "byline") {
        return Some(found);
    }
    if let Some(found) = consider(led(&texts_near(document, survey, headline)), "byline") {
        return Some(found);
    }
    second_choice
}

fn of_card(survey: &Survey<'_>) -> Vec<String> {
    let value = |name: &str| survey.meta(&[name]).next();
    for (label, data) in [("twitter:label1", "twitter:data1"), ("twitter:label2", "twitter:data2")] {
        let label = value(label).unwrap_or("").to_lowercase();
        if CARD_LABELS.contains(&label.trim_end_matches(':').trim()) {
            return value(data).map(stated).unwrap_or_default();
        }
    }
    Vec::new()
}

/// The name inside a property of microdata, which may be an item itself.
fn property_text(document: &Document, survey: &Survey<'_>, node: NodeId) -> String {
    if let Some(content) = document.attribute(node, names::CONTENT) {
        return content.to_owned();
    }
    let name = survey.property("name").find(|&name| name != node && document.contains(node, name));
    let name = name.unwrap_or(node);
    document.attribute(name, names::CONTENT).map(str::to_owned).or_else(|| line_of(document, name)).unwrap_or_default()
}

fn without_repeats(names: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for name in names {
        // `All posts by Ada Byron` says no more than `Ada Byron`.
        if kept.len() < 20 && !kept.iter().any(|known| folded(&name).contains(&folded(known))) {
            kept.push(name);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::PageView;

    #[track_caller]
    fn check(html: &str, expect: &[&str], source: &str) {
        let document = Document::parse(html);
        let survey = Survey::of(&PageView::of(&document));
        let linked = LinkedData::of(&document, &survey, None);
        let site = Sourced::new("The Paper".to_owned(), "meta");
        let found = choose(&document, &survey, &linked, Some(&site), None, None);
        let found = found.unwrap_or(Sourced::new(Vec::new(), ""));
        assert_eq!(
            (found.value, found.source),
            (expect.iter().map(|&name| name.to_owned()).collect(), source),
            "{html}"
        );
    }

    #[test]
    fn places_are_asked_in_the_order_of_trust() {
        let object = "<script type=application/ld+json>{\"@type\":\"Article\",\"name\":\"x\",\"author\":[{\"name\":\"Ada Byron\"},\"Karl May\"]}</script>";
        check(&format!("<meta name=author content='Meta Person'>{object}"), &["Ada Byron", "Karl May"], "json-ld");
        check("<meta name=author content='Ada Byron'><h1>x</h1><p class=byline>By Karl May", &["Ada Byron"], "meta");
        check("<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content=ada>", &["ada"], "meta");
        check("<p itemprop=author itemscope><b itemprop=name>Ada Byron</b> of London</p>", &["Ada Byron"], "microdata");
        check("<h1>x</h1><a rel=author href=/a>Ada Byron</a>", &["Ada Byron"], "rel-author");
        check("<h1>x</h1><p>By Ada Byron", &["Ada Byron"], "byline");
        check("<p>x", &[], "");
    }

    #[test]
    fn a_person_counts_before_the_site() {
        check("<meta name=author content='The Paper'><h1>x</h1><p class=author>Ada Byron", &["Ada Byron"], "byline");
        check("<meta name=author content='The Paper'><h1>x</h1>", &["The Paper"], "meta");
        check("<meta name=author content='https://a.example/'>", &[], "");
    }
}
