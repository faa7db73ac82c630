//! Are the records still there, and as many?

use super::{CheckOptions, DriftKind, Reading, Said, WrapperDrift, count, on};
use crate::wrapper::Wrapper;

/// A list of fewer records says nothing by their number.
const MIN_LEARNED: usize = 4;
/// So much of the text of the missing records must be elsewhere on the page for them to be missed and not absent: other
/// queries have other texts around their lists.
const TEXT_OF_MISSED: f64 = 0.5;

/// Judges region, records and next link.
pub(super) fn judge(wrapper: &Wrapper, readings: &[Reading<'_>], options: &CheckOptions, said: &mut Said) {
    let n_all = readings.len();
    let n_lost = readings.iter().filter(|reading| reading.table.is_none()).count();
    if n_lost > 0 {
        let message = format!("the region is missing {}", on(n_lost, n_all));
        said.on_pages(n_all, drift(DriftKind::RegionMissing, None, Some(0.0), n_lost, message));
    }
    let least = wrapper.learned.pages.iter().map(|page| page.n_rows).filter(|&n| n > 0).min();
    if let (Some(least), true) = (least, wrapper.record.is_some()) {
        judge_counts(wrapper, least, readings, options, said);
    } else if wrapper.record.is_some() {
        none(readings, None, said);
    }
    if wrapper.next.is_some() {
        judge_next(readings, said);
    }
}

fn judge_counts(wrapper: &Wrapper, least: usize, readings: &[Reading<'_>], options: &CheckOptions, said: &mut Said) {
    let learned = &wrapper.learned;
    let most = learned.pages.iter().map(|page| page.n_rows).max().unwrap_or(least);
    none(readings, Some(least), said);
    let with_rows: Vec<&Reading<'_>> = readings.iter().filter(|reading| reading.n_rows() > 0).collect();
    if with_rows.is_empty() || least < MIN_LEARNED {
        return;
    }
    let is_few = |reading: &&Reading<'_>| (reading.n_rows() as f64) < options.few_records * least as f64;
    let few: Vec<&Reading<'_>> = with_rows.iter().copied().filter(is_few).collect();
    if !few.is_empty() {
        // The last page of a list is short, and has no more text around its records than others have.
        let is_missed = |reading: &&&Reading<'_>| {
            let n_missed = least - reading.n_rows();
            let outside = reading.texts.as_ref().map_or(0, |texts| texts.outside);
            let surplus = outside.saturating_sub(learned.outside) as f64;
            let is_known = learned.record_length > 0;
            let is_on_page = is_known && surplus >= TEXT_OF_MISSED * (n_missed * learned.record_length) as f64;
            is_on_page || reading.has_next
        };
        let n_missed = few.iter().filter(is_missed).count();
        let mut counts: Vec<usize> = few.iter().map(|reading| reading.n_rows()).collect();
        let now = super::super::learned::figures::median(&mut counts);
        let records = count(now, "record");
        if 2 * n_missed > with_rows.len() {
            let message = format!(
                "{records} {}, {least} or more were learned, and there is text for more",
                on(few.len(), readings.len())
            );
            said.drifts.push(drift(DriftKind::FewerRecords, Some(least), Some(now as f64), few.len(), message));
        } else {
            let message = format!(
                "{records} {}, {least} or more were learned; the end of a list is short",
                on(few.len(), readings.len())
            );
            said.notices.push(drift(DriftKind::FewerRecords, Some(least), Some(now as f64), few.len(), message));
        }
    }
    let is_many = |reading: &&Reading<'_>| reading.n_rows() as f64 > options.many_records * most as f64;
    let many: Vec<&Reading<'_>> = with_rows.iter().copied().filter(is_many).collect();
    if !many.is_empty() {
        // A longer list is no fault. One that holds what is no record has no value where records have one.
        let now = many.iter().map(|reading| reading.n_rows()).min().unwrap_or(0);
        let message =
            format!("{} {}, no more than {most} were learned", count(now, "record"), on(many.len(), readings.len()));
        said.notices.push(drift(DriftKind::MoreRecords, Some(most), Some(now as f64), many.len(), message));
    }
}

/// Pages that have the region and no record in it.
fn none(readings: &[Reading<'_>], least: Option<usize>, said: &mut Said) {
    let n_none = readings.iter().filter(|reading| reading.table.is_some() && reading.n_rows() == 0).count();
    if n_none > 0 {
        let learned = least.map_or_else(String::new, |least| format!(", {least} or more were learned"));
        let message = format!("the region has no records {}{learned}", on(n_none, readings.len()));
        said.on_pages(readings.len(), drift(DriftKind::NoRecords, least, Some(0.0), n_none, message));
    }
}

fn judge_next(readings: &[Reading<'_>], said: &mut Said) {
    let n_all = readings.len();
    let n_without = readings.iter().filter(|reading| !reading.has_next).count();
    if n_without == 0 {
        return;
    }
    let is_all = n_without == n_all;
    let message = format!("the link to the next page is missing {}", on(n_without, n_all));
    let missing = WrapperDrift {
        then: Some(1.0),
        ..drift(DriftKind::NextMissing, None, Some(1.0 - n_without as f64 / n_all.max(1) as f64), n_without, message)
    };
    // One page may be the last of its list; several are not all.
    if is_all && n_all > 1 { said.drifts.push(missing) } else { said.notices.push(missing) }
}

/// Says if pages are built otherwise. That alone does no harm; with other drifts it tells a new design from a broken part.
pub(super) fn judge_template(readings: &[Reading<'_>], options: &CheckOptions, said: &mut Said) {
    let known: Vec<f64> = readings.iter().filter_map(|reading| reading.similarity).collect();
    let mut far: Vec<f64> = known.iter().copied().filter(|&similarity| similarity < options.min_similarity).collect();
    far.sort_by(f64::total_cmp);
    if far.is_empty() {
        return;
    }
    let now = far[far.len() / 2];
    let message = format!(
        "{} the tags are nested otherwise: {:.0} % of the paths are those of the template",
        on(far.len(), readings.len()),
        100.0 * now
    );
    let other =
        WrapperDrift { then: Some(1.0), ..drift(DriftKind::OtherTemplate, None, Some(now), far.len(), message) };
    if said.drifts.is_empty() { said.notices.push(other) } else { said.on_pages(readings.len(), other) }
}

fn drift(kind: DriftKind, then: Option<usize>, now: Option<f64>, n_pages: usize, message: String) -> WrapperDrift {
    WrapperDrift { kind, column: None, then: then.map(|n| n as f64), now, n_pages, message }
}
