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
use programs::{ON_FILES, is_left_out, run_on_file, run_script, run_spider, syntax_errors};
use serde_json::{Map, Value};
use server::Server;
use tamis::Page;
use tamis::export::{WrapperExportOptions, WrapperTarget, record_lines, wrapper};
use tamis_sites::wrapper::{SelectorLanguage, Wrapper};
use wrappers::{
    by_hand, hostile, hostile_xpath, news, number_types, odd_attributes, price_column, shop, text_records, thing,
    two_minds,
};

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
        let Some(lines) = run_on_file(target, &program, html.as_bytes(), url) else { continue };
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

/// As in a browser, all of a CSS selector but its end may match outside of the record.
#[test]
fn a_wrapper_by_hand_with_css_only() {
    for record in ["li", ":scope > li.product", "ul.products > li", "body .products .product, ul.products table"] {
        let wrapper = by_hand(record);
        let rows = applied(&wrapper, SHOP, None);
        assert_eq!((rows.len(), &rows[0]["copied"]), (7, &Value::from("Lampe „Eins“")));
        assert_eq!((&rows[4]["after"], &rows[3]["after"]), (&Value::from("$ 12,50"), &Value::Null));
        let is_list = record.contains(',');
        let targets = ON_FILES.into_iter().filter(|&target| !is_list || target != WrapperTarget::Crawl4ai);
        check(&wrapper, SHOP, Some("https://shop.example/lamps"), &targets.collect::<Vec<_>>());
    }
}

#[test]
fn a_table_whose_records_are_two_rows() {
    for language in LANGUAGES {
        check(&news(language), NEWS, Some("https://news.example/"), &ON_FILES);
    }
}

#[test]
fn a_page_about_one_thing_with_labels() {
    check(&thing(), THING, Some("https://shop.example/lamps/7"), &ON_FILES);
}

/// Texts and attributes are no records, whatever a path selects.
#[test]
fn records_are_elements() {
    if is_left_out() {
        return;
    }
    let (wrapper, html) = text_records();
    let options = WrapperExportOptions::default();
    for target in [WrapperTarget::Lxml, WrapperTarget::Parsel, WrapperTarget::Playwright] {
        let program = self::wrapper(&wrapper, target, &options).expect("it is written");
        let Some(lines) = run_on_file(target, &program, html.as_bytes(), None) else { continue };
        let row = serde_json::json!({"all": "two 2", "inner": "2"});
        check_rows(rows_of(&lines), &[row.as_object().expect("it is one").clone()], target.as_str());
    }
    for target in [WrapperTarget::BeautifulSoup, WrapperTarget::Crawl4ai] {
        let error = self::wrapper(&wrapper, target, &options).expect_err("it reads elements only");
        assert!(error.to_string().starts_with("the record cannot be written"), "{error}");
    }
}

#[test]
fn the_language_of_the_wrapper_is_read_and_records_are_in_the_order_of_the_page() {
    let html = "<!doctype html><html><body><main><div><b title=B>b</b><i title=I>i</i><div><i>1</i>\
                <div><b title=2>b2</b><i title=I2><u>i</u>2</i></div></div><div>3<i><u>-</u></i><i>4</i></div></div></main></body></html>";
    for language in LANGUAGES {
        check(&two_minds(language), html, None, &ON_FILES);
    }
}

#[test]
fn attributes_are_read_by_any_name() {
    let html = "<!doctype html><html><head><title>no</title></head><body><ul><li :key=7><b @click=' go() '>x</b></li>\
                <li><b>y</b></li></ul></body></html>";
    let rows = applied(&odd_attributes(), html, None);
    assert_eq!((&rows[0]["click"], &rows[0]["own"]), (&Value::from("go()"), &Value::from("7")));
    check(&odd_attributes(), html, None, &ON_FILES);
}

/// Charsets are what browsers take them for.
#[test]
fn pages_in_old_charsets() {
    if is_left_out() {
        return;
    }
    let [wrapper, ..] = &number_types()[..] else { panic!("there are some") };
    let pages: [(&str, &[u8], &str); 9] = [
        ("iso-8859-1", b"torn \x96 chipped", "torn – chipped"),
        ("US-ASCII", b"\x80 caf\xe9", "€ café"),
        ("shift_jis", b"9\x81\x6017\x8e\x9e \x87\x40", "9～17時 ①"),
        ("x-sjis", b"\x81\x60", "～"),
        ("euc-jp", b"9\xa1\xc117", "9～17"),
        ("gb2312", b"\xe9F", "镕"),
        ("euc-kr", b"\x8cc", "똠"),
        ("iso-8859-9", b"\x93\xfe\x94", "“ş”"),
        ("no-such", b"\x93a\x94", "“a”"),
    ];
    for (target, n_pages) in [(WrapperTarget::Lxml, 9), (WrapperTarget::BeautifulSoup, 1), (WrapperTarget::Crawl4ai, 1)]
    {
        let program = self::wrapper(wrapper, target, &WrapperExportOptions::default()).expect("it is written");
        for (charset, text, expect) in &pages[..n_pages] {
            let head = format!("<!doctype html><html><head><meta charset=\"{charset}\"></head><body><ul><li><b>");
            let html = [head.as_bytes(), text, b"</b></ul></body></html>"].concat();
            let rows = rows_of(&run_on_file(target, &program, &html, None).expect("no browser"));
            assert_eq!(rows[0]["value"], *expect, "{charset} by {}", target.as_str());
        }
    }
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

/// Links that lead to no other page of the web, though they are called next.
const NO_NEXT: [&str; 5] = ["#", "javascript:void(0)", "mailto:lamps@shop.example", "http://[bad", "#more"];

#[test]
fn a_spider_is_done_where_the_next_link_leads_nowhere() {
    if is_left_out() {
        return;
    }
    let page =
        |place: usize| SHOP.replace("</body>", &format!("<a rel=next href='{}'>Next</a></body>", NO_NEXT[place]));
    let server = Server::start(move |path| match path.strip_prefix('/').and_then(|place| place.parse().ok()) {
        Some(place) => Some(("text/html", page(place))),
        None => None,
    });
    let urls: Vec<String> = (0..NO_NEXT.len()).map(|place| server.url(&format!("/{place}"))).collect();
    let wrapper = shop(SelectorLanguage::XPath);
    let options = WrapperExportOptions::default().with_start_urls(urls);
    let program = self::wrapper(&wrapper, WrapperTarget::Scrapy, &options).expect("it is written");
    let n_rows = applied(&wrapper, SHOP, None).len();
    assert_eq!(rows_of(&run_spider(&program, None)).len(), n_rows * NO_NEXT.len(), "{:?}", server.paths());
}

#[test]
fn the_next_page_is_another_page_of_the_web() {
    if is_left_out() {
        return;
    }
    let links = ["?page=2#top", "/lamps/list"].into_iter().chain(NO_NEXT);
    let script = format!(
        "import rows\nfor link in {:?}:\n    page = f\"<html><body><a rel=next href='{{link}}'>Next</a></body></html>\"\n    \
         print(rows.next_page(page, 'https://Shop.example/lamps/list'), rows.next_page(page))\n",
        links.collect::<Vec<_>>()
    );
    let mut expect = String::from("https://shop.example/lamps/list?page=2 ?page=2\nNone /lamps/list\n");
    expect.push_str(&"None None\n".repeat(NO_NEXT.len()));
    for language in LANGUAGES {
        for target in [WrapperTarget::Lxml, WrapperTarget::Parsel, WrapperTarget::BeautifulSoup] {
            let options = WrapperExportOptions::default();
            let program = wrapper(&shop(language), target, &options).expect("it is written");
            assert_eq!(run_script(&program, &script), expect, "{}", target.as_str());
        }
    }
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
    for (wrapper, html) in [hostile(), hostile_xpath()] {
        check(&wrapper, &html, Some("https://shop.example/"), &ON_FILES);
        let programs: Vec<String> = WrapperTarget::ALL
            .into_iter()
            .filter(|target| target.extension() == "py")
            .map(|target| self::wrapper(&wrapper, target, &WrapperExportOptions::default()).expect("it is written"))
            .collect();
        assert_eq!(syntax_errors(&programs), "", "names and calls beyond those of a harmless wrapper");
    }
}
