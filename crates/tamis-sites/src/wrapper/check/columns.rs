//! Do the columns still hold what they held?

use super::{CheckOptions, DriftKind, Reading, Said, WrapperDrift, on};
use crate::wrapper::learned::figures::ColumnFigures;
use crate::wrapper::learned::holder;
use crate::wrapper::{LearnedColumn, Wrapper, WrapperColumn};
use tamis_extract::ValueType;
use tamis_extract::records::Row;
use tamis_page::Document;

/// Fewer records say little about a column: one of them may well lack it.
const MIN_ROWS: usize = 3;
/// Fewer values may be the same, or long, by chance.
const MIN_VALUES: usize = 4;
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
/// Values of a few characters are soon three times as long: `5` and `128`.
const SHORT: usize = 4;
/// Where pages have one record each, so many must have been learned from for one that is empty to tell.
const MIN_LEARNED: usize = 5;

/// What may be said of a column on a page.
struct Sign {
    kind: DriftKind,
    then: f64,
    now: f64,
    /// What it holds instead.
    value_type: ValueType,
    from: Option<String>,
    /// Whether one page alone does not tell.
    is_weak: bool,
}

/// Records that are judged as one: those of a page, or of all pages where each has but one or two.
type Unit<'a> = Vec<(&'a Document, &'a Row)>;

/// Judges each column by all pages.
pub(super) fn judge(wrapper: &Wrapper, readings: &[Reading<'_>], options: &CheckOptions, said: &mut Said) {
    let mut units: Vec<Unit<'_>> = readings.iter().map(|reading| reading.rows().collect()).collect();
    let n_pages = units.iter().filter(|unit| !unit.is_empty()).count();
    units.retain(|unit| unit.len() >= MIN_ROWS);
    if units.is_empty() {
        units = vec![readings.iter().flat_map(Reading::rows).collect()];
    }
    if n_pages == 0 {
        return;
    }
    let is_one_unit = units.len() == 1 && n_pages > 1;
    let n_learned: usize = wrapper.learned.pages.iter().map(|page| page.n_rows).sum();
    let mut columns: Vec<Judged> = Vec::new();
    for (place, column) in wrapper.columns.iter().enumerate() {
        let mut signs: Vec<Sign> = Vec::new();
        for unit in &units {
            let now = ColumnFigures::of(unit, place, &column.format);
            let is_few = unit.len() < MIN_ROWS && n_learned < MIN_LEARNED;
            signs.extend(sign(wrapper, place, &now, unit, options).filter(|_| !is_few));
        }
        let Some(kind) = most_common(&signs) else { continue };
        let same: Vec<&Sign> = signs.iter().filter(|sign| sign.kind == kind).collect();
        let n_showing = if is_one_unit { n_pages } else { same.len() };
        let n_all = if is_one_unit { n_pages } else { units.len() };
        let is_most = 2 * signs.len() > units.len();
        let is_certain = signs.iter().any(|sign| !sign.is_weak) || signs.len() > 1;
        columns.push(Judged { place, is_drift: is_most && is_certain, drift: tell(column, &same, n_showing, n_all) });
    }
    let all: Unit<'_> = readings.iter().flat_map(Reading::rows).collect();
    if units.iter().all(|unit| unit.len() < MIN_ROWS) {
        all_empty(wrapper, &all, options, &mut columns);
    }
    swapped(wrapper, &all, &mut columns);
    for judged in columns {
        let list = if judged.is_drift { &mut said.drifts } else { &mut said.notices };
        list.push(judged.drift);
    }
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
    let n_learned: usize = wrapper.learned.pages.iter().map(|page| page.n_rows).sum();
    let say = |kind, then, now_figure| {
        let (value_type, from) = (now.value_type, now.holder.clone());
        Some(Sign { kind, then, now: now_figure, value_type, from, is_weak: false })
    };
    let weak_if = |is_weak: bool, sign: Option<Sign>| sign.map(|sign| Sign { is_weak, ..sign });
    let (least, fill) = (least_fill(then), now.fill());
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
    if then.distinct >= DIFFERENT && now.n_distinct == 1 && n_different >= MIN_DIFFERENT {
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

/// The smallest share of a learned page; who wrote the wrapper by hand may know but the one.
fn least_fill(then: &LearnedColumn) -> f64 {
    if then.least_fill > 0.0 { then.least_fill } else { then.fill }
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

fn tell(column: &WrapperColumn, signs: &[&Sign], n_pages: usize, n_all: usize) -> WrapperDrift {
    let mut numbers: Vec<f64> = signs.iter().map(|sign| sign.now).collect();
    numbers.sort_by(f64::total_cmp);
    let (first, now) = (signs[0], numbers[numbers.len() / 2]);
    let (name, then, on) = (&column.name, first.then, on(n_pages, n_all));
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
    WrapperDrift { kind: first.kind, column: Some(name.clone()), then: Some(then), now: Some(now), n_pages, message }
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
fn all_empty(wrapper: &Wrapper, all: &Unit<'_>, options: &CheckOptions, columns: &mut Vec<Judged>) {
    let is_lost = |place: usize| all.iter().all(|(_, row)| row.cells[place].is_none());
    let is_usual = |&place: &usize| wrapper.columns[place].learned.fill >= options.min_fill;
    let places: Vec<usize> = (0..wrapper.columns.len()).filter(is_usual).collect();
    let lost: Vec<usize> = places.iter().copied().filter(|&place| is_lost(place)).collect();
    if all.is_empty() || lost.is_empty() || 2 * lost.len() <= places.len() {
        return;
    }
    for place in lost {
        if columns.iter().all(|judged| judged.place != place) {
            let column = &wrapper.columns[place];
            let (kind, then) = (DriftKind::ColumnEmpty, column.learned.fill);
            let sign = Sign { kind, then, now: 0.0, value_type: ValueType::Text, from: None, is_weak: false };
            columns.push(Judged { place, is_drift: true, drift: tell(column, &[&sign], 1, 1) });
        }
    }
    columns.sort_by_key(|judged| judged.place);
}

/// Two columns that both hold something else may hold each other's values: that is one drift, not two.
fn swapped(wrapper: &Wrapper, all: &Unit<'_>, columns: &mut Vec<Judged>) {
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
