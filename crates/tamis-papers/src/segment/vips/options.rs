//! What can be chosen about VIPS.

use tamis_extract::options::{MethodOptions, OptionSpec};

/// How a page is cut.
///
/// ```
/// use tamis_papers::segment::vips::{RuleSet, VipsOptions};
///
/// let options = VipsOptions::paper().with_rules(RuleSet::Twelve).with_pdoc(8);
/// assert_eq!(options.pdoc, 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct VipsOptions {
    /// The permitted degree of coherence of the parts of the page: an area that is not more coherent is divided. With 0
    /// the page is divided once, at its heaviest separators. Default: 0.
    pub part_pdoc: usize,
    /// The same for the blocks of the page. Default: 5.
    pub pdoc: usize,
    /// Which rules there are. Default: thirteen.
    pub rules: RuleSet,
    /// What a small node is. Default: below a number of square pixels.
    pub size: Size,
    /// The narrowest separator, in pixels. Default: 3.
    pub min_gap: usize,
    /// The most rounds. Default: 10.
    pub rounds: usize,
    /// How weights of separators become degrees of coherence. Default: against the heaviest of the page.
    pub normalisation: Normalisation,
    /// Where the permitted degree of coherence is asked for. Default: of the finished tree.
    pub pdoc_at: PdocAt,
    /// Whether an area without separators is looked into in the next round, each of its blocks divided, instead of being
    /// left as it is. Default: true; the report leaves it.
    pub look_inside: bool,
}

/// The two numberings of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RuleSet {
    /// With the rule on nodes whose children need more room than they have.
    #[default]
    Thirteen,
    /// Without it.
    Twelve,
}

/// What a small node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Size {
    /// Below a number of square pixels that shrinks from 140000 to 1 in ten rounds.
    #[default]
    Fixed,
    /// Below a share of the page, 0.05 in the first round and 0.7 times as much in each next one.
    Relative,
}

/// How weights of separators become degrees of coherence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Normalisation {
    /// From the lightest separator of the page to a weight of 40.
    #[default]
    Fixed40,
    /// From the lightest separator of the page to its heaviest.
    MinMax,
}

/// Where the permitted degree of coherence is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PdocAt {
    /// Of the finished tree.
    #[default]
    Output,
    /// In every round: a leaf that is coherent enough is not looked at again.
    Loop,
}

impl Default for VipsOptions {
    /// The values that were best in a sweep over pages with marked blocks, and no dead ends.
    fn default() -> VipsOptions {
        VipsOptions {
            part_pdoc: 0,
            pdoc: 5,
            normalisation: Normalisation::MinMax,
            look_inside: true,
            ..VipsOptions::paper()
        }
    }
}

impl VipsOptions {
    /// As in the report, with the values of the public programs where it has none.
    #[must_use]
    pub fn paper() -> VipsOptions {
        VipsOptions {
            part_pdoc: 5,
            pdoc: 5,
            rules: RuleSet::Thirteen,
            size: Size::Fixed,
            min_gap: 3,
            rounds: 10,
            normalisation: Normalisation::Fixed40,
            pdoc_at: PdocAt::Output,
            look_inside: false,
        }
    }

    /// The same with another [`part_pdoc`](VipsOptions::part_pdoc).
    #[must_use]
    pub fn with_part_pdoc(mut self, part_pdoc: usize) -> VipsOptions {
        self.part_pdoc = part_pdoc;
        self
    }

    /// The same with another [`pdoc`](VipsOptions::pdoc).
    #[must_use]
    pub fn with_pdoc(mut self, pdoc: usize) -> VipsOptions {
        self.pdoc = pdoc;
        self
    }

    /// The same with another [`rules`](VipsOptions::rules).
    #[must_use]
    pub fn with_rules(mut self, rules: RuleSet) -> VipsOptions {
        self.rules = rules;
        self
    }

    /// The same with another [`size`](VipsOptions::size).
    #[must_use]
    pub fn with_size(mut self, size: Size) -> VipsOptions {
        self.size = size;
        self
    }

    /// The same with another [`min_gap`](VipsOptions::min_gap).
    #[must_use]
    pub fn with_min_gap(mut self, min_gap: usize) -> VipsOptions {
        self.min_gap = min_gap;
        self
    }

    /// The same with another [`rounds`](VipsOptions::rounds).
    #[must_use]
    pub fn with_rounds(mut self, rounds: usize) -> VipsOptions {
        self.rounds = rounds;
        self
    }

    /// The same with another [`normalisation`](VipsOptions::normalisation).
    #[must_use]
    pub fn with_normalisation(mut self, normalisation: Normalisation) -> VipsOptions {
        self.normalisation = normalisation;
        self
    }

    /// The same with another [`pdoc_at`](VipsOptions::pdoc_at).
    #[must_use]
    pub fn with_pdoc_at(mut self, pdoc_at: PdocAt) -> VipsOptions {
        self.pdoc_at = pdoc_at;
        self
    }

    /// The same with another [`look_inside`](VipsOptions::look_inside).
    #[must_use]
    pub fn with_look_inside(mut self, look_inside: bool) -> VipsOptions {
        self.look_inside = look_inside;
        self
    }

    /// The larger of the two permitted degrees: what is coherent enough for it needs no further round.
    pub(super) fn finest_pdoc(&self) -> u8 {
        self.pdoc.max(self.part_pdoc) as u8
    }
}

impl MethodOptions for VipsOptions {
    fn paper() -> VipsOptions {
        VipsOptions::paper()
    }

    fn table() -> &'static [OptionSpec<VipsOptions>] {
        const {
            &[
                OptionSpec::count(
                    "pdoc",
                    (0, 11),
                    "the permitted degree of coherence of blocks: what is not more coherent is divided",
                    |options| options.pdoc,
                    |options, value| options.pdoc = value,
                ),
                OptionSpec::count(
                    "part-pdoc",
                    (0, 11),
                    "the same for the parts of the page",
                    |options| options.part_pdoc,
                    |options, value| options.part_pdoc = value,
                ),
                OptionSpec::choice(
                    "pdoc-at",
                    &["output", "loop"],
                    "where it is asked for: of the finished tree, or in every round",
                    |options| options.pdoc_at as usize,
                    |options, place| options.pdoc_at = [PdocAt::Output, PdocAt::Loop][place],
                ),
                OptionSpec::choice(
                    "rules",
                    &["13", "12"],
                    "how many rules for blocks; 12 lacks the one on children that need more room than there is",
                    |options| options.rules as usize,
                    |options, place| options.rules = [RuleSet::Thirteen, RuleSet::Twelve][place],
                ),
                OptionSpec::choice(
                    "size",
                    &["fixed", "rel"],
                    "what a small node is: below a number of square pixels, or below a share of the page",
                    |options| options.size as usize,
                    |options, place| options.size = [Size::Fixed, Size::Relative][place],
                ),
                OptionSpec::count(
                    "min-gap",
                    (1, 100),
                    "the narrowest separator, in pixels",
                    |options| options.min_gap,
                    |options, value| options.min_gap = value,
                ),
                OptionSpec::count(
                    "rounds",
                    (1, 20),
                    "the most rounds",
                    |options| options.rounds,
                    |options, value| options.rounds = value,
                ),
                OptionSpec::choice(
                    "normalisation",
                    &["fixed40", "minmax"],
                    "how weights become coherence: against a weight of 40, or against the heaviest of the page",
                    |options| options.normalisation as usize,
                    |options, place| options.normalisation = [Normalisation::Fixed40, Normalisation::MinMax][place],
                ),
                OptionSpec::flag(
                    "look-inside",
                    "whether an area without separators is looked into in the next round",
                    |options| options.look_inside,
                    |options, value| options.look_inside = value,
                ),
            ]
        }
    }
}
