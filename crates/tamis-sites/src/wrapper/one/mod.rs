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
//! 4. [`paths`] writes the selectors: by ids, classes and properties, else by [`labels`], else by positions, each tried on
//!    all pages.

mod labels;
mod parts;
mod paths;
mod places;
mod texts;
mod values;

use super::{LearnError, LearnOptions, PageSet, Sample, Subject, Wrapper, WrapperColumn, learned};
use paths::{Way, Writing, Written};
use std::collections::HashSet;
use tamis_extract::records::{Cell, Column, Row, TableRole, column_names};
use tamis_extract::{ValueFormat, ValueType};
use tamis_page::{Document, NodeId, SelectorWriter, Selectors, names};
use texts::Texts;
use values::{ValueKind, Values};

/// As many pages are looked at. More of them say little more, and each takes its time.
const MAX_PAGES: usize = 12;
/// As many columns are written.
const MAX_COLUMNS: usize = 120;
/// Steps that may go into the selectors, for each node of the pages.
const STEPS_A_NODE: u64 = 60;

/// Whether the pages are to be read as pages about one thing.
pub(super) fn is_asked_for(samples: &[Sample<'_>], subject: Subject) -> bool {
    /// Surer than this the method is right about a list more often than not.
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
pub(super) fn learn(samples: &[Sample<'_>], options: &LearnOptions) -> Result<Wrapper, LearnError> {
    let pages: Vec<&Document> = samples.iter().take(MAX_PAGES).map(|sample| sample.document).collect();
    let set = PageSet::of(&pages);
    let document = set.document();
    let texts = Texts::of(&set);
    let places = places::of(&set, &texts);
    let mut found = values::of(&set, &texts, &places);
    found.truncate(MAX_COLUMNS);
    let max_steps = 8_000 + STEPS_A_NODE * document.len() as u64;
    let writer = SelectorWriter::new(document).with_max_steps(max_steps);
    let (region, scopes) = region(&set, &writer, &found).ok_or(LearnError::NoRecords)?;
    let writing = Writing { set: &set, texts: &texts, scopes: &scopes, writer: writer.in_each(&scopes) };
    let mut written: Vec<(Way, Values, Written)> = Vec::new();
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
    wrapper.columns = columns(document, &texts, &scopes, written);
    learned::describe(&mut wrapper, samples);
    Ok(wrapper)
}

/// Leaves out columns whose values are those of another on every page: the title is also in the trail and below the
/// picture. The one that is found best stays, a heading before all.
fn distinct(document: &Document, written: Vec<(Way, Values, Written)>) -> Vec<(Values, Written)> {
    let is_heading = |values: &Values| {
        let mut above = values.nodes().flat_map(|node| document.ancestors(node).take(2));
        above.any(|node| matches!(document.tag(node), Some(names::H1 | names::H2)))
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
        let is_poor = *way > Way::FirstOfClass && is_image;
        is_new[number] = !is_poor
            && known.insert(selectors.selectors.xpath.as_deref())
            && (!values.differ() || seen.insert((is_image, texts)));
    }
    let mut is_new = is_new.into_iter();
    let kept = written.into_iter().filter(|_| is_new.next() == Some(true));
    kept.map(|(_, values, selectors)| (values, selectors)).collect()
}

/// The smallest element that holds all values, on every page.
fn region(set: &PageSet, writer: &SelectorWriter<'_>, found: &[Values]) -> Option<(Selectors, Vec<NodeId>)> {
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
    while let Some(here) = nodes.filter(|_| !found.is_empty()) {
        let Selectors { css, xpath } = writer.in_each(set.roots()).css_and_xpath(&here).unwrap_or_default();
        if let (Some(css), Some(xpath)) = (css, xpath)
            && paths::is_lasting(&xpath)
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
    document.child_elements(html).find(|&node| document.is_html(node, names::BODY))
}

/// The columns with their names, the title first.
fn columns(
    document: &Document,
    texts: &Texts,
    scopes: &[NodeId],
    written: Vec<(Values, Written)>,
) -> Vec<WrapperColumn> {
    let format = |values: &Values| match values.kind {
        ValueKind::Image => ValueFormat::of_type(ValueType::Image),
        _ => ValueFormat::of_column(values.texts()),
    };
    let cell = |cell: &Option<(NodeId, String)>| cell.as_ref().map(|(node, text)| Cell::new(vec![*node], text.clone()));
    let mut table_columns: Vec<Column> = written
        .iter()
        .map(|(values, written)| {
            Column::new(String::new(), format(values), written.attribute.is_some().then_some("src".into()))
        })
        .collect();
    let rows: Vec<Row> = scopes
        .iter()
        .enumerate()
        .map(|(page, &scope)| {
            Row::new(vec![scope], String::new(), written.iter().map(|(values, _)| cell(&values.cells[page])).collect())
        })
        .collect();
    for (column, (values, _)) in table_columns.iter_mut().zip(&written) {
        column.fill = values.cells.iter().flatten().count() as f64 / scopes.len() as f64;
    }
    let labels: Vec<Option<&str>> = written.iter().map(|(values, _)| name_of(texts, values)).collect();
    let (names, title) = column_names(document, &table_columns, &rows, &labels);
    let mut columns: Vec<WrapperColumn> = Vec::new();
    for (((_, written), name), column) in written.into_iter().zip(names).zip(table_columns) {
        let mut learned = WrapperColumn::new(name, column.format, written.selectors);
        (learned.attribute, learned.text) = (written.attribute, written.text);
        columns.push(learned);
    }
    if let Some(title) = title {
        columns[..=title].rotate_right(1);
    }
    columns
}

/// The words of the page that name a column.
fn name_of<'t>(texts: &'t Texts, values: &'t Values) -> Option<&'t str> {
    if let Some(prefix) = values.prefix() {
        return Some(prefix);
    }
    let label = values.label.as_ref().filter(|_| values.is_named)?.iter().flatten().next()?;
    texts.of_node(*label).map(|text| text.text.as_str())
}
