//! Are the records still there, and as many?

use super::{CheckOptions, DriftKind, DriftNotes, PageReading, WrapperDrift, count, on, which};
use crate::wrapper::Wrapper;
use crate::wrapper::learned::figures::median;

/// A list of fewer records says nothing by their number.
const MIN_LEARNED: usize = 4;
/// So much of the text of the missing records must be elsewhere on the page for them to be missed and not absent: other
/// queries have other texts around their lists.
const TEXT_OF_MISSED: f64 = 0.5;

/// So many of the learned pages had the link to the next one for it to be missed.
const HAD_NEXT: f64 = 0.9;

/// Judges region, records and next link.
pub(super) fn judge(wrapper: &Wrapper, readings: &[PageReading<'_>], options: &CheckOptions, said: &mut DriftNotes) {
    let lost = which(readings, |reading| reading.table.is_none());
    let counts = || wrapper.learned.pages.iter().map(|page| page.n_rows);
    // A wrapper that was learned from pages without records, too, does not find them on all.
    let are_on_all = counts().all(|n_rows| n_rows > 0);
    let none_on = |said: &mut DriftNotes, drift: WrapperDrift| {
        if are_on_all { said.drifts.push(drift) } else { said.on_pages(readings.len(), drift) }
    };
    if !lost.is_empty() {
        let message = format!("the region is missing {}", on(&lost, readings));
        none_on(said, drift(DriftKind::RegionMissing, None, Some(0.0), lost, message));
    }
    let least = counts().filter(|&n| n > 0).min();
    if wrapper.record.is_some() {
        let empty = which(readings, |reading| reading.table.is_some() && reading.n_rows() == 0);
        if !empty.is_empty() {
            let learned = least.map_or_else(String::new, |least| format!(", {least} or more were learned"));
            let message = format!("the region has no records {}{learned}", on(&empty, readings));
            none_on(said, drift(DriftKind::NoRecords, least, Some(0.0), empty, message));
        }
        if let Some(least) = least.filter(|&least| least >= MIN_LEARNED) {
            judge_few(wrapper, least, readings, options, said);
            judge_many(wrapper, readings, options, said);
        }
    }
    if wrapper.next.is_some() {
        judge_next(wrapper, least.unwrap_or(1), readings, said);
    }
}

/// Pages that have far fewer records.
fn judge_few(
    wrapper: &Wrapper,
    least: usize,
    readings: &[PageReading<'_>],
    options: &CheckOptions,
    said: &mut DriftNotes,
) {
    let learned = &wrapper.learned;
    let few = which(readings, |reading| {
        reading.n_rows() > 0 && (reading.n_rows() as f64) < options.few_records * least as f64
    });
    if few.is_empty() {
        return;
    }
    // The last page of a list is short, and has no more text around its records than others have.
    let has_text = |reading: &PageReading<'_>| {
        let n_missed = least.saturating_sub(reading.n_rows());
        let outside = reading.texts.as_ref().map_or(0, |texts| texts.outside);
        let surplus = outside.saturating_sub(learned.outside) as f64;
        learned.record_length > 0 && surplus >= TEXT_OF_MISSED * n_missed as f64 * learned.record_length as f64
    };
    let missed: Vec<bool> = few.iter().map(|&page| has_text(&readings[page])).collect();
    let n_missed = few.iter().zip(&missed).filter(|(page, has_text)| **has_text || readings[**page].has_next).count();
    let now = median(&mut few.iter().map(|&page| readings[page].n_rows()).collect::<Vec<_>>());
    let n_with_rows = readings.iter().filter(|reading| reading.n_rows() > 0).count();
    let is_drift = 2 * n_missed > n_with_rows;
    let end = match (is_drift, missed.contains(&true)) {
        (true, true) => ", and there is text for more",
        (true, false) => ", and the list goes on",
        (false, _) => "; the end of a list is short",
    };
    let message = format!("{} {}, {least} or more were learned{end}", count(now, "record"), on(&few, readings));
    let fewer = drift(DriftKind::FewerRecords, Some(least), Some(now as f64), few, message);
    if is_drift { said.drifts.push(fewer) } else { said.notices.push(fewer) }
}

/// Pages that have far more records. A longer list is no fault: one that holds what is no record has no value where records
/// have one.
fn judge_many(wrapper: &Wrapper, readings: &[PageReading<'_>], options: &CheckOptions, said: &mut DriftNotes) {
    let most = wrapper.learned.pages.iter().map(|page| page.n_rows).max().unwrap_or(0);
    let many = which(readings, |reading| reading.n_rows() as f64 > options.many_records * most as f64);
    if let Some(now) = many.iter().map(|&page| readings[page].n_rows()).min() {
        let message = format!("{} {}, no more than {most} were learned", count(now, "record"), on(&many, readings));
        said.notices.push(drift(DriftKind::MoreRecords, Some(most), Some(now as f64), many, message));
    }
}

fn judge_next(wrapper: &Wrapper, least: usize, readings: &[PageReading<'_>], said: &mut DriftNotes) {
    let n_all = readings.len();
    let without = which(readings, |reading| !reading.has_next);
    if without.is_empty() {
        return;
    }
    let known: Vec<bool> = wrapper.learned.pages.iter().filter_map(|page| page.has_next).collect();
    let n_had = known.iter().filter(|had| **had).count();
    let is_usual = n_had as f64 >= HAD_NEXT * known.len() as f64;
    // One page may be the last of its list, and a short one mostly is; several full ones are not all.
    let n_full = readings.iter().filter(|reading| reading.n_rows() >= least).count();
    let is_drift = is_usual && without.len() == n_all && n_full > 1;
    let message = format!("the link to the next page is missing {}", on(&without, readings));
    let now = 1.0 - without.len() as f64 / n_all.max(1) as f64;
    let then = if known.is_empty() { 1.0 } else { n_had as f64 / known.len() as f64 };
    let missing = WrapperDrift { then: Some(then), ..drift(DriftKind::NextMissing, None, Some(now), without, message) };
    if is_drift { said.drifts.push(missing) } else { said.notices.push(missing) }
}

/// Says if pages are built otherwise. That alone does no harm; with other drifts it tells a new design from a broken part.
pub(super) fn judge_template(readings: &[PageReading<'_>], options: &CheckOptions, said: &mut DriftNotes) {
    let is_far = |similarity: &f64| *similarity < options.min_similarity;
    let far = which(readings, |reading| reading.similarity.as_ref().is_some_and(is_far));
    let mut figures: Vec<f64> = far.iter().filter_map(|&page| readings[page].similarity).collect();
    figures.sort_by(f64::total_cmp);
    let Some(&now) = figures.get(figures.len() / 2) else { return };
    let message = format!(
        "{} the tags are nested otherwise: {:.0} % of the paths are those of the template",
        on(&far, readings),
        100.0 * now
    );
    let other = WrapperDrift { then: Some(1.0), ..drift(DriftKind::OtherTemplate, None, Some(now), far, message) };
    if said.drifts.is_empty() { said.notices.push(other) } else { said.on_pages(readings.len(), other) }
}

fn drift(kind: DriftKind, then: Option<usize>, now: Option<f64>, pages: Vec<usize>, message: String) -> WrapperDrift {
    WrapperDrift { kind, column: None, then: then.map(|n| n as f64), now, pages, message }
}
