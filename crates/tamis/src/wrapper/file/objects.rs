//! The objects of the file, version 1. Their JSON Schema, `docs/wrapper.schema.json`, is made from these types.
//!
//! A member that is not here is refused: in a file that people edit it is a slip.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// Where the records of a template and their values are.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct WrapperObject {
    /// The version of the file: 1.
    pub(super) tamis_wrapper: u32,
    /// Who wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) generator: Option<GeneratorObject>,
    /// The language that is used where a selector is there in both.
    #[serde(default, rename = "use")]
    pub(super) language: LanguageObject,
    /// The element that the records are in, on the page. A page without it is not of the template.
    pub(super) region: SelectorsObject,
    /// The records in the region; `null` where the region is the one record: a page about one thing.
    #[serde(deserialize_with = "said")]
    pub(super) record: Option<RecordObject>,
    pub(super) columns: Vec<ColumnObject>,
    /// The link to the page that the list goes on with, on the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) next: Option<SelectorsObject>,
    /// What the pages that it was learned from were like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) learned: Option<LearnedObject>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct GeneratorObject {
    pub(super) name: String,
    #[serde(default)]
    pub(super) version: String,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum LanguageObject {
    #[default]
    XPath,
    Css,
}

/// Selectors of the same elements. One is enough.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct SelectorsObject {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) css: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) xpath: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RecordObject {
    /// Of the first nodes of the records, in the region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) css: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) xpath: Option<String>,
    /// Of how many elements a record consists: 1, or more where the siblings that follow belong to it.
    #[serde(default = "one")]
    pub(super) nodes: u32,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct ColumnObject {
    /// Unique in the wrapper.
    pub(super) name: String,
    #[serde(default, rename = "type")]
    pub(super) value_type: TypeObject,
    /// The currency of all amounts: its ISO 4217 code, or its sign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) unit: Option<String>,
    /// The sign before the decimals of its numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) decimal_mark: Option<MarkObject>,
    /// Of the element that holds the value, in the record; `:scope` if that is the record itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) css: Option<String>,
    /// From the record to the value itself: `.//a/@href`, `.//p/text()[2]`, or an element whose whole text it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) xpath: Option<String>,
    /// The attribute of the element of `css` that holds the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) attribute: Option<String>,
    /// Which of the text nodes of the element of `css` is the value, from 1; all of its text without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<u32>,
    /// From which of the record's elements the selectors start.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) node: u32,
    /// What the values were like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) learned: Option<LearnedColumnObject>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum TypeObject {
    #[default]
    Text,
    Date,
    Time,
    Money,
    Integer,
    Decimal,
    Percentage,
    Image,
    Url,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) enum MarkObject {
    #[serde(rename = ".")]
    Dot,
    #[serde(rename = ",")]
    Comma,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct LearnedColumnObject {
    /// What the column was called before anybody renamed it.
    #[serde(default)]
    pub(super) name: String,
    /// The share of the records that have a value, from 0 to 1.
    #[serde(default)]
    pub(super) fill: f64,
    /// The smallest such share on one page, of the pages with several records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) least_fill: Option<f64>,
    /// The share of the values that fit the type, from 0 to 1.
    #[serde(default)]
    pub(super) typed: f64,
    /// The share of the values that are different ones, from 0 to 1.
    #[serde(default)]
    pub(super) distinct: f64,
    /// The smallest such share on one page, of the pages with several values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) least_distinct: Option<f64>,
    /// The median of their lengths in characters.
    #[serde(default)]
    pub(super) length: u32,
    /// One value in ten is shorter than so many characters.
    #[serde(default)]
    pub(super) short: u32,
    /// One value in ten is longer than so many characters.
    #[serde(default)]
    pub(super) long: u32,
    /// The element that holds most of the values, from the nearest one with a class: `h3.title > a`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) holder: Option<String>,
    /// Some of them, as the pages write them.
    #[serde(default)]
    pub(super) examples: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct LearnedObject {
    #[serde(default)]
    pub(super) pages: Vec<LearnedPageObject>,
    /// How much text there is on a page outside of the records, in characters: the median of the pages.
    #[serde(default)]
    pub(super) outside: u32,
    /// How much text there is in a record, in characters: the median of the records.
    #[serde(default)]
    pub(super) record_length: u32,
    /// A sample of the paths of these pages, each as eight hexadecimal digits, some of them a line.
    #[serde(default)]
    pub(super) paths: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct LearnedPageObject {
    #[serde(default)]
    pub(super) url: Option<String>,
    /// How many records the wrapper finds on it.
    #[serde(default)]
    pub(super) rows: u32,
    /// Whether the link to the next page is on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) next: Option<bool>,
}

/// `null` has to be written: that a page is one record is nothing to forget.
fn said<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<RecordObject>, D::Error> {
    Option::deserialize(deserializer)
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as it is called")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The JSON Schema of the file, as `docs/wrapper.schema.json` has it.
#[cfg(feature = "schema")]
pub fn json_schema() -> String {
    let schema =
        schemars::generate::SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<WrapperObject>();
    format!("{:#}\n", serde_json::Value::from(schema))
}
