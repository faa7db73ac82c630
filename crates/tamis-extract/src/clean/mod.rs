//! Noise removal: which nodes of a page are worth keeping.
//!
//! Each method is a function `clean(&Document, &Options) -> Mask`, and a function that also returns what it saw on
//! the way, so that a decision can be explained.
//!
//! | method | decides by |
//! |---|---|
//! | [`tps`] | where the sequence of tag paths changes its alphabet |
//! | [`rules`] | the number and the kinds of tags in a subtree |
//! | [`weights`] | the shares of text, links and punctuation that an element has |

pub mod rules;
pub mod tps;
pub mod weights;
