//! What pages call their parts: the names of the landmarks of HTML and ARIA, and what classes and ids call the same.

use crate::view::part_names::{each_word_of, names_of};
use tamis_page::{Document, NodeId};

/// Which parts an element is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Words(u16);

impl Words {
    pub(crate) const HEADER: Words = Words(1);
    pub(crate) const FOOTER: Words = Words(2);
    pub(crate) const NAV: Words = Words(4);
    pub(crate) const SIDE: Words = Words(8);
    pub(crate) const MAIN: Words = Words(16);
    /// Something around others, which is no part itself.
    pub(crate) const WRAPPER: Words = Words(32);
    pub(crate) const COMMENTS: Words = Words(64);
    pub(crate) const RELATED: Words = Words(128);
    pub(crate) const AD: Words = Words(256);
    pub(crate) const COOKIE: Words = Words(512);

    pub(crate) fn has(self, other: Words) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub(crate) fn with(self, other: Words) -> Words {
        Words(self.0 | other.0)
    }

    /// How many of the five kinds of parts that most pages have are named.
    pub(crate) fn n_parts(self) -> u32 {
        (self.0 & (Words::WRAPPER.0 - 1)).count_ones()
    }
}

/// What the element's tag, role, id and classes call it.
pub(crate) fn of(document: &Document, node: NodeId) -> Words {
    let mut words = match document.tag_name(node) {
        // Of the tags only landmarks are names of parts: a `center` is none.
        tag @ ("header" | "footer" | "nav" | "aside" | "main" | "article") => of_word(tag),
        _ => Words::default(),
    };
    each_word_of(document, node, |word| words = words.with(of_word(word)));
    // Two letters stand in many a made-up id, such as 5ad405: only between signs they are a word.
    let is_ad = |word: &str| word.eq_ignore_ascii_case("ad") || word.eq_ignore_ascii_case("ads");
    if names_of(document, node).any(|(_, name)| name.split(|sign: char| !sign.is_ascii_alphanumeric()).any(is_ad)) {
        words = words.with(Words::AD);
    }
    words
}

fn of_word(word: &str) -> Words {
    match word {
        "header" | "head" | "top" | "topbar" | "banner" | "logo" | "brand" | "branding" | "masthead" => Words::HEADER,
        "footer" | "foot" | "bottom" | "copyright" | "imprint" | "legal" | "colophon" | "contentinfo" => Words::FOOTER,
        "nav" | "navi" | "navigation" | "navbar" | "menu" | "menubar" | "breadcrumb" | "breadcrumbs" => Words::NAV,
        "aside" | "side" | "sidebar" | "sidenav" | "complementary" | "left" | "right" | "column" => Words::SIDE,
        "main" | "content" | "contents" | "center" | "centre" | "article" | "post" | "entry" => Words::MAIN,
        "wrap" | "wrapper" | "container" | "outer" | "inner" => Words::WRAPPER,
        "comment" | "comments" | "commentlist" | "disqus" | "replies" => Words::COMMENTS,
        "related" | "recommended" | "recommendations" | "similar" => Words::RELATED,
        "advert" | "advertisement" | "advertising" | "adsense" | "sponsor" | "sponsored" => Words::AD,
        "cookie" | "cookies" | "consent" | "gdpr" => Words::COOKIE,
        _ => Words::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::names;

    #[test]
    fn a_part_is_named_by_its_tag_its_role_its_id_and_its_classes() {
        let document = Document::parse(
            "<nav></nav><div role=banner></div><div id=siteFooter></div><div class='main-wrapper left'>",
        );
        let nav = document.elements_named(names::NAV).next().expect("a nav");
        assert_eq!(of(&document, nav), Words::NAV);
        let found: Vec<Words> = document.elements_named(names::DIV).map(|node| of(&document, node)).collect();
        assert_eq!(found, [Words::HEADER, Words::FOOTER, Words::MAIN.with(Words::WRAPPER).with(Words::SIDE)]);
        assert_eq!(found[2].n_parts(), 2);
    }

    #[test]
    fn two_letters_of_a_made_up_id_are_no_word() {
        let document = Document::parse("<p id=post-6900e5ad405 class=a><p class=ad-slot>");
        let found: Vec<bool> =
            document.elements_named(names::P).map(|node| of(&document, node).has(Words::AD)).collect();
        assert_eq!(found, [false, true]);
    }
}
