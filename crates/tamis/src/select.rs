//! Selectors that people write for a page: CSS with Scrapy's `::text` and `::attr(name)`, and `XPath` 1.0.
//!
//! [`Query`] gives what a scraper's author expects of a selector in Scrapy: it starts from a node, which counts itself, and
//! CSS does not look beyond that node. The languages are those of `tamis-page`, on the tree that a browser would build.

use std::fmt;
use tamis_page::{Css, Document, NodeId, NodeKind, SelectorError, TooCostly, XPath};

pub use tamis_page::{XPathNode as Selected, XPathValue as Selection};

/// A selector, read once and used on any number of documents.
///
/// ```
/// use tamis::Document;
/// use tamis::select::Query;
///
/// let page = Document::parse("<ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul>");
/// let links = Query::css("li > a::attr(href)")?.select(&page, page.root()).texts(&page);
/// assert_eq!(links, ["/1", "/2"]);
/// let count = Query::xpath("count(//li)")?.select(&page, page.root()).texts(&page);
/// assert_eq!(count, ["2"]);
/// # Ok::<(), tamis::select::QueryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Query(Language);

#[derive(Clone, Debug)]
enum Language {
    /// The parts between commas.
    Css(Vec<CssPart>),
    XPath(XPath),
}

/// What one of several CSS selectors selects.
#[derive(Clone, Debug)]
struct CssPart {
    css: Css,
    of_element: OfElement,
}

/// What of an element is selected.
#[derive(Clone, Debug)]
enum OfElement {
    Itself,
    /// `::text`: the texts that stand in it, not those of elements inside.
    Texts,
    /// `::attr(name)`, as the `XPath` that leads there.
    Attribute(XPath),
}

/// A selector that cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryError {
    /// The selector.
    pub query: String,
    /// The byte of it at which reading stopped.
    pub position: usize,
    /// What was expected or refused there: lower case, no full stop.
    pub message: String,
}

impl QueryError {
    fn of(query: &str, offset: usize, error: &SelectorError) -> QueryError {
        let position = (offset + error.position()).min(query.len());
        QueryError { query: query.to_owned(), position, message: error.message().to_owned() }
    }

    fn at(query: &str, position: usize, message: &str) -> QueryError {
        QueryError { query: query.to_owned(), position, message: message.to_owned() }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} at position {} of `{}`", self.message, self.position, self.query)
    }
}

impl std::error::Error for QueryError {}

impl Query {
    /// Reads a CSS selector, which may end in `::text` or `::attr(name)`; each of several between commas by itself.
    ///
    /// # Errors
    /// The text is no selector.
    pub fn css(query: &str) -> Result<Query, QueryError> {
        let parts: Result<Vec<CssPart>, QueryError> =
            parts_of(query).into_iter().map(|part| CssPart::parse(query, part)).collect();
        Ok(Query(Language::Css(parts?)))
    }

    /// Reads an `XPath`.
    ///
    /// # Errors
    /// The text is no `XPath`.
    pub fn xpath(query: &str) -> Result<Query, QueryError> {
        let xpath = XPath::parse(query).map_err(|error| QueryError::of(query, 0, &error))?;
        Ok(Query(Language::XPath(xpath)))
    }

    /// What is selected from a node: nodes in document order, each once, or the value of an `XPath` that is none. An `XPath`
    /// that visits too many nodes selects nothing; see [`select_within`](Query::select_within).
    pub fn select(&self, document: &Document, from: NodeId) -> Selection {
        match &self.0 {
            Language::Css(parts) => select_css(parts, document, from),
            Language::XPath(xpath) => xpath.evaluate(document, from),
        }
    }

    /// Selects from here; an `XPath` visits at most `limit` nodes.
    ///
    /// # Errors
    /// If the limit does not suffice.
    pub fn select_within(&self, document: &Document, from: NodeId, limit: u64) -> Result<Selection, TooCostly> {
        match &self.0 {
            Language::Css(parts) => Ok(select_css(parts, document, from)),
            Language::XPath(xpath) => xpath.evaluate_within(document, from, limit),
        }
    }
}

fn select_css(parts: &[CssPart], document: &Document, from: NodeId) -> Selection {
    let mut found: Vec<Selected> = Vec::new();
    for part in parts {
        for element in part.css.select_inside(document, from) {
            match &part.of_element {
                OfElement::Itself => found.push(element.into()),
                OfElement::Texts => {
                    let is_text = |&child: &NodeId| document.kind(child) == NodeKind::Text;
                    found.extend(document.children(element).filter(is_text).map(Selected::from));
                }
                OfElement::Attribute(xpath) => {
                    if let Selection::Nodes(attribute) = xpath.evaluate(document, element) {
                        found.extend(attribute);
                    }
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Selection::Nodes(found)
}

impl CssPart {
    /// Reads the part of a query that is at these bytes.
    fn parse(query: &str, (start, end): (usize, usize)) -> Result<CssPart, QueryError> {
        let text = &query[start..end];
        let Some(colons) = outside_of_brackets(text).find(|&at| text[at..].starts_with("::")) else {
            let css = Css::parse(text).map_err(|error| QueryError::of(query, start, &error))?;
            return Ok(CssPart { css, of_element: OfElement::Itself });
        };
        let (elements, pseudo) = (&text[..colons], text[colons..].trim_end());
        let place = start + colons;
        let of_element = if pseudo.eq_ignore_ascii_case("::text") {
            OfElement::Texts
        } else if let Some(name) = pseudo.strip_prefix("::attr(").and_then(|rest| rest.strip_suffix(')')) {
            let refused = || QueryError::at(query, place, "`::attr()` takes the name of an attribute");
            let xpath = XPath::parse(&format!("@{}", name.trim().to_ascii_lowercase())).map_err(|_| refused())?;
            let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.');
            if !name.trim().chars().all(is_name) {
                return Err(refused());
            }
            OfElement::Attribute(xpath)
        } else {
            let message = "of the pseudo-elements there are `::text` and `::attr(name)`, at the end of a selector";
            return Err(QueryError::at(query, place, message));
        };
        let css = Css::parse(&owners(elements));
        Ok(CssPart { css: css.map_err(|error| QueryError::of(query, start, &error))?, of_element })
    }
}

/// The elements whose texts or attributes are meant. Without an element before it, a pseudo-element is of any; of any
/// below another, that one counts too, as in Scrapy: `li ::text` is all text in the item.
fn owners(elements: &str) -> String {
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    let without_star = elements.strip_suffix('*').unwrap_or(elements);
    let above = without_star.trim_end_matches(is_blank);
    let is_below = !above.is_empty() && above.len() < without_star.len() && !above.ends_with(['>', '+', '~', ',']);
    let is_open = elements.len() == without_star.len() && (above.is_empty() || above.ends_with(['>', '+', '~']));
    match () {
        () if is_below => format!("{above}, {above} *"),
        () if is_open => format!("{elements}*"),
        () => elements.to_owned(),
    }
}

/// The parts of a query between its commas, as ranges of bytes.
fn parts_of(query: &str) -> Vec<(usize, usize)> {
    let commas: Vec<usize> = outside_of_brackets(query).filter(|&at| query.as_bytes()[at] == b',').collect();
    let starts = std::iter::once(0).chain(commas.iter().map(|at| at + 1));
    starts.zip(commas.iter().copied().chain(std::iter::once(query.len()))).collect()
}

/// The places of the characters that are in no string, no brackets and behind no backslash.
fn outside_of_brackets(text: &str) -> impl Iterator<Item = usize> {
    let (mut depth, mut quote, mut is_escaped) = (0_usize, None, false);
    text.char_indices().filter_map(move |(at, c)| {
        if std::mem::take(&mut is_escaped) {
            return None;
        }
        match (quote, c) {
            (_, '\\') => is_escaped = true,
            (Some(open), _) => quote = quote.filter(|_| c != open),
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, _) if depth == 0 => return Some(at),
            (None, _) => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<ul id=u><li class=a>One <b>1</b> and<li><a href='/2' title='x, y::text'>Two</a></ul><p>End";

    #[track_caller]
    fn check(query: &str, expect: &[&str]) {
        let page = Document::parse(PAGE);
        let query = Query::css(query).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(query.select(&page, page.root()).texts(&page), expect);
    }

    #[test]
    fn texts_and_attributes_are_selected_as_scrapy_does() {
        check("li::text", &["One ", " and"]);
        check("li *::text", &["One ", "1", " and", "Two"]);
        check("li ::text", &["One ", "1", " and", "Two"]);
        check("ul ::attr(class)", &["a"]);
        check("ul ::attr(id)", &["u"]);
        check("ul > *::text", &["One ", " and"]);
        check("ul > ::text", &["One ", " and"]);
        check("a::attr(href)", &["/2"]);
        check("a::attr( TITLE )", &["x, y::text"]);
        check("::attr(class)", &["a"]);
        check("p, b::text, a::attr(href)", &["1", "/2", "End"]);
        check("a[title='x, y::text']::text", &["Two"]);
    }

    #[test]
    fn a_query_starts_from_its_node_and_stays_in_it() {
        let page = Document::parse(PAGE);
        let Selection::Nodes(items) = Query::css("li").expect("a selector").select(&page, page.root()) else {
            panic!("they are nodes")
        };
        let inside = |query: &str| Query::css(query).expect("a selector").select(&page, items[0].node()).texts(&page);
        assert_eq!(inside("::text"), ["One ", "1", " and"]);
        assert_eq!(inside("::attr(class)"), ["a"]);
        assert_eq!(inside("ul b"), [""; 0]);
        assert_eq!(inside("li > b"), ["1"]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let wrong = |query: &str| Query::css(query).expect_err(query).to_string();
        assert_eq!(
            wrong("a, li:frist-child"),
            "unknown pseudo-class `:frist-child` at position 5 of `a, li:frist-child`"
        );
        assert!(wrong("a::before").contains("at position 1 of `a::before`"), "{}", wrong("a::before"));
        assert!(wrong("a::attr(b c)").starts_with("`::attr()` takes the name of an attribute at position 1"));
        let wrong = Query::xpath("//a[").expect_err("it is open");
        assert!(wrong.position > 0 && wrong.position <= 4, "{wrong}");
        for query in ["", ",", "a,", "::", "::text(", "a::attr(", "é::text::text"] {
            assert!(Query::css(query).is_err(), "{query}");
        }
    }
}
