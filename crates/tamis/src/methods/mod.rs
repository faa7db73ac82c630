//! The table of methods. A row is all that a surface needs to offer a method: the command line's help and flags, the
//! documentation's tables and the bindings' names are made from it. The options of a method stand beside its options
//! struct in `tamis-extract` or, by the feature `papers`, in `tamis-papers`; a row only names that struct.

mod row;

pub(crate) use row::AnyOptions;
pub use tamis_extract::clean::weights::WeightsOptions;
pub use tamis_extract::records::auto::AutoOptions;
#[cfg(feature = "papers")]
pub use tamis_papers::clean::{
    rules::{RulesOptions, ThresholdLearner},
    tps::TpsOptions,
};
#[cfg(feature = "papers")]
pub use tamis_papers::records::{
    depta::DeptaOptions, derin::DerinOptions, mdr::MdrOptions, xpath_rank::XPathRankOptions,
};

use crate::page::View;
use crate::task::{AnswerKind, Task};
use row::{AnyRow, NoOptions, Row};
use tamis_extract::clean::blocks::{BlocksOptions, PageKind};
use tamis_extract::clean::{self, blocks, weights};
use tamis_extract::options::{OptionKind, OptionValue};
use tamis_extract::records::auto;
use tamis_extract::segment;
use tamis_extract::{Answers, MainContent};
use tamis_page::{Mask, NodeId};
#[cfg(feature = "papers")]
use tamis_papers::{
    clean::{rules, tps},
    records::{depta, derin, mdr, xpath_rank},
    segment as papers_segment,
};

/// What a method looks at, from what costs least to what costs most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Needs {
    /// A document.
    Document,
    /// A document, and where its answer is unsure, a rendered page.
    DocumentThenLayout,
    /// A rendered page, or a document where the page cannot be rendered.
    LayoutOrDocument,
    /// A rendered page: it reads boxes and styles beside the document.
    RenderedPage,
}

/// A row of the table.
pub struct Method {
    name: &'static str,
    /// The one task that it is made for, of several that its kind of answer would do; it does that one by default.
    only_for: Option<Task>,
    answers: AnswerKind,
    paper: &'static str,
    summary: &'static str,
    module: &'static str,
    row: &'static dyn AnyRow,
}

/// An option of a method, as the command line, the documentation and the bindings show it.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct OptionInfo {
    /// The name in every surface: `--name` on the command line, `name=` elsewhere.
    pub name: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
    /// Which values it takes.
    pub kind: OptionKind,
    /// The value when nothing is said; `None` if the method does not read the option then.
    pub default: Option<OptionValue>,
    /// The value in the profile of the paper; `None` if the method does not read the option then.
    pub paper: Option<OptionValue>,
}

/// All methods.
pub static METHODS: &[Method] = &[
    Method {
        name: "blocks",
        only_for: None,
        answers: AnswerKind::Mask,
        paper: "",
        summary: "scores every block of the page and keeps those that make the expected F1 largest",
        module: "tamis_extract::clean::blocks",
        row: &Row::OnDocument(|view, options| {
            let trace = blocks::trace(view, options);
            let (mask, comments) = (trace.mask(view.document()), trace.comments(view));
            MainContent { mask, comments, kind: Some(trace.kind()) }.into()
        }),
    },
    Method {
        name: "weights",
        only_for: None,
        answers: AnswerKind::Mask,
        paper: "Hlaing",
        summary: "keeps the one element that holds the main content, less the noise in it",
        module: "tamis_extract::clean::weights",
        row: &Row::OnDocument(|view, options| weights::clean(view, options).into()),
    },
    #[cfg(feature = "papers")]
    Method {
        name: "tps",
        only_for: None,
        answers: AnswerKind::Mask,
        paper: "Velloso and Dorneles 2013",
        summary: "keeps the main region: the largest range of the page whose tag paths occur nowhere else",
        module: "tamis_papers::clean::tps",
        row: &Row::OnDocument(|view, options| tps::clean(view, options).into()),
    },
    #[cfg(feature = "papers")]
    Method {
        name: "rules",
        only_for: None,
        answers: AnswerKind::Mask,
        paper: "Win and Tun",
        summary: "removes runs of one tag, and small subtrees that stand beside large ones",
        module: "tamis_papers::clean::rules",
        row: &Row::OnDocument(|view, options| rules::clean(view, options).into()),
    },
    Method {
        name: "none",
        only_for: None,
        answers: AnswerKind::Mask,
        paper: "",
        summary: "keeps everything",
        module: "",
        row: &Row::OnDocument(|view, &NoOptions| Mask::keep_all(view.document()).into()),
    },
    Method {
        name: "auto",
        only_for: None,
        answers: AnswerKind::Tables,
        paper: "",
        summary: "scores the lists that several sources find, by one score for all, and aligns their items in page order",
        module: "tamis_extract::records::auto",
        row: &Row::DocumentThenLayout(|view, mask, options| match auto::find_or_reason(view, mask, options) {
            Ok(tables) => tables.into(),
            Err(reason) => Answers { reason: Some(reason), ..Vec::new().into() },
        }),
    },
    #[cfg(feature = "papers")]
    Method {
        name: "depta",
        only_for: None,
        answers: AnswerKind::Tables,
        paper: "Zhai and Liu 2005",
        summary: "finds records by matching trees and aligns their items by partial tree alignment",
        module: "tamis_papers::records::depta",
        row: &Row::UnderMask(|view, mask, options| {
            match mask {
                Some(mask) => depta::find_under(view, mask, options),
                None => depta::find(view, options),
            }
            .into()
        }),
    },
    #[cfg(feature = "papers")]
    Method {
        name: "mdr",
        only_for: None,
        answers: AnswerKind::Tables,
        paper: "Liu, Grossman and Zhai 2003",
        summary: "finds similar neighbours under one parent",
        module: "tamis_papers::records::mdr",
        row: &Row::UnderMask(|view, mask, options| {
            match mask {
                Some(mask) => mdr::find_under(view, mask, options),
                None => mdr::find(view, options),
            }
            .into()
        }),
    },
    #[cfg(feature = "papers")]
    Method {
        name: "derin",
        only_for: None,
        answers: AnswerKind::Tables,
        paper: "Figueiredo, Assis and Ferreira 2017",
        summary: "finds the main data region by its boxes, records by n-grams, columns by five similarities",
        module: "tamis_papers::records::derin",
        row: &Row::OnRenderedPage(|view, options| derin::find(view, options).into()),
    },
    #[cfg(feature = "papers")]
    Method {
        name: "xpath-rank",
        only_for: None,
        answers: AnswerKind::Tables,
        paper: "Trieschnigg, Tjin-Kam-Jet and Hiemstra 2012",
        summary: "ranks the XPaths that grow from links by how similar and how large what they select is",
        module: "tamis_papers::records::xpath_rank",
        row: &Row::OnRenderedPage(|view, options| xpath_rank::find(view, options).into()),
    },
    Method {
        name: "auto",
        only_for: None,
        answers: AnswerKind::Regions,
        paper: "",
        summary: "divides the page's own elements by gaps, columns, headings, repetition, landmarks and cohesion, weighed together",
        module: "tamis_extract::segment::auto",
        row: &Row::LayoutOrDocument(|view, options| segment::auto::segment(view, options).into()),
    },
    #[cfg(feature = "papers")]
    Method {
        name: "vips",
        only_for: None,
        answers: AnswerKind::Regions,
        paper: "Cai, Yu, Wen and Ma 2003",
        summary: "divides elements by rules, and cuts between them where the white space is heaviest",
        module: "tamis_papers::segment::vips",
        row: &Row::OnRenderedPage(|view, options| papers_segment::vips::segment(view, options).into()),
    },
    #[cfg(feature = "papers")]
    Method {
        name: "visual-areas",
        only_for: None,
        answers: AnswerKind::Regions,
        paper: "Burget 2007",
        summary: "joins boxes that stand out to lines and groups, between the separators around them",
        module: "tamis_papers::segment::visual_areas",
        row: &Row::OnRenderedPage(|view, options| papers_segment::visual_areas::segment(view, options).into()),
    },
    #[cfg(feature = "papers")]
    Method {
        name: "bcs",
        only_for: None,
        answers: AnswerKind::Regions,
        paper: "Zelený, Burget and Zendulka 2017",
        summary: "clusters boxes that are near each other and look the same",
        module: "tamis_papers::segment::bcs",
        row: &Row::OnRenderedPage(|view, options| papers_segment::bcs::segment(view, options).into()),
    },
    #[cfg(feature = "papers")]
    Method {
        name: "tps",
        only_for: None,
        answers: AnswerKind::Regions,
        paper: "Velloso and Dorneles 2013",
        summary: "cuts where the alphabet of tag paths changes: the main region and what is around it",
        module: "tamis_papers::segment::tps",
        row: &Row::OnDocument(|view, options| papers_segment::tps::segment(view, options).into()),
    },
    Method {
        name: "landmarks",
        only_for: None,
        answers: AnswerKind::Regions,
        paper: "",
        summary: "reads the areas from the markup alone: semantic tags, headings, repeated siblings",
        module: "tamis_extract::segment::landmarks",
        row: &Row::OnDocument(|view, options| segment::landmarks::segment(view, options).into()),
    },
    Method {
        name: "auto",
        only_for: Some(Task::Clean),
        answers: AnswerKind::Mask,
        paper: "",
        summary: "keeps what `text` and `records` would keep, with the headings, captions and cells that make sense of it",
        module: "tamis_extract::clean::auto",
        row: &Row::OnDocument(|view, options: &clean::auto::AutoOptions| {
            let trace = blocks::trace(view, &BlocksOptions::default().with_favor(options.favor));
            let (main, comments) = (trace.mask(view.document()), trace.comments(view));
            let tables = auto::find(view, &AutoOptions::default());
            // Of a page that is a list as a whole, the list is kept however sure it is.
            let least = if trace.kind().0 == PageKind::List { 0.0 } else { options.min_confidence };
            let mask = clean::auto::unite(view.document(), main, &tables, least);
            let is_left_out = |comment: &NodeId| !mask.keeps(*comment);
            let comments = comments.into_iter().filter(is_left_out).collect();
            MainContent { mask, comments, kind: Some(trace.kind()) }.into()
        }),
    },
];

/// The methods that can do a task; the first is the one that does it when none is named.
pub fn for_task(task: Task) -> impl Iterator<Item = &'static Method> + Clone {
    let made_for_it = METHODS.iter().filter(move |method| method.only_for == Some(task));
    let others = METHODS.iter().filter(move |method| method.only_for.is_none());
    made_for_it.chain(others.filter(move |method| method.answers == task.answered_by()))
}

/// The method with this name that can do the task.
pub fn find(task: Task, name: &str) -> Option<&'static Method> {
    for_task(task).find(|method| method.name == name)
}

/// The method that does the task when none is named.
///
/// Of the methods for main text it is the one that scored best on 872 pages of seven kinds (word F1, November 2026): blocks
/// 0.847 on sites that its weights had not seen, weights 0.759, none 0.664, rules 0.661, tps 0.518. Of those that find records it is the best, with
/// and without a layout. A page is cleaned of what neither of the two would keep.
pub fn default_for(task: Task) -> &'static Method {
    for_task(task).next().expect("invariant: the table has a method for every task")
}

impl Method {
    /// The name in the literature, and in every surface.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// A name that no other method has, for files: that of the method, after its task where two answer with different
    /// things under one name.
    pub fn file_stem(&self) -> String {
        let is_first = METHODS.iter().find(|method| method.name == self.name) == Some(self);
        if is_first {
            self.name.to_owned()
        } else {
            self.module.split("::").skip(1).collect::<Vec<_>>().join("-").replace('_', "-")
        }
    }

    /// Whether it can do a task.
    pub fn does(&self, task: Task) -> bool {
        self.answers == task.answered_by() && self.only_for.is_none_or(|only| only == task)
    }

    /// How it answers.
    pub fn answers(&self) -> AnswerKind {
        self.answers
    }

    /// What it looks at.
    pub fn needs(&self) -> Needs {
        self.row.needs()
    }

    /// Where it is from; empty if from nowhere.
    pub fn paper(&self) -> &'static str {
        self.paper
    }

    /// What it does, in one line.
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// Where it is, as a path of modules that begins with its crate; empty if it has no module of its own.
    pub fn module(&self) -> &'static str {
        self.module
    }

    /// Its options, in the order in which they are shown.
    pub fn options(&self) -> Vec<OptionInfo> {
        let profile = (!self.paper.is_empty()).then_some(PROFILE);
        let within = self.row.takes_mask().then(within_option);
        profile.into_iter().chain(self.row.options()).chain(within).collect()
    }

    pub(crate) fn options_of(&self, profile: Profile) -> Box<dyn AnyOptions> {
        match profile {
            Profile::Tuned => self.row.defaults(),
            Profile::Paper => self.row.paper(),
        }
    }

    /// The method's answer; `None` if the page was not rendered and has to be.
    pub(crate) fn run(&self, view: &View<'_>, mask: Option<&Mask>, options: &dyn AnyOptions) -> Option<Answers> {
        self.row.run(view, mask, options)
    }
}

/// Whose values and steps a method starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Profile {
    #[default]
    Tuned,
    Paper,
}

impl Profile {
    pub(crate) const ALL: [Profile; 2] = [Profile::Tuned, Profile::Paper];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Profile::Tuned => "tuned",
            Profile::Paper => "paper",
        }
    }
}

/// Of every method with a paper.
pub(crate) const PROFILE: OptionInfo = OptionInfo {
    name: "profile",
    doc: "what we recommend, or the paper to the letter; the other options change single values of it",
    kind: OptionKind::Choice(&["tuned", "paper"]),
    default: Some(OptionValue::Choice("tuned")),
    paper: Some(OptionValue::Choice("paper")),
};

/// Of methods that can look at a part of the page, as the papers of `tps` and `weights` ask of `mdr`; it names the cleaning
/// methods that this build has.
fn within_option() -> OptionInfo {
    let whole_page = Some(OptionValue::Choice(WHOLE_PAGE));
    OptionInfo {
        name: "within",
        doc: "look at the whole page, or only at what this cleaning method keeps",
        kind: OptionKind::Choice(WITHIN),
        default: whole_page,
        paper: whole_page,
    }
}

/// The value of `within` for all of the page.
pub(crate) const WHOLE_PAGE: &str = "page";

/// That and the names of the cleaning methods.
const WITHIN: &[&str] = if cfg!(feature = "papers") {
    &[WHOLE_PAGE, "blocks", "tps", "weights", "rules"]
} else {
    &[WHOLE_PAGE, "blocks", "weights"]
};

impl PartialEq for Method {
    /// Rows are the same if their kind and name are.
    fn eq(&self, other: &Method) -> bool {
        (self.answers, self.name) == (other.answers, other.name)
    }
}

impl std::fmt::Debug for Method {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Method").field(&self.name).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_where_a_user_can_type_them() {
        for task in Task::ALL {
            let mut seen = BTreeSet::new();
            for method in for_task(task) {
                assert!(seen.insert(method.name), "two {} methods are called {}", task.as_str(), method.name);
            }
        }
    }

    #[test]
    fn the_methods_that_run_when_none_is_named_need_no_layout() {
        for task in Task::ALL {
            assert_ne!(default_for(task).needs(), Needs::RenderedPage, "{}", task.as_str());
        }
    }

    #[test]
    fn within_offers_every_cleaning_method() {
        // A method that looks for records itself is none to look for records in.
        let cleaning = for_task(Task::Text).map(Method::name).filter(|&name| name != "none");
        let names: BTreeSet<_> = cleaning.chain([WHOLE_PAGE]).collect();
        assert_eq!(WITHIN.iter().copied().collect::<BTreeSet<_>>(), names);
    }

    #[test]
    fn every_row_is_complete_and_speaks_one_style() {
        for method in METHODS {
            let options = method.options();
            let docs = options.iter().map(|option| option.doc).chain([method.summary]);
            for line in docs {
                assert!(!line.is_empty() && !line.ends_with('.') && !line.contains('\n'), "{}: {line:?}", method.name);
            }
            let names = options.iter().map(|option| option.name).chain([method.name]);
            for name in names {
                assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name:?}");
            }
        }
    }
}
