//! How the method `derin` came to its records.

use std::fmt::{Result, Write};
use tamis_extract::RenderedView;
use tamis_page::{Document, RenderedPage, absolute_xpath};
use tamis_papers::records::derin::{self, Attribute, DerinOptions, DerinTrace, RankedNgram, Steps, Verdict};

/// The candidates for the main data region and why each was dropped, the attributes of the first records with their
/// columns, the n-grams with their scores, and the outliers with the quartiles. `pair` are the numbers of two attributes
/// whose similarity is told feature by feature.
pub fn derin(page: &RenderedPage, options: &DerinOptions, pair: Option<(usize, usize)>) -> String {
    let trace = derin::trace(&RenderedView::of(page), options);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_candidates(&mut text, page.document(), &trace)
        .and_then(|()| write_region(&mut text, page.document(), &trace))
        .and_then(|()| write_attributes(&mut text, &trace))
        .and_then(|()| write_similarity(&mut text, &trace, pair))
        .and_then(|()| write_ngrams(&mut text, &trace))
        .and_then(|()| write_outliers(&mut text, page.document(), &trace))
        .and_then(|()| write_tables(&mut text, &trace));
    text
}

/// How much of each list is shown.
const MAX_CANDIDATES: usize = 60;
const MAX_ATTRIBUTES: usize = 60;
const MAX_NGRAMS: usize = 20;

fn write_candidates(text: &mut String, document: &Document, trace: &DerinTrace) -> Result {
    match trace.body {
        Some(body) => writeln!(text, "body: {} × {}", body.width, body.height)?,
        None => writeln!(text, "body: no box")?,
    }
    writeln!(text, "\ncandidates: {} elements with enough children", trace.candidates.len())?;
    writeln!(text, "{:>8} {:>6} {:>6} {:>6}  {:<34} element", "children", "area", "height", "width", "verdict")?;
    // What passed first, then what came closest.
    let mut candidates: Vec<_> = trace.candidates.iter().enumerate().collect();
    candidates.sort_by(|(_, one), (_, other)| {
        let rank = |verdict: Verdict| match verdict {
            Verdict::Chosen => 0,
            Verdict::Passed => 1,
            Verdict::Holds(_) => 2,
            _ => 3,
        };
        let by_verdict = rank(one.verdict).cmp(&rank(other.verdict));
        by_verdict.then(other.shares.area.total_cmp(&one.shares.area)).then(one.node.cmp(&other.node))
    });
    for &(index, candidate) in candidates.iter().take(MAX_CANDIDATES) {
        let shares = candidate.shares;
        writeln!(
            text,
            "{:>8} {:>6.3} {:>6.3} {:>6.3}  {:<34} {}",
            candidate.n_children,
            shares.area,
            shares.height,
            shares.width,
            candidate.verdict.as_str(),
            absolute_xpath(document, candidate.node)
        )?;
        let list = match &trace.steps {
            Steps::Tuned(steps) => steps.lists.get(index).copied().flatten(),
            Steps::Paper(_) => None,
        };
        if let Some(list) = list {
            writeln!(
                text,
                "{:>29}  {} records, similarity {:.2}, {:.2} of the body, {:.0} characters each: score {:.3}",
                "", list.n_records, list.similarity, list.area, list.chars_a_record, list.score
            )?;
        }
        if let Verdict::Holds(inner) = candidate.verdict {
            writeln!(text, "{:>66} {}", "", absolute_xpath(document, inner))?;
        }
    }
    write_rest(text, candidates.len(), MAX_CANDIDATES)
}

fn write_rest(text: &mut String, n_all: usize, n_shown: usize) -> Result {
    if n_all > n_shown { writeln!(text, "  … and {} more", n_all - n_shown) } else { Ok(()) }
}

fn write_region(text: &mut String, document: &Document, trace: &DerinTrace) -> Result {
    writeln!(text)?;
    if let Some(reason) = &trace.reason {
        writeln!(text, "note: {reason}")?;
    }
    let Some(region) = &trace.region else { return writeln!(text, "region: none") };
    writeln!(text, "region: {}", absolute_xpath(document, region.node))?;
    if region.n_climbed > 0 {
        writeln!(text, "  {} parents above the chosen element; the records are children of", region.n_climbed)?;
        for &group in &region.groups {
            writeln!(text, "  {}", absolute_xpath(document, group))?;
        }
    }
    Ok(())
}

fn write_attributes(text: &mut String, trace: &DerinTrace) -> Result {
    if trace.attributes.is_empty() {
        return Ok(());
    }
    let n_records = trace.initial_records.len();
    writeln!(text, "\nattributes of {n_records} initial records: number, record, column, type, value")?;
    for (number, attribute) in trace.attributes.iter().enumerate().take(MAX_ATTRIBUTES) {
        let Attribute { record, concept, value_type, .. } = attribute;
        let constant = if attribute.is_constant { "  (the same in all records)" } else { "" };
        let value: String = attribute.text.chars().take(60).collect();
        let kind = value_type.as_str();
        writeln!(text, "{number:>6} {:>6} {:>6}  {kind:<10} {value}{constant}", record + 1, column(*concept as u32))?;
    }
    write_rest(text, trace.attributes.len(), MAX_ATTRIBUTES)
}

/// A concept as the paper writes it.
fn column(concept: u32) -> String {
    format!("AT{:02}", concept + 1)
}

fn write_similarity(text: &mut String, trace: &DerinTrace, pair: Option<(usize, usize)>) -> Result {
    let Some((one, other)) = pair else { return Ok(()) };
    let Some(similarity) = trace.similarity(one, other) else {
        return writeln!(text, "\nsimilarity of {one} and {other}: there are {} attributes", trace.attributes.len());
    };
    writeln!(text, "\nsimilarity of {one} and {other}: {:.3}", similarity.total)?;
    let features = [
        ("content", similarity.content),
        ("style", similarity.style),
        ("type", similarity.value_type),
        ("path", similarity.path),
        ("neighbours", similarity.adjacency),
    ];
    features.iter().try_for_each(|(feature, value)| writeln!(text, "  {feature:<10} {value:.3}"))
}

fn write_ngrams(text: &mut String, trace: &DerinTrace) -> Result {
    writeln!(text, "\ncohesion: {:.3}", trace.cohesion)?;
    let (ngrams, applied): (&[RankedNgram], &[RankedNgram]) = match &trace.steps {
        Steps::Paper(steps) => (&steps.ngrams, &steps.applied),
        Steps::Tuned(steps) => (&steps.patterns, steps.pattern.as_slice()),
    };
    if ngrams.is_empty() {
        return writeln!(text, "n-grams: not looked at");
    }
    let columns = |concepts: &[u32]| concepts.iter().map(|&concept| column(concept)).collect::<Vec<_>>().join(" ");
    writeln!(text, "n-grams, the best first: score, occurrences, attributes left over")?;
    for ngram in ngrams.iter().take(MAX_NGRAMS) {
        let score = if ngram.score.is_finite() { format!("{:.2}", ngram.score) } else { "∞".to_owned() };
        writeln!(text, "{score:>8} {:>5} {:>5}  {}", ngram.n_occurrences, ngram.n_left, columns(&ngram.concepts))?;
    }
    write_rest(text, ngrams.len(), MAX_NGRAMS)?;
    writeln!(text, "applied:")?;
    applied.iter().try_for_each(|ngram| writeln!(text, "{:>8} ×  {}", ngram.n_occurrences, columns(&ngram.concepts)))
}

fn write_outliers(text: &mut String, document: &Document, trace: &DerinTrace) -> Result {
    let write = |text: &mut String, number: usize, node, similarity: f64, is_outlier: bool| {
        let mark = if is_outlier { "outlier" } else { "" };
        writeln!(text, "{:>6} {similarity:.3} {mark:<8} {}", number + 1, absolute_xpath(document, node))
    };
    match &trace.steps {
        Steps::Paper(steps) => {
            let outliers = &steps.outliers;
            let Some((quartiles, fence)) = outliers.quartiles.zip(outliers.fence) else {
                return writeln!(text, "\noutliers: not looked for");
            };
            let (lower, upper) = (quartiles.lower, quartiles.upper);
            writeln!(
                text,
                "\noutliers: quartiles of the mean similarity {lower:.3} and {upper:.3}, records below {fence:.3} go"
            )?;
            for (number, (&record, &similarity)) in outliers.records.iter().zip(&outliers.similarities).enumerate() {
                write(text, number, record, similarity, outliers.removed.contains(&number))?;
            }
        }
        Steps::Tuned(steps) if steps.compared.is_empty() => writeln!(text, "\noutliers: not looked for")?,
        Steps::Tuned(steps) => {
            writeln!(text, "\noutliers: records below {:.3} go", steps.min_similarity)?;
            for (number, compared) in steps.compared.iter().enumerate() {
                write(text, number, compared.node, compared.similarity, compared.is_outlier)?;
            }
        }
    }
    Ok(())
}

fn write_tables(text: &mut String, trace: &DerinTrace) -> Result {
    trace.warnings.iter().try_for_each(|warning| writeln!(text, "\nwarning: {warning}"))?;
    let Some(table) = trace.tables.first() else { return writeln!(text, "\nrecords: none") };
    writeln!(text, "\nrecords: {}, columns: {}", table.rows.len(), table.columns.len())?;
    table.reasons.iter().try_for_each(|reason| writeln!(text, "  {reason}"))?;
    table.warnings.iter().try_for_each(|warning| writeln!(text, "  warning: {warning}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::{BoxFlags, Display, LayoutBuilder, Rect, Viewport};

    /// Four items below each other and a narrow menu.
    fn page() -> RenderedPage {
        let items = "<li><a href=x>Lamp</a> <b>5 €</b> lights a desk</li>".repeat(4);
        let document = Document::parse(format!("<ul>{items}</ul><nav><i>a</i><i>b</i><i>c</i></nav>"));
        let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
        let mut n_items = 0;
        for node in document.nodes().filter(|&node| document.is_element(node)) {
            let rect = match document.tag_name(node) {
                "li" => {
                    n_items += 1;
                    Rect::new(0.0, 100.0 * (n_items - 1) as f32, 1000.0, 100.0)
                }
                "nav" | "i" => Rect::new(0.0, 400.0, 50.0, 20.0),
                _ => Rect::new(0.0, 0.0, 1000.0, 420.0),
            };
            builder.set_box(node, rect, BoxFlags::default(), Display::Block);
        }
        RenderedPage::new(document, builder.finish())
    }

    #[test]
    fn candidates_are_told_with_why_each_was_dropped_and_attributes_by_feature() {
        let text = derin(&page(), &DerinOptions::paper(), Some((0, 1)));
        assert!(text.contains("fills too little of the body"), "{text}");
        assert!(text.contains("was chosen                         /html/body/ul"), "{text}");
        assert!(text.contains("similarity of 0 and 1: 0."), "{text}");
        assert!(text.contains("quartiles of the mean similarity 1.000 and 1.000"), "{text}");
        assert!(text.contains("records: 4, columns: "), "{text}");
    }

    #[test]
    fn an_attribute_that_does_not_exist_is_told() {
        assert!(
            derin(&page(), &DerinOptions::default(), Some((0, 999))).contains("similarity of 0 and 999: there are ")
        );
    }
}
