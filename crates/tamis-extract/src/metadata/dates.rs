//! When the page was published, and when it was last changed.

use super::Sourced;
use super::linked_data::LinkedData;
use super::survey::Survey;
use super::title::headline_node;
use super::visible_dates::{self, DateMeaning};
use crate::values::days::{Day, DayOrder, days_in, moment};
use tamis_page::{Document, NodeId, names};
use url::Url;

#[rustfmt::skip]
const PUBLISHED: [&str; 30] = [
    "article:published_time", "article:published", "og:published_time", "og:article:published_time", "datepublished",
    "rnews:datepublished", "citation_publication_date", "citation_online_date", "citation_date", "parsely-pub-date",
    "dcterms.issued", "dc.date.issued", "dc.issued", "dcterms.created", "dc.date.created", "dc.created",
    "dcterms.date", "dc.date", "pubdate", "publish-date", "publish_date", "publication_date", "publication-date",
    "published_time", "sailthru.date", "cxenseparse:recs:publishtime", "article.published", "date", "datecreated",
    "created",
];

#[rustfmt::skip]
const MODIFIED: [&str; 11] = [
    "article:modified_time", "og:updated_time", "article:modified", "datemodified", "dcterms.modified",
    "dc.date.modified", "dc.modified", "article.updated", "last-modified", "lastmod", "revised",
];

/// The two moments. Where a page says but one and calls it the last change, it is the day of publication too, as far as
/// anybody can know.
pub(super) fn choose(
    document: &Document,
    survey: &Survey<'_>,
    linked: &LinkedData,
    address: Option<&Url>,
    order: Option<DayOrder>,
) -> (Option<Sourced<String>>, Option<Sourced<String>>) {
    let read = |text: &str| moment(text).or_else(|| days_in(text, order).first().map(|day| day.iso()));
    let of_object = |names: &[&str]| names.iter().find_map(|name| read(&linked.text(name)?));
    let of_meta = |names: &[&str]| survey.meta(names).find_map(read);
    let of_property = |name: &str| survey.property(name).find_map(|node| read(&machine_text(document, node)?));
    let named = |found: Option<String>, source| found.map(|found| Sourced::new(found, source));

    let candidates = [
        named(of_object(&["datePublished", "dateCreated", "uploadDate"]), "json-ld"),
        named(of_meta(&PUBLISHED), "meta"),
        named(of_property("datePublished").or_else(|| of_property("dateCreated")), "microdata"),
        named(address.and_then(|address| day_in_address(address, order)).map(Day::iso), "address"),
    ];
    let modified = named(of_object(&["dateModified"]), "json-ld")
        .or_else(|| named(of_meta(&MODIFIED), "meta"))
        .or_else(|| named(of_property("dateModified"), "microdata"));
    let headline = headline_node(document, survey);
    // Other days of the page tell where its language does not; they are looked for only if what is shown matters.
    let order_of_shown = || order.or_else(|| visible_dates::order_on_page(document));
    let stated: Vec<Sourced<String>> = candidates.into_iter().flatten().collect();
    if let Some(first) = stated.first() {
        let is_sure = !is_of_no_zone(&first.value) && stated.iter().all(|other| is_same(&first.value, &other.value));
        let chosen =
            if is_sure { first.clone() } else { as_shown(document, survey, headline, order_of_shown(), &stated) };
        return (Some(chosen), modified);
    }
    let seen = visible_dates::find(document, survey, headline, order_of_shown());
    let changed = modified.or(seen.modified);
    let published = seen.published.or_else(|| changed.clone().filter(|_| !seen.is_unclear));
    (published, changed)
}

/// The candidate that the page shows near its headline, where candidates disagree. A moment in universal time may be
/// another day where the page was written: then the day that is shown counts. The first candidate where nothing is shown.
fn as_shown(
    document: &Document,
    survey: &Survey<'_>,
    headline: Option<NodeId>,
    order: Option<DayOrder>,
    stated: &[Sourced<String>],
) -> Sourced<String> {
    let first = &stated[0];
    let day = day_of(&first.value);
    let is_neighbour = |other: &Day| is_of_no_zone(&first.value) && day.is_some_and(|day| day.is_next_to(*other));
    // An address has the day of the writer's own clock.
    let mut of_address =
        stated.iter().filter(|other| other.source == "address").filter_map(|other| day_of(&other.value));
    if let Some(own) = of_address.find(is_neighbour) {
        return Sourced::new(own.iso(), "address");
    }
    let zoned = stated.iter().find(|other| other.value.len() > 19 && !is_of_no_zone(&other.value));
    if let Some(zoned) = zoned.filter(|other| day_of(&other.value).is_some_and(|day| is_neighbour(&day))) {
        return zoned.clone();
    }
    let shown = visible_dates::days_near(document, survey, headline, order);
    if let Some(found) = stated.iter().find(|found| day_of(&found.value).is_some_and(|day| shown.contains(&day))) {
        return found.clone();
    }
    let neighbour = shown.iter().find(|other| is_neighbour(other));
    neighbour.map_or_else(|| first.clone(), |day| Sourced::new(day.iso(), "visible-text"))
}

/// Whether two moments are of the same day, as far as their zones tell.
fn is_same(one: &str, other: &str) -> bool {
    let (Some(one), Some(day)) = (day_of(one), day_of(other)) else { return false };
    one == day || is_of_no_zone(other) && one.is_next_to(day)
}

fn day_of(moment: &str) -> Option<Day> {
    days_in(moment.get(..10)?, None).first().copied()
}

/// Whether a moment is in universal time, which is hardly anybody's own.
fn is_of_no_zone(moment: &str) -> bool {
    moment.ends_with('Z') || moment.ends_with("+00:00") || moment.ends_with("+0000")
}

/// What an element says of a moment for machines, else what it shows.
fn machine_text(document: &Document, node: NodeId) -> Option<String> {
    let said = document.attribute(node, names::DATETIME).or_else(|| document.attribute(node, names::CONTENT));
    said.map(str::to_owned).or_else(|| super::clean_text::line_of(document, node))
}

/// The day in an address: `/2021/03/05/`, `/2021-03-05-`, `/20210305`.
pub(super) fn day_in_address(address: &Url, order: Option<DayOrder>) -> Option<Day> {
    let path = address.path();
    let bytes = path.as_bytes();
    for start in 0..bytes.len() {
        let begins = start == 0 || !bytes[start - 1].is_ascii_digit();
        if !begins || !bytes[start].is_ascii_digit() {
            continue;
        }
        let n_digits = |at: usize| bytes[at.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = |at: usize, n: usize| path.get(at..at + n)?.parse::<u32>().ok();
        let day = match n_digits(start) {
            8 => Day::new(number(start, 4)?, number(start + 4, 2)?, number(start + 6, 2)?),
            4 if matches!(bytes.get(start + 4), Some(b'/' | b'-' | b'_')) => {
                let (month, n_month) = (start + 5, n_digits(start + 5));
                let day = month + n_month + 1;
                let n_day = n_digits(day);
                let is_same = bytes.get(day - 1) == bytes.get(start + 4);
                let is_day = (1..=2).contains(&n_month) && (1..=2).contains(&n_day) && is_same;
                if is_day { Day::new(number(start, 4)?, number(month, n_month)?, number(day, n_day)?) } else { None }
            }
            1..=2 if matches!(bytes.get(start + 2), Some(b'-' | b'_')) => {
                days_in(path.get(start..start + 10)?, order).first().copied()
            }
            _ => None,
        };
        if day.is_some() {
            return day;
        }
    }
    None
}

/// What the words around a date say of it.
pub(super) fn said_in(text: &str) -> DateMeaning {
    const CHANGED: [&str; 22] = [
        "updated", "update", "modified", "aktualisiert", "aktualisierung", "geändert", "stand:", "mis à jour", "maj ",
        "actualizado", "actualización", "atualizado", "aggiornato", "bijgewerkt", "opdateret", "uppdaterad",
        "oppdatert", "обновлено", "更新", "zaktualizowano", "last edited", "letzte änderung",
    ];
    #[rustfmt::skip]
    const ISSUED: [&str; 23] = [
        "published", "posted", "veröffentlicht", "publiziert", "erstellt", "publicado", "publié", "pubblicato",
        "geplaatst", "gepubliceerd", "publicerad", "publisert", "udgivet", "opublikowano", "опубликовано", "发布",
        "公開", "posté", "written on", "geschrieben am", "datum:", "erschienen", "dodano",
    ];
    let text = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    match (has(&ISSUED), has(&CHANGED)) {
        (true, _) => DateMeaning::Published,
        (false, true) => DateMeaning::Modified,
        (false, false) => DateMeaning::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::PageView;

    #[track_caller]
    fn check(html: &str, address: &str, published: Option<(&str, &str)>, modified: Option<&str>) {
        let document = Document::parse(html);
        let survey = Survey::of(&PageView::of(&document));
        let linked = LinkedData::of(&document, &survey, None);
        let address = Url::parse(address).expect("an address");
        let (found, changed) = choose(&document, &survey, &linked, Some(&address), Some(DayOrder::DayFirst));
        assert_eq!(found.as_ref().map(|found| (found.value.as_str(), found.source)), published, "{html}");
        assert_eq!(changed.as_ref().map(|found| found.value.as_str()), modified, "{html}");
    }

    #[test]
    fn places_are_asked_in_the_order_of_trust() {
        let object = "<script type=application/ld+json>{\"@type\":\"Article\",\"name\":\"x\",\"datePublished\":\"2021-03-05T10:00:00Z\",\"dateModified\":\"2021-03-06\"}</script>";
        let meta = "<meta property=article:published_time content=2020-01-01>";
        check(
            &format!("{meta}{object}"),
            "https://a.example/",
            Some(("2021-03-05T10:00:00Z", "json-ld")),
            Some("2021-03-06"),
        );
        check(meta, "https://a.example/2019/1/2/x", Some(("2020-01-01", "meta")), None);
        check("<p>x", "https://a.example/2019/01/02/x", Some(("2019-01-02", "address")), None);
        check("<p itemprop=datePublished>5 March 2021", "https://a.example/", Some(("2021-03-05", "microdata")), None);
        check(
            "<meta name=last-modified content='Fri, 05 Mar 2021 10:00:00 GMT'>",
            "https://a.example/",
            Some(("2021-03-05", "meta")),
            Some("2021-03-05"),
        );
    }

    #[test]
    fn the_other_days_of_a_page_tell_which_number_is_the_month() {
        let published = |html: &str| {
            let document = Document::parse(html);
            let survey = Survey::of(&PageView::of(&document));
            let linked = LinkedData::of(&document, &survey, None);
            choose(&document, &survey, &linked, None, None).0.map(|found| found.value)
        };
        let html = "<h1>T</h1><p>Published 5/3/2021<p>A lamp turns power into light.";
        assert_eq!(published(html), None);
        assert_eq!(published(&format!("{html}<p>25/2/2021")).as_deref(), Some("2021-03-05"));
        assert_eq!(published(&format!("{html}<p>2/25/2021")).as_deref(), Some("2021-05-03"));
        assert_eq!(published(&format!("{html}<p>2/25/2021<p>25/2/2021")), None);
        assert_eq!(published(&format!("<meta name=last-modified content=2022-01-01>{html}")), None);
    }

    #[test]
    fn addresses_hold_days() {
        for (address, expect) in [
            ("https://a.example/2021/03/05/x", Some("2021-03-05")),
            ("https://a.example/x-20210305.html", Some("2021-03-05")),
            ("https://a.example/2021-03-05-x", Some("2021-03-05")),
            ("https://a.example/05-03-2021", Some("2021-03-05")),
            ("https://a.example/2021/03/x", None),
            ("https://a.example/web/20150206075900/x", None),
            ("https://a.example/20219999/", None),
        ] {
            let address = Url::parse(address).expect("an address");
            assert_eq!(
                day_in_address(&address, Some(DayOrder::DayFirst)).map(Day::iso).as_deref(),
                expect,
                "{address}"
            );
        }
    }
}
