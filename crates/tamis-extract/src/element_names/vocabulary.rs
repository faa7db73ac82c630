//! The words that authors name the parts of a page by, each written once with what it says.
//!
//! Methods ask for a union of these groups: what `records` takes for a menu has more words than what `segment` does.

use super::content_words::CONTENT_WORDS;
use super::words::{NameWord, words};
use std::ops::{BitOr, BitOrAssign};
use std::sync::LazyLock;

/// Which groups of the vocabulary the words of a name are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct NameWords(u64);

/// Rows of a group's name and its words, in lower case.
macro_rules! vocabulary {
    ($($(#[$doc:meta])* $group:ident $words:literal;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "each is the bit of a constant")]
        enum Group { $($group),* }

        impl NameWords {
            $($(#[$doc])* pub(crate) const $group: NameWords = NameWords(1 << Group::$group as u32);)*
        }

        const GROUPS: &[(&str, NameWords)] = &[$(($words, NameWords::$group)),*];
    };
}

vocabulary! {
    /// What stands above the content.
    HEADER "banner header masthead topbar";
    /// What a header holds, or is called besides.
    LOGO "brand branding head logo top";
    /// What stands below the content.
    FOOTER "footer";
    /// What a footer is called besides.
    BOTTOM "bottom foot";
    /// What footers hold.
    LEGAL "colophon contentinfo copyright imprint legal";
    /// Links to other parts of the site.
    MENU "megamenu menu menubar nav navbar navi navigation submenu";
    /// The way from the home page to this one.
    BREADCRUMB "breadcrumb breadcrumbs";
    /// Controls that stand where menus stand.
    TOOLS "dropdown language languages share social tabs toolbar";
    /// What stands beside the content.
    SIDEBAR "aside complementary sidebar sidenav";
    /// Where something stands that may be beside the content.
    COLUMN "column side";
    /// On the left side, or an arrow to it.
    LEFT "left";
    /// On the right side, or an arrow to it.
    RIGHT "right";
    /// Small parts of a page beside its content.
    WIDGET "promo promotion rail widget";
    /// Links to other pages that a reader may like.
    RELATED "popular recommendations recommended related similar trending";
    /// Advertisements.
    AD "ad ads adsense advert advertisement advertising promoted sponsor sponsored";
    /// Questions about cookies.
    COOKIE "consent cookie cookies gdpr";
    /// What lies over the page.
    DIALOG "modal popup";
    /// The main part of the page.
    MAIN "center centre main";
    /// The main part, or what a list holds.
    CONTENT "content contents";
    /// One text to read.
    ARTICLE "article entry post";
    /// One text among others.
    NEIGHBOUR "adjacent sibling single";
    /// Something around other parts that is not a part itself.
    WRAPPER "container inner outer wrap wrapper";
    /// Things of which there are many.
    LISTING "articles card cards catalog catalogue collection entries feed grid hits items listing listings posts \
        product products result results search serp stories";
    /// A list, or a part of one.
    LIST "item list";
    /// Choices that narrow a list.
    FILTER "facet facets filter filters narrow refine refinement refinements sort sorting";
    /// Lists of which a part is shown at a time: they slide instead of leading to another page.
    CAROUSEL "bxslider carousel fancybox flexslider glide lightbox nivo owl slick slide slider slides slideshow \
        splide swiper ticker";
    /// What readers wrote.
    COMMENTS "commentlist comments discussion disqus kommentare replies respond responses";
    /// What one reader wrote.
    COMMENT "comment reply response";
    /// Who wrote it.
    BYLINE "auteur author authorname authors autor autore autoren byline bylines contributor creator dateline \
        redakteur vcard verfasser writer";
    /// A date.
    DATE "date datetime datum fecha meta publication time timestamp";
    /// The date of publication.
    PUBLISHED "datepublished posted pubdate publish published";
    /// The date of the last change.
    MODIFIED "datemodified lastmodified lastupdated modified updated";
    /// What a text is about.
    TAGS "keywords tag tagcloud tags topics";
    /// The section of a site.
    CATEGORY "categories category kategorie rubrik";
    /// A page, or pages.
    PAGE "page pages";
    /// Links to the pages of a list.
    PAGER "pager pagination paging";
    /// What a pager is made of.
    CONTROL "bar box btn button control controls link links num number numbers select selector";
    /// A picture that points somewhere.
    ARROW "angle arrow caret chevron fa glyphicon icon triangle";
    /// The way on.
    NEXT "forward fwd newer nxt pageright";
    /// The way back.
    PREVIOUS "older pageleft";
    /// The first of several.
    FIRST "first";
    /// The last of several.
    LAST "last";
    /// The one that is shown.
    CURRENT "active cur current on selected thispage";
    /// What cannot be used.
    DISABLED "disabled inactive unavailable";
    /// Days of a month.
    CALENDAR "cal calendar datepicker minicalendar";
    /// What a control does.
    LOAD "infinite load show";
    /// How much it brings.
    MORE "more scroll";
    /// A control that brings more of a list.
    LOAD_MORE "loadmore showmore";
    /// Links from one article to its neighbours.
    NEIGHBOURS "nextpost postnav prevpost";
    /// A [`PAGER`](NameWords::PAGER), a word that begins like one, or several words that say so in one name.
    PAGES "";
    /// An arrow to the right, drawn by a style sheet.
    ARROW_RIGHT "";
    /// An arrow to the left, drawn by a style sheet.
    ARROW_LEFT "";
}

/// Values of `class` and `id` that are longer are code, not names.
const MAX_NAMES: usize = 400;

/// The words of the value of an attribute: names with white space between them.
pub(super) fn words_of(value: &str) -> (NameWords, ContentWords) {
    let (mut groups, mut content_words) = (NameWords::default(), ContentWords::default());
    for name in value.split_ascii_whitespace() {
        let mut of_name = NameWords::default();
        for word in words(name) {
            let known = LEXICON.entry(word.letters);
            of_name |= groups_of(word, known);
            if let Some(place) = known.and_then(|known| known.content_word) {
                content_words.insert(usize::from(place));
            }
        }
        groups |= of_name | of_name.said_together();
    }
    (if value.len() > MAX_NAMES { NameWords::default() } else { groups }, content_words)
}

impl NameWords {
    /// The groups of the words of an attribute's value.
    pub(crate) fn of(value: &str) -> NameWords {
        words_of(value).0
    }

    /// What groups say together whose words are in one name.
    fn said_together(self) -> NameWords {
        let is_navigation = self.has(NameWords::MENU | NameWords::CONTROL | NameWords::LIST);
        let is_pager = self.has(NameWords::PAGER | NameWords::PAGES) || self.has(NameWords::PAGE) && is_navigation;
        let leads_on = is_navigation || is_pager || self.has(NameWords::NEXT | NameWords::PREVIOUS);
        let says = |is_so: bool, group: NameWords| if is_so { group } else { NameWords::default() };
        says(is_pager, NameWords::PAGES)
            | says(self.has(NameWords::ARROW) && self.has(NameWords::RIGHT), NameWords::ARROW_RIGHT)
            | says(self.has(NameWords::ARROW) && self.has(NameWords::LEFT), NameWords::ARROW_LEFT)
            | says(self.has(NameWords::ARTICLE | NameWords::NEIGHBOUR) && leads_on, NameWords::NEIGHBOURS)
            | says(self.has(NameWords::LOAD) && self.has(NameWords::MORE), NameWords::LOAD_MORE)
    }

    /// Whether any of the words is in one of these groups.
    pub(crate) const fn has(self, groups: NameWords) -> bool {
        self.0 & groups.0 != 0
    }

    /// The union of both, in a constant.
    pub(crate) const fn or(self, other: NameWords) -> NameWords {
        NameWords(self.0 | other.0)
    }
}

impl BitOr for NameWords {
    type Output = NameWords;

    fn bitor(self, other: NameWords) -> NameWords {
        self.or(other)
    }
}

impl BitOrAssign for NameWords {
    fn bitor_assign(&mut self, other: NameWords) {
        *self = self.or(other);
    }
}

/// Words of [`CONTENT_WORDS`], by their place there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ContentWords([u64; 4]);

const _: () = assert!(CONTENT_WORDS.len() <= 256);

impl ContentWords {
    /// The words of an attribute's value that are in the table.
    pub(crate) fn of(value: &str) -> ContentWords {
        words_of(value).1
    }

    pub(crate) fn has_any(self, other: ContentWords) -> bool {
        self.0.iter().zip(other.0).any(|(bits, others)| bits & others != 0)
    }

    pub(crate) fn with(self, other: ContentWords) -> ContentWords {
        let mut both = self;
        both.0.iter_mut().zip(other.0).for_each(|(bits, others)| *bits |= others);
        both
    }

    fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    /// The places of the words.
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(idx, mut bits)| {
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(idx * 64 + bit as usize)
            })
        })
    }
}

/// All words of the vocabulary and of [`CONTENT_WORDS`], in alphabetical order.
struct Lexicon {
    words: Vec<KnownWord>,
    /// Where the words begin that have these first two letters or later ones: few have the same.
    starts: Vec<u16>,
}

struct KnownWord {
    letters: &'static [u8],
    groups: NameWords,
    content_word: Option<u8>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::new);

impl Lexicon {
    fn new() -> Lexicon {
        let known = |letters: &'static str, groups, content_word| KnownWord {
            letters: letters.as_bytes(),
            groups,
            content_word,
        };
        let of_groups = GROUPS.iter().flat_map(|&(words, group)| words.split(' ').map(move |word| (word, group)));
        let of_groups = of_groups.filter(|(word, _)| !word.is_empty()).map(|(word, group)| known(word, group, None));
        let of_content = (0..=u8::MAX).zip(CONTENT_WORDS);
        let of_content = of_content.map(|(place, &(word, _))| known(word, NameWords::default(), Some(place)));
        let mut words: Vec<KnownWord> = of_groups.chain(of_content).collect();
        words.sort_by_key(|word| word.letters);
        words.dedup_by(|later, earlier| {
            let is_same = later.letters == earlier.letters;
            if is_same {
                earlier.groups |= later.groups;
                earlier.content_word = earlier.content_word.or(later.content_word);
            }
            is_same
        });
        let start = |pair| words.partition_point(|word| pair_of(word.letters) < pair) as u16;
        Lexicon { starts: (0..=26 * 26).map(start).collect(), words }
    }

    /// Returns the word of the lexicon with these letters; upper and lower case are the same.
    fn entry(&self, letters: &[u8]) -> Option<&KnownWord> {
        if letters.len() < 2 {
            return None;
        }
        let pair = pair_of(letters);
        let (start, end) = (*self.starts.get(pair)?, *self.starts.get(pair + 1)?);
        let words = &self.words[usize::from(start)..usize::from(end)];
        words.iter().find(|word| word.letters.eq_ignore_ascii_case(letters))
    }
}

/// The groups of a word, by what the lexicon knows of it.
fn groups_of(word: NameWord<'_>, known: Option<&KnownWord>) -> NameWords {
    match known {
        // Made-up names are full of pairs of letters.
        Some(_) if word.letters.len() == 2 && word.touches_digit => NameWords::default(),
        Some(known) if known.groups != NameWords::default() => known.groups,
        _ => by_stem(word.letters),
    }
}

/// The number of the first two letters of a word, in alphabetical order.
fn pair_of(word: &[u8]) -> usize {
    let number = |letter: u8| usize::from(letter.to_ascii_lowercase().wrapping_sub(b'a'));
    number(word[0]) * 26 + number(word[1])
}

/// What words say that are built of others without anything between, such as `nextpostslink`.
fn by_stem(word: &[u8]) -> NameWords {
    const PAGERS: [&[u8]; 9] =
        [b"paginat", b"paging", b"pager", b"pagenav", b"pagenum", b"pagelist", b"pagelink", b"pagebar", b"pagebox"];
    let starts = |stem: &[u8]| word.get(..stem.len()).is_some_and(|start| start.eq_ignore_ascii_case(stem));
    let ends =
        |stem: &[u8]| word.len().checked_sub(stem.len()).is_some_and(|start| word[start..].eq_ignore_ascii_case(stem));
    let is_pager = starts(b"pag") && PAGERS.iter().any(|stem| starts(stem));
    if !is_pager && (starts(b"carousel") || ends(b"carousel") || ends(b"slider")) {
        return NameWords::CAROUSEL;
    }
    let direction = if starts(b"next") || ends(b"next") {
        NameWords::NEXT
    } else if starts(b"prev") || ends(b"prev") || ends(b"previous") {
        NameWords::PREVIOUS
    } else {
        NameWords::default()
    };
    if is_pager { direction | NameWords::PAGES } else { direction }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, groups: NameWords) {
        assert_eq!(NameWords::of(value), groups, "{value}");
    }

    #[test]
    fn a_name_says_what_its_words_say() {
        check("siteFooter", NameWords::FOOTER);
        check("main-wrapper LEFT", NameWords::MAIN | NameWords::WRAPPER | NameWords::LEFT);
        check("list2 ad-slot", NameWords::LIST | NameWords::AD);
        check("post-6900e5ad405", NameWords::ARTICLE);
        check(&"menu ".repeat(100), NameWords::default());
    }

    #[test]
    fn words_of_one_name_say_more_together() {
        check("next page-numbers", NameWords::NEXT | NameWords::PAGE | NameWords::CONTROL | NameWords::PAGES);
        check("page", NameWords::PAGE);
        check("page numbers", NameWords::PAGE | NameWords::CONTROL);
        check("icon-chevron-right", NameWords::ARROW | NameWords::RIGHT | NameWords::ARROW_RIGHT);
        check("post-navigation", NameWords::ARTICLE | NameWords::MENU | NameWords::NEIGHBOURS);
        check("btn-load-more", NameWords::CONTROL | NameWords::LOAD | NameWords::MORE | NameWords::LOAD_MORE);
    }

    #[test]
    fn words_are_built_of_others() {
        check("pagerNext", NameWords::PAGER | NameWords::PAGES | NameWords::NEXT);
        check("pagenavi", NameWords::PAGES);
        check("nextpostslink", NameWords::NEXT);
        check("slick-next", NameWords::CAROUSEL | NameWords::NEXT);
        check("heroSlider imageslider", NameWords::CAROUSEL);
        check("text context", NameWords::default());
    }

    #[test]
    fn each_word_is_found_and_stands_in_one_group() {
        let of_groups: Vec<&str> = GROUPS.iter().flat_map(|(words, _)| words.split_whitespace()).collect();
        let mut different = of_groups.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), of_groups.len());
        for (place, (word, _)) in CONTENT_WORDS.iter().enumerate() {
            let found = |spelled: &str| ContentWords::of(spelled).iter().collect::<Vec<_>>();
            assert_eq!((found(word), found(&word.to_uppercase())), (vec![place], vec![place]));
            assert!(found(&format!("{word}q")).is_empty());
        }
        for other in ["", "a", "zz", "qx", "\u{e9}\u{e9}", "[[", "{{"] {
            assert!(LEXICON.entry(other.as_bytes()).is_none(), "{other}");
        }
    }

    #[test]
    fn a_set_of_words_gives_back_what_was_put_in() {
        let mut set = ContentWords::default();
        for place in [0, 63, 64, 255] {
            set.insert(place);
        }
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 255]);
    }
}
