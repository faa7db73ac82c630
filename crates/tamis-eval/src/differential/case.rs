//! One input and how it is parsed.

use super::compare::{Difference, first_difference};
use super::known_departures::{self, Departure};
use super::tag_soup::tag_soup;
use crate::html5lib::ours::{self, OurParsers};
use crate::html5lib::tree_construction::Context;
use crate::html5lib::tree_dump;
use crate::random::Random;
use crate::rivals::{self, FlatTree};
use crate::tree_view::TreeView;
use std::fmt;
use tamis_page::{Document, Namespace};

/// One input and how it is parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The markup.
    pub html: String,
    /// Whether `noscript` is read as with scripting on.
    pub scripting: bool,
    /// The element around the markup, if it is a fragment.
    pub context: Option<Context>,
}

/// What comparing the two trees of a case showed.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// The trees are equal.
    Equal,
    /// Our parser ran into one of its caps: the trees need not be equal.
    CapHit,
    /// The trees differ where html5ever departs from the specification.
    Known(&'static Departure),
    /// The trees differ and no row says why.
    Different(Difference),
}

pub(super) enum Comparison {
    Equal,
    CapHit,
    Different(Difference),
}

impl Case {
    /// The case of a seed.
    pub fn from_seed(seed: u64) -> Case {
        let mut random = Random::new(seed);
        let scripting = random.one_in(3);
        let context = random.one_in(4).then(|| random_context(&mut random));
        Case { html: tag_soup(&mut random), scripting, context }
    }

    /// A document as the data sets hold it.
    pub fn document(html: String) -> Case {
        Case { html, scripting: false, context: None }
    }

    /// Returns this case with another input.
    pub(super) fn with_html(&self, html: String) -> Case {
        Case { html, scripting: self.scripting, context: self.context.clone() }
    }

    /// Parses with both parsers, compares, and looks for a reason.
    pub fn judge(&self, parsers: &mut OurParsers) -> Verdict {
        match self.compare(parsers) {
            Comparison::CapHit => Verdict::CapHit,
            Comparison::Equal => Verdict::Equal,
            Comparison::Different(difference) => match known_departures::explain(self, &difference, parsers) {
                Some(departure) => Verdict::Known(departure),
                None => Verdict::Different(difference),
            },
        }
    }

    pub(super) fn compare(&self, parsers: &mut OurParsers) -> Comparison {
        let (ours, theirs) = (self.parse_ours(parsers), self.parse_theirs());
        let (our_start, their_start) = match self.context {
            None => (ours.root(), theirs.root()),
            Some(_) => (ours::fragment_root(&ours), their_fragment_root(&theirs)),
        };
        let comparison = if ours.limits_hit().any() {
            Comparison::CapHit
        } else {
            let difference = first_difference(&ours, our_start, &theirs, their_start);
            difference.map_or(Comparison::Equal, Comparison::Different)
        };
        parsers.recycle(ours, self.scripting);
        comparison
    }

    pub(super) fn parse_ours(&self, parsers: &mut OurParsers) -> Document {
        parsers.parse(&self.html, self.context.as_ref(), self.scripting)
    }

    pub(super) fn parse_theirs(&self) -> FlatTree {
        match &self.context {
            None => rivals::parse(&self.html, self.scripting),
            Some(context) => rivals::parse_fragment(&self.html, context.namespace, &context.name, self.scripting),
        }
    }

    /// The dump of our tree.
    pub fn dump_ours(&self, parsers: &mut OurParsers) -> String {
        let tree = self.parse_ours(parsers);
        match self.context {
            None => tree_dump::document(&tree),
            Some(_) => tree_dump::below(&tree, ours::fragment_root(&tree)),
        }
    }

    /// The dump of html5ever's tree.
    pub fn dump_theirs(&self) -> String {
        let tree = self.parse_theirs();
        match self.context {
            None => tree_dump::document(&tree),
            Some(_) => tree_dump::below(&tree, their_fragment_root(&tree)),
        }
    }
}

fn their_fragment_root(tree: &FlatTree) -> u32 {
    tree.first_child(tree.root()).unwrap_or(tree.root())
}

impl fmt::Display for Case {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", self.html)?;
        if let Some(context) = &self.context {
            write!(formatter, " in {:?} {}", context.namespace, context.name)?;
        }
        if self.scripting { write!(formatter, " with scripting") } else { Ok(()) }
    }
}

fn random_context(random: &mut Random) -> Context {
    const HTML: &[&str] = &[
        "body", "div", "p", "table", "tbody", "tr", "td", "caption", "colgroup", "select", "template", "html", "head",
        "frameset", "title", "textarea", "script", "style", "noscript", "plaintext", "form", "button", "a", "li",
        "option", "xmp", "iframe", "svg", "x-y",
    ];
    const SVG: &[&str] = &["svg", "desc", "title", "foreignObject", "g", "path", "script", "a"];
    const MATHML: &[&str] = &["math", "mi", "mo", "mtext", "annotation-xml", "mrow"];
    let (namespace, name) = match random.below(6) {
        0 => (Namespace::Svg, random.pick(SVG)),
        1 => (Namespace::MathMl, random.pick(MATHML)),
        _ => (Namespace::Html, random.pick(HTML)),
    };
    Context { namespace, name: name.to_owned() }
}
