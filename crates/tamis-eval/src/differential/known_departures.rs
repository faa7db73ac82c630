//! Where html5ever departs from the specification.
//!
//! A row explains a difference only if an experiment says so: see [`Evidence`]. The reasons were found by reading the
//! shrunken inputs against the specification.

use super::case::{Case, Comparison};
use super::compare::{Difference, Place};
use super::evidence::{self, Parser};
use crate::html5lib::ours::OurParsers;
use tamis_page::Namespace;

/// A place where html5ever departs from the specification.
pub struct Departure {
    /// A short name for reports.
    pub name: &'static str,
    /// What the specification says and what html5ever does.
    pub reason: &'static str,
    /// The experiment that recognises it.
    pub evidence: Evidence,
}

/// How a difference is recognised as a departure.
pub enum Evidence {
    /// By the specification an element has the same rules as others, its stand-ins. With one of them in its place the
    /// trees are equal, and our own tree is the same but for the name.
    SameRulesAs(&'static str, &'static [&'static str]),
    /// By the specification some tags are ignored: those that pass the test. Our tree is the same without each of them,
    /// and without them the trees are equal.
    ToBeIgnored(TagTest),
    /// The other way round: html5ever's tree is the same without each of them.
    NotToBeIgnored(TagTest),
    /// With start tags of an element without rules in place of those that pass the test, the trees are equal.
    StartTagRules(TagTest),
    /// With a comment in place of every document type declaration but the first, the trees are equal.
    LateDoctype,
    /// The first difference itself shows it.
    Looks(fn(&Case, &Difference) -> bool),
}

/// Whether a departure can show at a tag.
pub type TagTest = fn(&Case, &evidence::TagAt<'_>, &mut OurParsers) -> bool;

impl PartialEq for Departure {
    fn eq(&self, other: &Departure) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for Departure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name)
    }
}

/// All that are known.
pub static DEPARTURES: &[Departure] = &[
    Departure {
        name: "isindex is special",
        reason: "the specification has no rule for isindex any more; html5ever keeps it in the special category",
        evidence: Evidence::SameRulesAs("isindex", &["isother"]),
    },
    Departure {
        name: "search is not special",
        reason: "search has the same rules as section; html5ever leaves it out of the special category",
        evidence: Evidence::SameRulesAs("search", &["aside", "nav"]),
    },
    Departure {
        name: "thead does not end thead",
        reason: "in a table body, a tag that ends it asks for tbody, thead or tfoot in table scope; html5ever asks for \
                 table, tbody or tfoot, which fails for thead in a template or a fragment",
        evidence: Evidence::SameRulesAs("thead", &["tfoot", "tbody"]),
    },
    Departure {
        name: "doctype in table text",
        reason: "a document type declaration among characters of a table ends the pending characters; html5ever drops \
                 it before it gets there",
        evidence: Evidence::LateDoctype,
    },
    Departure {
        name: "input in a select fragment",
        reason: "an input start tag is ignored when the context of the fragment is select; html5ever inserts it",
        evidence: Evidence::ToBeIgnored(|case, tag, _| {
            tag.is_start_of("input") && case.context.as_ref().is_some_and(|context| context.name == "select")
        }),
    },
    Departure {
        name: "nobr leaves foreign elements",
        reason: "for the reason given for end tags, html5ever lets a nobr start tag end a nobr around them",
        evidence: Evidence::StartTagRules(|case, tag, parsers| {
            let ancestors = tag.ancestors(case, parsers);
            let outer = ancestors.iter().position(|(_, name)| name == "nobr").unwrap_or(ancestors.len());
            tag.is_start_of("nobr") && ancestors[outer..].iter().any(is_foreign_special)
        }),
    },
    Departure {
        name: "end tags leave foreign elements",
        reason: "mi, mo, mn, ms, mtext and annotation-xml of MathML and foreignObject, desc and title of SVG are in the \
                 special category, and annotation-xml ends the default scope; html5ever has neither, and lets end tags \
                 close elements around them",
        evidence: Evidence::ToBeIgnored(|case, tag, parsers| {
            tag.is_end() && tag.ancestors(case, parsers).iter().any(is_foreign_special)
        }),
    },
    Departure {
        name: "form end tags leave foreign elements",
        reason: "for the same reason html5ever closes a form around them; the specification ignores the tag but for the \
                 form element pointer, so that leaving it out is not the same",
        evidence: Evidence::Looks(|case, difference| {
            let their_depth = difference.theirs.as_ref().map_or(0, |place| place.depth);
            let left = difference.our_ancestors.get(their_depth..).unwrap_or_default();
            left.iter().any(|(_, name)| name == "form") && evidence::form_ends_in_annotation(case)
        }),
    },
    Departure {
        name: "end tags below the root of a fragment",
        reason: "an end tag in foreign content that meets the root of the fragment on its way up is processed as in \
                 HTML; html5ever drops it there",
        evidence: Evidence::NotToBeIgnored(|case, tag, parsers| {
            let ancestors = tag.ancestors(case, parsers);
            let all_foreign = ancestors.iter().skip(1).all(|(namespace, _)| *namespace != Namespace::Html);
            case.context.is_some() && tag.is_end() && ancestors.len() > 1 && all_foreign
        }),
    },
    Departure {
        name: "table text in a template",
        reason: "white space between the parts of a table in a template is inserted as it is; html5ever forgets the \
                 template and reopens formatting elements first",
        evidence: Evidence::Looks(|_, difference| {
            let is_space = |place: &Place| place.text.as_deref().is_some_and(|text| text.trim_ascii().is_empty());
            let in_template = difference.our_ancestors.last().is_some_and(|(_, name)| name == "template");
            let same_depth = |ours: &Place, theirs: &Place| ours.depth == theirs.depth && theirs.tag.is_some();
            match (&difference.ours, &difference.theirs) {
                (Some(ours), Some(theirs)) => in_template && is_space(ours) && same_depth(ours, theirs),
                _ => false,
            }
        }),
    },
    Departure {
        name: "start tags leave foreign elements",
        reason: "for the same reason html5ever lets start tags close p, li, button and the like around them",
        evidence: Evidence::Looks(left_a_foreign_special_element),
    },
];

/// Our place lies in a foreign element of the special category that html5ever's place lies outside of.
fn left_a_foreign_special_element(_: &Case, difference: &Difference) -> bool {
    let their_depth = difference.theirs.as_ref().map_or(0, |place| place.depth);
    difference.our_ancestors.get(their_depth..).unwrap_or_default().iter().any(is_foreign_special)
}

fn is_foreign_special((namespace, name): &(Namespace, String)) -> bool {
    match namespace {
        Namespace::Html => false,
        Namespace::Svg => matches!(name.as_str(), "foreignObject" | "desc" | "title"),
        Namespace::MathMl => matches!(name.as_str(), "mi" | "mo" | "mn" | "ms" | "mtext" | "annotation-xml"),
    }
}

/// The departure that explains a difference: alone if one can; otherwise the last of several whose experiments, one after
/// the other, make the trees equal.
pub(super) fn explain(case: &Case, difference: &Difference, parsers: &mut OurParsers) -> Option<&'static Departure> {
    let alone = DEPARTURES.iter().find(|departure| departure.step(case, difference, parsers) == Step::Explained);
    if alone.is_some() {
        return alone;
    }
    let (mut case, mut difference) = (case.clone(), difference.clone());
    for departure in DEPARTURES {
        match departure.step(&case, &difference, parsers) {
            Step::Explained => return Some(departure),
            Step::Changed(changed) => (case, difference) = *changed,
            Step::Nothing => {}
        }
    }
    None
}

/// What a departure's experiment showed.
#[derive(PartialEq)]
enum Step {
    /// The trees are equal now.
    Explained,
    /// The input was changed and the trees still differ.
    Changed(Box<(Case, Difference)>),
    /// There was nothing to change.
    Nothing,
}

impl Departure {
    fn step(&self, case: &Case, difference: &Difference, parsers: &mut OurParsers) -> Step {
        let changed = match self.evidence {
            Evidence::SameRulesAs(name, stand_ins) => evidence::rename(case, name, stand_ins, parsers),
            Evidence::ToBeIgnored(test) => evidence::without_tags_ignored_by(Parser::Ours, case, test, parsers),
            Evidence::NotToBeIgnored(test) => evidence::without_tags_ignored_by(Parser::Theirs, case, test, parsers),
            Evidence::StartTagRules(test) => evidence::with_plain_start_tags(case, test, parsers),
            Evidence::LateDoctype => evidence::without_late_doctypes(case),
            Evidence::Looks(looks) => return if looks(case, difference) { Step::Explained } else { Step::Nothing },
        };
        let Some(changed) = changed else { return Step::Nothing };
        match changed.compare(parsers) {
            Comparison::Equal => Step::Explained,
            Comparison::CapHit => Step::Nothing,
            Comparison::Different(other) => Step::Changed(Box::new((changed, other))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::case::Verdict;
    use super::*;
    use crate::html5lib::tree_construction::Context;

    #[track_caller]
    fn check(html: &str, context: Option<(Namespace, &str)>, expected: &str) {
        let context = context.map(|(namespace, name)| Context { namespace, name: name.to_owned() });
        let case = Case { html: html.to_owned(), scripting: false, context };
        match case.judge(&mut OurParsers::default()) {
            Verdict::Known(departure) => assert_eq!(departure.name, expected),
            other => panic!("{case} is {other:?}"),
        }
    }

    #[test]
    fn every_departure_is_found_where_it_shows() {
        check("<big><isindex></big>", None, "isindex is special");
        check("<code><search></code>", None, "search is not special");
        check("<thead><tfoot>", Some((Namespace::Html, "template")), "thead does not end thead");
        check("<table>x<!doctype>\n", None, "doctype in table text");
        check("<input>", Some((Namespace::Html, "select")), "input in a select fragment");
        check("<desc><math><mtext></desc>x", None, "end tags leave foreign elements");
        check("<p><math><annotation-xml encoding=text/html><p>", None, "start tags leave foreign elements");
        let nobr = "<nobr><details><math><annotation-xml encoding=text/html><nobr>";
        check(nobr, None, "nobr leaves foreign elements");
        let form = "<form><math><annotation-xml></form></math><form>";
        check(form, None, "form end tags leave foreign elements");
        let end_tag = "<math><ms><b><nobr></b></nobr>x";
        check(end_tag, Some((Namespace::Html, "caption")), "end tags below the root of a fragment");
        check("<template><tr><u><colgroup>\n", None, "table text in a template");
    }
}
