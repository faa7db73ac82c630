//! The parameters of the method.

use super::Favor;
use crate::options::{MethodOptions, OptionSpec};

/// How blocks are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BlocksOptions {
    /// What is worse: to keep noise or to lose content. Default: both alike.
    pub favor: Favor,
    /// Whether lists and tables are kept whole where most of them is kept. Default: true.
    pub whole_lists: bool,
    /// Whether a layout, where there is one, says what can be seen. Default: true.
    pub layout: bool,
}

impl Default for BlocksOptions {
    fn default() -> BlocksOptions {
        BlocksOptions { favor: Favor::Balance, whole_lists: true, layout: true }
    }
}

impl BlocksOptions {
    /// Sets what is worse.
    #[must_use]
    pub fn with_favor(mut self, favor: Favor) -> BlocksOptions {
        self.favor = favor;
        self
    }
}

impl MethodOptions for BlocksOptions {
    /// There is no paper: the defaults.
    fn paper() -> BlocksOptions {
        BlocksOptions::default()
    }

    fn table() -> &'static [OptionSpec<BlocksOptions>] {
        const {
            &[
                OptionSpec::choice(
                    "favor",
                    &Favor::WORDS,
                    Favor::QUESTION,
                    |options| options.favor as usize,
                    |options, idx| options.favor = Favor::ALL[idx],
                ),
                OptionSpec::flag(
                    "whole-lists",
                    "keep lists and tables whole where most of them is kept",
                    |options| options.whole_lists,
                    |options, value| options.whole_lists = value,
                ),
                OptionSpec::flag(
                    "layout",
                    "let a layout say what can be seen, where there is one",
                    |options| options.layout,
                    |options, value| options.layout = value,
                ),
            ]
        }
    }
}
