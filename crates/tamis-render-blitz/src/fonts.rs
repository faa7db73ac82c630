//! The embedded font, and those that a page brings along.
//!
//! There is one embedded font, a sans serif. A page that asks for bold, for a serif or for a typewriter face gets its letters
//! as wide as those of such a font: the widths are figures in a table of the font file, and layout looks at nothing else.
//! Without that, bold menus were 8 % too narrow and pages without any style 10 % too wide, and lines broke elsewhere.

use crate::resources::Loader;
use blitz_dom::FontContext;
use blitz_traits::net::{Bytes, NetHandler, NetProvider, Request};
use parley::FontWeight;
use parley::fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, GenericFamily, SourceCache};
use std::sync::{Arc, LazyLock, Mutex};

/// One face: what pages call it, and how its letters differ from the embedded font's.
struct Face {
    families: &'static [&'static str],
    generics: &'static [GenericFamily],
    weight: f32,
    widths: Widths,
    /// Above and below the baseline, and between lines.
    heights: Option<[i16; 3]>,
}

/// How wide letters are, in 2048ths of the font size.
#[derive(Clone, Copy)]
enum Widths {
    AsTheyAre,
    /// The letters from space to tilde, and by how much others are wider.
    Letters(&'static [u16; N_LETTERS], f32),
    /// All the same.
    Fixed(u16),
}

const FACES: [Face; 6] = [
    Face { families: SANS, generics: SANS_GENERICS, weight: 400.0, widths: Widths::AsTheyAre, heights: None },
    Face { families: SANS, generics: &[], weight: 700.0, widths: Widths::Letters(&SANS_BOLD, 1.07), heights: None },
    Face {
        families: SERIF,
        generics: &[GenericFamily::Serif],
        weight: 400.0,
        widths: Widths::Letters(&SERIF_REGULAR, 0.977),
        heights: Some([1825, -443, 87]),
    },
    Face {
        families: SERIF,
        generics: &[],
        weight: 700.0,
        widths: Widths::Letters(&SERIF_BOLD, 1.04),
        heights: Some([1825, -443, 87]),
    },
    Face {
        families: MONO,
        generics: &[GenericFamily::Monospace],
        weight: 400.0,
        widths: Widths::Fixed(1229),
        heights: Some([1705, -615, 0]),
    },
    Face { families: MONO, generics: &[], weight: 700.0, widths: Widths::Fixed(1229), heights: Some([1705, -615, 0]) },
];

const SANS: &[&str] = &["Liberation Sans", "Arial", "Helvetica"];
const SERIF: &[&str] = &["Liberation Serif", "Times New Roman", "Times"];
const MONO: &[&str] = &["Liberation Mono", "Courier New", "Courier"];
const SANS_GENERICS: &[GenericFamily] =
    &[GenericFamily::SansSerif, GenericFamily::SystemUi, GenericFamily::Cursive, GenericFamily::Fantasy];

/// A font context with every face and nothing else; what is installed plays no part.
pub(crate) fn font_context() -> FontContext {
    static FILES: LazyLock<Vec<Blob<u8>>> =
        LazyLock::new(|| FACES.iter().map(|face| Blob::new(Arc::new(file_of(face)))).collect());
    let options = CollectionOptions { shared: false, system_fonts: false };
    let mut context = FontContext { source_cache: SourceCache::new_shared(), collection: Collection::new(options) };
    for (face, file) in FACES.iter().zip(FILES.iter()) {
        for (position, &family) in face.families.iter().enumerate() {
            let info = FontInfoOverride {
                family_name: Some(family),
                weight: Some(FontWeight::new(face.weight)),
                ..FontInfoOverride::default()
            };
            let registered = context.collection.register_fonts(file.clone(), Some(info));
            let ids: Vec<_> = registered.iter().map(|(id, _)| *id).collect();
            for &generic in face.generics.iter().filter(|_| position == 0) {
                context.collection.append_generic_families(generic, ids.iter().copied());
            }
        }
    }
    context
}

const N_LETTERS: usize = 95;
/// The glyph of the space; those of the letters follow in the order of ASCII.
const FIRST_GLYPH: usize = 3;
/// A letter that the font lacks is most likely Chinese or Japanese, and as wide as it is high.
const MISSING_WIDTH: u16 = 2048;

/// The embedded font's file with the widths and heights of a face.
fn file_of(face: &Face) -> Vec<u8> {
    let mut file = tamis_font::SANS.to_vec();
    let (Some(header), Some(widths)) = (table(&file, *b"hhea"), table(&file, *b"hmtx")) else { return file };
    let n_widths = usize::from(u16_at(&file, header + 34));
    for glyph in 0..n_widths {
        let at = widths + 4 * glyph;
        let width = match (glyph, face.widths) {
            (0, _) => MISSING_WIDTH,
            (_, Widths::AsTheyAre) => continue,
            (_, Widths::Fixed(width)) => width,
            (_, Widths::Letters(table, others)) => {
                match glyph.checked_sub(FIRST_GLYPH).and_then(|letter| table.get(letter)) {
                    Some(&width) => width,
                    None => (f32::from(u16_at(&file, at)) * others).round() as u16,
                }
            }
        };
        file[at..at + 2].copy_from_slice(&width.to_be_bytes());
    }
    if let Some(heights) = face.heights {
        for (position, height) in heights.into_iter().enumerate() {
            file[header + 4 + 2 * position..header + 6 + 2 * position].copy_from_slice(&height.to_be_bytes());
        }
    }
    if !matches!(face.widths, Widths::AsTheyAre) {
        hide_kerning(&mut file);
    }
    file
}

/// Pairs of letters that stand closer in the embedded font do not in another.
fn hide_kerning(file: &mut [u8]) {
    let n_tables = usize::from(u16_at(file, 4));
    for entry in (0..n_tables).map(|table| 12 + 16 * table) {
        if matches!(&file[entry..entry + 4], b"kern" | b"GPOS") {
            file[entry..entry + 4].make_ascii_lowercase();
            file[entry] = b'x';
        }
    }
}

/// Where a table of the font starts.
fn table(file: &[u8], tag: [u8; 4]) -> Option<usize> {
    let n_tables = usize::from(u16_at(file, 4));
    let entry = (0..n_tables).map(|table| 12 + 16 * table).find(|&entry| file[entry..entry + 4] == tag)?;
    Some(usize::from(u16_at(file, entry + 8)) << 16 | usize::from(u16_at(file, entry + 10)))
}

fn u16_at(file: &[u8], at: usize) -> u16 {
    u16::from_be_bytes([file[at], file[at + 1]])
}

// Widths from space to tilde, as in the Liberation fonts 2.1.5.
#[rustfmt::skip]
const SANS_BOLD: [u16; N_LETTERS] = [
    569, 682, 971, 1139, 1139, 1821, 1479, 487, 682, 682, 797, 1196, 569, 682, 569, 569, 1139, 1139, 1139, 1139, 1139,
    1139, 1139, 1139, 1139, 1139, 682, 682, 1196, 1196, 1196, 1251, 1997, 1479, 1479, 1479, 1479, 1366, 1251, 1593,
    1479, 569, 1139, 1479, 1251, 1706, 1479, 1593, 1366, 1593, 1479, 1366, 1251, 1479, 1366, 1933, 1366, 1366, 1251,
    682, 569, 682, 1196, 1139, 682, 1139, 1251, 1139, 1251, 1139, 682, 1251, 1251, 569, 569, 1139, 569, 1821, 1251,
    1251, 1251, 1251, 797, 1139, 682, 1251, 1139, 1593, 1139, 1139, 1024, 797, 573, 797, 1196,
];
#[rustfmt::skip]
const SERIF_REGULAR: [u16; N_LETTERS] = [
    512, 682, 836, 1024, 1024, 1706, 1593, 369, 682, 682, 1024, 1155, 512, 682, 512, 569, 1024, 1024, 1024, 1024,
    1024, 1024, 1024, 1024, 1024, 1024, 569, 569, 1155, 1155, 1155, 909, 1886, 1479, 1366, 1366, 1479, 1251, 1139,
    1479, 1479, 682, 797, 1479, 1251, 1821, 1479, 1479, 1139, 1479, 1366, 1139, 1251, 1479, 1479, 1933, 1479, 1479,
    1251, 682, 569, 682, 961, 1024, 682, 909, 1024, 909, 1024, 909, 682, 1024, 1024, 569, 569, 1024, 569, 1593, 1024,
    1024, 1024, 1024, 682, 797, 569, 1024, 1024, 1479, 1024, 1024, 909, 983, 410, 983, 1108,
];
#[rustfmt::skip]
const SERIF_BOLD: [u16; N_LETTERS] = [
    512, 682, 1137, 1024, 1024, 2048, 1706, 569, 682, 682, 1024, 1167, 512, 682, 512, 569, 1024, 1024, 1024, 1024,
    1024, 1024, 1024, 1024, 1024, 1024, 682, 682, 1167, 1167, 1167, 1024, 1905, 1479, 1366, 1479, 1479, 1366, 1251,
    1593, 1593, 797, 1024, 1593, 1366, 1933, 1479, 1593, 1251, 1593, 1479, 1139, 1366, 1479, 1479, 2048, 1479, 1479,
    1366, 682, 569, 682, 1190, 1024, 682, 1024, 1139, 909, 1139, 909, 682, 1024, 1139, 569, 682, 1139, 569, 1706,
    1139, 1024, 1139, 1139, 909, 797, 682, 1139, 1024, 1479, 1024, 1024, 909, 807, 451, 807, 1065,
];

/// Collects the engine's requests. Those for images and frames are never answered here: their sizes are given with the
/// elements. Those for fonts are, once all sheets are read.
#[derive(Default)]
pub(crate) struct FontProvider {
    requests: Mutex<Vec<(Request, Box<dyn NetHandler>)>>,
}

/// More font files than a page can make use of; the others are taken to be missing.
const MAX_FONTS: usize = 32;

impl FontProvider {
    /// Loads the fonts that the sheets named.
    pub(crate) fn answer(&self, loader: &Loader<'_>) {
        let requests = self.requests.lock().map(|mut requests| std::mem::take(&mut *requests)).unwrap_or_default();
        for (request, handler) in requests.into_iter().filter(|(request, _)| is_font(request)).take(MAX_FONTS) {
            if let Some(font) = loader.load(&request.url) {
                handler.bytes(request.url.to_string(), Bytes::from(font.body.into_vec()));
            }
        }
    }
}

fn is_font(request: &Request) -> bool {
    let path = request.url.path().to_ascii_lowercase();
    let ends = [".woff", ".woff2", ".ttf", ".otf"];
    match request.url.scheme() {
        "data" => path.starts_with("font/") || path.starts_with("application/"),
        _ => ends.iter().any(|end| path.ends_with(end)),
    }
}

impl NetProvider for FontProvider {
    fn fetch(&self, _document: usize, request: Request, handler: Box<dyn NetHandler>) {
        if is_font(&request)
            && let Ok(mut requests) = self.requests.lock()
        {
            requests.push((request, handler));
        }
    }

    /// Nothing waits for an answer.
    fn is_noop(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn width(file: &[u8], letter: char) -> u16 {
        let widths = table(file, *b"hmtx").expect("widths");
        u16_at(file, widths + 4 * (FIRST_GLYPH + letter as usize - ' ' as usize))
    }

    #[test]
    fn the_letters_of_the_font_stand_where_they_are_looked_for() {
        let widths: Vec<u16> = " !WMijm~".chars().map(|letter| width(tamis_font::SANS, letter)).collect();
        assert_eq!(widths, [569, 569, 1933, 1706, 455, 455, 1706, 1196]);
    }

    #[test]
    fn a_face_has_its_own_widths_and_heights() {
        let bold = file_of(&FACES[1]);
        assert_eq!([width(&bold, 'i'), width(&bold, 'W')], [569, 1933]);
        let mono = file_of(&FACES[4]);
        assert_eq!([width(&mono, 'i'), width(&mono, 'W')], [1229, 1229]);
        let header = table(&mono, *b"hhea").expect("a header");
        assert_eq!(u16_at(&mono, header + 4), 1705);
        assert!(table(&mono, *b"GPOS").is_none() && table(&mono, *b"cmap").is_some());
    }
}
