//! Elements that a style sheet hides by an agreed name, for pages whose style sheets nobody read.
//!
//! The large style frameworks and content systems hide what is for screen readers, or for later, by classes of the same
//! few names. Where a page was rendered its layout is known, and these names say nothing more.

use tamis_page::{Document, NodeId};

/// Classes that hide an element in the frameworks that define them: Bootstrap, Foundation, Bulma, Tailwind, Drupal,
/// `WordPress`, HTML5 Boilerplate and their kin.
const HIDING: &[&str] = &[
    "sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only", "screenreader",
    "show-for-sr", "element-invisible", "offscreen", "off-screen", "hidden", "is-hidden", "d-none", "hide",
    "invisible", "clip",
];

/// Whether an element's classes hide it at every width of screen: `hidden md:block` and `d-none d-md-block` show it on
/// wide ones.
pub(super) fn is_hidden_by_class(document: &Document, node: NodeId) -> bool {
    let mut hides = false;
    for class in document.classes(node) {
        if HIDING.iter().any(|name| class.eq_ignore_ascii_case(name)) {
            hides = true;
        } else if is_shown_when_wide(class) {
            return false;
        }
    }
    hides
}

fn is_shown_when_wide(class: &str) -> bool {
    const WIDTHS: &[&str] = &["sm", "md", "lg", "xl", "xxl", "2xl"];
    let by_prefix = class.split_once(':').is_some_and(|(width, _)| WIDTHS.contains(&width));
    let mut parts = class.split('-');
    by_prefix
        || parts.next() == Some("d")
            && parts.next().is_some_and(|width| WIDTHS.contains(&width))
            && parts.next().is_some_and(|display| display != "none")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::names;

    #[test]
    fn names_that_hide_and_names_that_show_again() {
        let html = "<p class='stat sr-only'>a<p class='hidden md:block'>b<p class='d-none d-lg-flex'>c<p class='d-none d-md-none'>d\
                    <p class='hidden-xs'>e";
        let document = Document::parse(html);
        let hidden = document.elements_named(names::P).map(|node| is_hidden_by_class(&document, node));
        assert_eq!(hidden.collect::<Vec<_>>(), [true, false, false, true, false]);
    }
}
