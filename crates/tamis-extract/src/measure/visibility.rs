//! What the markup itself hides from a reader. Style sheets are not read.

use tamis_page::{Document, NodeId, names};

/// Whether the element hides itself and all that is in it: the `hidden` attribute, `display: none` or `visibility:
/// hidden` in its `style`, a `dialog` that is not open.
pub fn is_hidden(document: &Document, node: NodeId) -> bool {
    if document.attributes(node).len() == 0 {
        return document.is_html(node, names::DIALOG);
    }
    let attribute = |name| document.attribute(node, name);
    attribute(names::HIDDEN).is_some_and(|value| !value.eq_ignore_ascii_case("until-found"))
        || attribute(names::STYLE).is_some_and(style_hides)
        || document.is_html(node, names::DIALOG) && attribute(names::OPEN).is_none()
}

fn style_hides(style: &str) -> bool {
    style.split(';').filter_map(|declaration| declaration.split_once(':')).any(|(property, value)| {
        let property = property.trim();
        let value = value.split('!').next().unwrap_or("").trim();
        property.eq_ignore_ascii_case("display") && value.eq_ignore_ascii_case("none")
            || property.eq_ignore_ascii_case("visibility") && value.eq_ignore_ascii_case("hidden")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expected: bool) {
        let document = Document::parse(html);
        let node = document.body().and_then(|body| document.first_child(body)).expect("the page has an element");
        assert_eq!(is_hidden(&document, node), expected, "{html}");
    }

    #[test]
    fn attributes_and_styles_hide() {
        check("<p hidden>", true);
        check("<p hidden=until-found>", false);
        check("<p style='color: red; DISPLAY : None !important'>", true);
        check("<p style='visibility:hidden'>", true);
        check("<p style='display:block; content: \"none\"'>", false);
        check("<p class=hidden>", false);
    }

    #[test]
    fn a_dialog_is_hidden_until_it_is_open() {
        check("<dialog>x</dialog>", true);
        check("<dialog id=x>x</dialog>", true);
        check("<dialog open>x</dialog>", false);
    }
}
