//! What a page says about itself: title, authors, dates, site, description, language and the like.
//!
//! # What it decides
//! For each field, which of the places that speak of it is right. Every answer carries the place it is from.
//!
//! # Order of trust
//! | place | why there |
//! |---|---|
//! | JSON-LD of the page's main object | written for machines, by field; search engines check it |
//! | `meta`, `OpenGraph`, Dublin Core | written for machines, but titles carry the site's name and authors are accounts |
//! | microdata | beside the visible text, and often of a list or a comment instead of the page |
//! | `time`, `rel=author`, classes | markup of the visible byline |
//! | the page's address | a date in it is the day of publication |
//! | visible text | a byline (“By …”, “Von …”) or a date near the headline, in many languages |
//!
//! The title is the exception: the headline that a reader sees counts most where it agrees with what the machine-readable
//! places say, since those add the site's name or shorten it. Where a page says no description, the first paragraph is one.
//!
//! # Steps
//! 1. `survey`: one walk over the elements collects everything that may speak of a field.
//! 2. `linked_data`: which object of the page's JSON-LD is the page itself.
//! 3. One file a field chooses. The visible text is read at most once, and only if a field needs it.
//!
//! # Example
//! ```
//! use tamis_extract::{PageView, metadata};
//! use tamis_page::Document;
//!
//! let page = Document::parse("<title>Big news | The Paper</title><h1>Big news</h1><p class=byline>By Ada Byron, 5 March 2021");
//! let found = metadata::read(&PageView::of(&page), None);
//! assert_eq!(found.title.unwrap().value, "Big news");
//! assert_eq!(found.authors.unwrap().value, ["Ada Byron"]);
//! assert_eq!(found.published.unwrap().value, "2021-03-05");
//! ```

mod address;
mod authors;
mod byline;
mod clean_text;
mod dates;
mod description;
mod language;
mod language_detection;
mod licence;
mod linked_data;
mod person_names;
mod site_name;
mod survey;
mod tags;
mod title;
mod title_parts;
mod visible_dates;

use crate::view::PageView;
use linked_data::LinkedData;
use survey::Survey;
use tamis_page::budget;
use url::Url;

/// A value, and the place of the page that says it: `json-ld`, `meta`, `microdata`, `time`, `byline`, `address` and so on.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Sourced<T> {
    /// What is said.
    pub value: T,
    /// Where.
    pub source: &'static str,
}

impl<T> Sourced<T> {
    pub(crate) fn new(value: T, source: &'static str) -> Sourced<T> {
        Sourced { value, source }
    }
}

/// What a page says about itself. A field that it does not speak of is `None`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Metadata {
    /// The title of the page, without the site's name.
    pub title: Option<Sourced<String>>,
    /// Who wrote it, in the page's order; never empty.
    pub authors: Option<Sourced<Vec<String>>>,
    /// When it was published, in ISO 8601: a day, with the time where the page says it.
    pub published: Option<Sourced<String>>,
    /// When it was last changed, likewise.
    pub modified: Option<Sourced<String>>,
    /// What the site calls itself, or the name of its host.
    pub site_name: Option<Sourced<String>>,
    /// What the page is about, in a sentence or two.
    pub description: Option<Sourced<String>>,
    /// The language that the page declares, as a BCP 47 tag.
    pub language: Option<Sourced<String>>,
    /// The language of its text, as an ISO 639-1 code; `None` where there is too little text.
    pub detected_language: Option<Sourced<String>>,
    /// The address that the page calls its own.
    pub canonical: Option<Sourced<Url>>,
    /// The picture that stands for the page.
    pub image: Option<Sourced<Url>>,
    /// What the page is filed under, in its own words; never empty.
    pub tags: Option<Sourced<Vec<String>>>,
    /// The sections of the site that it belongs to; never empty.
    pub categories: Option<Sourced<Vec<String>>>,
    /// The terms of its use: an address, or the name of a licence.
    pub licence: Option<Sourced<String>>,
}

/// Reads what a page says about itself. `url` is the address it was found at, where that is known.
pub fn read(view: &PageView<'_>, url: Option<&Url>) -> Metadata {
    budget::spend(view.document().len().saturating_mul(4));
    let document = view.document();
    let survey = Survey::of(view);
    let base = document.base_url(url);
    let canonical = address::canonical(&survey, base.as_ref());
    let linked = LinkedData::of(document, &survey, canonical.as_ref().map(|found| &found.value).or(url));
    let own_address = url.or(canonical.as_ref().map(|found| &found.value));
    let own_address = own_address.cloned().or_else(|| address::open_graph(&survey, base.as_ref()));
    let site_name = site_name::choose(&survey, &linked, own_address.as_ref());
    let title = title::choose(document, &survey, &linked, site_name.as_ref(), own_address.as_ref());
    let language = language::declared(document, &survey, &linked);
    let order = language::day_order(language.as_ref(), own_address.as_ref());
    let authors = authors::choose(document, &survey, &linked, site_name.as_ref(), title.as_ref(), own_address.as_ref());
    let (published, modified) = dates::choose(document, &survey, &linked, own_address.as_ref(), order);
    Metadata {
        authors,
        published,
        modified,
        description: description::choose(document, &survey, &linked),
        detected_language: language_detection::detect(document, &survey),
        image: address::image(&survey, &linked, base.as_ref()),
        tags: tags::tags(document, &survey, &linked),
        categories: tags::categories(document, &survey, &linked),
        licence: licence::choose(document, &survey, &linked, base.as_ref()),
        title,
        site_name,
        language,
        canonical,
    }
}
