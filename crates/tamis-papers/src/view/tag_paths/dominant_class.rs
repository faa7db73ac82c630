//! Of an element's classes, the one that the page uses most.
//!
//! Velloso's later work keeps the most frequent class only and drops digits and words for a position in a list, since
//! generated and utility classes make every element a path of its own.

use std::borrow::Cow;
use std::collections::HashMap;
use tamis_page::{Document, NodeId};

/// Words that say where in a list an element stands, not what it is.
const POSITION_WORDS: [&str; 8] = ["even", "feature", "first", "highlight", "item", "last", "odd", "special"];

pub(super) struct DominantClasses<'d> {
    /// How many elements use each class, by the class without its digits.
    counts: HashMap<Cow<'d, str>, u32>,
}

impl<'d> DominantClasses<'d> {
    pub(super) fn of(document: &'d Document, start: NodeId) -> DominantClasses<'d> {
        let mut counts = HashMap::new();
        for class in document.subtree(start).flat_map(|node| document.classes(node)) {
            *counts.entry(without_digits(class)).or_default() += 1;
        }
        DominantClasses { counts }
    }

    /// The dominant class of the node, empty if it has none; of equally frequent ones the first.
    pub(super) fn get<'s>(&'s self, document: &Document, node: NodeId) -> &'s str {
        let mut best = ("", 0);
        for class in document.classes(node) {
            let class = without_digits(class);
            if class.is_empty() || POSITION_WORDS.contains(&class.as_ref()) {
                continue;
            }
            match self.counts.get_key_value(class.as_ref()) {
                Some((known, &count)) if count > best.1 => best = (known, count),
                _ => {}
            }
        }
        best.0
    }
}

fn without_digits(class: &str) -> Cow<'_, str> {
    if class.bytes().any(|byte| byte.is_ascii_digit()) {
        Cow::Owned(class.chars().filter(|c| !c.is_ascii_digit()).collect())
    } else {
        Cow::Borrowed(class)
    }
}
