//! How the method `tps` came to its region.

use crate::page::Page;
use std::fmt::Write;
use tamis_extract::PageView;
use tamis_page::{Document, SelectorWriter, absolute_xpath, names};
use tamis_papers::clean::tps::{self, Side, TpsOptions, TpsTrace};

/// The sequence of tag paths of a page, the splits that cut it down and the region that was left.
pub fn tag_paths(page: &Page, options: &TpsOptions) -> String {
    let trace = tps::trace(&PageView::of(page.document()), options);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_sequence(&mut text, &trace)
        .and_then(|()| write_splits(&mut text, &trace))
        .and_then(|()| write_region(&mut text, page, &trace))
        .and_then(|()| write_paths(&mut text, page, &trace));
    text
}

fn write_sequence(text: &mut String, trace: &TpsTrace) -> std::fmt::Result {
    writeln!(text, "sequence: {} nodes, {} distinct tag paths", trace.paths.len(), trace.paths.n_paths())
}

fn write_splits(text: &mut String, trace: &TpsTrace) -> std::fmt::Result {
    let region = &trace.region;
    if region.splits.is_empty() {
        return writeln!(text, "\nsplits: none, no border has sides unequal enough");
    }
    writeln!(text, "\nsplits:  of a range, paths that occur no more often than the threshold are disregarded")?;
    writeln!(text, "{:>5} {:>15} {:>9} {:>7} {:>7} {:>7}  kept", "", "range", "threshold", "border", "left", "right")?;
    for (split_idx, split) in region.splits.iter().enumerate() {
        let range = format!("{}..{}", split.range.start, split.range.end);
        let kept = match split.kept {
            Side::Left => "left",
            Side::Right => "right",
        };
        let (number, threshold, border) = (split_idx + 1, split.threshold, split.border);
        let (left, right) = (split.left, split.right);
        writeln!(text, "{number:>5} {range:>15} {threshold:>9} {border:>7} {left:>7} {right:>7}  {kept}")?;
    }
    if region.limit_hit {
        writeln!(text, "the search was cut short at its limit of steps")?;
    }
    Ok(())
}

fn write_region(text: &mut String, page: &Page, trace: &TpsTrace) -> std::fmt::Result {
    let (document, region) = (page.document(), &trace.region);
    let Some(((first, last), enclosing)) = region.ends.zip(region.enclosing) else {
        return writeln!(text, "\nregion: none, the page has no body");
    };
    let (n_kept, n_all) = (trace.n_kept(document), trace.paths.len());
    writeln!(text, "\nregion: {}..{}", region.range.start, region.range.end)?;
    if let Some(test) = trace.content_test {
        let verdict = if test.is_content { "content" } else { "no content, the rest of the page is kept" };
        let (share, least) = (test.punctuation_share, test.least_share);
        writeln!(text, "  test   {share:.2} of the punctuation, {least:.2} asked for: {verdict}")?;
    }
    writeln!(text, "  kept   {n_kept} of {n_all} nodes, those above the region included")?;
    writeln!(text, "  from   {}", absolute_xpath(document, first))?;
    writeln!(text, "  to     {}", absolute_xpath(document, last))?;
    writeln!(text, "  within {}", absolute_xpath(document, enclosing))?;
    if let Some(selector) = SelectorWriter::new(document).css(document.root(), &[enclosing]) {
        writeln!(text, "         {selector}")?;
    }
    Ok(())
}

fn write_paths(text: &mut String, page: &Page, trace: &TpsTrace) -> std::fmt::Result {
    let symbols = trace.paths.symbols();
    let mut n_all = vec![0_usize; trace.paths.n_paths()];
    let mut n_inside = n_all.clone();
    for (position, &symbol) in symbols.iter().enumerate() {
        n_all[symbol as usize] += 1;
        n_inside[symbol as usize] += usize::from(trace.region.range.contains(&position));
    }
    writeln!(text, "\npaths:  in order of first appearance, how often on the page and in the region")?;
    for (symbol, (all, inside)) in n_all.iter().zip(&n_inside).enumerate() {
        let path = spell(page.document(), trace, symbol as u32);
        writeln!(text, "{symbol:>5} {all:>7} {inside:>7}  {path}")?;
    }
    Ok(())
}

/// The longest step and the longest path that are spelt, in characters. A page can have a million paths below a class
/// of ten megabytes.
const STEP_CHARS: usize = 40;
const PATH_CHARS: usize = 200;

/// The path as `body/div box/ul/li`, its beginning left out if it is too long.
fn spell(document: &Document, trace: &TpsTrace, symbol: u32) -> String {
    let mut steps = Vec::new();
    let mut n_chars = 0;
    let mut next = Some(symbol);
    while let Some((symbol, node)) = next.and_then(|symbol| Some((symbol, trace.paths.first_node(symbol)?))) {
        if n_chars > PATH_CHARS {
            steps.push("…".to_owned());
            break;
        }
        let class = document.attribute(node, names::CLASS).unwrap_or("");
        let style = document.attribute(node, names::STYLE).unwrap_or("");
        let tag = if document.is_element(node) { document.tag_name(node) } else { "#text" };
        let words = [tag, class, style].into_iter().flat_map(str::split_ascii_whitespace);
        let mut step: String =
            words.flat_map(|word| [" ", word]).skip(1).flat_map(str::chars).take(STEP_CHARS).collect();
        if step.chars().count() == STEP_CHARS {
            step.push('…');
        }
        n_chars += step.chars().count();
        steps.push(step);
        next = trace.paths.parent(symbol);
    }
    steps.reverse();
    steps.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inspect(html: &str) -> String {
        tag_paths(&Page::parse(html), &TpsOptions::default())
    }

    #[test]
    fn a_split_is_shown_with_its_threshold_and_the_region_with_its_place() {
        let menu = "<li><a>Menu</a></li>".repeat(3);
        let rows = "<p><b>Name</b> <i>1.00</i></p>".repeat(9);
        let text = inspect(&format!("<ul>{menu}</ul><div>{rows}</div>"));
        assert!(text.starts_with("sequence: 57 nodes, 11 distinct tag paths\n"), "{text}");
        assert!(text.contains("    1           0..57         1      10      11      46  right\n"), "{text}");
        assert!(text.contains("  within /html/body/div"), "{text}");
        assert!(text.contains("body/ul/li/a/#text"), "{text}");
    }

    #[test]
    fn a_path_of_any_length_takes_one_line() {
        let text = inspect(&format!("{}<p class='{}'>x", "<div>".repeat(400), "c".repeat(10_000)));
        let (_, paths) = text.split_once("paths:").expect("has a section of paths");
        assert!(paths.lines().all(|line| line.chars().count() < 300), "{paths}");
        assert!(paths.contains("…/div/"), "{paths}");
    }

    #[test]
    fn an_empty_page_has_a_view_too() {
        assert!(inspect("").contains("splits: none"));
    }
}
