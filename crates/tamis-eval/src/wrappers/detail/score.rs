//! How well values agree with the truth.

/// How a value has to agree with one of the true values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Match {
    /// It is the same, white space aside.
    Equal,
    /// It is the same without the label before it and the marks around it: the truth has whole text nodes, `Pages: 320` and
    /// `: Lamp Press`.
    Value,
    /// One is in the other.
    Contains,
}

impl Match {
    /// All, the strictest first.
    pub const ALL: [Match; 3] = [Match::Equal, Match::Value, Match::Contains];

    /// Whether a value is one of the true ones. All are normalised.
    pub fn holds(self, value: &str, truth: &[String]) -> bool {
        truth.iter().any(|truth| match self {
            Match::Equal => value == truth,
            Match::Value => without_label(value) == without_label(truth),
            Match::Contains => value.contains(truth.as_str()) || (value.len() >= 3 && truth.contains(value)),
        })
    }
}

/// What was found on some pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Pages whose value is right.
    pub n_right: usize,
    /// Pages with a value.
    pub n_found: usize,
    /// Pages that have the attribute.
    pub n_true: usize,
}

impl Figures {
    /// Adds a page: its value, if there is one, and its true values.
    pub fn add(&mut self, how: Match, value: Option<&str>, truth: &[String]) {
        self.n_right += usize::from(value.is_some_and(|value| how.holds(value, truth)));
        self.n_found += usize::from(value.is_some());
        self.n_true += usize::from(!truth.is_empty());
    }

    /// The share of the values that are right.
    pub fn precision(&self) -> f64 {
        self.n_right as f64 / self.n_found.max(1) as f64
    }

    /// The share of the attribute's values that were found.
    pub fn recall(&self) -> f64 {
        self.n_right as f64 / self.n_true.max(1) as f64
    }

    /// The harmonic mean of both.
    pub fn f1(&self) -> f64 {
        2.0 * self.n_right as f64 / (self.n_found + self.n_true).max(1) as f64
    }
}

/// A text with its white space collapsed and the entities that a truth file has left in it.
pub fn normalised(text: &str) -> String {
    let mut text = text.to_owned();
    for (entity, character) in
        [("&nbsp;", " "), ("&gt;", ">"), ("&lt;", "<"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    {
        text = text.replace(entity, character);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A normalised text without a label at its start (words and a colon) and without marks at its ends.
pub fn without_label(text: &str) -> &str {
    const MAX_LABEL: usize = 30;
    let is_label = |label: &str| label.len() <= MAX_LABEL && !label.contains(|c: char| c.is_ascii_digit());
    let value = match text.split_once(':') {
        Some((label, value)) if is_label(label) && value.chars().any(char::is_alphanumeric) => value,
        _ => text,
    };
    value.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '|' | '>' | '-' | ','))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_white_space_and_labels_aside() {
        assert_eq!(normalised(" Capital&nbsp; Markets\n&amp; more "), "Capital Markets & more");
        assert_eq!(without_label("Pub. Date: July 2009"), "July 2009");
        assert_eq!(without_label(": Lamp Press"), "Lamp Press");
        assert_eq!(without_label("$93,800 |"), "$93,800");
        assert_eq!(without_label("10:30 at night"), "10:30 at night");
    }

    #[test]
    fn a_value_is_right_if_it_is_one_of_the_true_ones() {
        let truth = ["Canon".to_owned(), ": Canon Inc".to_owned()];
        let holds = |value: &str| Match::ALL.map(|how| how.holds(value, &truth));
        assert_eq!(holds("Canon"), [true, true, true]);
        assert_eq!(holds("Canon Inc"), [false, true, true]);
        assert_eq!(holds("by Canon"), [false, false, true]);
        assert_eq!(holds("Nikon"), [false, false, false]);
        let mut figures = Figures::default();
        figures.add(Match::Equal, Some("Canon"), &truth);
        figures.add(Match::Equal, Some("Nikon"), &[]);
        figures.add(Match::Equal, None, &truth);
        assert_eq!((figures.precision(), figures.recall(), figures.f1()), (0.5, 0.5, 0.5));
    }
}
