//! What headers and `meta` elements say to crawlers: robots directives, a canonical address, a refresh.

/// What is asked. All that is said counts, so the strictest word does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Directives {
    pub(super) is_nofollow: bool,
    pub(super) is_noindex: bool,
}

/// Directives with a value of their own: what stands before their colon is no agent.
const WITH_VALUE: [&str; 4] = ["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"];

impl Directives {
    /// The content of a `meta` element: words between commas, or between spaces where the commas were forgotten.
    pub(super) fn read_list(&mut self, content: &str) {
        for word in content.split(|character: char| character == ',' || character.is_whitespace()) {
            self.read_word(word);
        }
    }

    /// An `X-Robots-Tag` header: like a list, but it may be for some agents only (`tamis: noindex, nofollow`).
    pub(super) fn read_header(&mut self, value: &str, agent: &str) {
        let mut is_ours = true;
        for part in value.split(',') {
            let words = match part.split_once(':') {
                Some((name, _)) if WITH_VALUE.iter().any(|known| name.trim().eq_ignore_ascii_case(known)) => continue,
                Some((name, words)) => {
                    let name = name.trim();
                    is_ours = name == "*" || name.eq_ignore_ascii_case("robots") || name.eq_ignore_ascii_case(agent);
                    words
                }
                None => part,
            };
            if is_ours {
                self.read_list(words);
            }
        }
    }

    fn read_word(&mut self, word: &str) {
        let is = |known: &str| word.eq_ignore_ascii_case(known);
        self.is_nofollow |= is("nofollow") || is("none");
        self.is_noindex |= is("noindex") || is("none");
    }
}

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

/// The address in the content of a refresh, `None` if the page refreshes to itself or the content is not one.
pub(super) fn refresh_address(content: &str) -> Option<&str> {
    let rest = content.trim_ascii_start();
    let after_time = rest.trim_start_matches(|character: char| character.is_ascii_digit());
    if after_time.len() == rest.len() && !rest.starts_with('.') {
        return None;
    }
    let rest = after_time.trim_start_matches(|character: char| character.is_ascii_digit() || character == '.');
    let is_separator = |character: char| matches!(character, ';' | ',') || character.is_ascii_whitespace();
    if !rest.starts_with(is_separator) {
        return None;
    }
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix([';', ',']).unwrap_or(rest).trim_ascii_start();
    let rest = after_url_sign(rest).unwrap_or(rest);
    let address = match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => rest[1..].split(quote).next().unwrap_or_default(),
        _ => rest,
    };
    Some(address).filter(|address| !address.is_empty())
}

/// What follows `url=`.
fn after_url_sign(text: &str) -> Option<&str> {
    let (word, rest) = text.split_at_checked(3)?;
    if !word.eq_ignore_ascii_case("url") {
        return None;
    }
    Some(rest.trim_ascii_start().strip_prefix('=')?.trim_ascii_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(headers: &[&str], is_noindex: bool, is_nofollow: bool) {
        let mut found = Directives::default();
        for header in headers {
            found.read_header(header, "tamis");
        }
        assert_eq!(found, Directives { is_nofollow, is_noindex }, "{headers:?}");
    }

    #[test]
    fn headers_may_be_for_some_agents_only() {
        check(&["noindex"], true, false);
        check(&["noindex, nofollow"], true, true);
        check(&["NONE"], true, true);
        check(&["all"], false, false);
        check(&["tamis: nofollow"], false, true);
        check(&["Tamis:noindex,nofollow"], true, true);
        check(&["otherbot: noindex, nofollow"], false, false);
        check(&["otherbot: noindex, tamis: nofollow"], false, true);
        check(&["otherbot: noindex", "nofollow"], false, true);
        check(&["*: noindex"], true, false);
        check(&["unavailable_after: 25 Jun 2010 15:00:00 PST, nofollow"], false, true);
        check(&["max-snippet: -1, noindex"], true, false);
        check(&["tamisbot: none", "tam: none", ""], false, false);
    }

    #[test]
    fn lists_have_commas_or_spaces() {
        let of = |content| {
            let mut found = Directives::default();
            found.read_list(content);
            (found.is_noindex, found.is_nofollow)
        };
        assert_eq!(of("noindex,nofollow"), (true, true));
        assert_eq!(of(" NoIndex \n follow "), (true, false));
        assert_eq!(of("index, follow, nofollowing"), (false, false));
        assert_eq!(of("none"), (true, true));
    }
}

#[cfg(test)]
mod header_tests {
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

#[cfg(test)]
mod refresh_tests {
    use super::*;

    #[track_caller]
    fn check(content: &str, expect: Option<&str>) {
        assert_eq!(refresh_address(content), expect, "{content}");
    }

    #[test]
    fn the_address_is_found_in_every_spelling() {
        check("5; url=/a", Some("/a"));
        check("0;URL='/a b'", Some("/a b"));
        check("0.5 , url = \"/a\" x", Some("/a"));
        check(" 5 /a", Some("/a"));
        check("5;/a", Some("/a"));
        check(".5;url=/a", Some("/a"));
        check("0;url=url", Some("url"));
        check("0; urls", Some("urls"));
        check("5", None);
        check("5;", None);
        check("5; url=", None);
        check("url=/a", None);
        check("5x; url=/a", None);
        check("", None);
    }
}
