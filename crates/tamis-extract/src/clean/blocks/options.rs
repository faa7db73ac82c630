//! The parameters of the method.

use super::Favor;

crate::options! {
    /// How blocks are chosen.
    pub struct BlocksOptions {
        /// What is worse: to keep noise (precision), to lose content (recall), or both alike.
        favor, with_favor: Favor = Favor::Balance;

        /// Keep lists and tables whole where most of them is kept.
        whole_lists, with_whole_lists: bool = true;

        /// Let a layout say what can be seen, where there is one.
        layout, with_layout: bool = true;
    }
}
