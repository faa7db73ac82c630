//! The table of methods. A row is all that a surface needs to offer a method: the command line's help and flags, the
//! documentation's table and the bindings' names are made from it.

use crate::page::Page;
use crate::recipe::{OptionKind, OptionSpec, Recipe};
use tamis_extract::RenderedView;
use tamis_extract::clean::{rules, tps, weights};
use tamis_extract::records::{Table, depta, derin, mdr, xpath_rank};
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

/// All methods.
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
            OptionSpec {
                name: "complement",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0",
                doc: "keep the rest when the region has less than this share of the page's punctuation; try 0.2",
            },
        ],
        run: |page, recipe| Answer::Mask(tps::clean(&page.view(), &recipe.tps_options())),
    },
    Method {
        name: "weights",
        stage: Stage::Clean,
        needs_layout: false,
        paper: "Hlaing",
        summary: "keeps the one element that holds the main content, less the noise in it",
        options: &[
            OptionSpec {
                name: "noise-threshold",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0.5",
                doc: "a block with a higher noise score is left out",
            },
            OptionSpec {
                name: "hub-ratio",
                kind: OptionKind::Number { min: 1.0, max: 1000.0 },
                default: "2",
                doc: "fewer characters of text than this for each character of link text make a block a hub",
            },
            OptionSpec {
                name: "footer-words",
                kind: OptionKind::Count { min: 1, max: 1000 },
                default: "5",
                doc: "so many different footer words cost a block the penalty",
            },
            OptionSpec {
                name: "footer-penalty",
                kind: OptionKind::Number { min: 0.0, max: 10.0 },
                default: "0.6",
                doc: "what footer words cost",
            },
            OptionSpec {
                name: "nearly-best",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0.9",
                doc: "blocks with this part of the greatest weight count as equally good; the deepest is taken",
            },
            OptionSpec {
                name: "formula",
                kind: OptionKind::Choice(&["corrected", "literal"]),
                default: "corrected",
                doc: "how the weight is put together; literal is the equation as printed",
            },
        ],
        run: |page, recipe| Answer::Mask(weights::clean(&page.view(), &recipe.weights_options())),
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
        run: |page, recipe| Answer::Mask(rules::clean(&page.view(), &recipe.rules_options())),
    },
    Method {
        name: "depta",
        stage: Stage::Records,
        needs_layout: false,
        paper: "Zhai and Liu 2005",
        summary: "finds records by matching trees and aligns their items by partial tree alignment",
        options: &[
            OptionSpec {
                name: "min-similarity",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0.8",
                doc: "the least share of matching nodes of trees that are alike",
            },
            MAX_COMBINED,
            WITHIN,
        ],
        run: |page, recipe| {
            let options = recipe.depta_options();
            Answer::Tables(match recipe.within(page) {
                Some(mask) => depta::find_under(&page.view(), &mask, &options),
                None => depta::find(&page.view(), &options),
            })
        },
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
            MAX_COMBINED,
            OptionSpec {
                name: "split",
                kind: OptionKind::Choice(&["shortest", "paper", "inner-region"]),
                default: "shortest",
                doc: "how regions become records: the shortest that are alike, or by the paper's rules alone",
            },
            WITHIN,
        ],
        run: |page, recipe| {
            let options = recipe.mdr_options();
            Answer::Tables(match recipe.within(page) {
                Some(mask) => mdr::find_under(&page.view(), &mask, &options),
                None => mdr::find(&page.view(), &options),
            })
        },
    },
    Method {
        name: "derin",
        stage: Stage::Records,
        needs_layout: true,
        paper: "Figueiredo, Assis and Ferreira 2017",
        summary: "finds the main data region by its boxes, records by n-grams, columns by five similarities",
        options: &[
            PROFILE,
            OptionSpec {
                name: "min-children",
                kind: OptionKind::Count { min: 1, max: 1000 },
                default: "3",
                doc: "the fewest children of a data region, and the fewest records (#min)",
            },
            OptionSpec {
                name: "min-area",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0.1",
                doc: "the least share of the body's area that a data region fills (%area)",
            },
            OptionSpec {
                name: "min-height",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0.2",
                doc: "the least share of the body's height (%height)",
            },
            OptionSpec {
                name: "min-width",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0.3",
                doc: "the least share of the body's width (%width)",
            },
            OptionSpec {
                name: "max-parent-area",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0.2",
                doc: "a candidate that fills more of another one rules that one out (%parent)",
            },
            OptionSpec {
                name: "max-tree-distance",
                kind: OptionKind::Number { min: 0.0, max: 100.0 },
                default: "2",
                doc: "the most insertions and deletions between records of one kind with different parents (δmax)",
            },
            OptionSpec {
                name: "max-cluster-distance",
                kind: OptionKind::NumberOrAuto { min: 0.0, max: 1.0 },
                default: "auto",
                doc: "the largest distance of values that become one column; auto is the profile's (θmax)",
            },
            OptionSpec {
                name: "min-cohesion",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0.5",
                doc: "records less alike than this are cut anew by n-grams (%cohesion)",
            },
            OptionSpec {
                name: "max-climb",
                kind: OptionKind::Count { min: 0, max: 100 },
                default: "3",
                doc: "how many parents up records outside the chosen element are looked for",
            },
            OptionSpec {
                name: "ngrams",
                kind: OptionKind::Flag,
                default: "true",
                doc: "whether the structure of the records is searched for by n-grams",
            },
            OptionSpec {
                name: "outliers",
                kind: OptionKind::Flag,
                default: "true",
                doc: "whether records unlike all others are left out",
            },
        ],
        run: |page, recipe| {
            let options = recipe.derin_options();
            Answer::Tables(
                page.as_rendered().map_or_else(Vec::new, |page| derin::find(&RenderedView::of(page), &options)),
            )
        },
    },
    Method {
        name: "xpath-rank",
        stage: Stage::Records,
        needs_layout: true,
        paper: "Trieschnigg, Tjin-Kam-Jet and Hiemstra 2012",
        summary: "ranks the XPaths that grow from links by how alike and how large what they select is",
        options: &[
            PROFILE,
            OptionSpec {
                name: "min-repetition",
                kind: OptionKind::Count { min: 2, max: 1000 },
                default: "3",
                doc: "the fewest nodes that an XPath must select",
            },
            OptionSpec {
                name: "min-similarity",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0.55",
                doc: "how alike the least typical node must be to what all have in common",
            },
            OptionSpec {
                name: "min-mean-similarity",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0.65",
                doc: "how alike the nodes must be to what all have in common on average",
            },
            OptionSpec {
                name: "max-invisible",
                kind: OptionKind::Number { min: 0.0, max: 1.0 },
                default: "0.6",
                doc: "an XPath with a larger share of invisible nodes is dropped",
            },
        ],
        run: |page, recipe| {
            let options = recipe.xpath_rank_options();
            Answer::Tables(
                page.as_rendered().map_or_else(Vec::new, |page| xpath_rank::find(&RenderedView::of(page), &options)),
            )
        },
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

/// Of methods whose paper cannot be followed to the letter with profit; their pages list and measure each difference.
const PROFILE: OptionSpec = OptionSpec {
    name: "profile",
    kind: OptionKind::Choice(&["tuned", "paper"]),
    default: "tuned",
    doc: "the paper to the letter, or with other steps where those fail",
};

const MAX_COMBINED: OptionSpec = OptionSpec {
    name: "max-combined",
    kind: OptionKind::Count { min: 1, max: 50 },
    default: "10",
    doc: "the most neighbouring nodes that one record may consist of",
};

/// The option of records methods to look only at what a cleaning method keeps, as the papers of `tps` and `weights` do.
const WITHIN: OptionSpec = OptionSpec {
    name: "within",
    kind: OptionKind::Choice(&["page", "tps", "weights", "rules"]),
    default: "page",
    doc: "look at the whole page, or only at what this cleaning method keeps",
};

impl Recipe {
    /// What the option `within` leaves of the page; `None` for all of it.
    fn within(&self, page: &Page) -> Option<Mask> {
        match Recipe::of(find(Stage::Clean, self.choice("within"))?).answer(page) {
            Answer::Mask(mask) => Some(mask),
            Answer::Tables(_) => None,
        }
    }
}

/// The methods that can do a job.
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
///
/// For text it is the one that scored best on 872 pages of seven kinds (word F1, November 2026): weights 0.743, none
/// 0.658, rules 0.655, tps 0.512. The others begin with the method that their paper is about.
pub fn default_for(stage: Stage) -> Option<&'static Method> {
    match stage {
        Stage::Text => find(stage, "weights"),
        _ => for_stage(stage).next(),
    }
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
    fn names_are_unique_where_a_user_can_type_them() {
        for stage in [Stage::Clean, Stage::Text, Stage::Records, Stage::Segment] {
            let mut seen = BTreeSet::new();
            for method in for_stage(stage) {
                assert!(seen.insert(method.name), "two {} methods are called {}", stage.as_str(), method.name);
            }
        }
    }

    #[test]
    fn every_stage_that_has_methods_has_a_default() {
        for method in METHODS {
            assert!(default_for(method.stage).is_some(), "{}", method.stage.as_str());
        }
    }

    #[test]
    fn within_offers_every_cleaning_method() {
        let OptionKind::Choice(words) = WITHIN.kind else { panic!("it is a choice") };
        let names: BTreeSet<_> = for_stage(Stage::Clean).map(|method| method.name).chain(["page"]).collect();
        assert_eq!(words.iter().copied().collect::<BTreeSet<_>>(), names);
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
