//! Where results go: standard output, files that appear when they are complete, directories with a file a page, and what a
//! person at the terminal is told meanwhile.

#[cfg_attr(not(feature = "arrow"), path = "columnar_not_built.rs")]
pub(crate) mod columnar;
pub(crate) mod columnar_output;
#[cfg(feature = "crawl")]
pub(crate) mod crawl;
mod destination;
mod directory;
mod growing;
mod journal;
mod names;
mod own_file;
mod page_files;
pub(crate) mod progress;
pub(crate) mod results;
pub(crate) mod standard_output;
mod unfinished;

pub(crate) use destination::*;
