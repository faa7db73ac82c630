//! Numbers for things that are equal.

pub(crate) mod fingerprint;
