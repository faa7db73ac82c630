//! The weights of the default method for main text, fitted on data sets.
//!
//! `blocks` scores the blocks of a page by a sum of weights: one for the bin of each feature, for two tags, and for words
//! of class names. Every page gives its blocks, labelled with the share of their words that stands in the true
//! text; pages of which only snippets are known give the blocks with these snippets. The weights are those under which
//! the page's expected F1 is highest and the blocks' log loss is lowest ([`train`]), and what they are worth is told by
//! site: the blocks of a site are scored by weights that were fitted without them. All of it is deterministic, and the
//! result can be written into the method's source.

mod columns;
mod labels;
mod pages;
mod report;
mod train;
mod weights_file;

pub use columns::Columns;
pub use pages::{BlockPage, read_pages};
pub use report::{Figures, figures};
pub use train::{TrainOptions, Weights, out_of_fold, train};
pub use weights_file::{written, written_words};
