//! Noise across the pages of one site: what the two ways to find it share.
//!
//! [`style_tree`](crate::style_tree) merges the trees of the pages, [`repeated`](crate::repeated) counts lines of text.
//! Both read pages one after the other, keep numbers for what they saw and no page, and then clean any page of the site.

pub(crate) mod keys;
pub(crate) mod labels;
pub(crate) mod lines;
pub(crate) mod removal;
