//! Renders a page in a real Chromium: [`DecodedPage`](tamis_page::DecodedPage) →
//! [`RenderedPage`](tamis_page::RenderedPage) over the `DevTools` protocol.
//!
//! For pages that scripts build, and as the measure of other renderers. The browser is asked once a page for everything:
//! its document, its boxes, its computed styles. Scripts and the network are off unless they are asked for
//! ([`ChromiumOptions`]); what a page refers to comes from its capture.
//!
//! | file | question |
//! |---|---|
//! | `launch.rs`, `process.rs`, `profile.rs`, `guard.rs`, `memory.rs` | which browser, how is it started and kept from the network and from the system, where are its files, how does it end, how much memory may it take? |
//! | `connection.rs`, `message.rs` | how is it spoken to? |
//! | `renderer.rs` | which browser renders this page, and what if it is lost? |
//! | `tab.rs`, `requests.rs` | how is a page loaded, from what, and when is it ready? |
//! | `captured_dom` | what did the browser make of it, in our words? |
//!
//! The browser's sandbox is on wherever the system allows it, for root too; [`ChromiumRenderer::sandbox`] says whether it is.
//! Where it is not, give the browser a machine of its own before it runs the scripts of strangers.

mod captured_dom;
mod connection;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod guard;
mod launch;
mod memory;
mod message;
mod options;
mod process;
mod profile;
mod renderer;
mod requests;
mod tab;

pub use launch::Sandbox;
pub use options::{ChromiumOptions, Network, Script};
pub use renderer::ChromiumRenderer;
pub use tamis_page::Wait;
