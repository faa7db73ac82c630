//! Fonts that a page brings along.

use crate::resources::Loader;
use blitz_traits::net::{Bytes, NetHandler, NetProvider, Request};
use std::sync::Mutex;

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
