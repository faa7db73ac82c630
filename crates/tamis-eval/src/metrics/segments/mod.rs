//! Page segmentation: extended `BCubed` over the text of a page.
//!
//! Kiesel et al. (2020) ask of every two pieces of a page whether truth and answer put them together, and weigh the
//! pieces. Here the pieces are the texts of the page ([`LeafTexts`]), each with the weight of its characters or with
//! weight 1. Blocks of one level may overlap, so "together" is a number of blocks ([`bcubed`]).
//!
//! Text in no true block costs precision when the answer puts it into a block, and nothing when it is left out; text in
//! no block of the answer costs recall when it is in a true one. With [`Counted::Inside`] text in no true block is not
//! looked at. An answer without text is measured as one block around the page. Figures of pages are averaged.

mod bcubed;
mod leaf_texts;
mod score;

pub use bcubed::bcubed;
pub use leaf_texts::LeafTexts;
pub use score::{PageFigures, SegmentsScore, score};

use tamis_page::NodeId;

/// How finely a page is cut.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The parts of the page: header, content, footer.
    One,
    /// The blocks of the parts: a menu, an article, a teaser.
    Two,
}

impl Level {
    /// Both levels.
    pub const ALL: [Level; 2] = [Level::One, Level::Two];

    /// 1 or 2.
    pub fn number(self) -> u8 {
        match self {
            Level::One => 1,
            Level::Two => 2,
        }
    }

    /// The level of a number.
    pub fn of_number(number: u64) -> Option<Level> {
        Level::ALL.into_iter().find(|level| u64::from(level.number()) == number)
    }
}

/// A block of an answer: everything below some nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaidBlock {
    /// The nodes.
    pub nodes: Vec<NodeId>,
    /// The level that it is meant for; `None` if it counts at both.
    pub level: Option<Level>,
    /// How many nodes the answer names besides that are not in the page.
    pub n_lost: usize,
}

impl SaidBlock {
    /// A block of these nodes; without a level it counts at both.
    pub fn of(nodes: Vec<NodeId>, level: Option<Level>) -> SaidBlock {
        SaidBlock { nodes, level, n_lost: 0 }
    }

    /// Whether it counts at a level.
    pub fn is_at(&self, level: Level) -> bool {
        self.level.is_none_or(|own| own == level)
    }
}

/// Which text is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counted {
    /// All text of the page.
    #[default]
    Everything,
    /// Text inside true blocks.
    Inside,
}

/// How well two ways to cut a page agree.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Agreement {
    /// Of what the answer puts together, the share that belongs together.
    pub precision: f64,
    /// Of what belongs together, the share that the answer puts together.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
}
