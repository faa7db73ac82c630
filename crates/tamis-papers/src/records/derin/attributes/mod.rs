//! The attributes of records, as both profiles find them: everything that a record shows or points to is a candidate
//! attribute, and candidate attributes that mean the same in different records are one column.
//!
//! 1. [`units`] reads the candidate attributes, each with its text, type, tag path and style.
//! 2. [`concepts`] clusters them by their [`similarity`]; two of one record stay apart. Then it takes out what is the same in all
//!    records, or there twice in one.
//! 3. [`cohesion`] says how similar the records are by the attributes they have, and [`alignment`] makes the table.

pub(crate) mod alignment;
pub(crate) mod cohesion;
pub(crate) mod concepts;
pub(crate) mod ngrams;
pub(crate) mod similarity;
pub(crate) mod units;
