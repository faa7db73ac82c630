//! A page of any size in one line of text.
//!
//! `«<div>»x«</div>»` is `x` in `n` divisions. What stands between `«` and `»` comes `n` times, or as often as a number and a
//! colon say (`«40:<p>»`). Inside, `ⅰ` is how many came before and `ⅱ` one more; `ℕ` is `n` itself, wherever it stands.

/// A part of a pattern.
#[derive(Debug)]
enum Part<'p> {
    Text(&'p str),
    Index,
    NextIndex,
    Size,
    /// So often (`n` times for `None`), these parts.
    Repeated(Option<usize>, Vec<Part<'p>>),
}

/// The page that a pattern stands for at this size.
pub(super) fn grow(pattern: &str, n: usize) -> String {
    grow_numbered(pattern, n, 0)
}

/// Returns the page of one of many files: outside of repetitions, `ⅰ` becomes its `number`.
pub(super) fn grow_numbered(pattern: &str, n: usize, number: usize) -> String {
    let mut rest = pattern;
    let parts = parts(&mut rest);
    debug_assert!(rest.is_empty(), "a `»` without its `«` in {pattern:?}");
    let mut page = String::new();
    write(&parts, n, number, &mut page);
    page
}

/// Reads up to the `»` that belongs to the caller, or to the end. The depth is that of a line of our own tables.
fn parts<'p>(rest: &mut &'p str) -> Vec<Part<'p>> {
    let mut parts = Vec::new();
    while let Some(at) = rest.find(['«', '»', 'ⅰ', 'ⅱ', 'ℕ']) {
        let (text, sign_and_rest) = rest.split_at(at);
        if !text.is_empty() {
            parts.push(Part::Text(text));
        }
        let mut characters = sign_and_rest.chars();
        let sign = characters.next();
        *rest = characters.as_str();
        match sign {
            Some('«') => {
                let count = counted(rest);
                parts.push(Part::Repeated(count, self::parts(rest)));
            }
            Some('ⅰ') => parts.push(Part::Index),
            Some('ⅱ') => parts.push(Part::NextIndex),
            Some('ℕ') => parts.push(Part::Size),
            _ => return parts,
        }
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    *rest = "";
    parts
}

/// Takes `40:` off the front.
fn counted(rest: &mut &str) -> Option<usize> {
    let (number, after) = rest.split_once(':')?;
    let count = number.parse().ok()?;
    *rest = after;
    Some(count)
}

fn write(parts: &[Part<'_>], n: usize, index: usize, page: &mut String) {
    for part in parts {
        match part {
            Part::Text(text) => page.push_str(text),
            Part::Index => page.push_str(&index.to_string()),
            Part::NextIndex => page.push_str(&(index + 1).to_string()),
            Part::Size => page.push_str(&n.to_string()),
            Part::Repeated(count, inner) => match (count.unwrap_or(n), &inner[..]) {
                (count, [Part::Text(text)]) => page.push_str(&text.repeat(count)),
                (count, inner) => (0..count).for_each(|index| write(inner, n, index, page)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, n: usize, expect: &str) {
        assert_eq!(grow(pattern, n), expect, "{pattern}");
    }

    #[test]
    fn what_stands_between_the_marks_comes_n_times() {
        check("«<i>»x«</i>»", 2, "<i><i>x</i></i>");
        check("«2:a«b»» ℕ", 3, "abbbabbb 3");
        check("«--vⅰ:var(--vⅱ);»", 2, "--v0:var(--v1);--v1:var(--v2);");
        check("a:b{c:d}", 9, "a:b{c:d}");
        check("«a:b;»", 2, "a:b;a:b;");
    }
}
