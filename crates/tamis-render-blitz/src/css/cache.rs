//! Style sheets that were read before. The pages of a site share theirs, and reading them is a third of a page's time.

use std::collections::HashMap;
use style::context::QuirksMode;
use style::stylesheets::DocumentStyleSheet;

/// Sheets by their text and by what else decides how they are read; the address of a sheet does not, once its fonts are
/// taken out. A sheet that imports others is not kept: what it imports may be another file on the next page.
#[derive(Default)]
pub(crate) struct SheetCache {
    by_text: HashMap<String, Vec<Entry>>,
    n_bytes: usize,
}

struct Entry {
    media: String,
    quirks: QuirksMode,
    sheet: DocumentStyleSheet,
}

/// Bytes of sheets that are kept, about ten times that in memory.
const MAX_BYTES: usize = 8 << 20;
/// The same text for more media is not kept.
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
            entries.push(Entry { media: media.to_owned(), quirks, sheet: sheet.clone() });
        }
    }
}
