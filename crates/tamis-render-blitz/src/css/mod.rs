//! The style sheets of a page: which ones count, how they are read, and what the browser's own sheet says.

mod bounds;
mod cache;
mod charset;
mod controls;
mod cost;
mod font_faces;
mod hints;
mod legacy;
mod names_in_use;
mod properties;
mod sheets;
mod siblings;
mod unused;
mod user_agent;

pub(crate) use bounds::StyleBounds;
pub(crate) use cache::SheetCache;
pub(crate) use cost::PageShape;
pub(crate) use hints::{HintSheet, Hints};
pub(crate) use names_in_use::NamesInUse;
pub(crate) use sheets::{SheetReader, author_sheets, is_too_much_style};
pub(crate) use user_agent::user_agent_sheets;
