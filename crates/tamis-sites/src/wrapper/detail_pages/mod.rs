//! Wrappers of pages about one thing: a product, a job, a book. The page is the record.
//!
//! ## What it decides
//! Which places of a template hold values, what they are called and how they are found again.
//!
//! ## Steps
//! 1. [`texts`] reads the texts of all pages and tells the template's own words, its labels, from the others.
//! 2. [`places`] finds out which nodes of the pages are at one place of the template: by their names, by their labels, and
//!    only then by counting, as one page has parts that another lacks.
//! 3. [`values`] keeps the places whose texts differ between the pages, or have a label and are not on every page; menus,
//!    lists and what is said twice are left out. Of a single page it keeps what has a label or is marked up.
//!    [`parts`] knows which parts of a page are lists and running text.
//! 4. [`paths`] writes the selectors: by ids, classes and properties, else by [`labels`], else by positions, each tried on
//!    all pages.
//! 5. [`names`](mod@names) gives the columns the names that the page has for them.

mod labels;
mod lists_and_prose;
mod names;
mod template_nodes;
mod texts;
mod value_selectors;
mod values;

use super::{LearnError, LearnOptions, PageSet, Sample, Subject, Wrapper};
use std::collections::HashSet;
use tamis_extract::records::TableRole;
use tamis_page::{Document, NodeId, SelectorWriter, Selectors, names as tags};
use texts::Texts;
use value_selectors::{SelectorKind, ValueSelectors, Writing};
use values::{ValueColumn, ValueKind};

/// How many pages are looked at. More of them add little, and each takes time.
const MAX_PAGES: usize = 12;
/// How many columns are written.
const MAX_COLUMNS: usize = 120;
/// How many columns of images are written: the image of the thing, and another. Later ones show other things.
const MAX_IMAGES: usize = 2;
/// How many levels above the values a region is looked for.
const MAX_UP: usize = 40;
/// Steps that may go into the selectors, for each node of the pages.
const STEPS_A_NODE: u64 = 60;

/// Whether the pages are to be read as pages about one thing.
pub(super) fn is_asked_for(samples: &[Sample<'_>], subject: Subject) -> bool {
    /// The middle of the scale, on which a list is as likely as not. No finer choice was measured.
    const MIN_CONFIDENCE: f64 = 0.5;
    match subject {
        Subject::One => true,
        Subject::Many => false,
        Subject::Auto => {
            let is_list = |sample: &&Sample<'_>| {
                let table = sample.table.filter(|table| table.role == TableRole::Main);
                table.is_some_and(|table| table.confidence >= MIN_CONFIDENCE)
            };
            samples.len() >= 2 && 2 * samples.iter().filter(is_list).count() < samples.len()
        }
    }
}

/// Learns a wrapper from pages about one thing each.
///
/// # Errors
/// The pages say nothing that differs between them, or a single page nothing that is labelled or marked up.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as the public function has it: options grow")]
pub(super) fn learn(samples: &[Sample<'_>], options: &LearnOptions) -> Result<Wrapper, LearnError> {
    let pages: Vec<&Document> = samples.iter().take(MAX_PAGES).map(|sample| sample.document).collect();
    let set = PageSet::of(&pages);
    let document = set.document();
    let texts = Texts::of(&set);
    let places = template_nodes::of(&set, &texts);
    let mut found = values::of(&set, &texts, &places);
    found.truncate(MAX_COLUMNS);
    let max_steps = 8_000 + STEPS_A_NODE * document.len() as u64;
    let writer = SelectorWriter::new(document).with_max_steps(max_steps).with_classes_as_words();
    let (region, scopes) = region(&set, &writer, &found).ok_or(LearnError::NoRecords)?;
    let writing = Writing { set: &set, texts: &texts, scopes: &scopes, writer: writer.in_each(&scopes) };
    let mut written: Vec<(SelectorKind, ValueColumn, ValueSelectors)> = Vec::new();
    for mut values in found {
        if let Some((way, selectors)) = writing.write(&mut values) {
            written.push((way, values, selectors));
        }
    }
    let written = distinct(document, written);
    if written.is_empty() {
        return Err(LearnError::NoRecords);
    }
    let mut wrapper = Wrapper::new(region, None);
    wrapper.language = options.language;
    wrapper.columns = names::columns(&set, &texts, &scopes, written);
    Ok(wrapper)
}

/// Leaves out columns whose values are those of another on every page: the title is also in the trail and below the
/// picture. The one that is found best stays, a heading before all.
fn distinct(
    document: &Document,
    written: Vec<(SelectorKind, ValueColumn, ValueSelectors)>,
) -> Vec<(SelectorKind, ValueColumn, ValueSelectors)> {
    let is_heading = |values: &ValueColumn| {
        let mut above = values.nodes().flat_map(|node| document.ancestors(node).take(2));
        above.any(|node| matches!(document.tag(node), Some(tags::H1 | tags::H2)))
    };
    let mut order: Vec<usize> = (0..written.len()).collect();
    order.sort_by_key(|&number| (written[number].0, !is_heading(&written[number].1)));
    let mut seen: HashSet<(bool, Vec<Option<&str>>)> = HashSet::new();
    let mut known: HashSet<Option<&str>> = HashSet::new();
    let mut is_new = vec![true; written.len()];
    for number in order {
        let (way, values, selectors) = &written[number];
        let texts: Vec<Option<&str>> =
            values.cells.iter().map(|cell| cell.as_ref().map(|(_, text)| text.as_str())).collect();
        let is_image = values.kind == ValueKind::Image;
        let is_poor = *way > SelectorKind::FirstOfClass && is_image;
        is_new[number] = !is_poor
            && known.insert(selectors.selectors.xpath.as_deref())
            && (!values.differ() || seen.insert((is_image, texts)));
    }
    let mut is_new = is_new.into_iter();
    let mut n_images = 0;
    let kept = written.into_iter().filter(|(_, values, _)| {
        let is_new = is_new.next() == Some(true);
        n_images += usize::from(is_new && values.kind == ValueKind::Image);
        is_new && (values.kind != ValueKind::Image || n_images <= MAX_IMAGES)
    });
    kept.collect()
}

/// The smallest element that holds all values, on every page.
fn region(set: &PageSet, writer: &SelectorWriter<'_>, found: &[ValueColumn]) -> Option<(Selectors, Vec<NodeId>)> {
    let document = set.document();
    let mut around: Vec<Option<NodeId>> = vec![None; set.roots().len()];
    for values in found {
        for (around, cell) in around.iter_mut().zip(&values.cells) {
            let Some((node, _)) = cell else { continue };
            *around = Some(around.map_or(document.parent(*node)?, |around| document.common_ancestor(around, *node)));
        }
    }
    let bodies: Option<Vec<NodeId>> = set.roots().iter().map(|&root| body(document, root)).collect();
    let mut nodes: Option<Vec<NodeId>> = around.into_iter().collect();
    for _ in 0..MAX_UP {
        let Some(here) = nodes.filter(|_| !found.is_empty()) else { break };
        let Selectors { css, xpath } = writer.in_each(set.roots()).css_and_xpath(&here).unwrap_or_default();
        if let (Some(css), Some(xpath)) = (css, xpath)
            && value_selectors::is_lasting(&xpath)
            && !css.contains([',', '>'])
        {
            let xpath = xpath.strip_prefix('.').unwrap_or(&xpath).to_owned();
            return Some((Selectors { css: Some(css), xpath: Some(xpath) }, here));
        }
        nodes = here.iter().map(|&node| document.parent(node)).collect();
    }
    Some((Selectors { css: Some("body".to_owned()), xpath: Some("//body".to_owned()) }, bodies?))
}

fn body(document: &Document, page: NodeId) -> Option<NodeId> {
    let html = document.child_elements(page).next()?;
    document.child_elements(html).find(|&node| document.is_html(node, tags::BODY))
}

#[cfg(test)]
mod tests;
