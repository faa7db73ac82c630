//! How large images are. The engine is handed the size alone: no pixel is decoded.

use crate::resources::Loader;
use std::collections::HashMap;
use tamis_page::{Document, NodeId, names};
use url::Url;

/// Width and height of an image file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ImageSize {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Sizes of the images of a page, each file looked at once.
pub(crate) struct ImageSizes<'a> {
    loader: &'a Loader<'a>,
    known: HashMap<Url, Option<ImageSize>>,
}

impl<'a> ImageSizes<'a> {
    pub(crate) fn new(loader: &'a Loader<'a>) -> ImageSizes<'a> {
        ImageSizes { loader, known: HashMap::new() }
    }

    /// The size of the image that an element shows, by the header of its file, else as the element declares it.
    pub(crate) fn of(&mut self, document: &Document, image: NodeId, base: &Url) -> Option<ImageSize> {
        let url = source_of(document, image).and_then(|source| base.join(source).ok());
        url.and_then(|url| self.of_file(url)).or_else(|| declared(document, image))
    }

    fn of_file(&mut self, url: Url) -> Option<ImageSize> {
        let loader = self.loader;
        *self.known.entry(url).or_insert_with_key(|url| size_of(&loader.load(url)?.body))
    }
}

fn declared(document: &Document, image: NodeId) -> Option<ImageSize> {
    let side = |name| document.attributes(image).find(|attribute| attribute.local_name == name);
    let pixels = |name| side(name)?.value.trim().trim_end_matches("px").parse::<u32>().ok();
    Some(ImageSize { width: pixels("width")?.min(MAX_SIDE), height: pixels("height")?.min(MAX_SIDE) })
}

/// The address of an image: `src`, else the first of `srcset`.
fn source_of(document: &Document, image: NodeId) -> Option<&str> {
    let source = document.attribute(image, names::SRC).map(str::trim).filter(|source| !source.is_empty());
    source.or_else(|| {
        let candidates = document.attribute(image, names::SRCSET)?;
        candidates.split_ascii_whitespace().next().map(|first| first.trim_end_matches(','))
    })
}

fn size_of(body: &[u8]) -> Option<ImageSize> {
    if let Ok(size) = imagesize::blob_size(body) {
        let side = |pixels: usize| u32::try_from(pixels).unwrap_or(MAX_SIDE).min(MAX_SIDE);
        return Some(ImageSize { width: side(size.width), height: side(size.height) });
    }
    size_of_svg(body)
}

/// Larger than any real image, and small enough to calculate with.
const MAX_SIDE: u32 = 100_000;

fn size_of_svg(body: &[u8]) -> Option<ImageSize> {
    const MAX_HEADER: usize = 4096;
    let text = String::from_utf8_lossy(&body[..body.len().min(MAX_HEADER)]);
    let start = text.find("<svg")?;
    let document = Document::parse(&text[start..]);
    let svg = document.nodes().find(|&node| document.tag(node) == Some(names::SVG))?;
    let attribute = |name: &str| document.attributes(svg).find(|attribute| attribute.local_name == name);
    let side = |name: &str| attribute(name)?.value.trim().trim_end_matches("px").parse::<f32>().ok();
    let view_box: Vec<f32> = attribute("viewBox")
        .map(|value| value.value.split([' ', ',']).filter_map(|number| number.parse().ok()).collect())
        .unwrap_or_default();
    let ratio = match view_box[..] {
        [_, _, width, height] if width > 0.0 && height > 0.0 => width / height,
        _ => 2.0,
    };
    let (width, height) = match (side("width"), side("height")) {
        (Some(width), Some(height)) => (width, height),
        (Some(width), None) => (width, width / ratio),
        (None, Some(height)) => (height * ratio, height),
        (None, None) => (300.0, 300.0 / ratio),
    };
    let pixels = |length: f32| (length.round().clamp(0.0, MAX_SIDE as f32)) as u32;
    Some(ImageSize { width: pixels(width), height: pixels(height) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &[u8], expect: Option<(u32, u32)>) {
        assert_eq!(size_of(body).map(|size| (size.width, size.height)), expect);
    }

    #[test]
    fn a_header_tells_the_size() {
        check(b"GIF89a\x10\x00\x20\x00\x80\x00\x00", Some((16, 32)));
        check(b"GIF89a", None);
        check(b"not an image", None);
        check(b"", None);
    }

    #[test]
    fn an_svg_tells_its_size_or_its_proportion() {
        check(b"<?xml version='1.0'?><svg width='40px' height='30'/>", Some((40, 30)));
        check(b"<svg viewBox='0 0 100 50'>", Some((300, 150)));
        check(b"<svg width='100' viewBox='0,0,10,20'>", Some((100, 200)));
    }
}
