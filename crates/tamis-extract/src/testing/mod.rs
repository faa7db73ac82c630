//! For tests of methods, by the feature `testing`: pages that are laid out by hand, and what holds for every answer.

mod drawn_page;
mod sound_tables;

pub use drawn_page::{draw, draw_in_flow, draw_on, nested, painted_paragraphs, paragraphs, pictures};
pub use sound_tables::assert_sound;
