//! Tables of papers side by side with ours.

pub mod cps;
pub mod derin;
mod published;
mod tps;

pub use published::{PublishedRow, later_table, table_1};
pub use tps::{Comparison, Measured, Summary, Table, compare, measure};
