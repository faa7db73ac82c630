use super::*;
use tamis_page::parse::Parser;
use tamis_page::{CharsetSource, DecodedPage, GivenUp, RenderRequest, Renderer, Viewport, snapshot};

#[test]
fn the_head_tells_title_language_and_address() {
    let page = Page::parse(
        "<html lang=' de '><head><title> Ein\n Titel </title><base href=https://a.example/x/>\
         <link rel='nofollow Canonical' href=../y>",
    );
    assert_eq!(page.title(), Some("Ein Titel"));
    assert_eq!(page.language(), Some("de"));
    assert_eq!(page.canonical().map(Url::as_str), Some("https://a.example/y"));
}

#[test]
fn a_title_in_an_svg_is_not_the_pages() {
    let page = Page::parse("<body><svg><title>Icon</title></svg>");
    assert_eq!((page.title(), page.language(), page.canonical()), (None, None, None));
}

#[test]
fn a_page_over_the_limit_of_bytes_is_refused() {
    let mut reader = PageReader::new(Limits::default().with_max_bytes(10));
    assert!(reader.read(Capture::new(b"0123456789".to_vec())).is_ok());
    let refused = reader.read(Capture::new(b"0123456789a".to_vec()));
    assert!(matches!(refused, Err(PageError::TooLarge { limit: 10 })));
}

#[test]
fn what_is_no_page_is_refused_with_what_it_is() {
    let refused = |body: &[u8]| match PageReader::default().read(Capture::new(body)) {
        Err(PageError::NotAPage { kind }) => Some(kind),
        _ => None,
    };
    assert_eq!(refused(b"\x89PNG\r\n\x1A\n"), Some(ContentKind::Image("PNG")));
    assert_eq!(refused(b"<?xml version='1.0'?><rss version='2.0'>"), Some(ContentKind::Feed));
    assert_eq!(refused(b"<p>Hello"), None);
    let error = PageError::NotAPage { kind: ContentKind::Pdf };
    assert_eq!(error.to_string(), "this is a PDF document, not a page");
}

#[test]
fn the_address_that_was_given_comes_before_what_the_page_says() {
    let html = "<link rel=canonical href=https://a.example/x><a href=y>";
    let said = |page: &Page| (page.url().map(ToString::to_string), page.url_source());
    let canonical = (Some("https://a.example/x".to_owned()), Some(UrlSource::Canonical));
    assert_eq!(said(&Page::parse(html)), canonical);
    let capture = Capture::new(html.as_bytes().to_vec());
    assert_eq!(said(&Page::read(capture.clone()).expect("a page")), canonical);
    let url: Url = "https://b.example/".parse().expect("an address");
    let given = (Some(url.to_string()), Some(UrlSource::Given));
    assert_eq!(said(&Page::read(capture.clone().with_url(url.clone())).expect("a page")), given);
    assert_eq!(said(&Page::parse(html).with_url(url.clone())), given);
    let mut reader = PageReader::default().with_url_from(vec![UrlSource::Path]);
    let by_path = reader.read(capture.clone().with_path_url(Some(url))).expect("a page");
    assert_eq!(said(&by_path), (given.0, Some(UrlSource::Path)));
    assert_eq!(said(&reader.read(capture).expect("a page")), (None, None));
}

#[test]
fn a_page_over_the_limit_of_nodes_is_read_up_to_there() {
    let mut reader = PageReader::new(Limits::default().with_max_nodes(100));
    let page = reader.read_text("<p>word".repeat(1000));
    assert_eq!(page.warnings(), [Warning::TooManyNodes]);
    assert!(page.document().len() <= 100, "{} nodes", page.document().len());
}

/// Lays nothing out, and keeps to what it is asked for.
struct Unmeasured;

impl Renderer for Unmeasured {
    fn render(&mut self, page: DecodedPage, request: RenderRequest) -> Result<RenderedPage, RenderError> {
        let limits = Limits::default().with_max_nodes(request.max_nodes);
        let document = Parser::new(limits.parse_options()).parse(page.into_text());
        Ok(RenderedPage::unrendered(document))
    }
}

#[test]
fn limits_hold_for_a_stored_page_too() {
    let document = Document::parse("<p>x".repeat(1000));
    let stored = snapshot::write(&RenderedPage::unrendered(document));
    let mut reader = PageReader::new(Limits::default().with_max_nodes(100));
    let page = reader.read(Capture::new(stored)).expect("a page");
    assert_eq!(page.warnings(), [Warning::TooManyNodes]);
    assert_eq!(page.document().len(), 100);
}

#[test]
fn what_a_layout_does_without_is_a_warning() {
    let document = Document::parse("<p>x");
    let mut builder = tamis_page::LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    builder.give_up(GivenUp::Rules);
    let stored = snapshot::write(&RenderedPage::new(document, builder.finish()));
    let page = PageReader::default().read(Capture::new(stored)).expect("a page");
    assert_eq!(page.warnings(), [Warning::LaidOutWithout(GivenUp::Rules)]);
    assert!(page.warnings()[0].message().contains("selectors"));
}

#[test]
fn as_much_is_written_of_a_stored_page_as_of_the_page_itself() {
    let html = "<ul>".to_owned() + &"<li><a href='/lamps/brass'>A brass lamp</a> <b>12.50 EUR</b>".repeat(20_000);
    let parsed = Page::parse(html);
    let stored = snapshot::write(&RenderedPage::unrendered(parsed.document().clone()));
    let page = PageReader::default().read(Capture::new(stored)).expect("a page");
    assert!(page.document().source().is_empty());
    assert!(page.max_output() >= parsed.max_output(), "{} of {}", page.max_output(), parsed.max_output());
    assert!(page.max_output() <= 3 * parsed.max_output(), "{} of {}", page.max_output(), parsed.max_output());
}

#[test]
fn limits_and_charset_hold_for_a_rendered_page_too() {
    let mut reader = PageReader::new(Limits::default().with_max_nodes(100))
        .with_renderer(Box::new(Unmeasured), Viewport::default())
        .with_charset("windows-1251")
        .expect("a charset");
    let page = reader.read(Capture::new(b"<meta charset=latin1><p>\xCF\xF0".repeat(1000))).expect("a page");
    assert!(page.layout().is_some());
    assert_eq!(page.warnings(), [Warning::TooManyNodes]);
    assert!(page.document().len() <= 100, "{} nodes", page.document().len());
    assert!(page.visible_text().starts_with("Пр"), "{}", page.visible_text());
    let charset = page.charset().expect("it came as bytes");
    assert_eq!((charset.used, charset.source), ("windows-1251", CharsetSource::Override));
}
