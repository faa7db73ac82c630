//! RFC 9309, case by case.

use super::*;
use proptest::prelude::*;

const AT: &str = "https://example.com/robots.txt";

fn at(address: &str) -> Url {
    Url::parse(AT).unwrap().join(address).unwrap()
}

fn robots(body: impl AsRef<[u8]>) -> Robots {
    Robots::parse(body.as_ref(), "tamis/0.1.0 (+https://tamis.example)", &at("/robots.txt"))
}

#[track_caller]
fn check(body: impl AsRef<[u8]>, cases: &[(&str, bool)]) {
    let robots = robots(body);
    for (address, expect) in cases {
        assert_eq!(robots.is_allowed(&at(address)), *expect, "{address}");
    }
}

/// The rules for everyone, one address a case.
#[track_caller]
fn check_rule(rule: &str, matched: &[&str], others: &[&str]) {
    let robots = robots(format!("User-agent: *\nDisallow: {rule}"));
    for address in matched {
        assert!(!robots.is_allowed(&at(address)), "{rule} should match {address}");
    }
    for address in others {
        assert!(robots.is_allowed(&at(address)), "{rule} should not match {address}");
    }
}

#[test]
fn the_rfc_s_simple_example() {
    // Section 5.1.
    let file = "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n\
        User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n\
        User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n";
    check(file, &[("/a.gif", false), ("/a.gif?x", true), ("/example/", false), ("/publications/x", true), ("/", true)]);
    let of =
        |agent: &str, address: &str| Robots::parse(file.as_bytes(), agent, &at("/robots.txt")).is_allowed(&at(address));
    assert!(!of("foobot", "/x") && of("foobot", "/example/page.html") && of("FooBot/2.1", "/example/allowed.gif"));
    assert!(!of("bazbot", "/example/page.html") && of("bazbot", "/a.gif") && !of("barbot", "/example/page.html"));
    assert!(of("quxbot", "/a.gif"), "a group without rules allows everything");
}

#[test]
fn the_longest_match_wins_and_allow_wins_a_tie() {
    // Section 5.2.
    let file = "User-Agent: *\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n";
    check(file, &[("/example/page/disallowed.gif", false), ("/example/page/x", true)]);
    check("User-agent: *\nDisallow: /p\nAllow: /p", &[("/p", true)]);
    check("User-agent: *\nAllow: /p\nDisallow: /", &[("/page", true), ("/x", false)]);
    check("User-agent: *\nAllow: /$\nDisallow: /", &[("/", true), ("/page.htm", false)]);
    check("User-agent: *\nDisallow: /*.php\nAllow: /page", &[("/page.php", false), ("/page", true)]);
}

#[test]
fn patterns_match_as_prefixes_with_stars_and_an_end() {
    check_rule("/fish", &["/fish", "/fish.html", "/fishheads/x", "/fish?id=1"], &["/Fish", "/catfish", "/?id=fish"]);
    check_rule("/fish*", &["/fish", "/fishheads"], &["/catfish"]);
    check_rule("/fish/", &["/fish/", "/fish/?id=1"], &["/fish", "/fish.html"]);
    check_rule("/*.php", &["/index.php", "/a/b.php?c", "/a.php5"], &["/", "/windows.PHP"]);
    check_rule("/*.php$", &["/a.php", "/a/b.php"], &["/a.php?x", "/a.php/", "/a.php5"]);
    check_rule("/a*b*c$", &["/abc", "/axbxc", "/abcbc"], &["/abcd", "/acb"]);
    check_rule("/*ab*ab$", &["/abab"], &["/ab", "/aba"]);
    check_rule("/**", &["/", "/x"], &[]);
    check_rule("*", &["/", "/x"], &[]);
    check_rule("/*?", &["/a?b", "/?x"], &["/a"]);
    check_rule("/a?b=1&c", &["/a?b=1&c=2"], &["/a?c=2&b=1"]);
    check_rule("*/login", &["/login", "/a/login.html"], &["/log"]);
    check_rule("private/", &["/private/x"], &["/x/private/"]);
    check_rule("$", &["/"], &["/x"]);
}

#[test]
fn codes_and_characters_are_compared_as_the_rfc_says() {
    // Section 2.2.2 and 2.2.3.
    check_rule("/foo/bar?baz=quz", &["/foo/bar?baz=quz"], &[]);
    check_rule(
        "/foo/bar?baz=https://foo.bar",
        &["/foo/bar?baz=https://foo.bar"],
        &["/foo/bar?baz=https%3A%2F%2Ffoo.bar"],
    );
    check_rule("/foo/bar/ツ", &["/foo/bar/%E3%83%84", "/foo/bar/ツ", "/foo/bar/%e3%83%84"], &[]);
    check_rule("/foo/bar/%E3%83%84", &["/foo/bar/ツ"], &[]);
    check_rule("/foo/bar/%62%61%7A", &["/foo/bar/baz", "/foo/bar/b%61z"], &[]);
    check_rule("/a%2Fb", &["/a%2fb"], &["/a/b"]);
    check_rule("/a/b", &["/a/b"], &["/a%2fb"]);
    check_rule(
        "/path/file-with-a-%2A.html",
        &["/path/file-with-a-*.html", "/path/file-with-a-%2a.html"],
        &["/path/file-with-a-x.html"],
    );
    check_rule("/path/foo-%24", &["/path/foo-$", "/path/foo-%24x"], &["/path/foo-"]);
    check_rule("/a$b", &["/a$b"], &["/a"]);
    // An address has the code of an apostrophe in its query, and none in its path.
    check_rule("/it's", &["/it's", "/it%27s"], &[]);
    check_rule("/?q=it's", &["/?q=it's", "/?q=it%27s"], &[]);
    check_rule("/a b|{c}^", &["/a b|{c}^", "/a%20b%7C%7Bc%7D%5E"], &[]);
    check_rule("/100%", &["/100%", "/100%zz"], &[]);
    check(b"User-agent: *\nDisallow: /caf\xE9", &[("/caf%E9", false), ("/caf%C3%A9", true)]);
}

#[test]
fn groups_are_found_by_product_token_and_joined() {
    let cases = [("/a", false), ("/b", false), ("/c", true)];
    check(
        "User-agent: tamis\nDisallow: /a\n\nUser-agent: other\nDisallow: /c\n\nUser-agent: TAMIS\nDisallow: /b",
        &cases,
    );
    check(
        "User-agent: other\nUser-agent: Tamis/2.0 (bot)\nDisallow: /a\nDisallow: /b\n\nUser-agent: *\nDisallow: /c",
        &cases,
    );
    check(
        "User-agent: tamisbot\nDisallow: /c\nUser-agent: tam\nDisallow: /c\nUser-agent: *\nDisallow: /a\nDisallow: /b",
        &cases,
    );
    check("User-agent: *\nDisallow: /a\n\nUser-agent: x\nDisallow: /c\n\nUser-agent: *\nDisallow: /b", &cases);
    // A sitemap, an unknown field or an empty line does not end the list of agents.
    check("User-agent: tamis\nSitemap: /s\n\nHost: x\nUser-agent: y\nDisallow: /a\nDisallow: /b", &cases);
    check("User-agent: *\nDisallow: /\n\nUser-agent: tamis\nDisallow:", &[("/a", true)]);
    check("User-agent: *\nDisallow: /\n\nUser-agent: tamis\n", &[("/a", true)]);
    check("User-agent: *\nDisallow: /\n\nUser-agent:\nAllow: /a", &[("/a", false)]);
}

/// What shows that the longest pattern counts, not the longest match.
#[test]
fn a_star_is_one_octet_of_a_pattern() {
    check("User-agent: *\nDisallow: /*.ph\nAllow: /page", &[("/page.php", true)]);
}

#[test]
fn rules_without_an_agent_are_nobody_s() {
    check("Disallow: /\nUser-agent: *\nDisallow: /a", &[("/x", true), ("/a", false)]);
}

#[test]
fn a_file_that_is_none_allows_everything() {
    for body in
        ["", "<!doctype html><title>Not found</title>", "\u{FEFF}", "User-agent: *", "User-agent: *\nDisallow:\n"]
    {
        check(body, &[("/", true), ("/a?b", true)]);
    }
    check([0xFF, 0xFE, 0x00, 0x80], &[("/", true)]);
}

#[test]
fn the_file_itself_may_always_be_asked_for() {
    check("User-agent: *\nDisallow: /", &[("/robots.txt", true), ("/robots.txt/x", false), ("/", false)]);
    assert!(!Robots::disallow_all().is_allowed(&at("/")));
    assert!(Robots::allow_all().is_allowed(&at("/")));
}

#[test]
fn broken_letters_cost_their_line_at_most() {
    check(
        b"User-agent: \xFF\xFE\nDisallow: /a\nUser-agent: *\nDisallow: /b\xFF\n\xC3\nDisallow: /c",
        &[("/a", true), ("/b%FF", false), ("/b", true), ("/c", false)],
    );
}

#[test]
fn only_500_kib_are_read_and_no_rule_is_cut() {
    let mut body = b"User-agent: *\nDisallow: /a\n".to_vec();
    body.resize(MAX_BYTES - 11, b'\n');
    body.extend(b"Disallow: /long-path\nDisallow: /late\n");
    check(&body, &[("/a", false), ("/x", true), ("/long-path", true), ("/late", true)]);
    let one_line = format!("User-agent: *{}", " ".repeat(MAX_BYTES));
    check(one_line + "\nDisallow: /", &[("/", true)]);
}

#[test]
fn delays_are_those_of_our_group() {
    let delay = |body: &str| robots(body).crawl_delay().map(|delay| delay.as_secs_f64());
    let of = |value: &str| delay(&format!("User-agent: *\nCrawl-delay: {value}"));
    assert_eq!(of("10"), Some(10.0));
    assert_eq!(of("0.5"), Some(0.5));
    assert_eq!(of("0,5"), Some(0.5));
    assert_eq!(of("5 # seconds"), Some(5.0));
    assert_eq!(of("5s"), Some(5.0));
    assert_eq!(of("0"), Some(0.0));
    assert_eq!(of("1000000"), Some(86_400.0));
    assert_eq!(of(&"9".repeat(400)), Some(86_400.0));
    for value in ["", "-1", "NaN", "inf", "soon", "1.2.3", ".", "١"] {
        assert_eq!(of(value), None, "{value}");
    }
    assert_eq!(delay("Crawl-delay: 9\nUser-agent: other\nCrawl-delay: 8\nUser-agent: *\nCrawl-delay: 2"), Some(2.0));
    assert_eq!(delay("User-agent: *\nCrawl-delay: 9\nUser-agent: tamis\nDisallow: /a"), None);
    assert_eq!(delay("User-agent: *\nCrawl-delay: 3\nCrawl-delay: 7\nCrawl-delay: 5"), Some(7.0));
}

#[test]
fn a_delay_makes_a_group_of_its_own() {
    check("User-agent: *\nCrawl-delay: 10\n\nUser-agent: other\nDisallow: /", &[("/", true)]);
}

#[test]
fn sitemaps_are_everyones_and_may_be_relative() {
    let body = "Sitemap: https://cdn.example/s.xml\nUser-agent: other\nSitemap: /map.xml\nDisallow: /\nsitemap:sub/x.xml\n\
        Sitemap: ftp://x/y\nSitemap:\nSitemap: http://[\nSitemap: //b.example/z";
    let found = robots(body).sitemaps().iter().map(Url::to_string).collect::<Vec<_>>();
    let expect = [
        "https://cdn.example/s.xml",
        "https://example.com/map.xml",
        "https://example.com/sub/x.xml",
        "https://b.example/z",
    ];
    assert_eq!(found, expect);
}

#[test]
fn the_status_decides_what_a_missing_file_means() {
    let body = b"User-agent: *\nDisallow: /a";
    let of = |status| Robots::of_status(status, body, "tamis", &at("/robots.txt"));
    for (status, allows_a, allows_b, is_temporary) in [
        (200, false, true, false),
        (204, false, true, false),
        (302, true, true, false),
        (401, true, true, false),
        (404, true, true, false),
        (410, true, true, false),
        (429, false, false, true),
        (500, false, false, true),
        (503, false, false, true),
    ] {
        let robots = of(status);
        let found = (robots.is_allowed(&at("/a")), robots.is_allowed(&at("/b")), robots.is_temporary());
        assert_eq!(found, (allows_a, allows_b, is_temporary), "{status}");
    }
}

/// Each byte of the address is looked at once a rule: with backtracking these would take years.
#[test]
fn hostile_patterns_end_at_once() {
    let address = format!("/{}", "a".repeat(8_000));
    let started = std::time::Instant::now();
    for pattern in [
        "/".to_owned() + &"*a".repeat(200_000) + "b$",
        "/".to_owned() + &"*".repeat(500_000) + "b",
        "*aab".repeat(100_000),
    ] {
        check_rule(&pattern, &[], &[&address]);
    }
    let many = format!("User-agent: *\n{}", "Disallow: *a*a*a*b\nDisallow: *aaaaaaaac\n".repeat(12_000));
    check(many, &[(&address, true)]);
    assert!(started.elapsed() < Duration::from_mins(5));
}

/// A file of a few groups with a few rules, of pieces that meet often.
fn file() -> impl Strategy<Value = String> {
    let piece =
        prop::sample::select(vec!["a", "b", "ab", "/", "*", "?", "=", "%61", "%2f", "%2F", "é", "%c3%A9", " # x"]);
    let pattern = prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat());
    let rule =
        (prop::sample::select(vec!["Allow", "disallow", "Disallow"]), pattern, prop::sample::select(vec!["", "", "$"]));
    let rule = rule.prop_map(|(name, pattern, end)| format!("{name}: /{pattern}{end}\n"));
    let agent = prop::sample::select(vec!["*", "tamis", "Tamis", "other", "tamisbot"]);
    let agent = agent.prop_map(|agent| format!("User-agent: {agent}\r\n"));
    let other = prop::sample::select(vec![
        "\n",
        "Sitemap: https://a.example/s\n",
        "# x\n",
        "Host: x\n",
        "Disallow:\n",
        "Crawl-delay: 3\n",
    ]);
    let line = prop_oneof![3 => rule, 2 => agent, 1 => other.prop_map(str::to_owned)];
    prop::collection::vec(line, 0..14).prop_map(|lines| lines.concat())
}

proptest! {
    /// Another reader comes to the same end, in what it does right.
    #[test]
    fn another_reader_agrees(file in file(), path in "/[ab/?=é]{0,6}") {
        let other = robotxt::Robots::parse(file.as_bytes(), "tamis");
        let ours = robots(&file);
        let url = Url::parse(&format!("https://example.com{path}")).unwrap();
        prop_assert_eq!(ours.is_allowed(&url), other.is_url_allowed(&url), "{} {}", file, url);
        prop_assert_eq!(ours.crawl_delay(), other.crawl_delay());
        prop_assert_eq!(ours.sitemaps(), other.sitemaps());
    }

    #[test]
    fn any_bytes_are_a_file(body in prop::collection::vec(any::<u8>(), 0..300), path in "/.{0,20}") {
        robots(body).is_allowed(&at("/").join(&path).unwrap_or_else(|_| at("/")));
    }
}
