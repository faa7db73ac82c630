//! Texts that selectors hold, numbered, so that features are compared and looked up as numbers.

use crate::select::write::stability::{Stability, judge};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// The number of a class, an id, a value or the start of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in super::super) struct Word(pub(super) u32);

/// The number of a label, whose white space is not that of the page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in super::super) struct Label(u32);

/// The texts by number and back.
#[derive(Default)]
pub(super) struct Words<'a> {
    numbers: RefCell<HashMap<&'a str, Word>>,
    texts: RefCell<Vec<(&'a str, Option<Stability>)>>,
    /// By number of a word, a number that words have in common which differ in case only.
    folded: RefCell<FastMap<u32, u32>>,
    by_folded: RefCell<HashMap<String, u32>>,
    labels: RefCell<Vec<Rc<str>>>,
    label_numbers: RefCell<HashMap<Rc<str>, Label>>,
}

impl<'a> Words<'a> {
    pub(super) fn number(&self, text: &'a str) -> Word {
        let mut numbers = self.numbers.borrow_mut();
        *numbers.entry(text).or_insert_with(|| {
            let mut texts = self.texts.borrow_mut();
            texts.push((text, None));
            Word(texts.len() as u32 - 1)
        })
    }

    pub(super) fn spell(&self, word: Word) -> &'a str {
        self.texts.borrow()[word.0 as usize].0
    }

    /// How the word came about, judged once.
    pub(super) fn stability(&self, word: Word) -> Stability {
        let (text, known) = self.texts.borrow()[word.0 as usize];
        known.unwrap_or_else(|| {
            let stability = judge(text);
            self.texts.borrow_mut()[word.0 as usize].1 = Some(stability);
            stability
        })
    }

    /// A number that words share which differ in the case of ASCII letters only.
    pub(super) fn folded(&self, word: Word) -> u32 {
        *self.folded.borrow_mut().entry(word.0).or_insert_with(|| {
            let mut by_folded = self.by_folded.borrow_mut();
            let next = by_folded.len() as u32;
            *by_folded.entry(self.spell(word).to_ascii_lowercase()).or_insert(next)
        })
    }

    pub(super) fn label(&self, text: &str) -> Label {
        if let Some(&known) = self.label_numbers.borrow().get(text) {
            return known;
        }
        let text: Rc<str> = text.into();
        let mut labels = self.labels.borrow_mut();
        labels.push(text.clone());
        let label = Label(labels.len() as u32 - 1);
        self.label_numbers.borrow_mut().insert(text, label);
        label
    }

    pub(super) fn spell_label(&self, label: Label) -> Rc<str> {
        self.labels.borrow()[label.0 as usize].clone()
    }
}

pub(in super::super) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// Multiplies and folds; the constant is that of the golden ratio.
#[derive(Default)]
pub(in super::super) struct FastHasher(u64);

impl FastHasher {
    #[inline]
    fn add(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number ^ 0x2545_f491_4f6c_dd1d) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for FastHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.add(number as u64);
    }
}
