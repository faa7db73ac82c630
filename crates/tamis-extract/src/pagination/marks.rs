//! Words of `class` and `id` that the general web uses around pagination, and around what looks like it.

use super::words::Sieve;
use std::ops::{BitOr, BitOrAssign};
use std::sync::LazyLock;
use tamis_page::{Document, NodeId, budget, names};

/// How much of a `class` or `id` is read; the longest that people write have a few hundred bytes.
const MAX_VALUE_BYTES: usize = 1024;

/// A set of such words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Marks(u16);

impl Marks {
    pub(super) const NEXT: Marks = Marks(1);
    pub(super) const PREVIOUS: Marks = Marks(1 << 1);
    pub(super) const FIRST: Marks = Marks(1 << 2);
    pub(super) const LAST: Marks = Marks(1 << 3);
    /// An arrow drawn by a style sheet.
    pub(super) const RIGHT: Marks = Marks(1 << 4);
    pub(super) const LEFT: Marks = Marks(1 << 5);
    /// `pagination`, `pager`, `page-numbers`…
    pub(super) const PAGER: Marks = Marks(1 << 6);
    /// The page that is shown.
    pub(super) const CURRENT: Marks = Marks(1 << 7);
    pub(super) const DISABLED: Marks = Marks(1 << 8);
    /// What slides instead of leading to another page.
    pub(super) const CAROUSEL: Marks = Marks(1 << 9);
    pub(super) const CALENDAR: Marks = Marks(1 << 10);
    /// Links from one article to its neighbours.
    pub(super) const ARTICLES: Marks = Marks(1 << 11);
    pub(super) const LOAD_MORE: Marks = Marks(1 << 12);
    pub(super) const COMMENTS: Marks = Marks(1 << 13);

    pub(super) fn has(self, marks: Marks) -> bool {
        self.0 & marks.0 != 0
    }
}

impl BitOr for Marks {
    type Output = Marks;

    fn bitor(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }
}

impl BitOrAssign for Marks {
    fn bitor_assign(&mut self, other: Marks) {
        self.0 |= other.0;
    }
}

/// The marks of an element's own `class`, `id` and roles.
pub(super) fn of_element(document: &Document, node: NodeId) -> Marks {
    let mut marks = Marks::default();
    for name in [names::CLASS, names::ID] {
        if let Some(value) = document.attribute(node, name) {
            marks |= of_value(value);
        }
    }
    marks
}

/// The marks of the value of a `class` or `id` attribute.
pub(super) fn of_value(value: &str) -> Marks {
    // The same element is around many links, so that a long value would be read many times.
    let mut end = value.len().min(MAX_VALUE_BYTES);
    while !value.is_char_boundary(end) {
        end -= 1;
    }
    let value = &value[..end];
    budget::spend(end);
    let mut found = Marks::default();
    for name in value.split_ascii_whitespace().filter(|name| name.len() <= 64) {
        found |= of_name(name);
    }
    found
}

/// Words that are only told with the others of the same name.
#[derive(Default)]
struct Parts {
    page: bool,
    navigation: bool,
    arrow: bool,
    right: bool,
    left: bool,
    article: bool,
    load: bool,
    more: bool,
}

fn of_name(name: &str) -> Marks {
    let mut found = Marks::default();
    let mut parts = Parts::default();
    let bytes = name.as_bytes();
    let mut start = 0;
    for end in 1..=bytes.len() {
        let ends_here = end == bytes.len()
            || !bytes[end].is_ascii_alphanumeric()
            || bytes[end].is_ascii_uppercase() && bytes[end - 1].is_ascii_lowercase();
        if ends_here {
            let word = bytes[start..end].trim_ascii_start();
            let word = match word.first() {
                Some(first) if !first.is_ascii_alphanumeric() => &word[1..],
                _ => word,
            };
            found |= of_word(word, &mut parts);
            start = end;
        }
    }
    if parts.page && parts.navigation {
        found |= Marks::PAGER;
    }
    if parts.arrow && parts.right {
        found |= Marks::RIGHT;
    }
    if parts.arrow && parts.left {
        found |= Marks::LEFT;
    }
    if parts.article && (parts.navigation || found.has(Marks::NEXT | Marks::PREVIOUS | Marks::PAGER)) {
        found |= Marks::ARTICLES;
    }
    if parts.load && parts.more {
        found |= Marks::LOAD_MORE;
    }
    found
}

/// What a word says by itself or with others of the same name.
#[derive(Clone, Copy)]
enum Sense {
    Mark(Marks),
    Page,
    Navigation,
    Arrow,
    Right,
    Left,
    Article,
    Load,
    More,
}

/// Whole words.
#[rustfmt::skip]
const WORDS: &[(&[&str], Sense)] = &[
    (&["page", "pages"], Sense::Page),
    (&["nav", "navi", "navigation", "numbers", "number", "num", "links", "list", "bar", "box", "item", "link", "btn",
        "button", "control", "controls", "selector", "select"], Sense::Navigation),
    (&["arrow", "chevron", "angle", "caret", "triangle", "icon", "glyphicon", "fa"], Sense::Arrow),
    (&["right"], Sense::Right),
    (&["left"], Sense::Left),
    (&["post", "single", "article", "entry", "adjacent", "sibling"], Sense::Article),
    (&["load", "show", "infinite"], Sense::Load),
    (&["more", "scroll"], Sense::More),
    (&["first"], Sense::Mark(Marks::FIRST)),
    (&["last"], Sense::Mark(Marks::LAST)),
    (&["forward", "fwd", "newer", "nxt", "pageright"], Sense::Mark(Marks::NEXT)),
    (&["older", "pageleft"], Sense::Mark(Marks::PREVIOUS)),
    (&["current", "active", "selected", "on", "cur", "thispage"], Sense::Mark(Marks::CURRENT)),
    (&["disabled", "inactive", "unavailable"], Sense::Mark(Marks::DISABLED)),
    (&["carousel", "slider", "slick", "swiper", "slideshow", "owl", "flexslider", "bxslider", "slide", "slides",
        "lightbox", "splide", "glide", "ticker", "fancybox", "nivo"], Sense::Mark(Marks::CAROUSEL)),
    (&["calendar", "datepicker", "minicalendar", "cal"], Sense::Mark(Marks::CALENDAR)),
    (&["comments", "commentlist"], Sense::Mark(Marks::COMMENTS)),
    (&["loadmore", "showmore"], Sense::Mark(Marks::LOAD_MORE)),
    (&["postnav", "nextpost", "prevpost"], Sense::Mark(Marks::ARTICLES)),
];

/// The words in order, and what keeps most others from being looked up.
static SENSES: LazyLock<(Sieve, Vec<(&str, Sense)>)> = LazyLock::new(|| {
    let senses = WORDS.iter().flat_map(|&(words, sense)| words.iter().map(move |&word| (word, sense)));
    let mut senses: Vec<(&str, Sense)> = senses.collect();
    senses.sort_unstable_by_key(|&(word, _)| word);
    let mut sieve = Sieve::default();
    for (word, _) in &senses {
        sieve.add(word.as_bytes());
    }
    (sieve, senses)
});

fn of_word(word: &[u8], parts: &mut Parts) -> Marks {
    let mut lower = [0_u8; 24];
    let n = word.len().min(lower.len());
    lower[..n].copy_from_slice(&word[..n]);
    lower[..n].make_ascii_lowercase();
    let word = &lower[..n];
    let (sieve, senses) = &*SENSES;
    let found = sieve.may_hold(word).then(|| senses.binary_search_by(|(known, _)| known.as_bytes().cmp(word)).ok());
    let Some(place) = found.flatten() else { return of_part(word) };
    match senses[place].1 {
        Sense::Mark(marks) => return marks,
        Sense::Page => parts.page = true,
        Sense::Navigation => parts.navigation = true,
        Sense::Arrow => parts.arrow = true,
        Sense::Right => parts.right = true,
        Sense::Left => parts.left = true,
        Sense::Article => parts.article = true,
        Sense::Load => parts.load = true,
        Sense::More => parts.more = true,
    }
    Marks::default()
}

/// Words that names are often built with, without anything between.
fn of_part(word: &[u8]) -> Marks {
    const PAGERS: [&[u8]; 9] =
        [b"paginat", b"paging", b"pager", b"pagenav", b"pagenum", b"pagelist", b"pagelink", b"pagebar", b"pagebox"];
    if word.starts_with(b"pag") && PAGERS.iter().any(|start| word.starts_with(start)) {
        return Marks::PAGER | direction(word);
    }
    if word.starts_with(b"carousel") || word.ends_with(b"carousel") || word.ends_with(b"slider") {
        return Marks::CAROUSEL;
    }
    direction(word)
}

fn direction(word: &[u8]) -> Marks {
    if word.starts_with(b"next") || word.ends_with(b"next") {
        Marks::NEXT
    } else if word.starts_with(b"prev") || word.ends_with(b"prev") || word.ends_with(b"previous") {
        Marks::PREVIOUS
    } else {
        Marks::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, marks: Marks) {
        assert_eq!(of_value(value), marks, "{value}");
    }

    #[test]
    fn names_are_split_into_words() {
        check("next page-numbers", Marks::NEXT | Marks::PAGER);
        check("pagerNext", Marks::PAGER | Marks::NEXT);
        check("nextpostslink", Marks::NEXT);
        check("icon-chevron-right", Marks::RIGHT);
        check("page", Marks::default());
        check("text context", Marks::default());
        check("post-navigation", Marks::ARTICLES);
        check("posts-navigation", Marks::default());
        check("btn-load-more", Marks::LOAD_MORE);
        check("slick-next", Marks::CAROUSEL | Marks::NEXT);
    }
}
