//! The address that the browser thinks a page has.
//!
//! A page of the web keeps its own. A page that was saved to a file gets a stand-in on a host that cannot exist, because
//! a page with a `file:` address could read the files of this machine, and because requests for them cannot be
//! intercepted everywhere. What the browser asks for on that host is translated back.

use tamis_page::DecodedPage;
use url::Url;

/// A host that no resolver knows (RFC 6761).
const STAND_IN: &str = "http://page.invalid/";

/// Where a page is, for the browser and in truth.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    shown: Url,
    /// The base that the stand-in stands for; `None` if the page has its own address.
    original: Option<Url>,
}

impl Address {
    /// The address of a page: where its resources start from, else where it was found, else nowhere.
    pub(crate) fn of(page: &DecodedPage) -> Address {
        let mut shown = Url::parse(STAND_IN).expect("invariant: the stand-in is an address");
        let Some(base) = page.base_url() else { return Address { shown, original: None } };
        if matches!(base.scheme(), "http" | "https") {
            let mut shown = base.clone();
            // A fragment would scroll the page, and a password would be asked for.
            shown.set_fragment(None);
            let _ = shown.set_username("");
            let _ = shown.set_password(None);
            return Address { shown, original: None };
        }
        if base.cannot_be_a_base() {
            return Address { shown, original: None };
        }
        shown.set_path(base.path());
        shown.set_query(base.query());
        Address { shown, original: Some(base.clone()) }
    }

    /// What the browser is told.
    pub(crate) fn shown(&self) -> &Url {
        &self.shown
    }

    /// What a request of the browser is for.
    pub(crate) fn resolve(&self, requested: &Url) -> Url {
        match &self.original {
            Some(original) if requested.host_str() == self.shown.host_str() => {
                let mut resolved = original.clone();
                resolved.set_path(requested.path());
                resolved.set_query(requested.query());
                resolved.set_fragment(None);
                resolved
            }
            _ => {
                let mut resolved = requested.clone();
                resolved.set_fragment(None);
                resolved
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::{Capture, Resources};

    #[track_caller]
    fn check(base: &str, link: &str, shown: &str, resolved: &str) {
        let base = Url::parse(base).unwrap();
        let address = Address::of(&Capture::new([]).with_url(base).decode(None));
        assert_eq!(address.shown().as_str(), shown);
        let requested = address.shown().join(link).unwrap();
        assert_eq!(address.resolve(&requested).as_str(), resolved);
    }

    #[test]
    fn a_page_of_the_web_keeps_its_address() {
        check(
            "https://me:pw@shop.example/a/b?c#d",
            "e.css",
            "https://shop.example/a/b?c",
            "https://shop.example/a/e.css",
        );
    }

    #[test]
    fn a_file_gets_a_stand_in_that_is_translated_back() {
        let files = "file:///home/me/some%20page/page.html";
        let shown = "http://page.invalid/home/me/some%20page/page.html";
        check(files, "x%20y/main.css?v=1", shown, "file:///home/me/some%20page/x%20y/main.css?v=1");
        check(files, "https://cdn.example/a.css", shown, "https://cdn.example/a.css");
        check(files, "/a.css", shown, "file:///a.css");
    }

    #[test]
    fn an_address_without_a_place_gets_the_bare_stand_in() {
        check("data:text/html,x", "a.css", STAND_IN, "http://page.invalid/a.css");
        assert_eq!(Address::of(&Capture::new([]).decode(None)).shown().as_str(), STAND_IN);
    }

    #[test]
    fn the_base_of_the_resources_comes_first() {
        let base = Url::parse("file:///saved/page.html").unwrap();
        let capture = Capture::new([])
            .with_url(Url::parse("https://shop.example/").unwrap())
            .with_resources(Resources::from_fn(Some(base), |_| None));
        assert_eq!(Address::of(&capture.decode(None)).shown().as_str(), "http://page.invalid/saved/page.html");
    }
}
