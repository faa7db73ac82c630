//! Room before and after words: the engine knows no margin, border or padding of an element in a line.

use super::content::{Contents, kinds};
use super::{Changes, Element, border_pixels, margin_pixels, padding_pixels};
use blitz_dom::node::Attribute;
use blitz_dom::{BaseDocument, LocalName, Node, NodeId as BlitzId, QualName, local_name, ns};
use style::values::computed::Float;
use style::values::specified::box_::{DisplayInside, DisplayOutside};

/// Room to make at both ends of an element, in pixels.
pub(super) struct Spaces {
    id: BlitzId,
    before: f32,
    after: f32,
}

pub(super) fn repair(contents: &Contents, element: &Element, changes: &mut Changes) {
    if let Some((before, after)) = room_of(element)
        && contents.inside(element.node) & kinds::BLOCK == 0
    {
        changes.spaces.push(Spaces { id: element.id, before, after });
    }
}

/// What an element in a line needs before and after its words; `None` if it needs nothing, or is not in a line.
pub(super) fn room_of(element: &Element) -> Option<(f32, f32)> {
    let style = &element.style;
    let is_in_line = element.outside == DisplayOutside::Inline
        && element.inside == DisplayInside::Flow
        && style.clone_float() == Float::None
        && !style.clone_position().is_absolutely_positioned();
    if !is_in_line {
        return None;
    }
    let (margin, padding, border) = (style.get_margin(), style.get_padding(), border_pixels(style));
    let before = margin_pixels(&margin.margin_left) + padding_pixels(&padding.padding_left) + border.0;
    let after = margin_pixels(&margin.margin_right) + padding_pixels(&padding.padding_right) + border.1;
    let is_sane = before.abs() < 5000.0 && after.abs() < 5000.0;
    (is_sane && (before.abs() >= 0.5 || after.abs() >= 0.5)).then_some((before, after))
}

/// Puts boxes of that width at the ends. They have no height and stand on the baseline, so no line grows.
pub(super) fn insert(spaces: Vec<Spaces>, blitz: &mut BaseDocument) {
    if spaces.is_empty() {
        return;
    }
    let mut mutator = blitz.mutate();
    for Spaces { id, before, after } in spaces {
        let is_text = mutator.doc.get_node(id).is_some_and(Node::is_non_atomic_inline);
        let is_break = mutator.element_name(id).is_some_and(|name| name.local == local_name!("br"));
        if !is_text || is_break {
            continue;
        }
        if before.abs() >= 0.5 {
            let space = mutator.create_element(name(), vec![style(before)]);
            mutator.prepend_nodes(id, &[space]);
        }
        if after.abs() >= 0.5 {
            let space = mutator.create_element(name(), vec![style(after)]);
            mutator.append_children(id, &[space]);
        }
    }
}

fn name() -> QualName {
    QualName::new(None, ns!(html), LocalName::from("tamis-space"))
}

fn style(width: f32) -> Attribute {
    let size =
        if width >= 0.0 { format!("width:{width}px;margin:0") } else { format!("width:0;margin:0 0 0 {width}px") };
    let value = format!(
        "display:inline-block;height:0;padding:0;border:0;float:none;position:static;vertical-align:baseline;{size}"
    );
    Attribute { name: QualName::new(None, ns!(), local_name!("style")), value }
}
