//! What is known of a page, a column each. Names mean what they mean in JSON.

use super::columns::{Column, ColumnInput, Type, column};
use tamis::export::content::ContentOptions;
use tamis::export::{self, Format, Moment};
use tamis::site::TemplateUse;
use tamis::source::{ArchivePlace, Origin};
use tamis::{Findings, Table, UrlSource};

/// A page.
#[derive(Default)]
pub(crate) struct PageRow {
    source: String,
    archive: Option<ArchivePlace>,
    archive_path: Option<String>,
    url: Option<String>,
    url_from: Option<&'static str>,
    status: &'static str,
    reason: Option<String>,
    error: Option<String>,
    kind: Option<(&'static str, f64)>,
    title: Option<String>,
    authors: Option<Vec<String>>,
    published: Option<String>,
    modified: Option<String>,
    site_name: Option<String>,
    description: Option<String>,
    language: Option<String>,
    detected_language: Option<String>,
    canonical: Option<String>,
    image: Option<String>,
    tags: Option<Vec<String>>,
    categories: Option<Vec<String>>,
    licence: Option<String>,
    text: Option<String>,
    markdown: Option<String>,
    comments: Option<Vec<String>>,
    warnings: Option<Vec<String>>,
    next_url: Option<String>,
    previous_url: Option<String>,
    n_bytes: Option<usize>,
    n_nodes: Option<usize>,
    site: Option<String>,
    template: Option<TemplateUse>,
}

/// What of the main content goes into its columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Content {
    pub(crate) options: ContentOptions,
    pub(crate) has_markdown: bool,
}

impl Default for Content {
    fn default() -> Content {
        Content { options: ContentOptions::for_format(Format::Json), has_markdown: false }
    }
}

impl PageRow {
    fn of(origin: &Origin, status: &'static str) -> PageRow {
        let archive = match origin {
            Origin::Archive(place) => Some((**place).clone()),
            _ => None,
        };
        let archive_path = archive.as_ref().map(|place| place.path.to_string_lossy().into_owned());
        PageRow { source: origin.to_string(), archive, archive_path, status, ..PageRow::default() }
    }

    /// What identifies a page, what became of it, and where its list goes on.
    pub(crate) fn brief(origin: &Origin, findings: &Findings) -> PageRow {
        let page = findings.page();
        let warnings = page.warnings().iter().map(|warning| warning.message().into_owned());
        let warnings = warnings
            .chain(findings.warnings().iter().cloned())
            .chain(table_warnings(findings.tables().map_or(&[][..], |tables| tables.answer)));
        let turns = export::page_turns(findings);
        PageRow {
            warnings: Some(warnings.collect()),
            next_url: turns.next,
            previous_url: turns.previous,
            url: page.url().map(|url| url.as_str().to_owned()),
            url_from: page.url_source().map(UrlSource::as_str),
            reason: findings.tables().and_then(|tables| tables.reason.map(str::to_owned)),
            ..PageRow::of(origin, if findings.is_empty() { "nothing-found" } else { "ok" })
        }
    }

    /// All that is known of a page.
    pub(crate) fn whole(origin: &Origin, findings: &Findings, content: Content) -> PageRow {
        let page = findings.page();
        let metadata = page.metadata().clone();
        let Content { options, has_markdown } = content;
        let markdown = || export::main_markdown(findings, &options);
        let has_text = findings.mask().is_some();
        PageRow {
            kind: findings.kind().map(|(kind, confidence)| (kind.as_str(), confidence)),
            title: metadata.title.map(|title| title.value),
            authors: metadata.authors.map(|authors| authors.value),
            published: metadata.published.map(|published| published.value),
            modified: metadata.modified.map(|modified| modified.value),
            site_name: metadata.site_name.map(|name| name.value),
            description: metadata.description.map(|description| description.value),
            language: metadata.language.map(|language| language.value),
            detected_language: metadata.detected_language.map(|language| language.value),
            canonical: metadata.canonical.map(|address| address.value.into()),
            image: metadata.image.map(|address| address.value.into()),
            tags: metadata.tags.map(|tags| tags.value),
            categories: metadata.categories.map(|categories| categories.value),
            licence: metadata.licence.map(|licence| licence.value),
            text: has_text.then(|| export::main_text(findings, &options).into_owned()),
            markdown: (has_text && has_markdown).then(markdown),
            comments: (has_text && options.comments).then(|| export::comments(findings)),
            n_bytes: Some(page.n_bytes()),
            n_nodes: Some(page.document().len()),
            template: findings.template().cloned(),
            ..PageRow::brief(origin, findings)
        }
    }

    /// Adds a warning.
    pub(crate) fn with_warning(mut self, warning: Option<&String>) -> PageRow {
        self.warnings.get_or_insert_default().extend(warning.cloned());
        self
    }

    /// Sets the site of the page.
    pub(crate) fn with_site(mut self, site: Option<&str>) -> PageRow {
        self.site = site.map(str::to_owned);
        self
    }

    /// A page that failed, of which not even the name has room.
    pub(crate) fn nameless(error: &str) -> PageRow {
        PageRow { error: Some(error.to_owned()), status: "error", ..PageRow::default() }
    }

    /// A page that failed.
    pub(crate) fn failed(origin: &Origin, url: Option<&str>, error: &str) -> PageRow {
        let of_origin = match origin {
            Origin::Address(url) => Some(url.as_str()),
            Origin::Archive(place) => place.url.as_deref(),
            _ => None,
        };
        PageRow {
            url: url.or(of_origin).map(str::to_owned),
            error: Some(error.to_owned()),
            ..PageRow::of(origin, "error")
        }
    }
}

/// What is said of the tables of a page. JSON has it at each of them; here the later ones are named.
pub(super) fn table_warnings(tables: &[Table]) -> impl Iterator<Item = String> {
    tables.iter().enumerate().flat_map(|(table_idx, table)| {
        let of_table = if table_idx > 0 { format!("table_idx {table_idx}: ") } else { String::new() };
        table.warnings.iter().map(move |warning| format!("{of_table}{warning}"))
    })
}

/// The day of a text in ISO 8601.
fn day(text: Option<&str>) -> ColumnInput<'static> {
    text.and_then(Moment::read_iso).map_or(ColumnInput::Null, |moment| ColumnInput::Day(moment.day))
}

/// Its moment, where it says time and zone.
fn at(text: Option<&str>) -> ColumnInput<'static> {
    text.and_then(Moment::read_iso).and_then(Moment::universal).map_or(ColumnInput::Null, ColumnInput::Moment)
}

/// The moment of an archive's record. It is always in universal time, and may be as coarse as a year: then its beginning.
fn archived_at(text: Option<&str>) -> ColumnInput<'static> {
    let moment = text.and_then(Moment::read_iso).map(|mut moment| {
        moment.time = moment.time.or(Some(0));
        moment.offset = moment.offset.or(Some(0));
        moment
    });
    moment.and_then(Moment::universal).map_or(ColumnInput::Null, ColumnInput::Moment)
}

/// Where a page is from and what became of it.
pub(crate) const BRIEF: &[Column<PageRow>] = &[
    column("source", Type::Text, |page| ColumnInput::Text(&page.source)),
    column("url", Type::Text, |page| ColumnInput::text(page.url.as_deref())),
    column("status", Type::Text, |page| ColumnInput::Text(page.status)),
    column("reason", Type::Text, |page| ColumnInput::text(page.reason.as_deref())),
    column("error", Type::Text, |page| ColumnInput::text(page.error.as_deref())),
    column("warnings", Type::Texts, |page| ColumnInput::texts(page.warnings.as_ref())),
    column("next_url", Type::Text, |page| ColumnInput::text(page.next_url.as_deref())),
    column("prev_url", Type::Text, |page| ColumnInput::text(page.previous_url.as_deref())),
];

/// Columns of the page that stand beside those of a wrapper; the underscore keeps their names apart.
pub(crate) const BESIDE: &[Column<PageRow>] = &[
    column("_source", Type::Text, |page| ColumnInput::Text(&page.source)),
    column("_url", Type::Text, |page| ColumnInput::text(page.url.as_deref())),
    column("_status", Type::Text, |page| ColumnInput::Text(page.status)),
    column("_error", Type::Text, |page| ColumnInput::text(page.error.as_deref())),
    column("_reason", Type::Text, |page| ColumnInput::text(page.reason.as_deref())),
    column("_warnings", Type::Texts, |page| ColumnInput::texts(page.warnings.as_ref())),
    column("_next_url", Type::Text, |page| ColumnInput::text(page.next_url.as_deref())),
];

/// All of a page.
pub(crate) const WHOLE: &[Column<PageRow>] = &[
    column("source", Type::Text, |page| ColumnInput::Text(&page.source)),
    column("archive_path", Type::Text, |page| ColumnInput::text(page.archive_path.as_deref())),
    column("archive_file", Type::Text, |page| ColumnInput::text(archive(page).and_then(|place| place.file.as_deref()))),
    column("archive_offset", Type::Whole, |page| {
        archive(page).map_or(ColumnInput::Null, |place| ColumnInput::Whole(place.offset as i64))
    }),
    column("archive_within", Type::Whole, |page| {
        archive(page).map_or(ColumnInput::Null, |place| ColumnInput::Whole(place.within as i64))
    }),
    column("archive_date", Type::Moment, |page| archived_at(archive(page).and_then(|place| place.date.as_deref()))),
    column("archive_digest", Type::Text, |page| {
        ColumnInput::text(archive(page).and_then(|place| place.digest.as_deref()))
    }),
    column("http_status", Type::Whole, |page| {
        ColumnInput::whole(archive(page).and_then(|place| place.http_status).map(usize::from))
    }),
    column("url", Type::Text, |page| ColumnInput::text(page.url.as_deref())),
    column("url_from", Type::Text, |page| ColumnInput::text(page.url_from)),
    column("canonical", Type::Text, |page| ColumnInput::text(page.canonical.as_deref())),
    column("status", Type::Text, |page| ColumnInput::Text(page.status)),
    column("reason", Type::Text, |page| ColumnInput::text(page.reason.as_deref())),
    column("error", Type::Text, |page| ColumnInput::text(page.error.as_deref())),
    column("warnings", Type::Texts, |page| ColumnInput::texts(page.warnings.as_ref())),
    column("bytes", Type::Whole, |page| ColumnInput::whole(page.n_bytes)),
    column("nodes", Type::Whole, |page| ColumnInput::whole(page.n_nodes)),
    column("kind", Type::Text, |page| ColumnInput::text(page.kind.map(|(kind, _)| kind))),
    column("kind_confidence", Type::Share, |page| ColumnInput::share(page.kind.map(|(_, confidence)| confidence))),
    column("title", Type::Text, |page| ColumnInput::text(page.title.as_deref())),
    column("authors", Type::Texts, |page| ColumnInput::texts(page.authors.as_ref())),
    column("published", Type::Text, |page| ColumnInput::text(page.published.as_deref())),
    column("published_date", Type::Day, |page| day(page.published.as_deref())),
    column("published_at", Type::Moment, |page| at(page.published.as_deref())),
    column("modified", Type::Text, |page| ColumnInput::text(page.modified.as_deref())),
    column("modified_date", Type::Day, |page| day(page.modified.as_deref())),
    column("modified_at", Type::Moment, |page| at(page.modified.as_deref())),
    column("site_name", Type::Text, |page| ColumnInput::text(page.site_name.as_deref())),
    column("description", Type::Text, |page| ColumnInput::text(page.description.as_deref())),
    column("language", Type::Text, |page| ColumnInput::text(page.language.as_deref())),
    column("detected_language", Type::Text, |page| ColumnInput::text(page.detected_language.as_deref())),
    column("image", Type::Text, |page| ColumnInput::text(page.image.as_deref())),
    column("tags", Type::Texts, |page| ColumnInput::texts(page.tags.as_ref())),
    column("categories", Type::Texts, |page| ColumnInput::texts(page.categories.as_ref())),
    column("licence", Type::Text, |page| ColumnInput::text(page.licence.as_deref())),
    column("text", Type::Text, |page| ColumnInput::text(page.text.as_deref())),
    column("markdown", Type::Text, |page| ColumnInput::text(page.markdown.as_deref())),
    column("comments", Type::Texts, |page| ColumnInput::texts(page.comments.as_ref())),
];

/// Which template of its site a page is of, and where its list goes on.
pub(crate) const OF_SITE: &[Column<PageRow>] = &[
    column("site", Type::Text, |page| ColumnInput::text(page.site.as_deref())),
    column("template_id", Type::Text, |page| {
        ColumnInput::text(page.template.as_ref().map(|template| template.id.as_str()))
    }),
    column("template_used", Type::Flag, |page| {
        ColumnInput::flag(page.template.as_ref().map(|template| template.is_used))
    }),
    column("template_applied", Type::Flag, |page| {
        ColumnInput::flag(page.template.as_ref().map(|template| template.is_applied))
    }),
    column("template_distance", Type::Share, |page| {
        ColumnInput::share(page.template.as_ref().map(|template| rounded(template.distance)))
    }),
    column("template_missing", Type::Whole, |page| {
        ColumnInput::whole(page.template.as_ref().map(|template| template.n_missing))
    }),
    column("template_reason", Type::Text, |page| {
        ColumnInput::text(page.template.as_ref().and_then(|template| template.reason.as_deref()))
    }),
    column("next_url", Type::Text, |page| ColumnInput::text(page.next_url.as_deref())),
    column("prev_url", Type::Text, |page| ColumnInput::text(page.previous_url.as_deref())),
];

fn archive(page: &PageRow) -> Option<&ArchivePlace> {
    page.archive.as_ref()
}

/// Four digits are more than a share is worth.
pub(crate) fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}
