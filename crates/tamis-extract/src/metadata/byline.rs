//! The texts near the headline, and the byline among them.

use super::clean_text::line_of;
use super::person_names::{after_inner_lead, after_lead, has_role, is_somebody, shown};
use super::survey::Survey;
use crate::values::days::{DayOrder, days_in};
use tamis_page::{Document, NodeId, NodeKind, is_never_shown, names};

/// How many texts before and after the headline are its neighbours.
const N_BEFORE: usize = 12;
const N_AFTER: usize = 40;
/// A longer text is prose.
const MAX_TEXT: usize = 160;

/// Returns the short texts near the headline, those after it first. A page without a headline gives those at its start.
pub(super) fn texts_near<'d>(
    document: &'d Document,
    survey: &Survey<'_>,
    headline: Option<NodeId>,
) -> Vec<(NodeId, &'d str)> {
    let start = headline.map_or_else(|| document.body().unwrap_or(NodeId::ROOT), |node| document.subtree_end(node));
    let mut near = Vec::new();
    let mut node = start;
    while node.index() < document.len() && near.len() < N_AFTER {
        if document.is_element(node) && is_never_shown(document, node) {
            node = document.subtree_end(node);
            continue;
        }
        if let Some(text) = short_text(document, survey, node) {
            near.push((node, text));
        }
        node = NodeId(node.0 + 1);
    }
    if let Some(headline) = headline {
        let before = (0..headline.0).rev().map(NodeId).take(400);
        near.extend(before.filter_map(|node| Some((node, short_text(document, survey, node)?))).take(N_BEFORE));
    }
    near
}

fn short_text<'d>(document: &'d Document, survey: &Survey<'_>, node: NodeId) -> Option<&'d str> {
    if document.kind(node) != NodeKind::Text {
        return None;
    }
    let text = document.text(node).trim();
    let is_code = document
        .parent(node)
        .is_some_and(|parent| document.is_html(parent, names::SCRIPT) || document.is_html(parent, names::STYLE));
    // Templates leave blanks between the parts of a line.
    let n_bytes = if text.len() <= MAX_TEXT {
        text.len()
    } else {
        text.bytes().filter(|byte| !byte.is_ascii_whitespace()).count()
    };
    (!text.is_empty() && n_bytes <= MAX_TEXT && !is_code && !survey.is_elsewhere(node)).then_some(text)
}

/// The names in the elements that markup calls a byline, those nearest after the headline first.
pub(super) fn marked(document: &Document, survey: &Survey<'_>, headline: Option<NodeId>) -> Vec<String> {
    let headline = headline.unwrap_or(NodeId::ROOT);
    let after = survey.bylines.iter().filter(|&&node| node > headline && !document.contains(headline, node));
    let before = survey.bylines.iter().rev().filter(|&&node| node < headline && !document.contains(node, headline));
    for &node in after.take(8).chain(before.take(4)) {
        // The links of a byline are its authors, whatever they call themselves.
        let links = document.descendants(node).take(200).filter(|&inner| document.is_html(inner, names::A));
        let linked: Vec<String> =
            links.filter_map(|link| line_of(document, link)).flat_map(|text| short_name(&text)).collect();
        let Some(line) = line_of(document, node).filter(|line| line.len() <= 300) else { continue };
        let led = after_lead(&line).or_else(|| after_inner_lead(&line));
        let mut found = led.map(shown).unwrap_or_default();
        if found.is_empty() {
            found = linked.into_iter().take(4).collect();
        }
        if found.is_empty() {
            // One capitalised word that no other leads to is a label.
            found = short_name(led.unwrap_or(&line));
            let is_label = |name: &String| {
                led.is_none() && !name.contains(' ') && is_somebody(name) && !name.starts_with(char::is_lowercase)
            };
            found.retain(|name| !is_label(name));
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// Returns the names in a text that consists of names, or the account that the text is.
fn short_name(text: &str) -> Vec<String> {
    let found = shown_alone(text);
    let is_account = !text.contains([' ', ':', '/', '@'])
        && (2..=30).contains(&text.chars().count())
        && text.chars().any(char::is_alphabetic);
    if found.is_empty() && is_account && !has_role(text) { vec![text.to_owned()] } else { found }
}

/// Returns the names in a text that consists of names.
fn shown_alone(text: &str) -> Vec<String> {
    let found = shown(text);
    let n_letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let n_named: usize = found.iter().map(|name| n_letters(name)).sum();
    if n_named * 2 >= n_letters(text) && n_letters(text) <= 80 { found } else { Vec::new() }
}

/// The names in a text near the headline that begins with “by”, “von” and the like.
pub(super) fn led(near: &[(NodeId, &str)]) -> Vec<String> {
    for (at, (_, text)) in near.iter().enumerate() {
        let Some(rest) = after_lead(text) else {
            // `5 March 2021, 10:30 by Ada`
            let has_day = text.bytes().any(|byte| byte.is_ascii_digit()) && text.len() <= 80;
            let found = after_inner_lead(text)
                .filter(|_| has_day && !days_in(text, Some(DayOrder::DayFirst)).is_empty())
                .map(shown);
            if let Some(found) = found.filter(|found| !found.is_empty()) {
                return found;
            }
            continue;
        };
        let found = if rest.is_empty() {
            // The name is a link after the word.
            near.get(at + 1).map(|(_, next)| shown_alone(next)).unwrap_or_default()
        } else {
            shown(text)
        };
        // `By` begins sentences, `Posted by` does not.
        let lead = &text[..text.len() - rest.len()];
        let is_clear = rest.is_empty() || lead.trim().contains(' ');
        let is_name = found.iter().any(|name| name.split_whitespace().count() >= 2 || is_clear);
        if is_name {
            return found;
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::PageView;

    fn page(html: &str) -> (Vec<String>, Vec<String>) {
        let document = Document::parse(html);
        let survey = Survey::of(&PageView::of(&document));
        let headline = survey.headings.first().copied();
        let near = texts_near(&document, &survey, headline);
        (marked(&document, &survey, headline), led(&near))
    }

    #[test]
    fn markup_calls_it_a_byline() {
        assert_eq!(page("<h1>T</h1><p class=post-author>Ada Byron").0, ["Ada Byron"]);
        assert_eq!(
            page("<h1>T</h1><div class=byline>By <a>Ada Byron</a> and <a>Karl May</a> | 5 May 2021</div>").0,
            ["Ada Byron", "Karl May"]
        );
        assert_eq!(page("<h1>T</h1><p class=author>ada99").0, ["ada99"]);
        assert!(page("<h1>T</h1><p class=author>Quelle").0.is_empty());
        assert!(
            page("<h1>T</h1><div class=author-box>read all about it in the book that nobody wrote yet").0.is_empty()
        );
    }

    #[test]
    fn a_word_leads_to_the_name() {
        assert_eq!(page("<h1>T</h1><span>Von Ada Byron</span>").1, ["Ada Byron"]);
        assert_eq!(page("<h1>T</h1><span>by</span> <a>Ada</a>").1, ["Ada"]);
        assert_eq!(page("<h1>T</h1><span>Posted by Ada</span>").1, ["Ada"]);
        assert!(page("<h1>T</h1><p>By now everybody knows.").1.is_empty());
    }
}
