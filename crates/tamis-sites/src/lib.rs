//! What is remembered across the pages of a site.

mod annotation;
mod fingerprint;
mod label;
mod mapping;
pub mod store;
mod template;

pub use annotation::Fit;
pub use fingerprint::Fingerprint;
pub use mapping::Mode;
pub use template::Template;
