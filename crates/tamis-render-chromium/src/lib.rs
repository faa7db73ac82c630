//! Renders a page in a real Chromium: [`DecodedPage`](tamis_page::DecodedPage) →
//! [`RenderedPage`](tamis_page::RenderedPage) over the `DevTools` protocol.
//!
//! For pages that scripts build, and as the measure of other renderers. The browser is asked once a page for everything:
//! its document, its boxes, its computed styles. Scripts and the network are off unless they are asked for
//! ([`ChromiumOptions`]); what a page refers to comes from its capture.
//!
//! | file | question |
//! |---|---|
//! | `find.rs`, `flags.rs`, `profile.rs`, `process.rs`, `surroundings.rs`, `trial.rs`, `guard.rs`, `memory.rs` | which browser, how is it started, where are its files, what keeps it from the network and from the system, how does it end, how much memory may it take? |
//! | `connection.rs`, `message.rs` | how is it spoken to? |
//! | `renderer.rs` | which browser renders this page, and what if it is lost? |
//! | `tab.rs`, `requests.rs`, `address.rs` | how is a page loaded, from what, and when is it ready? |
//! | `captured_dom` | what did the browser make of it, in our words? |
//!
//! The browser's sandbox is on wherever the system allows it, for root too; [`ChromiumRenderer::sandbox`] says whether it is.
//! Where it is not, give the browser a machine of its own before it runs the scripts of strangers.

mod address;
mod captured_dom;
mod connection;
mod find;
mod flags;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod guard;
mod memory;
mod message;
mod options;
mod process;
mod profile;
mod renderer;
mod requests;
mod surroundings;
mod tab;
mod trial;

pub use options::{ChromiumOptions, Network, Script};
pub use renderer::ChromiumRenderer;
pub use surroundings::Sandbox;
pub use tamis_page::Wait;
