//! Renders a page in a real Chromium: [`DecodedPage`](tamis_page::DecodedPage) →
//! [`RenderedPage`](tamis_page::RenderedPage) over the `DevTools` protocol.
//!
//! For pages that scripts build, and as the measure of other renderers. The browser is asked once a page for everything:
//! its document, its boxes, its computed styles. Scripts and the network are off unless they are asked for
//! ([`ChromiumOptions`]); what a page refers to comes from its capture.
//!
//! | file | question |
//! |---|---|
//! | `find.rs`, `flags.rs`, `profile.rs`, `process.rs`, `wall.rs` | which browser, how is it started, where are its files, what keeps it from the network, how does it end? |
//! | `connection.rs`, `message.rs` | how is it spoken to? |
//! | `renderer.rs` | which browser renders this page, and what if it is lost? |
//! | `tab.rs`, `requests.rs`, `address.rs` | how is a page loaded, from what, and when is it ready? |
//! | `captured_dom` | what did the browser make of it, in our words? |
//!
//! As root the browser runs without its sandbox, because it has none there. Give it a user of its own, or a container,
//! before it runs the scripts of strangers.

mod address;
mod captured_dom;
mod connection;
mod find;
mod flags;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod message;
mod options;
mod process;
mod profile;
mod renderer;
mod requests;
mod tab;
mod wall;

pub use options::{ChromiumOptions, Network, Script};
pub use renderer::ChromiumRenderer;
pub use tamis_page::Wait;
