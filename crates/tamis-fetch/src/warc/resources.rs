//! Style sheets and images of an archived page: the archive itself.

use super::head::RecordKind;
use super::index::RecordKey;
use super::index::surt;
use super::page::content_of;
use super::records::RecordPosition;
use super::shared::Shared;
use crate::message::MediaTypes;
use std::sync::Arc;
use tamis_page::{Resource, Resources};
use url::Url;

/// How often an archived redirect leads on.
const MAX_REDIRECTS: usize = 5;

/// What the archive has besides a page, and of several visits the one that is nearest to the page. Nothing else is asked.
pub(super) fn resources_of(shared: &Arc<Shared>, file: usize, place: RecordPosition) -> Resources {
    if shared.container().is_none() {
        return Resources::none();
    }
    let shared = Arc::clone(shared);
    Resources::from_fn(None, move |url| load(&shared, url, file, place))
}

fn load(shared: &Shared, url: &Url, file: usize, place: RecordPosition) -> Option<Resource> {
    let index = shared.index()?;
    let mut url = url.clone();
    for _ in 0..=MAX_REDIRECTS {
        let wanted = surt(&url);
        let entries = index.nearest(RecordKey::of_url(&url), file, place);
        let answer = entries.into_iter().find_map(|entry| {
            shared.read(entry, |record| {
                let target = record.head.target().and_then(|target| Url::parse(&target).ok())?;
                if surt(&target) != wanted {
                    return None;
                }
                let page = content_of(record, &MediaTypes::all(), shared.options().max_bytes).ok()?;
                match (record.head.kind(), page.record.http_status) {
                    (RecordKind::Resource, _) | (_, Some(200..=299)) => {
                        let media_type = page.capture.header("content-type").map(str::to_owned);
                        Some(ArchivedResource::Found(Resource { media_type, body: page.capture.body }))
                    }
                    (_, Some(300..=399)) => {
                        Some(ArchivedResource::Moved(target.join(page.capture.header("location")?).ok()?))
                    }
                    _ => None,
                }
            })
        })?;
        match answer {
            ArchivedResource::Found(resource) => return Some(resource),
            ArchivedResource::Moved(target) => url = target,
        }
    }
    None
}

enum ArchivedResource {
    Found(Resource),
    Moved(Url),
}
