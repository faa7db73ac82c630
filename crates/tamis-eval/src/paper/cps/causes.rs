//! Why an area of plain segmentation is none of the areas that were mapped.

use super::structure::Structure;
use std::collections::BTreeMap;
use tamis_extract::PageView;
use tamis_extract::segment::{AreaId, Regions, is_atom};
use tamis_page::{Document, NodeId};

/// What is different about the page there, beside the template's first page. The first that holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// The mapped area also holds nodes that the layout does not show.
    Unseen,
    /// The elements are the same on both pages; plain segmentation cuts them in another way, by words or boxes.
    SameStructure,
    /// The elements are of the same kinds, but more or fewer.
    Number,
    /// There are other elements in it.
    OtherStructure,
    /// It is an item beyond those that the template has, or in one.
    Item,
    /// The template has nothing of that name there.
    Stranger,
}

/// What was mapped instead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effect {
    /// Areas that together are this one.
    Split,
    /// A larger area; at most a part of this one is an area of its own.
    Merged,
    /// An area that has a part of this one and something else.
    Shifted,
}

impl Cause {
    /// All of them.
    pub const ALL: [Cause; 6] =
        [Cause::Unseen, Cause::SameStructure, Cause::Number, Cause::OtherStructure, Cause::Item, Cause::Stranger];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Cause::Unseen => "equal but for what cannot be seen",
            Cause::SameStructure => "same elements, but plain cuts them otherwise",
            Cause::Number => "same kinds of elements, another number",
            Cause::OtherStructure => "other elements inside",
            Cause::Item => "an item beyond the template's, or in one",
            Cause::Stranger => "nothing of that name in the template",
        }
    }
}

impl Effect {
    /// All of them.
    pub const ALL: [Effect; 3] = [Effect::Split, Effect::Merged, Effect::Shifted];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Effect::Split => "split",
            Effect::Merged => "merged",
            Effect::Shifted => "shifted",
        }
    }
}

/// The two segmentations of a page by what can be seen of it.
pub(super) struct Judge<'a> {
    document: &'a Document,
    plain: &'a Regions,
    mapped: &'a Regions,
    /// What is in an area of plain segmentation, in document order.
    atoms: Vec<NodeId>,
    /// Of each mapped area the number of those in it.
    n_mapped: Vec<usize>,
}

impl<'a> Judge<'a> {
    /// `view` is the one that plain segmentation saw.
    pub(super) fn new(view: &PageView<'a>, plain: &'a Regions, mapped: &'a Regions) -> Judge<'a> {
        let document = view.document();
        let is_seen = |node: &NodeId| plain.area_of(*node).is_some() && is_atom(view, *node);
        let atoms: Vec<NodeId> = document.nodes().filter(is_seen).collect();
        let mut n_mapped = vec![0; mapped.len()];
        for &atom in &atoms {
            for area in around(mapped, mapped.area_of(atom)) {
                n_mapped[area.index()] += 1;
            }
        }
        Judge { document, plain, mapped, atoms, n_mapped }
    }

    /// Why an area of plain segmentation with these topmost nodes is not among those that were mapped. `own` and `first`
    /// are the structures of the page and of the template's first page.
    pub(super) fn cause(&self, area: AreaId, nodes: &[NodeId], own: &Structure, first: &Structure) -> (Cause, Effect) {
        let is_inside = |atom: &&NodeId| self.plain.area_of(**atom).is_some_and(|of| self.plain.is_within(of, area));
        let atoms: Vec<NodeId> = self.atoms.iter().filter(is_inside).copied().collect();
        let mut shared: BTreeMap<AreaId, usize> = BTreeMap::new();
        for &atom in &atoms {
            for area in around(self.mapped, self.mapped.area_of(atom)) {
                *shared.entry(area).or_default() += 1;
            }
        }
        let is_whole = |area: AreaId| shared.get(&area).is_some_and(|&n| n == self.n_mapped[area.index()]);
        let is_around = |area: AreaId| shared.get(&area) == Some(&atoms.len());
        let below = |atom: NodeId| around(self.mapped, self.mapped.area_of(atom));
        let effect = if atoms.iter().all(|&atom| below(atom).any(is_whole)) {
            Effect::Split
        } else if shared.keys().all(|&area| is_whole(area) || is_around(area)) {
            Effect::Merged
        } else {
            Effect::Shifted
        };
        if shared.keys().any(|&area| area.index() > 0 && is_whole(area) && is_around(area)) {
            return (Cause::Unseen, effect);
        }
        let element = self.lowest_around(nodes);
        let cause = match own.same_place(element, first) {
            Some(counterpart) if own.shape(element) == first.shape(counterpart) => Cause::SameStructure,
            Some(counterpart) if own.kind(element) == first.kind(counterpart) => Cause::Number,
            Some(_) => Cause::OtherStructure,
            None if own.has_path(element, first) => Cause::Item,
            None => Cause::Stranger,
        };
        (cause, effect)
    }

    /// The lowest element around all of these nodes.
    fn lowest_around(&self, nodes: &[NodeId]) -> NodeId {
        let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else { return self.document.root() };
        let mut around = std::iter::once(first).chain(self.document.ancestors(first));
        let holds_all = |&node: &NodeId| self.document.is_element(node) && self.document.contains(node, last);
        around.find(holds_all).unwrap_or(self.document.root())
    }
}

/// An area and those above it.
fn around(regions: &Regions, area: Option<AreaId>) -> impl Iterator<Item = AreaId> + '_ {
    std::iter::successors(area, |area| regions.area(*area).parent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_extract::segment::{Levels, RegionsBuilder};

    /// The regions of a page with an area for each element that a class names, in which it is nested.
    fn regions(document: &Document, classes: &[&str]) -> Regions {
        let mut builder = RegionsBuilder::new();
        let mut open = vec![(document.root(), builder.root())];
        for node in document.nodes() {
            if document.classes(node).any(|class| classes.contains(&class)) {
                open.retain(|&(above, _)| document.contains(above, node));
                let parent = open.last().expect("the root is around everything").1;
                let area = builder.add(parent, Levels::BLOCK);
                builder.assign(node, area);
                open.push((node, area));
            }
        }
        builder.finish(&PageView::of(document))
    }

    /// Judges the area of the element with the class that is named first.
    #[track_caller]
    fn check(first: &str, page: &str, plain: &[&str], mapped: &[&str], expect: (Cause, Effect)) {
        let (first, page) = (Document::parse(first), Document::parse(page));
        let node = page.nodes().find(|&node| page.classes(node).any(|class| class == plain[0])).expect("it is there");
        let (plain, mapped) = (regions(&page, plain), regions(&page, mapped));
        let view = PageView::of(&page);
        let judge = Judge::new(&view, &plain, &mapped);
        let (own, first) = (Structure::of(&page), Structure::of(&first));
        let area = plain.area_of(node).expect("it is an area");
        assert_eq!(judge.cause(area, &plain.content(&page, area), &own, &first), expect);
    }

    const PAGE: &str = "<div class=a><p class=b>x</p><p class=c>y</p></div><div class=d>z</div>";

    #[test]
    fn the_effect_says_what_was_mapped_instead() {
        check(PAGE, PAGE, &["a", "d"], &["b", "c", "d"], (Cause::SameStructure, Effect::Split));
        check(PAGE, PAGE, &["b", "c", "d"], &["a", "d"], (Cause::SameStructure, Effect::Merged));
    }

    #[test]
    fn what_no_area_of_plain_segmentation_holds_is_as_if_it_could_not_be_seen() {
        check(PAGE, PAGE, &["b", "d"], &["a", "d"], (Cause::Unseen, Effect::Split));
    }

    #[test]
    fn the_cause_says_what_is_different_about_the_page() {
        let longer = PAGE.replace("</p></div>", "</p><p class=c>w</p></div>");
        check(PAGE, &longer, &["a", "d"], &["d"], (Cause::Number, Effect::Merged));
        let other = PAGE.replace("</p></div>", "</p><ul></ul></div>");
        check(PAGE, &other, &["a", "d"], &["d"], (Cause::OtherStructure, Effect::Merged));
        let shorter = PAGE.replace("<p class=b>x</p>", "");
        check(&shorter, PAGE, &["b", "c", "d"], &["a", "d"], (Cause::Stranger, Effect::Merged));
        // Numbers in classes are one, so that these are items of one name.
        check("<p class=b1>x", "<p class=b1>x<p class=b2>y", &["b2", "b1"], &["b1"], (Cause::Item, Effect::Merged));
    }
}
