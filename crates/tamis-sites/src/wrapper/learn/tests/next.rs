//! The link to the next page.

use super::learned;
use crate::wrapper::Wrapper;
use tamis_page::{Document, names};

/// A page of a list with these links below.
fn page(links: &str) -> String {
    let items: String =
        (0..6).map(|item| format!("<li class=hit><a href=/i{item}>Item {item}</a> <b>{item} €</b>")).collect();
    format!("<ul class=hits>{items}</ul><div class=pages>{links}</div>")
}

/// Where the wrapper goes on from a page.
fn next(wrapper: &Wrapper, page: &str) -> Option<String> {
    let document = Document::parse(page);
    let link = wrapper.compile().expect("is right").apply(&document).next?;
    document.attribute(link, names::HREF).map(str::to_owned)
}

#[test]
fn the_next_page_is_found_by_what_all_pages_say() {
    let page = |number: usize| {
        page(&format!(
            "<a href='?p={}'>Previous</a> <b>{number}</b> <a href='?p={}'>{}</a> \
            <a class=forward href='?p={}'>Next</a>",
            number - 1,
            number + 1,
            number + 1,
            number + 1
        ))
    };
    let wrapper = learned(&[&page(2), &page(5)]);
    assert_eq!(wrapper.next.as_ref().and_then(|next| next.css.as_deref()), Some(".forward"));
    assert_eq!(next(&wrapper, &page(9)).as_deref(), Some("?p=10"));
}

#[test]
fn what_says_next_comes_before_a_class_that_does_not() {
    let second = page("<a class=page href='?p=1'>Previous</a> <a class=page href='?p=3'>Next</a>");
    let wrapper = learned(&[&page("<a class=page href='?p=2'>Next</a>")]);
    assert_eq!(next(&wrapper, &second).as_deref(), Some("?p=3"));
    let wrapper = learned(&[&page("<a class=page rel=next href='?p=2'>Next</a>")]);
    assert_eq!(wrapper.next.and_then(|next| next.css).as_deref(), Some("a[rel=\"next\"]"));
}

#[test]
fn a_last_page_has_a_say() {
    let pages = [
        page("<a class=page href='?p=2'>&gt;</a>"),
        page("<a class=page href='?p=1'>&lt;</a><a class=page href='?p=3'>&gt;</a>"),
        page("<a class=page href='?p=2'>&lt;</a>"),
    ];
    let wrapper = learned(&pages.each_ref().map(String::as_str));
    let found = pages.each_ref().map(|page| next(&wrapper, page));
    assert_eq!(found, [Some("?p=2".to_owned()), Some("?p=3".to_owned()), None]);
}

#[test]
fn what_all_links_of_a_pager_have_is_no_next_link() {
    let numbers = "<b>1</b> <a class=number href='?p=2'>2</a> <a class=number href='?p=3'>3</a> <a class=number href='?p=4'>4</a>";
    assert_eq!(learned(&[&page(numbers)]).next, None);
}
