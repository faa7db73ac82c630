//! Figures of accuracy: what an answer is worth against the truth of a page.
//!
//! Texts are counted in words. Records and their cells are compared as multisets of lower-case words, so that white
//! space, punctuation and the order of columns do not matter; main content by words and by shingles of four words. Blocks of a page are
//! compared by which texts they put together.

mod bag;
pub mod calibration;
pub mod content;
pub mod metadata;
pub mod pagination;
mod places;
pub mod records;
pub mod segments;
pub mod site_noise;
mod words;

pub use bag::Bag;
pub use words::{letter_words, words};

/// The harmonic mean of precision and recall; zero if both are.
pub fn f1(precision: f64, recall: f64) -> f64 {
    let sum = precision + recall;
    if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 }
}

/// A share; zero of nothing is zero.
pub fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
