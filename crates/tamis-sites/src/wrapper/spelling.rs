//! Selectors as texts: lists of ways, last steps, and what stands in quotes.

/// The ways of a list, cut at a sign (`|` in `XPath`, `,` in CSS) that is in no quotes and no brackets.
pub(super) fn ways(selector: &str, sign: char) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut depth, mut quote, mut is_escaped) = (0, 0_usize, None, false);
    for (at, letter) in selector.char_indices() {
        match (quote, letter) {
            _ if is_escaped => is_escaped = false,
            // In `XPath` a backslash is a letter.
            (_, '\\') if sign == ',' => is_escaped = true,
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(letter),
            (None, '[' | '(') => depth += 1,
            (None, ']' | ')') => depth = depth.saturating_sub(1),
            _ if letter == sign && depth == 0 => {
                found.push(selector[start..at].trim());
                start = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    found.push(selector[start..].trim());
    found
}

/// An expression of elements, and from each of them a step to its value.
pub(super) fn with_last_step(xpath: &str, step: &str) -> String {
    let ways: Vec<String> = ways(xpath, '|').into_iter().map(|way| format!("{way}{step}")).collect();
    ways.join(" | ")
}

/// The strings in an expression, without their quotes.
pub(super) fn literals(xpath: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = xpath;
    while let Some(open) = rest.find(['\'', '"']) {
        let inside = &rest[open + 1..];
        let Some(end) = inside.find(&rest[open..=open]) else { break };
        found.push(&inside[..end]);
        rest = &inside[end + 1..];
    }
    found
}

/// Whether a name can stand in a selector as it is.
pub(super) fn is_css_name(name: &str) -> bool {
    let is_letter = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_');
    name.bytes().all(is_letter) && name.bytes().next().is_some_and(|first| first.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_quotes_or_brackets_is_not_cut() {
        assert_eq!(ways(".//a[@title='Home | Shop'] | ./b", '|'), [".//a[@title='Home | Shop']", "./b"]);
        assert_eq!(ways("(.//a | .//b)/@href", '|'), ["(.//a | .//b)/@href"]);
        assert_eq!(
            ways("a[title=\"A, b\"], li:not(.x, .y), .w\\,z", ','),
            ["a[title=\"A, b\"]", "li:not(.x, .y)", ".w\\,z"]
        );
    }

    #[test]
    fn each_way_has_the_last_step() {
        let written = with_last_step(".//a[@title='Home | Shop'] | .//b", "/@href");
        assert_eq!(written, ".//a[@title='Home | Shop']/@href | .//b/@href");
    }

    #[test]
    fn strings_are_read_in_either_quotes() {
        assert_eq!(literals(".//a[@title=\"Bo's\"][.='x \"y\"']"), ["Bo's", "x \"y\""]);
    }
}
