//! The table of methods. A row is all that a surface needs to offer a method: the command line's help and flags, the
//! documentation's table and the bindings' names are made from it.

use crate::page::Page;
use crate::recipe::{OptionKind, OptionSpec, Recipe};
use tamis_extract::clean::rules::{self, Reading, RulesOptions, Threshold};
use tamis_extract::clean::tps::{self, Borders, TpsOptions};
use tamis_extract::measure::tag_paths::PathStyle;
use tamis_extract::records::Table;
use tamis_extract::records::mdr::{self, Comparison, MdrOptions, Splitting};
use tamis_page::Mask;

/// What is asked of a method, and so the shape of its answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Stage {
    /// The page less its noise: a [`Mask`].
    Clean,
    /// The text worth reading: a [`Mask`] too, shown as text. Every cleaning method serves here.
    Text,
    /// Repeated records: tables.
    Records,
    /// The blocks of the page as a tree.
    Segment,
}

/// What a method found. Nothing found is an empty answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// Which nodes are kept, and why others are not.
    Mask(Mask),
    /// Records, the table that holds most of the page first.
    Tables(Vec<Table>),
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Method {
    /// The name in the literature, and in every surface.
    pub name: &'static str,
    /// What it answers.
    pub stage: Stage,
    /// Whether it reads boxes and styles beside the document.
    pub needs_layout: bool,
    /// Where it is from.
    pub paper: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Its options with the paper's defaults.
    pub options: &'static [OptionSpec],
    /// The method itself, behind one signature.
    pub(crate) run: fn(&Page, &Recipe) -> Answer,
}

/// All methods, the default of each stage first.
pub const METHODS: &[Method] = &[
    Method {
        name: "tps",
        stage: Stage::Clean,
        needs_layout: false,
        paper: "Velloso and Dorneles 2013",
        summary: "keeps the main region: the largest stretch whose tag paths occur nowhere else",
        options: &[
            OptionSpec {
                name: "margin",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0.2",
                doc: "by how much of the whole one side must exceed the other for a split",
            },
            OptionSpec {
                name: "style",
                kind: OptionKind::Choice(&["class+style", "dominant-class", "none"]),
                default: "class+style",
                doc: "what tells elements of one tag apart",
            },
            OptionSpec {
                name: "borders",
                kind: OptionKind::Choice(&["first", "gap"]),
                default: "first",
                doc: "which borders of a threshold are looked at: the first, or also those after a rejected one",
            },
        ],
        run: |page, recipe| Answer::Mask(tps::clean(page.document(), &recipe.tps_options())),
    },
    Method {
        name: "rules",
        stage: Stage::Clean,
        needs_layout: false,
        paper: "Win and Tun",
        summary: "removes runs of one tag, and small subtrees that stand beside large ones",
        options: &[
            OptionSpec {
                name: "threshold",
                kind: OptionKind::CountOrAuto { min: 1, max: 10_000 },
                default: "auto",
                doc: "how many tags a subtree must have to count as large; auto learns it from the page",
            },
            OptionSpec {
                name: "reading",
                kind: OptionKind::Choice(&["top-down", "literal"]),
                default: "top-down",
                doc: "how the rules are read; literal is the paper to the letter and removes nearly everything",
            },
        ],
        run: |page, recipe| Answer::Mask(rules::clean(page.document(), &recipe.rules_options())),
    },
    Method {
        name: "mdr",
        stage: Stage::Records,
        needs_layout: false,
        paper: "Liu, Grossman and Zhai 2003",
        summary: "finds neighbours that look alike under one parent",
        options: &[
            OptionSpec {
                name: "compare",
                kind: OptionKind::Choice(&["strings", "trees"]),
                default: "strings",
                doc: "what is compared of two neighbours: the edit distance of their tags, or matching trees",
            },
            OptionSpec {
                name: "max-distance",
                kind: OptionKind::Number { min: 0.0, max: 2.0 },
                default: "0.3",
                doc: "the largest distance of tag strings that are alike",
            },
            OptionSpec {
                name: "min-similarity",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0.8",
                doc: "the least share of matching nodes of trees that are alike",
            },
            OptionSpec {
                name: "max-combined",
                kind: OptionKind::Count { min: 1, max: 50 },
                default: "10",
                doc: "the most neighbouring nodes that one record may consist of",
            },
            OptionSpec {
                name: "split",
                kind: OptionKind::Choice(&["children", "period"]),
                default: "children",
                doc: "how regions become records; period is the reading behind published counts of tree matching",
            },
        ],
        run: |page, recipe| Answer::Tables(mdr::find(page.document(), &recipe.mdr_options())),
    },
    Method {
        name: "none",
        stage: Stage::Text,
        needs_layout: false,
        paper: "",
        summary: "keeps everything that a reader sees",
        options: &[],
        run: |page, _| Answer::Mask(Mask::keep_all(page.document())),
    },
];

/// From the values of a recipe to the options of the method itself.
impl Recipe {
    /// The options of `tps`, for a recipe of that method.
    pub(crate) fn tps_options(&self) -> TpsOptions {
        let style = match self.choice("style") {
            "dominant-class" => PathStyle::DominantClass,
            "none" => PathStyle::None,
            _ => PathStyle::ClassAndStyle,
        };
        let borders = if self.choice("borders") == "gap" { Borders::Gap } else { Borders::First };
        TpsOptions::default().with_margin(self.number("margin")).with_style(style).with_borders(borders)
    }

    fn mdr_options(&self) -> MdrOptions {
        let comparison = match self.choice("compare") {
            "trees" => Comparison::TreeMatching { min_similarity: self.number("min-similarity") },
            _ => Comparison::TagStrings { max_distance: self.number("max-distance") },
        };
        let splitting = if self.choice("split") == "period" { Splitting::ByPeriod } else { Splitting::ByChildren };
        let options = MdrOptions::default().with_comparison(comparison).with_splitting(splitting);
        options.with_max_combined(self.count("max-combined"))
    }

    fn rules_options(&self) -> RulesOptions {
        let threshold = self.count_or_auto("threshold").map_or(Threshold::Learnt, |n| Threshold::Fixed(n as u32));
        let reading = if self.choice("reading") == "literal" { Reading::Literal } else { Reading::TopDown };
        RulesOptions::default().with_threshold(threshold).with_reading(reading)
    }
}

/// The methods that can do a job, its default first.
pub fn for_stage(stage: Stage) -> impl Iterator<Item = &'static Method> + Clone {
    let serves = move |method: &&Method| method.stage == stage;
    let lends = move |method: &&Method| stage == Stage::Text && method.stage == Stage::Clean;
    METHODS.iter().filter(serves).chain(METHODS.iter().filter(lends))
}

/// The method with this name that can do the job.
pub fn find(stage: Stage, name: &str) -> Option<&'static Method> {
    for_stage(stage).find(|method| method.name == name)
}

/// The method that does the job when none is named.
pub fn default_for(stage: Stage) -> Option<&'static Method> {
    for_stage(stage).next()
}

impl Stage {
    /// The name, as the commands spell it.
    pub fn as_str(self) -> &'static str {
        match self {
            Stage::Clean => "clean",
            Stage::Text => "text",
            Stage::Records => "records",
            Stage::Segment => "segment",
        }
    }
}

impl PartialEq for Method {
    /// Rows are the same if their stage and name are.
    fn eq(&self, other: &Method) -> bool {
        (self.stage, self.name) == (other.stage, other.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_defaults_of_a_row_are_those_of_its_paper() {
        let clean = |name| Recipe::named(Stage::Clean, name).expect("the method is in the table");
        assert_eq!(clean("tps").tps_options(), TpsOptions::default());
        assert_eq!(clean("rules").rules_options(), RulesOptions::default());
        let records = |name| Recipe::named(Stage::Records, name).expect("the method is in the table");
        assert_eq!(records("mdr").mdr_options(), MdrOptions::default());
    }

    #[test]
    fn names_are_unique_where_a_user_can_type_them() {
        for stage in [Stage::Clean, Stage::Text, Stage::Records, Stage::Segment] {
            let mut seen = BTreeSet::new();
            for method in for_stage(stage) {
                assert!(seen.insert(method.name), "two {} methods are called {}", stage.as_str(), method.name);
            }
        }
    }

    #[test]
    fn every_row_is_complete_and_speaks_one_style() {
        for method in METHODS {
            // Building the recipe parses every default.
            assert_eq!(Recipe::of(method).options().len(), method.options.len());
            let docs = method.options.iter().map(|spec| spec.doc).chain([method.summary]);
            for line in docs {
                assert!(!line.is_empty() && !line.ends_with('.') && !line.contains('\n'), "{}: {line:?}", method.name);
            }
            let names = method.options.iter().map(|spec| spec.name).chain([method.name]);
            for name in names {
                assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name:?}");
            }
        }
    }
}
