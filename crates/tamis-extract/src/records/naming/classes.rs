//! Names that the page's authors gave to its elements: classes, names for tests, tags of their own.

use super::sample::{Sample, SampledCell, is_clear_majority};
use super::words;
use crate::records::table::ItemKind;
use tamis_page::{Document, NodeId, names};

/// The words of the record's own classes, and those that the classes of most columns begin with.
pub(super) fn words_of_block(document: &Document, samples: &[Sample<'_>]) -> Vec<String> {
    let mut block: Vec<String> = Vec::new();
    if let Some(cell) = samples.iter().find_map(Sample::first) {
        for class in cell.row.nodes.iter().take(1).flat_map(|&node| document.classes(node)) {
            block.extend(words::split(class));
        }
    }
    // Once an element: the columns of one element would repeat its word.
    let mut elements: Vec<NodeId> = samples.iter().filter_map(|sample| sample.levels().first().copied()).collect();
    elements.sort_unstable();
    elements.dedup();
    let first_words: Vec<String> = elements
        .iter()
        .filter_map(|&element| document.classes(element).map(words::split).find(|words| words.len() > 1))
        .filter_map(|words| words.into_iter().next())
        .collect();
    for word in &first_words {
        let n_same = first_words.iter().filter(|other| *other == word).count();
        if n_same >= 3 && 2 * n_same >= first_words.len() && !block.contains(word) {
            block.push(word.clone());
        }
    }
    block
}

/// The first class, from the inside, that most cells have and that has words of its own; else the name that tests use.
/// Where the item's own elements have none, the line of the record that it stands in may have.
pub(super) fn class_name(document: &Document, sample: &Sample<'_>, block: &[String]) -> Option<String> {
    let own = |cell: &SampledCell<'_>, level: usize| cell.levels.get(level).copied();
    let shared = |cell: &SampledCell<'_>, level: usize| {
        let &last = cell.levels.last().filter(|_| level < sample.n_shared)?;
        document.ancestors(last).nth(level)
    };
    let first = sample.first()?;
    let is_other = |cell: &&SampledCell<'_>| {
        let class = |element: &NodeId| document.attribute(*element, names::CLASS);
        !cell.levels.iter().map(class).eq(first.levels.iter().map(class))
    };
    let named_by = |cell: &SampledCell<'_>| class_name_at(document, sample, block, cell, own);
    named_by(first).or_else(|| sample.two().nth(1).filter(is_other).and_then(named_by)).or_else(|| {
        // A picture beside a text is not what the line is called after.
        let is_text = sample.kind == ItemKind::Text;
        is_text.then(|| class_name_at(document, sample, block, first, shared)).flatten()
    })
}

fn class_name_at(
    document: &Document,
    sample: &Sample<'_>,
    block: &[String],
    cell: &SampledCell<'_>,
    element_at: impl Fn(&SampledCell<'_>, usize) -> Option<NodeId>,
) -> Option<String> {
    for level in 0.. {
        let element = element_at(cell, level)?;
        let mut vague = None;
        let all = document.attribute(element, names::CLASS);
        for class in document.classes(element) {
            let Some(name) = words::clean(class, block).filter(|name| can_name(sample.kind, name)) else { continue };
            let has_class = |other: NodeId| {
                document.attribute(other, names::CLASS) == all || document.classes(other).any(|other| other == class)
            };
            let n_have = sample.alike().filter(|cell| element_at(cell, level).is_some_and(has_class)).count();
            if !is_clear_majority(n_have, sample.alike.len()) {
                continue;
            }
            // `badge comments`: the other class says what is in the badge.
            if !matches!(name.as_str(), "badge" | "chip" | "label" | "pill" | "subtitle" | "tag") {
                return Some(name);
            }
            vague = vague.or(Some(name));
        }
        if vague.is_some() {
            return vague;
        }
        let test_name =
            document.attribute(element, names::DATA_TESTID).filter(|name| !name.contains(char::is_whitespace));
        let custom = Some(document.tag_name(element)).filter(|tag| tag.contains('-'));
        if let Some(name) = test_name.into_iter().chain(custom).find_map(|name| words::clean(name, block)) {
            return Some(name);
        }
    }
    None
}

/// A text in the frame of a picture is not the picture.
fn can_name(kind: ItemKind, name: &str) -> bool {
    const PICTURES: &[&str] = &["image", "images", "photo", "picture", "thumbnail", "video"];
    kind != ItemKind::Text || !name.split('_').any(|word| PICTURES.contains(&word))
}
