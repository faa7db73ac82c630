//! What a host asks of crawlers in its `/robots.txt` (RFC 9309).
//!
//! | step | |
//! |---|---|
//! | lines to fields | [`lines`] |
//! | the groups of our agent, or those of `*` | [`groups`] |
//! | an address against the rules | [`pattern`] |
//!
//! # Where we differ from the RFC
//! - `Crawl-delay` is obeyed, and a group may consist of nothing else: a line of it ends the list of agents before it. To
//!   the letter of the RFC the line is not there, and `User-agent: *`, `Crawl-delay: 10`, `User-agent: x`, `Disallow: /`
//!   closes the site to everyone, which nobody means who writes it.
//! - A status of 429 counts as an answer that may be had later, not as "there is no such file".
//! - A pattern without its slash (`private/`) is read as if it had it.
//!
//! Written by hand, as the crate for it (`robotxt` 0.7) would have needed its input and its patterns rewritten before and
//! after: it does not match `%2A` with a star and `%24` with a dollar sign (RFC 9309, section 2.2.3), an apostrophe or a `^`
//! with what it is in an address, `*/x` with `/x`, and a `User-agent: tamis/1.0` with us; of two delays it takes the
//! shorter, and relative sitemaps are lost. On everything else the tests compare the two.

mod groups;
mod pattern;
#[cfg(test)]
mod tests;

use pattern::Pattern;
use std::time::Duration;
use url::{Position, Url};

/// How much of a file is read: what the RFC asks for at least.
const MAX_BYTES: usize = 500 * 1024;

/// The rules of one host for one agent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Robots {
    /// The one that wins stands first.
    rules: Vec<Rule>,
    crawl_delay: Option<Duration>,
    sitemaps: Vec<Url>,
    is_temporary: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Rule {
    pattern: Pattern,
    allows: bool,
}

impl Robots {
    /// Reads a file. `agent` is how we present ourselves (`tamis/0.1.0 (+https://…)`): groups name its first word. `at` is
    /// where the file was asked for, for sitemaps with a relative address.
    pub(crate) fn parse(body: &[u8], agent: &str, at: &Url) -> Robots {
        groups::read(body, agent, at)
    }

    /// Everything may be asked for.
    pub(crate) fn allow_all() -> Robots {
        Robots::default()
    }

    /// Nothing may be asked for.
    pub(crate) fn disallow_all() -> Robots {
        Robots { rules: vec![Rule { pattern: Pattern::new(b"/"), allows: false }], ..Robots::default() }
    }

    /// The rules that follow from an answer: those in it, none if there is no such file, and "nothing for now" if the
    /// server cannot say. A host that does not answer at all is [`Robots::unreachable`].
    pub(crate) fn of_status(status: u16, body: &[u8], agent: &str, at: &Url) -> Robots {
        match status {
            200..=299 => Robots::parse(body, agent, at),
            429 | 500.. => Robots::unreachable(),
            // Redirects that led nowhere, and every way of saying that there is nothing or that it is nobody's business.
            _ => Robots::allow_all(),
        }
    }

    /// The rules while the file cannot be had: nothing may be asked for, until it was tried again.
    pub(crate) fn unreachable() -> Robots {
        Robots { is_temporary: true, ..Robots::disallow_all() }
    }

    /// Whether the file itself should be asked for again, because the server could not give it.
    pub(crate) fn is_temporary(&self) -> bool {
        self.is_temporary
    }

    /// Whether an address of this host may be asked for. Of the rules that match the longest counts, and of two of the
    /// same length the one that allows.
    pub(crate) fn is_allowed(&self, url: &Url) -> bool {
        if self.rules.is_empty() || url.path() == "/robots.txt" {
            return true;
        }
        let address = pattern::normal_address(&url[Position::BeforePath..Position::AfterQuery]);
        self.rules.iter().find(|rule| rule.pattern.matches(&address)).is_none_or(|rule| rule.allows)
    }

    /// The time that the host wants between two requests, at most a day.
    pub(crate) fn crawl_delay(&self) -> Option<Duration> {
        self.crawl_delay
    }

    /// The sitemaps that the file names, for whatever agent.
    pub(crate) fn sitemaps(&self) -> &[Url] {
        &self.sitemaps
    }
}

/// The word under which an agent is addressed: `tamis` of `tamis/0.1.0 (+https://…)`.
pub(super) fn product_token(agent: &str) -> &str {
    let agent = agent.trim_start();
    let end = agent.find(|character: char| !(character.is_ascii_alphanumeric() || matches!(character, '-' | '_')));
    &agent[..end.unwrap_or(agent.len())]
}
