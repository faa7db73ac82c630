//! Where what a page refers to comes from.

use crate::fixtures::{Lease, find, render, render_capture, skipped, start};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tamis_page::{Capture, Color, Resource, Resources};
use tamis_render_chromium::{ChromiumOptions, Network};
use url::Url;

/// A picture of 3 × 2 pixels.
const BITMAP: &[u8] = b"BM\x4e\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x03\0\0\0\x02\0\0\0\x01\0\x18\0\0\0\0\0\x18\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

fn address(text: &str) -> Url {
    Url::parse(text).expect("an address")
}

#[test]
fn style_sheets_and_images_come_from_the_capture() {
    if skipped() {
        return;
    }
    let html = "<!doctype html><link rel=stylesheet href='a%20b/main.css'><link rel=stylesheet href=https://cdn.example/c>\
        <link rel=stylesheet href=missing.css><p>x<img src=i.bmp>";
    let load = |url: &Url| match url.as_str() {
        "file:///saved/a%20b/main.css" => Some(Resource::new("@import 'more.css'; p { color: rgb(1, 2, 3) }")),
        "file:///saved/a%20b/more.css" => Some(Resource::new("p { width: 123px }")),
        "https://cdn.example/c" => {
            let media_type = Some("text/css; charset=utf-8".to_owned());
            Some(Resource { media_type, body: b"p { height: 45px }".into() })
        }
        "file:///saved/i.bmp" => Some(Resource::new(BITMAP)),
        _ => None,
    };
    let base = address("file:///saved/page.html");
    let capture = Capture::new(html)
        .with_url(address("https://shop.example/there"))
        .with_resources(Resources::from_fn(Some(base), load));
    let page = render_capture(&mut Lease::without_scripts(), capture);
    let (document, layout) = (page.document(), page.layout());
    let (text, image) = (find(document, "p"), find(document, "img"));
    assert_eq!(layout.rect(text).map(|rect| (rect.width, rect.height)), Some((123.0, 45.0)));
    assert_eq!(layout.style(text).map(|style| style.color), Some(Color { red: 1, green: 2, blue: 3, alpha: 255 }));
    assert_eq!(layout.rect(image).map(|rect| (rect.width, rect.height)), Some((3.0, 2.0)));
}

#[test]
fn a_page_of_the_web_keeps_its_address() {
    if skipped() {
        return;
    }
    let html = "<!doctype html><base href=/deep/><link rel=stylesheet href=main.css><p>x";
    let resources = Resources::from_fn(None, |url| {
        (url.as_str() == "https://shop.example/deep/main.css").then(|| Resource::new("p { width: 123px }"))
    });
    let capture = Capture::new(html).with_url(address("https://shop.example/a?b#c")).with_resources(resources);
    let page = render_capture(&mut Lease::without_scripts(), capture);
    assert_eq!(page.layout().rect(find(page.document(), "p")).map(|rect| rect.width), Some(123.0));
}

/// A server that counts who comes, and gives each the same style sheet.
fn server() -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let n_visits = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&n_visits);
    std::thread::spawn(move || {
        for mut visit in listener.incoming().flatten() {
            counter.fetch_add(1, Ordering::SeqCst);
            // Browsers open connections that they do not use.
            std::thread::spawn(move || {
                drop(visit.read(&mut [0; 4096]));
                let head = "HTTP/1.1 200 OK\r\nContent-Type: text/css\r\nConnection: close\r\n\r\n";
                drop(visit.write_all(format!("{head}p {{ width: 123px }}").as_bytes()));
            });
        }
    });
    (port, n_visits)
}

#[test]
fn the_network_is_used_only_when_it_is_allowed() {
    if skipped() {
        return;
    }
    let (port, n_visits) = server();
    // What answers every request with the same style sheet is a proxy too.
    let (proxy, n_asked) = server();
    let html = format!(
        "<!doctype html><link rel=stylesheet href=http://127.0.0.1:{port}/a.css><img src=http://localhost:{port}/b.png>\
         <iframe src=http://127.0.0.1:{port}/c.html></iframe><p>x"
    );
    let proxy = SocketAddr::from(([127, 0, 0, 1], proxy));
    for (network, width) in [(Network::Off, 1264.0), (Network::On { proxy }, 123.0)] {
        let options = ChromiumOptions::default().with_network(network).with_timeout(Duration::from_mins(2));
        let page = render(&mut start(options), &html);
        assert_eq!(page.layout().rect(find(page.document(), "p")).map(|rect| rect.width), Some(width), "{network:?}");
        assert_eq!(n_asked.load(Ordering::SeqCst) > 0, network != Network::Off, "{network:?}");
        // With a proxy nobody else is asked, loopback included.
        assert_eq!(n_visits.load(Ordering::SeqCst), 0, "{network:?}");
    }
}

#[test]
fn a_page_is_not_left_for_another() {
    if skipped() {
        return;
    }
    let html = "<!doctype html><meta http-equiv=refresh content='0; url=https://other.example/'><p>here";
    let page = render(&mut Lease::without_scripts(), html);
    assert_eq!(page.document().text_content(find(page.document(), "p")), "here");
}
