//! The column of the method's table of weights that was fitted, written into its source.
//!
//! The file is `weights.rs` of the method. Only figures are replaced: names, the words for high and low values and the
//! column for pages that are laid out the other way stay as they are.

use super::confidence::{FEATURES, Logistic};
use anyhow::{Context as _, bail};
use regex::{Captures, Regex};
use tamis_extract::records::auto::Features;

/// The column of the table that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// For pages without a layout.
    WithoutLayout,
    /// For pages with one.
    WithLayout,
}

/// What was fitted.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weight of each feature.
    pub weights: Vec<f64>,
    /// The mean of each feature.
    pub means: Vec<f64>,
    /// The score of a candidate at these means.
    pub bias: f64,
    /// The confidence.
    pub confidence: Logistic,
}

/// The source with the new figures of a column.
///
/// Scores count from the usual value of a feature, which both columns share. It is the mean on pages with a layout, where
/// all features have one; what is added is moved so that no score changes by it.
///
/// # Errors
/// If the source is not the table of these features.
pub fn update(source: &str, column: Column, fitted: &Fitted) -> anyhow::Result<String> {
    let mut table = rows(source)?;
    let biases = ["WITHOUT", "WITH"].map(|column| bias(source, column));
    let [without, with] = biases;
    let mut biases = [without?, with?];
    let position = usize::from(column == Column::WithLayout);
    if column == Column::WithLayout {
        let moved = |position: usize, table: &[[f64; 3]]| -> f64 {
            table.iter().zip(&fitted.means).map(|(row, mean)| row[1 + position] * (mean - row[0])).sum()
        };
        biases[0] += moved(0, &table);
        for (row, &mean) in table.iter_mut().zip(&fitted.means) {
            row[0] = mean;
        }
    }
    for (row, &weight) in table.iter_mut().zip(&fitted.weights) {
        row[1 + position] = weight;
    }
    let terms = table.iter().zip(&fitted.means).zip(&fitted.weights);
    biases[position] = fitted.bias + terms.map(|((row, mean), weight)| weight * (row[0] - mean)).sum::<f64>();

    let mut figures = table.iter();
    let source = row_pattern().replace_all(source, |row: &Captures<'_>| {
        let figures = figures.next().map_or_else(String::new, |figures| list(figures));
        format!("{}[{figures}]", &row["before"])
    });
    let name = if column == Column::WithLayout { "WITH" } else { "WITHOUT" };
    let mut source = source.into_owned();
    for (name, bias) in ["WITHOUT", "WITH"].iter().zip(biases) {
        let pattern = pattern(&format!(r"(?P<before>const BIAS_{name}_LAYOUT: f64 = )[^;]*;"));
        source =
            pattern.replace(&source, |found: &Captures<'_>| format!("{}{bias:.4};", &found["before"])).into_owned();
    }
    let [own, features @ ..] = &split(&fitted.confidence.weights)?[..] else { bail!("a confidence without weights") };
    let pattern = pattern(&format!(r"(?P<before>const CONFIDENCE_{name}_LAYOUT: \[f64; 3\] = )\[[^\]]*\];"));
    if !pattern.is_match(&source) {
        bail!("there is no CONFIDENCE_{name}_LAYOUT of three figures");
    }
    source =
        pattern.replace(&source, |found: &Captures<'_>| format!("{}[{}];", &found["before"], list(own))).into_owned();
    confidence_features(&source, position, features)
}

/// What is added and what score and lead count; then what each feature counts, alone.
fn split(weights: &[f64]) -> anyhow::Result<Vec<Vec<f64>>> {
    if weights.len() != 3 + FEATURES.len() {
        bail!("a confidence of {} figures instead of {}", weights.len(), 3 + FEATURES.len());
    }
    Ok(std::iter::once(weights[..3].to_vec()).chain(weights[3..].iter().map(|&weight| vec![weight])).collect())
}

fn confidence_features(source: &str, position: usize, weights: &[Vec<f64>]) -> anyhow::Result<String> {
    let pattern = pattern(r"(?P<before>\|features\| features\.(?P<name>\w+), )\[(?P<figures>[^\]]*)\]");
    let names: Vec<&str> = pattern.captures_iter(source).filter_map(|row| Some(row.name("name")?.as_str())).collect();
    if names != FEATURES {
        bail!("the confidence counts other features in the file: {}", names.join(", "));
    }
    let figures: Vec<Vec<f64>> =
        pattern.captures_iter(source).map(|row| read(&row["figures"])).collect::<Result<_, _>>()?;
    if figures.iter().any(|pair| pair.len() != 2) {
        bail!("a feature of the confidence has not two figures");
    }
    let mut figures = figures.into_iter().zip(weights).map(|(mut pair, weight)| {
        pair[position] = weight[0];
        pair
    });
    let replace = |row: &Captures<'_>| format!("{}[{}]", &row["before"], list(&figures.next().unwrap_or_default()));
    Ok(pattern.replace_all(source, replace).into_owned())
}

/// Usual value, weight without and weight with a layout of each feature.
fn rows(source: &str) -> anyhow::Result<Vec<[f64; 3]>> {
    let mut rows = Vec::new();
    for row in row_pattern().captures_iter(source) {
        let expected = Features::NAMES.get(rows.len());
        if expected != Some(&&row["name"]) {
            bail!("row {} is {}, not {}", rows.len() + 1, &row["name"], expected.unwrap_or(&"the end"));
        }
        let figures = read(&row["figures"])?;
        rows.push(figures.try_into().ok().with_context(|| format!("{} has not three figures", &row["name"]))?);
    }
    if rows.len() != Features::LEN {
        bail!("{} rows instead of {}", rows.len(), Features::LEN);
    }
    Ok(rows)
}

fn row_pattern() -> Regex {
    pattern(r#"(?P<before>row\(\s*"(?P<name>\w+)",\s*\["[^"]*", "[^"]*"\],\s*)\[(?P<figures>[^\]]*)\]"#)
}

fn bias(source: &str, column: &str) -> anyhow::Result<f64> {
    let pattern = pattern(&format!(r"const BIAS_{column}_LAYOUT: f64 = (?P<figure>[^;]*);"));
    let found = pattern.captures(source).with_context(|| format!("there is no BIAS_{column}_LAYOUT"))?;
    found["figure"].trim().parse().with_context(|| format!("BIAS_{column}_LAYOUT"))
}

fn read(figures: &str) -> anyhow::Result<Vec<f64>> {
    let figures = figures.split(',').map(str::trim).filter(|figure| !figure.is_empty());
    figures.map(|figure| figure.parse().with_context(|| format!("'{figure}' is not a number"))).collect()
}

fn list(figures: &[f64]) -> String {
    figures.iter().map(|figure| format!("{figure:.4}")).collect::<Vec<_>>().join(", ")
}

fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("invariant: the pattern is a constant")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = include_str!("../../../tamis-extract/src/records/auto/weights.rs");

    fn fitted(mean: f64) -> Fitted {
        let n = Features::LEN;
        Fitted {
            weights: (0..n).map(|feature| feature as f64 / 8.0).collect(),
            means: vec![mean; n],
            bias: -2.0,
            confidence: Logistic { weights: (0..14_u8).map(f64::from).collect() },
        }
    }

    /// The score of a candidate whose features all have one value.
    fn score(source: &str, column: usize, value: f64) -> anyhow::Result<f64> {
        let terms: f64 = rows(source)?.iter().map(|row| row[1 + column] * (value - row[0])).sum();
        Ok(bias(source, ["WITHOUT", "WITH"][column])? + terms)
    }

    #[test]
    fn a_column_is_replaced_and_the_other_scores_as_before() -> anyhow::Result<()> {
        for (column, position) in [(Column::WithoutLayout, 0), (Column::WithLayout, 1)] {
            let updated = update(SOURCE, column, &fitted(0.5))?;
            // At the mean a score is what is added, and it grows by the sum of the weights.
            assert!((score(&updated, position, 0.5)? + 2.0).abs() < 0.01);
            let other = 1 - position;
            assert!((score(&updated, other, 0.7)? - score(SOURCE, other, 0.7)?).abs() < 0.01);
            let weights = |source: &str| anyhow::Ok(rows(source)?.iter().map(|row| row[1 + other]).collect::<Vec<_>>());
            assert_eq!(weights(&updated)?, weights(SOURCE)?);
            assert!((rows(&updated)?[8][1 + position] - 1.0).abs() < 1e-9);
        }
        Ok(())
    }

    #[test]
    fn the_confidence_of_the_column_is_replaced() -> anyhow::Result<()> {
        let updated = update(SOURCE, Column::WithLayout, &fitted(0.5))?;
        assert!(updated.contains("CONFIDENCE_WITH_LAYOUT: [f64; 3] = [0.0000, 1.0000, 2.0000];"));
        let without = SOURCE.lines().find(|line| line.contains("CONFIDENCE_WITHOUT_LAYOUT:"));
        assert!(without.is_some_and(|line| updated.contains(line)));
        let first = updated.lines().find(|line| line.contains("features.similarity_by_tags,"));
        assert!(first.is_some_and(|line| line.ends_with(", 3.0000]),")));
        Ok(())
    }

    #[test]
    fn words_stay() -> anyhow::Result<()> {
        let updated = update(SOURCE, Column::WithoutLayout, &fitted(0.5))?;
        let words = |source: &str| -> Vec<String> { source.split('"').skip(1).step_by(2).map(str::to_owned).collect() };
        assert_eq!(words(&updated), words(SOURCE));
        Ok(())
    }

    #[test]
    fn another_table_is_refused() {
        assert!(update(&SOURCE.replace("\"is_two\"", "\"is_four\""), Column::WithLayout, &fitted(0.5)).is_err());
        assert!(update(&SOURCE.replace("features.aside", "features.menu"), Column::WithLayout, &fitted(0.5)).is_err());
        assert!(update("", Column::WithLayout, &fitted(0.5)).is_err());
    }
}
