//! Values that tell nothing: the same in every record, or there twice in one.

use super::concepts::Concepts;
use super::units::Units;
use std::collections::HashSet;

/// Takes out concepts whose value is the same in all records that have it, at least `min_records` of them: text of the
/// template, such as "and up".
pub(crate) fn remove_constants(units: &Units, concepts: &mut Concepts, min_records: usize) {
    struct Seen {
        first: usize,
        n_units: usize,
        differs: bool,
    }
    let mut seen: Vec<Option<Seen>> = Vec::new();
    seen.resize_with(concepts.n_different, || None);
    for (index, unit) in units.all.iter().enumerate().filter(|&(index, _)| concepts.is_alive[index]) {
        match &mut seen[concepts.of_unit[index] as usize] {
            Some(seen) => {
                seen.n_units += 1;
                seen.differs |= units.all[seen.first].text != unit.text;
            }
            unseen => *unseen = Some(Seen { first: index, n_units: 1, differs: false }),
        }
    }
    let is_constant =
        |concept: usize| seen[concept].as_ref().is_some_and(|seen| !seen.differs && seen.n_units >= min_records.max(2));
    // Records that are equal in everything are still records.
    if (0..concepts.n_different).all(|concept| seen[concept].is_none() || is_constant(concept)) {
        return;
    }
    for (alive, &concept) in concepts.is_alive.iter_mut().zip(&concepts.of_unit) {
        *alive &= !is_constant(concept as usize);
    }
}

/// Takes out a value that an earlier attribute of the same record has.
pub(crate) fn remove_repeated(units: &Units, concepts: &mut Concepts) {
    for record in 0..units.n_records() {
        let mut seen: HashSet<&str> = HashSet::new();
        for index in units.of_record(record) {
            if concepts.is_alive[index] && !seen.insert(&units.all[index].text) {
                concepts.is_alive[index] = false;
            }
        }
    }
}
