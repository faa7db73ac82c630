//! Which fields are meant for us.

use super::lines::{Field, fields};
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
struct Said {
    is_there: bool,
    rules: Vec<Rule>,
    crawl_delay: Option<Duration>,
}

impl Said {
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
    let (mut ours, mut everyones) = (Said::default(), Said::default());
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
    let Said { mut rules, crawl_delay, .. } = if ours.is_there { ours } else { everyones };
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
