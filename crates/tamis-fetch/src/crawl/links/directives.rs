//! What pages and headers ask of crawlers: `noindex`, `nofollow`.

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
