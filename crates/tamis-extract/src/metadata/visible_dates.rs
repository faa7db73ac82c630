//! Dates that a reader sees.

use super::Sourced;
use super::byline::texts_near;
use super::clean_text::line_of;
use super::dates::said_in;
use super::survey::Survey;
use crate::element_names::NameWords;
use crate::values::days::{Day, DayOrder, days_in, is_unclear, moment, order_shown};
use tamis_page::{Document, NodeId, NodeKind, is_never_shown, names};

/// What the words around a date say about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DateMeaning {
    Published,
    Modified,
    Nothing,
}

#[derive(Default)]
pub(super) struct SeenDates {
    pub(super) published: Option<Sourced<String>>,
    pub(super) modified: Option<Sourced<String>>,
    /// Whether where the day of publication stands is one that could be two days. No other day of the page takes its place.
    pub(super) is_unclear: bool,
}

/// The dates in `time` elements, in elements that markup calls a date, and in texts near the headline, in this order;
/// then the first text of the page that says “published” with a date.
pub(super) fn find(
    document: &Document,
    survey: &Survey<'_>,
    headline: Option<NodeId>,
    order: Option<DayOrder>,
) -> SeenDates {
    let mut seen = SeenDates::default();
    let mut times = survey.times.clone();
    by_nearness(&mut times, headline, |&(node, _)| node);
    for (node, words) in times {
        let stated =
            document.attribute(node, names::DATETIME).and_then(|text| moment(text).or_else(|| first_day(text, order)));
        let said = said_of(document, node, words);
        if stated.is_some() {
            seen.add(stated, said, "time");
        } else if let Some(line) = line_of(document, node) {
            seen.is_unclear |= said != DateMeaning::Modified && seen.published.is_none() && is_unclear(&line, order);
            seen.add(first_day(&line, order), said, "time");
        }
    }
    if seen.published.is_some() || seen.is_unclear {
        return seen;
    }
    // The headline itself, and what stands right below it.
    if let Some(line) = headline.and_then(|headline| line_of(document, headline)) {
        seen.add_all(&line, "", order, "visible-text");
    }
    let near = texts_near(document, survey, headline);
    seen.add_near(&near[..near.len().min(N_RIGHT_BELOW)], order);
    let mut marked: Vec<NodeId> = survey.dates.clone();
    by_nearness(&mut marked, headline, |&node| node);
    for node in marked.into_iter().take(20) {
        let Some(line) = line_of(document, node).filter(|line| line.len() < 200) else { continue };
        seen.add_all(&line, "", order, "date-markup");
    }
    seen.add_near(&near, order);
    if seen.published.is_none() && !seen.is_unclear {
        seen.search(document, order);
    }
    seen
}

/// The order of day and month that the page itself shows.
pub(super) fn order_on_page(document: &Document) -> Option<DayOrder> {
    let texts = (0..document.len() as u32).map(NodeId).filter(|&node| document.kind(node) == NodeKind::Text);
    order_shown(texts.map(|node| document.text(node).trim()).filter(|text| (8..=120).contains(&text.len())))
}

/// How many texts below the headline are looked at before markup is.
const N_RIGHT_BELOW: usize = 8;

/// The days that the page shows near its headline.
pub(super) fn days_near(
    document: &Document,
    survey: &Survey<'_>,
    headline: Option<NodeId>,
    order: Option<DayOrder>,
) -> Vec<Day> {
    let of_times = survey.times.iter().flat_map(|&(node, _)| {
        let text = line_of(document, node).unwrap_or_default();
        days_in(&text, order)
    });
    let of_texts = texts_near(document, survey, headline);
    let of_texts = of_texts.iter().filter(|(_, text)| text.len() >= 6).flat_map(|(_, text)| days_in(text, order));
    of_times.chain(of_texts).collect()
}

impl SeenDates {
    fn add(&mut self, found: Option<String>, said: DateMeaning, source: &'static str) {
        let Some(found) = found else { return };
        let is_modified = said == DateMeaning::Modified;
        let place = if is_modified { &mut self.modified } else { &mut self.published };
        if place.is_none() && (is_modified || !self.is_unclear) {
            *place = Some(Sourced::new(found, source));
        }
    }

    /// The dates of short texts. A date inside a sentence is what the sentence is about.
    fn add_near(&mut self, texts: &[(NodeId, &str)], order: Option<DayOrder>) {
        let mut before = "";
        for (_, text) in texts {
            if text.chars().filter(|c| !c.is_whitespace()).count() <= 60 || said_in(text) != DateMeaning::Nothing {
                self.add_all(text, before, order, "visible-text");
            }
            before = text;
        }
    }

    /// The dates of a line; what they are is said in it, or in a short text before it.
    fn add_all(&mut self, line: &str, before: &str, order: Option<DayOrder>, source: &'static str) {
        if !line.bytes().any(|byte| byte.is_ascii_digit()) && line.is_ascii() {
            return;
        }
        let said = || match said_in(line) {
            DateMeaning::Nothing if before.chars().count() <= 40 => said_in(before),
            said => said,
        };
        let days = days_in(line, order);
        if is_unclear(line, order) {
            self.is_unclear |= self.published.is_none() && said() != DateMeaning::Modified;
            return;
        }
        match days.as_slice() {
            [] => {}
            [day] => self.add(Some(day.iso()), said(), source),
            [first, second, ..] => {
                let (early, late) = if first <= second { (first, second) } else { (second, first) };
                self.add(Some(early.iso()), DateMeaning::Published, source);
                if said_in(line) != DateMeaning::Nothing {
                    self.add(Some(late.iso()), DateMeaning::Modified, source);
                }
            }
        }
    }

    /// The one walk over all of the page's text: the first short text that says when something was published, and if
    /// there is none, the first with nothing but a date.
    fn search(&mut self, document: &Document, order: Option<DayOrder>) {
        // The day, if it is clear.
        let mut bare: Option<Option<String>> = None;
        let mut node = document.body().unwrap_or(NodeId::ROOT);
        while node.index() < document.len() {
            if document.is_element(node) && is_never_shown(document, node) {
                node = document.subtree_end(node);
                continue;
            }
            let text = if document.kind(node) == NodeKind::Text { document.text(node).trim() } else { "" };
            node = NodeId(node.0 + 1);
            let has_digits = text.len() >= 6 && text.len() <= 120 && text.bytes().any(|byte| byte.is_ascii_digit());
            if !has_digits {
                continue;
            }
            let day = first_day(text, order).filter(|_| !is_unclear(text, order));
            if day.is_none() && !is_unclear(text, order) {
                continue;
            }
            match said_in(text) {
                DateMeaning::Published => {
                    self.is_unclear = day.is_none();
                    self.published = day.map(|day| Sourced::new(day, "visible-text"));
                    return;
                }
                DateMeaning::Modified if self.modified.is_none() => {
                    self.modified = day.map(|day| Sourced::new(day, "visible-text"));
                }
                DateMeaning::Nothing if bare.is_none() && text.chars().count() <= 40 => bare = Some(day),
                _ => {}
            }
        }
        self.is_unclear = bare == Some(None);
        self.published = bare.flatten().map(|day| Sourced::new(day, "visible-text"));
    }
}

fn first_day(text: &str, order: Option<DayOrder>) -> Option<String> {
    days_in(text, order).first().map(|day| day.iso())
}

/// What a `time` says of itself, by its class or the words before it.
fn said_of(document: &Document, node: NodeId, words: NameWords) -> DateMeaning {
    let is_published = words.has(NameWords::PUBLISHED)
        || document.find_name("pubdate").is_some_and(|name| document.attribute(node, name).is_some());
    if is_published {
        return DateMeaning::Published;
    }
    if words.has(NameWords::MODIFIED) {
        return DateMeaning::Modified;
    }
    let before = document.previous_sibling(node).filter(|&before| document.kind(before) == NodeKind::Text);
    let before = before.map_or("", |before| document.text(before));
    said_in(super::clean_text::cut(before, 80))
}

/// Sorts what stands after the headline before what stands above it, each from near to far.
fn by_nearness<T>(found: &mut [T], headline: Option<NodeId>, node: impl Fn(&T) -> NodeId) {
    let Some(headline) = headline else { return };
    found.sort_by_key(|found| (node(found) < headline, node(found).0.abs_diff(headline.0)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::PageView;

    #[track_caller]
    fn check(html: &str, published: Option<(&str, &str)>, modified: Option<&str>) {
        let document = Document::parse(html);
        let survey = Survey::of(&PageView::of(&document));
        let seen = find(&document, &survey, survey.headings.first().copied(), Some(DayOrder::DayFirst));
        assert_eq!(seen.published.as_ref().map(|found| (found.value.as_str(), found.source)), published, "{html}");
        assert_eq!(seen.modified.as_ref().map(|found| found.value.as_str()), modified, "{html}");
    }

    #[test]
    fn the_nearest_time_after_the_headline_counts() {
        let html = "<time>1.1.2020</time><h1>T</h1><p><time datetime=2021-03-05>x</time><p><time>6.3.2021</time>";
        check(html, Some(("2021-03-05", "time")), None);
        check(
            "<h1>T</h1><time class=updated>6.3.2021</time><time class=published>5.3.2021</time>",
            Some(("2021-03-05", "time")),
            Some("2021-03-06"),
        );
    }

    #[test]
    fn a_day_that_could_be_two_is_none_and_no_other_takes_its_place() {
        let published = |html: &str| {
            let document = Document::parse(html);
            let survey = Survey::of(&PageView::of(&document));
            let seen = find(&document, &survey, survey.headings.first().copied(), None);
            assert!(seen.is_unclear == seen.published.is_none(), "{html}");
            seen.published.map(|found| found.value)
        };
        let filler = "<p>word</p>".repeat(100);
        for unclear in
            ["<p>5/3/2021", "<p>Published on 5/3/2021", "<time>5/3/2021</time>", "<p class=entry-date>5-3-2021"]
        {
            assert_eq!(published(&format!("<h1>T</h1>{unclear}<p>7 July 2020")), None);
            assert_eq!(published(&format!("<h1>T</h1>{filler}{unclear}<p>7 July 2020")), None);
        }
        assert_eq!(published("<h1>T</h1><p>Updated 5/3/2021<p>7 July 2020").as_deref(), Some("2020-07-07"));
        assert_eq!(published("<h1>T</h1><p>7 July 2020<p>5/3/2021").as_deref(), Some("2020-07-07"));
    }

    #[test]
    fn markup_and_text_near_the_headline_are_next() {
        let filler = "<p>word</p>".repeat(20);
        check(
            &format!("<h1>T</h1>{filler}<p>7.7.2020<p class=entry-date>5.3.2021"),
            Some(("2021-03-05", "date-markup")),
            None,
        );
        check(
            "<h1>T</h1><p>It all began on 7.7.2020, when nobody in the whole wide world knew what was to come.<p class=entry-date>5. März 2021",
            Some(("2021-03-05", "visible-text")),
            None,
        );
        check("<h1>T</h1><p>Von Ada, 5. März 2021", Some(("2021-03-05", "visible-text")), None);
        check(
            "<h1>T</h1><p>Published 5.3.2021, updated 6.3.2021",
            Some(("2021-03-05", "visible-text")),
            Some("2021-03-06"),
        );
        check("<h1>T</h1><p>Updated 6.3.2021", None, Some("2021-03-06"));
    }

    #[test]
    fn the_rest_of_the_page_is_searched_last() {
        let filler = "<p>word</p>".repeat(100);
        check(
            &format!("<h1>T</h1>{filler}<p>5.3.2021<p>Posted on 6.3.2021"),
            Some(("2021-03-06", "visible-text")),
            None,
        );
        check(&format!("<h1>T</h1>{filler}<p>5.3.2021"), Some(("2021-03-05", "visible-text")), None);
    }
}
