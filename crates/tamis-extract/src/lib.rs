//! Single-page methods.
