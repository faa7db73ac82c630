//! Several processes at once: sums are exact, and the template that should win has won.

use super::{Place, children};

const N_WRITERS: u64 = 4;

fn check(place: &Place, n_times: u64) {
    // The store is not there yet: all of them want to make it.
    let writers: Vec<_> = (0..N_WRITERS)
        .map(|writer| {
            children::command("add", &place.location())
                .env("TAMIS_CHILD_WRITER", writer.to_string())
                .env("TAMIS_CHILD_TIMES", n_times.to_string())
                .spawn()
                .unwrap()
        })
        .collect();
    for writer in writers {
        let output = writer.wait_with_output().unwrap();
        assert!(output.status.success(), "a writer failed");
        assert_eq!(children::said(&String::from_utf8_lossy(&output.stdout), "added"), ["all"]);
    }
    let delta = place.open().load("shared").unwrap();
    assert_eq!(delta.counts().len() as u64, N_WRITERS + 1);
    for (counter, n) in delta.counts() {
        let expected = if counter.name == "of all" { N_WRITERS * n_times } else { n_times };
        assert_eq!(*n, expected, "{}", counter.name);
    }
    let (_, template) = delta.templates().first_key_value().unwrap();
    assert_eq!(u64::from(template.generation), n_times);
    assert_eq!(template.body, [N_WRITERS as u8 - 1; 100]);
}

#[test]
fn sums_of_several_processes_are_exact_in_a_file() {
    let place = Place::file();
    check(&place, 250);
    tamis_sites::store::SqliteStore::open(place.path()).unwrap().check().unwrap();
}

#[test]
fn sums_of_several_processes_are_exact_in_a_database() {
    if let Some(place) = Place::database() {
        check(&place, 250);
    }
}

#[test]
fn several_connections_of_one_process_share_a_file() {
    let place = Place::file();
    let mut first = place.open();
    // Opening looks into the file; the locks of the first connection must outlive that.
    let mut others: Vec<_> = (0..3).map(|_| place.open()).collect();
    for number in 1..=20 {
        first.merge(&super::trial::delta(number)).unwrap();
        drop(place.open());
        for other in &mut others {
            assert_eq!(super::trial::last_number(other.as_mut()), number);
        }
    }
}
