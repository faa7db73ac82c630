//! The style sheets of a page: which ones count, how they are read, and what the browser's own sheet says.

mod bounds;
mod controls;
mod cost;
mod hints;
mod names_in_use;
mod sheet_text;
mod sheets;
mod unused;

pub(crate) use bounds::StyleBounds;
pub(crate) use cost::PageShape;
pub(crate) use hints::{HintSheet, Hints};
pub(crate) use names_in_use::NamesInUse;
pub(crate) use sheets::{SheetCache, SheetReader, author_sheets, is_too_much_style, user_agent_sheets};
