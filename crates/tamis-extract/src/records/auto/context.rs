//! What the elements around a list say that it is: a menu, the frame of the page, its main part.

use super::survey::Survey;
use tamis_page::{NodeId, names};

/// What the elements around a list are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Context {
    /// `nav`, or a word for menus and steps through pages.
    pub(super) is_menu: bool,
    /// `header`, `footer`, or a word for them.
    pub(super) is_frame: bool,
    /// `aside`, or a word for what stands beside the content.
    pub(super) is_aside: bool,
    /// A word for choices that narrow a list.
    pub(super) is_filter: bool,
    /// A word for lists of which a part is shown at a time.
    pub(super) is_carousel: bool,
    /// `main`.
    pub(super) is_main: bool,
    /// A word for results and lists.
    pub(super) is_listing: bool,
    /// Inside a `form`.
    pub(super) is_form: bool,
}

const MENU: &[&str] = &[
    "nav", "navbar", "navigation", "menu", "submenu", "breadcrumb", "breadcrumbs", "pagination", "pager", "paging",
    "tabs", "toolbar", "dropdown", "megamenu", "topbar", "language", "languages", "social", "share",
];
const FRAME: &[&str] =
    &["header", "footer", "masthead", "copyright", "cookie", "cookies", "consent", "modal", "popup", "banner"];
const ASIDE: &[&str] = &[
    "aside", "sidebar", "related", "recommended", "recommendations", "widget", "trending", "popular", "promo",
    "promotion", "sponsor", "sponsored", "ads", "advert", "ad", "rail",
];
const FILTER: &[&str] =
    &["filter", "filters", "facet", "facets", "refine", "refinement", "refinements", "sort", "sorting", "narrow"];
const CAROUSEL: &[&str] = &["carousel", "slider", "slideshow", "swiper", "slick", "slides", "glide", "splide"];
const LISTING: &[&str] = &[
    "result", "results", "list", "listing", "listings", "products", "product", "items", "item", "grid", "feed",
    "posts", "cards", "card", "catalog", "catalogue", "search", "serp", "articles", "entries", "stories", "hits",
    "collection", "content",
];

/// Longer values are code and no names.
const MAX_NAME: usize = 400;
/// An element with so much of the page's text is the page, whatever it is called.
const MAX_NAMED_SHARE: f64 = 0.75;

/// How far up the name of an element says that what is in it is a list.
const MAX_LISTING_LEVEL: usize = 3;

impl Context {
    /// What one element says by itself.
    pub(super) fn of(survey: &Survey<'_>, element: NodeId) -> Context {
        let document = survey.document;
        let mut context = Context::default();
        let chars = f64::from(survey.n_chars(document.subtree_range(element)));
        let is_page = chars > MAX_NAMED_SHARE * f64::from(survey.page.chars);
        match document.tag(element) {
            Some(names::NAV) => context.is_menu = true,
            Some(names::HEADER | names::FOOTER) if !is_page => context.is_frame = true,
            Some(names::ASIDE) if !is_page => context.is_aside = true,
            Some(names::MAIN) => context.is_main = true,
            Some(names::FORM) if !is_page => context.is_form = true,
            _ => {}
        }
        match document.attribute(element, names::ROLE) {
            Some("navigation" | "menu" | "menubar" | "tablist") => context.is_menu = true,
            Some("banner" | "contentinfo" | "dialog") => context.is_frame = true,
            Some("complementary") if !is_page => context.is_aside = true,
            Some("main") => context.is_main = true,
            _ => {}
        }
        if !is_page {
            let values = [document.attribute(element, names::CLASS), document.attribute(element, names::ID)];
            for value in values.into_iter().flatten().filter(|value| value.len() <= MAX_NAME) {
                words(value, |word| context.read_word(word));
            }
        }
        context
    }

    fn read_word(&mut self, word: &str) {
        let is_in = |list: &[&str]| list.contains(&word);
        self.is_menu |= is_in(MENU);
        self.is_frame |= is_in(FRAME);
        self.is_aside |= is_in(ASIDE);
        self.is_filter |= is_in(FILTER);
        self.is_carousel |= is_in(CAROUSEL);
        self.is_listing |= is_in(LISTING);
    }

    /// Adds what an element says that is so many levels above the list.
    pub(super) fn add(&mut self, above: Context, level: usize) {
        self.is_menu |= above.is_menu;
        self.is_frame |= above.is_frame;
        self.is_aside |= above.is_aside;
        self.is_filter |= above.is_filter;
        self.is_carousel |= above.is_carousel;
        self.is_form |= above.is_form;
        self.is_main |= above.is_main;
        self.is_listing |= above.is_listing && level <= MAX_LISTING_LEVEL;
    }
}

/// The words of a class or an identifier, in lower case: `searchResults__list-item` has four.
pub(super) fn words(value: &str, mut found: impl FnMut(&str)) {
    let mut word = String::new();
    let mut after_lower = false;
    for c in value.chars() {
        let is_boundary = !c.is_alphanumeric() || c.is_uppercase() && after_lower;
        if is_boundary && !word.is_empty() {
            found(&word);
            word.clear();
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        after_lower = c.is_lowercase();
    }
    if !word.is_empty() {
        found(&word);
    }
}
