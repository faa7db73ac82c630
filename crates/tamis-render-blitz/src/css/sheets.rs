//! Which style sheets of a page count, and reading them with what they import.
//!
//! The engine loads linked sheets by itself, but takes `rel` to the letter, asks neither for `media` nor for `disabled`
//! nor for alternates, and knows no quirks. So it is handed sheets that were read here.

use super::bounds::StyleBounds;
use super::names_in_use::NamesInUse;
use super::sheet_text::{decode_sheet, take_font_faces};
use super::unused::{has_more_properties, without_unused_rules};
use crate::resources::Loader;
use blitz_dom::UserAgentStylesheet;
use encoding_rs::Encoding;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::LazyLock;
use style::context::QuirksMode;
use style::media_queries::MediaList;
use style::servo_arc::Arc;
use style::shared_lock::{Locked, SharedRwLock};
use style::stylesheets::import_rule::{ImportLayer, ImportRule, ImportSheet, ImportSupportsCondition};
use style::stylesheets::{
    AllowImportRules, CssRule, DocumentStyleSheet, Origin, Stylesheet, StylesheetInDocument, StylesheetLoader,
    UrlExtraData,
};
use style::values::{CssUrl, SourceLocation};
use tamis_page::{Document, GivenUp, NodeId, Resource, names};
use url::Url;

/// A sheet in the page: the element that brings it and what it says.
pub(crate) struct AuthorSheet {
    pub(crate) owner: NodeId,
    pub(crate) sheet: DocumentStyleSheet,
}

/// Reads sheets within the page's bounds.
pub(crate) struct SheetReader<'a> {
    pub(crate) loader: &'a Loader<'a>,
    pub(crate) cache: &'a RefCell<SheetCache>,
    /// Font rules of all sheets.
    pub(crate) font_faces: RefCell<String>,
    /// Sheets of the cache that this document has.
    pub(crate) used: RefCell<Vec<DocumentStyleSheet>>,
    /// What rules may ask for.
    pub(crate) names: &'a NamesInUse<'a>,
    /// What the page's sheets may cost.
    pub(crate) bounds: &'a StyleBounds<'a>,
    pub(crate) quirks: QuirksMode,
    pub(crate) page_charset: &'static Encoding,
    pub(crate) bytes_left: Cell<usize>,
    pub(crate) max_import_depth: usize,
}

/// More sheets than a page has; the engine compares each with all others.
const MAX_SHEETS: usize = 1000;

/// The sheets of these nodes that apply, in order. `base` is what their links are relative to.
pub(crate) fn author_sheets(
    document: &Document,
    nodes: impl Iterator<Item = NodeId>,
    reader: &SheetReader<'_>,
    base: &Url,
) -> Vec<AuthorSheet> {
    let mut sheets: Vec<AuthorSheet> = Vec::new();
    let mut preferred: Option<String> = None;
    for owner in nodes {
        if sheets.len() == MAX_SHEETS {
            reader.bounds.give_up(GivenUp::Rules);
            break;
        }
        let media = || document.attribute(owner, names::MEDIA).unwrap_or("");
        if is_for_other_media(media()) {
            continue;
        }
        let sheet = if document.is_html(owner, names::STYLE) {
            if !is_css(document.attribute(owner, names::TYPE).unwrap_or("")) {
                continue;
            }
            reader.parse(&document.text_content(owner), base, media())
        } else if document.is_html(owner, names::LINK) {
            let Some(url) = linked_sheet(document, owner, base) else { continue };
            // Sheets with a title are a choice; the first title is the one that is shown.
            let title = document.attribute(owner, names::TITLE).unwrap_or("");
            if !title.is_empty() && preferred.get_or_insert_with(|| title.to_owned()) != title {
                continue;
            }
            reader.load(&url).and_then(|css| reader.parse(&css, &url, media()))
        } else {
            continue;
        };
        if let Some(sheet) = sheet {
            sheets.push(AuthorSheet { owner, sheet });
        }
    }
    sheets
}

fn linked_sheet(document: &Document, link: NodeId, base: &Url) -> Option<Url> {
    let relations = document.attribute(link, names::REL)?;
    let has = |wanted: &str| relations.split_ascii_whitespace().any(|relation| relation.eq_ignore_ascii_case(wanted));
    let is_disabled = document.attributes(link).any(|attribute| attribute.local_name == "disabled");
    if !has("stylesheet") || has("alternate") || is_disabled {
        return None;
    }
    if !is_css(document.attribute(link, names::TYPE).unwrap_or("")) {
        return None;
    }
    let address = document.attribute(link, names::HREF)?.trim();
    if address.is_empty() { None } else { base.join(address).ok() }
}

fn is_css(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or("").trim();
    essence.is_empty() || essence.eq_ignore_ascii_case("text/css")
}

impl SheetReader<'_> {
    /// The text of the sheet at an address.
    fn load(&self, url: &Url) -> Option<String> {
        let resource = self.loader.load(url)?;
        self.is_trusted(&resource).then(|| decode_sheet(&resource, self.page_charset))
    }

    /// Outside quirks mode a browser reads no sheet that was sent as something else, such as a page that says "not found".
    fn is_trusted(&self, resource: &Resource) -> bool {
        self.quirks == QuirksMode::Quirks || resource.media_type.as_deref().is_none_or(is_css)
    }

    /// Reads a sheet with what it imports; `None` if the page has had its share of style.
    pub(crate) fn parse(&self, css: &str, url: &Url, media: &str) -> Option<DocumentStyleSheet> {
        self.take_bytes(css.len())?;
        let sheet = self.parse_unbounded(css, url, media)?;
        let bounded = self.bounds.apply(&sheet.0);
        Some(bounded.map_or(sheet, |bounded| DocumentStyleSheet(Arc::new(bounded))))
    }

    /// Reads a sheet, or finds it among those that were read before.
    fn parse_unbounded(&self, css: &str, url: &Url, media: &str) -> Option<DocumentStyleSheet> {
        let css = without_unused_rules(css, self.names);
        let css = &*take_font_faces(&css, url, &mut self.font_faces.borrow_mut());
        // A sheet is in a document once; the same text again is another sheet.
        let known = self.cache.borrow().get(css, media, self.quirks);
        if let Some(sheet) = known.filter(|sheet| !self.used.borrow().contains(sheet)) {
            self.used.borrow_mut().push(sheet.clone());
            return Some(sheet);
        }
        let chain = [url.clone()];
        let sheet = self.parse_as(css, UrlExtraData(Arc::new(url.clone())), media_list(media), &chain)?;
        let sheet = DocumentStyleSheet(Arc::new(sheet));
        if !has_imports(css) {
            self.cache.borrow_mut().insert(css, media, self.quirks, &sheet);
            self.used.borrow_mut().push(sheet.clone());
        }
        Some(sheet)
    }

    /// Counts what the page has of style; `None` if it has had its share.
    fn take_bytes(&self, n_bytes: usize) -> Option<()> {
        let left = self.bytes_left.get().checked_sub(n_bytes);
        match left {
            Some(left) => self.bytes_left.set(left),
            None => self.bounds.give_up(GivenUp::Rules),
        }
        left.map(drop)
    }

    /// Reads a sheet of our own making.
    pub(crate) fn parse_own(&self, css: &str, url: &Url) -> DocumentStyleSheet {
        let url = UrlExtraData(Arc::new(url.clone()));
        let imports = AllowImportRules::No;
        let sheet =
            Stylesheet::from_str(css, url, Origin::Author, media_list(""), lock(), None, None, self.quirks, imports);
        DocumentStyleSheet(Arc::new(sheet))
    }

    fn parse_as(
        &self,
        css: &str,
        url: UrlExtraData,
        media: Arc<Locked<MediaList>>,
        chain: &[Url],
    ) -> Option<Stylesheet> {
        if is_too_deep(css) {
            self.bounds.give_up(GivenUp::Rules);
            return None;
        }
        if has_more_properties(css, MAX_PROPERTIES) {
            self.bounds.give_up(GivenUp::CustomProperties);
            return None;
        }
        let imports = Imports { reader: self, chain };
        let quirks = self.quirks;
        Some(Stylesheet::from_str(
            css,
            url,
            Origin::Author,
            media,
            lock(),
            Some(&imports),
            None,
            quirks,
            AllowImportRules::Yes,
        ))
    }
}

/// Sheets are never written to once they are read, so any document may read them.
fn lock() -> SharedRwLock {
    SharedRwLock::read_only()
}

/// The queries of a `media` attribute, read as those of a rule.
fn media_list(media: &str) -> Arc<Locked<MediaList>> {
    let none = || Arc::new(lock().wrap(MediaList::empty()));
    if media.trim().is_empty() || media.len() > 1000 {
        return none();
    }
    let Ok(nowhere) = Url::parse("about:blank") else { return none() };
    let css = format!("@media {media} {{}}");
    let sheet = Stylesheet::from_str(
        &css,
        UrlExtraData(Arc::new(nowhere)),
        Origin::Author,
        none(),
        lock(),
        None,
        None,
        QuirksMode::NoQuirks,
        AllowImportRules::No,
    );
    let shared = lock();
    let guard = shared.read();
    let found = sheet.contents(&guard).rules(&guard).iter().find_map(|rule| match rule {
        CssRule::Media(rule) => Some(rule.media_queries.clone()),
        _ => None,
    });
    found.unwrap_or_else(none)
}

/// Brackets in brackets: the parser recurses over them.
const MAX_DEPTH: usize = 1000;

/// Whether brackets nest deeper than any style does. Those in strings and comments are counted, too.
fn is_too_deep(css: &str) -> bool {
    let mut depth = 0_usize;
    for byte in css.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth > MAX_DEPTH {
            return true;
        }
    }
    false
}

/// Custom properties that are named in one sheet, and in one `style` attribute.
const MAX_PROPERTIES: usize = 60_000;
const MAX_OWN_PROPERTIES: usize = 500;

/// Whether a `style` attribute is not worth the engine's time: nested too deeply, or nothing but custom properties.
pub(crate) fn is_too_much_style(css: &str) -> bool {
    is_too_deep(css) || has_more_properties(css, MAX_OWN_PROPERTIES)
}

fn has_imports(css: &str) -> bool {
    let keyword = |at: usize| css.as_bytes().get(at + 1..at + 7);
    css.match_indices('@').any(|(at, _)| keyword(at).is_some_and(|word| word.eq_ignore_ascii_case(b"import")))
}

/// Whether a sheet is for paper or for the ear alone, and need not be looked at.
fn is_for_other_media(media: &str) -> bool {
    let mut types = media.split(',').map(str::trim).peekable();
    let others = ["print", "handheld", "speech", "aural", "braille", "embossed", "tty", "tv", "projection"];
    types.peek().is_some() && types.all(|media| others.iter().any(|other| media.eq_ignore_ascii_case(other)))
}

/// Loads what a sheet imports at once, while the sheet is read.
struct Imports<'a> {
    reader: &'a SheetReader<'a>,
    /// The sheets that import each other, from the page's own to the one that is read.
    chain: &'a [Url],
}

impl Imports<'_> {
    fn import(&self, url: &Url, media: Arc<Locked<MediaList>>) -> Option<Stylesheet> {
        if self.chain.len() > self.reader.max_import_depth || self.chain.contains(url) {
            return None;
        }
        let css = self.reader.load(url)?;
        self.reader.take_bytes(css.len())?;
        let css = without_unused_rules(&css, self.reader.names);
        let mut chain = self.chain.to_vec();
        chain.push(url.clone());
        let sheet = self.reader.parse_as(&css, UrlExtraData(Arc::new(url.clone())), media, &chain)?;
        Some(self.reader.bounds.apply(&sheet).unwrap_or(sheet))
    }
}

impl StylesheetLoader for Imports<'_> {
    fn request_stylesheet(
        &self,
        url: CssUrl,
        location: SourceLocation,
        lock: &SharedRwLock,
        media: Arc<Locked<MediaList>>,
        supports: Option<ImportSupportsCondition>,
        layer: ImportLayer,
    ) -> Arc<Locked<ImportRule>> {
        let is_wanted = supports.as_ref().is_none_or(|condition| condition.enabled);
        let sheet = if is_wanted { url.url().and_then(|url| self.import(url, media)) } else { None };
        let stylesheet = sheet.map_or_else(ImportSheet::new_refused, |sheet| ImportSheet::new(Arc::new(sheet)));
        Arc::new(lock.wrap(ImportRule { url, stylesheet, supports, layer, source_location: location }))
    }
}

/// Parsed sheets by their text, media and quirks mode. Without its fonts, a sheet does not depend on its address. A sheet that
/// imports others is not kept: the import may be another file on the next page.
#[derive(Default)]
pub(crate) struct SheetCache {
    by_text: HashMap<String, Vec<CachedSheet>>,
    n_bytes: usize,
}

struct CachedSheet {
    media: String,
    quirks: QuirksMode,
    sheet: DocumentStyleSheet,
}

/// Bytes of sheets that are kept, about ten times that in memory.
const MAX_BYTES: usize = 8 << 20;
/// For how many different `media` one text is kept.
const MAX_ENTRIES: usize = 8;

impl SheetCache {
    pub(super) fn get(&self, css: &str, media: &str, quirks: QuirksMode) -> Option<DocumentStyleSheet> {
        let entries = self.by_text.get(css)?;
        let found = entries.iter().find(|entry| entry.media == media && entry.quirks == quirks)?;
        Some(found.sheet.clone())
    }

    pub(super) fn insert(&mut self, css: &str, media: &str, quirks: QuirksMode, sheet: &DocumentStyleSheet) {
        if css.len() > MAX_BYTES / 4 {
            return;
        }
        if self.n_bytes + css.len() > MAX_BYTES {
            *self = SheetCache::default();
        }
        let entries = self.by_text.entry(css.to_owned()).or_default();
        if entries.len() < MAX_ENTRIES {
            self.n_bytes += css.len();
            entries.push(CachedSheet { media: media.to_owned(), quirks, sheet: sheet.clone() });
        }
    }
}

static ADDED: LazyLock<UserAgentStylesheet> =
    LazyLock::new(|| UserAgentStylesheet::parse(include_str!("user_agent.css")));
static QUIRKS: LazyLock<UserAgentStylesheet> = LazyLock::new(|| UserAgentStylesheet::parse(include_str!("quirks.css")));

/// The engine's sheet and what it lacks. Documents with the same list share what the engine derives from it.
pub(crate) fn user_agent_sheets(quirks: tamis_page::QuirksMode) -> Vec<UserAgentStylesheet> {
    let mut sheets = vec![UserAgentStylesheet::default_sheet(), ADDED.clone()];
    if quirks == tamis_page::QuirksMode::Quirks {
        sheets.push(QUIRKS.clone());
    }
    sheets
}
