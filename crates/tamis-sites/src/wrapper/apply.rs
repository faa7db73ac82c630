//! Rows from a page of the template, by selectors alone.

use super::{SelectorLanguage, Wrapper, WrapperColumn};
use std::borrow::Cow;
use std::fmt;
use tamis_extract::records::{Cell, Column, Row, Table, TableRole};
use tamis_page::{Css, Document, NodeId, NodeKind, SelectorError, Selectors, XPath, XPathValue, budget};

/// A wrapper that was checked and is ready to run on any number of pages.
#[derive(Clone, Debug)]
pub struct CompiledWrapper<'w> {
    wrapper: &'w Wrapper,
    region: Selector,
    record: Option<Selector>,
    /// One a column.
    values: Vec<Selector>,
    next: Option<Selector>,
}

/// What a wrapper says of a page.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Applied {
    /// The rows; `None` if the region is not on the page.
    pub table: Option<Table>,
    /// The link to the page that the list goes on with.
    pub next: Option<NodeId>,
}

/// A part of a wrapper that something can be wrong with.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WrapperPart {
    /// The selector of the region.
    Region,
    /// The selector of the records.
    Record,
    /// A column, by its name.
    Column(String),
    /// The selector of the next page.
    Next,
}

/// Why a wrapper cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WrapperError {
    /// There is a selector in neither language.
    #[error("{0} has no selector")]
    NoSelector(WrapperPart),
    /// A selector is none.
    #[error("{part} has a wrong {language} selector `{selector}`: {error}", language = language.as_str())]
    Selector {
        /// Where it is.
        part: WrapperPart,
        /// The language that it should be of.
        language: SelectorLanguage,
        /// The selector.
        selector: String,
        /// What is wrong with it, and where.
        error: SelectorError,
    },
    /// Two columns have one name.
    #[error("two columns are called `{0}`")]
    SameName(String),
    /// A column starts from an element that the records do not have.
    #[error("column `{column}` starts from node {node} of the record, which has {n_nodes}")]
    NoSuchNode {
        /// The column.
        column: String,
        /// The number that it names, from 0.
        node: usize,
        /// How many elements a record has.
        n_nodes: usize,
    },
}

/// A selector that can be run.
#[derive(Clone, Debug)]
enum Selector {
    /// The node itself.
    Here,
    Css(Css),
    XPath(XPath),
}

impl Wrapper {
    /// Checks the wrapper and makes it ready to run.
    ///
    /// # Errors
    /// A selector is missing or cannot be read, in whichever language; two columns have one name, or one starts from an
    /// element that the records do not have.
    pub fn compile(&self) -> Result<CompiledWrapper<'_>, WrapperError> {
        let n_nodes = self.record.as_ref().map_or(1, |record| record.n_nodes);
        let mut values = Vec::with_capacity(self.columns.len());
        for (place, column) in self.columns.iter().enumerate() {
            if self.columns[..place].iter().any(|other| other.name == column.name) {
                return Err(WrapperError::SameName(column.name.clone()));
            }
            if column.node >= n_nodes {
                let (column, node) = (column.name.clone(), column.node);
                return Err(WrapperError::NoSuchNode { column, node, n_nodes });
            }
            values.push(self.selector(&column.selectors, || WrapperPart::Column(column.name.clone()))?);
        }
        let record = self.record.as_ref().map(|record| self.selector(&record.first, || WrapperPart::Record));
        Ok(CompiledWrapper {
            wrapper: self,
            region: self.selector(&self.region, || WrapperPart::Region)?,
            record: record.transpose()?,
            values,
            next: self.next.as_ref().map(|next| self.selector(next, || WrapperPart::Next)).transpose()?,
        })
    }

    /// The selector that is used. The other is read too: who edits it wants to know what is wrong with it.
    fn selector(&self, selectors: &Selectors, part: impl Fn() -> WrapperPart) -> Result<Selector, WrapperError> {
        let wrong = |language, selector: &str, error| WrapperError::Selector {
            part: part(),
            language,
            selector: selector.to_owned(),
            error,
        };
        let css = selectors.css.as_deref().map(|text| match text.trim() {
            ":scope" => Ok(Selector::Here),
            _ => Css::parse(text).map(Selector::Css).map_err(|error| wrong(SelectorLanguage::Css, text, error)),
        });
        let xpath = selectors.xpath.as_deref().map(|text| match text.trim() {
            "." => Ok(Selector::Here),
            _ => XPath::parse(text).map(Selector::XPath).map_err(|error| wrong(SelectorLanguage::XPath, text, error)),
        });
        let (css, xpath) = (css.transpose()?, xpath.transpose()?);
        let used = match self.language {
            SelectorLanguage::Css => css.or(xpath),
            SelectorLanguage::XPath => xpath.or(css),
        };
        used.ok_or_else(|| WrapperError::NoSelector(part()))
    }
}

impl<'w> CompiledWrapper<'w> {
    /// The wrapper that it was made of.
    pub fn wrapper(&self) -> &'w Wrapper {
        self.wrapper
    }

    /// What the wrapper says of a page.
    pub fn apply(&self, document: &Document) -> Applied {
        let next = self.next.as_ref().and_then(|next| next.nodes(document, document.root()).into_iter().next());
        let regions = self.region.nodes(document, document.root());
        let Some(&first) = regions.first() else { return Applied { table: None, next } };
        let records = match &self.record {
            None => regions,
            Some(record) => {
                let mut records: Vec<NodeId> =
                    regions.iter().flat_map(|&region| record.nodes(document, region)).collect();
                // A region in a region has the same records.
                records.sort_unstable();
                records.dedup();
                records
            }
        };
        let columns = self.wrapper.columns.iter().map(|column| {
            let attribute = column.attribute.clone().map(Cow::Owned);
            Column::new(column.name.clone(), column.format.clone(), attribute)
        });
        let mut table = Table::new(first, columns.collect());
        table.role = TableRole::Main;
        table.nodes_per_record = self.wrapper.record.as_ref().map_or(1, |record| record.n_nodes);
        table.confidence = 1.0;
        table.reasons = vec!["the wrapper says so".to_owned()];
        for (place, &record) in records.iter().enumerate() {
            let end = records.get(place + 1).copied();
            table.rows.push(self.row(document, record, end, table.nodes_per_record));
        }
        table.count_values();
        Applied { table: Some(table), next }
    }

    /// What it says of the record that begins with a node and ends before another.
    pub(super) fn row(&self, document: &Document, record: NodeId, end: Option<NodeId>, n_nodes: usize) -> Row {
        let following = std::iter::successors(document.next_sibling(record), |&node| document.next_sibling(node));
        let further = following
            .filter(|&node| document.is_element(node))
            .take_while(|&node| end.is_none_or(|end| node < end))
            .take(n_nodes - 1);
        let nodes: Vec<NodeId> = std::iter::once(record).chain(further).collect();
        let cells = self.wrapper.columns.iter().zip(&self.values).map(|(column, selector)| {
            let scope = *nodes.get(column.node)?;
            selector.value(document, scope, column).filter(|cell| !cell.text.is_empty())
        });
        let cells = cells.collect();
        let text = Cell::read(document, nodes.clone(), None).text;
        Row::new(nodes, text, cells)
    }
}

impl Selector {
    /// The elements that it selects, in document order.
    fn nodes(&self, document: &Document, scope: NodeId) -> Vec<NodeId> {
        match self {
            Selector::Here => vec![scope],
            Selector::Css(css) => css.select(document, scope),
            Selector::XPath(xpath) => xpath.select(document, scope),
        }
    }

    /// The value of a column in a record.
    fn value(&self, document: &Document, scope: NodeId, column: &WrapperColumn) -> Option<Cell> {
        budget::spend(1);
        match self {
            Selector::Here => of_element(document, scope, column),
            Selector::Css(css) => of_element(document, css.select_first(document, scope)?, column),
            Selector::XPath(xpath) => match xpath.evaluate(document, scope) {
                XPathValue::Nodes(nodes) => {
                    let first = *nodes.first()?;
                    if first.is_attribute() {
                        return Some(Cell::new(vec![first.node()], first.text(document).trim().to_owned()));
                    }
                    Some(Cell::read(document, vec![first.node()], None))
                }
                value => Some(Cell::new(vec![scope], collapsed(&value.to_text(document)))),
            },
        }
    }
}

/// The value that an element holds for a column.
fn of_element(document: &Document, element: NodeId, column: &WrapperColumn) -> Option<Cell> {
    if let Some(attribute) = &column.attribute {
        let value = document.attribute(element, document.find_name(attribute)?)?;
        return Some(Cell::new(vec![element], value.trim().to_owned()));
    }
    let node = match column.text {
        None => element,
        Some(number) => {
            let mut texts = document.children(element).filter(|&child| document.kind(child) == NodeKind::Text);
            texts.nth(number.checked_sub(1)?)?
        }
    };
    Some(Cell::read(document, vec![node], None))
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl fmt::Display for WrapperPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrapperPart::Region => f.write_str("the region"),
            WrapperPart::Record => f.write_str("the record"),
            WrapperPart::Column(name) => write!(f, "column `{name}`"),
            WrapperPart::Next => f.write_str("the next page"),
        }
    }
}
