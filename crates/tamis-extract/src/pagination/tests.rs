use super::*;

fn find_at(html: &str, url: &str) -> Pagination {
    let document = Document::parse(html);
    find(&PageView::of(&document), url.parse().ok().as_ref())
}

#[track_caller]
fn check(html: &str, next: Option<&str>, previous: Option<&str>) {
    let found = find_at(html, "https://a.example/lamps/");
    let address = |turn: &Option<PageTurn>| turn.as_ref().and_then(|turn| turn.address.clone());
    assert_eq!(address(&found.next).as_deref(), next, "{found:#?}");
    assert_eq!(address(&found.previous).as_deref(), previous, "{found:#?}");
}

#[test]
fn numbers_in_a_row_with_the_page_that_is_shown() {
    let html = "<p>Lamp</p><div><a href='?p=1'>1</a> <b>2</b> <a href='?p=3'>3</a> … <a href='?p=9'>9</a></div>";
    let found = find_at(html, "https://a.example/lamps?p=2");
    assert_eq!(found.current, Some(2));
    let pages: Vec<_> = found.pages.iter().map(|page| page.number).collect();
    assert_eq!(pages, [1, 3, 9]);
    assert_eq!(found.next.unwrap().address.as_deref(), Some("https://a.example/lamps?p=3"));
    assert_eq!(found.previous.unwrap().address.as_deref(), Some("https://a.example/lamps?p=1"));
    assert_eq!(found.onward, Some(Onward::Next));
}

#[test]
fn offsets_are_a_pattern_too() {
    let html = "<div class=pager>1 <a href='?start=20'>2</a> <a href='?start=40'>3</a></div>";
    let pattern = find_at(html, "https://a.example/lamps").pattern.unwrap();
    assert_eq!((pattern.first, pattern.step), (0, 20));
    assert_eq!(pattern.template, "https://a.example/lamps?start={n}");
}

#[test]
fn a_single_arrow_is_next_and_a_double_one_the_end() {
    check(
        "<div class=pagination><b>1</b> <a href='?p=2'>2</a> <a href='?p=2'>&gt;</a> <a href='?p=9'>&gt;&gt;</a></div>",
        Some("https://a.example/lamps/?p=2"),
        None,
    );
}

#[test]
fn older_entries_lead_on() {
    let html = "<div class=nav-previous><a href='/page/3/'>Older posts</a></div><div class=nav-next><a href='/'>Newer posts</a></div>";
    let found = find_at(html, "https://a.example/page/2/");
    assert_eq!(found.onward, Some(Onward::Previous));
    assert_eq!(found.onward().unwrap().address.as_deref(), Some("https://a.example/page/3/"));
}

#[test]
fn the_next_article_is_no_next_page() {
    check("<h1>A</h1><p>x</p><div class=post-navigation><a rel=next href='/b/'>Next</a></div>", None, None);
    check("<h1>A</h1><p>x</p><a href='/b-title/' rel=next>How lamps are made →</a>", None, None);
}

#[test]
fn what_slides_is_no_next_page() {
    check("<div class=carousel><p>x</p><a class=carousel-next href='?p=2'>Next</a></div><p>y<p>z<p>w", None, None);
    check("<a class=next href='#slide2'>Next</a>", None, None);
}

#[test]
fn calendars_years_and_letters_are_no_pages() {
    let week = |from: u32| {
        let days = (from..from + 7).map(|day| format!("<td><a href='/2024/05/{day}/'>{day}</a>"));
        format!("<tr>{}", days.collect::<String>())
    };
    let html = format!("<table>{}{}</table>", week(1), week(8));
    assert!(find_at(&html, "https://a.example/2024/05/").is_empty());
    let days: String = (1..=30).map(|day| format!("<div><a href='/day-{day}'>{day}</a></div>")).collect();
    assert!(find_at(&days, "https://a.example/").is_empty());
    let years: String = (2010..2016).map(|year| format!("<a href='/archive/{year}'>{year}</a> ")).collect();
    assert!(find_at(&years, "https://a.example/archive").is_empty());
    let letters: String = ('A'..='Z').map(|letter| format!("<a href='?l={letter}'>{letter}</a> ")).collect();
    assert!(find_at(&letters, "https://a.example/index").is_empty());
}

#[test]
fn the_head_is_believed_where_no_link_says_it() {
    check("<link rel=next href='/lamps/page/2'><p>x", Some("https://a.example/lamps/page/2"), None);
    check("<link rel=next title='How lamps are made' href='/lamps/2'><p>x", None, None);
}

#[test]
fn a_button_loads_more() {
    let found = find_at("<ul><li>a<li>b<li>c<li>d</ul><button class=more>Load more</button>", "https://a.example/");
    assert!(found.load_more.is_some_and(|more| more.confidence > 0.4 && more.address.is_none()));
    let record = "<li><p>Some words about it</p><a href='#'>Show more</a>";
    assert!(find_at(&record.repeat(5), "https://a.example/").load_more.is_none());
}

#[test]
fn selectors_hold_for_all_copies() {
    let pager = "<div class=pager><a class=prev href='/l/1'>‹</a> <a class=next href='/l/3'>›</a></div>";
    let document = Document::parse(format!("{pager}<p>x</p>{pager}"));
    let url = "https://a.example/l/2".parse().unwrap();
    let found = find(&PageView::of(&document), Some(&url));
    let next = found.next.unwrap();
    assert_eq!(next.nodes.len(), 2);
    assert_eq!(next.css(&SelectorWriter::new(&document)).as_deref(), Some(".next"));
}

#[test]
fn the_home_page_is_not_the_page_before() {
    check(
        "<div class=pager><a class=prev href='/'>Previous</a> <a class=next href='/lamps/?p=2'>Next</a></div>",
        Some("https://a.example/lamps/?p=2"),
        None,
    );
}

#[test]
fn links_stay_as_they_are_where_nobody_knows_the_address() {
    let document = Document::parse("<div class=pagination><a class=next href='?page=2'>Next</a></div>");
    let found = find(&PageView::of(&document), None);
    assert_eq!(found.next.unwrap().address.as_deref(), Some("?page=2"));
}

#[test]
fn a_long_class_is_not_read_again_for_every_link() {
    let link = "<a href=?p=2>Next</a> ";
    let html =
        format!("<p>{}</p><div class='{}'>{}</div>", "<i></i>".repeat(2000), "q ".repeat(50_000), link.repeat(200));
    let document = Document::parse(html);
    let before = budget::spent();
    let _ = find(&PageView::of(&document), None);
    let n_steps = budget::spent() - before;
    assert!(n_steps < 200 * 1024, "{n_steps}");
}

#[test]
fn the_largest_number_has_no_next() {
    let html = "<table><tr><td><a href=?p=1>4294967294</a> <a href=?p=2>4294967295</a> 4294967295<tr><td><a href=?p=3>1</a> \
                <a href=?p=4>2</a></table>";
    let found = find(&PageView::of(&Document::parse(html)), None);
    assert!(found.current.is_none_or(|current| current > 0));
    let html = "4294967295 <a href=?p=1>4294967295</a> <a href=?p=9223372036854775807>4294967295</a> 5";
    let _ = find(&PageView::of(&Document::parse(html)), None);
}
