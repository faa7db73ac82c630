//! What a store remembers of sites: a table, a text and JSON.

use crate::site::{self, StoredTemplateInfo};
use serde::Serialize;
use std::fmt::Write;
use tamis_page::Selectors;
use tamis_sites::wrapper::Wrapper;
use unicode_width::UnicodeWidthStr;

/// A line for each template, under a heading.
pub fn template_list(templates: &[StoredTemplateInfo]) -> String {
    let heading = ["template", "asked", "pages", "similarity", "areas", "bytes", "generation"].map(str::to_owned);
    let rows = templates.iter().map(|template| {
        [
            format!("{}/{}", template.site, template.id),
            site::short(&template.question),
            template.n_pages.to_string(),
            template.similarity.map_or_else(|| "–".to_owned(), |similarity| format!("{similarity:.2}")),
            template.areas.as_ref().map_or_else(|| "unreadable".to_owned(), |areas| areas.len().to_string()),
            template.n_bytes.to_string(),
            template.generation.to_string(),
        ]
    });
    let rows: Vec<[String; 7]> = std::iter::once(heading).chain(rows).collect();
    let widths: Vec<usize> =
        (0..7).map(|column| rows.iter().map(|row| row[column].width()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let padding = " ".repeat(widths[column] - cell.width());
            // Names stand to the left, figures to the right.
            let (before, after) = if column < 2 { (String::new(), padding) } else { (padding, String::new()) };
            let _ = write!(line, "{before}{cell}{after}  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// All that is known of a template.
pub fn template_text(template: &StoredTemplateInfo) -> String {
    let StoredTemplateInfo { site, id, question, generation, n_pages, n_bytes, .. } = template;
    let mut text = format!("{site}/{id}\n  asked: {question}\n");
    let _ = writeln!(text, "  pages mapped: {n_pages}, learned again: {generation}, bytes: {n_bytes}");
    if template.n_applied > 0 {
        let _ = writeln!(text, "  main table read by selectors: on {} of them", template.n_applied);
    }
    if let (Some(similarity), Some(missing)) = (template.similarity, template.missing) {
        let _ = writeln!(text, "  similarity of pages: {similarity:.2}, missing on them: {:.1} %", 100.0 * missing);
    }
    if !template.columns.is_empty() {
        let _ = writeln!(text, "  columns of {} rows:", template.n_rows);
        for column in &template.columns {
            let _ = writeln!(text, "    {} ({:.0} % filled)", column.name, 100.0 * column.fill);
        }
    }
    for (number, wrapper) in template.wrappers.iter().enumerate() {
        let which = if number == 0 { "the main table".to_owned() } else { format!("table {}", number + 1) };
        match wrapper {
            Err(reason) => {
                let _ = writeln!(text, "  {which} is mapped: {reason}");
            }
            Ok(wrapper) => push_wrapper(&mut text, &which, wrapper),
        }
    }
    match &template.areas {
        None => text.push_str("  areas: this version cannot read them\n"),
        Some(areas) if areas.is_empty() => text.push_str("  areas: not asked for\n"),
        Some(areas) => {
            let _ = writeln!(text, "  areas: {}", areas.len());
            let mut depths = Vec::with_capacity(areas.len());
            for (idx, area) in areas.iter().enumerate() {
                let depth = if idx == 0 { 0 } else { depths[area.parent] + 1 };
                depths.push(depth);
                let _ = write!(text, "    {}{}", "  ".repeat(depth), area.role.as_str());
                if let Some(rect) = area.rect {
                    let _ = write!(text, " {:.0}×{:.0} at {:.0},{:.0}", rect.width, rect.height, rect.x, rect.y);
                }
                text.push('\n');
            }
        }
    }
    text
}

/// The selectors that are used, one a line.
fn push_wrapper(text: &mut String, which: &str, wrapper: &Wrapper) {
    let used = |selectors: &Selectors| wrapper.language.of(selectors).map_or("", |(_, selector)| selector).to_owned();
    let _ = writeln!(text, "  selectors of {which} ({}):", wrapper.language.as_str());
    let _ = writeln!(text, "    region {}", used(&wrapper.region));
    if let Some(record) = &wrapper.record {
        let _ = writeln!(text, "    record {}", used(&record.first));
    }
    for column in &wrapper.columns {
        let _ = writeln!(text, "      {} {}", column.name, used(&column.selectors));
    }
    if let Some(next) = &wrapper.next {
        let _ = writeln!(text, "    next page {}", used(next));
    }
}

/// All that is known of templates, as an indented JSON array.
pub fn templates_json(templates: &[StoredTemplateInfo]) -> String {
    let objects: Vec<Object<'_>> = templates.iter().map(object).collect();
    serde_json::to_string_pretty(&objects).expect("invariant: the objects are JSON") + "\n"
}

#[derive(Serialize)]
struct Object<'a> {
    site: &'a str,
    id: &'a str,
    question: &'a str,
    generation: u32,
    pages: u64,
    applied: u64,
    similarity: Option<f64>,
    missing: Option<f64>,
    rows: u64,
    columns: Vec<ColumnObject<'a>>,
    bytes: usize,
    /// Each after the one above it; `null` if this version cannot read them.
    areas: Option<Vec<AreaObject>>,
    /// One a table.
    wrappers: Vec<WrapperObject<'a>>,
}

/// The selectors of a table, or why it has none.
#[derive(Serialize, Default)]
struct WrapperObject<'a> {
    reason: Option<&'a str>,
    region: Option<SelectorsObject<'a>>,
    record: Option<SelectorsObject<'a>>,
    columns: Vec<WrapperColumnObject<'a>>,
    next: Option<SelectorsObject<'a>>,
}

#[derive(Serialize)]
struct WrapperColumnObject<'a> {
    name: &'a str,
    #[serde(flatten)]
    selectors: SelectorsObject<'a>,
    attribute: Option<&'a str>,
}

#[derive(Serialize)]
struct SelectorsObject<'a> {
    css: Option<&'a str>,
    xpath: Option<&'a str>,
}

#[derive(Serialize)]
struct ColumnObject<'a> {
    name: &'a str,
    fill: f64,
}

#[derive(Serialize)]
struct AreaObject {
    parent: Option<usize>,
    role: &'static str,
    levels: Vec<u8>,
    #[serde(rename = "box")]
    edges: Option<[i64; 4]>,
}

fn object(template: &StoredTemplateInfo) -> Object<'_> {
    let rounded = |share: f64| (share * 1e4).round() / 1e4;
    let columns = template.columns.iter();
    let areas = template.areas.as_ref().map(|areas| {
        let areas = areas.iter().enumerate().map(|(idx, area)| AreaObject {
            parent: (idx > 0).then_some(area.parent),
            role: area.role.as_str(),
            levels: [(1, area.levels.is_part), (2, area.levels.is_block)]
                .into_iter()
                .filter_map(|(level, is_in)| is_in.then_some(level))
                .collect(),
            edges: area.rect.map(|rect| [rect.x, rect.y, rect.right(), rect.bottom()].map(|edge| edge.round() as i64)),
        });
        areas.collect()
    });
    Object {
        site: &template.site,
        id: &template.id,
        question: &template.question,
        generation: template.generation,
        pages: template.n_pages,
        applied: template.n_applied,
        similarity: template.similarity.map(rounded),
        missing: template.missing.map(rounded),
        rows: template.n_rows,
        columns: columns.map(|column| ColumnObject { name: &column.name, fill: rounded(column.fill) }).collect(),
        bytes: template.n_bytes,
        areas,
        wrappers: template.wrappers.iter().map(wrapper_object).collect(),
    }
}

impl<'a> SelectorsObject<'a> {
    fn of(selectors: &'a Selectors) -> SelectorsObject<'a> {
        SelectorsObject { css: selectors.css.as_deref(), xpath: selectors.xpath.as_deref() }
    }
}

fn wrapper_object(wrapper: &Result<Wrapper, String>) -> WrapperObject<'_> {
    let wrapper = match wrapper {
        Err(reason) => return WrapperObject { reason: Some(reason), ..WrapperObject::default() },
        Ok(wrapper) => wrapper,
    };
    let columns = wrapper.columns.iter().map(|column| WrapperColumnObject {
        name: &column.name,
        selectors: SelectorsObject::of(&column.selectors),
        attribute: column.attribute.as_deref(),
    });
    WrapperObject {
        reason: None,
        region: Some(SelectorsObject::of(&wrapper.region)),
        record: wrapper.record.as_ref().map(|record| SelectorsObject::of(&record.first)),
        columns: columns.collect(),
        next: wrapper.next.as_ref().map(SelectorsObject::of),
    }
}
