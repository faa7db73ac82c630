//! The objects of the JSON, version 1. Their JSON Schema, `docs/page.schema.json`, is made from these types.
//!
//! An answer that was not asked for has no key. Inside an answer every key is there: what is not known is `null`.

use indexmap::IndexMap;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// What is known of one page, or why nothing is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(crate) struct PageObject<'a> {
    /// Rises when a key changes its meaning or goes; new keys do not count.
    pub(super) schema_version: u32,
    pub(super) generator: Generator,
    /// Where the page came from: a path, the address that was asked for, a place in an archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<String>,
    /// The record of the archive that the page came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) archive: Option<ArchiveObject<'a>>,
    /// The address of the page, if it is known; after redirects the one that answered.
    pub(super) url: Option<&'a str>,
    /// Who says so: `given` by the user, the server or the archive, or the page itself and its path: `saved-from`,
    /// `canonical`, `base`, `path`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) url_from: Option<&'static str>,
    pub(super) status: Status,
    /// Why nothing was found, where the method says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// Why the page has no findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
    #[serde(flatten)]
    pub(super) findings: Option<FindingsObject<'a>>,
}

/// Where a page stands in an archive, and what its record says.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct ArchiveObject<'a> {
    /// The file of the archive.
    pub(super) path: Cow<'a, str>,
    /// The file inside of a WACZ.
    pub(super) file: Option<&'a str>,
    /// Where the record begins in the file, in bytes.
    pub(super) offset: u64,
    /// When the page was fetched.
    pub(super) date: Option<&'a str>,
    /// The digest of its content.
    pub(super) digest: Option<&'a str>,
    /// The status of the response.
    pub(super) http_status: Option<u16>,
}

/// The answers.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct FindingsObject<'a> {
    pub(super) provenance: ProvenanceObject,
    pub(super) page: PageFacts,
    /// What the page says about itself for machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) structured: Option<StructuredObject>,
    /// The page less what was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) html: Option<String>,
    /// What a reader sees of what is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<Cow<'a, str>>,
    /// The main content as Markdown, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) markdown: Option<String>,
    /// What readers said about the page, in page order; it is not in `text`. Empty where the method knows of nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) comments: Option<Vec<String>>,
    /// What was left out, in page order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) removed: Option<Vec<RemovedObject<'a>>>,
    /// The records, the main table first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tables: Option<Vec<TableObject<'a>>>,
    /// The areas of the page: the page itself, with those in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) blocks: Option<BlockObject<'a>>,
    /// Where the list of the page goes on; not there if nothing says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pagination: Option<PaginationObject>,
    /// Which template of its site the page is of; only where whole sites were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) template: Option<TemplateObject<'a>>,
    pub(super) stats: Stats,
    /// What a user should know before trusting the findings.
    pub(super) warnings: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct Generator {
    pub(super) name: &'static str,
    pub(super) version: &'static str,
}

#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Status {
    Ok,
    NothingFound,
    Error,
}

/// Which method gave which answer.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct ProvenanceObject {
    /// Of `html`, `text` and `removed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mask: Option<MethodObject>,
    /// Of `tables`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tables: Option<MethodObject>,
    /// Of `blocks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) blocks: Option<MethodObject>,
    /// Of what the page is less of because the pages of its site repeat it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) site: Option<SiteObject>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct SiteObject {
    pub(super) method: &'static str,
    /// From how many pages of the site it was learned.
    pub(super) pages: usize,
    /// The options of the method, by their names.
    pub(super) options: Fields<'static, OptionObject>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct MethodObject {
    pub(super) method: &'static str,
    /// Who laid the page out; `null` if nobody did.
    pub(super) layout: Option<String>,
    /// The options that the method read, by their names.
    pub(super) options: Fields<'static, OptionObject>,
}

#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(untagged)]
pub(super) enum OptionObject {
    Number(f64),
    Count(usize),
    Flag(bool),
    Word(&'static str),
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct PageFacts {
    /// What the page is for: article, list, product, forum, doc, service or other; where the method that ran can say.
    pub(super) kind: Option<&'static str>,
    /// How often such an answer is right, from 0 to 1.
    pub(super) kind_confidence: Option<f64>,
    /// Without the site's name.
    pub(super) title: Option<String>,
    pub(super) authors: Option<Vec<String>>,
    /// A day or a moment in ISO 8601.
    pub(super) published: Option<String>,
    /// A day or a moment in ISO 8601.
    pub(super) modified: Option<String>,
    pub(super) site_name: Option<String>,
    pub(super) description: Option<String>,
    /// As the page declares it.
    pub(super) language: Option<String>,
    /// Of the text.
    pub(super) detected_language: Option<String>,
    pub(super) canonical: Option<String>,
    pub(super) image: Option<String>,
    pub(super) tags: Option<Vec<String>>,
    pub(super) categories: Option<Vec<String>>,
    /// An address, or the name of a licence.
    pub(super) licence: Option<String>,
    /// Which place of the page says each of the keys above that it says at all.
    pub(super) sources: Fields<'static, &'static str>,
    /// `null` for a page that came as text.
    pub(super) charset: Option<CharsetObject>,
}

/// What the page says about itself for machines, by vocabulary, in the shapes of extruct.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct StructuredObject {
    #[serde(rename = "json-ld")]
    pub(super) json_ld: Vec<serde_json::Value>,
    pub(super) microdata: Vec<serde_json::Value>,
    pub(super) rdfa: Vec<serde_json::Value>,
    pub(super) opengraph: Vec<serde_json::Value>,
    pub(super) twitter: Vec<serde_json::Value>,
    pub(super) dublincore: Vec<serde_json::Value>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct CharsetObject {
    pub(super) used: &'static str,
    /// How it was found out.
    pub(super) source: &'static str,
}

/// Neighbours that were left out for one reason.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct RemovedObject<'a> {
    /// The first of them.
    pub(super) xpath: String,
    /// The last of them, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) last_xpath: Option<String>,
    /// How many there are, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) n_nodes: Option<usize>,
    pub(super) method: &'static str,
    pub(super) reason: &'a str,
    /// The first words.
    pub(super) text: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct TableObject<'a> {
    /// What the list is to the page: `main`, `list`, `nav`, `sidebar` or `other`.
    pub(super) role: &'static str,
    /// How sure the method is of the table, from 0 to 1.
    pub(super) confidence: f64,
    pub(super) region: SelectorObject,
    pub(super) record: RecordObject,
    pub(super) columns: Vec<ColumnObject<'a>>,
    pub(super) rows: Vec<RowObject<'a>>,
    pub(super) reasons: &'a [String],
    /// Nodes of the region that were looked at and are no records.
    pub(super) rejected: Vec<RejectedObject<'a>>,
    pub(super) warnings: &'a [String],
}

/// Selectors of the same nodes; `null` where none could be written.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct SelectorObject {
    pub(super) xpath: Option<String>,
    pub(super) css: Option<String>,
}

/// Where the first node of each record is, within the region.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct RecordObject {
    #[serde(flatten)]
    pub(super) selector: SelectorObject,
    /// How many sibling nodes a record consists of.
    pub(super) nodes_per_record: usize,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct ColumnObject<'a> {
    /// Unique in the table. A column of money `price` is followed by `price_currency`, and by `price_text` where a value
    /// says more or something else.
    pub(super) name: Cow<'a, str>,
    /// `text`, `date`, `time`, `money`, `currency`, `integer`, `decimal`, `percentage`, `image` or `url`.
    #[serde(rename = "type")]
    pub(super) value_type: &'static str,
    /// From a node of the record to the value; `null` where a wrapper has none.
    pub(super) xpath: Option<String>,
    /// Of the element that holds the value; `null` where that is the node of the record itself.
    pub(super) css: Option<String>,
    /// The attribute that holds the value; `null` where it is text.
    pub(super) attr: Option<String>,
    /// Which of the element's own texts the value is, from 1, where a wrapper says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<usize>,
    /// Which of the record's nodes the selectors start from.
    pub(super) node: usize,
    /// The share of the rows that have a value.
    pub(super) fill: f64,
    /// Whether all rows have the same value.
    pub(super) constant: bool,
    /// What all numbers of this column count, such as `EUR`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unit: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct RowObject<'a> {
    /// The values by the names of their columns; a missing one is `null`. An amount of money is a number with a dot for
    /// its decimal mark and no other; its currency is an ISO 4217 code, or the sign where the page does not tell which
    /// currency is meant by it.
    #[serde(serialize_with = "as_map")]
    #[cfg_attr(feature = "schema", schemars(with = "Fields<'a, Option<String>>"))]
    pub(super) values: Vec<(Cow<'a, str>, Option<String>)>,
    /// What the page says where the value says it in another form.
    #[serde(serialize_with = "as_map")]
    #[cfg_attr(feature = "schema", schemars(with = "Fields<'a, &'a str>"))]
    pub(super) raw: Vec<(Cow<'a, str>, &'a str)>,
    /// The visible text of the whole record.
    pub(super) text: &'a str,
    pub(super) xpaths: Vec<String>,
    /// How similar the record and its neighbours are, from 0 to 1.
    pub(super) confidence: f64,
    /// Whether the record is an advertisement.
    pub(super) ad: bool,
    /// Why it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ad_reason: Option<&'a str>,
    /// Left, top, right and bottom in pixels. Only of a rendered page; `null` if the record has no place.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    #[expect(clippy::option_option, reason = "a page that was not rendered has no key, a record without a place null")]
    pub(super) edges: Option<Option<[i64; 4]>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct RejectedObject<'a> {
    pub(super) xpath: String,
    pub(super) reason: &'a str,
}

/// An area of the page: nodes that belong together.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct BlockObject<'a> {
    /// Unique on the page; `b0` is the page.
    pub(super) id: String,
    /// What it is to the page: `page`, `header`, `nav`, `sidebar`, `main`, `list`, `article`, `comments`, `related`,
    /// `ad`, `cookie`, `footer` or `other`.
    pub(super) role: &'static str,
    /// Why it has this role.
    pub(super) reason: &'a str,
    /// Which cuts through the tree it is in: 1, the parts of the page; 2, the blocks of the parts.
    pub(super) levels: Vec<u8>,
    /// The first node of all that is in it.
    pub(super) xpath: Option<String>,
    /// All of them, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) xpaths: Option<Vec<String>>,
    /// Left, top, right and bottom in pixels. Only of a rendered page; `null` if it has no place.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    #[expect(clippy::option_option, reason = "a page that was not rendered has no key, an area without a place null")]
    pub(super) edges: Option<Option<[i64; 4]>>,
    /// The first words.
    pub(super) text: String,
    /// Figures of the method, such as the degree of coherence.
    pub(super) attributes: Fields<'static, AttributeObject>,
    pub(super) children: Vec<BlockObject<'a>>,
}

#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(untagged)]
pub(super) enum AttributeObject {
    Number(f64),
    Word(&'static str),
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct PaginationObject {
    /// The address of the page that the page itself calls next.
    pub(super) next: Option<String>,
    /// The address of the page that it calls previous.
    pub(super) prev: Option<String>,
    /// Which of the two leads to pages that come after this one: `next`, or `prev` where older entries are called so.
    pub(super) onward: Option<&'static str>,
    /// Of the link to the next page, or of the control in its place.
    pub(super) css: Option<String>,
    /// How sure the next page is, from 0 to 1; where there is none, the previous page, else the page links.
    pub(super) confidence: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) prev_css: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) prev_confidence: Option<f64>,
    /// The number of the page that is shown.
    pub(super) current: Option<u32>,
    /// The numbered links.
    pub(super) pages: Vec<PageLinkObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pages_css: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pages_confidence: Option<f64>,
    /// The address of every page, with `{n}` in place of the number.
    pub(super) pattern: Option<String>,
    /// What `{n}` is for the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pattern_first: Option<i64>,
    /// By how much `{n}` rises from page to page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pattern_step: Option<i64>,
    /// What brings more of the list without another page.
    pub(super) load_more: Option<LoadMoreObject>,
    /// What speaks for each answer.
    pub(super) reasons: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct PageLinkObject {
    pub(super) number: u32,
    /// `null` for a script.
    pub(super) url: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct LoadMoreObject {
    /// Where it leads without a script; `null` for a button.
    pub(super) url: Option<String>,
    pub(super) css: Option<String>,
    pub(super) confidence: f64,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct TemplateObject<'a> {
    /// The site and the template.
    pub(super) id: &'a str,
    /// How unlike the page and the template's first page are, from 0 to 1.
    pub(super) distance: f64,
    /// Whether the findings were mapped from the template; if not, it was learned from this page.
    pub(super) used: bool,
    /// How many of the things that the template names are not on the page.
    pub(super) missing: usize,
    /// Why the page was asked by the methods; `null` if it was mapped.
    pub(super) reason: Option<&'a str>,
    /// Whether the main table was read by the selectors of the template, without mapping it.
    pub(super) applied: bool,
    /// Why the main table was mapped instead; `null` if it was not.
    pub(super) why_mapped: Option<&'a str>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct Stats {
    /// Of the page as it came, inflated.
    pub(super) bytes: usize,
    pub(super) nodes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nodes_kept: Option<usize>,
    /// How long the page took, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ms: Option<f64>,
    /// Which way the findings came: from a `template` or from a `method`; only where whole sites were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) path: Option<&'static str>,
}

/// An object whose keys are the page's words, in an order of their own.
pub(in crate::export) type Fields<'a, V> = IndexMap<Cow<'a, str>, V>;

/// Values by names that are known to differ, in their order: there are many, and nobody looks one up.
fn as_map<V: Serialize, S: Serializer>(named: &[(Cow<'_, str>, V)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(named.iter().map(|(name, value)| (name, value)))
}

/// The JSON Schema of the objects, as `docs/page.schema.json` has it.
#[cfg(feature = "schema")]
pub fn json_schema() -> String {
    let schema =
        schemars::generate::SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<PageObject<'_>>();
    format!("{:#}\n", serde_json::Value::from(schema))
}
