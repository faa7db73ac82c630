//! Names of columns, for people: the last step of every records method.
//!
//! ## What it decides
//! What each column of a finished table is called, and in which order the columns stand. A name is a word or a few in
//! `snake_case`, unique in the table; the column that says what a record is (its title) comes first, then its address,
//! then the others as on the page.
//!
//! ## Steps
//! The first nine cells of each column are looked at ([`sample`]). The first source that knows a name gives it:
//!
//! 1. the header of the column in table markup, or `data-label` and its kin ([`labels`]);
//! 2. a label in the record: words before a colon, a `dt`, a `th`, a text for screen readers, the noun after a number
//!    (`1,234 views`), the same in most records ([`labels`]);
//! 3. microdata, `RDFa`, `rel` and `time` ([`markup`]);
//! 4. `aria-label` and `title`, where they are the same in all records ([`markup`]);
//! 5. the role: what the values are, where they stand and how they are marked ([`roles`], [`title`]);
//! 6. the words of the classes, without those of the block, of frameworks and of layout ([`classes`], [`words`]);
//! 7. the type of the values.
//!
//! A link is named after what it links: `title` and `title_url` ([`columns`]). Of equal names the later on the page get
//! `_2`, `_3`.
//!
//! ## The same names on another page of the template
//! A user joins the tables of many pages by their names, so a name depends on what the template fixes: tags, classes,
//! attributes, the words that all records share, the type of the values. The values themselves never become a name,
//! and where they have to decide (which of two links is the title, which text is the description) they are only asked
//! for their type, for rough lengths, and compared with a wide margin; within the margin the order of the page decides.
//! The vote is among the first cells and needs two thirds of them, so that an odd or a missing item changes nothing.
//!
//! What remains: a column that one page lacks gives its place in `_2`, `_3` to the next of the same name, and where the
//! page has no word for a column, `badge`, `category`, `icon` and `old_price` (of two prices without a mark) are told by
//! which values are repeated or higher, in all of the cells that were looked at.

mod columns;

mod evidence;
mod sample;
mod shapes;

mod classes;
mod labels;
mod markup;
mod roles;
mod title;
mod vocabulary;
mod words;

pub use columns::{column_names, name_columns};

#[cfg(test)]
mod tests;
