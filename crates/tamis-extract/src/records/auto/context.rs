//! What the elements around a list say that it is: a menu, the frame of the page, its main part.

use super::survey::Survey;
use crate::element_names::NameWords;
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

const MENU: NameWords = NameWords::MENU.or(NameWords::BREADCRUMB).or(NameWords::PAGER).or(NameWords::TOOLS);
const FRAME: NameWords =
    NameWords::HEADER.or(NameWords::FOOTER).or(NameWords::LEGAL).or(NameWords::COOKIE).or(NameWords::DIALOG);
const ASIDE: NameWords = NameWords::SIDEBAR.or(NameWords::RELATED).or(NameWords::WIDGET).or(NameWords::AD);
const LISTING: NameWords = NameWords::LISTING.or(NameWords::LIST).or(NameWords::CONTENT);

/// An element with so much of the page's text is the page, whatever it is called.
const MAX_NAMED_SHARE: f64 = 0.75;

/// How far up the name of an element says that what is in it is a list.
const MAX_LISTING_LEVEL: usize = 3;

impl Context {
    /// What the elements from a node up say that a list in it is.
    pub(super) fn of(survey: &Survey<'_>, node: NodeId) -> Context {
        let mut context = Context::default();
        let up = std::iter::once(node).chain(survey.document.ancestors(node));
        for (level, element) in up.take_while(|&element| element > survey.body).enumerate() {
            context.add(survey, element, level);
        }
        context
    }

    /// Adds what an element says that is so many levels above the list.
    fn add(&mut self, survey: &Survey<'_>, element: NodeId, level: usize) {
        let chars = f64::from(survey.n_chars(survey.document.subtree_range(element)));
        let is_page = chars > MAX_NAMED_SHARE * f64::from(survey.page.chars);
        let name = survey.names.of(survey.document, element);
        let words = if is_page { NameWords::default() } else { name.in_class };
        let (tag, role) = (survey.document.tag(element), survey.document.attribute(element, names::ROLE));
        self.is_menu |= tag == Some(names::NAV)
            || matches!(role, Some("navigation" | "menu" | "menubar" | "tablist"))
            || words.has(MENU);
        self.is_frame |= !is_page && matches!(tag, Some(names::HEADER | names::FOOTER))
            || matches!(role, Some("banner" | "contentinfo" | "dialog"))
            || words.has(FRAME);
        self.is_aside |= !is_page && (tag == Some(names::ASIDE) || role == Some("complementary")) || words.has(ASIDE);
        self.is_filter |= words.has(NameWords::FILTER);
        self.is_carousel |= words.has(NameWords::CAROUSEL);
        self.is_main |= tag == Some(names::MAIN) || role == Some("main");
        self.is_form |= !is_page && tag == Some(names::FORM);
        self.is_listing |= level <= MAX_LISTING_LEVEL && words.has(LISTING);
    }
}
