//! Whole sites: which of their pages may be asked for, which are worth it, and which are one and the same.

#![allow(dead_code, unused_imports, reason = "the crawl, which uses all of it, is not here yet")]

mod canonical;
mod links;
mod patterns;
mod percent;
mod robots;
mod site;
mod traps;

pub(crate) use canonical::canonical;
pub(crate) use links::{Link, Links, links};
pub use patterns::{Excluded, PatternError, Patterns};
pub(crate) use robots::Robots;
pub use site::site_of;
pub use traps::TrapKind;
pub(crate) use traps::{Trap, Traps};
