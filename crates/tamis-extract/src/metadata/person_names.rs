//! Names of people, out of the texts that pages put them into.

use super::clean_text::{folded, plain};
use crate::values::months::month_named;

/// Words that lead to a name, in lower case, with bars between. Longer forms come first.
const LEADS: &str = "geschrieben von|verfasst von|veröffentlicht von|erstellt von|gespeichert von|publiziert von|\
    written by|posted by|published by|reported by|words by|story by|article by|submitted by|created by|edited by|\
    escrito por|publicado por|redigido por|écrit par|publié par|rédigé par|scritto da|pubblicato da|geschreven door|\
    door|skrevet af|skrevet av|skriven av|napisany przez|opracował|ein artikel von|ein beitrag von|text von|\
    von unserem autor|kolumne von|autorin|autoren|autor|authors|author|auteur|autore|автор|текст|text|by|von|vom|par|\
    por|di|av|af|od|від|作者|責任編輯|责任编辑|文|記者|yazan|oleh";

/// The words of [`LEADS`] that are nouns.
const NOUNS: &str =
    "autorin|autoren|autor|authors|author|auteur|autore|автор|текст|text|作者|責任編輯|责任编辑|文|記者";

/// Words of a role after a name.
const ROLES: &str = "writer|editor|reporter|correspondent|staff|contributor|columnist|journalist|redakteur|redakteurin|\
    redaktion|redacción|redacao|redação|rédaction|redazione|chefredakteur|volontär|volontärin|journalistin|autorin|\
    author|producer|chief|senior|politics|editorial|news|updated|published|professor|photographer|fotograf|agentur|\
    datum|artikel|filter|edited";

/// Small words inside names.
const PARTICLES: &str = "van|von|de|der|den|la|le|di|da|del|della|bin|al|el|zu|ten|ter|dos|das|du|af|av|ibn|y|vom";

/// Names of accounts that are not names of people.
const NOBODY: &str = "admin|administrator|redaktion|redacción|redação|redaction|rédaction|redazione|editor|editors|staff|\
    webmaster|guest|author|user|root|unknown|anonymous|team|die redaktion";

/// Words that only the names of companies and bodies have.
const BODIES: &str = "gmbh|ag|inc|ltd|llc|e.v|e.v.|ev|verband|verein|stiftung|redaktion|agency|university|universität|press|\
    verlag|institut|ministerium|group|magazin|magazine|online|portal|zeitung|media|team";

fn is_listed(list: &str, word: &str) -> bool {
    list.split('|').any(|listed| listed == word)
}

/// Whether a name is that of a person: not an account such as “admin”, and not a company.
pub(super) fn is_somebody(name: &str) -> bool {
    let name = name.to_lowercase();
    let is_host = name.split_once('.').is_some_and(|(before, after)| {
        before.len() > 1
            && (2..=4).contains(&after.len())
            && !name.contains(' ')
            && after.bytes().all(|byte| byte.is_ascii_alphabetic())
    });
    let is_body = name.split([' ', '-', ',']).any(|word| is_listed(BODIES, word));
    !is_listed(NOBODY, &name) && !is_host && !is_body
}

/// The names in a value that was written as one: `Ada Byron, Charles Babbage`, `By Ada Byron and Charles Babbage`.
pub(super) fn stated(value: &str) -> Vec<String> {
    let Some(text) = plain(value) else { return Vec::new() };
    if text.contains("://") || text.contains("www.") || text.chars().count() > 200 {
        return Vec::new();
    }
    let text = after_lead(&text).filter(|rest| !rest.is_empty()).unwrap_or(&text);
    let mut names: Vec<String> = Vec::new();
    for part in split(text) {
        let part = part
            .trim()
            .trim_start_matches('@')
            .trim_matches(|c: char| matches!(c, ',' | ';' | ':' | '(' | ')' | '"' | '-' | '.' | '|'));
        let part = without_mail(part);
        let n_words = part.split_whitespace().count();
        if part.is_empty() || n_words > 7 || part.chars().all(|c| !c.is_alphabetic()) {
            continue;
        }
        if !names.is_empty() && has_role(&part) {
            continue;
        }
        // `All posts by Ada Byron` says no more than `Ada Byron`.
        if !names.iter().any(|known| folded(&part).contains(&folded(known))) {
            names.push(part);
        }
    }
    names.truncate(20);
    names
}

/// Returns the names at the start of a visible text: its words, as long as they look like names.
pub(super) fn shown(text: &str) -> Vec<String> {
    let text = after_lead(text).unwrap_or(text);
    if is_listed(NOBODY, &text.to_lowercase()) {
        return vec![text.to_owned()];
    }
    let mut names: Vec<String> = Vec::new();
    for part in split(super::clean_text::cut(text, 200)) {
        let part = part.trim().trim_start_matches('@');
        let name = leading_name(part);
        let n_words = name.split_whitespace().count();
        let is_name = (1..=5).contains(&n_words) && !has_role(&name) && !has_lead_only(&name);
        // After the first name, a single word is a place or a role.
        if is_name && (names.is_empty() || n_words >= 2) {
            names.push(name.clone());
        } else if !names.is_empty() || part.is_empty() {
            break;
        }
        // The text went on after the name, so no other name follows.
        if !is_name || name.len() + 2 < part.len() {
            break;
        }
    }
    names
}

/// What follows a word such as “by”; `None` if the text does not begin with one.
pub(super) fn after_lead(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '@');
    let rest = LEADS.split('|').find_map(|lead| {
        let mut rest = text.chars();
        for wanted in lead.chars() {
            if rest.next()?.to_lowercase().next()? != wanted {
                return None;
            }
        }
        let rest = rest.as_str();
        // A noun may head a column; with a colon it leads to a name.
        let is_noun = is_listed(NOUNS, lead);
        if is_noun && !rest.is_empty() && !rest.trim_start().starts_with([':', '：']) {
            return None;
        }
        let is_word = rest.is_empty() || rest.starts_with([' ', ':', '\u{a0}', '\u{3000}', '：', '/', '\n', '\t']);
        is_word.then_some(rest)
    })?;
    let rest = rest.trim_start_matches([' ', ':', '\u{a0}', '\u{3000}', '：', '/', '\n', '\t']);
    // `Text: von Ada Byron`
    Some(after_lead_once(rest).unwrap_or(rest))
}

fn after_lead_once(text: &str) -> Option<&str> {
    ["by ", "von ", "par ", "por "].iter().find_map(|lead| {
        let start = text.get(..lead.len())?;
        start.eq_ignore_ascii_case(lead).then(|| &text[lead.len()..])
    })
}

fn has_lead_only(name: &str) -> bool {
    is_listed(LEADS, &name.to_lowercase())
}

pub(super) fn has_role(name: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).any(|word| is_listed(ROLES, &word.to_lowercase()))
}

/// Several names in one text.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let at_marks = text.split([',', ';', '|', '/', '•', '·', '、', '\n']);
    at_marks.flat_map(|part| part.split(" and ")).flat_map(|part| part.split(" und ")).flat_map(|part| {
        part.split(" & ")
            .flat_map(|part| part.split(" et "))
            .flat_map(|part| part.split(" – "))
            .flat_map(|part| part.split(" - "))
    })
}

/// The words at the start of a text that can be a name: each begins with a capital or has no case, or is a particle.
fn leading_name(text: &str) -> String {
    let mut name: Vec<&str> = Vec::new();
    let mut words = text.split_whitespace().take(6).peekable();
    while let Some(word) = words.next() {
        let bare = word.trim_matches(|c: char| matches!(c, '(' | ')' | '"' | ':' | '*'));
        let Some(first) = bare.chars().next() else { break };
        // Names of Chinese and Japanese are one word.
        if first >= '\u{3040}' && first.is_alphabetic() {
            return bare.split(['：', '（', '／', '，', '。', '|']).next().unwrap_or(bare).to_owned();
        }
        let is_capital = first.is_alphabetic() && !first.is_lowercase();
        let is_particle = !name.is_empty() && is_listed(PARTICLES, bare);
        // `Ada Byron March 5, 2021`
        let begins_date = !name.is_empty()
            && words.peek().is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit()))
            && month_named(&bare.trim_end_matches('.').to_lowercase()).is_some();
        if !is_capital && !is_particle || begins_date {
            break;
        }
        name.push(bare);
        if word.ends_with([')', ':']) {
            break;
        }
    }
    while name.last().is_some_and(|last| is_listed(PARTICLES, last)) {
        name.pop();
    }
    name.join(" ").trim_end_matches(',').to_owned()
}

/// What follows a word such as “by” inside a text: `Posted on 5 March by Ada Byron`.
pub(super) fn after_inner_lead(text: &str) -> Option<&str> {
    [" by ", " von ", " par ", " por ", " door "]
        .iter()
        .find_map(|lead| text.find(lead).map(|at| &text[at + lead.len()..]))
}

/// `Ada Byron (ada@a.example)` without the mail address.
fn without_mail(part: &str) -> String {
    let words = part.split_whitespace().filter(|word| !(word.contains('@') && word.contains('.')));
    words.collect::<Vec<_>>().join(" ").trim_matches(|c: char| matches!(c, '(' | ')' | ' ')).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stated_names_are_split_and_freed_of_leads_and_roles() {
        for (text, expect) in [
            ("Ada Byron", &["Ada Byron"][..]),
            ("By Ada Byron and Charles Babbage", &["Ada Byron", "Charles Babbage"]),
            ("Von Ada Byron, Redakteurin", &["Ada Byron"]),
            ("Ada Byron (ada@a.example)", &["Ada Byron"]),
            ("https://a.example/ada", &[]),
            ("ada", &["ada"]),
            ("", &[]),
        ] {
            assert_eq!(stated(text), expect, "{text}");
        }
    }

    #[test]
    fn shown_names_end_where_the_text_goes_on() {
        for (text, expect) in [
            ("By Ada Byron on March 5, 2021", &["Ada Byron"][..]),
            ("Von Ada Byron und Karl von der Heide | 5.3.2021", &["Ada Byron", "Karl von der Heide"]),
            ("Ada Byron, London", &["Ada Byron"]),
            ("作者：林溪 責任編輯：陈默", &["林溪"]),
            ("Author Message", &[]),
            ("5 March 2021", &[]),
            ("written in haste", &[]),
        ] {
            assert_eq!(shown(text), expect, "{text}");
        }
    }
}
