//! The entries of a sitemap or a feed.
//!
//! Elements are known by their names without prefix, because many files use prefixes that they do not declare. An entry's own
//! fields are its children: `<image:loc>` in the `<image:image>` of a `<url>` is not the address of a page. `<xhtml:link>`, which
//! names the same page in other languages, is passed over: those have entries of their own.

use super::list::{Address, address};
use super::markup::{Piece, Pieces, Tag};
use super::{LeftOut, ListedPage, Listing, ListingKind, ListingLimits};
use url::Url;

/// Deeper elements have no fields of ours in them.
const MAX_DEPTH: usize = 32;
/// No address and no title is longer.
const MAX_FIELD_BYTES: usize = 64 << 10;
/// What extensions of sitemaps have their own `loc` for.
const EXTENSIONS: [&str; 5] = ["image", "video", "news", "mobile", "xhtml"];

/// Reads a file of XML; `None` if it is none of ours.
pub(super) fn read(text: &str, base: &Url, limits: &ListingLimits) -> Option<Listing> {
    let mut pieces = Pieces::new(text);
    let mut reading = EntryReader::new(&root(&mut pieces)?, base, limits)?;
    for piece in &mut pieces {
        match piece {
            Piece::Open(tag) => reading.open(&tag),
            Piece::Close(name) => reading.close(&name),
            Piece::Text(text) => reading.add_text(&text),
            Piece::Doctype(_) => {}
        }
        // What stands behind the end of the file is not of it.
        if reading.open.is_empty() {
            return reading.finish(false);
        }
    }
    reading.finish(true)
}

/// Whether these first bytes of a file are those of another one than ours. In doubt they are not.
pub(super) fn is_other(start: &str) -> bool {
    let mut pieces = Pieces::new(start);
    match root(&mut pieces) {
        Some(root) => Vocabulary::of(&root).is_none(),
        None => !pieces.is_cut_off() && !start.trim().is_empty(),
    }
}

/// The first element, if nothing but declarations and comments stands before it.
fn root<'a>(pieces: &mut Pieces<'a>) -> Option<Tag<'a>> {
    for piece in pieces {
        match piece {
            Piece::Open(tag) => return Some(tag),
            Piece::Text(text) if text.trim().is_empty() => {}
            Piece::Doctype(name) if !name.eq_ignore_ascii_case("html") => {}
            _ => return None,
        }
    }
    None
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Vocabulary {
    Sitemap,
    SitemapIndex,
    Rss,
    Rdf,
    Atom,
}

impl Vocabulary {
    fn of(root: &Tag) -> Option<Vocabulary> {
        let (prefix, name) = split(root.name());
        match name.to_ascii_lowercase().as_str() {
            "urlset" => Some(Vocabulary::Sitemap),
            "sitemapindex" => Some(Vocabulary::SitemapIndex),
            "rss" => Some(Vocabulary::Rss),
            "rdf" => Some(Vocabulary::Rdf),
            "feed" => {
                // Others have feeds of their own, with another meaning.
                let declaration = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
                let is_other = |namespace: String| !namespace.to_ascii_lowercase().contains("atom");
                if root.attribute(&declaration).is_some_and(is_other) { None } else { Some(Vocabulary::Atom) }
            }
            _ => None,
        }
    }

    fn is_entry(self, name: &str) -> bool {
        match self {
            Vocabulary::Sitemap | Vocabulary::SitemapIndex => matches!(name, "url" | "sitemap"),
            Vocabulary::Rss | Vocabulary::Rdf => name == "item",
            Vocabulary::Atom => name == "entry",
        }
    }
}

/// A field of an entry, and how good it is: the smallest rank counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Address { rank: u8 },
    Modified { rank: u8 },
    Title { rank: u8 },
}

/// What is known of an entry so far.
#[derive(Default)]
struct Draft {
    /// Whether the entry is one of an index.
    is_sitemap: bool,
    address: Option<(u8, Address)>,
    modified: Option<(u8, String)>,
    title: Option<(u8, String)>,
}

struct EntryReader<'a> {
    vocabulary: Vocabulary,
    base: &'a Url,
    max_entries: usize,
    /// How many bytes of addresses there may still be: those of a file, and a base is repeated in each.
    n_bytes_left: usize,
    /// The names of the open elements, with their prefixes, in lower case.
    open: Vec<String>,
    /// How many more are open.
    n_deeper: usize,
    /// Addresses that elements say are to be read from, with the depths of those.
    bases: Vec<(usize, Url)>,
    /// The open entry, and its depth.
    entry: Option<(usize, Draft)>,
    /// The open field, its depth, and its text.
    field: Option<(usize, Field, String)>,
    has_channel: bool,
    pages: Vec<ListedPage>,
    sitemaps: Vec<Url>,
    left_out: LeftOut,
}

impl<'a> EntryReader<'a> {
    fn new(root: &Tag, base: &'a Url, limits: &ListingLimits) -> Option<EntryReader<'a>> {
        let mut reading = EntryReader {
            vocabulary: Vocabulary::of(root)?,
            base,
            max_entries: limits.max_entries,
            n_bytes_left: limits.max_bytes,
            open: Vec::new(),
            n_deeper: 0,
            bases: Vec::new(),
            entry: None,
            field: None,
            has_channel: false,
            pages: Vec::new(),
            sitemaps: Vec::new(),
            left_out: LeftOut::default(),
        };
        reading.push(root, root.name().to_ascii_lowercase());
        Some(reading)
    }

    fn open(&mut self, tag: &Tag) {
        let full_name = tag.name().to_ascii_lowercase();
        let (prefix, name) = split(&full_name);
        let is_entry = self.vocabulary.is_entry(name);
        if let Some((depth, _)) = self.entry
            && is_entry
            && split(&self.open[depth - 1]).0 == prefix
        {
            // The end of the one before is missing.
            self.close_down_to(depth - 1);
        }
        if self.n_deeper > 0 || self.open.len() == MAX_DEPTH {
            self.n_deeper += 1;
            return;
        }
        self.has_channel |= name == "channel";
        match &self.entry {
            None if is_entry => {
                let draft = Draft { is_sitemap: name == "sitemap", ..Draft::default() };
                self.entry = Some((self.open.len() + 1, draft));
                self.push(tag, full_name.clone());
                if let Some(about) = tag.attribute("rdf:about") {
                    self.note_address(6, &about);
                }
            }
            None => self.push(tag, full_name),
            &Some((depth, _)) => {
                let is_of_entry = split(&self.open[depth - 1]).0 == prefix;
                if let Some((field_depth, ..)) = self.field
                    && field_depth == depth + 1
                    && self.open.len() == field_depth
                    && is_of_entry
                    && self.field_of(prefix, name, tag).is_some()
                {
                    // A field has no other in it: the end of the one before is missing.
                    self.close_down_to(field_depth - 1);
                }
                let is_child = self.open.len() == depth;
                let is_news_title =
                    self.open.len() == depth + 1 && split(&self.open[depth]).1 == "news" && name == "title";
                self.push(tag, full_name.clone());
                let (prefix, name) = split(&full_name);
                let field = match (is_child, is_news_title) {
                    (true, _) => self.field_of(prefix, name, tag),
                    (_, true) => Some(Field::Title { rank: 9 }),
                    _ => None,
                };
                if is_child && name == "link" {
                    self.note_link(prefix, tag);
                }
                if let Some(field) = field {
                    self.field = Some((self.open.len(), field, String::new()));
                }
            }
        }
    }

    /// What a child of the open entry says. What has another prefix than the entry says less.
    fn field_of(&self, prefix: &str, name: &str, tag: &Tag) -> Option<Field> {
        let (depth, _) = self.entry.as_ref()?;
        let further = if split(&self.open[depth - 1]).0 == prefix { 0 } else { 2 };
        let is_sitemap = matches!(self.vocabulary, Vocabulary::Sitemap | Vocabulary::SitemapIndex);
        let is_atom = self.vocabulary == Vocabulary::Atom;
        match name {
            "loc" | "lastmod" if EXTENSIONS.contains(&prefix) => None,
            "loc" if is_sitemap => Some(Field::Address { rank: further }),
            "lastmod" if is_sitemap => Some(Field::Modified { rank: further }),
            _ if is_sitemap => None,
            "title" => Some(Field::Title { rank: further }),
            "link" if !is_atom => Some(Field::Address { rank: further }),
            "guid" if !is_atom => {
                let is_address = tag.attribute("isPermaLink").is_none_or(|value| !value.eq_ignore_ascii_case("false"));
                is_address.then_some(Field::Address { rank: 8 })
            }
            "pubdate" | "date" | "updated" | "modified" => Some(Field::Modified { rank: further }),
            "published" | "issued" if is_atom => Some(Field::Modified { rank: further + 1 }),
            _ => None,
        }
    }

    /// `<link href>`: of Atom, and of feeds that borrow it from there.
    fn note_link(&mut self, prefix: &str, tag: &Tag) {
        let is_feed = matches!(self.vocabulary, Vocabulary::Atom | Vocabulary::Rss | Vocabulary::Rdf);
        let is_page = tag.attribute("rel").is_none_or(|rel| rel.trim().eq_ignore_ascii_case("alternate"));
        if !is_feed || !is_page {
            return;
        }
        if let Some(href) = tag.attribute("href") {
            let is_html = tag.attribute("type").is_none_or(|media_type| media_type.contains("html"));
            let is_borrowed = self.vocabulary != Vocabulary::Atom && !prefix.is_empty();
            self.note_address(if is_borrowed { 5 } else { 1 } + u8::from(!is_html), &href);
        }
    }

    fn push(&mut self, tag: &Tag, full_name: String) {
        self.open.push(full_name);
        if let Some(base) = tag.attribute("xml:base")
            && let Address::Page(base) = address(&base, Some(self.base()))
        {
            self.bases.push((self.open.len(), base));
        }
    }

    fn base(&self) -> &Url {
        self.bases.last().map_or(self.base, |(_, base)| base)
    }

    fn close(&mut self, full_name: &str) {
        let full_name = full_name.to_ascii_lowercase();
        let is_of_entry = |(depth, _): &(usize, Draft)| self.open[depth - 1] == full_name;
        if self.n_deeper > 0 && !self.entry.as_ref().is_some_and(is_of_entry) {
            self.n_deeper -= 1;
        } else if let Some(place) = self.open.iter().rposition(|open| *open == full_name) {
            self.close_down_to(place);
        }
    }

    /// Closes elements until `depth` are open.
    fn close_down_to(&mut self, depth: usize) {
        self.n_deeper = 0;
        if let Some((_, field, text)) = self.field.take_if(|(field_depth, ..)| *field_depth > depth) {
            self.note(field, &text);
        }
        self.bases.retain(|(base_depth, _)| *base_depth <= depth);
        self.open.truncate(depth);
        if let Some((_, draft)) = self.entry.take_if(|(entry_depth, _)| *entry_depth > depth) {
            self.add(draft);
        }
    }

    fn add_text(&mut self, text: &str) {
        let (n_open, n_deeper) = (self.open.len(), self.n_deeper);
        let Some((depth, field, so_far)) = &mut self.field else { return };
        let is_title = matches!(field, Field::Title { .. });
        // A title may be marked up; an address may not.
        if !is_title && (*depth < n_open || n_deeper > 0) {
            return;
        }
        if so_far.len() + text.len() <= MAX_FIELD_BYTES {
            so_far.push_str(text);
        } else if !is_title {
            // A part of an address is another one.
            self.field = None;
        }
    }

    fn note(&mut self, field: Field, text: &str) {
        let words = || Some(text.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|words| !words.is_empty());
        let Some((_, draft)) = &mut self.entry else { return };
        let (place, rank) = match field {
            Field::Address { rank } => return self.note_address(rank, text),
            Field::Modified { rank } => (&mut draft.modified, rank),
            Field::Title { rank } => (&mut draft.title, rank),
        };
        if place.as_ref().is_none_or(|(before, _)| rank < *before)
            && let Some(words) = words()
        {
            *place = Some((rank, words));
        }
    }

    fn note_address(&mut self, rank: u8, text: &str) {
        let found = address(text, Some(self.base()));
        let Some((_, draft)) = &mut self.entry else { return };
        // One that can be asked is better than any that cannot.
        let rank = match found {
            Address::Page(_) => rank,
            Address::OtherScheme => rank + 100,
            Address::None => return,
        };
        if draft.address.as_ref().is_none_or(|(before, _)| rank < *before) {
            draft.address = Some((rank, found));
        }
    }

    fn add(&mut self, draft: Draft) {
        let url = match draft.address {
            Some((_, Address::Page(url))) => url,
            Some((_, Address::OtherScheme)) => return self.left_out.n_other_schemes += 1,
            _ => return self.left_out.n_without_address += 1,
        };
        let n_bytes = url.as_str().len();
        if self.pages.len() + self.sitemaps.len() >= self.max_entries || n_bytes > self.n_bytes_left {
            self.left_out.n_beyond_limit += 1;
            return;
        }
        self.n_bytes_left -= n_bytes;
        if draft.is_sitemap {
            self.sitemaps.push(url);
        } else {
            let words = |field: Option<(u8, String)>| field.map(|(_, words)| words);
            self.pages.push(ListedPage { url, modified: words(draft.modified), title: words(draft.title) });
        }
    }

    /// The listing. An entry that is still open is not whole.
    fn finish(mut self, is_cut_off: bool) -> Option<Listing> {
        self.left_out.is_cut_off = is_cut_off;
        let kind = match self.vocabulary {
            // Some indexes call themselves sitemaps, and the other way round.
            Vocabulary::SitemapIndex if !self.sitemaps.is_empty() || self.pages.is_empty() => {
                return Some(Listing::Index { sitemaps: self.sitemaps, left_out: self.left_out });
            }
            Vocabulary::Sitemap if self.pages.is_empty() && !self.sitemaps.is_empty() => {
                return Some(Listing::Index { sitemaps: self.sitemaps, left_out: self.left_out });
            }
            Vocabulary::Sitemap | Vocabulary::SitemapIndex => ListingKind::Sitemap,
            // RDF is used for much else.
            Vocabulary::Rdf if !self.has_channel => return None,
            Vocabulary::Rss | Vocabulary::Rdf => ListingKind::Rss,
            Vocabulary::Atom => ListingKind::Atom,
        };
        Some(Listing::Pages { kind, entries: self.pages, left_out: self.left_out })
    }
}

/// A name as its prefix and the rest.
fn split(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}
