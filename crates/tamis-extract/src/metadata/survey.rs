//! One walk over the elements of a page that collects the candidates for every field of the metadata.

use crate::element_names::NameWords;
use crate::structured;
use crate::view::PageView;
use tamis_page::{Document, NodeId, names};

/// How many candidates of a kind are kept; those of a page's own byline come early.
const MAX_CANDIDATES: usize = 60;

/// The candidates, each kind in page order.
#[derive(Default)]
pub(super) struct Survey<'d> {
    /// Names of `meta` elements in lower case, and their contents.
    pub(super) metas: Vec<(String, &'d str)>,
    /// Relations of `link` elements and their addresses.
    pub(super) links: Vec<(&'d str, &'d str)>,
    /// Scripts of JSON-LD.
    pub(super) scripts: Vec<NodeId>,
    pub(super) title: Option<NodeId>,
    /// `h1` and `h2`.
    pub(super) headings: Vec<NodeId>,
    /// `time` elements, with the words of their names.
    pub(super) times: Vec<(NodeId, NameWords)>,
    /// Names and nodes of microdata that this module reads.
    pub(super) properties: Vec<(&'d str, NodeId)>,
    /// Links with a relation: author, tag, category, licence.
    pub(super) relations: Vec<(&'d str, NodeId)>,
    /// Elements that class or identifier call a byline or an author.
    pub(super) bylines: Vec<NodeId>,
    /// Elements that class or identifier call a date.
    pub(super) dates: Vec<NodeId>,
    /// Elements that class or identifier call tags or a category.
    pub(super) tags: Vec<NodeId>,
    pub(super) categories: Vec<NodeId>,
    /// Ranges of nodes that are not the page's own: navigation, comments, lists of other pages.
    pub(super) elsewhere: Vec<(NodeId, NodeId)>,
}

impl<'d> Survey<'d> {
    pub(super) fn of(view: &PageView<'d>) -> Survey<'d> {
        let document = view.document();
        let mut survey = Survey::default();
        let n_nodes = document.len();
        let mut elsewhere_end = NodeId::ROOT;
        for node in document.nodes() {
            let Some(tag) = document.tag(node) else { continue };
            match tag {
                names::META => survey.add_meta(document, node),
                names::LINK => survey.add_link(document, node),
                names::SCRIPT if structured::is_json_ld(document, node) => survey.scripts.push(node),
                names::TITLE if survey.title.is_none() && document.is_html(node, names::TITLE) => {
                    survey.title = Some(node);
                }
                _ => {}
            }
            let words = view.name_of(node).in_class;
            // A word on an element that holds much of the page says nothing about all of it.
            let is_small = document.subtree_range(node).len() * 5 < n_nodes * 2;
            let is_elsewhere = words.has(ELSEWHERE) || matches!(tag, names::NAV | names::FOOTER | names::ASIDE);
            if node >= elsewhere_end && is_elsewhere && is_small {
                elsewhere_end = document.subtree_end(node);
                survey.elsewhere.push((node, elsewhere_end));
            }
            if node < elsewhere_end {
                continue;
            }
            match tag {
                names::H1 | names::H2 => keep(&mut survey.headings, node),
                names::TIME => keep(&mut survey.times, (node, words)),
                _ => {}
            }
            if let Some(relation) = document.attribute(node, names::REL)
                && document.is_html(node, names::A)
            {
                keep(&mut survey.relations, (relation, node));
            }
            if let Some(property) = document.attribute(node, names::ITEMPROP) {
                keep(&mut survey.properties, (property, node));
            }
            if words.has(NameWords::BYLINE) {
                keep(&mut survey.bylines, node);
            }
            if words.has(DATE) {
                keep(&mut survey.dates, node);
            }
            if words.has(NameWords::TAGS) {
                keep(&mut survey.tags, node);
            }
            if words.has(CATEGORY) {
                keep(&mut survey.categories, node);
            }
        }
        survey
    }

    pub(super) fn add_link(&mut self, document: &'d Document, node: NodeId) {
        let (relation, href) = (document.attribute(node, names::REL), document.attribute(node, names::HREF));
        if let (Some(relation), Some(href)) = (relation, href) {
            self.links.push((relation, href));
        }
    }

    pub(super) fn add_meta(&mut self, document: &'d Document, node: NodeId) {
        let Some(content) = document.attribute(node, names::CONTENT).map(str::trim) else { return };
        let of = [names::PROPERTY, names::NAME, names::ITEMPROP, names::HTTP_EQUIV];
        let called = of.into_iter().find_map(|name| document.attribute(node, name));
        let Some(called) = called.filter(|_| !content.is_empty() && self.metas.len() < 500) else { return };
        // Several names in one attribute are several pairs.
        for name in called.split_ascii_whitespace() {
            self.metas.push((plain_name(name), content));
        }
    }

    /// The contents of the `meta` elements of these names, by the order of the names.
    pub(super) fn meta<'a>(&'a self, wanted: &'a [&str]) -> impl Iterator<Item = &'d str> + 'a {
        wanted
            .iter()
            .flat_map(|wanted| self.metas.iter().filter(move |(name, _)| name == wanted).map(|(_, value)| *value))
    }

    /// The address of the first link with this relation.
    pub(super) fn link(&self, wanted: &str) -> Option<&'d str> {
        let has = |relation: &str| relation.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(wanted));
        self.links.iter().find(|(relation, _)| has(relation)).map(|(_, href)| *href)
    }

    /// The nodes of a property of microdata.
    pub(super) fn property<'a>(&'a self, wanted: &'a str) -> impl Iterator<Item = NodeId> + 'a {
        let has = move |names: &str| names.split_ascii_whitespace().any(|name| name == wanted);
        self.properties.iter().filter(move |(names, _)| has(names)).map(|(_, node)| *node)
    }

    /// The links with a relation.
    pub(super) fn relation<'a>(&'a self, wanted: &'a str) -> impl Iterator<Item = NodeId> + 'a {
        let has = move |names: &str| names.split_ascii_whitespace().any(|name| name.eq_ignore_ascii_case(wanted));
        self.relations.iter().filter(move |(names, _)| has(names)).map(|(_, node)| *node)
    }

    /// Whether the node is not part of what the page itself has to say.
    pub(super) fn is_elsewhere(&self, node: NodeId) -> bool {
        let after = self.elsewhere.partition_point(|&(start, _)| start <= node);
        after > 0 && node < self.elsewhere[after - 1].1
    }
}

/// A name in lower case. Dublin Core has several spellings: `DC:Title`, `dcterm.title`.
fn plain_name(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    for (spelt, plain) in [("dc:", "dc."), ("dcterm:", "dcterms."), ("dcterm.", "dcterms."), ("dcterms:", "dcterms.")] {
        if let Some(rest) = name.strip_prefix(spelt) {
            return format!("{plain}{rest}");
        }
    }
    name
}

fn keep<T>(list: &mut Vec<T>, item: T) {
    if list.len() < MAX_CANDIDATES {
        list.push(item);
    }
}

/// Words of elements whose texts are not the page's own.
const ELSEWHERE: NameWords = NameWords::COMMENTS
    .or(NameWords::COMMENT)
    .or(NameWords::RELATED)
    .or(NameWords::SIDEBAR)
    .or(NameWords::FOOTER)
    .or(NameWords::MENU);
const DATE: NameWords = NameWords::DATE.or(NameWords::PUBLISHED).or(NameWords::MODIFIED);
const CATEGORY: NameWords = NameWords::CATEGORY.or(NameWords::BREADCRUMB);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_elsewhere_is_no_candidate() {
        let filler = "<p>x</p>".repeat(50);
        let html = format!("<h1>T</h1><p class=byline>a</p>{filler}<div class=comments><p class=author>b</p></div>");
        let document = Document::parse(html);
        let survey = Survey::of(&PageView::of(&document));
        assert_eq!(survey.bylines.len(), 1);
        assert_eq!(survey.headings.len(), 1);
    }

    #[test]
    fn metas_are_found_by_the_order_of_the_names_wanted() {
        let document = Document::parse("<meta name=a content=1><meta property='B c' content=2><meta name=d>");
        let survey = Survey::of(&PageView::of(&document));
        assert_eq!(survey.meta(&["b", "a"]).collect::<Vec<_>>(), ["2", "1"]);
        assert_eq!(survey.meta(&["c"]).collect::<Vec<_>>(), ["2"]);
    }
}
