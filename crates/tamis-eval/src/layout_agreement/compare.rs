//! Boxes and styles of one layout against those of another.

use super::choice::choice;
use super::pairing::pairs;
use std::collections::BTreeMap;
use tamis_page::{BoxState, Layout, NodeId, Rect, RenderedPage};

/// How far two layouts of one page agree.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Agreement {
    /// Elements of the first document, and how many of them have a partner in the second.
    pub n_elements: usize,
    /// Pairs.
    pub n_pairs: usize,
    /// Pairs of which both or neither make a box.
    pub n_same_state: usize,
    /// Pairs with a box of some size on both sides.
    pub n_boxes: usize,
    /// Of these, those whose sizes cover each other to 90 %.
    pub n_same_size: usize,
    /// Of these, those that cover each other to 90 % where they are.
    pub n_same_place: usize,
    /// Of each pair of boxes, by how much the areas differ: 0 for equal, 1 for twice as large.
    pub area_errors: Vec<f64>,
    /// Pairs with a style on both sides.
    pub n_styles: usize,
    /// By property, how many of these are equal.
    pub same_style: BTreeMap<&'static str, usize>,
    /// Elements that pass DERIN's size filters on either side.
    pub n_large_enough: usize,
    /// Elements that pass them on both sides.
    pub n_large_enough_on_both: usize,
    /// Whether the largest of them is the same element.
    pub same_largest: bool,
    /// Whether DERIN's choice is the same element.
    pub same_innermost: bool,
}

/// Compares two layouts of one page.
pub fn compare(one: &RenderedPage, other: &RenderedPage) -> Agreement {
    let pairs = pairs(one.document(), other.document());
    let mut agreement = Agreement {
        n_elements: one.document().nodes().filter(|&node| one.document().is_element(node)).count(),
        n_pairs: pairs.len(),
        ..Agreement::default()
    };
    for &(our, their) in &pairs {
        agreement.compare_boxes((one.layout(), our), (other.layout(), their));
        agreement.compare_styles((one.layout(), our), (other.layout(), their));
    }
    agreement.compare_choices(one, other, &pairs);
    agreement
}

/// A node of a layout.
type Place<'a> = (&'a Layout, NodeId);

impl Agreement {
    fn compare_boxes(&mut self, (one, our): Place<'_>, (other, their): Place<'_>) {
        let makes_box = |layout: &Layout, node| layout.state(node) == BoxState::Rendered;
        self.n_same_state += usize::from(makes_box(one, our) == makes_box(other, their));
        let (Some(our), Some(their)) = (one.rect(our), other.rect(their)) else { return };
        if our.is_empty() || their.is_empty() {
            return;
        }
        self.n_boxes += 1;
        let at_corner = |rect: Rect| Rect { x: 0.0, y: 0.0, ..rect };
        self.n_same_size += usize::from(overlap(at_corner(our), at_corner(their)) >= 0.9);
        self.n_same_place += usize::from(overlap(our, their) >= 0.9);
        let (small, large) = (our.area().min(their.area()), our.area().max(their.area()));
        self.area_errors.push(large / small - 1.0);
    }

    fn compare_styles(&mut self, (one, our): Place<'_>, (other, their): Place<'_>) {
        // What makes no box has no looks; renderers differ in what they say of it.
        if one.rect(our).is_none() || other.rect(their).is_none() {
            return;
        }
        let (Some(ours), Some(theirs)) = (one.style(our), other.style(their)) else { return };
        self.n_styles += 1;
        let is_same = [
            ("display", one.display(our) == other.display(their)),
            ("visible", one.is_visible(our) == other.is_visible(their)),
            ("font size", (ours.font_size - theirs.font_size).abs() < 0.5),
            ("font weight", ours.font_weight == theirs.font_weight),
            ("italic", ours.italic == theirs.italic),
            ("colour", ours.color == theirs.color),
            ("background", ours.background == theirs.background),
            ("background image", ours.background_image == theirs.background_image),
            ("borders", ours.borders.iter().zip(theirs.borders).all(|(a, b)| (a.width - b.width).abs() < 0.5)),
        ];
        for (property, is_same) in is_same {
            *self.same_style.entry(property).or_default() += usize::from(is_same);
        }
    }

    fn compare_choices(&mut self, one: &RenderedPage, other: &RenderedPage, pairs: &[(NodeId, NodeId)]) {
        let (ours, theirs) = (choice(one), choice(other));
        let partners: BTreeMap<NodeId, NodeId> = pairs.iter().copied().collect();
        let partner = |node: NodeId| partners.get(&node).copied();
        let on_both = ours.large_enough.iter().filter_map(|&node| partner(node));
        self.n_large_enough_on_both = on_both.filter(|node| theirs.large_enough.contains(node)).count();
        self.n_large_enough = ours.large_enough.len() + theirs.large_enough.len() - self.n_large_enough_on_both;
        self.same_largest = ours.largest.and_then(partner) == theirs.largest;
        self.same_innermost = ours.innermost.and_then(partner) == theirs.innermost;
    }

    /// Adds the counts of another page.
    pub fn add(&mut self, other: &Agreement) {
        self.n_elements += other.n_elements;
        self.n_pairs += other.n_pairs;
        self.n_same_state += other.n_same_state;
        self.n_boxes += other.n_boxes;
        self.n_same_size += other.n_same_size;
        self.n_same_place += other.n_same_place;
        self.area_errors.extend(&other.area_errors);
        self.n_styles += other.n_styles;
        for (property, n_same) in &other.same_style {
            *self.same_style.entry(property).or_default() += n_same;
        }
        self.n_large_enough += other.n_large_enough;
        self.n_large_enough_on_both += other.n_large_enough_on_both;
    }
}

/// Intersection over union.
fn overlap(one: Rect, other: Rect) -> f64 {
    let shared = one.intersection(other).map_or(0.0, Rect::area);
    shared / (one.area() + other.area() - shared)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::{BoxFlags, Display, Document, LayoutBuilder, Style, Viewport};

    /// A body with four blocks one below the other, each of this height; the first is bold or not.
    fn page(height: f32, font_weight: u16) -> RenderedPage {
        let document = Document::parse("<div><p>a<p>b<p>c<p>d</div>");
        let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
        let mut y = 0.0;
        for node in document.nodes().filter(|&node| document.is_element(node)) {
            let is_block = document.tag_name(node) == "p";
            let rect = Rect::new(0.0, y, 1000.0, if is_block { height } else { 4.0 * height });
            builder.set_box(node, rect, BoxFlags::default(), Display::Block);
            builder.set_style(node, Style { font_weight, ..Style::default() });
            y += if is_block { height } else { 0.0 };
        }
        builder.set_size(1000.0, 4.0 * height);
        RenderedPage::new(document, builder.finish())
    }

    #[test]
    fn a_layout_agrees_with_itself() {
        let agreement = compare(&page(100.0, 400), &page(100.0, 400));
        assert_eq!(agreement.n_pairs, 8);
        assert_eq!((agreement.n_same_state, agreement.n_same_size, agreement.n_same_place), (8, 8, 8));
        assert!(agreement.area_errors.iter().all(|&error| error == 0.0));
        assert!(agreement.same_style.values().all(|&n_same| n_same == 8));
        assert!(agreement.same_largest && agreement.same_innermost);
    }

    #[test]
    fn blocks_that_grew_by_a_fifth_are_neither_of_one_size_nor_in_one_place() {
        let agreement = compare(&page(100.0, 400), &page(120.0, 700));
        assert_eq!((agreement.n_same_size, agreement.n_same_place), (0, 0));
        assert!(agreement.area_errors.iter().all(|error| (error - 0.2).abs() < 1e-6));
        assert_eq!((agreement.same_style["font weight"], agreement.same_style["colour"]), (0, 8));
        assert!(agreement.same_innermost, "shares of the body are the same");
    }
}
