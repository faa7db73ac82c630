//! What selectors can ask for on a page.

use super::siblings::{Siblings, Uses};
use std::borrow::Cow;
use std::collections::HashMap;
use tamis_page::{Document, QuirksMode, names};

/// The classes, ids, tags and attributes of a document, with the elements that have each.
pub(crate) struct NamesInUse<'d> {
    classes: HashMap<Cow<'d, str>, Uses>,
    ids: HashMap<Cow<'d, str>, Uses>,
    tags: HashMap<&'d str, Uses>,
    attributes: HashMap<&'d str, Uses>,
    /// Attributes with their values, in small letters: of some the case does not matter.
    values: HashMap<(&'d str, Cow<'d, str>), Uses>,
    /// In quirks mode the case of letters does not matter.
    ignores_case: bool,
}

/// Bytes of an attribute's value; those of longer ones, such as addresses, are not told apart.
const MAX_VALUE: usize = 64;

impl<'d> NamesInUse<'d> {
    pub(crate) fn of(document: &'d Document) -> NamesInUse<'d> {
        let ignores_case = document.quirks() == QuirksMode::Quirks;
        let mut used = NamesInUse {
            classes: HashMap::new(),
            ids: HashMap::new(),
            tags: HashMap::new(),
            attributes: HashMap::new(),
            values: HashMap::new(),
            ignores_case,
        };
        let children = Siblings::of_children(document);
        for node in document.nodes().filter(|&node| document.is_element(node)) {
            let one = Uses::one(Siblings::around(document, node, &children));
            used.tags.entry(document.tag_name(node)).or_default().add(one);
            for attribute in document.attributes(node) {
                used.attributes.entry(attribute.local_name).or_default().add(one);
                if attribute.value.len() <= MAX_VALUE {
                    used.values.entry((attribute.local_name, folded(attribute.value, true))).or_default().add(one);
                }
                match attribute.name {
                    names::CLASS => {
                        for class in attribute.value.split_ascii_whitespace() {
                            used.classes.entry(folded(class, ignores_case)).or_default().add(one);
                        }
                    }
                    names::ID => used.ids.entry(folded(attribute.value, ignores_case)).or_default().add(one),
                    _ => {}
                }
            }
        }
        used
    }

    /// Whether there is a class (`.`) or an id (`#`) of this name.
    pub(super) fn has(&self, kind: u8, name: &str) -> bool {
        let names = if kind == b'.' { &self.classes } else { &self.ids };
        names.contains_key(&*folded(name, self.ignores_case))
    }

    /// The elements with a class.
    pub(super) fn with_class(&self, name: &str) -> Uses {
        self.classes.get(&*folded(name, self.ignores_case)).copied().unwrap_or_default()
    }

    /// The elements with an id.
    pub(super) fn with_id(&self, name: &str) -> Uses {
        self.ids.get(&*folded(name, self.ignores_case)).copied().unwrap_or_default()
    }

    /// The elements of a name.
    pub(super) fn with_tag(&self, name: &str) -> Uses {
        self.tags.get(name).copied().unwrap_or_default()
    }

    /// The elements with an attribute.
    pub(super) fn with_attribute(&self, name: &str) -> Uses {
        self.attributes.get(name).copied().unwrap_or_default()
    }

    /// The elements with an attribute of this value; at most so many if it is a long one.
    pub(super) fn with_value(&self, name: &str, value: &str) -> Uses {
        if value.len() > MAX_VALUE {
            return self.with_attribute(name);
        }
        self.values.get(&(name, folded(value, true))).copied().unwrap_or_default()
    }
}

fn folded(name: &str, ignores_case: bool) -> Cow<'_, str> {
    if ignores_case && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}
