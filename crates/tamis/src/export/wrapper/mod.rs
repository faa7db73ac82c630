//! Wrappers as files for the scrapers of others: what [`Wrapper`] says, in the words of Scrapy, parsel, lxml, `BeautifulSoup`,
//! crawl4ai and Playwright, and as plain lists of selectors.
//!
//! Every file runs as it is and gives the rows that [applying](tamis_sites::wrapper::CompiledWrapper::apply) the wrapper gives,
//! numbers and addresses in the same form. A [plan](plan) says which selector is used where, [`python`] writes what all
//! Python files have in common, [`conversion`] what makes numbers, prices and addresses of texts; a file a target does the
//! rest.
//!
//! **Invariant.** Nothing of a wrapper gets into a program but as a quoted literal.

mod beautifulsoup;
mod conversion;
mod crawl4ai;
mod css_text;
mod listing;
mod lxml;
mod parsel;
mod plan;
mod playwright;
mod python;
mod scrapy;
mod soup_steps;
mod xpath_text;

use plan::Plan;
use tamis_sites::wrapper::{SelectorLanguage, Wrapper, WrapperError, WrapperPart};

/// What a wrapper can be written for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum WrapperTarget {
    /// A spider for Scrapy, which follows the link to the next page.
    Scrapy,
    /// A Python program with parsel.
    Parsel,
    /// A Python program with lxml.
    Lxml,
    /// A Python program with Beautiful Soup.
    BeautifulSoup,
    /// A schema for crawl4ai, in a Python program.
    Crawl4ai,
    /// A Python program that reads the page in a browser, with Playwright.
    Playwright,
    /// The selectors as a list, in `XPath`.
    XPath,
    /// The selectors as a list, in CSS.
    Css,
}

/// How a wrapper is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct WrapperExportOptions {
    /// Where a spider starts. Default: none, which is the pages that the wrapper was learned from.
    pub start_urls: Vec<String>,
}

/// Why a wrapper cannot be written for a target.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WrapperExportError {
    /// The wrapper is wrong.
    #[error(transparent)]
    Wrapper(#[from] WrapperError),
    /// A selector says what the target has no words for.
    #[error("{part} cannot be written for {target}: {reason}", target = target.as_str())]
    NoWords {
        /// Where it is.
        part: WrapperPart,
        /// The target.
        target: WrapperTarget,
        /// What it lacks.
        reason: String,
    },
}

/// The wrapper as a file for a target.
///
/// ```
/// use tamis::export::{WrapperExportOptions, WrapperTarget, wrapper};
/// use tamis_extract::ValueFormat;
/// use tamis_page::Selectors;
/// use tamis_sites::wrapper::{RecordSelectors, Wrapper, WrapperColumn};
///
/// let xpath = |text: &str| Selectors { css: None, xpath: Some(text.to_owned()) };
/// let mut lamps = Wrapper::new(xpath("//ul"), Some(RecordSelectors::new(xpath("./li"), 1)));
/// lamps.columns.push(WrapperColumn::new("name".to_owned(), ValueFormat::default(), xpath(".//h3")));
/// let program = wrapper(&lamps, WrapperTarget::Lxml, &WrapperExportOptions::default())?;
/// assert!(program.contains(r#""name": text(record.xpath(".//h3")),"#));
/// # Ok::<(), tamis::export::WrapperExportError>(())
/// ```
///
/// # Errors
/// The wrapper is wrong, or says what the target has no words for.
pub fn wrapper(
    wrapper: &Wrapper,
    target: WrapperTarget,
    options: &WrapperExportOptions,
) -> Result<String, WrapperExportError> {
    wrapper.compile()?;
    let plan = || Plan::of(wrapper, target);
    Ok(match target {
        WrapperTarget::Scrapy => scrapy::write(&plan()?, options),
        WrapperTarget::Parsel => parsel::write(&plan()?),
        WrapperTarget::Lxml => lxml::write(&plan()?),
        WrapperTarget::BeautifulSoup => beautifulsoup::write(&plan()?)?,
        WrapperTarget::Crawl4ai => crawl4ai::write(&plan()?)?,
        WrapperTarget::Playwright => playwright::write(&plan()?),
        WrapperTarget::XPath => listing::write(wrapper, SelectorLanguage::XPath),
        WrapperTarget::Css => listing::write(wrapper, SelectorLanguage::Css),
    })
}

impl WrapperTarget {
    /// All of them.
    pub const ALL: [WrapperTarget; 8] = [
        WrapperTarget::Scrapy,
        WrapperTarget::Parsel,
        WrapperTarget::Lxml,
        WrapperTarget::BeautifulSoup,
        WrapperTarget::Crawl4ai,
        WrapperTarget::Playwright,
        WrapperTarget::XPath,
        WrapperTarget::Css,
    ];

    /// The name, as the command line spells it.
    pub fn as_str(self) -> &'static str {
        match self {
            WrapperTarget::Scrapy => "scrapy",
            WrapperTarget::Parsel => "parsel",
            WrapperTarget::Lxml => "lxml",
            WrapperTarget::BeautifulSoup => "beautifulsoup",
            WrapperTarget::Crawl4ai => "crawl4ai",
            WrapperTarget::Playwright => "playwright",
            WrapperTarget::XPath => "xpath",
            WrapperTarget::Css => "css",
        }
    }

    /// The target of this name.
    pub fn named(name: &str) -> Option<WrapperTarget> {
        WrapperTarget::ALL.into_iter().find(|target| target.as_str() == name)
    }

    /// What it is, in one line.
    pub fn summary(self) -> &'static str {
        match self {
            WrapperTarget::Scrapy => "a Scrapy spider",
            WrapperTarget::Parsel => "a Python program with parsel",
            WrapperTarget::Lxml => "a Python program with lxml",
            WrapperTarget::BeautifulSoup => "a Python program with Beautiful Soup",
            WrapperTarget::Crawl4ai => "a schema for crawl4ai, in a Python program",
            WrapperTarget::Playwright => "a Python program that reads pages in a browser, with Playwright",
            WrapperTarget::XPath => "the selectors as a list, in XPath",
            WrapperTarget::Css => "the selectors as a list, in CSS",
        }
    }

    /// The extension of a file for it.
    pub fn extension(self) -> &'static str {
        match self {
            WrapperTarget::XPath | WrapperTarget::Css => "tsv",
            _ => "py",
        }
    }
}

impl WrapperExportOptions {
    /// Sets the URLs at which a spider starts.
    #[must_use]
    pub fn with_start_urls(mut self, urls: Vec<String>) -> WrapperExportOptions {
        self.start_urls = urls;
        self
    }
}

#[cfg(test)]
mod tests;
