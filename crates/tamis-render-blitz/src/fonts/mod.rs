//! The embedded font, and those that a page brings along.
//!
//! There is one embedded font, a sans serif. A page that asks for bold, for a serif or for a typewriter face gets its letters
//! as wide as those of such a font: the widths are figures in a table of the font file, and layout looks at nothing else.
//! Without that, bold menus were 8 % too narrow and pages without any style 10 % too wide, and lines broke elsewhere.

mod faces;
mod provider;

pub(crate) use faces::font_context;
pub(crate) use provider::FontProvider;
