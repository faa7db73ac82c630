//! The `Link` header (RFC 8288).

/// The addresses that a header gives with `rel=canonical`.
pub(super) fn canonicals(header: &str) -> impl Iterator<Item = &str> {
    let mut rest = header;
    std::iter::from_fn(move || {
        loop {
            let (_, after) = rest.split_once('<')?;
            let (address, after) = after.split_once('>')?;
            let (parameters, after) = after.split_at(end_of_link(after));
            rest = after;
            if is_canonical(parameters) {
                return Some(address);
            }
        }
    })
}

/// Where the parameters of a link end: at a comma outside quotation marks.
fn end_of_link(parameters: &str) -> usize {
    let mut is_quoted = false;
    let end = parameters.bytes().position(|byte| {
        is_quoted ^= byte == b'"';
        byte == b',' && !is_quoted
    });
    end.unwrap_or(parameters.len())
}

fn is_canonical(parameters: &str) -> bool {
    // Only the first `rel` counts.
    let rel = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("rel").then(|| value.trim().trim_matches('"'))
    });
    // A link with an anchor speaks of another page.
    let is_about_another = parameters
        .split(';')
        .any(|parameter| parameter.split_once('=').is_some_and(|(name, _)| name.trim().eq_ignore_ascii_case("anchor")));
    !is_about_another
        && rel.is_some_and(|rel| rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("canonical")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(header: &str, expect: &[&str]) {
        assert_eq!(canonicals(header).collect::<Vec<_>>(), expect, "{header}");
    }

    #[test]
    fn canonical_links_are_found_among_others() {
        check(r#"<https://a.example/x>; rel="canonical""#, &["https://a.example/x"]);
        check("</x,y;z>; REL = Canonical", &["/x,y;z"]);
        check(
            r#"</a>; rel=preload; title="x, <y>; rel=canonical", </b>; rel="next canonical", </c>;rel=canonical"#,
            &["/b", "/c"],
        );
        check(r#"</a>; rel=next; rel=canonical, </b>; rel=canonical; anchor="/c""#, &[]);
        for broken in ["", "<", "</a", "</a>", "/a; rel=canonical", "</a>; rel", ">;,<"] {
            check(broken, &[]);
        }
    }
}
