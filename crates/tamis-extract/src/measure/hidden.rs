//! What a page says of its elements that they are not shown.

use tamis_page::{Document, NodeId, names};

/// Whether the element itself is hidden, by its `hidden` attribute or by `display: none` in its `style` attribute. Style
/// sheets are not read, and an ancestor may still hide it.
pub fn is_hidden(document: &Document, node: NodeId) -> bool {
    let is_hidden_style = |style: &str| {
        style.split(';').filter_map(|declaration| declaration.split_once(':')).any(|(property, value)| {
            property.trim().eq_ignore_ascii_case("display") && value.trim().eq_ignore_ascii_case("none")
        })
    };
    document.attribute(node, names::HIDDEN).is_some_and(|value| !value.eq_ignore_ascii_case("until-found"))
        || document.attribute(node, names::STYLE).is_some_and(is_hidden_style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expect: bool) {
        let document = Document::parse(html);
        let node = document.elements_named(names::P).next().expect("there is a p");
        assert_eq!(is_hidden(&document, node), expect, "{html}");
    }

    #[test]
    fn by_attribute_or_by_style() {
        check("<p hidden>", true);
        check("<p hidden=until-found>", false);
        check("<p style='color: red; DISPLAY :none'>", true);
        check("<p style='display: none-such; x'>", false);
        check("<p style='display: block'>", false);
        check("<p>", false);
    }
}
