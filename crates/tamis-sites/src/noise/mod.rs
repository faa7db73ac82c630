//! Noise across the pages of one site: what every way to find it needs.
//!
//! A way reads pages one after the other, keeps numbers for what it saw and no page, and then cleans any page of the site. It
//! knows texts and places by a [`Key`], cuts a page into [`PageLines`], gives each piece of a line a [`Verdict`], keeps the
//! labels of what is kept ([`keep_labels`]) and takes out what is left ([`mask_of`]).

mod keys;
mod labels;
mod lines;
mod removal;

pub use keys::{Key, element_key, shown_file};
pub use labels::keep_labels;
pub use lines::{Line, PageLines, is_picture};
pub use removal::{Evidence, Verdict, mask_of};
