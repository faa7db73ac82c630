//! What the page is about, in a sentence or two.

use super::Sourced;
use super::clean_text::{line_of, plain};
use super::linked_data::LinkedData;
use super::survey::Survey;
use super::title::headline_node;
use tamis_page::{Document, NodeId, NodeKind, is_never_shown, names};

#[rustfmt::skip]
const NAMES: [&str; 8] = [
    "description", "og:description", "twitter:description", "dc.description", "dcterms.description",
    "dcterms.abstract", "sailthru.description", "cxenseparse:description",
];

/// What the page says in its head; else its first paragraph.
pub(super) fn choose(document: &Document, survey: &Survey<'_>, linked: &LinkedData) -> Option<Sourced<String>> {
    // A single word is a name, of the site or of a section. What somebody wrote counts before what software cut from the
    // text; if all are cut, what the card shows.
    let stated: Vec<String> = survey.meta(&NAMES).filter_map(plain).filter(|text| text.len() > 12).collect();
    let card = || survey.meta(&NAMES[1..]).filter_map(plain).find(|text| text.len() > 12);
    let chosen = stated.iter().find(|text| !is_cut(text)).cloned().or_else(card).or_else(|| stated.first().cloned());
    if let Some(found) = chosen {
        return Some(Sourced::new(found, "meta"));
    }
    let of_object = linked.text("description").or_else(|| linked.text("abstract"));
    if let Some(found) = of_object {
        return Some(Sourced::new(found, "json-ld"));
    }
    let of_microdata = survey
        .property("description")
        .find_map(|node| document.attribute(node, names::CONTENT).and_then(plain).or_else(|| line_of(document, node)));
    let of_microdata = of_microdata.filter(|text| text.len() <= 1000);
    of_microdata
        .map(|text| Sourced::new(text, "microdata"))
        .or_else(|| Some(Sourced::new(first_paragraph(document, survey)?, "first-paragraph")))
}

fn is_cut(text: &str) -> bool {
    let text = text.trim_end_matches([']', ')']);
    text.ends_with("...") || text.ends_with('…')
}

/// The first paragraph after the headline that is prose: long enough, and most of it no link.
fn first_paragraph(document: &Document, survey: &Survey<'_>) -> Option<String> {
    let start = headline_node(document, survey).or_else(|| document.body())?;
    let is_prose = |&node: &NodeId| {
        if !document.is_html(node, names::P) || survey.is_elsewhere(node) {
            return false;
        }
        let linked: usize = document
            .descendants(node)
            .take(200)
            .filter(|&inner| document.is_html(inner, names::A))
            .map(|link| document.text_content(link).len())
            .sum();
        let n_bytes: usize = document.descendants(node).take(200).map(|inner| document.text(inner).trim().len()).sum();
        n_bytes >= 50 && linked * 2 <= n_bytes
    };
    let after = || (start.0..document.len() as u32).map(NodeId).take(20_000);
    // Some pages have no paragraphs, only text.
    let bare = || {
        let is_long = |node: NodeId| document.kind(node) == NodeKind::Text && document.text(node).trim().len() >= 80;
        let is_shown = |node: NodeId| !is_never_shown(document, node) && !document.is_html(node, names::A);
        let parents = after()
            .filter(|&node| is_long(node) && !survey.is_elsewhere(node))
            .filter_map(|node| document.parent(node));
        parents.take(50).find(|&parent| is_shown(parent))
    };
    let found = after().find(is_prose).or_else(bare)?;
    line_of(document, found).filter(|line| line.len() <= 3000)
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
        let found = choose(&document, &survey, &linked);
        assert_eq!(found.as_ref().map(|found| (found.value.as_str(), found.source)), expect, "{html}");
    }

    #[test]
    fn what_somebody_wrote_counts_before_what_was_cut() {
        let card = "<meta property=og:description content='What the  card says'>";
        check(
            &format!("<meta name=Description content='What the head says'>{card}"),
            Some(("What the head says", "meta")),
        );
        check(
            &format!("<meta name=description content='What the head sa…'>{card}"),
            Some(("What the card says", "meta")),
        );
        check(&format!("<meta name=description content=Home>{card}"), Some(("What the card says", "meta")));
        check("<meta name=description content='What the head sa…'>", Some(("What the head sa…", "meta")));
    }

    #[test]
    fn the_first_paragraph_of_prose_stands_in() {
        let prose = "It was a bright cold day in April, and the clocks were striking thirteen.";
        check(
            &format!("<p>{prose} Before.</p><h1>T</h1><p>By Ada</p><p><a>{prose}</a></p><p>{prose}</p>"),
            Some((prose, "first-paragraph")),
        );
        check("<p>short", None);
    }
}
