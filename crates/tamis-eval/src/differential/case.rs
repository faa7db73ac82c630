//! One input and how it is parsed.

use super::compare::{Difference, first_difference};
use super::known_departures::{DEPARTURES, Departure};
use super::random::Random;
use super::tag_soup::tag_soup;
use crate::html5lib::tree_construction::{Context, TreeCase};
use crate::html5lib::{ours, tree_dump};
use crate::rivals;
use crate::tree_view::TreeView;
use std::fmt;
use tamis_page::Namespace;

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

    /// Parses with both parsers and compares.
    pub fn judge(&self) -> Verdict {
        let theirs = match &self.context {
            None => rivals::parse(&self.html, self.scripting),
            Some(context) => rivals::parse_fragment(&self.html, context.namespace, &context.name, self.scripting),
        };
        let ours = ours::parse(&self.html, self.context.as_ref(), self.scripting);
        if ours.limits_hit().any() {
            return Verdict::CapHit;
        }
        let (our_start, their_start) = if self.context.is_some() {
            (ours::fragment_root(&ours), theirs.first_child(theirs.root()).unwrap_or(theirs.root()))
        } else {
            (ours.root(), theirs.root())
        };
        let difference = first_difference(&ours, our_start, &theirs, their_start);
        let Some(difference) = difference else { return Verdict::Equal };
        match DEPARTURES.iter().find(|departure| (departure.applies)(self, &difference)) {
            Some(departure) => Verdict::Known(departure),
            None => Verdict::Different(difference),
        }
    }

    /// The dumps of our tree and of html5ever's.
    pub fn dumps(&self) -> (String, String) {
        let case = TreeCase {
            data: self.html.clone(),
            context: self.context.clone(),
            scripting: Some(self.scripting),
            expected: String::new(),
        };
        let theirs = match &self.context {
            None => tree_dump::document(&rivals::parse(&self.html, self.scripting)),
            Some(context) => {
                let tree = rivals::parse_fragment(&self.html, context.namespace, &context.name, self.scripting);
                tree_dump::below(&tree, tree.first_child(tree.root()).unwrap_or(tree.root()))
            }
        };
        (ours::build_tree(&case, self.scripting), theirs)
    }
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
        "body",
        "div",
        "p",
        "table",
        "tbody",
        "tr",
        "td",
        "caption",
        "colgroup",
        "select",
        "template",
        "html",
        "head",
        "frameset",
        "title",
        "textarea",
        "script",
        "style",
        "noscript",
        "plaintext",
        "form",
        "button",
        "a",
        "li",
        "option",
        "xmp",
        "iframe",
        "svg",
        "x-y",
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
