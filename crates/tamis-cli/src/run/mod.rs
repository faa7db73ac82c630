//! What the commands have in common: pages from their sources through readers and methods to the output.

pub(crate) mod pages;
pub(crate) mod readers;
pub(crate) mod site_noise;
