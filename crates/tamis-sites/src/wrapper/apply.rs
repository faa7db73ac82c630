//! Rows from a page of the template, by selectors alone.

use super::{SelectorLanguage, Wrapper, WrapperColumn};
use std::borrow::Cow;
use std::fmt;
use tamis_extract::MAX_ROWS;
use tamis_extract::records::{Cell, Column, Row, Table, TableRole};
use tamis_page::{
    Css, Document, NodeId, NodeKind, SelectorError, Selectors, XPath, XPathNode, XPathValue, budget, visible_text,
};

/// A wrapper that was checked and is ready to run on any number of pages.
#[derive(Clone, Debug)]
pub struct CompiledWrapper<'w> {
    wrapper: Cow<'w, Wrapper>,
    region: Selector,
    record: Option<Selector>,
    /// One a column.
    values: Vec<Selector>,
    next: Option<Selector>,
}

/// How much a wrapper may make of a page. Wrappers come from strangers, and one that takes every element for a record and
/// its whole text for the value of a thousand columns would fill the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ApplyLimits {
    /// Records; of more only the first, and the table counts the others.
    pub max_rows: usize,
    /// Bytes that all rows may take.
    pub max_bytes: usize,
}

/// What a cell takes besides its text.
const CELL: usize = 64;
/// Rows may take so many times the bytes of the page, of which a wrapper that reads all of it in several columns needs but a few.
/// A small page counts as one of 512 KiB, so that a plain list of ten thousand words is whole.
const MAX_GROWTH: usize = 16;
const SMALLEST_PAGE: usize = 512 << 10;

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
    /// What the pages that it was learned from were like.
    Learned,
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
    /// The node itself, in CSS. An `XPath` that selects it is one like any other: it says all itself.
    Scope,
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
            wrapper: Cow::Borrowed(self),
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
            ":scope" => Ok(Selector::Scope),
            _ => Css::parse(text).map(Selector::Css).map_err(|error| wrong(SelectorLanguage::Css, text, error)),
        });
        let xpath = selectors.xpath.as_deref().map(|text| {
            XPath::parse(text).map(Selector::XPath).map_err(|error| wrong(SelectorLanguage::XPath, text, error))
        });
        let (css, xpath) = (css.transpose()?, xpath.transpose()?);
        let used = match self.language {
            SelectorLanguage::Css => css.or(xpath),
            SelectorLanguage::XPath => xpath.or(css),
        };
        used.ok_or_else(|| WrapperError::NoSelector(part()))
    }
}

impl CompiledWrapper<'_> {
    /// The wrapper that it was made of.
    pub fn wrapper(&self) -> &Wrapper {
        &self.wrapper
    }

    /// Copies the wrapper, so that the result borrows nothing.
    pub fn into_owned(self) -> CompiledWrapper<'static> {
        let CompiledWrapper { wrapper, region, record, values, next } = self;
        CompiledWrapper { wrapper: Cow::Owned(wrapper.into_owned()), region, record, values, next }
    }

    /// What the wrapper says of a page, within [the limits of the page](ApplyLimits::of).
    pub fn apply(&self, document: &Document) -> Applied {
        self.apply_within(document, ApplyLimits::of(document))
    }

    /// The link to the page that the list goes on with.
    pub(super) fn next(&self, document: &Document) -> Option<NodeId> {
        match self.next.as_ref()? {
            Selector::XPath(xpath) => xpath.select(document, document.root()).first().copied(),
            next => next.elements(document, document.root()).first().copied(),
        }
    }

    /// Applies the wrapper to a page, within limits.
    pub fn apply_within(&self, document: &Document, limits: ApplyLimits) -> Applied {
        let next = self.next(document);
        let regions = self.region.elements(document, document.root());
        let Some(&first) = regions.first() else { return Applied { table: None, next } };
        let records = match &self.record {
            None => regions,
            Some(record) => records_in(&regions, |region| record.elements(document, region)),
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
        let mut room = limits.max_bytes;
        for (place, &record) in records.iter().enumerate().take(limits.max_rows) {
            let end = records.get(place + 1).copied();
            let Some(row) = self.row_within(document, record, end, table.nodes_per_record, &mut room) else { break };
            table.rows.push(row);
        }
        table.n_left_out = records.len() - table.rows.len();
        table.read_values(document);
        Applied { table: Some(table), next }
    }

    /// What it says of records, given by their first nodes in document order; `None` if that is more than a page may take.
    pub(super) fn rows_of(&self, document: &Document, records: &[NodeId], n_nodes: usize) -> Option<Vec<Row>> {
        let ApplyLimits { max_rows, max_bytes: mut room } = ApplyLimits::of(document);
        if records.len() > max_rows {
            return None;
        }
        let ends = records.iter().skip(1).map(|&end| Some(end)).chain([None]);
        let rows = records.iter().zip(ends);
        rows.map(|(&record, end)| self.row_within(document, record, end, n_nodes, &mut room)).collect()
    }

    /// What it says of the record that begins with a node and ends before another; `None` if there is no room left for it.
    fn row_within(
        &self,
        document: &Document,
        record: NodeId,
        end: Option<NodeId>,
        n_nodes: usize,
        room: &mut usize,
    ) -> Option<Row> {
        let following = std::iter::successors(document.next_sibling(record), |&node| document.next_sibling(node));
        let further = following
            .filter(|&node| document.is_element(node))
            .take_while(|&node| end.is_none_or(|end| node < end))
            .take(n_nodes.saturating_sub(1));
        let nodes: Vec<NodeId> = std::iter::once(record).chain(further).collect();
        let mut cells = Vec::with_capacity(self.values.len());
        for (column, selector) in self.wrapper.columns.iter().zip(&self.values) {
            let cell = nodes.get(column.node).and_then(|&scope| selector.value(document, scope, column));
            let cell = cell.filter(|cell| !cell.text.is_empty());
            budget::spend(cell.as_ref().map_or(0, |cell| cell.text.len()));
            *room = room.checked_sub(CELL + cell.as_ref().map_or(0, |cell| cell.text.len()))?;
            cells.push(cell);
        }
        // As a reader sees it: a title and the date below it are two words, not one.
        let text = collapsed(&nodes.iter().map(|&node| visible_text(document, node)).collect::<Vec<_>>().join(" "));
        *room = room.checked_sub(text.len())?;
        Some(Row::new(nodes, text, cells))
    }
}

/// The records of all regions, each once, in document order. A region in a region has the same records: where each element is
/// a region they are told apart before they fill the memory.
fn records_in(regions: &[NodeId], records_of: impl Fn(NodeId) -> Vec<NodeId>) -> Vec<NodeId> {
    let mut records = Vec::new();
    let mut n_most = 1 << 16;
    for &region in regions {
        records.extend(records_of(region));
        if records.len() > n_most {
            records.sort_unstable();
            records.dedup();
            n_most = 2 * records.len().max(1 << 15);
        }
    }
    records.sort_unstable();
    records.dedup();
    records
}

impl Selector {
    /// The elements that it selects, in document order. A text or an attribute is none: there is nothing to select in it, here
    /// or in any other program. The page itself may be a region.
    fn elements(&self, document: &Document, scope: NodeId) -> Vec<NodeId> {
        match self {
            Selector::Scope => vec![scope],
            Selector::Css(css) => css.select(document, scope),
            Selector::XPath(xpath) => {
                let XPathValue::Nodes(nodes) = xpath.evaluate(document, scope) else { return Vec::new() };
                let nodes = nodes.into_iter().filter(|node| !node.is_attribute()).map(XPathNode::node);
                nodes.filter(|&node| document.is_element(node) || node == scope).collect()
            }
        }
    }

    /// The value of a column in a record.
    fn value(&self, document: &Document, scope: NodeId, column: &WrapperColumn) -> Option<Cell> {
        budget::spend(1);
        match self {
            Selector::Scope => of_element(document, scope, column),
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

/// For templates, which keep their wrappers ready and read a page only where it has one list.
impl CompiledWrapper<'_> {
    /// The regions on a page.
    pub(crate) fn regions(&self, document: &Document) -> Vec<NodeId> {
        self.region.elements(document, document.root())
    }

    /// The first nodes of the records in a region; the region itself where it is the one record.
    pub(crate) fn records_in(&self, document: &Document, region: NodeId) -> Vec<NodeId> {
        self.record.as_ref().map_or_else(|| vec![region], |record| record.elements(document, region))
    }

    /// The rows of records, given by their first nodes in document order; `None` if they take more than a page may.
    pub(crate) fn rows(&self, document: &Document, records: &[NodeId]) -> Option<Vec<Row>> {
        self.rows_of(document, records, self.wrapper.record.as_ref().map_or(1, |record| record.n_nodes))
    }
}

impl ApplyLimits {
    /// What nothing but a page says: as many records as a method finds, and rows of several times its bytes.
    pub fn of(document: &Document) -> ApplyLimits {
        let max_bytes = MAX_GROWTH.saturating_mul(document.n_source_bytes().max(SMALLEST_PAGE));
        ApplyLimits { max_rows: MAX_ROWS, max_bytes }
    }
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
            WrapperPart::Learned => f.write_str("what was learned"),
        }
    }
}
