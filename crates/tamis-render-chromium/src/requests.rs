//! What a page asks for and what it gets.
//!
//! The browser stops at every request. The first is for the page itself and is answered with its bytes; the others with
//! what the capture brings along. Everything else fails, or goes to the network where that is allowed. A page is never
//! left: a request to go elsewhere is stopped, so that what is captured is the page that was asked for.
//!
//! A page of the web keeps its address. A page that was saved to a file gets a stand-in on a host that cannot exist, because a
//! page with a `file:` address could read the files of this machine, and because requests for them cannot be intercepted
//! everywhere. What the browser asks for on that host is translated back.

use crate::options::Network;
use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use tamis_page::{DecodedPage, Resource};
use url::Url;

/// `Fetch.requestPaused`
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Paused {
    request_id: String,
    #[serde(default)]
    frame_id: String,
    #[serde(default)]
    resource_type: String,
    request: Request,
}

#[derive(Deserialize, Debug)]
struct Request {
    url: String,
    #[serde(default)]
    headers: serde_json::Map<String, Value>,
}

/// Answers the requests of one page.
pub(crate) struct Requests<'a> {
    page: &'a DecodedPage,
    address: Address,
    network: Network,
    /// The frame of the page itself.
    frame: String,
    /// Whether the page was handed over.
    is_given: bool,
}

impl<'a> Requests<'a> {
    /// For a page in the frame of that name.
    pub(crate) fn new(page: &'a DecodedPage, network: Network, frame: String) -> Requests<'a> {
        Requests { page, address: Address::of(page), network, frame, is_given: false }
    }

    /// The address to go to.
    pub(crate) fn address(&self) -> &Url {
        self.address.shown()
    }

    /// The frame of the page itself.
    pub(crate) fn frame(&self) -> &str {
        &self.frame
    }

    /// Whether the page was handed over.
    pub(crate) fn is_given(&self) -> bool {
        self.is_given
    }

    /// What to say to a request.
    pub(crate) fn answer(&mut self, paused: Paused) -> Reply<'a> {
        let is_page = paused.resource_type == "Document";
        if is_page && paused.frame_id == self.frame {
            if self.is_given {
                return refuse(paused, "Aborted");
            }
            self.is_given = true;
            let content_type = format!("text/html; charset={}", self.page.charset.used);
            return give(paused, Some(&content_type), self.page.bytes().into());
        }
        let resource = Url::parse(&paused.request.url)
            .ok()
            .and_then(|requested| self.page.resources.load(&self.address.resolve(&requested)));
        match resource {
            Some(Resource { media_type, body }) => {
                let content_type = media_type.as_deref().or(usual_type(&paused.resource_type)).map(str::to_owned);
                give(paused, content_type.as_deref(), body.into_vec().into())
            }
            None if matches!(self.network, Network::On { .. }) && self.leaves_the_house(&paused.request.url) => {
                Reply::Continue { request_id: paused.request_id }
            }
            // An aborted frame stays empty, any other failure would fill it with an error page.
            None if is_page => refuse(paused, "Aborted"),
            None => refuse(paused, "BlockedByClient"),
        }
    }

    /// Whether there is a network on which the address could be.
    fn leaves_the_house(&self, url: &str) -> bool {
        Url::parse(url).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https")
                && (self.address.resolve(&url) == url || url.host_str() != self.address().host_str())
        })
    }
}

/// The call that answers a request, with its parameters.
#[derive(Serialize, Debug)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub(crate) enum Reply<'a> {
    /// With this response.
    Fulfill {
        request_id: String,
        response_code: u16,
        response_headers: Vec<Header>,
        /// Written straight into the message: there is no other copy of a page in this encoding.
        #[serde(serialize_with = "as_base64")]
        body: Cow<'a, [u8]>,
    },
    /// The network may have it.
    Continue { request_id: String },
    /// It is not available.
    Fail { request_id: String, error_reason: &'static str },
}

#[derive(Serialize, Debug)]
pub(crate) struct Header {
    name: &'static str,
    value: String,
}

impl Reply<'_> {
    /// The method of the protocol.
    pub(crate) fn method(&self) -> &'static str {
        match self {
            Reply::Fulfill { .. } => "Fetch.fulfillRequest",
            Reply::Continue { .. } => "Fetch.continueRequest",
            Reply::Fail { .. } => "Fetch.failRequest",
        }
    }
}

fn as_base64<S: Serializer>(body: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&Base64Display::new(body, &BASE64))
}

/// The type of a file that does not say its own, by what it was asked for as: a style sheet of unknown type is one.
fn usual_type(asked_for: &str) -> Option<&'static str> {
    match asked_for {
        "Stylesheet" => Some("text/css"),
        "Script" => Some("text/javascript"),
        "Document" => Some("text/html"),
        _ => None,
    }
}

fn give<'a>(paused: Paused, content_type: Option<&str>, body: Cow<'a, [u8]>) -> Reply<'a> {
    let mut response_headers = vec![Header { name: "Cache-Control", value: "no-store".to_owned() }];
    if let Some(content_type) = content_type {
        response_headers.push(Header { name: "Content-Type", value: header_value(content_type) });
    }
    // Fonts and modules of other hosts are used only if these allow it, and the capture no longer knows.
    let origin = paused.request.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("origin"));
    if let Some(origin) = origin.and_then(|(_, value)| value.as_str()) {
        response_headers.push(Header { name: "Access-Control-Allow-Origin", value: origin.to_owned() });
        response_headers.push(Header { name: "Access-Control-Allow-Credentials", value: "true".to_owned() });
    }
    Reply::Fulfill { request_id: paused.request_id, response_code: 200, response_headers, body }
}

fn refuse(paused: Paused, error_reason: &'static str) -> Reply<'static> {
    Reply::Fail { request_id: paused.request_id, error_reason }
}

/// The value without what a header cannot hold.
fn header_value(value: &str) -> String {
    value.chars().filter(|character| matches!(character, ' '..='~')).collect()
}

/// A host that no resolver knows (RFC 6761).
const STAND_IN: &str = "http://page.invalid/";

/// Where a page is, for the browser and in truth.
#[derive(Clone, Debug)]
struct Address {
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
    use serde_json::json;
    use tamis_page::{Capture, Resources};

    fn paused(kind: &str, frame: &str, url: &str) -> Paused {
        let request = Request { url: url.to_owned(), headers: serde_json::Map::new() };
        Paused { request_id: "1".to_owned(), frame_id: frame.to_owned(), resource_type: kind.to_owned(), request }
    }

    /// The method and the parameters of an answer.
    fn answer_to(requests: &mut Requests<'_>, paused: Paused) -> (&'static str, Value) {
        let reply = requests.answer(paused);
        (reply.method(), serde_json::to_value(&reply).expect("parameters"))
    }

    fn on() -> Network {
        Network::On { proxy: "127.0.0.1:1".parse().expect("an address") }
    }

    fn page() -> DecodedPage {
        let base = Url::parse("file:///saved/page.html").unwrap();
        let resources = Resources::from_fn(Some(base), |url| {
            (url.as_str() == "file:///saved/a.css").then(|| Resource::new("p { color: red }"))
        });
        Capture::new(b"<p>caf\xE9".to_vec())
            .with_header("Content-Type", "text/plain; charset=latin1")
            .with_resources(resources)
            .decode(None)
    }

    #[test]
    fn the_page_is_given_once_as_html_in_its_charset_and_never_left() {
        let page = page();
        let mut requests = Requests::new(&page, on(), "main".to_owned());
        let (method, answer) =
            answer_to(&mut requests, paused("Document", "main", "http://page.invalid/saved/page.html"));
        assert_eq!(method, "Fetch.fulfillRequest");
        assert_eq!(answer["responseHeaders"][1]["value"], "text/html; charset=windows-1252");
        assert_eq!(answer["body"], "PHA+Y2Fm6Q==");
        let (method, answer) = answer_to(&mut requests, paused("Document", "main", "https://other.example/"));
        assert_eq!((method, &answer["errorReason"]), ("Fetch.failRequest", &json!("Aborted")));
    }

    #[test]
    fn resources_come_from_the_capture_and_the_rest_only_from_an_open_network() {
        #[track_caller]
        fn check(network: Network, kind: &str, url: &str, expect: &str) {
            let page = page();
            let mut requests = Requests::new(&page, network, "main".to_owned());
            assert_eq!(requests.answer(paused(kind, "main", url)).method(), expect);
        }
        check(Network::Off, "Stylesheet", "http://page.invalid/saved/a.css", "Fetch.fulfillRequest");
        check(Network::Off, "Stylesheet", "http://page.invalid/saved/b.css", "Fetch.failRequest");
        check(Network::Off, "Image", "https://cdn.example/b.png", "Fetch.failRequest");
        check(on(), "Image", "https://cdn.example/b.png", "Fetch.continueRequest");
        check(on(), "Image", "http://page.invalid/saved/b.png", "Fetch.failRequest");
        check(on(), "Other", "file:///etc/passwd", "Fetch.failRequest");
        check(on(), "Other", "chrome://version/", "Fetch.failRequest");
    }

    #[test]
    fn a_style_sheet_of_unknown_type_is_one() {
        let page = page();
        let mut requests = Requests::new(&page, Network::Off, "main".to_owned());
        let (_, answer) = answer_to(&mut requests, paused("Stylesheet", "main", "http://page.invalid/saved/a.css"));
        assert_eq!(answer["responseHeaders"][1]["value"], "text/css");
    }
}

#[cfg(test)]
mod address_tests {
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
