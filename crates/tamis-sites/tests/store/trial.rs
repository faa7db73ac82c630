//! Deltas with numbers, by which one sees how many of them a store has, and whether it has one by half.

use tamis_sites::store::{Counter, Delta, StoredTemplate, TemplateKey, TemplateStore};

const N_TEMPLATES: u64 = 4;

/// The delta with this number, from 1: new generations of the same templates on two sites, one more of each count, and one
/// template more on a third site.
pub(crate) fn delta(number: u64) -> Delta {
    let mut delta = Delta::new();
    for which in 0..N_TEMPLATES {
        delta.add_template(key(which), template(number, which));
        delta.add_count(Counter { key: key(which), generation: 0, name: "merges".to_owned() }, 1);
    }
    let grown = TemplateKey { site: "history".to_owned(), question: "all".to_owned(), id: format!("{number:08}") };
    delta.add_template(grown, StoredTemplate { generation: 0, body: vec![7; 200] });
    delta
}

/// The number of the last delta in the store. Panics if one is there by half, or one before it is not.
#[track_caller]
pub(crate) fn last_number(store: &mut dyn TemplateStore) -> u64 {
    let sites = store.sites().unwrap();
    let n_history = sites.iter().find(|(site, _)| site == "history").map_or(0, |(_, n)| *n as u64);
    let mut found = store.load("site-0").unwrap();
    found.merge(store.load("site-1").unwrap());
    if n_history == 0 {
        assert!(found.is_empty() && sites.is_empty(), "half of the first delta: {sites:?}");
        return 0;
    }
    assert_eq!(found.templates().len() as u64, N_TEMPLATES);
    assert_eq!(found.counts().len() as u64, N_TEMPLATES);
    for which in 0..N_TEMPLATES {
        assert_eq!(found.templates()[&key(which)], template(n_history, which), "of {n_history} deltas");
    }
    for (counter, n) in found.counts() {
        assert_eq!(*n, n_history, "{counter:?}");
    }
    n_history
}

fn key(which: u64) -> TemplateKey {
    TemplateKey { site: format!("site-{}", which % 2), question: format!("question {which}"), id: "first".to_owned() }
}

/// Bytes of the length and the kind that templates have, and some that fill several pages of a database.
fn template(number: u64, which: u64) -> StoredTemplate {
    let length = (number * 7_919 + which * 101) % 9_000;
    let body = (0..length).map(|at| (at * 31 + number * 17 + which) as u8).collect();
    StoredTemplate { generation: u32::try_from(number).unwrap(), body }
}
