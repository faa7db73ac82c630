//! The elements that hold values, as words: `h3.title > a`.

use tamis_extract::records::{Cell, Row};
use tamis_page::{Document, NodeId};

/// How far up an element is looked for that has a class.
const MAX_STEPS: usize = 4;

/// The element that holds a cell: from the nearest element of the record that has a class down to it, by their tags. Of a
/// class with a number in it nothing is said: it may name the record and not its part.
pub(in crate::wrapper) fn of_cell(document: &Document, row: &Row, cell: &Cell) -> Option<String> {
    let node = *cell.nodes.first()?;
    let element = if document.is_element(node) { node } else { document.parent(node)? };
    let record = *row.nodes.iter().find(|&&record| document.contains(record, element))?;
    Some(of_element(document, record, element))
}

/// Where an element of a record is, by the steps that lead to it from the record.
pub(in crate::wrapper) fn of_element(document: &Document, record: NodeId, element: NodeId) -> String {
    let mut steps = Vec::new();
    let mut node = element;
    while node != record && steps.len() < MAX_STEPS {
        let classes = classes(document, node);
        steps.push(document.tag_name(node).to_owned() + &classes);
        if !classes.is_empty() {
            break;
        }
        let Some(parent) = document.parent(node) else { break };
        node = parent;
    }
    steps.reverse();
    steps.join(" > ")
}

/// Whether it names a part of the record, not just a kind of element.
pub(in crate::wrapper) fn is_telling(holder: &str) -> bool {
    holder.contains('.')
}

/// Whether a record has an element that is called so.
pub(in crate::wrapper) fn is_in(document: &Document, row: &Row, holder: &str) -> bool {
    let last_tag = holder.rsplit(" > ").next().unwrap_or(holder);
    let last_tag = last_tag.split('.').next().unwrap_or(last_tag);
    row.nodes.iter().any(|&record| {
        let mut elements = document.descendants(record).filter(|&node| document.is_element(node));
        elements.any(|node| document.tag_name(node) == last_tag && of_element(document, record, node) == holder)
    })
}

/// The classes of an element, each after a dot and in the order of the alphabet.
fn classes(document: &Document, element: NodeId) -> String {
    let has_number = |class: &str| class.bytes().any(|byte| byte.is_ascii_digit());
    let mut classes: Vec<&str> = document.classes(element).filter(|class| !has_number(class)).collect();
    classes.sort_unstable();
    classes.dedup();
    classes.iter().flat_map(|class| [".", class]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::names;

    #[test]
    fn the_nearest_class_tells_which_part_it_is() {
        let page = Document::parse("<li class=hit><h3 class='title t5 big'><a>One</a></h3><p>x</p></li>");
        let record = page.elements_named(names::LI).next().expect("is there");
        let called = |name| of_element(&page, record, page.elements_named(name).next().expect("is there"));
        assert_eq!(called(names::A), "h3.big.title > a");
        assert_eq!(called(names::P), "p");
        assert!(is_telling("h3.big.title > a") && !is_telling("p"));
        let row = Row::new(vec![record], String::new(), Vec::new());
        assert!(is_in(&page, &row, "h3.big.title > a"));
        assert!(!is_in(&page, &row, "h3.title > a"));
    }
}
