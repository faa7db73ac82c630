//! Experiments on an input: what becomes of the trees if a part of it is changed.

use super::case::Case;
use super::compare::first_difference;
use super::known_departures::TagTest;
use crate::html5lib::ours::OurParsers;
use crate::tree_view::{NodeView, Preorder, TreeView};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;
use tamis_page::Namespace;

static TAG: LazyLock<Regex> = LazyLock::new(|| regex(r#"</?[A-Za-z](?:[^>"']|"[^"]*"|'[^']*')*>"#));
static DOCTYPE: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)<!doctype[^>]*>?"));

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("invariant: the pattern is a constant")
}

/// What looks like a tag in an input.
pub struct TagAt<'a> {
    text: &'a str,
    range: Range<usize>,
}

impl TagAt<'_> {
    /// Whether it is an end tag.
    pub fn is_end(&self) -> bool {
        self.text.starts_with("</")
    }

    /// Whether it is a start tag with this name.
    pub fn is_start_of(&self, name: &str) -> bool {
        let after = self.text.get(1..).and_then(|text| Some((text.get(..name.len())?, text.get(name.len()..)?)));
        after.is_some_and(|(start, rest)| {
            start.eq_ignore_ascii_case(name)
                && rest.starts_with(|next: char| next.is_ascii_whitespace() || "/>".contains(next))
        })
    }

    /// The elements that are open in our tree where the tag stands: a comment is put there and looked for.
    pub fn ancestors(&self, case: &Case, parsers: &mut OurParsers) -> Vec<(Namespace, String)> {
        const MARK: &str = "the tag stood here";
        let marked = case.with_html(replace(&case.html, &self.range, &format!("<!--{MARK}-->")));
        let tree = marked.parse_ours(parsers);
        let mut ancestors: Vec<(Namespace, String)> = Vec::new();
        for (depth, node) in Preorder::below(&tree, tree.root()) {
            ancestors.truncate(depth);
            match tree.describe(node) {
                NodeView::Element { namespace, name, .. } => ancestors.push((namespace, name.to_owned())),
                NodeView::Comment(MARK) => return ancestors,
                // Keeps the list as long as the node is deep.
                _ => ancestors.push((Namespace::Html, String::new())),
            }
        }
        Vec::new()
    }
}

fn replace(text: &str, range: &Range<usize>, by: &str) -> String {
    format!("{}{by}{}", &text[..range.start], &text[range.end..])
}

/// The input with another word in place of `name`; `None` if it is not there, or if our own parser does not treat the
/// two equal there.
pub(super) fn rename(case: &Case, name: &str, stand_ins: &[&str], parsers: &mut OurParsers) -> Option<Case> {
    let pattern = regex(&format!("(?i){name}"));
    if !pattern.is_match(&case.html) {
        return None;
    }
    let dump = case.dump_ours(parsers);
    stand_ins.iter().find_map(|stand_in| {
        let renamed = case.with_html(pattern.replace_all(&case.html, *stand_in).into_owned());
        let expected = pattern.replace_all(&dump, *stand_in);
        (expected == renamed.dump_ours(parsers)).then_some(renamed)
    })
}

/// The input with comments in place of all document type declarations but the first.
pub(super) fn without_late_doctypes(case: &Case) -> Option<Case> {
    let first = DOCTYPE.find(&case.html)?.end();
    // In a fragment the first one is as late as the others.
    let start = if case.context.is_some() || !case.html.trim_start().starts_with("<!") { 0 } else { first };
    let (head, tail) = case.html.split_at(start);
    let replaced = DOCTYPE.replace_all(tail, "<!---->");
    (replaced != tail).then(|| case.with_html(format!("{head}{replaced}")))
}

/// Whose tree is the same without a tag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Parser {
    Ours,
    Theirs,
}

/// An end tag of an element that is never open: both parsers ignore it wherever it stands, and unlike nothing at all it
/// keeps what is before it apart from what is after.
const IGNORED: &str = "</not-open>";

/// The input without the tags that pass the test and that one parser ignores.
pub(super) fn without_tags_ignored_by(
    parser: Parser,
    case: &Case,
    test: TagTest,
    parsers: &mut OurParsers,
) -> Option<Case> {
    replace_tags(case, IGNORED, |case, tag, without| {
        let is_ignored = |parsers: &mut OurParsers| match parser {
            Parser::Ours => ours_same(case, without, parsers),
            Parser::Theirs => theirs_same(case, without),
        };
        tag.text != IGNORED && test(case, tag, parsers) && is_ignored(parsers)
    })
}

/// The input with an element that has no rules in place of the start tags that pass the test.
pub(super) fn with_plain_start_tags(case: &Case, test: TagTest, parsers: &mut OurParsers) -> Option<Case> {
    const PLAIN: &str = "<no-rules>";
    replace_tags(case, PLAIN, |case, tag, _| !tag.is_end() && tag.text != PLAIN && test(case, tag, parsers))
}

fn replace_tags(case: &Case, by: &str, mut wanted: impl FnMut(&Case, &TagAt<'_>, &Case) -> bool) -> Option<Case> {
    let mut rest = case.clone();
    let mut at = 0;
    while let Some(found) = TAG.find_at(&rest.html, at) {
        let tag = TagAt { text: found.as_str(), range: found.range() };
        at = found.end();
        let replaced = rest.with_html(replace(&rest.html, &tag.range, by));
        if wanted(&rest, &tag, &replaced) {
            at = tag.range.start + by.len();
            rest = replaced;
        }
    }
    (rest != *case).then_some(rest)
}

/// Whether a form is ended inside `annotation-xml`.
pub(super) fn form_ends_in_annotation(case: &Case) -> bool {
    let mut parsers = OurParsers::default();
    let mut tags = TAG.find_iter(&case.html).map(|found| TagAt { text: found.as_str(), range: found.range() });
    tags.any(|tag| {
        let is_form_end = tag.text.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("</form"));
        let is_annotation =
            |(namespace, name): &(Namespace, String)| *namespace == Namespace::MathMl && name == "annotation-xml";
        is_form_end && tag.ancestors(case, &mut parsers).iter().any(is_annotation)
    })
}

fn ours_same(one: &Case, other: &Case, parsers: &mut OurParsers) -> bool {
    let (one, other) = (one.parse_ours(parsers), other.parse_ours(parsers));
    first_difference(&one, one.root(), &other, other.root()).is_none()
}

fn theirs_same(one: &Case, other: &Case) -> bool {
    let (one, other) = (one.parse_theirs(), other.parse_theirs());
    first_difference(&one, one.root(), &other, other.root()).is_none()
}
