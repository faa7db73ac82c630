//! What every kind of store does the same.

use super::{Place, contents};
use tamis_sites::store::{Counter, Delta, StoreError, StoredTemplate, TemplateKey};

fn key(site: &str, question: &str, id: &str) -> TemplateKey {
    TemplateKey { site: site.to_owned(), question: question.to_owned(), id: id.to_owned() }
}

fn with(key: &TemplateKey, body: &[u8]) -> Delta {
    let mut delta = Delta::new();
    delta.add_template(key.clone(), StoredTemplate { generation: 0, body: body.to_vec() });
    delta.add_count(Counter { key: key.clone(), generation: 0, name: "pages".to_owned() }, 1);
    delta
}

#[test]
fn a_new_store_knows_nothing() {
    for place in Place::all() {
        let mut store = place.open();
        assert_eq!(store.sites().unwrap(), []);
        assert!(store.load("shop.example").unwrap().is_empty());
        assert_eq!(store.forget("shop.example", None).unwrap(), 0);
        store.merge(&Delta::new()).unwrap();
        assert_eq!(store.sites().unwrap(), []);
    }
}

#[test]
fn sites_come_in_the_order_of_their_names() {
    for place in Place::all() {
        let mut store = place.open();
        // Not the order of any language: capitals first, letters with accents last.
        for site in ["b", "é", "Z", "a-b", "aa", "a"] {
            store.merge(&with(&key(site, "q", "1"), b"x")).unwrap();
        }
        store.merge(&with(&key("aa", "q", "2"), b"x")).unwrap();
        let mut only_counts = Delta::new();
        only_counts.add_count(Counter { key: key("c", "q", "1"), generation: 0, name: String::new() }, 5);
        store.merge(&only_counts).unwrap();
        let sites: Vec<(String, usize)> = store.sites().unwrap();
        let sites: Vec<(&str, usize)> = sites.iter().map(|(site, n)| (site.as_str(), *n)).collect();
        assert_eq!(sites, [("Z", 1), ("a", 1), ("a-b", 1), ("aa", 2), ("b", 1), ("c", 0), ("é", 1)]);
        assert_eq!(store.load("c").unwrap(), only_counts);
    }
}

#[test]
fn bytes_come_back_as_they_were() {
    let every_byte: Vec<u8> = (0..=255).collect();
    let long = every_byte.repeat(12_000);
    for place in Place::all() {
        let mut store = place.open();
        let mut all = Delta::new();
        for (id, body) in [("empty", &[][..]), ("every byte", &every_byte), ("3 MB", &long), ("'; DROP TABLE x", b"0")]
        {
            let delta = with(&key("näme 名前 \u{1f600}", "\u{1}\n", id), body);
            store.merge(&delta).unwrap();
            all.merge(delta);
        }
        assert!(contents(store.as_mut()) == all);
    }
}

#[test]
fn many_rows_at_once_are_all_there() {
    let mut delta = Delta::new();
    for number in 0..333 {
        delta.merge(with(&key("s", "q", &format!("{number}")), &[number as u8; 50]));
    }
    for place in Place::all() {
        let mut store = place.open();
        store.merge(&delta).unwrap();
        assert!(contents(store.as_mut()) == delta);
        store.merge(&delta).unwrap();
        let twice = contents(store.as_mut());
        assert_eq!(twice.templates(), delta.templates());
        assert!(twice.counts().values().all(|n| *n == 2));
    }
}

#[test]
fn a_template_is_forgotten_with_its_counts_under_every_question() {
    for place in Place::all() {
        let mut store = place.open();
        for (site, question, id) in [("s", "q", "1"), ("s", "r", "1"), ("s", "q", "2"), ("t", "q", "1")] {
            store.merge(&with(&key(site, question, id), b"x")).unwrap();
        }
        assert_eq!(store.forget("s", Some("none")).unwrap(), 0);
        assert_eq!(store.forget("s", Some("1")).unwrap(), 2);
        assert_eq!(store.load("s").unwrap(), with(&key("s", "q", "2"), b"x"));
        assert_eq!(store.forget("s", None).unwrap(), 1);
        assert_eq!(contents(store.as_mut()), with(&key("t", "q", "1"), b"x"));
        // It comes back by the next merge, without what was counted before.
        store.merge(&with(&key("s", "q", "1"), b"x")).unwrap();
        assert_eq!(store.load("s").unwrap(), with(&key("s", "q", "1"), b"x"));
    }
}

#[test]
fn a_key_that_one_store_could_not_hold_is_refused_by_all() {
    // Letters that do not repeat, since PostgreSQL packs those that do.
    let mut state = 1_u32;
    let long: String = (0..2_048)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(b'!' + ((state >> 16) % 94) as u8)
        })
        .collect();
    for place in Place::all() {
        let mut store = place.open();
        let fits = with(&key("s", &long[..2_048 - "s1pages".len()], "1"), b"x");
        store.merge(&fits).unwrap();
        for bad in [key("s", &long, "1"), key("s\0", "q", "1"), key("s", "q", "\0")] {
            let mut delta = with(&key("good", "q", "1"), b"x");
            delta.merge(with(&bad, b"x"));
            assert!(matches!(store.merge(&delta), Err(StoreError::Key { .. })));
        }
        assert_eq!(contents(store.as_mut()), fits, "nothing of a delta that was refused is there");
    }
    let error = Place::Memory.open().merge(&with(&key("shop.example", "\0", "1"), b"")).unwrap_err();
    assert_eq!(error.to_string(), "cannot store a template of the site \"shop.example\": its key has a NUL character");
}

#[test]
fn what_was_merged_is_seen_by_others_and_later() {
    for place in Place::all().into_iter().skip(1) {
        let mut one = place.open();
        let mut other = place.open();
        let delta = with(&key("s", "q", "1"), b"x");
        one.merge(&delta).unwrap();
        assert_eq!(contents(other.as_mut()), delta);
        drop((one, other));
        assert_eq!(contents(place.open().as_mut()), delta);
    }
}
