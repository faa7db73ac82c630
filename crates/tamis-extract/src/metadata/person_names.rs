//! Names of people, out of the texts that pages put them into.

use super::clean_text::{folded, plain};

/// What stands before a name and says that one follows, in lower case. Longer forms come first.
const LEADS: [&str; 58] = [
    "geschrieben von",
    "verfasst von",
    "veröffentlicht von",
    "written by",
    "posted by",
    "published by",
    "reported by",
    "words by",
    "story by",
    "article by",
    "submitted by",
    "created by",
    "escrito por",
    "publicado por",
    "redigido por",
    "écrit par",
    "publié par",
    "rédigé par",
    "scritto da",
    "pubblicato da",
    "geschreven door",
    "door",
    "skrevet af",
    "skrevet av",
    "skriven av",
    "napisany przez",
    "opracował",
    "ein artikel von",
    "ein beitrag von",
    "text von",
    "von unserem autor",
    "autorin",
    "autoren",
    "autor",
    "authors",
    "author",
    "auteur",
    "autore",
    "автор",
    "текст",
    "redaktion",
    "kolumne von",
    "text",
    "foto",
    "by",
    "von",
    "par",
    "por",
    "di",
    "av",
    "af",
    "od",
    "від",
    "作者",
    "文",
    "記者",
    "yazan",
    "oleh",
];

/// Words of a role after a name.
const ROLES: [&str; 34] = [
    "writer",
    "editor",
    "reporter",
    "correspondent",
    "staff",
    "contributor",
    "columnist",
    "journalist",
    "redakteur",
    "redakteurin",
    "redaktion",
    "redacción",
    "redacao",
    "redação",
    "rédaction",
    "redazione",
    "chefredakteur",
    "volontär",
    "volontärin",
    "journalistin",
    "autorin",
    "author",
    "producer",
    "chief",
    "senior",
    "politics",
    "editorial",
    "news",
    "updated",
    "published",
    "professor",
    "photographer",
    "fotograf",
    "agentur",
];

/// Small words inside names.
const PARTICLES: [&str; 25] = [
    "van", "von", "de", "der", "den", "la", "le", "di", "da", "del", "della", "bin", "al", "el", "zu", "ten", "ter",
    "dos", "das", "du", "af", "av", "ibn", "y", "und",
];

/// Accounts that nobody is called.
const NOBODY: [&str; 19] = [
    "admin",
    "administrator",
    "redaktion",
    "redacción",
    "redação",
    "redaction",
    "rédaction",
    "redazione",
    "editor",
    "editors",
    "staff",
    "webmaster",
    "guest",
    "author",
    "user",
    "root",
    "unknown",
    "anonymous",
    "team",
];

/// Whether a name says who wrote something, and not only that somebody did.
pub(super) fn is_somebody(name: &str) -> bool {
    let name = name.to_lowercase();
    !NOBODY.contains(&name.as_str())
}

/// The names in a value that was written as one: `Ada Byron, Charles Babbage`, `By Ada Byron and Charles Babbage`.
pub(super) fn stated(value: &str) -> Vec<String> {
    let Some(text) = plain(value) else { return Vec::new() };
    if text.contains("://") || text.contains("www.") || text.chars().count() > 200 {
        return Vec::new();
    }
    let text = after_lead(&text).unwrap_or(&text);
    let mut names = Vec::new();
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
        if !names.iter().any(|known: &String| folded(known) == folded(&part)) {
            names.push(part);
        }
    }
    names.truncate(20);
    names
}

/// The names at the start of a visible text, which goes on with other things: words as long as they look like names.
pub(super) fn shown(text: &str) -> Vec<String> {
    let text = after_lead(text).unwrap_or(text);
    let mut names = Vec::new();
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
    let rest = LEADS.iter().find_map(|lead| {
        let mut rest = text.chars();
        for wanted in lead.chars() {
            if rest.next()?.to_lowercase().next()? != wanted {
                return None;
            }
        }
        let rest = rest.as_str();
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
    LEADS.contains(&name.to_lowercase().as_str())
}

fn has_role(name: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).any(|word| ROLES.contains(&word.to_lowercase().as_str()))
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
    for word in text.split_whitespace().take(6) {
        let bare = word.trim_matches(|c: char| matches!(c, '(' | ')' | '"' | ':' | '*'));
        let Some(first) = bare.chars().next() else { break };
        let is_capital = first.is_alphabetic() && !first.is_lowercase() && !bare.chars().any(|c| c.is_ascii_digit());
        let is_particle = !name.is_empty() && PARTICLES.contains(&bare);
        if !is_capital && !is_particle {
            break;
        }
        name.push(bare);
        if word.ends_with([')', ':']) {
            break;
        }
    }
    while name.last().is_some_and(|last| PARTICLES.contains(last)) {
        name.pop();
    }
    name.join(" ").trim_end_matches(['.', ',']).to_owned()
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
            ("5 March 2021", &[]),
            ("written in haste", &[]),
        ] {
            assert_eq!(shown(text), expect, "{text}");
        }
    }
}
