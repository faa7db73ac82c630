//! Which addresses the user wants.

use super::canonical::{percent_normal, push_code};
use globset::{GlobBuilder, GlobMatcher};
use thiserror::Error;
use url::Url;

/// Patterns over whole addresses: those that a crawl keeps to, and those it leaves out.
///
/// A pattern is compared with the address as a browser shows it when it is copied: scheme, host, port unless it is the
/// usual one, path and query; without credentials and without what follows a `#`.
///
/// | in a pattern | stands for |
/// |---|---|
/// | `*` | any characters, also none; slashes and the query are not special |
/// | `/**/` | one slash, or any segments between two: `https://a.example/**/print` is also `https://a.example/print` |
/// | `/**` at the end | a slash and whatever follows |
/// | `{a,b}` | one of several |
/// | `\*`, `\{`, `\}`, `\,` | the character itself |
/// | anything else, `?` and `[` too | itself |
///
/// Letter case counts in paths and queries; not in the scheme and the host, which may also be written with the letters of
/// any language. Letters that addresses encode may be written as they are (`*/café/*`).
///
/// ```
/// use tamis_fetch::crawl::Patterns;
/// use url::Url;
///
/// let patterns = Patterns::new(&["https://shop.example/c/**"], &["*/login*", "*?sort=*"]).unwrap();
/// let is_wanted = |url| patterns.is_wanted(&Url::parse(url).unwrap()).is_ok();
/// assert!(is_wanted("https://shop.example/c/lamps?page=2"));
/// assert!(!is_wanted("https://shop.example/c/lamps?sort=price"));
/// assert!(!is_wanted("https://shop.example/about"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    include: Vec<Pattern>,
    exclude: Vec<Pattern>,
}

#[derive(Clone, Debug)]
struct Pattern {
    /// The pattern as the user wrote it.
    text: String,
    matcher: GlobMatcher,
}

/// Why an address is not wanted.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Excluded {
    /// There are patterns to keep to, and none of them matches.
    #[error("no pattern to include matches")]
    NotIncluded,
    /// A pattern to leave out matches: the first that does, as it was written.
    #[error("left out by the pattern `{0}`")]
    ByPattern(String),
}

/// A pattern that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PatternError {
    /// No address is like this: all begin with a scheme and a host.
    #[error(
        "the pattern `{pattern}` matches no address, as it begins neither with `*` nor with `http://` or `https://`; `{instead}` may be meant"
    )]
    NeverMatches {
        /// The pattern as it was written.
        pattern: String,
        /// One that matches something.
        instead: String,
    },
    /// The pattern breaks the rules of writing.
    #[error("the pattern `{pattern}` cannot be read: {reason}")]
    Syntax {
        /// The pattern as it was written.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl Patterns {
    /// Reads patterns. Without any to include, everything is included.
    ///
    /// # Errors
    /// A pattern that cannot be read, or that no address can match.
    pub fn new(include: &[impl AsRef<str>], exclude: &[impl AsRef<str>]) -> Result<Patterns, PatternError> {
        let include = include.iter().map(|text| Pattern::new(text.as_ref())).collect::<Result<_, _>>()?;
        let exclude = exclude.iter().map(|text| Pattern::new(text.as_ref())).collect::<Result<_, _>>()?;
        Ok(Patterns { include, exclude })
    }

    /// Whether an address is wanted: some pattern includes it, or there is none to include, and no pattern leaves it out.
    ///
    /// # Errors
    /// It is not, and this is why.
    pub fn is_wanted(&self, url: &Url) -> Result<(), Excluded> {
        if self.include.is_empty() && self.exclude.is_empty() {
            return Ok(());
        }
        let address = address(url);
        let matches = |pattern: &&Pattern| pattern.matcher.is_match(&address);
        if let Some(pattern) = self.exclude.iter().find(matches) {
            return Err(Excluded::ByPattern(pattern.text.clone()));
        }
        if self.include.is_empty() || self.include.iter().any(|pattern| matches(&pattern)) {
            Ok(())
        } else {
            Err(Excluded::NotIncluded)
        }
    }
}

/// The address that patterns are compared with.
fn address(url: &Url) -> String {
    let mut url = url.clone();
    url.set_fragment(None);
    // Addresses without a host have none of these, and are not compared with anything that could match.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    percent_normal(url.as_str())
}

impl Pattern {
    fn new(text: &str) -> Result<Pattern, PatternError> {
        let trimmed = text.trim();
        let spelling = with_host_in_ascii(trimmed);
        let starts_well =
            ["*", "{", "http://", "https://", "http*", "\\*"].iter().any(|start| spelling.starts_with(start));
        if !starts_well {
            let instead = match trimmed.split_once("://") {
                Some((_, rest)) => format!("http*://{rest}"),
                None if trimmed.is_empty() => "*".to_owned(),
                None => format!("*{trimmed}"),
            };
            return Err(PatternError::NeverMatches { pattern: text.to_owned(), instead });
        }
        let glob = GlobBuilder::new(&glob_of(&spelling))
            .literal_separator(false)
            .backslash_escape(true)
            .empty_alternates(true)
            .build()
            .map_err(|error| PatternError::Syntax { pattern: text.to_owned(), reason: error.kind().to_string() })?;
        Ok(Pattern { text: text.to_owned(), matcher: glob.compile_matcher() })
    }
}

/// The pattern with scheme and host in lower case and without letters beyond ASCII, as they stand in addresses.
fn with_host_in_ascii(pattern: &str) -> String {
    let Some((scheme, rest)) = pattern.split_once("://") else { return pattern.to_owned() };
    let end = rest.find('/').unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    let labels = host.split('.').map(|label| {
        let is_name = !label.is_ascii() && !label.contains(['*', '{', '}', ',', '\\', ':', '@']);
        let as_host = is_name.then(|| Url::parse(&format!("http://{label}/")).ok()).flatten();
        as_host.and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_else(|| label.to_ascii_lowercase())
    });
    let host = labels.collect::<Vec<_>>().join(".");
    // An address has at least the slash of its root.
    let path = if path.is_empty() && !host.contains('*') { "/" } else { path };
    format!("{}://{host}{path}", scheme.to_ascii_lowercase())
}

/// Our pattern as one of the matcher's: what is not special in ours is taken literally there.
fn glob_of(pattern: &str) -> String {
    let pattern = percent_normal(pattern);
    let mut glob = String::with_capacity(pattern.len());
    for character in pattern.chars() {
        match character {
            '?' => glob.push_str("[?]"),
            '[' => glob.push_str("[[]"),
            ']' => glob.push_str("[]]"),
            ' ' => glob.push_str("%20"),
            character if character.is_ascii() => glob.push(character),
            character => {
                for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                    push_code(&mut glob, byte);
                }
            }
        }
    }
    glob
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [&str; 0] = [];

    #[track_caller]
    fn check(pattern: &str, matched: &[&str], others: &[&str]) {
        let patterns = Patterns::new(&[pattern], &NONE).unwrap();
        for url in matched {
            assert!(patterns.is_wanted(&Url::parse(url).unwrap()).is_ok(), "`{pattern}` should match {url}");
        }
        for url in others {
            assert!(patterns.is_wanted(&Url::parse(url).unwrap()).is_err(), "`{pattern}` should not match {url}");
        }
    }

    #[test]
    fn stars_stand_for_anything() {
        check(
            "https://a.example/c/**",
            &["https://a.example/c/", "https://a.example/c/d/e?f=/g"],
            &["https://a.example/c", "http://a.example/c/"],
        );
        check(
            "https://a.example/c/*",
            &["https://a.example/c/", "https://a.example/c/d/e?f=/g"],
            &["https://a.example/cd"],
        );
        check(
            "*/login*",
            &["https://a.example/login", "http://b.example/x/login.php?to=/"],
            &["https://a.example/x?login"],
        );
        check("*.pdf", &["https://a.example/x.pdf"], &["https://a.example/x.pdf?y", "https://a.example/x.PDF"]);
        check(
            "https://a.example/**/print",
            &["https://a.example/print", "https://a.example/b/c/print"],
            &["https://a.example/blueprint"],
        );
        check("http*://*.a.example/*", &["http://b.a.example/", "https://c.b.a.example/x"], &["https://a.example/"]);
        check("*", &["https://a.example/"], &[]);
        check("**", &["https://a.example/"], &[]);
    }

    #[test]
    fn question_marks_and_brackets_stand_for_themselves() {
        check("*/list?page=*", &["https://a.example/list?page=2"], &["https://a.example/list/page=2"]);
        check("*f[0]=*", &["https://a.example/?f[0]=x"], &["https://a.example/?f0=x"]);
        check("http://[::1]/*", &["http://[::1]/a"], &["http://1/a"]);
        check("*/a\\*b", &["https://a.example/a*b"], &["https://a.example/axb"]);
        check("*/{a,b}/*", &["https://a.example/a/", "https://a.example/b/x"], &["https://a.example/c/"]);
        check("{http,https}://a.example/*", &["http://a.example/", "https://a.example/"], &["https://b.example/"]);
    }

    #[test]
    fn hosts_have_no_case_and_any_letters() {
        check("HTTPS://A.Example/B/*", &["https://a.example/B/c"], &["https://a.example/b/c"]);
        check("https://www.bücher.example/*", &["https://www.bücher.example/x"], &["https://www.bucher.example/x"]);
        check("https://*.bücher.example/*", &["https://www.bücher.example/x"], &["https://bücher.example/x"]);
        check(
            "https://a.example",
            &["https://a.example/", "https://a.example:443/#x", "https://u:p@a.example/"],
            &["https://a.example/x"],
        );
        check("https://a.example:8080/*", &["https://a.example:8080/"], &["https://a.example/"]);
    }

    #[test]
    fn encoded_letters_may_be_written_as_they_are() {
        for pattern in ["*/café/*", "*/caf%c3%a9/*", "*/caf%C3%A9/*"] {
            check(pattern, &["https://a.example/café/x", "https://a.example/caf%c3%a9/"], &["https://a.example/cafe/"]);
        }
        check("*/a b", &["https://a.example/a b"], &["https://a.example/ab"]);
    }

    #[test]
    fn leaving_out_wins() {
        let patterns = Patterns::new(&["https://a.example/**"], &["*/x/*", "*.pdf"]).unwrap();
        let of = |url| patterns.is_wanted(&Url::parse(url).unwrap());
        assert_eq!(of("https://a.example/y"), Ok(()));
        assert_eq!(of("https://a.example/x/y.pdf"), Err(Excluded::ByPattern("*/x/*".to_owned())));
        assert_eq!(of("https://b.example/"), Err(Excluded::NotIncluded));
        assert_eq!(of("https://b.example/y.pdf").unwrap_err().to_string(), "left out by the pattern `*.pdf`");
        assert_eq!(Patterns::default().is_wanted(&Url::parse("https://b.example/").unwrap()), Ok(()));
    }

    #[test]
    fn patterns_that_cannot_work_are_refused() {
        let message = |pattern: &str| Patterns::new(&NONE, &[pattern]).unwrap_err().to_string();
        assert_eq!(
            message("/c/*"),
            "the pattern `/c/*` matches no address, as it begins neither with `*` nor with `http://` or `https://`; `*/c/*` may be meant"
        );
        assert!(message("shop.example/c/*").ends_with("`*shop.example/c/*` may be meant"));
        assert!(message("ftp://a.example/*").ends_with("`http*://a.example/*` may be meant"));
        assert!(message("").ends_with("`*` may be meant"));
        assert!(message("*/{a,b").starts_with("the pattern `*/{a,b` cannot be read: "));
        assert!(message("*\\").starts_with("the pattern `*\\` cannot be read: "));
    }
}
