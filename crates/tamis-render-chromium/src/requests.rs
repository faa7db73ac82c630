//! What a page asks for and what it gets.
//!
//! The browser stops at every request. The first is for the page itself and is answered with its bytes; the others with
//! what the capture brings along. Everything else fails, or goes to the network where that is allowed. A page is never
//! left: a request to go elsewhere is stopped, so that what is snapshot is the page that was asked for.

use crate::address::Address;
use crate::options::Network;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use serde_json::{Value, json};
use tamis_page::Capture;
use tamis_page::resources::Resource;
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
    capture: &'a Capture,
    address: Address,
    network: Network,
    /// The frame of the page itself.
    frame: String,
    /// Whether the page was handed over.
    is_given: bool,
}

impl<'a> Requests<'a> {
    /// For a page in the frame of that name.
    pub(crate) fn new(capture: &'a Capture, network: Network, frame: String) -> Requests<'a> {
        Requests { capture, address: Address::of(capture), network, frame, is_given: false }
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

    /// The call that answers a request, and its parameters.
    pub(crate) fn answer(&mut self, paused: &Paused) -> (&'static str, Value) {
        let is_page = paused.resource_type == "Document";
        if is_page && paused.frame_id == self.frame {
            if self.is_given {
                return refuse(paused, "Aborted");
            }
            self.is_given = true;
            let charset = self.capture.clone().decode(None).charset.used;
            let content_type = format!("text/html; charset={charset}");
            return give(paused, Some(&content_type), &self.capture.body);
        }
        let resource = Url::parse(&paused.request.url)
            .ok()
            .and_then(|requested| self.capture.resources.load(&self.address.resolve(&requested)));
        match resource {
            Some(resource) => give(paused, content_type(&resource, &paused.resource_type), &resource.body),
            None if self.network != Network::Off && self.leaves_the_house(&paused.request.url) => {
                ("Fetch.continueRequest", json!({ "requestId": paused.request_id }))
            }
            // An aborted frame stays empty, any other failure would fill it with an error page.
            None if is_page => refuse(paused, "Aborted"),
            None => refuse(paused, "BlockedByClient"),
        }
    }

    /// Whether there is a network on which the address could be.
    fn leaves_the_house(&self, url: &str) -> bool {
        Url::parse(url)
            .is_ok_and(|url| self.address.resolve(&url) == url || url.host_str() != self.address().host_str())
    }
}

/// What the resource says, else what it was asked for as: a style sheet of unknown type is one.
fn content_type<'a>(resource: &'a Resource, asked_for: &str) -> Option<&'a str> {
    let guess = match asked_for {
        "Stylesheet" => Some("text/css"),
        "Script" => Some("text/javascript"),
        "Document" => Some("text/html"),
        _ => None,
    };
    resource.media_type.as_deref().or(guess)
}

fn give(paused: &Paused, content_type: Option<&str>, body: &[u8]) -> (&'static str, Value) {
    let mut headers = vec![json!({ "name": "Cache-Control", "value": "no-store" })];
    if let Some(content_type) = content_type {
        headers.push(json!({ "name": "Content-Type", "value": header_value(content_type) }));
    }
    // Fonts and modules of other hosts are used only if these allow it, and the capture no longer knows.
    let origin = paused.request.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("origin"));
    if let Some(origin) = origin.and_then(|(_, value)| value.as_str()) {
        headers.push(json!({ "name": "Access-Control-Allow-Origin", "value": origin }));
        headers.push(json!({ "name": "Access-Control-Allow-Credentials", "value": "true" }));
    }
    let answer = json!({
        "requestId": paused.request_id,
        "responseCode": 200,
        "responseHeaders": headers,
        "body": BASE64.encode(body),
    });
    ("Fetch.fulfillRequest", answer)
}

fn refuse(paused: &Paused, reason: &str) -> (&'static str, Value) {
    ("Fetch.failRequest", json!({ "requestId": paused.request_id, "errorReason": reason }))
}

/// The value without what a header cannot hold.
fn header_value(value: &str) -> String {
    value.chars().filter(|character| matches!(character, ' '..='~')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::resources::Resources;

    fn paused(kind: &str, frame: &str, url: &str) -> Paused {
        let request = Request { url: url.to_owned(), headers: serde_json::Map::new() };
        Paused { request_id: "1".to_owned(), frame_id: frame.to_owned(), resource_type: kind.to_owned(), request }
    }

    fn page() -> Capture {
        let base = Url::parse("file:///saved/page.html").unwrap();
        let resources = Resources::from_fn(Some(base), |url| {
            (url.as_str() == "file:///saved/a.css").then(|| Resource::new("p { color: red }"))
        });
        Capture::new(b"<p>caf\xE9".to_vec())
            .with_header("Content-Type", "text/plain; charset=latin1")
            .with_resources(resources)
    }

    #[test]
    fn the_page_is_given_once_as_html_in_its_charset_and_never_left() {
        let capture = page();
        let mut requests = Requests::new(&capture, Network::On, "main".to_owned());
        let (method, answer) = requests.answer(&paused("Document", "main", "http://page.invalid/saved/page.html"));
        assert_eq!(method, "Fetch.fulfillRequest");
        assert_eq!(answer["responseHeaders"][1]["value"], "text/html; charset=windows-1252");
        assert_eq!(answer["body"], "PHA+Y2Fm6Q==");
        let (method, answer) = requests.answer(&paused("Document", "main", "https://elsewhere.example/"));
        assert_eq!((method, &answer["errorReason"]), ("Fetch.failRequest", &json!("Aborted")));
    }

    #[test]
    fn resources_come_from_the_capture_and_the_rest_only_from_an_open_network() {
        #[track_caller]
        fn check(network: Network, kind: &str, url: &str, expect: &str) {
            let capture = page();
            let mut requests = Requests::new(&capture, network, "main".to_owned());
            assert_eq!(requests.answer(&paused(kind, "main", url)).0, expect);
        }
        check(Network::Off, "Stylesheet", "http://page.invalid/saved/a.css", "Fetch.fulfillRequest");
        check(Network::Off, "Stylesheet", "http://page.invalid/saved/b.css", "Fetch.failRequest");
        check(Network::Off, "Image", "https://cdn.example/b.png", "Fetch.failRequest");
        check(Network::On, "Image", "https://cdn.example/b.png", "Fetch.continueRequest");
        check(Network::On, "Image", "http://page.invalid/saved/b.png", "Fetch.failRequest");
    }

    #[test]
    fn a_style_sheet_of_unknown_type_is_one() {
        let capture = page();
        let mut requests = Requests::new(&capture, Network::Off, "main".to_owned());
        let (_, answer) = requests.answer(&paused("Stylesheet", "main", "http://page.invalid/saved/a.css"));
        assert_eq!(answer["responseHeaders"][1]["value"], "text/css");
    }
}
