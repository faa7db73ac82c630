//! What is worth keeping of a web page.
//!
//! The first minute is one call:
//!
//! ```
//! let page = "<nav><a href=/>Home</a></nav><ul><li>One<li>Two<li>Three</ul>";
//! assert_eq!(tamis::text("<h1>Lamps</h1><p>All of them.").trim(), "Lamps\n\nAll of them.");
//! assert!(tamis::clean(page).contains("<li>Two"));
//! let lamps = "<ul><li><a href=1>Desk lamp</a> <b>5 €</b><li><a href=2>Floor lamp</a> <b>6 €</b></ul>";
//! assert_eq!(tamis::records(lamps)[0].rows[1].text, "Floor lamp 6 €");
//! ```
//!
//! The second picks a method and its options ([`Recipe`]), and keeps what was found with its reasons:
//!
//! ```
//! use tamis::{Page, Recipe, Stage};
//!
//! let page = Page::parse("<ul><li>One<li>Two<li>Three</ul>").with_url("https://a.example/".parse()?);
//! let recipe = Recipe::named(Stage::Clean, "tps")?;
//! let outcome = tamis::run(&page, &recipe);
//! println!("{}", tamis::export::json(&outcome));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The third takes the pieces: [`tamis_page`] is the document and its selectors, [`tamis_extract`] the methods as plain
//! functions, [`batch`] runs many pages over threads.

pub mod batch;
pub mod export;
pub mod inspect;
mod method_options;
pub mod methods;
mod page;
mod pipeline;
mod recipe;
pub mod render;
pub mod source;

pub use methods::{Answer, Method, Stage};
pub use page::{Limits, Page, PageReader, Warning};
pub use pipeline::{Outcome, run};
pub use recipe::{OptionKind, OptionSpec, OptionValue, Recipe};
pub use tamis_extract::records::Table;
pub use tamis_page::{Capture, Document, Layout, Mask, NodeId, RenderedPage, Viewport};
pub use url::Url;
pub use {tamis_extract, tamis_page};

/// All that can go wrong, and only outside the methods themselves.
pub mod errors {
    pub use crate::batch::JobError;
    pub use crate::page::PageError;
    pub use crate::recipe::MethodError;
    pub use crate::source::SourceError;
    pub use tamis_page::layout::snapshot::SnapshotError;
    pub use tamis_page::render::RenderError;
}

/// The page less its noise, as HTML.
pub fn clean(html: &str) -> String {
    let page = Page::parse(html);
    export::html(&run(&page, &default_recipe(Stage::Clean)))
}

/// The main text of the page.
pub fn text(html: &str) -> String {
    let page = Page::parse(html);
    run(&page, &default_recipe(Stage::Text)).text()
}

/// The records of the page, aligned into tables; the main table comes first.
pub fn records(html: &str) -> Vec<Table> {
    let page = Page::parse(html);
    match default_recipe(Stage::Records).answer(&page) {
        Answer::Tables(tables) => tables,
        Answer::Mask(_) => Vec::new(),
    }
}

fn default_recipe(stage: Stage) -> Recipe {
    Recipe::of(methods::default_for(stage).expect("invariant: the table has a method for every stage of the facade"))
}

/// The examples of the documents run with those of the code.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../README.md")]
    mod readme {}

    #[doc = include_str!("../../../docs/parser.md")]
    mod parser {}
}
