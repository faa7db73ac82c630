//! A page to select from by CSS and `XPath`.

use crate::errors::{ErrorClass, error};
use crate::input::PageInput;
use crate::run::{self, Where};
use crate::settings::Settings;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use tamis::select::{Query, QueryError, Selected, Selection};
use tamis::{Document, NodeId, Page};

/// Queries that visit more nodes than this run where Ctrl-C can end them; it takes some milliseconds.
const QUICK: u64 = 1 << 20;

/// The most nodes that a query visits.
const MOST: u64 = 1 << 30;

/// Something that was selected, or a whole page. `tamis.Selector` holds one.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Node {
    page: Arc<Page>,
    what: NodeOrText,
}

enum NodeOrText {
    Node(Selected),
    /// A value of an `XPath` that is no node.
    Text(String),
}

#[pymethods]
impl Node {
    /// Reads a page.
    #[staticmethod]
    fn of_page(py: Python<'_>, html: &Bound<'_, PyAny>, url: Option<&str>, settings: &Settings) -> PyResult<Node> {
        let (input, url) = PageInput::of(html, url, settings)?;
        let place = Where::for_page(settings, input.n_bytes(), settings.may_render(false));
        let limits = settings.limits;
        let page = run::with_reader(py, settings, place, move |reader| Ok(reader.read(input.read(&limits, url)?)?))?;
        let root = page.document().root();
        Ok(Node { page: Arc::new(page), what: NodeOrText::Node(root.into()) })
    }

    /// What a CSS selector or an `XPath` selects from here.
    fn select(&self, py: Python<'_>, query: &str, is_xpath: bool, settings: &Settings) -> PyResult<Vec<Node>> {
        let read = run::guarded(py, || if is_xpath { Query::xpath(query) } else { Query::css(query) })?;
        let read = read.map_err(|wrong| of_query(py, &wrong))?;
        let Some(from) = self.starting_node() else { return Ok(Vec::new()) };
        let quick = run::guarded(py, || read.select_within(self.page.document(), from, QUICK))?;
        let selection = match quick {
            Ok(selection) => selection,
            Err(_) => self.select_at_length(py, read, from, settings)?,
        };
        Ok(match selection {
            Selection::Nodes(nodes) => nodes.into_iter().map(|node| self.with(NodeOrText::Node(node))).collect(),
            Selection::Boolean(value) => vec![self.with(NodeOrText::Text(if value { "1" } else { "0" }.to_owned()))],
            Selection::Number(value) => vec![self.with(NodeOrText::Text(number(py, value)?))],
            Selection::String(value) => vec![self.with(NodeOrText::Text(value))],
        })
    }

    /// An element as HTML; the text of anything else.
    fn get(&self, py: Python<'_>) -> PyResult<String> {
        let NodeOrText::Node(node) = &self.what else { return Ok(self.text()) };
        let document = self.page.document();
        let is_text = node.is_attribute() || !(document.is_element(node.node()) || node.node() == document.root());
        if is_text {
            return Ok(self.text());
        }
        let top = if node.node() == document.root() { document.html().unwrap_or(node.node()) } else { node.node() };
        run::guarded(py, || document.node_to_html(top))
    }

    /// The attributes of an element.
    fn attrib<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let attributes = PyDict::new(py);
        if let Some(node) = self.element() {
            let document = self.page.document();
            for attribute in document.attributes(node) {
                attributes.set_item(document.spell(attribute.name), attribute.value)?;
            }
        }
        Ok(attributes)
    }

    /// The address of the page.
    fn url(&self) -> Option<&str> {
        self.page.url().map(tamis::Url::as_str)
    }

    /// What links of the page are relative to.
    fn base_url(&self) -> Option<String> {
        self.page.base_url().map(String::from)
    }
}

impl Node {
    fn with(&self, what: NodeOrText) -> Node {
        Node { page: Arc::clone(&self.page), what }
    }

    fn document(&self) -> &Document {
        self.page.document()
    }

    fn text(&self) -> String {
        match &self.what {
            NodeOrText::Node(node) => node.text(self.document()).into_owned(),
            NodeOrText::Text(text) => text.clone(),
        }
    }

    /// What a query starts from; `None` for a text, in which there is nothing to select.
    fn starting_node(&self) -> Option<NodeId> {
        match &self.what {
            NodeOrText::Node(node) if !node.is_attribute() => Some(node.node()),
            _ => None,
        }
    }

    /// The element that this is, that of the whole page if this is one.
    fn element(&self) -> Option<NodeId> {
        let node = self.starting_node()?;
        if node == self.document().root() { self.document().html() } else { Some(node) }
    }

    fn select_at_length(&self, py: Python<'_>, query: Query, from: NodeId, settings: &Settings) -> PyResult<Selection> {
        let page = Arc::clone(&self.page);
        let selected = run::with_reader(py, settings, Where::OnThread, move |_| {
            Ok(query.select_within(page.document(), from, MOST))
        })?;
        selected.map_err(|costly| {
            error(py, ErrorClass::Limit, costly, Some("ask for less at once, from nodes nearer to it"))
        })
    }
}

/// A number as Python writes it, which is how parsel does.
fn number(py: Python<'_>, value: f64) -> PyResult<String> {
    Ok(pyo3::types::PyFloat::new(py, value).str()?.to_str()?.to_owned())
}

/// What is wrong with a selector, with a mark under the place.
fn of_query(py: Python<'_>, wrong: &QueryError) -> PyErr {
    let before = wrong.query.get(..wrong.position).unwrap_or(&wrong.query);
    let is_one_line = !wrong.query.contains('\n') && wrong.query.chars().count() <= 200;
    let excerpt = if is_one_line {
        format!("\n  {}\n  {}^", wrong.query, " ".repeat(before.chars().count()))
    } else {
        String::new()
    };
    error(py, ErrorClass::Selector, format!("{} at position {}{excerpt}", wrong.message, wrong.position), None)
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Node>()
}
