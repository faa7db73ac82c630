//! One HTTP client for everything.

#[allow(dead_code, unused_imports)] // Until the client is there.
pub(crate) mod cache;
