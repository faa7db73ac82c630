//! Names that the page gives in its attributes for machines and for screen readers.

use super::sample::{Sample, SampledCell};
use super::vocabulary::full_form;
use super::words::{snake_case, split};
use crate::records::table::ItemKind;
use tamis_page::{Document, Name, NodeId, names};

/// Properties that say nothing without the thing that they belong to: the name of an author, the address of an image.
const DEPENDENT: &[&str] = &["name", "text", "url", "value"];

/// Properties of schema.org that have a plainer word.
const PLAIN: &[(&str, &str)] = &[
    ("rating_value", "rating"),
    ("review_count", "reviews"),
    ("rating_count", "reviews"),
    ("price_currency", "currency"),
];

/// The property of microdata or `RDFa`, or what `rel` and `time` say.
pub(super) fn property(document: &Document, sample: &Sample<'_>) -> Option<String> {
    let levels = sample.levels();
    for (level, &element) in levels.iter().enumerate() {
        for attribute in [names::ITEMPROP, names::PROPERTY] {
            if document.attribute(element, attribute).is_none() {
                continue;
            }
            let Some(name) = agreed_property(document, sample, level, attribute) else { continue };
            if DEPENDENT.contains(&name.as_str()) {
                let outer = (level + 1..levels.len()).find_map(|outer| {
                    document.attribute(levels[outer], attribute)?;
                    agreed_property(document, sample, outer, attribute)
                });
                if outer.is_some() {
                    return outer;
                }
            }
            return Some(name);
        }
    }
    if sample.kind != ItemKind::Text {
        return None;
    }
    let is_time = |cell: &SampledCell<'_>| cell.levels.iter().any(|&node| document.is_html(node, names::TIME));
    if levels.iter().any(|&node| document.is_html(node, names::TIME)) && sample.agreed(|cell| Some(is_time(cell)))? {
        let is_clock = sample.column.format.value_type == crate::ValueType::Time;
        return Some(if is_clock { "time" } else { "date" }.to_string());
    }
    let rel = |cell: &SampledCell<'_>| {
        let link = cell.levels.iter().find(|&&node| document.is_html(node, names::A))?;
        let mut words = document.attribute(*link, names::REL)?.split_ascii_whitespace();
        words.find_map(|word| ["author", "tag"].into_iter().find(|known| known.eq_ignore_ascii_case(word)))
    };
    sample.agreed(rel).map(str::to_string)
}

/// The property that the elements of most cells have at a level.
fn agreed_property(document: &Document, sample: &Sample<'_>, level: usize, attribute: Name) -> Option<String> {
    let read = |cell: &SampledCell<'_>| {
        let value = document.attribute(*cell.levels.get(level)?, attribute)?;
        value.split_ascii_whitespace().next()
    };
    let property = sample.agreed(read)?;
    // `schema:name`, `https://schema.org/name`
    let local = property.rsplit([':', '/', '#']).next().unwrap_or(property);
    let name = snake_case(&split(local).join(" "))?;
    let name = full_form(&name).map_or(name, str::to_string);
    let plain = PLAIN.iter().find(|&&(schema, _)| schema == name);
    Some(plain.map_or(name, |&(_, plain)| plain.to_string()))
}

/// What `aria-label` or `title` says of the item, where it says the same in all records.
pub(super) fn description_for_readers(document: &Document, sample: &Sample<'_>) -> Option<String> {
    // Of two records the same label can be the same value.
    const MIN_CELLS: usize = 3;
    if sample.cells.len() < MIN_CELLS {
        return None;
    }
    let of_element = |element: NodeId, attribute: Name| {
        let level = sample.levels().iter().position(|&level| level == element)?;
        document.attribute(element, attribute)?;
        let read = |cell: &SampledCell<'_>| document.attribute(*cell.levels.get(level)?, attribute);
        let all_have = sample.agreed(read)?;
        let repeats_value = sample.cells.iter().all(|cell| cell.cell.text == all_have);
        (!repeats_value).then(|| snake_case(all_have)).flatten()
    };
    let attributes = [names::ARIA_LABEL, names::TITLE];
    sample.levels().iter().find_map(|&element| attributes.iter().find_map(|&attribute| of_element(element, attribute)))
}
