//! What a page needs besides itself: style sheets and images, from wherever the page came from.

use crate::body::Body;
use std::fmt;
use std::sync::Arc;
use url::Url;

/// One file that a page refers to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Resource {
    /// The `Content-Type` that came with it, charset included.
    pub media_type: Option<String>,
    /// The bytes.
    pub body: Body,
}

impl Resource {
    /// A file of which only the bytes are known.
    pub fn new(body: impl Into<Body>) -> Resource {
        Resource { media_type: None, body: body.into() }
    }
}

/// Where a page's style sheets and images come from: the folder it was saved in, the archive it was read from, or
/// nowhere. The source that makes the [`Capture`](crate::Capture) provides them; renderers only ask.
///
/// ```
/// use tamis_page::{Resource, Resources};
/// use url::Url;
///
/// let resources = Resources::from_fn(None, |url| url.path().ends_with(".css").then(|| Resource::new("p { color: red }")));
/// assert!(resources.load(&Url::parse("https://shop.example/main.css").unwrap()).is_some());
/// assert!(Resources::none().load(&Url::parse("https://shop.example/main.css").unwrap()).is_none());
/// ```
#[derive(Clone, Default)]
pub struct Resources {
    base: Option<Url>,
    load: Option<Arc<Load>>,
}

type Load = dyn Fn(&Url) -> Option<Resource> + Send + Sync;

impl Resources {
    /// No files at all.
    pub fn none() -> Resources {
        Resources::default()
    }

    /// The files that the function returns. `base` is the address that the page's links start from, where that is not the
    /// address of the page itself: the file that a page of the web was saved to.
    pub fn from_fn(base: Option<Url>, load: impl Fn(&Url) -> Option<Resource> + Send + Sync + 'static) -> Resources {
        Resources { base, load: Some(Arc::new(load)) }
    }

    /// The address that the page's links start from, if it is not the page's own.
    pub fn base(&self) -> Option<&Url> {
        self.base.as_ref()
    }

    /// The file at an address.
    pub fn load(&self, url: &Url) -> Option<Resource> {
        self.load.as_ref().and_then(|load| load(url))
    }
}

impl fmt::Debug for Resources {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Resources").field("base", &self.base).finish_non_exhaustive()
    }
}

/// Two are equal if they are one.
impl PartialEq for Resources {
    fn eq(&self, other: &Resources) -> bool {
        self.base == other.base
            && match (&self.load, &other.load) {
                (None, None) => true,
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                _ => false,
            }
    }
}

impl Eq for Resources {}
