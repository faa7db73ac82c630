//! Endless spaces.

use super::*;

#[test]
fn a_calendar_of_months_ends_two_years_ahead_and_where_the_web_began() {
    let server = |url: &Url| match url.path() {
        "/" => vec!["/calendar/2026-11".to_owned()],
        path => {
            let (year, month) = path.rsplit('/').next().unwrap().split_once('-').unwrap();
            let month: u64 = year.parse::<u64>().unwrap() * 12 + month.parse::<u64>().unwrap() - 1;
            [month - 1, month + 1].map(|month| format!("/calendar/{:04}-{:02}", month / 12, month % 12 + 1)).to_vec()
        }
    };
    // 442 months from January 1990 to November 2026, 24 more, and the root.
    check_trap(TrapKind::Calendar, 468..469, server);
    let detail = &crawl(1_000, server).details;
    assert_eq!(
        *detail,
        [
            "2028-12 is more than 24 months after 2026-11, the last that is linked from outside the calendar",
            "1989-12 is before 1990-01, and linked from the calendar only"
        ]
    );
}

/// A site that links to its first month alone, and from each month to the next.
fn forwards(until: u64) -> impl Fn(&Url) -> Vec<String> {
    let spelt = |month: u64| format!("/{:04}/{:02}", month / 12, month % 12 + 1);
    move |url| match url.path() {
        "/" => vec![spelt(2010 * 12)],
        path => {
            let (year, month) = path[1..].split_once('/').unwrap();
            let next = year.parse::<u64>().unwrap() * 12 + month.parse::<u64>().unwrap();
            if next <= until { vec![spelt(next)] } else { Vec::new() }
        }
    }
}

#[test]
fn an_archive_that_is_walked_forwards_goes_on_to_the_month_of_the_crawl_and_two_years_ahead() {
    let traps = || Traps::begun("2026-11-16T10:45:00Z");
    let archive = crawl_with(traps(), 1_000, forwards(2026 * 12 + 10));
    assert_eq!((archive.n_pages, archive.details), (1 + 16 * 12 + 11, Vec::new()));
    let endless = crawl_with(traps(), 1_000, forwards(u64::MAX));
    assert_eq!(endless.n_pages, 1 + 16 * 12 + 11 + 24);
    assert_eq!(
        endless.details,
        ["2028-12 is more than 24 months after 2026-11, when the crawl began, and linked from the calendar only"]
    );
}

#[test]
fn a_calendar_of_days_ends_after_ten_years() {
    check_trap(TrapKind::Calendar, 3_900..4_100, |url| match url.path() {
        "/" => vec!["/day/2026-11-16".to_owned()],
        _ => {
            let number = number_of_day(last_segment(url));
            vec![format!("/day/{}", day(number - 1)), format!("/day/{}", day(number + 1)), "/".to_owned()]
        }
    });
}

#[test]
fn a_calendar_in_two_parameters_ends() {
    check_trap(TrapKind::Calendar, 400..500, |url| {
        let (Some(year), Some(month)) = (parameter(url, "cal_year"), parameter(url, "cal_month")) else {
            return vec!["/?cal_month=11&cal_year=2026".to_owned()];
        };
        let month = year * 12 + month - 1;
        [month - 1, month + 1].map(|month| format!("/?cal_month={}&cal_year={}", month % 12 + 1, month / 12)).to_vec()
    });
}

/// Each page leads to the other kind a month further on.
#[test]
fn a_calendar_of_months_and_days_ends() {
    check_trap(TrapKind::Calendar, 3_900..14_000, |url| match url.path() {
        "/" => vec!["/month/2026-11".to_owned()],
        path if path.starts_with("/month/") => {
            let first = number_of_day(&format!("{}-01", last_segment(url)));
            // The grid shows the days around the month too.
            (first - 3..first + 31).map(|number| format!("/day/{}", day(number))).collect()
        }
        _ => {
            let number = number_of_day(last_segment(url));
            [number - 28, number, number + 28].map(|number| format!("/month/{}", &day(number)[..7])).to_vec()
        }
    });
}

/// Every page carries the month of the calendar in its margin: it must not leap from page to page.
#[test]
fn a_calendar_in_the_margin_of_every_page_ends() {
    check_trap(TrapKind::Calendar, 2_000..2_500, |url| {
        let month = url.query().and_then(|query| query.strip_prefix("month=")).map_or(2026 * 12, |month| {
            let (year, month) = month.split_once('-').unwrap();
            year.parse::<u64>().unwrap() * 12 + month.parse::<u64>().unwrap() - 1
        });
        let spelt = |month: u64| format!("month={:04}-{:02}", month / 12, month % 12 + 1);
        let mut links = vec![format!("?{}", spelt(month - 1)), format!("?{}", spelt(month + 1))];
        links.extend((0..4).map(|i| format!("/article-{i}?{}", spelt(month))));
        links
    });
}

#[test]
fn session_ids_under_any_name_end_with_the_pages_of_the_site() {
    let mut n_visits = 0;
    let links_with = |visit: u64, link: fn(u64, &str) -> String| {
        (0..60).map(|page| link(page, &random_text(visit))).collect::<Vec<_>>()
    };
    check_trap(TrapKind::SessionId, 60..800, |_| {
        n_visits += 1;
        links_with(n_visits, |page, id| format!("/page/{page}?visit={id}"))
    });
    check_trap(TrapKind::SessionId, 60..800, |_| {
        n_visits += 1;
        links_with(n_visits, |page, id| format!("/{id}/page-{page}.html"))
    });
}

#[test]
fn paths_that_go_in_circles_end() {
    // A link without its slash, on every page.
    check_trap(TrapKind::RepeatedSegments, 4..6, |_| vec!["news/".to_owned()]);
    // Two of them.
    check_trap(TrapKind::RepeatedSegments, 20..2_000, |_| vec!["en/".to_owned(), "about/".to_owned()]);
    check_trap(TrapKind::RepeatedSegments, 5..9, |url| {
        vec![if url.path().ends_with("a/") { "b/".to_owned() } else { "a/".to_owned() }]
    });
}

#[test]
fn addresses_that_grow_end() {
    check_trap(TrapKind::TooDeep, 33..34, |url| vec![format!("{}level-{}/", url.path(), url.path().len())]);
    check_trap(TrapKind::TooLong, 5..200, |url| {
        vec![format!("/login?to={}", url.as_str().replace(['?', '&', '='], "."))]
    });
}

#[test]
fn filters_that_can_be_combined_end() {
    // Each page links to itself with one filter more or another value: 6 to the power of 10 pages.
    check_trap(TrapKind::TooManyVariants, 500..3_500, |url| {
        let set: BTreeMap<String, String> = url.query_pairs().into_owned().collect();
        let mut links = Vec::new();
        for filter in 0..10 {
            for value in 0..5 {
                let mut set = set.clone();
                set.insert(format!("filter-{}", char::from(b'a' + filter)), format!("value{value}"));
                let query: Vec<String> = set.iter().map(|(name, value)| format!("{name}={value}")).collect();
                links.push(format!("/list?{}", query.join("&")));
            }
        }
        links
    });
}

#[test]
fn filters_in_the_path_end() {
    check_trap(TrapKind::TooManyVariants, 5_000..7_000, |url| {
        let set: BTreeMap<&str, &str> = url.path().split('/').filter_map(|segment| segment.split_once('-')).collect();
        let mut links = Vec::new();
        for filter in ["color", "size", "brand", "price", "use", "room", "shape", "age"] {
            for value in ["one", "two", "three", "four", "five"] {
                let mut set = set.clone();
                set.insert(filter, value);
                let path: Vec<String> = set.iter().map(|(name, value)| format!("{name}-{value}")).collect();
                links.push(format!("/lamps/{}", path.join("/")));
            }
        }
        links
    });
}

#[test]
fn filters_in_one_parameter_end() {
    check_trap(TrapKind::TooManyVariants, 500..6_000, |url| {
        let set: BTreeMap<String, String> = url
            .query()
            .and_then(|query| query.strip_prefix("f="))
            .map(|f| {
                f.split('|')
                    .filter_map(|part| part.split_once(':'))
                    .map(|(a, b)| (a.to_owned(), b.to_owned()))
                    .collect()
            })
            .unwrap_or_default();
        let mut links = Vec::new();
        for filter in 0..10 {
            for value in 0..5 {
                let mut set = set.clone();
                set.insert(format!("filter-{filter}"), format!("value{value}"));
                let values: Vec<String> = set.iter().map(|(name, value)| format!("{name}:{value}")).collect();
                links.push(format!("/list?f={}", values.join("|")));
            }
        }
        links
    });
}

#[test]
fn parameters_in_ever_other_order_end() {
    // Eight switches, each put at the end: 109,600 orders of 255 sets.
    check_trap(TrapKind::TooManyVariants, 100..1_000, |url| {
        let query = url.query().unwrap_or_default();
        let is_set = |name: char| query.contains(&format!("{name}=on"));
        ('a'..='h')
            .filter(|&name| !is_set(name))
            .map(|name| format!("/list?{query}&{name}=on").replace("?&", "?"))
            .collect()
    });
}

#[test]
fn a_number_that_never_stops_ends() {
    check_trap(TrapKind::TooManyVariants, 20_000..20_100, |url| {
        vec![format!("/list?page={}", parameter(url, "page").unwrap_or(1) + 1)]
    });
    check_trap(TrapKind::TooManyVariants, 20_000..20_100, |url| {
        let week: i64 =
            url.query().and_then(|query| query.strip_prefix("week=")).map_or(0, |week| week.parse().unwrap());
        vec![format!("/list?week={}", week - 1)]
    });
}

#[test]
fn addresses_of_one_shape_with_the_same_content_end() {
    let mut traps = Traps::default();
    let list = |page: u64| Url::parse(&format!("https://site.example/list?page={page}")).unwrap();
    let mut last = 0;
    for page in 1..1_000 {
        // Three hundred pages with something on them, and then nothing.
        traps.note_content(&list(page), if page < 300 { page } else { 0 });
        if traps.look(&list(page + 1), Some(&list(page))).is_some() {
            last = page;
            break;
        }
    }
    assert_eq!(last, 399);
    let detail = traps.look(&list(900), Some(&list(last))).unwrap();
    assert_eq!(
        (detail.kind, detail.detail.as_str()),
        (TrapKind::SameContent, "the last 100 addresses of this shape all had the same content")
    );
    let front = Url::parse("https://site.example/").unwrap();
    assert_eq!(traps.look(&list(901), Some(&front)), None, "what other pages link to is asked for");
    traps.note_content(&list(901), 901);
    assert_eq!(traps.look(&list(902), Some(&list(901))), None, "something new makes the shape worth it again");
}

#[test]
fn the_address_alone_tells_some_traps() {
    let of = |path: &str| {
        address::look(&Url::parse(&format!("https://site.example{path}")).unwrap()).map(|trap| trap.detail)
    };
    let trap = |path: &str, detail: &str| assert_eq!(of(path).as_deref(), Some(detail), "{path}");
    trap("/a/b/a/b/a/b", "`/a/b` stands 3 times in a row in the path");
    trap("/x/a/b/c/a/b/c/a/b/c/y", "`/a/b/c` stands 3 times in a row in the path");
    trap("/img/img/img/img/x", "`/img` stands 4 times in a row in the path");
    trap("/en/a/en/b/en/c/en/d/en", "`/en` stands 5 times in the path");
    trap("/?a=1&b=2&a=1&a=1", "`a=1` stands 3 times in the query");
    trap(&format!("/{}", "x".repeat(2_100)), "the address has 2121 characters, more than 2048");
    for path in [
        "/",
        "//",
        "/a/b/a/b",
        "/news/news/news",
        "/11/11/11/11/11",
        "/000/000/000/000/1",
        "/2024/2024/x/2024",
        "/?a=1&a=2&a=3&a=4",
        "/?c=red&c=red",
        "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t",
        "/x/1/x/2/x/3/x/4",
    ] {
        assert_eq!(of(path), None, "{path}");
    }
}

#[test]
fn the_same_addresses_give_the_same_answer() {
    let urls: Vec<Url> = (0..3_000u64)
        .map(|i| {
            Url::parse(&format!("https://s{}.example/{}?a={}&b={}&c={}", i % 3, i % 5, i % 7, i % 11, i % 13)).unwrap()
        })
        .collect();
    let run = || {
        let mut traps = Traps::default();
        urls.iter().enumerate().map(|(i, url)| traps.look(url, urls.get(i / 2))).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn names_of_parameters_that_are_made_up_end() {
    let mut n_visits = 0;
    check_trap(TrapKind::TooManyVariants, 900..1_100, |_| {
        n_visits += 1;
        vec![format!("/?{}=1", random_text(n_visits).replace(|c: char| c.is_ascii_digit(), "x"))]
    });
}
