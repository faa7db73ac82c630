//! From the element to the value.
//!
//! Where a value is one of several texts of an element, which one a fresh extraction takes depends on the page: a word that is
//! marked in it makes two texts of one. What the old column took of its element is taken of the new one, if that reads as well.

use super::likeness::likeness;
use super::records::RecordsOnPages;
use crate::wrapper::{Wrapper, WrapperColumn};
use tamis_extract::records::Row;
use tamis_page::Document;

/// How much less alike the values may be for the old step to be taken.
const AS_GOOD: f64 = 0.02;

/// The fresh column with the last step of the old one; `None` if the steps are the same, or if that reads other values.
pub(super) fn like_before(
    old: &WrapperColumn,
    fresh: &WrapperColumn,
    wrapper: &Wrapper,
    place: &RecordsOnPages<'_>,
) -> Option<WrapperColumn> {
    if old.attribute.is_some() || fresh.attribute.is_some() {
        return None;
    }
    let (_, old_step) = split(old.selectors.xpath.as_deref()?);
    let (element, fresh_step) = split(fresh.selectors.xpath.as_deref()?);
    if old_step == fresh_step {
        return None;
    }
    let mut tried = fresh.clone();
    tried.text = old.text;
    let is_list = element.contains(" | ") && !element.starts_with('(');
    tried.selectors.xpath =
        Some(if is_list { format!("({element}){old_step}") } else { format!("{element}{old_step}") });
    "as before".clone_into(&mut tried.name);
    let mut both = wrapper.clone();
    both.columns = vec![fresh.clone(), tried];
    let compiled = both.compile().ok()?;
    let n_nodes = both.record.as_ref().map_or(1, |record| record.n_nodes);
    let rows: Vec<(&Document, Vec<Row>)> =
        place.pages.iter().map(|page| (page.document, page.read(&compiled, n_nodes))).collect();
    let rows: Vec<(&Document, &Row)> =
        rows.iter().flat_map(|(document, rows)| rows.iter().map(move |row| (*document, row))).collect();
    // Both are at one place, under one name.
    let score = |at: usize| likeness(old, fresh, (at, 2, at, 2), &rows).score;
    (score(1) + AS_GOOD >= score(0)).then(|| both.columns.remove(1))
}

/// The path to the element, and the step to one of its texts.
fn split(xpath: &str) -> (&str, &str) {
    let at = xpath.rfind("/text()").filter(|&at| !xpath[at + 1..].contains(['/', ' ']));
    at.map_or((xpath, ""), |at| xpath.split_at(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_the_last_step() {
        assert_eq!(split(".//p[@class='a']/text()[2]"), (".//p[@class='a']", "/text()[2]"));
        assert_eq!(split("(.//p | .//b)/text()"), ("(.//p | .//b)", "/text()"));
        assert_eq!(split(".//p[./text()='x']/b"), (".//p[./text()='x']/b", ""));
    }
}
