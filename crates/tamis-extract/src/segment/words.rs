//! The words for the parts of a page, as landmarks of HTML and ARIA and as classes and ids call them.

use crate::element_names::NameWords;
use crate::view::PageView;
use tamis_page::{NodeId, names};

pub(super) const HEADER: NameWords = NameWords::HEADER.or(NameWords::LOGO);
pub(super) const FOOTER: NameWords = NameWords::FOOTER.or(NameWords::BOTTOM).or(NameWords::LEGAL);
pub(super) const NAV: NameWords = NameWords::MENU.or(NameWords::BREADCRUMB);
pub(super) const SIDE: NameWords = NameWords::SIDEBAR.or(NameWords::COLUMN).or(NameWords::LEFT).or(NameWords::RIGHT);
pub(super) const MAIN: NameWords = NameWords::MAIN.or(NameWords::CONTENT).or(NameWords::ARTICLE);
pub(super) const COMMENTS: NameWords = NameWords::COMMENTS.or(NameWords::COMMENT);

/// How many of the five kinds of parts that most pages have are named.
pub(super) fn n_parts(words: NameWords) -> usize {
    [HEADER, FOOTER, NAV, SIDE, MAIN].iter().filter(|&&part| words.has(part)).count()
}

/// What the element's tag, role, id and classes call it.
pub(super) fn of(view: &PageView<'_>, node: NodeId) -> NameWords {
    // Of the tags only landmarks are names of parts: a `center` is none.
    let by_tag = match view.document().tag(node) {
        Some(names::HEADER) => NameWords::HEADER,
        Some(names::FOOTER) => NameWords::FOOTER,
        Some(names::NAV) => NameWords::MENU,
        Some(names::ASIDE) => NameWords::SIDEBAR,
        Some(names::MAIN) => NameWords::MAIN,
        Some(names::ARTICLE) => NameWords::ARTICLE,
        _ => NameWords::default(),
    };
    by_tag | view.name_of(node).all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::Document;

    #[test]
    fn a_part_is_named_by_its_tag_its_role_its_id_and_its_classes() {
        let document = Document::parse(
            "<nav></nav><div role=banner></div><div id=siteFooter></div><div class='main-wrapper left'>",
        );
        let view = PageView::of(&document);
        let nav = document.elements_named(names::NAV).next().expect("a nav");
        assert_eq!(of(&view, nav), NameWords::MENU);
        let found: Vec<NameWords> = document.elements_named(names::DIV).map(|node| of(&view, node)).collect();
        let main = NameWords::MAIN | NameWords::WRAPPER | NameWords::LEFT;
        assert_eq!(found, [NameWords::HEADER, NameWords::FOOTER, main]);
        assert_eq!(n_parts(main), 2);
    }
}
