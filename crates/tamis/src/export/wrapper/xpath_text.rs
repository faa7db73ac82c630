//! What can be said of an `XPath` by its text. The expressions were read before, so they are right.

/// The path before a last step to an attribute, and the attribute's name.
pub(super) fn attribute(path: &str) -> Option<(&str, &str)> {
    let (before, name) = split_last_step(path)?;
    let name = name.strip_prefix('@')?;
    let is_name = !name.is_empty() && !name.contains(['[', ' ', '*', '(', '|']);
    is_name.then_some((before, name))
}

/// The number of the text that the last step selects.
pub(super) fn nth_text(path: &str) -> Option<usize> {
    let (_, step) = split_last_step(path)?;
    match step.strip_prefix("text()")? {
        "" => Some(1),
        predicate => predicate.strip_prefix('[')?.strip_suffix(']')?.trim().parse().ok(),
    }
}

/// The path before its last step, and that step. `None` for a union.
pub(super) fn split_last_step(path: &str) -> Option<(&str, &str)> {
    let places = outside(path, |byte| byte == b'/' || byte == b'|');
    let &at = places.last()?;
    let is_union = places.iter().any(|&place| path.as_bytes()[place] == b'|');
    (!is_union).then(|| (&path[..at], &path[at + 1..]))
}

/// The alternatives of a union.
pub(super) fn alternatives(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for at in outside(path, |byte| byte == b'|') {
        parts.push(path[start..at].trim());
        start = at + 1;
    }
    parts.push(path[start..].trim());
    parts
}

/// Whether the expression is a call whose value is no set of nodes, such as `substring-after(…)`.
pub(super) fn is_value(path: &str) -> bool {
    let name: String = path.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let is_node_test = matches!(name.as_str(), "text" | "node" | "comment" | "processing-instruction" | "id");
    !name.is_empty() && !is_node_test && path[name.len()..].trim_start().starts_with('(')
}

/// A path on the page as one from its root.
pub(super) fn from_root(path: &str) -> String {
    let rooted = |part: &str| match part.strip_prefix('.') {
        Some(rest) if rest.starts_with('/') => rest.to_owned(),
        _ if part.starts_with(['/', '(', '.']) || is_value(part) => part.to_owned(),
        _ => format!("/{part}"),
    };
    alternatives(path).into_iter().map(rooted).collect::<Vec<_>>().join(" | ")
}

/// A relative path, or each alternative of a union, behind another path. `None` if it is not that simple.
pub(super) fn behind(start: &str, path: &str) -> Option<String> {
    let start = if alternatives(start).len() > 1 { format!("({start})") } else { start.to_owned() };
    let joined = alternatives(path).into_iter().map(|part| match part.strip_prefix('.') {
        Some("") => Some(start.clone()),
        Some(rest) if rest.starts_with('/') => Some(format!("{start}{rest}")),
        Some(_) => None,
        None if part.starts_with(['/', '(']) || is_value(part) => None,
        None => Some(format!("{start}/{part}")),
    });
    Some(joined.collect::<Option<Vec<_>>>()?.join(" | "))
}

/// `(a | b)/c` as `a/c | b/c`.
pub(super) fn without_brackets(path: &str) -> Option<String> {
    let inner = path.strip_prefix('(')?;
    let end = outside(path, |byte| byte == b')').into_iter().next()?;
    let (inner, rest) = (&inner[..end - 1], &path[end + 1..]);
    let is_plain = rest.is_empty() || rest.starts_with('/') && alternatives(rest).len() == 1;
    is_plain
        .then(|| alternatives(inner).into_iter().map(|part| format!("{part}{rest}")).collect::<Vec<_>>().join(" | "))
}

/// Where the signs are that `wanted` asks for, outside of quotes and brackets. A closing bracket counts as outside.
fn outside(path: &str, wanted: impl Fn(u8) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut depth, mut quote) = (0_usize, None);
    for (at, byte) in path.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (None, b'\'' | b'"') => quote = Some(byte),
            (None, b'[' | b'(') => depth += 1,
            (None, b']' | b')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if quote.is_none() && depth == 0 && wanted(byte) {
            found.push(at);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_step_is_found_behind_quotes_and_brackets() {
        assert_eq!(attribute(".//a[@x='/@y']/@href"), Some((".//a[@x='/@y']", "href")));
        assert_eq!(attribute(".//a[b/@href]"), None);
        assert_eq!(attribute(".//a/@href | .//b/@href"), None);
        assert_eq!(nth_text("./p/text()[2]"), Some(2));
        assert_eq!(nth_text("./p[text()[2]]"), None);
    }

    #[test]
    fn paths_are_joined() {
        assert_eq!(behind("//ul", ".//a | ./b"), Some("//ul//a | //ul/b".to_owned()));
        assert_eq!(behind("//ul | //ol", "./li"), Some("(//ul | //ol)/li".to_owned()));
        assert_eq!(behind("//ul", "(.//a)[1]"), None);
        assert_eq!(without_brackets("(.//a | .//b)/@href").as_deref(), Some(".//a/@href | .//b/@href"));
        assert_eq!(without_brackets("(.//a)[1]"), None);
        assert_eq!(from_root(".//ul | body/ol"), "//ul | /body/ol");
    }

    #[test]
    fn calls_are_values() {
        assert!(is_value("substring-after(., ':')") && !is_value("text()[1]") && !is_value(".//a") && !is_value("h1"));
    }
}
