//! One option of a method over a list of values.

use anyhow::{Context as _, bail};
use std::str::FromStr;

/// The values of an option that are tried one after the other. As an argument: `NAME=a,b,c`, `NAME=from..to` by whole
/// steps or `NAME=from..to..step`, both ends included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sweep {
    /// The option.
    pub option: String,
    /// Its values.
    pub values: Vec<String>,
}

impl FromStr for Sweep {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Sweep> {
        let (option, values) = text.split_once('=').with_context(|| format!("'{text}' is not NAME=VALUES"))?;
        let parts: Vec<&str> = values.split("..").collect();
        let values = match parts[..] {
            [list] => list.split(',').map(|value| value.trim().to_owned()).collect(),
            [from, to] => range(from, to, "1")?,
            [from, to, step] => range(from, to, step)?,
            _ => bail!("'{values}' is no list and no range"),
        };
        Ok(Sweep { option: option.to_owned(), values })
    }
}

/// The values of a range, spelt with as many digits as its ends and its step, and counted in the last of them so that
/// no value is off by a rounding error.
fn range(from: &str, to: &str, step: &str) -> anyhow::Result<Vec<String>> {
    let digits = |number: &str| number.split_once('.').map_or(0, |(_, digits)| digits.len());
    let n_digits = digits(from).max(digits(to)).max(digits(step));
    let unit = 10_f64.powi(n_digits as i32);
    let read = |number: &str| {
        let value: f64 = number.parse().with_context(|| format!("'{number}' is not a number"))?;
        anyhow::Ok((value * unit).round() as i64)
    };
    let (from, to, step) = (read(from)?, read(to)?, read(step)?);
    if step <= 0 || to < from || (to - from) / step >= 1000 {
        bail!("the range is empty or has more than a thousand values");
    }
    let values = (from..=to).step_by(step as usize);
    Ok(values.map(|value| format!("{:.n_digits$}", value as f64 / unit)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        assert_eq!(text.parse::<Sweep>().expect("it is a sweep").values, expect);
    }

    #[test]
    fn lists_and_ranges_are_spelt_out() {
        check("pdoc=5,8,11", &["5", "8", "11"]);
        check("pdoc=9..11", &["9", "10", "11"]);
        check("threshold=0.1..0.5..0.1", &["0.1", "0.2", "0.3", "0.4", "0.5"]);
        check("threshold=-1..1..0.75", &["-1.00", "-0.25", "0.50"]);
        check("profile=paper", &["paper"]);
    }

    #[test]
    fn what_is_no_sweep_is_refused() {
        for text in ["pdoc", "pdoc=1..x", "pdoc=5..1", "pdoc=1..2..0", "pdoc=1..2..1..3", "pdoc=0..1000000"] {
            assert!(text.parse::<Sweep>().is_err(), "{text}");
        }
    }
}
