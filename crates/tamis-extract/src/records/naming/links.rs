//! Links: an address is named after what it is the address of.

use super::classes::class_name;
use super::sample::{Kind, is_clear_majority};
use super::seen::Seen;
use tamis_page::Document;

/// The column that a link belongs to: the text or image that it wraps, or the text that it stands in. A link around
/// several texts is the title's, or nobody's.
pub(super) fn target(document: &Document, seen: &[Seen<'_>], link: usize, title: Option<usize>) -> Option<usize> {
    // A few cells tell it: a link wraps the same items in every record of a template.
    const ENOUGH_CELLS: usize = 6;
    let cells = &seen[link].sample.cells;
    let cells = &cells[..cells.len().min(ENOUGH_CELLS)];
    let belongs = |column: usize| {
        let (mut n_present, mut n_wrapped) = (0, 0);
        for cell in cells {
            let Some(Some(other)) = cell.row.cells.get(column) else { continue };
            let Some((&link, &first)) = cell.cell.nodes.first().zip(other.nodes.first()) else { continue };
            let wraps = document.contains(link, first) || other.nodes.iter().any(|&node| document.contains(node, link));
            n_present += 1;
            n_wrapped += usize::from(wraps);
        }
        // A text that half of the records lack is still the link's in those that have it.
        is_clear_majority(n_wrapped, n_present) && 3 * n_wrapped >= cells.len()
    };
    if title.is_some_and(belongs) {
        return title;
    }
    let of_kind = |kind: Kind| (0..seen.len()).filter(move |&column| seen[column].sample.kind == kind);
    let mut texts = of_kind(Kind::Text).filter(|&column| belongs(column));
    match (texts.next(), texts.next()) {
        (Some(only), None) => Some(only),
        (Some(_), Some(_)) => None,
        (None, _) => of_kind(Kind::Image).find(|&column| belongs(column)),
    }
}

/// The name of a link that belongs to no column: what it leads to, by its label or class, or just `url`.
pub(super) fn own_name(document: &Document, link: &Seen<'_>, block: &[String]) -> String {
    let scheme = |scheme: &str| link.sample.cells.iter().all(|cell| cell.cell.text.starts_with(scheme));
    if scheme("mailto:") {
        return "email_url".to_string();
    }
    if scheme("tel:") {
        return "phone_url".to_string();
    }
    let word = link.name.clone().or_else(|| class_name(document, &link.sample, block));
    match word {
        Some(word) if word.ends_with("url") || word.ends_with("href") => "url".to_string(),
        Some(word) => format!("{word}_url"),
        None => "url".to_string(),
    }
}
