//! Who cuts pages into blocks: the methods for it, and ways that take no thought, which a method should beat.

mod baselines;
mod measure;
mod paths;
mod prediction;
mod segmenter;
mod sweep;

pub use baselines::Baseline;
pub use measure::{MarkedPage, OfLevels};
pub use paths::Paths;
pub use prediction::{read_blocks, to_json};
pub use segmenter::{Segmenter, blocks_of};
pub use sweep::Sweep;
