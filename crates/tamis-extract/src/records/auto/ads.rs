//! Which records are advertisements. They stay in the table, with the evidence.

use super::candidate::Span;
use super::context::words;
use super::survey::Survey;
use tamis_page::{NodeId, names};

/// What advertisements are labelled with, in the languages of most pages; the whole text of a node.
const LABELS: &[&str] = &[
    "ad", "ads", "advert", "advertisement", "advertising", "promoted", "sponsored", "sponsored content",
    "paid content", "anzeige", "werbung", "gesponsert", "publicité", "annonce", "sponsorisé", "anuncio", "publicidad",
    "patrocinado", "anúncio", "publicidade", "pubblicità", "sponsorizzato", "annuncio", "advertentie", "gesponsord",
    "reklama", "sponsorowane", "reklam", "sponsorlu", "реклама", "広告", "广告", "廣告", "광고",
];
/// The same as words of a class or an identifier of the record's own elements.
const WORDS: &[&str] = &["ad", "ads", "advert", "advertisement", "sponsored", "sponsor", "promoted"];

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
    let document = survey.document;
    let values = [document.attribute(node, names::CLASS), document.attribute(node, names::ID)];
    values.into_iter().flatten().find_map(|value| {
        let mut is_ad = false;
        words(value, |word| is_ad |= WORDS.contains(&word));
        is_ad.then(|| format!("it is named “{}”", value.trim()))
    })
}
