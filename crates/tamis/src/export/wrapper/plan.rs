//! Which selector is used where: the wrapper's own language if the target understands the selector, else the other.

use super::{WrapperExportError, WrapperTarget, css_text, soup_steps, xpath_text};
use std::collections::BTreeSet;
use tamis_extract::{ValueFormat, ValueType};
use tamis_page::Selectors;
use tamis_sites::wrapper::{SelectorLanguage, Wrapper, WrapperColumn, WrapperPart};

/// A wrapper as a target will run it.
pub(super) struct Plan<'w> {
    pub(super) wrapper: &'w Wrapper,
    pub(super) target: WrapperTarget,
    pub(super) region: Selection,
    pub(super) record: Option<Selection>,
    pub(super) n_nodes: usize,
    pub(super) columns: Vec<PlannedColumn<'w>>,
    pub(super) next: Option<Selection>,
}

/// A selector that is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Selection {
    /// The node that the selection starts from.
    Here,
    XPath(String),
    Css(String),
    /// A CSS selector of which all but the end may match outside of the node that the selection starts from, for who would
    /// look for all of it in there.
    CssAround(String),
}

/// A column as a target will read it.
pub(super) struct PlannedColumn<'w> {
    pub(super) column: &'w WrapperColumn,
    /// By CSS the element that holds the value, by `XPath` the value itself.
    pub(super) place: Selection,
    pub(super) reading: ValueSource,
    /// The names of what is written beside the amounts of a column of money: currency and text.
    pub(super) money_names: Option<(String, String)>,
}

/// What of the selected thing is the value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ValueSource {
    /// All text of it.
    Text,
    /// One text of it, by its number.
    NthText(usize),
    /// An attribute of it.
    Attribute(String),
}

impl<'w> Plan<'w> {
    pub(super) fn of(wrapper: &'w Wrapper, target: WrapperTarget) -> Result<Plan<'w>, WrapperExportError> {
        let chosen = |selectors: &Selectors, part: WrapperPart| choose(wrapper.language, selectors, target, part);
        let mut taken: BTreeSet<String> = wrapper.columns.iter().map(|column| column.name.clone()).collect();
        let mut columns = Vec::with_capacity(wrapper.columns.len());
        for column in &wrapper.columns {
            let place = chosen(&column.selectors, WrapperPart::Column(column.name.clone()))?;
            let (place, reading) = with_reading(wrapper.language, column, place);
            let is_money = column.format.value_type == ValueType::Money;
            let mut name = |suffix: &str| {
                let names = std::iter::once(format!("{}_{suffix}", column.name))
                    .chain((2..).map(|number| format!("{}_{suffix}_{number}", column.name)));
                let name = { names }.find(|name| !taken.contains(name)).unwrap_or_default();
                taken.insert(name.clone());
                name
            };
            let money_names = is_money.then(|| (name("currency"), name("text")));
            columns.push(PlannedColumn { column, place, reading, money_names });
        }
        let record = wrapper.record.as_ref();
        Ok(Plan {
            wrapper,
            target,
            region: on_page(chosen(&wrapper.region, WrapperPart::Region)?),
            record: record.map(|record| chosen(&record.first, WrapperPart::Record)).transpose()?,
            n_nodes: record.map_or(1, |record| record.n_nodes),
            columns,
            next: wrapper.next.as_ref().map(|next| chosen(next, WrapperPart::Next).map(on_page)).transpose()?,
        })
    }

    pub(super) fn error(&self, part: WrapperPart, reason: impl Into<String>) -> WrapperExportError {
        WrapperExportError::NoWords { part, target: self.target, reason: reason.into() }
    }

    /// All selectors that are used.
    pub(super) fn places(&self) -> impl Iterator<Item = &Selection> {
        let columns = self.columns.iter().map(|column| &column.place);
        std::iter::once(&self.region).chain(&self.record).chain(columns).chain(&self.next)
    }

    /// Whether some selector has this word in it.
    pub(super) fn says(&self, word: &str) -> bool {
        self.places().any(|place| match place {
            Selection::Here => false,
            Selection::XPath(text) | Selection::Css(text) | Selection::CssAround(text) => text.contains(word),
        })
    }

    /// Whether what the record's selector selects may be no elements.
    pub(super) fn may_select_no_elements(&self) -> bool {
        let Some(Selection::XPath(path)) = &self.record else { return false };
        let flat = xpath_text::without_brackets(path).unwrap_or_else(|| path.clone());
        xpath_text::alternatives(&flat).into_iter().any(|path| {
            let step = xpath_text::split_last_step(path).map_or(path, |(_, step)| step);
            let test = step.split('[').next().unwrap_or(step);
            test.contains(['@', '(']) || test.starts_with("attribute::")
        })
    }

    pub(super) fn uses_css(&self) -> bool {
        self.places().any(|place| matches!(place, Selection::Css(_) | Selection::CssAround(_)))
    }

    /// Whether CSS selectors have to become `XPath` in the program, as the target reads them otherwise than browsers do.
    pub(super) fn translates_css(&self) -> bool {
        let is_crawl4ai = self.target == WrapperTarget::Crawl4ai;
        self.places()
            .any(|place| matches!(place, Selection::CssAround(_)) || is_crawl4ai && matches!(place, Selection::Css(_)))
    }

    pub(super) fn has_type(&self, types: &[ValueType]) -> bool {
        self.columns.iter().any(|column| types.contains(&column.format().value_type))
    }
}

impl PlannedColumn<'_> {
    pub(super) fn name(&self) -> &str {
        &self.column.name
    }

    pub(super) fn format(&self) -> &ValueFormat {
        &self.column.format
    }
}

/// The selector that the target uses.
fn choose(
    language: SelectorLanguage,
    selectors: &Selectors,
    target: WrapperTarget,
    part: WrapperPart,
) -> Result<Selection, WrapperExportError> {
    let is_on_page = matches!(part, WrapperPart::Region | WrapperPart::Next);
    let css = selectors.css.as_deref().map(str::trim).map(|text| match (text, target) {
        (":scope", _) => Ok(Selection::Here),
        (_, WrapperTarget::BeautifulSoup | WrapperTarget::Playwright) => {
            css_text::for_browsers(text).map(Selection::Css)
        }
        // The XPath that crawl4ai takes is made of it by the program.
        (_, WrapperTarget::Crawl4ai) => css_text::for_cssselect(text).map(Selection::Css),
        _ if is_on_page => css_text::for_cssselect(text).map(Selection::Css),
        _ if css_text::looks_around(text) => css_text::for_cssselect(text).map(Selection::CssAround),
        _ => css_text::for_cssselect(text).map(|text| Selection::Css(css_text::below_scope(&text))),
    });
    let xpath = selectors.xpath.as_deref().map(str::trim).map(|text| match (text, target) {
        (".", _) => Ok(Selection::Here),
        (_, WrapperTarget::BeautifulSoup) => soup_steps::read(text).map(|_| Selection::XPath(text.to_owned())),
        (_, WrapperTarget::Playwright) if text.contains("has-class(") => Err("browsers have no has-class()".to_owned()),
        _ => Ok(Selection::XPath(text.to_owned())),
    });
    let prefers_css = language == SelectorLanguage::Css;
    let (first, second) = if prefers_css { (css, xpath) } else { (xpath, css) };
    let mut reasons = Vec::new();
    for choice in [first, second].into_iter().flatten() {
        match choice {
            Ok(place) => return Ok(place),
            Err(reason) => reasons.push(reason),
        }
    }
    Err(WrapperExportError::NoWords { part, target, reason: reasons.join("; ") })
}

/// A selector that starts at the page: of a path relative to the page, one from its root.
fn on_page(place: Selection) -> Selection {
    match place {
        Selection::Here => Selection::XPath("/*".to_owned()),
        Selection::XPath(text) => Selection::XPath(xpath_text::from_root(&text)),
        css @ (Selection::Css(_) | Selection::CssAround(_)) => css,
    }
}

/// The place and reading of a column. An `XPath` leads to the value itself.
fn with_reading(language: SelectorLanguage, column: &WrapperColumn, place: Selection) -> (Selection, ValueSource) {
    // Where the XPath is the one that counts and cannot be used, its last step says what is read of the element.
    let xpath = column.selectors.xpath.as_deref().filter(|_| language == SelectorLanguage::XPath).unwrap_or("");
    let attribute = xpath_text::attribute(xpath).map(|(_, name)| name).or(column.attribute.as_deref());
    let number = xpath_text::nth_text(xpath).or(column.text);
    let reading = match (attribute, number) {
        (Some(name), _) => ValueSource::Attribute(name.to_owned()),
        (None, Some(number)) => ValueSource::NthText(number),
        (None, None) => ValueSource::Text,
    };
    match place {
        Selection::XPath(text) => {
            let reading = xpath_text::attribute(&text).map(|(_, name)| ValueSource::Attribute(name.to_owned()));
            let text = if xpath_text::is_value(&text) { format!("string({text})") } else { text };
            (Selection::XPath(text), reading.unwrap_or(ValueSource::Text))
        }
        other => (other, reading),
    }
}
