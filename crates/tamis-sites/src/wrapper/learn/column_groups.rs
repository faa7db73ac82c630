//! Which columns of the pages' tables are one column.

use super::items::ItemLocation;
use super::pages::{Pages, SampleRow};
use std::collections::BTreeMap;
use tamis_extract::records::{Cell, Column};
use tamis_page::{Document, NodeId};

/// A column of the template: the columns of the pages that it is made of.
pub(super) struct ColumnGroup<'a> {
    /// By page, the number of the column in its table.
    pub(super) by_page: BTreeMap<usize, usize>,
    /// The column of the page that has the most values.
    pub(super) column: &'a Column,
    n_values: usize,
    /// How often a name was given.
    names: Vec<(String, usize)>,
    /// How often a value was at a place.
    places: BTreeMap<String, usize>,
}

/// Columns that are less alike are two.
const MIN_LIKENESS: f64 = 0.4;

/// Groups the columns of these pages, in the order of the first and then of the others.
pub(super) fn group<'a>(pages: &Pages<'a>, served: &[usize], rows: &[SampleRow<'a>]) -> Vec<ColumnGroup<'a>> {
    let mut groups: Vec<ColumnGroup<'a>> = Vec::new();
    for &page in served {
        let table = pages.tables[page];
        let own: Vec<&SampleRow<'a>> = rows.iter().filter(|row| row.page == page).collect();
        let mut found: Vec<Option<ColumnGroup<'a>>> = (0..table.columns.len())
            .map(|number| Some(ColumnGroup::of(pages, page, number, &table.columns[number], &own)))
            .collect();
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (one, group) in groups.iter().enumerate() {
            for (other, column) in found.iter().enumerate() {
                let likeness = column.as_ref().map_or(0.0, |column| group.likeness(column));
                if likeness >= MIN_LIKENESS {
                    pairs.push((likeness, one, other));
                }
            }
        }
        pairs.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
        let mut taken: Vec<usize> = Vec::new();
        for (_, one, other) in pairs {
            if !taken.contains(&one)
                && let Some(column) = found[other].take()
            {
                taken.push(one);
                groups[one].add(column);
            }
        }
        groups.extend(found.into_iter().flatten());
    }
    groups
}

impl<'a> ColumnGroup<'a> {
    fn of(
        pages: &Pages<'a>,
        page: usize,
        number: usize,
        column: &'a Column,
        rows: &[&SampleRow<'a>],
    ) -> ColumnGroup<'a> {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut n_values = 0;
        for row in rows {
            let Some(item) = item(pages, row, number, column) else { continue };
            n_values += 1;
            let scope = row.elements[item.node];
            *places.entry(place(pages.document(), scope, &item)).or_default() += 1;
        }
        let names = vec![(column.name.clone(), n_values)];
        ColumnGroup { by_page: BTreeMap::from([(page, number)]), column, n_values, names, places }
    }

    /// Its most common name.
    pub(super) fn name(&self) -> &str {
        let most = self.names.iter().map(|(_, n_values)| *n_values).max().unwrap_or(0);
        self.names.iter().find(|(_, n_values)| *n_values == most).map_or("", |(name, _)| name)
    }

    /// The value in a row, if its page has the column.
    pub(super) fn cell<'r>(&self, row: &'r SampleRow<'a>) -> Option<&'r Cell> {
        row.row.cells.get(*self.by_page.get(&row.page)?)?.as_ref()
    }

    /// Where that is.
    pub(super) fn item(&self, pages: &Pages<'a>, row: &SampleRow<'a>) -> Option<ItemLocation> {
        let number = *self.by_page.get(&row.page)?;
        item(pages, row, number, &pages.tables[row.page].columns[number])
    }

    /// How likely two columns are one, from 0 to 1: by the places of their values, by name and by type.
    fn likeness(&self, other: &ColumnGroup<'_>) -> f64 {
        if self.column.attribute.is_some() != other.column.attribute.is_some() {
            return 0.0;
        }
        let has_type = |group: &ColumnGroup<'_>| group.column.format.value_type;
        let (n_one, n_other) = (self.n_values.max(1) as f64, other.n_values.max(1) as f64);
        let share = |place: &String, n_one_here: usize| {
            let n_other_here = other.places.get(place).copied().unwrap_or(0);
            (n_one_here as f64 / n_one).min(n_other_here as f64 / n_other)
        };
        let places: f64 = self.places.iter().map(|(place, &n_here)| share(place, n_here)).sum();
        let is_named = self.names.iter().any(|(name, _)| *name == other.column.name);
        let is_typed = has_type(self) == has_type(other);
        0.55 * places + if is_named { 0.35 } else { 0.0 } + if is_typed { 0.1 } else { 0.0 }
    }

    fn add(&mut self, other: ColumnGroup<'a>) {
        if other.n_values > self.n_values && other.by_page.len() == 1 {
            self.column = other.column;
        }
        self.n_values += other.n_values;
        self.by_page.extend(other.by_page);
        for (name, n_values) in other.names {
            match self.names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += n_values,
                None => self.names.push((name, n_values)),
            }
        }
        for (place, n_values) in other.places {
            *self.places.entry(place).or_default() += n_values;
        }
    }
}

fn item(pages: &Pages<'_>, row: &SampleRow<'_>, number: usize, column: &Column) -> Option<ItemLocation> {
    let cell = row.row.cells.get(number)?.as_ref()?;
    let nodes: Vec<NodeId> = cell.nodes.iter().map(|&node| pages.set.copy_of(row.page, node)).collect();
    ItemLocation::of(pages.document(), &row.elements, &nodes, cell, column.attribute.as_deref())
}

/// Where a value is: the names and classes from the record to it.
fn place(document: &Document, scope: NodeId, item: &ItemLocation) -> String {
    let mut place = format!("{}{:?}", item.node, item.last_step());
    let Some(&holder) = item.holders.first() else { return place };
    let above = std::iter::successors(Some(holder), |&node| document.parent(node));
    for node in above.take_while(|&node| node != scope) {
        place.push('<');
        place.push_str(document.tag_name(node));
        let mut classes: Vec<&str> = document.classes(node).collect();
        classes.sort_unstable();
        for class in classes {
            place.extend([".", class]);
        }
    }
    place
}
