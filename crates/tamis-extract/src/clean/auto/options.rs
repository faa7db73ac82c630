//! The parameters of the method.

use crate::clean::blocks::Favor;

crate::options! {
    /// What is kept.
    pub struct AutoOptions {
        /// What is worse: to keep noise (precision), to lose content (recall), or both alike.
        favor, with_favor: Favor = Favor::Balance;

        /// A list less likely than this to be what the reader came for is not kept for its own sake.
        /// The main list of a page that is a list as a whole is kept anyhow.
        min_confidence, with_min_confidence: f64 = 0.5, in 0.0..=1.0;
    }
}
