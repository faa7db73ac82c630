//! Writing selectors: from nodes to the CSS selector or XPath that a scraper's author would choose for them.
//!
//! [`absolute_xpath`] is an address: it names one node of this page and breaks with the next redesign. A
//! [`SelectorWriter`] looks for what will last. It gathers what the wanted nodes have in common and where they are, and
//! tries combinations in the order of their robustness until one selects exactly the wanted nodes.
//!
//! # Robustness
//! Each part of a selector has a cost in points, the lower the better (`feature.rs` has the numbers):
//!
//! | part | points |
//! |---|---|
//! | an id that an author chose: `#results` | 10 |
//! | a hook: `itemprop`, `data-testid`, `name`, `property` | 12 |
//! | a class that an author chose: `.product-title` | 14 |
//! | `rel`, `type`, `role`, `itemtype`, `for`, `scope` | 16 |
//! | a telling element name: `article`, `dl`, `h1` | 16 |
//! | the label before a value, or the text of a link or label itself (XPath only) | 20 and more |
//! | other `data-…` attributes | 22 and more |
//! | any other element name | 24 |
//! | the start of an address or of numbered ids: `a[href^="/item/"]` | 26 |
//! | what is below it: `tr:has(> td.price)` | 16 and half of the inner points |
//! | what it lacks: `li:not(.ad)` | 14 and the inner points |
//! | other attributes | 32 and more |
//! | looks: `width`, `bgcolor`; utility classes: `col-md-6`; states: `odd` | 36–40 |
//! | "all but the first", "the last" | 40 and more |
//! | a position | 50 and more |
//! | a generated id or class: `css-1x2y3z`, `post-184467` | 120 |
//!
//! A further container costs its points and five for the step; a selector without any chosen name pays 22 more,
//! so that `#results li` is preferred to `li`. Where no single selector exists the answer is a list of them.
//!
//! **Cost.** A writer has an index of its page (`index.rs`): lists, in document order, of the elements of a name, class,
//! id or attribute, each made in one pass when it is first asked for and shared by everything that is written for the
//! page. What a candidate selects in a scope is a part of such a list, or the parts that lie in other elements' ranges,
//! so that trying one takes time in proportion to these lists and not to the scope; and as all wanted elements are
//! known to match it, counting what it selects tells whether it selects others too (`scopes.rs`). The steps are counted
//! (`budget.rs`): where they run out, for one selector or for the page, the answer is a path of names and positions.

mod absolute;
mod budget;
mod columns;
mod contexts;
mod elaborate;
mod feature;
mod groups;
mod index;
mod label;
mod path;
mod pattern;
mod scopes;
mod search;
pub(crate) mod spell;
mod stability;
mod subjects;
mod writer;

pub use absolute::{AbsolutePaths, absolute_xpath};
pub use stability::is_chosen_name;
pub use writer::{InEach, SelectorWriter, Selectors};

#[cfg(test)]
mod tests;
