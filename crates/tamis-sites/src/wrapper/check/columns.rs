//! Do the columns still hold what they held?

use super::{CheckOptions, DriftKind, DriftNotes, PageReading, WrapperDrift, on, which};
use crate::wrapper::learned::figures::ColumnFigures;
use crate::wrapper::learned::{MIN_ROWS, MIN_VALUES, holder};
use crate::wrapper::{LearnedColumn, Wrapper, WrapperColumn};
use tamis_extract::ValueType;
use tamis_extract::records::Row;
use tamis_page::Document;

/// Of the first column nearly all records had a value; what lacks it is seldom a record.
const COMPLETE: f64 = 0.9;
const INCOMPLETE: f64 = 0.75;
/// Values fitted the type, or no longer do.
const TYPED: f64 = 0.8;
const NOT_TYPED: f64 = 0.4;
/// Enough records had a value for one page alone to tell that none has it, or that most lack it. Columns that fewer records
/// have come and go with what is listed: a discount, a badge.
const USUAL: f64 = 0.65;
const NEARLY_ALL: f64 = 0.9;
/// Values were different ones, and enough to know it.
const DIFFERENT: f64 = 0.5;
const MIN_DIFFERENT: f64 = 8.0;
/// Where a learned page had no more different values than this share, all may be the same: the least that is told has four.
const MAY_BE_SAME: f64 = 0.25;
/// Values of a few characters are soon three times as long: `5` and `128`.
const SHORT: usize = 4;
/// Where pages have one record each, so many must have been learned from for one that is empty to tell.
const MIN_LEARNED: usize = 5;

/// What may be said of a column on a page, or on pages that are judged together.
#[derive(Clone)]
struct Sign {
    kind: DriftKind,
    then: f64,
    now: f64,
    /// What it holds instead.
    value_type: ValueType,
    from: Option<String>,
    /// Whether one page alone does not tell.
    is_weak: bool,
    pages: Vec<usize>,
}

/// Records that are judged as one: those of a page, or of all pages where each has but one or two.
struct Unit<'a> {
    pages: Vec<usize>,
    rows: Vec<(&'a Document, &'a Row)>,
}

/// Judges each column by all pages.
pub(super) fn judge(wrapper: &Wrapper, readings: &[PageReading<'_>], options: &CheckOptions, said: &mut DriftNotes) {
    let with_rows = which(readings, |reading| reading.n_rows() > 0);
    if with_rows.is_empty() {
        return;
    }
    let unit = |&page: &usize| Unit { pages: vec![page], rows: readings[page].rows().collect() };
    let mut units: Vec<Unit<'_>> = with_rows.iter().map(unit).collect();
    units.retain(|unit| unit.rows.len() >= MIN_ROWS);
    let all = Unit { pages: with_rows, rows: readings.iter().flat_map(PageReading::rows).collect() };
    let is_together = units.is_empty();
    let units: Vec<&Unit<'_>> = if is_together { vec![&all] } else { units.iter().collect() };
    let n_learned = n_learned(wrapper);
    let mut columns: Vec<Judged> = Vec::new();
    for (place, column) in wrapper.columns.iter().enumerate() {
        if is_unknown(&column.learned) {
            columns.extend(judge_unknown(column, place, &all, readings));
            continue;
        }
        let mut signs: Vec<Sign> = Vec::new();
        for unit in &units {
            let now = ColumnFigures::of(&unit.rows, place, &column.format);
            let is_few = unit.rows.len() < MIN_ROWS && n_learned < MIN_LEARNED;
            let sign = sign(wrapper, place, &now, &unit.rows, options).filter(|_| !is_few);
            signs.extend(sign.map(|sign| Sign { pages: unit.pages.clone(), ..sign }));
        }
        let Some(kind) = most_common(&signs) else { continue };
        // Pages of a record or two say nothing, but that not all pages are like those that do.
        let is_most = is_together || 2 * signs.len() > all.pages.len();
        let is_certain = signs.iter().any(|sign| !sign.is_weak) || signs.len() > 1;
        let is_lost = |sign: &Sign| {
            sign.kind == DriftKind::ColumnEmpty && !sign.is_weak && !is_together && sign.then >= NEARLY_ALL
        };
        let lost: Vec<Sign> = signs.iter().filter(|sign| is_lost(sign)).cloned().collect();
        let (told, is_drift) = match is_most && is_certain {
            false if !lost.is_empty() => (lost, true),
            is_drift => (signs.into_iter().filter(|sign| sign.kind == kind).collect(), is_drift),
        };
        columns.push(Judged { place, is_drift, drift: tell(column, &told, readings) });
    }
    if is_together {
        all_empty(wrapper, &all, options, readings, &mut columns);
    }
    swapped(wrapper, &all.rows, &mut columns);
    for judged in columns {
        let list = if judged.is_drift { &mut said.drifts } else { &mut said.notices };
        list.push(judged.drift);
    }
    if wrapper.columns.iter().any(|column| is_unknown(&column.learned)) {
        let message = "the wrapper does not say what was learned: that is checked only as far as region, records and columns \
            are there";
        let kind = DriftKind::NotLearned;
        let (pages, message) = (Vec::new(), message.to_owned());
        said.notices.push(WrapperDrift { kind, column: None, then: None, now: None, pages, message });
    }
}

/// How many records were learned from. Files may be edited, so that the sum may be any.
fn n_learned(wrapper: &Wrapper) -> usize {
    wrapper.learned.pages.iter().fold(0, |sum, page| sum.saturating_add(page.n_rows))
}

/// Whether a column is one that somebody wrote, and nothing is known of its values.
fn is_unknown(then: &LearnedColumn) -> bool {
    then.fill == 0.0 && then.least_fill.is_none() && then.examples.is_empty()
}

/// All that can be said of a column of which nothing is known is that it is there.
fn judge_unknown(column: &WrapperColumn, place: usize, all: &Unit<'_>, readings: &[PageReading<'_>]) -> Option<Judged> {
    if all.rows.iter().any(|(_, row)| row.cells[place].is_some()) {
        return None;
    }
    let message = format!("`{}` is empty {}", column.name, on(&all.pages, readings));
    let (kind, pages, name) = (DriftKind::ColumnEmpty, all.pages.clone(), column.name.clone());
    let drift = WrapperDrift { kind, column: Some(name), then: None, now: Some(0.0), pages, message };
    Some(Judged { place, is_drift: true, drift })
}

struct Judged {
    place: usize,
    is_drift: bool,
    drift: WrapperDrift,
}

/// The first thing that is wrong with a column, the worst first; `None` if nothing is.
fn sign(
    wrapper: &Wrapper,
    place: usize,
    now: &ColumnFigures,
    unit: &[(&Document, &Row)],
    options: &CheckOptions,
) -> Option<Sign> {
    let column = &wrapper.columns[place];
    let then = &column.learned;
    let n_learned = n_learned(wrapper);
    let say = |kind, then, now_figure| {
        let (value_type, from) = (now.value_type, now.holder.clone());
        Some(Sign { kind, then, now: now_figure, value_type, from, is_weak: false, pages: Vec::new() })
    };
    let weak_if = |is_weak: bool, sign: Option<Sign>| sign.map(|sign| Sign { is_weak, ..sign });
    // Who wrote the wrapper by hand may know but the one.
    let (least, fill) = (then.least_fill.unwrap_or(then.fill), now.fill());
    if least >= options.min_fill && now.n_values == 0 {
        return weak_if(least < USUAL, say(DriftKind::ColumnEmpty, then.fill, 0.0));
    }
    if place == 0 && least >= COMPLETE && fill <= INCOMPLETE {
        return say(DriftKind::IncompleteRecords, then.fill, fill);
    }
    if least >= options.min_fill && fill < options.fill_kept * least {
        return weak_if(least < NEARLY_ALL, say(DriftKind::ColumnSparser, then.fill, fill));
    }
    if now.n_values < MIN_ROWS.min(unit.len()) {
        return None;
    }
    if let Some(moved) = share_moved(then, unit, place) {
        return say(DriftKind::ColumnMoved, 1.0, 1.0 - moved);
    }
    let is_text = column.format.value_type == ValueType::Text;
    if then.typed >= TYPED && now.typed <= NOT_TYPED && !(is_text && now.value_type == ValueType::Text) {
        return say(DriftKind::TypeChanged, then.typed, now.typed);
    }
    if now.n_values < MIN_VALUES {
        return None;
    }
    let n_different = then.fill * then.distinct * n_learned as f64;
    let may_be_same = then.least_distinct.is_some_and(|least| least <= MAY_BE_SAME);
    if then.distinct >= DIFFERENT && now.n_distinct == 1 && n_different >= MIN_DIFFERENT && !may_be_same {
        return say(DriftKind::ValuesSame, then.distinct, now.distinct);
    }
    // Addresses are as long as what was searched for.
    let is_address = matches!(column.format.value_type, ValueType::Url | ValueType::Image);
    let (long, short) = (then.long.max(then.length), then.short.min(then.length));
    let is_times = |large: usize, small: usize| large as f64 > options.length_ratio * small.max(SHORT) as f64;
    // The usual value must be far from the usual one, and beyond nearly all that were learned.
    let is_longer = is_times(now.length, then.length) && now.short > long;
    let is_shorter = is_times(then.length, now.length) && now.long < short;
    if !is_address && then.length > 0 && (is_longer || is_shorter) {
        return say(DriftKind::LengthChanged, then.length as f64, now.length as f64);
    }
    None
}

/// What is wrong with a column in these records.
pub(in crate::wrapper) fn sign_of(
    wrapper: &Wrapper,
    place: usize,
    now: &ColumnFigures,
    rows: &[(&Document, &Row)],
    options: &CheckOptions,
) -> Option<DriftKind> {
    sign(wrapper, place, now, rows, options).map(|sign| sign.kind)
}

/// The share of the records in which the value comes from elsewhere although the element that held it is there, if that is
/// most of them.
fn share_moved(then: &LearnedColumn, unit: &[(&Document, &Row)], place: usize) -> Option<f64> {
    let held_by = then.holder.as_deref().filter(|holder| holder::is_telling(holder))?;
    let is_moved = |document: &Document, row: &Row| {
        let Some(cell) = &row.cells[place] else { return false };
        let now = holder::of_cell(document, row, cell);
        now.as_deref() != Some(held_by) && holder::is_in(document, row, held_by)
    };
    let n_moved = unit.iter().filter(|(document, row)| is_moved(document, row)).count();
    (2 * n_moved > unit.len()).then(|| n_moved as f64 / unit.len() as f64)
}

/// The kind of most of the signs, the worst of several.
fn most_common(signs: &[Sign]) -> Option<DriftKind> {
    let n_of = |kind: DriftKind| signs.iter().filter(|sign| sign.kind == kind).count();
    signs.iter().map(|sign| sign.kind).max_by_key(|&kind| (n_of(kind), std::cmp::Reverse(kind)))
}

fn tell(column: &WrapperColumn, signs: &[Sign], readings: &[PageReading<'_>]) -> WrapperDrift {
    let pages: Vec<usize> = signs.iter().flat_map(|sign| sign.pages.iter().copied()).collect();
    let mut numbers: Vec<f64> = signs.iter().map(|sign| sign.now).collect();
    numbers.sort_by(f64::total_cmp);
    let (first, now) = (&signs[0], numbers[numbers.len() / 2]);
    let (name, then, on) = (&column.name, first.then, on(&pages, readings));
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let message = match first.kind {
        DriftKind::ColumnEmpty => format!("`{name}` is empty {on}; {} of the records had it", percent(then)),
        DriftKind::IncompleteRecords => format!(
            "{} of the records lack `{name}`, the first column, {on}; {} lacked it",
            percent(1.0 - now),
            percent(1.0 - then)
        ),
        DriftKind::ColumnSparser => {
            format!("{} of the records have `{name}` {on}; {} had it", percent(now), percent(then))
        }
        DriftKind::ColumnMoved => {
            let held_by = column.learned.holder.as_deref().unwrap_or_default();
            let from = first.from.as_deref().map_or_else(|| "other elements".to_owned(), |from| format!("`{from}`"));
            format!("`{name}` is read from {from} {on}, although the records still have `{held_by}`")
        }
        DriftKind::TypeChanged => format!(
            "{} of the values of `{name}` are {} {on}; {} were. They look like {}",
            percent(now),
            plural(column.format.value_type),
            percent(then),
            plural(first.value_type)
        ),
        DriftKind::ValuesSame => format!("`{name}` is the same in all records {on}; {} were different", percent(then)),
        _ => format!("`{name}` has {now:.0} characters {on}, and had {then:.0}"),
    };
    WrapperDrift { kind: first.kind, column: Some(name.clone()), then: Some(then), now: Some(now), pages, message }
}

/// What values of a type are called.
fn plural(value_type: ValueType) -> &'static str {
    match value_type {
        ValueType::Date => "dates",
        ValueType::Time => "times",
        ValueType::Money => "prices",
        ValueType::Integer | ValueType::Decimal => "numbers",
        ValueType::Percentage => "percentages",
        ValueType::Image | ValueType::Url => "addresses",
        _ => "words",
    }
}

/// Where pages have one record each and few were learned from, one empty column says nothing; most of them do.
fn all_empty(
    wrapper: &Wrapper,
    all: &Unit<'_>,
    options: &CheckOptions,
    readings: &[PageReading<'_>],
    columns: &mut Vec<Judged>,
) {
    let is_lost = |place: usize| all.rows.iter().all(|(_, row)| row.cells[place].is_none());
    let is_usual = |&place: &usize| wrapper.columns[place].learned.fill >= options.min_fill;
    let places: Vec<usize> = (0..wrapper.columns.len()).filter(is_usual).collect();
    let lost: Vec<usize> = places.iter().copied().filter(|&place| is_lost(place)).collect();
    if lost.is_empty() || 2 * lost.len() <= places.len() {
        return;
    }
    for place in lost {
        if columns.iter().all(|judged| judged.place != place) {
            let column = &wrapper.columns[place];
            let (kind, then) = (DriftKind::ColumnEmpty, column.learned.fill);
            let (value_type, pages) = (ValueType::Text, all.pages.clone());
            let sign = Sign { kind, then, now: 0.0, value_type, from: None, is_weak: false, pages };
            columns.push(Judged { place, is_drift: true, drift: tell(column, &[sign], readings) });
        }
    }
    columns.sort_by_key(|judged| judged.place);
}

/// Two columns that both hold something else may hold each other's values: that is one drift, not two.
fn swapped(wrapper: &Wrapper, all: &[(&Document, &Row)], columns: &mut Vec<Judged>) {
    let can_be = |judged: &Judged| {
        let kind = judged.drift.kind;
        judged.is_drift && matches!(kind, DriftKind::ColumnMoved | DriftKind::TypeChanged | DriftKind::LengthChanged)
    };
    let figures = |place: usize| ColumnFigures::of(all, place, &wrapper.columns[place].format);
    let is_now = |one: usize, other: usize| {
        let (now, then) = (figures(one), &wrapper.columns[other]);
        let own = &wrapper.columns[one];
        let by_holder = now.holder.is_some() && now.holder == then.learned.holder && now.holder != own.learned.holder;
        by_holder || now.value_type == then.format.value_type && then.format.value_type != own.format.value_type
    };
    let mut idx = 0;
    while idx < columns.len() {
        let one = columns[idx].place;
        let partner = (idx + 1..columns.len()).find(|&other| {
            let other = &columns[other];
            can_be(&columns[idx]) && can_be(other) && is_now(one, other.place) && is_now(other.place, one)
        });
        if let Some(other) = partner {
            let other = columns.remove(other);
            let (one, other) = (&wrapper.columns[one].name, &wrapper.columns[other.place].name);
            let drift = &mut columns[idx].drift;
            drift.kind = DriftKind::ColumnsSwapped;
            drift.message = format!("`{one}` and `{other}` have changed places: each holds the values of the other");
        }
        idx += 1;
    }
}
