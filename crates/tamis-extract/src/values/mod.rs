//! What cells mean: numbers, amounts of money, days, links.
//!
//! A single text often cannot say what it is: `1.299` is a thousand euros in one shop and a little over a metre in another. So each
//! text is read once, without a decision ([`Reading`]); all readings of a column decide its [`ValueFormat`], the decimal mark
//! included; and the format makes a [`CellValue`] of each reading. Whoever writes, stores or counts cells takes the value from there.

mod amounts;
mod clock;
mod currencies;
mod dates;
pub(crate) mod days;
mod format;
mod iso;
pub(crate) mod language_tags;
mod moments;
mod money;
pub(crate) mod months;
mod reading;
mod value;

pub use currencies::{currency_by_sign, has_shared_sign, is_shared_sign};
pub use format::{DecimalMark, ValueFormat, ValueType};
pub use moments::Moment;
pub use money::{PriceWords, price_words};
pub(crate) use reading::Reading;
pub use value::{CellValue, Decimal, Money};

use tamis_page::{Document, names};

/// The language that a page declares where every page does, by its tag.
pub fn declared_language(document: &Document) -> Option<&str> {
    document.attribute(document.html()?, names::LANG)
}
