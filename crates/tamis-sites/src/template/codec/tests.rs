use crate::{Fingerprint, Mode, Template, TemplateError};
use proptest::prelude::*;
use tamis_extract::clean::blocks;
use tamis_extract::pagination;
use tamis_extract::records::auto;
use tamis_extract::segment::auto as segment;
use tamis_extract::{Answers, MainContent, PageView};
use tamis_page::{Document, names};

/// A template of all that can be said about a page.
fn template(html: &str) -> Template {
    let document = Document::parse(html);
    let view = PageView::of(&document);
    let regions = segment::segment(&view, &segment::AutoOptions::default());
    let trace = blocks::trace(&view, &blocks::BlocksOptions::default());
    let tables = auto::find(&view, &auto::AutoOptions::default());
    let comments: Vec<_> = document.elements_named(names::SMALL).collect();
    let main = MainContent { mask: trace.mask(&document), comments, kind: Some(trace.kind()) };
    let answers = Answers { main: Some(main), tables: Some(tables), regions: Some(regions), reason: None };
    Template::learn(&view, &answers, Some(&pagination::find(&view, None)))
}

fn pages() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("<p class=lead>Some words, and some more of them.</p>".to_owned()),
        Just("<a href=/x>A link</a>".to_owned()),
        Just("<img src=a.png>".to_owned()),
        Just("<small>said</small>".to_owned()),
        "[a-z]{1,8} ",
    ];
    leaf.prop_recursive(4, 60, 8, |inner| {
        let tag = prop_oneof![Just("div"), Just("ul"), Just("li"), Just("section"), Just("nav")];
        (tag, proptest::option::of("[a-c][0-9]?"), proptest::collection::vec(inner, 1..8)).prop_map(
            |(tag, name, inner)| {
                let name = name.map_or(String::new(), |name| format!(" class={name} id={name}"));
                format!("<{tag}{name}>{}</{tag}>", inner.concat())
            },
        )
    })
}

/// A page with a list, a text, and what is around them.
fn page() -> String {
    let item = |number: usize| {
        let price =
            if number.is_multiple_of(3) { String::new() } else { format!("<b class=price>{number}.99 €</b>") };
        format!("<li class=item><a href=/{number}><img src={number}.png>Thing {number}</a>{price}<i>in stock</i></li>")
    };
    let items: String = (0..20).map(item).collect();
    let text = "<p>Words that say something, at some length, about the things in this list.</p>".repeat(5);
    format!(
        "<nav><a href=a>Home</a> <a href=b>Shop</a></nav><main><h1>Things</h1><ul>{items}</ul>{text}<small>x</small></main>"
    )
}

#[test]
fn a_template_is_the_same_after_a_round_trip() {
    let template = template(&page());
    let bytes = template.encode();
    assert_eq!(Template::decode(&bytes).as_ref(), Ok(&template));
    assert_eq!(Template::decode_fingerprint(&bytes).as_ref(), Ok(template.fingerprint()));
    assert!(template.answers.tables.as_ref().is_some_and(|map| map.tables[0].patterns.len() >= 2));
    assert!(template.wrappers().next().is_some_and(|wrapper| wrapper.is_ok_and(|wrapper| wrapper.columns.len() >= 4)));
    let mapped = template.without_wrappers();
    assert_eq!(Template::decode(&mapped.encode()).as_ref(), Ok(&mapped));
    // What selectors cost: no more than a third of it.
    let n_bytes = bytes.len() - mapped.encode().len();
    assert!((50..bytes.len() / 3).contains(&n_bytes), "{n_bytes} of {} bytes", bytes.len());
}

#[test]
fn a_wrong_selector_is_no_template() {
    let bytes = template(&page()).encode();
    let at = bytes.windows(5).position(|five| five == b"/@hre").expect("the selector of a link is there");
    let mut wrong = bytes;
    wrong[at..at + 5].copy_from_slice(b"/@[[[");
    assert_eq!(Template::decode(&wrong), Err(TemplateError));
}

#[test]
fn a_fingerprint_needs_the_head_alone() {
    let template = template(&page());
    let bytes = template.encode();
    let head =
        (0..bytes.len()).find(|&end| Template::decode_fingerprint(&bytes[..end]).is_ok()).expect("it is readable");
    assert!(head < bytes.len() / 2, "{head} of {} bytes", bytes.len());
    assert_eq!(Template::decode_fingerprint(&bytes[..head]).as_ref(), Ok(template.fingerprint()));
}

#[test]
fn an_empty_template_is_one_too() {
    let template = Template::learn(&PageView::of(&Document::parse("")), &Answers::default(), None);
    assert_eq!(Template::decode(&template.encode()), Ok(template));
}

#[test]
fn another_version_and_what_is_cut_off_are_errors() {
    let bytes = template(&page()).encode();
    for end in 0..bytes.len() {
        assert!(Template::decode(&bytes[..end]).is_err(), "{end} of {} bytes", bytes.len());
    }
    let mut newer = bytes.clone();
    newer[0] += 1;
    assert!(Template::decode(&newer).is_err() && Template::decode_fingerprint(&newer).is_err());
    let mut longer = bytes;
    longer.push(0);
    assert!(Template::decode(&longer).is_err());
}

#[test]
fn a_hundred_records_cost_little_more_than_ten() {
    let list = |n: usize| {
        let item = "<li class=item><a href=/x><img src=x.png>Thing</a><b class=price>1.99 €</b><i>in stock</i></li>";
        format!("<main><h1>Things</h1><ul>{}</ul></main>", item.repeat(n))
    };
    let n_bytes = |n: usize| {
        let document = Document::parse(list(n));
        let view = PageView::of(&document);
        let tables = auto::find(&view, &auto::AutoOptions::default());
        assert_eq!(tables[0].rows.len(), n);
        Template::learn(&view, &tables.clone().into(), None).encode().len()
    };
    assert!(n_bytes(100) < n_bytes(10) + 90 * 4, "{} and {}", n_bytes(10), n_bytes(100));
}

/// What was read must be usable, whatever it is.
fn use_it(bytes: &[u8]) {
    let Ok(template) = Template::decode(bytes) else { return };
    assert_eq!(Template::decode(&template.encode()).as_ref(), Ok(&template));
    let document = Document::parse(page());
    let view = PageView::of(&document);
    for mode in [Mode::Robust, Mode::Strict] {
        let mapped = template.map(&view, mode);
        assert!(mapped.fit.n_missing <= mapped.fit.n_named);
    }
}

#[test]
fn a_box_at_the_least_of_all_numbers_is_refused() {
    // Found by the fuzzer: an area whose left edge is `i64::MIN`.
    let stored =
        b"\x01\x01\x02\x00\x01\x02\x00\x02\x01\x01\x01\x00\x00\x01\x00\x01$\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01";
    assert_eq!(Template::decode(stored), Err(TemplateError));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_page_makes_a_round_trip(html in pages()) {
        let template = template(&html);
        let bytes = template.encode();
        prop_assert_eq!(Template::decode_fingerprint(&bytes), Ok(Fingerprint::of(&Document::parse(html))));
        prop_assert_eq!(Template::decode(&bytes), Ok(template));
    }

    #[test]
    fn any_bytes_are_a_template_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut bytes = bytes;
        use_it(&bytes);
        if let Some(first) = bytes.first_mut() {
            *first = super::VERSION;
        }
        use_it(&bytes);
    }

    #[test]
    fn changed_bytes_are_a_template_or_an_error(changes in proptest::collection::vec((any::<prop::sample::Index>(), 0..8_u32), 1..4)) {
        let mut bytes = template(&page()).encode();
        for (place, bit) in changes {
            let place = place.index(bytes.len());
            bytes[place] ^= 1 << bit;
        }
        use_it(&bytes);
    }
}

#[test]
fn a_template_without_tables_is_told_by_its_frame() {
    let document = Document::parse(page());
    let mut template = template(&page());
    let stored = &mut template.answers;
    (stored.areas, stored.kept, stored.comments) = (None, None, Vec::new());
    template.answers.tables.as_mut().expect("were learned").tables.clear();
    let mapped = template.map(&PageView::of(&document), Mode::Robust);
    assert_eq!(mapped.answers.tables.as_ref().map(Vec::len), Some(0));
    assert!(mapped.frame.n_named > 0, "the page was not aligned");
}
