//! Exports of wrappers, run by the libraries that they are written for: the rows are those that applying the wrapper gives.
//!
//! `./test` sets up a Python that has the libraries and names it in `TAMIS_SCRAPER_PYTHON`. Where there is none these tests fail
//! and say how to get one; `TAMIS_SKIP_PYTHON_TESTS=1` leaves them out. Playwright uses the Chromium at hand;
//! `TAMIS_SKIP_BROWSER_TESTS=1` leaves that out.

mod pages;
mod programs;
mod server;
mod wrappers;

use pages::{NEWS, SHOP, THING, prices, shop_page};
use programs::{ON_FILES, is_left_out, run_on_file, run_spider, syntax_errors};
use serde_json::{Map, Value};
use server::Server;
use tamis::Page;
use tamis::export::{WrapperExportOptions, WrapperTarget, record_lines, wrapper};
use tamis_sites::wrapper::{SelectorLanguage, Wrapper};
use wrappers::{hostile, news, number_types, price_column, shop, thing};

const LANGUAGES: [SelectorLanguage; 2] = [SelectorLanguage::XPath, SelectorLanguage::Css];

/// The rows that applying the wrapper gives.
fn applied(wrapper: &Wrapper, html: &str, url: Option<&str>) -> Vec<Map<String, Value>> {
    let mut page = Page::parse(html.to_owned());
    if let Some(url) = url {
        page = page.with_url(url.parse().expect("an address"));
    }
    let table = wrapper.compile().expect("a wrapper").apply(page.document()).table.expect("a region");
    rows_of(&record_lines(&page, &table, None))
}

fn rows_of(lines: &str) -> Vec<Map<String, Value>> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// Checks that a program gives the rows of `apply`. What a price says beyond its amount is always a field of a program; of
/// our tables it is one only where some price says more.
#[track_caller]
fn check_rows(mut found: Vec<Map<String, Value>>, expect: &[Map<String, Value>], whose: &str) {
    for row in &mut found {
        row.retain(|name, value| !(value.is_null() && expect.iter().all(|row| !row.contains_key(name))));
    }
    for (idx, (found, expect)) in found.iter().zip(expect).enumerate() {
        assert_eq!(found, expect, "row {idx} of {whose}");
    }
    assert_eq!(found.len(), expect.len(), "rows of {whose}");
}

/// Runs every program that reads files on a page.
#[track_caller]
fn check(wrapper: &Wrapper, html: &str, url: Option<&str>, targets: &[WrapperTarget]) {
    if is_left_out() {
        return;
    }
    let expect = applied(wrapper, html, url);
    assert!(!expect.is_empty());
    for &target in targets {
        let program = self::wrapper(wrapper, target, &WrapperExportOptions::default()).expect("it is written");
        let Some(lines) = run_on_file(target, &program, html, url) else { continue };
        check_rows(rows_of(&lines), &expect, &format!("{} in {}", target.as_str(), wrapper.language.as_str()));
    }
}

#[test]
fn a_shop_with_prices_images_and_missing_cells() {
    for language in LANGUAGES {
        check(&shop(language), SHOP, Some("https://shop.example/lamps/list?page=1"), &ON_FILES);
    }
    check(&shop(SelectorLanguage::XPath), SHOP, None, &[WrapperTarget::Lxml, WrapperTarget::BeautifulSoup]);
}

#[test]
fn a_table_whose_records_are_two_rows() {
    for language in LANGUAGES {
        let targets: Vec<_> = ON_FILES.into_iter().collect();
        check(&news(language), NEWS, Some("https://news.example/"), &targets);
    }
}

#[test]
fn a_page_about_one_thing_with_labels() {
    check(&thing(), THING, Some("https://shop.example/lamps/7"), &ON_FILES);
}

/// The words by which prices are read are those of the library; how they are read is written twice, and compared here.
#[test]
fn prices_of_all_kinds_are_read_alike() {
    let values = prices();
    for (mark, unit) in [(".", Some("USD")), (",", Some("EUR")), (".", None), (",", Some("$"))] {
        let html = shop_page(&values);
        check(&price_column(mark, unit), &html, None, &[WrapperTarget::Lxml]);
        check(&price_column(mark, unit), &html.replace("<html", "<html lang=en-CA"), None, &[WrapperTarget::Lxml]);
    }
    check(&price_column(".", Some("$")), &shop_page(&["$5".to_owned(), "5 kr".to_owned()]), None, &ON_FILES);
    let named = "<meta property=product:price:currency content=AUD><script type=application/ld+json>\
                 {\"offers\": [{\"priceCurrency\": \"SEK\"}]}</script>";
    let html = shop_page(&["$5".to_owned(), "5 kr".to_owned()]).replace("<ul", &format!("{named}<ul"));
    check(&price_column(".", None), &html, None, &ON_FILES);
}

#[test]
fn numbers_of_all_kinds_are_read_alike() {
    let values =
        ["12", "1,299", "1.299", "-4", "+3", "−2", "007", "0", "0.5", "12 %", "%5", "٥٠٪", "1 299", "n/a", "1.2.3", ""];
    let html = shop_page(&values.map(str::to_owned));
    for wrapper in number_types() {
        check(&wrapper, &html, None, &[WrapperTarget::Lxml]);
    }
}

#[test]
fn a_spider_follows_the_next_link_and_respects_robots() {
    if is_left_out() {
        return;
    }
    let next = |to: &str| SHOP.replace("</body>", &format!("<a rel=next href={to}>Next</a></body>"));
    let (first, second) = (next("?page=2"), next("/private/3"));
    let (one, two) = (first.clone(), second.clone());
    let server = Server::start(move |path| match path {
        "/robots.txt" => Some(("text/plain", "User-agent: *\nDisallow: /private\n".to_owned())),
        "/list" => Some(("text/html", one.clone())),
        "/list?page=2" => Some(("text/html", two.clone())),
        "/private/3" => Some(("text/html", "<p>Nobody is to see this".to_owned())),
        _ => None,
    });
    let (wrapper, start) = (shop(SelectorLanguage::XPath), server.url("/list"));
    let options = WrapperExportOptions::default().with_start_urls(vec![start.clone()]);
    let program = self::wrapper(&wrapper, WrapperTarget::Scrapy, &options).expect("it is written");
    let mut expect = applied(&wrapper, &first, Some(&start));
    expect.extend(applied(&wrapper, &second, Some(&server.url("/list?page=2"))));
    check_rows(rows_of(&run_spider(&program, None)), &expect, "the spider");
    let asked = server.paths();
    assert!(asked.contains(&"/robots.txt".to_owned()), "{asked:?}");
    assert!(!asked.contains(&"/private/3".to_owned()), "{asked:?}");
    // Started elsewhere, and in the other language.
    let program = self::wrapper(&shop(SelectorLanguage::Css), WrapperTarget::Scrapy, &options).expect("it is written");
    let second_url = server.url("/list?page=2");
    let expect = applied(&shop(SelectorLanguage::Css), &second, Some(&second_url));
    check_rows(rows_of(&run_spider(&program, Some(&second_url))), &expect, "the spider in CSS");
}

#[test]
fn spiders_read_records_of_two_rows_and_pages_about_one_thing() {
    if is_left_out() {
        return;
    }
    let server = Server::start(|path| match path {
        "/news" => Some(("text/html", NEWS.to_owned())),
        "/thing" => Some(("text/html", THING.to_owned())),
        _ => None,
    });
    for (wrapper, path, html) in [(news(SelectorLanguage::XPath), "/news", NEWS), (thing(), "/thing", THING)] {
        let url = server.url(path);
        let program =
            self::wrapper(&wrapper, WrapperTarget::Scrapy, &WrapperExportOptions::default()).expect("is written");
        check_rows(rows_of(&run_spider(&program, Some(&url))), &applied(&wrapper, html, Some(&url)), path);
    }
}

#[test]
fn a_hostile_wrapper_never_becomes_code() {
    if is_left_out() {
        return;
    }
    let (wrapper, html) = hostile();
    check(&wrapper, &html, Some("https://shop.example/"), &ON_FILES);
    let programs: Vec<String> = WrapperTarget::ALL
        .into_iter()
        .filter(|target| target.extension() == "py")
        .map(|target| self::wrapper(&wrapper, target, &WrapperExportOptions::default()).expect("it is written"))
        .collect();
    assert_eq!(syntax_errors(&programs), "", "names and calls beyond those of a harmless wrapper");
}
