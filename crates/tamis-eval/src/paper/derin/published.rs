//! What the paper published.

use anyhow::Context as _;

/// A total of one of the paper's tables, in percent.
#[derive(Clone, PartialEq, Debug)]
pub struct PublishedTotal {
    /// `region`, `records` or `attributes`.
    pub what: String,
    /// The method, or DERIN without some of its steps.
    pub method: String,
    /// `WEBV` or `WEBT`.
    pub collection: String,
    /// Precision, recall and F1; the paper does not give all of them everywhere.
    pub figures: [Option<f64>; 3],
}

/// The totals of Tables 9 to 14.
///
/// # Errors
/// If a row of our own file of facts cannot be read.
pub fn totals() -> anyhow::Result<Vec<PublishedTotal>> {
    let rows = include_str!("../../../facts/derin_totals.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|line| read_row(line).with_context(|| format!("reading the row '{line}'"))).collect()
}

fn read_row(line: &str) -> anyhow::Result<PublishedTotal> {
    let fields: Vec<&str> = line.split(',').collect();
    let &[what, method, collection, precision, recall, f1] = fields.as_slice() else {
        anyhow::bail!("{} fields", fields.len())
    };
    let percent = |field: &str| Ok::<_, anyhow::Error>((!field.is_empty()).then(|| field.parse()).transpose()?);
    Ok(PublishedTotal {
        what: what.to_owned(),
        method: method.to_owned(),
        collection: collection.to_owned(),
        figures: [percent(precision)?, percent(recall)?, percent(f1)?],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_f1_are_those_of_their_precision_and_recall() -> anyhow::Result<()> {
        let totals = totals()?;
        assert_eq!(totals.len(), 28);
        for total in totals {
            if let [Some(precision), Some(recall), Some(f1)] = total.figures {
                assert!((crate::metrics::f1(precision, recall) - f1).abs() < 0.011, "{total:?}");
            }
        }
        Ok(())
    }
}
