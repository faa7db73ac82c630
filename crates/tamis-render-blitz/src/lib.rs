//! A renderer without a browser: where everything on a page is, and how it looks.
//!
//! [`BlitzRenderer`] lays a page out in process, with the style engine of Firefox (stylo) and the layout of
//! [Blitz](https://github.com/DioxusLabs/blitz). Scripts do not run and nothing is fetched: style sheets, images and fonts
//! come from the capture's [`Resources`](tamis_page::resources::Resources), or are missing. The same bytes give the same
//! layout on every machine, with one embedded font, whatever is installed.
//!
//! # From bytes to a layout
//! 1. The page is decoded and parsed as everywhere in tamis; frames whose document is in the page (`srcdoc`) are part of it.
//! 2. `dom` gives our nodes to the engine one by one. There is no second parser, and the map between both trees is there by
//!    construction. Attributes that would make the engine fetch, panic or allocate are left out.
//! 3. `css` reads the style sheets that count, with what they import, and turns presentational attributes into a sheet.
//! 4. The engine computes styles. `repairs` looks at them and sets single properties where the engine would go wrong.
//! 5. The engine lays the page out; `to_layout` reads boxes, lines, styles and paint order by node id.
//!
//! # What is repaired, and why
//! The engine is young. Each repair has a reason that holds for any page:
//!
//! | what | why |
//! |---|---|
//! | linked sheets, media, alternates, imports, charsets | the engine takes `rel` to the letter, asks for no `media`, reads UTF-8 alone |
//! | images | no decoder is compiled in: the size in the file's header is enough, else the declared one |
//! | quirks mode | the engine has none: a second browser sheet, unit-less lengths, lines of images without a strut, the body's height |
//! | presentational attributes | known in part, in lower case, with `#rrggbb` alone |
//! | rows and groups of rows | have no box: the union of their cells |
//! | heights of cells and tables | are minima; the engine lets content stick out |
//! | widths of columns | the engine shares space equally and passes over percentages: measured twice, then worked out as browsers do |
//! | tables without rows, cells without a table | vanish or are stacked: laid out as a block, as a row of flexible boxes |
//! | margin, border and padding of inline elements | the engine knows none: boxes of that width stand at both ends |
//! | floats among text | get all the room their content could use: no more than there is |
//! | `clear` on a break, blocks with nothing but empty elements | passed over; without width |
//! | inline boxes | are as high as the line: taken from the baseline and the font |
//! | bold, serif and typewriter text | one font is embedded: its letters get the widths of such faces |
//! | animations | are taken to be over, so that what fades in is there |
//!
//! # What is approximate
//! - Captions of tables and the inside of SVG images have no layout; the latter is [unknown](tamis_page::layout::BoxState).
//! - A line that does not fit beside a float is not moved below it.
//! - Paint order knows stacking contexts and `z-index`; within one, floats and positioned boxes are in the order of the page.
//! - `transform` moves boxes, but neither turns nor scales them.
//! - Content of a shadow root is shown at its place in the page; its sheets count for the whole page, and slots stay empty.
//! - Letters that the font lacks (Chinese, Japanese, Korean, Arabic) are as wide as they are high.
//! - Vertical positions drift on long pages: a line more or less adds up.
//!
//! # Isolation
//! A page has bounds ([`BlitzOptions`]): elements, time, files and their bytes, bytes of style, depth of imports, columns of a
//! table; depth is capped by the parser at 512. It is laid out on a thread of its own with a stack of 64 MB. A panic is caught
//! and costs this page ([`RenderError::Crashed`](tamis_page::render::RenderError)). The clock is looked at between steps; a step
//! that does not end is left behind on its thread, and the caller goes on.
//!
//! What aborts a process (no memory, no stack) cannot be caught. Under [`Isolation::Process`] it hits a worker process: the
//! caller answers its requests for files and gets the layout as a snapshot, the system holds it to a memory limit, and a worker
//! that dies or overruns costs one page. Any program can be the worker by calling [`serve_worker`].
//!
//! # What it costs
//! About 110 more crates; a cold release build takes about 400 s of processor time and 2 GB, and needs python3 (stylo generates
//! code with it). stylo, selectors and cssparser are under the MPL 2.0. The engine's versions are pinned to the digit: before its
//! first stable release, another version is another renderer.
//!
//! ```text
//! cargo run --release -p tamis-render-blitz --example pages_embedded -- FOLDER…
//! ```
//! renders the pages of a data set and says what they cost.

mod css;
mod dom;
mod fonts;
mod isolation;
mod options;
mod page;
mod repairs;
mod resources;
mod to_layout;

pub use isolation::{BlitzRenderer, MAX_STRAYS, serve_worker};
pub use options::{BlitzOptions, Isolation, WorkerCommand};

/// The renderer's name and the engine's version, as a layout carries it.
const NAME: &str = "blitz 0.3.0-beta.4";
