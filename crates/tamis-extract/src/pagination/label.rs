//! What the text of a link says: a direction, a number, more, or something else.

use super::words::{Meaning, Meanings, meanings};

/// Where a link leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Role {
    Next,
    Previous,
    First,
    Last,
}

/// A label, read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Label {
    /// The direction that its words name.
    pub(super) words: Option<Role>,
    /// The direction that its arrows point to.
    pub(super) arrow: Option<Arrow>,
    /// The number, if it is one: `2`, `[2]`, `Page 2`.
    pub(super) number: Option<u32>,
    /// Whether it asks for more of the list.
    pub(super) loads_more: bool,
    /// Whether there is anything else in it.
    pub(super) has_other_words: bool,
}

/// An arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arrow {
    pub(super) role: Role,
    /// A double one, which means the last page where a single one stands beside it.
    pub(super) is_double: bool,
}

/// Longer labels are titles.
pub(super) const MAX_LABEL_BYTES: usize = 72;
const MAX_WORDS: usize = 8;
/// What may stand around the number of a page: no sign of money, of a share or of a time.
const DRESS: &str = "[](){}<>«»‹›→←|.·•-–—#…_";

/// Reads a label.
pub(super) fn read(text: &str) -> Label {
    let text = text.trim();
    if text.is_empty() || text.len() > MAX_LABEL_BYTES {
        return Label { has_other_words: !text.is_empty(), ..Label::default() };
    }
    let arrow = read_arrow(text);
    let mut reading = LabelReading::default();
    let mut buffer = String::new();
    for word in text.split(|c: char| !(c.is_alphanumeric() || is_mark(c))).filter(|word| !word.is_empty()) {
        reading.n_words += 1;
        if reading.n_words > MAX_WORDS {
            reading.has_other = true;
            break;
        }
        reading.add(word, &mut buffer);
        if reading.has_other {
            break;
        }
    }
    let mut label = reading.label();
    if label.number.is_some() && !text.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || DRESS.contains(c)) {
        label.number = None;
    }
    if reading.n_words == 0 || label.words.is_some() {
        label.arrow = arrow;
    }
    label
}

/// Accents and vowel signs that are characters of their own.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{93e}'..='\u{94d}' | '\u{e31}'..='\u{e4e}')
}

#[derive(Default)]
struct LabelReading {
    n_words: usize,
    role: Option<Role>,
    has_page: bool,
    number: Option<u32>,
    n_numbers: usize,
    /// Words follow the number: "7 comments".
    counts_words: bool,
    loads: bool,
    has_more: bool,
    loads_more: bool,
    has_other: bool,
}

impl LabelReading {
    fn add(&mut self, word: &str, buffer: &mut String) {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            self.n_numbers += 1;
            self.number = word.parse().ok();
            self.counts_words = false;
            self.has_other |= self.number.is_none();
            return;
        }
        self.counts_words = self.number.is_some();
        buffer.clear();
        if word.is_ascii() {
            buffer.push_str(word);
            buffer.make_ascii_lowercase();
        } else {
            buffer.extend(word.chars().flat_map(char::to_lowercase));
        }
        let meanings = meanings(buffer);
        let direction = direction(meanings);
        match (direction, self.role) {
            (Some(role), None) => self.role = Some(role),
            // "Next" and "previous" in one label is neither.
            (Some(role), Some(other)) => self.has_other |= role != other,
            _ => {}
        }
        self.has_page |= meanings.has(Meaning::Page);
        self.loads |= meanings.has(Meaning::Load);
        self.has_more |= meanings.has(Meaning::More);
        self.loads_more |= meanings.has(Meaning::LoadMore);
        // What follows "next page" may be anything: "Next page, results 31 to 60".
        self.has_other |= !meanings.is_known();
    }

    fn label(&self) -> Label {
        let turns_page = self.role.is_some() && self.has_page;
        if self.has_other && !turns_page {
            return Label { has_other_words: true, ..Label::default() };
        }
        let loads_more = !self.has_other && (self.loads_more || self.loads && self.has_more);
        let says_nothing = self.role.is_none() && !loads_more;
        Label {
            words: if loads_more { None } else { self.role },
            arrow: None,
            number: self.number.filter(|_| self.n_numbers == 1 && says_nothing && !self.counts_words),
            loads_more,
            has_other_words: says_nothing && self.n_words > self.n_numbers,
        }
    }
}

fn direction(meanings: Meanings) -> Option<Role> {
    let roles = [
        (Meaning::Next, Role::Next),
        (Meaning::Previous, Role::Previous),
        (Meaning::First, Role::First),
        (Meaning::Last, Role::Last),
    ];
    roles.into_iter().find(|&(meaning, _)| meanings.has(meaning)).map(|(_, role)| role)
}

fn read_arrow(text: &str) -> Option<Arrow> {
    let (mut n_right, mut n_left, mut is_double) = (0, 0, false);
    for c in text.chars() {
        match c {
            '>' | '›' | '→' | '▶' | '►' | '❯' | '⟩' | '〉' | '▸' | '▷' | '⇒' | '➔' | '➜' | '➡' | '⮕' | '⟶' | '＞' =>
            {
                n_right += 1;
            }
            '<' | '‹' | '←' | '◀' | '◄' | '❮' | '⟨' | '〈' | '◂' | '◁' | '⇐' | '⬅' | '⟵' | '＜' =>
            {
                n_left += 1;
            }
            '»' | '≫' | '》' | '⏩' | '⏭' => {
                n_right += 1;
                is_double = true;
            }
            '«' | '≪' | '《' | '⏪' | '⏮' => {
                n_left += 1;
                is_double = true;
            }
            '|' => is_double = true,
            _ => {}
        }
    }
    is_double |= n_right > 1 || n_left > 1;
    match (n_right, n_left) {
        (1.., 0) => Some(Arrow { role: Role::Next, is_double }),
        (0, 1..) => Some(Arrow { role: Role::Previous, is_double }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn words(text: &str, expected: Option<Role>) {
        assert_eq!(read(text).words, expected, "{text}");
    }

    #[test]
    fn directions_are_read_in_many_languages() {
        for text in ["Next", "NEXT »", "next page", "Nächste Seite", "Page suivante", "下一页", "次のページ", "Далее →"]
        {
            words(text, Some(Role::Next));
        }
        for text in ["« Prev", "Older posts", "Zurück", "Página anterior", "上一页", "이전"] {
            words(text, Some(Role::Previous));
        }
        words("Last »", Some(Role::Last));
        words("Erste Seite", Some(Role::First));
    }

    #[test]
    fn an_article_that_comes_next_is_no_page() {
        for text in ["Next article", "Next post: Lamps", "Next stop Lisbon", "weiterlesen", "What comes next"] {
            words(text, None);
        }
        words("Next Page - Results 31 to 60 of 1,929", Some(Role::Next));
        words("Next 20 results", Some(Role::Next));
    }

    #[test]
    fn numbers_may_be_dressed() {
        for text in ["7", "[7]", "(7)", "Page 7", "стр. 7", "7 »"] {
            assert_eq!(read(text).number, Some(7), "{text}");
        }
        for text in ["7 comments", "1–7", "7 €", "v7", "Next 7"] {
            assert_eq!(read(text).number, None, "{text}");
        }
    }

    #[test]
    fn arrows_point() {
        let arrow = |role, is_double| Some(Arrow { role, is_double });
        assert_eq!(read("›").arrow, arrow(Role::Next, false));
        assert_eq!(read(">>").arrow, arrow(Role::Next, true));
        assert_eq!(read("«").arrow, arrow(Role::Previous, true));
        assert_eq!(read("Read the story »").arrow, None);
    }

    #[test]
    fn more_of_the_list() {
        for text in ["Load more", "Show more results", "Mehr laden", "Charger plus", "もっと見る", "Показать ещё"]
        {
            assert!(read(text).loads_more, "{text}");
        }
        for text in ["More", "Read more", "Learn more about lamps"] {
            assert!(!read(text).loads_more, "{text}");
        }
    }
}
