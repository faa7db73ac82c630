//! Accuracy and speed.
pub mod html5lib;
#[cfg(feature = "rivals")]
pub mod rivals;
pub mod tree_view;
