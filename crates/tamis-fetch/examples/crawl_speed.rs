//! How fast a crawl is without waiting, and what a million known addresses cost, against a server on loopback.
//!
//! ```sh
//! cargo run --release -p tamis-fetch --features crawl --example crawl_speed -- pages 5000 8
//! cargo run --release -p tamis-fetch --features crawl --example crawl_speed -- known 1000000
//! ```

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "it measures and says so")]

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};
use tamis_fetch::address::AddressPolicy;
use tamis_fetch::crawl::{Crawl, CrawlOptions};
use tamis_fetch::http::{Client, ClientOptions, Proxies};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default: usize| arguments.get(index).map_or(default, |text| text.parse().unwrap());
    match arguments.first().map(String::as_str) {
        Some("pages") => {
            let connections = number(2, 8);
            crawl("pages", number(1, 5000), 20, connections, Duration::ZERO);
        }
        Some("known") => crawl("addresses", number(1, 1_000_000) / 1000, 1000, 4, Duration::ZERO),
        _ => println!("say what: `pages` NUMBER CONNECTIONS, or `known` NUMBER"),
    }
}

/// Crawls so many pages with so many links each. A quarter of them lead to pages that are there.
fn crawl(what: &str, n_pages: usize, n_links: usize, connections: usize, delay: Duration) {
    let address = serve(n_pages, n_links);
    let directory = std::env::temp_dir().join(format!("crawl-speed-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let client = ClientOptions::default().with_policy(AddressPolicy::any()).with_proxies(Proxies::None);
    let options = CrawlOptions::default()
        .with_start(vec![format!("http://{address}/0").parse().unwrap()])
        .with_delay(delay)
        .with_connections(connections)
        .with_max_pages(Some(n_pages as u64));
    let open =
        || Crawl::open(&directory.join("frontier"), Client::new(client.clone()).unwrap(), options.clone()).unwrap();
    let began = Instant::now();
    let crawl = open();
    let handle = crawl.handle();
    let n_handed_out = crawl.map(|page| handle.done(page.unwrap().id, &[]).unwrap()).count();
    let took = began.elapsed().as_secs_f64();
    let report = handle.report().unwrap();
    println!(
        "{what}: {n_handed_out} pages and {} addresses in {took:.2} s with {connections} connections: {:.0} pages/s, {:.0} addresses/s",
        report.known,
        n_handed_out as f64 / took,
        report.known as f64 / took
    );
    drop(handle);
    println!("most memory: {} MB", most_memory() / 1024);
    println!("frontier: {} MB", std::fs::metadata(directory.join("frontier")).unwrap().len() >> 20);
    let began = Instant::now();
    let mut crawl = open();
    assert!(crawl.next().is_none());
    println!("opened again and at its end after {:.2} s", began.elapsed().as_secs_f64());
    println!("most memory: {} MB", most_memory() / 1024);
    std::fs::remove_dir_all(&directory).unwrap();
}

/// In kB.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").parse().unwrap_or_default()
}

/// A server with pages of links.
fn serve(n_pages: usize, n_links: usize) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let stream = stream.unwrap();
            thread::spawn(move || answer(&stream, n_pages, n_links));
        }
    });
    address
}

fn answer(mut stream: &TcpStream, n_pages: usize, n_links: usize) {
    stream.set_nodelay(true).unwrap();
    let mut lines = BufReader::new(stream).lines();
    while let Some(Ok(line)) = lines.next() {
        while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
        let path = line.split(' ').nth(1).unwrap_or_default();
        let body = match path.trim_start_matches('/').parse::<usize>() {
            Ok(number) => page(number, n_pages, n_links),
            Err(_) => String::new(),
        };
        let status = if body.is_empty() { "404 Not Found" } else { "200 OK" };
        let head = format!("HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n", body.len());
        if stream.write_all(format!("{head}{body}").as_bytes()).is_err() {
            return;
        }
    }
}

/// A few links to other pages, and the rest to addresses that no other page links to.
fn page(number: usize, n_pages: usize, n_links: usize) -> String {
    let near = (1..=4).map(|branch| (4 * number + branch) % n_pages);
    let far = (0..n_links - 4).map(|link| n_pages + number * n_links + link);
    // Numbers that no page has would be a trap.
    let name = |number: usize| if number < n_pages { number.to_string() } else { letters(number) };
    let link = |number: usize| {
        format!("<li><a href='/{}'>A link to page {number}</a> and some words about it</li>\n", name(number))
    };
    format!("<!doctype html><title>{number}</title><ul>{}</ul>", near.chain(far).map(link).collect::<String>())
}

fn letters(mut number: usize) -> String {
    let mut name = "item-".to_owned();
    while number > 0 {
        name.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
    }
    name
}
