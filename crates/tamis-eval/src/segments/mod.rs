//! Who cuts pages into blocks: the methods for it, and ways that take no thought, which a method should beat.

mod baselines;
mod methods;
mod paths;
mod prediction;

pub use baselines::Baseline;
pub use methods::{blocks_of, recipe, recipes, said_blocks};
pub use paths::Paths;
pub use prediction::{read_blocks, to_json};
