//! What is remembered across the pages of a site.
//!
//! A site has few templates and many pages. Its first page of a template is asked the long way, by methods that may need a
//! layout, and what they said is remembered with the nodes that they said it about; every other page of the template is
//! mapped, node by node, in a fraction of the time ([`Clusters`]). What is remembered is kept in a [`store`].
//!
//! The records of a template can also be remembered as selectors, for use in any scraper: [`wrapper`].
//!
//! What the pages of a site have in common is noise on each of them: [`repeated`].

mod annotation;
mod clusters;
mod fingerprint;
mod label;
mod mapping;
pub mod noise;
pub mod repeated;
pub mod store;
mod template;
pub mod wrapper;

pub use clusters::{Choice, ClusterId, ClusterOptions, Clusters, Compare, Drift, Hit, Miss, Visit, most_typical};
pub use fingerprint::{Fingerprint, PathSet};
pub use mapping::{Fit, Mode};
pub use template::{Mapped, Template, TemplateArea, TemplateError};
