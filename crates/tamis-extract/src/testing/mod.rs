//! For tests of methods, by the feature `testing`: pages that are laid out by hand, and what holds for every table of options and every
//! answer.

mod drawn_page;
mod option_tables;
mod sound_tables;

pub use drawn_page::{draw, draw_in_flow, draw_on, nested, painted_paragraphs, paragraphs, pictures};
pub use option_tables::{assert_option_table, assert_paper_values};
pub use sound_tables::assert_sound;
