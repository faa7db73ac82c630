//! DEPTA
