//! A site with everything that a crawl meets: thousands of pages, and all kinds of trouble.

use crate::server::{Answer, Request, Server};
use std::time::Duration;

/// Pages of the plain part.
pub(crate) const N_PAGES: usize = 2500;
/// Pages one behind the other.
pub(crate) const N_DEEP: usize = 60;
/// The largest page that tests want.
pub(crate) const MAX_BYTES: usize = 200_000;

pub(crate) fn start() -> Server {
    Server::start(answer)
}

/// What the pages are that a crawl must hand out, each once.
pub(crate) fn pages() -> Vec<String> {
    let mut pages: Vec<String> = (0..N_PAGES).map(|number| format!("/p/{number}")).collect();
    pages.extend((0..N_DEEP).map(|number| format!("/deep/{number}")));
    let others = [
        "/", "/others", "/slow", "/busy", "/sick", "/cut-once", "/no-type", "/noindex", "/behind-noindex",
        "/meta-nofollow", "/header-nofollow", "/variant?b=2&a=1", "/named", "/refreshing", "/refreshed", "/r/end",
        "/xhtml", "/public/a", "/gzip", "/calendar",
    ];
    pages.extend(others.map(str::to_owned));
    pages
}

/// Nothing that begins with these may ever be asked for.
pub(crate) const FORBIDDEN: [&str; 6] =
    ["/private", "/only-nofollow", "/behind-meta", "/behind-header", "/*.secret", "/public/secret"];

pub(crate) fn is_forbidden(target: &str) -> bool {
    FORBIDDEN.iter().any(|start| target.starts_with(start)) || target.ends_with(".secret")
}

const ROBOTS: &str = "User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /private\nDisallow: /*.secret$\n\
                      Disallow: /public/\nAllow: /public/a\n";

pub(crate) fn answer(request: &Request) -> Answer {
    let path = request.path();
    if let Some(number) = path.strip_prefix("/p/").and_then(|number| number.parse::<usize>().ok()) {
        return plain(number);
    }
    if let Some(number) = path.strip_prefix("/deep/").and_then(|number| number.parse::<usize>().ok()) {
        let next = if number + 1 < N_DEEP { links(&[&format!("/deep/{}", number + 1)]) } else { String::new() };
        return Answer::html(format!("<h1>Deep {number}</h1>{next}"));
    }
    if let Some(number) = path.strip_prefix("/long/").and_then(|number| number.parse::<usize>().ok()) {
        return Answer::redirect(302, format!("/long/{}", number + 1));
    }
    if let Some(month) = path.strip_prefix("/calendar/") {
        return calendar(month);
    }
    match request.target.as_str() {
        "/robots.txt" => Answer::new(200, ROBOTS).header("Content-Type", "text/plain"),
        "/" => Answer::html(links(&["/p/0", "/deep/0", "/others", "/private/1", "/calendar"])),
        "/others" => Answer::html(others()),
        "/private/1" => Answer::html("never"),
        "/slow" => Answer::html("<p>slow").after(Duration::from_millis(400)),
        "/busy" if request.n_before == 0 => Answer::status(503).header("Retry-After", "1"),
        "/sick" if request.n_before < 2 => Answer::status(500),
        "/busy" | "/sick" => Answer::html("<p>well again"),
        "/always-sick" => Answer::status(500),
        "/cut-once" if request.n_before == 0 => Answer::html("<p>this is not all of it").with_length(500),
        "/cut-once" => Answer::html("<p>this is all of it"),
        "/always-cut" => Answer::html("<p>this is not all of it").with_length(500),
        "/bad-chunk" => {
            Answer::raw("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
        }
        "/missing" => Answer::status(404),
        "/gone" => Answer::status(410),
        "/no-type" => Answer::new(200, "<!doctype html><p>a page"),
        "/xhtml" => Answer::new(200, "<p>a page").header("Content-Type", "application/xhtml+xml"),
        // Far too large, if it were read.
        "/paper.pdf" => Answer::new(200, vec![b'%'; 2 * MAX_BYTES]).header("Content-Type", "application/pdf"),
        "/image" => Answer::new(200, "GIF89a").header("Content-Type", "image/gif"),
        "/large" => Answer::html("x".repeat(MAX_BYTES + 1)),
        "/bomb" => {
            Answer::html(crate::server::coded::gzip(&vec![b' '; 10 * MAX_BYTES])).header("Content-Encoding", "gzip")
        }
        "/gzip" => Answer::html(crate::server::coded::gzip(b"<p>packed")).header("Content-Encoding", "gzip").chunked(5),
        "/noindex" => Answer::html("<meta name=robots content=noindex><a href=/behind-noindex>a</a>"),
        "/meta-nofollow" => Answer::html("<meta name=robots content=nofollow><a href=/behind-meta>a</a>"),
        "/header-nofollow" => Answer::html("<a href=/behind-header>a</a>").header("X-Robots-Tag", "nofollow"),
        "/variant?b=2&a=1" => Answer::html("<link rel=canonical href=/named>"),
        "/refreshing" => Answer::html("<meta http-equiv=refresh content='0; url=/refreshed'>"),
        "/r/1" => Answer::redirect(301, "/r/2"),
        "/r/2" => Answer::redirect(302, "/r/3"),
        "/r/3" => Answer::redirect(307, "r/end").header("X", "relative"),
        "/r/r/end" => Answer::redirect(308, "/r/end#part"),
        "/r/known" => Answer::redirect(301, "/p/1"),
        "/r/off" => Answer::redirect(301, "http://elsewhere.example/moved"),
        "/r/nowhere" => Answer::redirect(301, "http://[::"),
        "/r/mail" => Answer::redirect(301, "mailto:a@b.example"),
        "/loop/a" => Answer::redirect(302, "/loop/b"),
        "/loop/b" => Answer::redirect(302, "/loop/a"),
        "/session" | "/in-session" => {
            Answer::redirect(302, format!("{path}?PHPSESSID=f3a9b2c1d4e5f60718293a4b5c6d7e8f"))
        }
        target if target.starts_with("/session?PHPSESSID=") => {
            Answer::html("<a href='/in-session?PHPSESSID=0918273645f3a9b2c1d4e5f607182930'>a</a>")
        }
        target if target.starts_with("/in-session?PHPSESSID=") => Answer::html("<p>in a session"),
        _ if path == "/loop/self" => Answer::redirect(302, "/loop/self?utm_source=x"),
        "/calendar" => calendar("2020-01"),
        "/behind-noindex" | "/named" | "/refreshed" | "/r/end" | "/public/a" => Answer::html(format!("<p>{path}")),
        target if is_forbidden(target) => Answer::html("never"),
        _ => Answer::status(404),
    }
}

/// A tree with three branches, and links across, in spellings that are one address.
fn plain(number: usize) -> Answer {
    let mut targets: Vec<String> = (1..=3).map(|branch| format!("/p/{}", 3 * number + branch)).collect();
    targets.retain(|target| target[3..].parse::<usize>().unwrap() < N_PAGES);
    targets.push(format!("/p/{}#part", number * 7 % N_PAGES));
    targets.push(format!("/p/{}?utm_source=mail&utm_medium=x", number * 11 % N_PAGES));
    targets.push(format!("/x/../p/{}", number / 2));
    targets.push("/others".to_owned());
    if number.is_multiple_of(50) {
        targets.push(format!("/private/{number}"));
    }
    let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
    Answer::html(format!("<title>{number}</title>{}", links(&targets)))
}

fn others() -> String {
    let followed = [
        "/slow",
        "/busy",
        "/sick",
        "/always-sick",
        "/cut-once",
        "/always-cut",
        "/bad-chunk",
        "/missing",
        "/gone",
        "/no-type",
        "/xhtml",
        "/paper.pdf",
        "/image",
        "/large",
        "/bomb",
        "/gzip",
        "/noindex",
        "/meta-nofollow",
        "/header-nofollow",
        "/variant?b=2&a=1",
        "/refreshing",
        "/r/1",
        "/r/known",
        "/r/off",
        "/r/nowhere",
        "/r/mail",
        "/loop/a",
        "/loop/self",
        "/session",
        "/long/0",
        "/public/a",
        "/public/secret",
        "/a.secret",
        "http://elsewhere.example/a",
        "http://elsewhere.example/b",
        "https://www.other.example/",
        "mailto:a@b.example",
        "javascript:void(0)",
        "ftp://elsewhere.example/",
    ];
    format!(
        "{}<a rel=nofollow href=/only-nofollow>a</a><a rel='ugc nofollow' href=/only-nofollow/b>b</a>",
        links(&followed)
    )
}

/// Months without end.
fn calendar(month: &str) -> Answer {
    let Some((year, month)) = month.split_once('-') else { return Answer::status(404) };
    let (Ok(year), Ok(month)) = (year.parse::<u32>(), month.parse::<u32>()) else { return Answer::status(404) };
    let (next_year, next_month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    Answer::html(format!("<p>Nothing in {month} of {year}<a href='/calendar/{next_year}-{next_month:02}'>next</a>"))
}

fn links(targets: &[&str]) -> String {
    targets.iter().map(|target| format!("<a href='{target}'>{target}</a> ")).collect()
}
