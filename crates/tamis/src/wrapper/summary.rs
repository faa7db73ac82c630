//! A wrapper for a person who has just learned it.

use super::{Selectors, Wrapper, WrapperColumn};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Region, record, columns with their selector, fill and an example, and the next page; in lines no wider than that. Where a
/// selector is there in both languages the shorter one is shown.
pub fn summary(wrapper: &Wrapper, width: usize) -> String {
    let pages = &wrapper.learned.pages;
    let n_rows: usize = pages.iter().map(|page| page.n_rows).sum();
    let mut text = format!("region   {}\n", shortest(&wrapper.region));
    text.push_str(&match &wrapper.record {
        None => "record   the region itself: the page is about one thing\n".to_owned(),
        Some(record) => {
            let nodes = if record.n_nodes > 1 { format!(", {} elements each", record.n_nodes) } else { String::new() };
            format!("record   {}{nodes}\n", shortest(&record.first))
        }
    });
    if let Some(next) = &wrapper.next {
        text.push_str(&format!("next     {}\n", shortest(next)));
    }
    if !pages.is_empty() {
        text.push_str(&format!("learned  from {}: {}\n", plural(pages.len(), "page"), plural(n_rows, "record")));
    }
    text.push('\n');
    text.push_str(&table(wrapper, width));
    cut_lines(&text, width)
}

fn table(wrapper: &Wrapper, width: usize) -> String {
    let mut rows = vec![["column", "type", "fill", "selector", "example"].map(str::to_owned)];
    rows.extend(wrapper.columns.iter().map(|column| {
        let format = &column.format;
        let unit = format.unit.as_ref().map_or_else(String::new, |unit| format!(" {unit}"));
        [
            column.name.clone(),
            format!("{}{unit}", format.value_type.as_str()),
            format!("{:.0} %", 100.0 * column.learned.fill),
            selector(column),
            column.learned.examples.first().cloned().unwrap_or_default(),
        ]
    }));
    // Examples have what the others leave.
    let most = [24, 16, 6, (width / 2).max(24)];
    let widths: Vec<usize> =
        (0..4).map(|place| rows.iter().map(|row| row[place].width()).max().unwrap_or(0).min(most[place])).collect();
    let mut text = String::new();
    for row in &rows {
        for (cell, &width) in row.iter().zip(&widths) {
            let shown = cut(cell, width);
            text.push_str(&shown);
            text.push_str(&" ".repeat(width - shown.width() + 2));
        }
        text.push_str(&row[4]);
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// Both select the same, and the shorter one is the one to read: XPath takes many words to ask for a class.
fn shorter(css: Option<String>, xpath: Option<String>) -> String {
    match (css, xpath) {
        (Some(css), Some(xpath)) if xpath.width() < css.width() => xpath,
        (css, xpath) => css.or(xpath).unwrap_or_default(),
    }
}

/// One of the two selectors, for a person to read.
pub(crate) fn shortest(selectors: &Selectors) -> String {
    shorter(selectors.css.clone(), selectors.xpath.clone())
}

/// The selector of a column, in CSS with the attribute or the text behind it.
fn selector(column: &WrapperColumn) -> String {
    let css = column.selectors.css.as_ref().map(|css| match (&column.attribute, column.text) {
        (Some(attribute), _) => format!("{css} @{attribute}"),
        (None, Some(text)) => format!("{css} text {text}"),
        (None, None) => css.clone(),
    });
    shorter(css, column.selectors.xpath.clone())
}

fn cut_lines(text: &str, width: usize) -> String {
    text.lines().map(|line| cut(line, width) + "\n").collect()
}

/// The beginning of a line, with a mark if it is not all of it, and without what would move the cursor.
fn cut(text: &str, width: usize) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.width() <= width {
        return text;
    }
    let mut taken = 0;
    let fits = |c: &char| {
        taken += c.width().unwrap_or(0);
        taken < width
    };
    text.chars().take_while(fits).collect::<String>() + "…"
}

fn plural(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}
