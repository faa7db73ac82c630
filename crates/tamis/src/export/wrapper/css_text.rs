//! Which CSS selectors others understand, by their text. The selectors were read before, so they are right.

/// A selector as browsers and soupsieve understand it.
pub(super) fn for_browsers(css: &str) -> Result<String, String> {
    match pseudo_classes(css).find(|name| matches!(*name, "matches" | "-webkit-any" | "any-link" | "link")) {
        Some(name) => Err(format!("`:{name}` is not known everywhere")),
        None => Ok(css.to_owned()),
    }
}

/// A selector as cssselect understands it, of which parsel, Scrapy and lxml make `XPath`.
pub(super) fn for_cssselect(css: &str) -> Result<String, String> {
    // `:is()`, `:has()` and the flags of attributes came to it late, in part or not at all.
    const KNOWN: [&str; 12] = [
        "scope", "not", "first-child", "last-child", "only-child", "first-of-type", "last-of-type", "only-of-type",
        "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type",
    ];
    if let Some(name) = pseudo_classes(css).find(|name| !KNOWN.contains(name)) {
        return Err(format!("cssselect does not know `:{name}`"));
    }
    let compounds = compounds(css);
    if compounds.iter().any(|compound| compound.contains("of-type") && !starts_with_type(compound)) {
        return Err("cssselect counts of a type only where the type is named".to_owned());
    }
    let has_of = compounds.iter().any(|compound| compound.contains("-child(") && compound.contains(" of "));
    let has_flag = compounds.iter().any(|compound| {
        let before = |end: &str| compound.match_indices(end).any(|(at, _)| compound[..at].ends_with(['"', '\'', ' ']));
        before("i]") || before("s]") || before("I]") || before("S]")
    });
    if has_of || has_flag || css.contains('|') {
        return Err("cssselect does not know all that it says".to_owned());
    }
    let is_known_scope = |part: &str| {
        let inner = part.strip_prefix(":scope").unwrap_or(part);
        let is_alone = inner.len() == part.len() || inner.starts_with([' ', '>']);
        is_alone && !inner.contains(":scope") && !inner.trim_start().starts_with(['+', '~'])
    };
    if !alternatives(css).into_iter().all(is_known_scope) {
        return Err("cssselect knows `:scope` at the start only, before what is in it".to_owned());
    }
    Ok(css.to_owned())
}

/// Whether a part of the selector may match outside of the node that the selection starts from.
pub(super) fn looks_around(css: &str) -> bool {
    alternatives(css).into_iter().any(|part| !part.starts_with(":scope") && compounds(part).len() > 1)
}

/// The selector for elements below the node that the selection starts from: cssselect would take the node itself as well.
pub(super) fn below_scope(css: &str) -> String {
    let is_scoped = |part: &str| part.starts_with(":scope");
    let scoped = alternatives(css)
        .into_iter()
        .map(|part| if is_scoped(part) { part.to_owned() } else { format!(":scope {part}") });
    scoped.collect::<Vec<_>>().join(", ")
}

/// The selectors of a list.
pub(super) fn alternatives(css: &str) -> Vec<&str> {
    split(css, |byte| byte == b',')
}

/// The compounds of a selector, with what is in their brackets.
fn compounds(css: &str) -> Vec<&str> {
    split(css, |byte| matches!(byte, b' ' | b'>' | b'+' | b'~' | b','))
}

fn starts_with_type(compound: &str) -> bool {
    compound.starts_with(|c: char| c.is_alphabetic())
}

/// The names of the pseudo-classes, in brackets or not.
fn pseudo_classes(css: &str) -> impl Iterator<Item = &str> {
    let places = scan(css, |byte| byte == b':', |_| true);
    places.into_iter().map(|at| {
        let rest = &css[at + 1..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        &rest[..end]
    })
}

fn split(css: &str, is_end: impl Fn(u8) -> bool) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for at in scan(css, is_end, |depth| depth == 0) {
        parts.push(css[start..at].trim());
        start = at + 1;
    }
    parts.push(css[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Where the signs are that are wanted, outside of quotes and escapes and, by depth, of brackets.
fn scan(css: &str, wanted: impl Fn(u8) -> bool, at_depth: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut depth, mut quote, mut is_escaped, mut in_attribute) = (0_usize, None, false, false);
    for (at, byte) in css.bytes().enumerate() {
        if is_escaped {
            is_escaped = false;
            continue;
        }
        match (quote, byte) {
            (_, b'\\') => is_escaped = true,
            (Some(open), _) if open == byte => quote = None,
            (None, b'\'' | b'"') => quote = Some(byte),
            (None, b'[' | b'(') => {
                (depth, in_attribute) = (depth + 1, byte == b'[');
            }
            (None, b']' | b')') => (depth, in_attribute) = (depth.saturating_sub(1), false),
            (None, _) if !in_attribute && at_depth(depth) && wanted(byte) => found.push(at),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cssselect_knows_a_part_of_css() {
        for css in [
            "a.b > c:not(.d)",
            ":scope > p:nth-of-type(2)",
            "[data-x=\"a:has(b)\"]",
            ".md\\:w-1",
            "li, dd",
            "a, :scope b",
        ] {
            assert_eq!(for_cssselect(css).as_deref(), Ok(css));
        }
        for css in [
            "a:has(b)", ".a:first-of-type", "a:nth-child(2 of .b)", "[a='b' i]", "a :scope b", "p:empty", ":scope + a",
            ":scope.b a",
        ] {
            assert!(for_cssselect(css).is_err(), "{css}");
        }
    }

    #[test]
    fn selectors_stay_below_their_node() {
        assert_eq!(below_scope("a, :scope > b"), ":scope a, :scope > b");
        assert_eq!(below_scope("[title='a, b']"), ":scope [title='a, b']");
        assert!(looks_around("a, ul > b") && looks_around("ul b") && looks_around("a+b"));
        assert!(!looks_around("a, :scope > b c") && !looks_around("[title='a b']:nth-child(2n + 1)"));
    }
}
