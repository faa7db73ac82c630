//! Which records are advertisements. They stay in the table, with the evidence.

use super::candidate::Span;
use super::survey::Survey;
use crate::element_names::NameWords;
use tamis_page::{NodeId, names};

/// What advertisements are labelled with, in the languages of most pages; the whole text of a node.
const LABELS: &[&str] = &[
    "ad", "ads", "advert", "advertisement", "advertising", "promoted", "sponsored", "sponsored content",
    "paid content", "anzeige", "werbung", "gesponsert", "publicité", "annonce", "sponsorisé", "anuncio", "publicidad",
    "patrocinado", "anúncio", "publicidade", "pubblicità", "sponsorizzato", "annuncio", "advertentie", "gesponsord",
    "reklama", "sponsorowane", "reklam", "sponsorlu", "реклама", "広告", "广告", "廣告", "광고",
];

/// How many nodes of a record are looked at.
const MAX_NODES: usize = 300;
/// A name that so many of the records have is the name of what the page lists: classified advertisements.
const MAX_SHARE: f64 = 0.5;

/// By record: why it is an advertisement, if it is one.
pub(super) fn evidence(survey: &Survey<'_>, records: &[Span]) -> Vec<Option<String>> {
    let mut found: Vec<Option<String>> = records.iter().map(|&span| of_record(survey, span)).collect();
    let n_ads = found.iter().flatten().count();
    if n_ads as f64 > MAX_SHARE * records.len() as f64 {
        found.fill(None);
    }
    found
}

fn of_record(survey: &Survey<'_>, span: Span) -> Option<String> {
    let document = survey.document;
    for node in span.subtree().take(MAX_NODES) {
        if survey.n_chars(node.index()..node.index() + 1) > 0 {
            let text = document.text(node).trim();
            if text.len() <= 24 && LABELS.contains(&text.trim_end_matches([':', '.', '·']).to_lowercase().as_str()) {
                return Some(format!("it is labelled “{text}”"));
            }
        }
        if document.is_html(node, names::A)
            && document
                .attribute(node, names::REL)
                .is_some_and(|rel| rel.split_whitespace().any(|word| word == "sponsored"))
        {
            return Some("its link is marked as sponsored".to_string());
        }
    }
    span.nodes(document).find_map(|node| named_ad(survey, node))
}

/// The class or identifier that calls an element an advertisement.
fn named_ad(survey: &Survey<'_>, node: NodeId) -> Option<String> {
    if !survey.names.of(survey.document, node).in_class.has(NameWords::AD) {
        return None;
    }
    let values = [names::CLASS, names::ID].into_iter().filter_map(|name| survey.document.attribute(node, name));
    let value = values.into_iter().find(|value| NameWords::of(value).has(NameWords::AD))?;
    Some(format!("it is named “{}”", value.trim()))
}
