#![doc = include_str!("docs/renderer.md")]

mod css;
mod dom;
mod fonts;
mod isolation;
mod options;
mod page;
mod repairs;
mod resources;
mod to_layout;

pub use isolation::{BlitzRenderer, serve_worker};
pub use options::{BlitzOptions, Isolation, WorkerCommand};

/// The renderer's name and the engine's version, as a layout carries it.
const NAME: &str = "blitz 0.3.0-beta.4";
