//! The pages of an archive as a batch, for whoever wants to do something else with them first.

use arrow_array::builder::{BinaryBuilder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use tamis::Capture;
use tamis::batch::budget::StopFlag;
use tamis::source::Origin;

use super::asking::{Content, Waiting};
use crate::run;
use crate::settings::Settings;

/// Columns of text, in their order; `html` is behind the first, and the numbers are last.
const TEXTS: [&str; 7] =
    ["url", "content_type", "archive_path", "archive_file", "archive_date", "archive_digest", "error"];
const NUMBERS: [&str; 3] = ["archive_offset", "archive_within", "http_status"];

/// The columns.
pub(super) fn schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
        let field = |name: &str, data_type| Field::new(name, data_type, true);
        let mut fields: Vec<Field> = TEXTS.iter().map(|name| field(name, DataType::Utf8)).collect();
        fields.insert(1, field("html", DataType::Binary));
        fields.extend(NUMBERS.iter().map(|name| field(name, DataType::Int64)));
        let about = [("tamis.schema", "pages"), ("tamis.schema_version", "1")];
        let about: HashMap<String, String> = about.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
        Arc::new(Schema::new_with_metadata(fields, about))
    });
    Arc::clone(&SCHEMA)
}

/// Pages that become a batch.
#[derive(Default)]
pub(super) struct PageRows {
    texts: [StringBuilder; 7],
    html: BinaryBuilder,
    numbers: [Int64Builder; 3],
    n_bytes: usize,
    n_rows: usize,
}

impl PageRows {
    /// Adds a page, or why it could not be read.
    pub(super) fn add(&mut self, page: Waiting, settings: &Settings) {
        let Waiting { origin, url, content, .. } = page;
        // A page that trips over a defect fails alone, here as where pages are asked.
        let (capture, error) = match content {
            Content::Missing(reason) => (None, Some(reason)),
            content => match run::bounded(settings, StopFlag::default(), || content.read(&settings.limits)) {
                Ok(capture) => (Some(capture), None),
                Err(failed) => (None, Some(tamis::with_causes(&failed))),
            },
        };
        let place = match &origin {
            Origin::Archive(place) => Some(&**place),
            _ => None,
        };
        let path = place
            .map(|place| place.path.to_string_lossy())
            .or_else(|| origin.path().map(|path| path.to_string_lossy()));
        let of_capture = capture.as_ref().and_then(|capture| capture.url.as_ref().map(ToString::to_string));
        let texts = [
            place.and_then(|place| place.url.clone()).or(of_capture).or(url),
            capture.as_ref().and_then(|capture| capture.header("content-type").map(str::to_owned)),
            path.map(std::borrow::Cow::into_owned),
            place.and_then(|place| place.file.clone()),
            place.and_then(|place| place.date.clone()),
            place.and_then(|place| place.digest.clone()),
            error,
        ];
        self.n_bytes += texts.iter().flatten().map(String::len).sum::<usize>() + 200;
        for (column, text) in self.texts.iter_mut().zip(texts) {
            column.append_option(text);
        }
        let number = |number: u64| i64::try_from(number).ok();
        let numbers = [
            place.and_then(|place| number(place.offset)),
            place.and_then(|place| number(place.within)),
            place.and_then(|place| place.http_status.map(i64::from)),
        ];
        for (column, number) in self.numbers.iter_mut().zip(numbers) {
            column.append_option(number);
        }
        let body = capture.map(|capture: Capture| capture.body);
        self.n_bytes += body.as_deref().map_or(0, <[u8]>::len);
        self.html.append_option(body.as_deref());
        self.n_rows += 1;
    }

    pub(super) fn n_rows(&self) -> usize {
        self.n_rows
    }

    pub(super) fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    pub(super) fn finish(mut self) -> RecordBatch {
        let mut columns: Vec<ArrayRef> =
            self.texts.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef).collect();
        columns.insert(1, Arc::new(self.html.finish()));
        columns.extend(self.numbers.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        RecordBatch::try_new(schema(), columns).expect("invariant: the columns are those of the schema")
    }
}
