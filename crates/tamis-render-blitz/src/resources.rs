//! What a page links to, within bounds: a page may name any number of files of any size.

use crate::options::BlitzOptions;
use data_url::DataUrl;
use std::cell::Cell;
use std::time::Instant;
use tamis_page::{Resource, Resources};
use url::Url;

/// Answers the page's requests until a bound is reached, and refuses them from then on.
pub(crate) struct Loader<'a> {
    source: &'a Resources,
    deadline: Instant,
    n_left: Cell<usize>,
    bytes_left: Cell<usize>,
}

impl<'a> Loader<'a> {
    pub(crate) fn new(source: &'a Resources, options: &BlitzOptions, deadline: Instant) -> Loader<'a> {
        Loader {
            source,
            deadline,
            n_left: Cell::new(options.max_resources),
            bytes_left: Cell::new(options.max_resource_bytes),
        }
    }

    /// The file at an address, `None` if the source has none or the page has had its share.
    pub(crate) fn load(&self, url: &Url) -> Option<Resource> {
        if url.scheme() == "data" {
            return self.charge(decode_data_url(url)?);
        }
        if self.n_left.get() == 0 || Instant::now() >= self.deadline {
            return None;
        }
        self.n_left.set(self.n_left.get() - 1);
        self.charge(self.source.load(url)?)
    }

    fn charge(&self, resource: Resource) -> Option<Resource> {
        let left = self.bytes_left.get().checked_sub(resource.body.len())?;
        self.bytes_left.set(left);
        Some(resource)
    }
}

fn decode_data_url(url: &Url) -> Option<Resource> {
    let parsed = DataUrl::process(url.as_str()).ok()?;
    let (body, _) = parsed.decode_to_vec().ok()?;
    Some(Resource { media_type: Some(parsed.mime_type().to_string()), body: body.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn url(text: &str) -> Url {
        Url::parse(text).expect("a URL")
    }

    #[test]
    fn a_data_url_needs_no_source() {
        let loader_options = BlitzOptions::default();
        let none = Resources::none();
        let loader = Loader::new(&none, &loader_options, Instant::now() + Duration::from_secs(9));
        let resource = loader.load(&url("data:text/css;base64,cHt9")).expect("a resource");
        assert_eq!((resource.media_type.as_deref(), &*resource.body), (Some("text/css"), &b"p{}"[..]));
        assert_eq!(loader.load(&url("https://a.example/x.css")), None);
    }

    #[test]
    fn a_page_gets_no_more_than_its_share() {
        let source = Resources::from_fn(None, |_| Some(Resource::new(vec![0; 10])));
        let deadline = Instant::now() + Duration::from_secs(9);
        let few = BlitzOptions::default().with_max_resources(2);
        let loader = Loader::new(&source, &few, deadline);
        let n_answers = (0..5).filter(|n| loader.load(&url(&format!("http://a.example/{n}"))).is_some()).count();
        assert_eq!(n_answers, 2);
        let small = BlitzOptions::default().with_max_resource_bytes(25);
        let loader = Loader::new(&source, &small, deadline);
        let n_answers = (0..5).filter(|n| loader.load(&url(&format!("http://a.example/{n}"))).is_some()).count();
        assert_eq!(n_answers, 2);
    }
}
