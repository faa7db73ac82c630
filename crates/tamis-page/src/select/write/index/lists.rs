//! Lists of elements: of a name, with an attribute, with a class, with an id.

use super::SelectorIndex;
use super::words::{Word, Words};
use crate::document::{Document, Name, NodeId, names};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;

/// Lists of elements, one a number, all in one array.
pub(super) struct Lists {
    /// By number, where its list begins; one more than there are numbers.
    starts: Vec<u32>,
    nodes: Vec<NodeId>,
}

impl Lists {
    /// Sorts pairs into lists.
    pub(super) fn of(pairs: &[(u32, NodeId)]) -> Lists {
        let n_numbers = pairs.iter().map(|&(number, _)| number as usize + 1).max().unwrap_or(0);
        let mut starts: Vec<u32> = vec![0; n_numbers + 1];
        for &(number, _) in pairs {
            starts[number as usize + 1] += 1;
        }
        for number in 1..starts.len() {
            starts[number] += starts[number - 1];
        }
        let mut next = starts.clone();
        let mut nodes = vec![NodeId::ROOT; starts[starts.len() - 1] as usize];
        for &(number, node) in pairs {
            let next = &mut next[number as usize];
            nodes[*next as usize] = node;
            *next += 1;
        }
        Lists { starts, nodes }
    }

    pub(super) fn get(&self, number: usize) -> &[NodeId] {
        match self.starts.get(number..number + 2) {
            Some(&[start, end]) => &self.nodes[start as usize..end as usize],
            _ => &[],
        }
    }
}

/// The classes of the page. Most elements share theirs with others, so each value of the attribute is read once.
pub(super) struct Classes {
    /// By number of the node, its value's number and one; 0 for a node without classes.
    of_node: Vec<u32>,
    /// By number of the value, where its words begin; one more than there are values.
    starts: Vec<u32>,
    words: Vec<Word>,
    /// By number of the value, whether form feeds part its words.
    has_form_feed: Vec<bool>,
}

impl Classes {
    pub(super) fn of<'a>(document: &'a Document, with_class: &[NodeId], all_words: &Words<'a>) -> Classes {
        let mut numbers: HashMap<&'a str, u32> = HashMap::new();
        let mut recent: [(&'a str, u32); N_RECENT] = [("", 0); N_RECENT];
        let mut classes =
            Classes { of_node: vec![0; document.len()], starts: vec![0], words: Vec::new(), has_form_feed: Vec::new() };
        for &node in with_class {
            let value = document.attribute(node, names::CLASS).unwrap_or("");
            let recent = &mut recent[place(value)];
            if recent.0 == value && recent.1 > 0 {
                classes.of_node[node.index()] = recent.1;
                continue;
            }
            let number = *numbers.entry(value).or_insert_with(|| {
                classes.words.extend(value.split_ascii_whitespace().map(|word| all_words.number(word)));
                classes.starts.push(classes.words.len() as u32);
                classes.has_form_feed.push(value.contains('\x0c'));
                classes.has_form_feed.len() as u32
            });
            *recent = (value, number);
            classes.of_node[node.index()] = number;
        }
        classes
    }

    /// The number of the value that the element has, `None` for none.
    pub(super) fn value(&self, node: NodeId) -> Option<usize> {
        (self.of_node[node.index()] as usize).checked_sub(1)
    }

    /// The words of a value; one that the page has twice is there twice.
    pub(super) fn words(&self, value: usize) -> &[Word] {
        &self.words[self.starts[value] as usize..self.starts[value + 1] as usize]
    }

    pub(super) fn has_form_feed(&self, value: usize) -> bool {
        self.has_form_feed[value]
    }

    pub(super) fn have_form_feeds(&self) -> bool {
        self.has_form_feed.contains(&true)
    }

    /// The elements with a class by the number that `number` gives to the class.
    pub(super) fn lists(&self, with_class: &[NodeId], number: impl Fn(Word) -> u32) -> Lists {
        // The numbers of a value, each once.
        let (mut starts, mut numbers) = (vec![0], Vec::with_capacity(self.words.len()));
        let mut last_value: Vec<usize> = Vec::new();
        for value in 0..self.has_form_feed.len() {
            for number in self.words(value).iter().map(|&word| number(word) as usize) {
                if number >= last_value.len() {
                    last_value.resize(number + 1, 0);
                }
                if std::mem::replace(&mut last_value[number], value + 1) != value + 1 {
                    numbers.push(number as u32);
                }
            }
            starts.push(numbers.len());
        }
        let mut pairs = Vec::with_capacity(2 * with_class.len());
        for &node in with_class {
            let value = self.of_node[node.index()] as usize;
            pairs.extend(numbers[starts[value - 1]..starts[value]].iter().map(|&number| (number, node)));
        }
        Lists::of(&pairs)
    }
}

/// How many values are at hand before the map is asked.
const N_RECENT: usize = 64;

/// Where a value is kept at hand: by its length and its ends.
fn place(value: &str) -> usize {
    let bytes = value.as_bytes();
    let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else { return 0 };
    let middle = bytes[bytes.len() / 2];
    (bytes.len() + 5 * usize::from(first) + 11 * usize::from(last) + 17 * usize::from(middle)) % N_RECENT
}

/// The elements by the whole value of an attribute, which `number` gives a number to.
pub(super) fn by_value<'a>(
    document: &'a Document,
    name: Name,
    with: &[NodeId],
    number: impl Fn(&'a str) -> u32,
) -> Lists {
    let value = |node: NodeId| document.attribute(node, name).unwrap_or("");
    Lists::of(&with.iter().map(|&node| (number(value(node)), node)).collect::<Vec<_>>())
}

/// Numbers among siblings of the same name, from the start and from the end. The children of a node are numbered
/// together, when one of them is first asked for.
#[derive(Default)]
pub(super) struct Numbers {
    /// By number of the node; 0 for one that has none yet.
    numbers: OnceCell<Vec<Cell<(u32, u32)>>>,
    /// By number of the name, how many siblings had it so far; emptied after each parent.
    counts: RefCell<Vec<u32>>,
}

impl Numbers {
    #[inline]
    fn of(&self, document: &Document, node: NodeId) -> (u32, u32) {
        match self.numbers.get().map(|numbers| numbers[node.index()].get()) {
            Some(known) if known.0 > 0 => known,
            _ => self.number(document, node),
        }
    }

    #[cold]
    fn number(&self, document: &Document, node: NodeId) -> (u32, u32) {
        let numbers = self.numbers.get_or_init(|| vec![Cell::new((0, 0)); document.len()]);
        match document.parent(node) {
            Some(parent) => self.number_children(document, parent, numbers),
            None => numbers[node.index()].set((1, 1)),
        }
        numbers[node.index()].get()
    }

    fn number_children(&self, document: &Document, parent: NodeId, numbers: &[Cell<(u32, u32)>]) {
        let mut counts = self.counts.borrow_mut();
        let tag = |child: NodeId| document.tag(child).map(Name::index);
        for child in document.children(parent) {
            let Some(tag) = tag(child) else {
                numbers[child.index()].set((1, 1));
                continue;
            };
            if tag >= counts.len() {
                counts.resize(tag + 1, 0);
            }
            counts[tag] += 1;
            numbers[child.index()].set((counts[tag], 0));
        }
        for child in document.child_elements(parent) {
            let Some(tag) = tag(child) else { continue };
            let number = numbers[child.index()].get().0;
            numbers[child.index()].set((number, counts[tag] - number + 1));
        }
        for child in document.child_elements(parent) {
            if let Some(tag) = tag(child) {
                counts[tag] = 0;
            }
        }
    }
}

impl SelectorIndex<'_> {
    /// The place among siblings of the same name.
    #[inline]
    pub(in super::super) fn number(&self, node: NodeId) -> u32 {
        self.numbers.of(self.document, node).0
    }

    pub(in super::super) fn number_from_end(&self, node: NodeId) -> u32 {
        self.numbers.of(self.document, node).1
    }
}
