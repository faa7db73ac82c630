//! Which fields are meant for us.

use super::pattern::Pattern;
use super::{MAX_BYTES, Robots, Rule, product_token};
use std::time::Duration;
use url::Url;

/// Longer delays than this mean "do not come"; a crawl has its own limit, far below.
const MAX_DELAY: Duration = Duration::from_hours(24);

/// More sitemaps than any site has; the rest of a hostile list is not kept.
const MAX_SITEMAPS: usize = 10_000;

/// What the groups of one kind of agent say together.
#[derive(Default)]
struct AgentGroup {
    is_there: bool,
    rules: Vec<Rule>,
    crawl_delay: Option<Duration>,
}

impl AgentGroup {
    fn add_rule(&mut self, value: &[u8], allows: bool) {
        // "Disallow nothing" is how a host says that all is open.
        if !value.is_empty() {
            self.rules.push(Rule { pattern: Pattern::new(value), allows });
        }
    }
}

/// The groups that name the agent, joined; if there are none, those for `*`.
pub(super) fn read(body: &[u8], agent: &str, at: &Url) -> Robots {
    let agent = product_token(agent);
    let (mut ours, mut everyones) = (AgentGroup::default(), AgentGroup::default());
    let mut sitemaps = Vec::new();
    // Whom the current group is for, and whether its list of agents may go on.
    let (mut is_ours, mut is_everyones, mut in_agents) = (false, false, false);
    for field in fields(within_limit(body)) {
        match field {
            Field::UserAgent(value) => {
                if !in_agents {
                    (is_ours, is_everyones, in_agents) = (false, false, true);
                }
                match audience(value, agent) {
                    Some(Audience::Ours) => is_ours = true,
                    Some(Audience::Everyone) => is_everyones = true,
                    None => {}
                }
                ours.is_there |= is_ours;
            }
            Field::Sitemap(value) => {
                if sitemaps.len() < MAX_SITEMAPS {
                    sitemaps.extend(sitemap(value, at));
                }
            }
            Field::Allow(_) | Field::Disallow(_) | Field::CrawlDelay(_) => {
                in_agents = false;
                for (applies, said) in [(is_ours, &mut ours), (is_everyones, &mut everyones)] {
                    match field {
                        Field::Allow(value) if applies => said.add_rule(value, true),
                        Field::Disallow(value) if applies => said.add_rule(value, false),
                        // Of two delays the longer: it keeps to both.
                        Field::CrawlDelay(value) if applies => said.crawl_delay = said.crawl_delay.max(delay(value)),
                        _ => {}
                    }
                }
            }
        }
    }
    let AgentGroup { mut rules, crawl_delay, .. } = if ours.is_there { ours } else { everyones };
    rules.sort_by_key(|rule| (std::cmp::Reverse(rule.pattern.len()), !rule.allows));
    rules.dedup();
    Robots { rules, crawl_delay, sitemaps, is_temporary: false }
}

/// The whole lines within the limit, so that no rule is cut in two.
fn within_limit(body: &[u8]) -> &[u8] {
    let Some(start) = body.get(..=MAX_BYTES) else { return body };
    let end = start.iter().rposition(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(0);
    &body[..end]
}

enum Audience {
    Ours,
    Everyone,
}

/// Whom a `User-agent` line means. Some add a version or a remark to the name (`tamis/0.1`), which is not part of it.
fn audience(value: &[u8], agent: &str) -> Option<Audience> {
    if value.first() == Some(&b'*') && value.get(1).is_none_or(u8::is_ascii_whitespace) {
        return Some(Audience::Everyone);
    }
    let value = std::str::from_utf8(value).ok()?;
    let token = product_token(value);
    (!token.is_empty() && token.eq_ignore_ascii_case(agent)).then_some(Audience::Ours)
}

/// Seconds, with a fraction if need be: `10`, `0.5`, `0,5`, `10s`.
fn delay(value: &[u8]) -> Option<Duration> {
    let is_number = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',');
    let number: String = value.iter().take_while(|byte| is_number(byte)).map(|&byte| char::from(byte)).collect();
    let seconds: f64 = number.replace(',', ".").parse().ok()?;
    // Numbers beyond what a duration holds are still numbers: the longest delay.
    Some(Duration::try_from_secs_f64(seconds).unwrap_or(MAX_DELAY).min(MAX_DELAY))
}

/// The RFC asks for a whole address; some give the path.
fn sitemap(value: &[u8], at: &Url) -> Option<Url> {
    let value = std::str::from_utf8(value).ok().filter(|value| !value.is_empty())?;
    let url = at.join(value).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

/// A line that means something, with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field<'a> {
    UserAgent(&'a [u8]),
    Allow(&'a [u8]),
    Disallow(&'a [u8]),
    CrawlDelay(&'a [u8]),
    Sitemap(&'a [u8]),
}

/// Makes a field of its value.
type ToField = for<'a> fn(&'a [u8]) -> Field<'a>;

/// The names of the fields, and misspellings that are common enough for search engines to read them.
const NAMES: [(&str, ToField); 15] = [
    ("user-agent", |value| Field::UserAgent(value)),
    ("useragent", |value| Field::UserAgent(value)),
    ("user agent", |value| Field::UserAgent(value)),
    ("allow", |value| Field::Allow(value)),
    ("disallow", |value| Field::Disallow(value)),
    ("dissallow", |value| Field::Disallow(value)),
    ("dissalow", |value| Field::Disallow(value)),
    ("disalow", |value| Field::Disallow(value)),
    ("diasllow", |value| Field::Disallow(value)),
    ("disallaw", |value| Field::Disallow(value)),
    ("crawl-delay", |value| Field::CrawlDelay(value)),
    ("crawldelay", |value| Field::CrawlDelay(value)),
    ("crawl delay", |value| Field::CrawlDelay(value)),
    ("sitemap", |value| Field::Sitemap(value)),
    ("site-map", |value| Field::Sitemap(value)),
];

/// The fields of a file in their order. Lines end with CR, LF or both, values at a `#`.
pub(super) fn fields(body: &[u8]) -> impl Iterator<Item = Field<'_>> {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    body.split(|byte| matches!(byte, b'\r' | b'\n' | 0)).filter_map(field)
}

fn field(line: &[u8]) -> Option<Field<'_>> {
    let line = line.split(|&byte| byte == b'#').next().unwrap_or(line).trim_ascii();
    NAMES.iter().find_map(|(name, to_field)| {
        let (start, rest) = line.split_at_checked(name.len())?;
        if !start.eq_ignore_ascii_case(name.as_bytes()) {
            return None;
        }
        let value = rest.trim_ascii_start();
        match value.strip_prefix(b":") {
            Some(value) => Some(to_field(value.trim_ascii())),
            // Some forget the colon.
            None if value.len() < rest.len() => Some(to_field(value)),
            None => None,
        }
    })
}

#[cfg(test)]
mod lines_tests {
    use super::*;

    #[track_caller]
    fn check(body: &[u8], expect: &[Field<'_>]) {
        assert_eq!(fields(body).collect::<Vec<_>>(), expect, "{}", String::from_utf8_lossy(body));
    }

    #[test]
    fn every_line_end_ends_a_line() {
        let two = [Field::Allow(b"/a"), Field::Allow(b"/b")];
        for end in ["\n", "\r", "\r\n", "\r\r\n", "\n\n", "\0"] {
            check(format!("Allow: /a{end}Allow: /b").as_bytes(), &two);
        }
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        check(b"\xEF\xBB\xBFAllow: /a", &[Field::Allow(b"/a")]);
    }

    #[test]
    fn names_come_in_any_case_with_any_space_around() {
        check(b" \t aLLoW\t:\t/a \t", &[Field::Allow(b"/a")]);
        check(b"USERAGENT:x", &[Field::UserAgent(b"x")]);
        check(b"Disallow /a:b", &[Field::Disallow(b"/a:b")]);
        check(b"Disallow:", &[Field::Disallow(b"")]);
        check(b"Disallow", &[]);
        check(b"Disallowed: /a", &[]);
        check(b"Noindex: /a", &[]);
    }

    #[test]
    fn comments_end_values() {
        check(b"# Allow: /a\nAllow: /b # why\nAllow: #\n#", &[Field::Allow(b"/b"), Field::Allow(b"")]);
    }
}
