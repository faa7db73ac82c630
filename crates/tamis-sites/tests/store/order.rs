//! Deltas merged in any order and any grouping give the same contents.

use super::{Place, contents};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::BTreeMap;
use tamis_sites::store::{Counter, Delta, StoredTemplate, TemplateKey, TemplateStore};

/// One thing that is added: so few keys and bytes that they meet.
#[derive(Clone, Debug)]
enum Addition {
    Template(TemplateKey, StoredTemplate),
    Count(Counter, u64),
}

fn addition() -> impl Strategy<Value = Addition> {
    let text = || prop_oneof![Just("a"), Just("B"), Just("é'\"$1"), Just("")].prop_map(str::to_owned);
    let key = (text(), text(), text()).prop_map(|(site, question, id)| TemplateKey { site, question, id });
    let body = vec(prop_oneof![Just(0), Just(1), Just(127), Just(128), Just(255)], 0..4);
    let n = prop_oneof![4 => 0..10_u64, 1 => Just(i64::MAX as u64 - 3), 1 => Just(u64::MAX)];
    (key, 0..3_u32, body, text(), n, any::<bool>()).prop_map(|(key, generation, body, name, n, is_template)| {
        if is_template {
            Addition::Template(key, StoredTemplate { generation: generation * (u32::MAX / 2), body })
        } else {
            Addition::Count(Counter { key, generation, name }, n)
        }
    })
}

/// Additions, and the same in another order and in groups: each has a number to sort by and a group.
type Case = Vec<(Addition, u32, usize)>;

fn case() -> impl Strategy<Value = Case> {
    vec((addition(), any::<u32>(), 0..5_usize), 0..40)
}

type Contents = (BTreeMap<TemplateKey, (u32, Vec<u8>)>, BTreeMap<Counter, u64>);

/// By the definition, and not by the code that is tested.
fn expected(case: &Case) -> Contents {
    let mut templates: BTreeMap<TemplateKey, (u32, Vec<u8>)> = BTreeMap::new();
    let mut counts: BTreeMap<Counter, u128> = BTreeMap::new();
    for (addition, ..) in case {
        match addition {
            Addition::Template(key, template) => {
                let rank = (template.generation, template.body.clone());
                let place = templates.entry(key.clone()).or_insert_with(|| rank.clone());
                *place = rank.max(place.clone());
            }
            Addition::Count(counter, n) => *counts.entry(counter.clone()).or_default() += u128::from(*n),
        }
    }
    let cap = |n: u128| u64::try_from(n.min(i64::MAX as u128)).unwrap();
    (templates, counts.into_iter().map(|(counter, n)| (counter, cap(n))).collect())
}

fn as_expected(found: &Delta) -> Contents {
    let templates = found.templates().iter().map(|(key, it)| (key.clone(), (it.generation, it.body.clone())));
    (templates.collect(), found.counts().clone())
}

/// The deltas of the groups, in the other order.
fn groups(case: &Case) -> Vec<Delta> {
    let mut sorted: Vec<_> = case.iter().collect();
    sorted.sort_by_key(|(_, order, _)| *order);
    let mut groups = vec![Delta::new(); 5];
    for (addition, _, group) in sorted {
        match addition.clone() {
            Addition::Template(key, template) => groups[*group].add_template(key, template),
            Addition::Count(counter, n) => groups[*group].add_count(counter, n),
        }
    }
    groups
}

fn check(cases: u32, mut merge: impl FnMut(&[Delta]) -> Delta) {
    // Failures are small enough to be seen; they are not written down in files.
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let merge = std::cell::RefCell::new(&mut merge);
    runner
        .run(&case(), |case| {
            let merged = merge.borrow_mut()(&groups(&case));
            prop_assert_eq!(as_expected(&merged), expected(&case));
            Ok(())
        })
        .unwrap();
}

fn check_store(cases: u32, place: &Place) {
    let mut store = place.open();
    check(cases, |groups| {
        for (site, n) in store.sites().unwrap() {
            assert_eq!(store.forget(&site, None).unwrap(), n);
        }
        assert_eq!(store.sites().unwrap(), []);
        for group in groups {
            store.merge(group).unwrap();
        }
        contents(store.as_mut())
    });
}

#[test]
fn deltas_merge_in_any_order() {
    check(256, |groups| {
        let mut all = Delta::new();
        for group in groups {
            all.merge(group.clone());
        }
        all
    });
}

#[test]
fn deltas_merge_in_any_grouping() {
    check(256, |groups| {
        let (mut left, mut right) = (Delta::new(), Delta::new());
        for (idx, group) in groups.iter().rev().enumerate() {
            if idx % 2 == 0 { &mut left } else { &mut right }.merge(group.clone());
        }
        right.merge(left);
        right
    });
}

#[test]
fn memory_takes_deltas_in_any_order() {
    check_store(128, &Place::Memory);
}

#[test]
fn a_file_takes_deltas_in_any_order() {
    check_store(48, &Place::file());
}

#[test]
fn a_database_takes_deltas_in_any_order() {
    if let Some(place) = Place::database() {
        check_store(24, &place);
    }
}

#[test]
fn stores_merge_into_one_whatever_they_are() {
    let Some(database) = Place::database() else { return };
    let places = [Place::Memory, Place::file(), database];
    check(8, |groups| {
        let mut stores: Vec<Box<dyn TemplateStore>> = places.iter().map(Place::open).collect();
        for store in &mut stores {
            for (site, _) in store.sites().unwrap() {
                store.forget(&site, None).unwrap();
            }
        }
        for (idx, group) in groups.iter().enumerate() {
            stores[idx % 3].merge(group).unwrap();
        }
        let [memory, file, database] = stores.as_mut_slice() else { unreachable!() };
        tamis_sites::store::merge_stores(memory.as_mut(), database.as_mut()).unwrap();
        tamis_sites::store::merge_stores(database.as_mut(), file.as_mut()).unwrap();
        contents(file.as_mut())
    });
}
