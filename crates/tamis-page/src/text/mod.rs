//! The text of a page: what a reader sees of it, and how much that is.
//!
//! [`visible_text`] writes text as a browser would lay it out with its default style sheet: blocks on lines of their own,
//! an empty line where that style sheet has a margin, white space collapsed, `pre` verbatim. [`count_words`] and
//! [`count_characters`] are fair to scripts without spaces.

mod count;
mod display;
mod lines;
mod reading;
mod running;
mod script;
mod visible;

pub use count::{TextCounts, count_characters, count_text, count_words};
pub use display::TextDisplay;
pub use reading::Reading;
pub use running::RunningText;
pub use visible::{visible_text, visible_text_under};
