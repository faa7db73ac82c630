//! Absolute addresses, without the place on the page that they lead to.

use tamis_page::absolute_url;
use url::Url;

/// Longer addresses are not compared: a page may hold many of them.
const MAX_BYTES: usize = 4096;

/// What the addresses of a page are relative to.
pub(super) struct Places<'u> {
    base: Option<Url>,
    page: Option<&'u Url>,
    own: Option<String>,
}

impl<'u> Places<'u> {
    pub(super) fn of(base: Option<Url>, page: Option<&'u Url>) -> Places<'u> {
        let page = page.filter(|page| page.as_str().len() <= MAX_BYTES);
        let own = page.map(|page| without_fragment(page.clone()));
        Places { base: base.filter(|base| base.as_str().len() <= MAX_BYTES), page, own }
    }

    /// The address of the page itself.
    pub(super) fn own(&self) -> Option<&str> {
        self.own.as_deref()
    }

    /// An address as others compare with it. One that cannot be made absolute stays as it is.
    pub(super) fn address(&self, href: &str) -> Option<String> {
        if href.len() > MAX_BYTES {
            return None;
        }
        match absolute_url(self.base.as_ref(), href) {
            Some(url) => matches!(url.scheme(), "http" | "https" | "file").then(|| without_fragment(url)),
            None => self.base.is_none().then(|| href.split('#').next().unwrap_or(href).to_owned()),
        }
    }

    /// Whether an address is of another site.
    pub(super) fn is_elsewhere(&self, address: &str) -> bool {
        let Some(own) = self.page.and_then(Url::host_str) else { return false };
        let plain = |host: &str| host.strip_prefix("www.").unwrap_or(host).to_ascii_lowercase();
        let host = address.split_once("://").map(|(_, rest)| rest.split(['/', '?', ':']).next().unwrap_or(rest));
        host.is_some_and(|host| plain(host) != plain(own))
    }
}

fn without_fragment(mut url: Url) -> String {
    url.set_fragment(None);
    url.into()
}
