//! What is odd about a page, in words that a user can read.

use std::borrow::Cow;
use tamis_page::{GivenUp, LimitsHit};

/// Something odd about a page that did not stop it from being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Warning {
    /// Bytes that mean nothing in the charset were replaced by U+FFFD.
    UndecodableBytes,
    /// The page has more nodes than the limit; the rest was not read.
    TooManyNodes,
    /// The page has more text than the parser reads; the rest was not read.
    TooManyBytes,
    /// Elements beyond the depth that browsers keep were moved up.
    TooDeep,
    /// Formatting or attributes beyond the parser's caps were dropped.
    TooIntricate,
    /// The page lists more records than the limit, or so many that their table would be many times as large as the page.
    TooManyRows {
        /// How many are left out.
        n_left_out: usize,
    },
    /// The page falls into so many areas that their list would be many times as large as the page.
    TooManyAreas {
        /// How many are left out of JSON.
        n_left_out: usize,
    },
    /// The answer is unsure, and no renderer was to be had that could have made it surer.
    NoRenderer,
    /// The answer is unsure, and the page could not be laid out to make it surer.
    NotLaidOut,
    /// The page was laid out, but without this part of it.
    LaidOutWithout(GivenUp),
}

impl Warning {
    /// What happened, in words that a user can read.
    pub fn message(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Warning::TooManyRows { n_left_out } => {
                return format!("{n_left_out} more records are not listed: there are too many for a page of this size")
                    .into();
            }
            Warning::TooManyAreas { n_left_out } => {
                return format!("{n_left_out} more areas are not listed: there are too many for a page of this size")
                    .into();
            }
            Warning::UndecodableBytes => "some bytes mean nothing in this charset and were replaced",
            Warning::TooManyNodes => "the page has more nodes than the limit; the rest was not read",
            Warning::TooManyBytes => "the page has more text than the limit; the rest was not read",
            Warning::TooDeep => "elements nested too deeply were moved up",
            Warning::NoRenderer => "the answer is unsure, and there is no renderer to lay the page out",
            Warning::NotLaidOut => "the answer is unsure, and the page could not be laid out",
            Warning::LaidOutWithout(what) => what.message(),
            Warning::TooIntricate => "formatting or attributes beyond the parser's caps were dropped",
        })
    }

    /// Whether a part of the page is missing from the answer, or from the layout that it was found with.
    pub fn is_loss(self) -> bool {
        matches!(
            self,
            Warning::TooManyNodes
                | Warning::TooManyBytes
                | Warning::TooManyRows { .. }
                | Warning::TooManyAreas { .. }
                | Warning::LaidOutWithout(_)
        )
    }

    pub(super) fn of_limits(hit: LimitsHit) -> Vec<Warning> {
        let caps = [
            (hit.nodes, Warning::TooManyNodes),
            (hit.bytes, Warning::TooManyBytes),
            (hit.depth, Warning::TooDeep),
            (hit.formatting || hit.attributes, Warning::TooIntricate),
        ];
        caps.into_iter().filter(|&(was_hit, _)| was_hit).map(|(_, warning)| warning).collect()
    }
}
