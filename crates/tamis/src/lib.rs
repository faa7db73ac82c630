//! What is worth keeping of a web page.
//!
//! The first minute is one call:
//!
//! ```
//! let page = "<nav><a href=/>Home</a></nav><ul><li>One<li>Two<li>Three</ul>";
//! assert_eq!(tamis::text("<nav><a href=/>Home</a></nav><p>A lamp turns power into light.").trim(), "A lamp turns power into light.");
//! assert!(tamis::clean(page).contains("<li>Two"));
//! let lamps = "<ul><li><a href=1>Desk lamp</a> <b>5 €</b><li><a href=2>Floor lamp</a> <b>6 €</b></ul>";
//! assert_eq!(tamis::records(lamps)[0].rows[1].text, "Floor lamp 6 €");
//! ```
//!
//! The second picks methods and their options ([`Recipe`]), and keeps what was found with its reasons ([`Findings`]):
//!
//! ```
//! use tamis::{Page, Recipe, Task};
//!
//! let page = Page::parse("<ul><li>One<li>Two<li>Three</ul>").with_url("https://a.example/".parse()?);
//! let findings = tamis::ask(&page, &[Recipe::named(Task::Clean, "weights")?, Recipe::default_for(Task::Records)])?;
//! findings.write(tamis::export::Format::Json, std::io::stdout())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The third takes the pieces: the crates `tamis-page`, the document and its selectors, and `tamis-extract`, the methods
//! as plain functions (those of the literature in `tamis-papers`); [`source`] gives pages and [`batch`] runs many of them over threads.

pub mod batch;
#[cfg(feature = "crawl")]
pub mod crawl;
mod error;
pub mod export;
mod findings;
pub mod inspect;
pub mod methods;
#[cfg(feature = "network")]
pub mod network;
mod page;
mod page_url;
mod recipe;
pub mod render;
pub mod select;
pub mod site;
pub mod site_noise;
pub mod source;
mod task;
pub mod wrapper;

pub use error::{Error, ErrorKind, Hint, with_causes};
pub use findings::{AttributedAnswer, Findings, Provenance, ask};
pub use methods::{Method, Needs};
pub use page::{Limits, Page, PageReader, Warning};
pub use page_url::{PathUrls, UrlSource};
pub use recipe::Recipe;
pub use tamis_extract::clean::blocks::PageKind;
pub use tamis_extract::options::{OptionKind, OptionValue};
pub use tamis_extract::pagination::{Onward, PageLink, PageTurn, Pagination, Pattern};
pub use tamis_extract::records::{Cell, Column, Row, Table, TableRole};
pub use tamis_extract::segment::{Area, AreaId, AreaValue, Levels, Regions, Role};
pub use tamis_extract::{Answers, MainContent};
pub use tamis_page::{Capture, ContentKind, Document, GivenUp, Layout, Mask, NodeId, RenderedPage, Viewport};
pub use task::{AnswerKind, Task};
pub use url::Url;

use render::{Engine, RenderOptions, Renderers};

/// The errors of functions that fail in one way only; each becomes an [`Error`] with `?`.
pub mod errors {
    pub use crate::batch::JobError;
    #[cfg(feature = "crawl")]
    pub use crate::crawl::CrawlError;
    pub use crate::error::NotRendered;
    pub use crate::page::PageError;
    pub use crate::recipe::MethodError;
    pub use crate::site::StoreError;
    pub use crate::source::{FindError, SourceError};
    pub use crate::wrapper::{ColumnEditError, LearnError, WrapperError, WrapperFileError};
    pub use tamis_page::RenderError;
    pub use tamis_page::snapshot::SnapshotError;
}

/// The page less its noise, as HTML.
pub fn clean(html: &str) -> String {
    export::html(&ask_by_default(html, Task::Clean))
}

/// The areas of the page as its markup has them; a page that is laid out gives better ones.
///
/// ```
/// let regions = tamis::segment("<nav><a href=1>Lamps</a> <a href=2>Desks</a></nav><main><h1>Lamps</h1><p>Made to last.</main>");
/// assert_eq!(regions.parts().count(), 2);
/// ```
pub fn segment(html: &str) -> Regions {
    let findings = ask_by_default(html, Task::Segment);
    findings.regions().map_or_else(|| Regions::empty(findings.page().document()), |found| found.answer.clone())
}

/// The main text of the page.
pub fn text(html: &str) -> String {
    ask_by_default(html, Task::Text).text().to_owned()
}

/// The records of the page, aligned into tables; the main table comes first.
pub fn records(html: &str) -> Vec<Table> {
    ask_by_default(html, Task::Records).into_tables()
}

/// Asks the method that runs when none is named. A page that it wants a layout of is laid out by the embedded renderer, in
/// builds that have it.
fn ask_by_default(html: &str, task: Task) -> Findings {
    let recipes = [Recipe::default_for(task)];
    let renderers = Renderers::start(RenderOptions::new(Engine::Embedded)).ok();
    let renderer = renderers.map(|renderers| (renderers.renderer(), renderers.viewport()));
    let mut reader = PageReader::default().with_renderer_on_demand(renderer);
    let findings = reader.ask_text(html, &recipes);
    findings.expect("invariant: the methods that run when none is named need no layout")
}

/// The examples of the documents run with those of the code.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../README.md")]
    mod readme {}

    #[doc = include_str!("../../../docs/forms.md")]
    mod forms {}

    #[doc = include_str!("../../../docs/parser.md")]
    mod parser {}
}
