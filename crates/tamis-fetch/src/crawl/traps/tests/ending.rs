//! Sites that have an end, however large.

use super::*;

#[test]
fn articles_of_many_years_are_no_trap_from_wherever_one_starts() {
    let mut traps = Traps::default();
    let at = |path: &str| Url::parse("https://site.example").unwrap().join(path).unwrap();
    let start = at("/2006/07/first/");
    assert_eq!(traps.look(&start, None), None);
    for path in ["/2019/08/later/", "/1975/01/earlier/", "/2021/03/", "/2021/03/latest/", "/2006/08/next/"] {
        assert_eq!(traps.look(&at(path), Some(&start)), None, "{path}");
    }
    // From article to next article, for thirty years.
    for month in 2006 * 12..2036 * 12 {
        let article = |month: u32| at(&format!("/{}/{:02}/title-{month}", month / 12, month % 12 + 1));
        assert_eq!(traps.look(&article(month + 1), Some(&article(month))), None);
    }
}

#[test]
fn a_long_list_is_no_trap() {
    check_site(5_000, |url| {
        let page = parameter(url, "page").unwrap_or(1);
        if page < 5_000 { vec![format!("/?page={}", page + 1)] } else { Vec::new() }
    });
}

#[test]
fn a_forum_is_no_trap() {
    // 300 topics of 60 pages each, in 20 forums.
    check_site(1 + 300 * 60, |url| match (parameter(url, "t"), parameter(url, "start")) {
        (Some(t), start) => (1..60)
            .map(|page| format!("/viewtopic.php?f={}&t={t}&start={}", t % 20, page * 10))
            .filter(|_| start.is_none())
            .collect(),
        _ => (0..300).map(|t| format!("/viewtopic.php?f={}&t={t}", t % 20)).collect(),
    });
}

#[test]
fn things_with_random_ids_are_no_trap() {
    // 500 things of five pages each; every page links to all five, and to the next thing.
    check_site(1 + 500 * 5, |url| {
        let own = url.query_pairs().find(|(name, _)| name == "id").map(|(_, id)| id.into_owned());
        let Some(id) = own else { return (0..500).map(|i| format!("/thing?id={}", random_text(i))).collect() };
        let next = (0..500).find(|&i| random_text(i) == id).unwrap() + 1;
        let mut links: Vec<String> = ["a", "b", "c", "d"].map(|tab| format!("/thing?id={id}&tab={tab}")).to_vec();
        links.push(format!("/thing?id={}", random_text(next % 500)));
        links
    });
}

#[test]
fn an_archive_of_a_newspaper_is_no_trap() {
    // Every month since 1851, through an index of years; months link to their neighbours too.
    check_site(1 + 176 + 176 * 12, |url| {
        let numbers: Vec<u64> = url.path().split('/').filter_map(|number| number.parse().ok()).collect();
        match numbers[..] {
            [year] => (1..=12).map(|month| format!("/archive/{year}/{month:02}")).collect(),
            [year, month] => {
                let months = [year * 12 + month - 2, year * 12 + month];
                let months = months.iter().filter(|month| (1851 * 12..2027 * 12).contains(*month));
                months.map(|month| format!("/archive/{}/{:02}", month / 12, month % 12 + 1)).collect()
            }
            _ => (1851..2027).map(|year| format!("/archive/{year}")).collect(),
        }
    });
}

#[test]
fn a_comic_strip_of_nine_years_is_no_trap() {
    let last = number_of_day("2026-11-16");
    let n_days = 9 * 336;
    check_site(1 + n_days as usize, |url| match url.path() {
        "/" => vec![format!("/strip/{}", day(last))],
        _ => {
            let number = number_of_day(last_segment(url));
            if number > last + 1 - n_days { vec![format!("/strip/{}", day(number - 1))] } else { Vec::new() }
        }
    });
}

#[test]
fn a_portal_with_many_scripts_behind_one_path_is_no_trap() {
    check_site(1 + 600, |url| {
        if url.query().is_some() {
            return Vec::new();
        }
        (0..600u64)
            .map(|i| {
                format!(
                    "/index.php?module=m{}&{}={i}&view=x",
                    i % 30,
                    ["a", "b", "c"].map(|c| format!("{c}{}", char::from(b'a' + (i % 26) as u8)))[(i % 3) as usize]
                )
            })
            .collect()
    });
}

#[test]
fn a_manual_in_forty_versions_is_no_trap() {
    check_site(1 + 40 * 300, |url| match url.path() {
        "/" => (0..40 * 300).map(|i| format!("/docs/v1.{}/part-{}/page-{}", i % 40, i / 40 % 20, i / 40)).collect(),
        _ => Vec::new(),
    });
}

#[test]
fn ids_cut_into_pieces_are_no_trap() {
    check_site(1 + 20_000, |url| match url.path() {
        "/" => {
            (0..20_000).map(|i| format!("/files/{:02}/{:02}/{:02}/view", i / 10_000, i / 100 % 100, i % 100)).collect()
        }
        _ => Vec::new(),
    });
}

#[test]
fn a_timetable_is_no_trap() {
    check_site(1 + 120 * 120, |url| {
        if url.query().is_some() {
            return Vec::new();
        }
        (0..120 * 120).map(|i| format!("/connections?from=place-{}&to=place-{}&lang=en", i % 120, i / 120)).collect()
    });
}
