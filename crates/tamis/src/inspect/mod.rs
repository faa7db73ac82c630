//! The inner state of a method, as text for people who want to know why.

#[cfg(feature = "papers")]
mod derin;
mod layout;
#[cfg(feature = "papers")]
mod tag_paths;

#[cfg(feature = "papers")]
pub use derin::derin;
pub use layout::layout;
#[cfg(feature = "papers")]
pub use tag_paths::tag_paths;
