//! A page as JSON: what it is, what was found, what was removed and why, by which method with which options.

mod blocks;
mod manifest;
mod metadata;
mod pagination;
mod parts;
mod schema;
mod structured;
mod tables;

pub use blocks::{Block, Blocks, blocks_in_order};
pub use manifest::{ManifestEntry, ManifestStatus};
pub use pagination::{PageTurns, page_turns};
pub use parts::JsonPart;
pub(super) use schema::Fields;
#[cfg(feature = "schema")]
pub use schema::json_schema;

use super::Format;
use super::content::{Content, ContentOptions};
use super::removals::Removals;
use crate::error::with_causes;
use crate::findings::{AttributedAnswer, Findings, Provenance};
use crate::page::Page;
use crate::page_url::UrlSource;
use crate::site::TemplateUse;
use crate::site_noise::SiteNoise;
use crate::source::Origin;
use parts::PartSet;
use schema::{
    ArchiveObject, FindingsObject, Generator, MethodObject, OptionObject, PageObject, ProvenanceObject, RemovedObject,
    SiteObject, Stats, Status, TemplateObject,
};
use std::borrow::Cow;
use std::ops::Range;
use std::time::Duration;
use tamis_extract::options::OptionValue;
use tamis_page::{NodeId, visible_text};

/// The version of the objects that are written. It rises when a key changes its meaning or goes; new keys do not count.
pub const SCHEMA_VERSION: u32 = 1;

/// Findings on their way to JSON.
///
/// Equal pages and recipes give equal bytes; only [`with_elapsed`](Json::with_elapsed) adds what differs from run
/// to run.
#[derive(Clone, Copy, Debug)]
pub struct Json<'a> {
    findings: &'a Findings,
    origin: Option<&'a Origin>,
    elapsed: Option<Duration>,
    content: ContentOptions,
    text: Option<&'a str>,
    parts: PartSet,
}

impl<'a> Json<'a> {
    /// The findings, nothing else: of a mask the text, of tables also where their list goes on.
    pub fn of(findings: &'a Findings) -> Json<'a> {
        let answers =
            [(findings.mask().is_some(), JsonPart::Text), (findings.tables().is_some(), JsonPart::Pagination)];
        let parts = PartSet::of(answers.into_iter().filter(|&(is_there, _)| is_there).map(|(_, part)| part));
        let content = ContentOptions::for_format(Format::Json);
        Json { findings, origin: None, elapsed: None, content, text: None, parts }
    }

    /// Sets where the page came from.
    #[must_use]
    pub fn with_origin(mut self, origin: &'a Origin) -> Json<'a> {
        self.origin = Some(origin);
        self
    }

    /// Sets how long the page took.
    #[must_use]
    pub fn with_elapsed(mut self, elapsed: Duration) -> Json<'a> {
        self.elapsed = Some(elapsed);
        self
    }

    /// Adds a part.
    #[must_use]
    pub fn with(mut self, part: JsonPart) -> Json<'a> {
        self.parts = self.parts.with(part);
        self
    }

    /// Sets the parts: these and no others.
    #[must_use]
    pub fn with_only(mut self, parts: impl IntoIterator<Item = JsonPart>) -> Json<'a> {
        self.parts = PartSet::of(parts);
        self
    }

    /// Sets what of the main content is written.
    #[must_use]
    pub fn with_content(mut self, options: ContentOptions) -> Json<'a> {
        self.content = options;
        self
    }

    /// Sets the main text, for callers that have written it already.
    #[must_use]
    pub fn with_text(mut self, text: &'a str) -> Json<'a> {
        self.text = Some(text);
        self
    }

    /// An indented object, for people.
    pub fn pretty(&self) -> String {
        written(serde_json::to_string_pretty(&self.object()))
    }

    /// An object on one line, for JSON Lines.
    pub fn line(&self) -> String {
        written(serde_json::to_string(&self.object()))
    }

    fn object(&self) -> PageObject<'a> {
        let Json { findings, origin, elapsed, content, text, parts } = *self;
        let page = findings.page();
        let mut warnings: Vec<String> = page.warnings().iter().map(|warning| warning.message().into_owned()).collect();
        warnings.extend_from_slice(findings.warnings());
        let mask = findings.mask();
        let of_mask = |part| mask.filter(|_| parts.has(part));
        let removed = of_mask(JsonPart::Removed).map(|mask| {
            let removals = Removals::of(page.document(), mask.answer);
            warnings.extend(removals.warning());
            removed(removals, findings, mask.provenance.name())
        });
        let tables = findings.tables().map(|tables| {
            let (tables, warning) = tables::tables(page, tables);
            warnings.extend(warning);
            tables
        });
        let blocks = findings.regions().map(|regions| {
            let (blocks, warning) = blocks::blocks(page, regions.answer);
            warnings.extend(warning);
            blocks
        });
        let structured = parts.has(JsonPart::Structured).then(|| {
            let (structured, warning) = structured::object(page, &page.structured());
            warnings.extend(warning);
            structured
        });
        let (n_bytes, n_nodes) = (page.n_bytes(), page.document().len());
        let object = FindingsObject {
            provenance: ProvenanceObject {
                mask: mask.map(|found| provenance(page, found)),
                tables: findings.tables().map(|found| provenance(page, found)),
                blocks: findings.regions().map(|found| provenance(page, found)),
                site: findings.site_noise().map(site),
            },
            page: metadata::page_facts(findings),
            structured,
            html: of_mask(JsonPart::Html).map(|_| super::html(findings)),
            text: of_mask(JsonPart::Text).map(|_| text.map_or_else(|| main_text(findings, &content), Cow::Borrowed)),
            markdown: of_mask(JsonPart::Markdown).map(|_| main_markdown(findings, &content)),
            comments: of_mask(JsonPart::Text).filter(|_| content.comments).map(|_| comments(findings)),
            removed,
            tables,
            blocks,
            pagination: parts.has(JsonPart::Pagination).then(|| pagination::of_findings(findings)).flatten(),
            template: findings.template().map(template),
            stats: Stats {
                bytes: n_bytes,
                nodes: n_nodes,
                nodes_kept: mask.map(|mask| mask.answer.n_kept()),
                // Microseconds are as fine as the clock is worth.
                ms: elapsed.map(|elapsed| elapsed.as_micros() as f64 / 1000.0),
                path: findings.template().map(|template| if template.is_used { "template" } else { "method" }),
            },
            warnings,
        };
        let status = if findings.is_empty() { Status::NothingFound } else { Status::Ok };
        let reason = findings.tables().and_then(|tables| tables.reason.map(str::to_owned));
        PageObject {
            url: page.url().map(url::Url::as_str),
            url_from: page.url_source().map(UrlSource::as_str),
            reason,
            findings: Some(object),
            ..header(origin, status)
        }
    }
}

/// The main text as JSON has it: without comments, which have a key of their own, and the same whether or not records were
/// found, which have one, too.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "options may grow")]
pub fn main_text<'f>(findings: &'f Findings, options: &ContentOptions) -> Cow<'f, str> {
    if options.tables {
        return findings.text().into();
    }
    let plain = ContentOptions::for_format(Format::Text).with_tables(false);
    Content::without_records(findings, &plain).to_text().into()
}

/// The main content as Markdown, as JSON has it: without comments and records, as [`main_text`].
#[allow(clippy::trivially_copy_pass_by_ref, reason = "options may grow")]
pub fn main_markdown(findings: &Findings, options: &ContentOptions) -> String {
    Content::without_records(findings, &options.with_comments(false)).to_markdown()
}

/// What readers said about the page, as JSON has it: a text each.
pub fn comments(findings: &Findings) -> Vec<String> {
    let document = findings.page().document();
    findings.comments().iter().map(|&root| visible_text(document, root)).filter(|text| !text.is_empty()).collect()
}

/// The line of a page that has no findings.
pub fn error_line(origin: Option<&Origin>, error: &(dyn std::error::Error + 'static)) -> String {
    let object = PageObject { url: url_of(origin), error: Some(with_causes(error)), ..header(origin, Status::Error) };
    written(serde_json::to_string(&object))
}

/// The address that a page was asked for by, if it was.
fn url_of(origin: Option<&Origin>) -> Option<&str> {
    match origin {
        Some(Origin::Address(url)) => Some(url.as_str()),
        Some(Origin::Archive(place)) => place.url.as_deref(),
        _ => None,
    }
}

fn header(origin: Option<&Origin>, status: Status) -> PageObject<'_> {
    PageObject {
        schema_version: SCHEMA_VERSION,
        generator: Generator { name: "tamis", version: env!("CARGO_PKG_VERSION") },
        source: origin.map(Origin::to_string),
        archive: origin.and_then(archive),
        url: None,
        url_from: None,
        status,
        reason: None,
        error: None,
        findings: None,
    }
}

fn archive(origin: &Origin) -> Option<ArchiveObject<'_>> {
    let Origin::Archive(place) = origin else { return None };
    Some(ArchiveObject {
        path: place.path.to_string_lossy(),
        file: place.file.as_deref(),
        offset: place.offset,
        date: place.date.as_deref(),
        digest: place.digest.as_deref(),
        http_status: place.http_status,
    })
}

/// A line of its own. Nothing in the objects can fail to be written: their keys are texts, their numbers finite.
fn written(json: serde_json::Result<String>) -> String {
    json.expect("invariant: the objects are JSON") + "\n"
}

fn provenance<T: ?Sized>(page: &Page, found: AttributedAnswer<'_, T>) -> MethodObject {
    let options = match found.provenance {
        Provenance::Method(recipe) => recipe.options(),
        Provenance::Wrapper(ready) => vec![("use", OptionValue::Choice(ready.wrapper().language.as_str()))],
    };
    let options = options.into_iter().map(|(name, value)| (name.into(), option_object(value)));
    let layout = page.layout().map(|layout| layout.renderer().to_owned());
    MethodObject { method: found.provenance.name(), layout, options: options.collect() }
}

fn template(template: &TemplateUse) -> TemplateObject<'_> {
    TemplateObject {
        id: &template.id,
        distance: tables::rounded(template.distance),
        used: template.is_used,
        missing: template.n_missing,
        reason: template.reason.as_deref(),
        applied: template.is_applied,
        why_mapped: template.why_mapped.as_deref(),
    }
}

fn option_object(value: OptionValue) -> OptionObject {
    match value {
        OptionValue::Number(number) => OptionObject::Number(number),
        OptionValue::Count(count) => OptionObject::Count(count),
        OptionValue::Flag(flag) => OptionObject::Flag(flag),
        OptionValue::Choice(word) => OptionObject::Word(word),
        _ => OptionObject::Word("auto"),
    }
}

fn site(noise: &SiteNoise) -> SiteObject {
    let options = noise.recipe().options().into_iter().map(|(name, value)| (name.into(), option_object(value)));
    SiteObject { method: noise.recipe().name(), pages: noise.n_pages(), options: options.collect() }
}

fn removed<'a>(removals: Removals<'a>, findings: &Findings, by: &'static str) -> Vec<RemovedObject<'a>> {
    let method = |range: &Range<usize>| match findings.site_noise() {
        Some(noise) if findings.is_removed_as_site_noise(NodeId(range.start as u32)) => noise.recipe().name(),
        _ => by,
    };
    let rows = removals.listed.into_iter().map(|run| RemovedObject {
        xpath: run.first,
        n_nodes: run.last.is_some().then_some(run.n_nodes),
        last_xpath: run.last,
        method: method(&run.range),
        reason: run.reason,
        text: run.excerpt,
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::ask;
    use crate::recipe::Recipe;
    use crate::task::Task;
    use serde_json::{Value, json};

    #[test]
    fn an_error_names_its_page_and_its_causes() {
        let error = crate::source::read_file("no/such".as_ref(), &crate::Limits::default()).expect_err("no file");
        let line: Value =
            serde_json::from_str(&error_line(Some(&Origin::Path("no/such".into())), &error)).expect("one JSON object");
        assert_eq!(line["status"], "error");
        assert_eq!(line["source"], "no/such");
        assert_eq!(line["error"], "cannot read no/such: No such file or directory (os error 2)");
    }

    #[test]
    fn the_object_says_what_was_done_to_the_page() {
        let page = Page::parse("<title>T</title><p>Hello");
        let recipe = Recipe::named(Task::Text, "none").expect("none is in the table");
        let findings = ask(&page, &[recipe]).expect("it needs no layout");
        let object: Value =
            serde_json::from_str(&Json::of(&findings).with(JsonPart::Removed).line()).expect("one JSON object");
        assert_eq!(object["schema_version"], 1);
        assert_eq!(object["provenance"], json!({"mask": {"method": "none", "layout": null, "options": {}}}));
        assert_eq!(object["page"]["title"], "T");
        assert_eq!(object["text"], "Hello");
        assert!(Json::of(&findings).with_text("Bye").line().contains("\"text\":\"Bye\""));
        assert_eq!(object["removed"], json!([]));
        assert_eq!(object.get("tables"), None, "it was not asked for");
        assert_eq!(object["stats"].get("ms"), None, "the same page gives the same bytes");
    }
}
