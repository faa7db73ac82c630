//! The inner state of a method, as text for people who want to know why.

mod derin;
mod layout;
mod tag_paths;

pub use derin::derin;
pub use layout::layout;
pub use tag_paths::tag_paths;
