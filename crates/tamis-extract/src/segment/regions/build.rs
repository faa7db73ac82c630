//! From what a method found to [`Regions`].

use super::{Area, AreaId, AreaValue, AroundBody, Levels, Regions, Role, WHOLE_PAGE};
use crate::segment::roles;
use crate::view::PageView;
use tamis_page::{Document, NodeId, NodeKind, Rect, names};

/// Regions in the making. A method adds its areas, each under one that is already there, says which nodes are in which,
/// and [finishes](RegionsBuilder::finish).
///
/// ```
/// use tamis_extract::PageView;
/// use tamis_extract::segment::{Levels, RegionsBuilder};
/// use tamis_page::{Document, names};
///
/// let document = Document::parse("<div><h1>Lamps</h1><p>All of them.</p></div><div>Imprint</div>");
/// let mut builder = RegionsBuilder::new();
/// for div in document.elements_named(names::DIV) {
///     let area = builder.add(builder.root(), Levels::BOTH);
///     builder.assign(div, area);
/// }
/// let regions = builder.finish(&PageView::of(&document));
/// assert_eq!(regions.len(), 3);
/// let parts: Vec<_> = regions.parts().map(|id| regions.area(id).nodes.clone()).collect();
/// assert_eq!(parts[1], [document.elements_named(names::DIV).nth(1).unwrap()]);
/// ```
#[derive(Clone, Debug)]
pub struct RegionsBuilder {
    areas: Vec<Raw>,
    assigned: Vec<(NodeId, u32)>,
}

/// The depth of the deepest area. An answer is never deeper, so a walk over it may recurse.
const MAX_DEPTH: u32 = 100;

/// An area as the method gave it; ids are those of the builder.
#[derive(Clone, Debug)]
struct Raw {
    parent: u32,
    depth: u32,
    levels: Levels,
    rect: Option<Rect>,
    role: Option<(Role, String)>,
    attributes: Vec<(&'static str, AreaValue)>,
}

/// An area of a builder. The ids of the finished regions are others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawAreaId(u32);

impl RegionsBuilder {
    /// The page alone.
    pub fn new() -> RegionsBuilder {
        let page = Raw::new(0, 0, Levels::NONE);
        RegionsBuilder { areas: vec![page], assigned: Vec::new() }
    }

    /// The whole page.
    pub fn root(&self) -> RawAreaId {
        RawAreaId(0)
    }

    /// Adds an area below another. Beyond a depth of 100, which no reader sees, what would be an area is a part of the
    /// one above.
    pub fn add(&mut self, parent: RawAreaId, levels: Levels) -> RawAreaId {
        let depth = self.areas[parent.0 as usize].depth + 1;
        if depth > MAX_DEPTH {
            return parent;
        }
        self.areas.push(Raw::new(parent.0, depth, levels));
        RawAreaId(self.areas.len() as u32 - 1)
    }

    /// Which cuts the area is in.
    pub fn set_levels(&mut self, area: RawAreaId, levels: Levels) {
        self.areas[area.0 as usize].levels = levels;
    }

    /// Where the area is. Without this it is around what can be seen in it.
    pub fn set_rect(&mut self, area: RawAreaId, rect: Rect) {
        self.areas[area.0 as usize].rect = Some(rect);
    }

    /// What the area is to the page, and why. Where one area has a role, all keep what they were given; without any, they
    /// are found out.
    pub fn set_role(&mut self, area: RawAreaId, role: Role, reason: impl Into<String>) {
        self.areas[area.0 as usize].role = Some((role, reason.into()));
    }

    /// Gives the area a figure.
    pub fn set_attribute(&mut self, area: RawAreaId, name: &'static str, value: AreaValue) {
        self.areas[area.0 as usize].attributes.push((name, value));
    }

    /// Puts a node and what is in it into an area, except for nodes in it that are put elsewhere. A node that is put
    /// into several areas, as a text of several lines can be, is in the lowest one around all of them.
    pub fn assign(&mut self, node: NodeId, area: RawAreaId) {
        self.assigned.push((node, area.0));
    }

    /// The regions: areas in the order of the page, each with its nodes, its rectangle and its role. Areas with nothing
    /// in them are left out.
    pub fn finish(self, view: &PageView<'_>) -> Regions {
        let document = view.document();
        let of_nodes = self.map_nodes(view);
        let order = self.in_page_order(&of_nodes);
        let mut new_ids = vec![None; self.areas.len()];
        for (place, &raw) in order.iter().enumerate() {
            new_ids[raw as usize] = Some(AreaId(place as u32));
        }
        let mut areas: Vec<Area> = Vec::with_capacity(order.len());
        for &raw in &order {
            let Raw { parent, levels, rect, role, attributes, .. } = &self.areas[raw as usize];
            let parent = (raw != 0).then(|| new_ids[*parent as usize]).flatten();
            let mut area = Area { levels: *levels, rect: *rect, attributes: attributes.clone(), ..Area::new(parent) };
            if let Some((role, reason)) = role {
                (area.role, area.reason) = (*role, reason.clone());
            }
            areas.push(area);
        }
        let mut regions = Regions {
            areas,
            of_nodes: of_nodes.iter().map(|raw| raw.and_then(|raw| new_ids[raw as usize])).collect(),
            around_body: AroundBody::of(document),
        };
        regions.set_ends();
        regions.list_nodes(document);
        regions.set_rects(view);
        if self.areas.iter().all(|area| area.role.is_none()) {
            roles::assign(view, &mut regions);
        } else {
            let page = &mut regions.areas[0];
            (page.role, page.reason) = (Role::Page, WHOLE_PAGE.to_owned());
        }
        regions
    }

    /// The lowest area around both.
    fn common(&self, mut one: u32, mut other: u32) -> u32 {
        while one != other {
            if self.areas[one as usize].depth < self.areas[other as usize].depth {
                std::mem::swap(&mut one, &mut other);
            }
            one = self.areas[one as usize].parent;
        }
        one
    }

    /// Definition 9: of each node the lowest area around all that can be seen of it.
    fn map_nodes(&self, view: &PageView<'_>) -> Vec<Option<u32>> {
        let document = view.document();
        let mut own: Vec<Option<u32>> = vec![None; document.len()];
        for &(node, area) in &self.assigned {
            let own = &mut own[node.index()];
            *own = Some(own.map_or(area, |before| self.common(before, area)));
        }
        let mut is_content: Vec<bool> = own.iter().map(Option::is_some).collect();
        for node in document.nodes().skip(1) {
            if own[node.index()].is_none() {
                let parent = document.parent(node).expect("invariant: only the root has no parent");
                own[node.index()] = own[parent.index()];
                is_content[node.index()] = own[node.index()].is_some() && is_atom(view, node);
            }
        }
        let mut mapped: Vec<Option<u32>> =
            own.iter().zip(&is_content).map(|(own, &is_content)| own.filter(|_| is_content)).collect();
        for idx in (1..document.len()).rev() {
            let Some(area) = mapped[idx] else { continue };
            let parent = document.parent(NodeId(idx as u32)).expect("invariant: only the root has no parent");
            let above = &mut mapped[parent.index()];
            *above = Some(above.map_or(area, |before| self.common(before, area)));
        }
        mapped
    }

    /// The areas with something in them, each before those below it, siblings by their first node.
    fn in_page_order(&self, of_nodes: &[Option<u32>]) -> Vec<u32> {
        let n_areas = self.areas.len();
        let mut first = vec![u32::MAX; n_areas];
        for (node, area) in of_nodes.iter().enumerate().rev() {
            if let Some(area) = area {
                first[*area as usize] = node as u32;
            }
        }
        for idx in (1..n_areas).rev() {
            let parent = self.areas[idx].parent as usize;
            first[parent] = first[parent].min(first[idx]);
        }
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); n_areas];
        for idx in 1..n_areas {
            if first[idx] != u32::MAX {
                children[self.areas[idx].parent as usize].push(idx as u32);
            }
        }
        for below in &mut children {
            below.sort_by_key(|&idx| first[idx as usize]);
        }
        let mut order = Vec::with_capacity(n_areas);
        let mut stack = vec![0u32];
        while let Some(area) = stack.pop() {
            order.push(area);
            stack.extend(children[area as usize].iter().rev());
        }
        order
    }
}

impl Raw {
    fn new(parent: u32, depth: u32, levels: Levels) -> Raw {
        Raw { parent, depth, levels, rect: None, role: None, attributes: Vec::new() }
    }
}

impl Default for RegionsBuilder {
    fn default() -> RegionsBuilder {
        RegionsBuilder::new()
    }
}

/// Whether a node is something to see by itself: a text, a picture, a control.
pub fn is_atom(view: &PageView<'_>, node: NodeId) -> bool {
    let document = view.document();
    if !view.visibility().is_seen(node) {
        return false;
    }
    if document.is_element(node) {
        return is_replaced(view, node);
    }
    document.kind(node) == NodeKind::Text && !document.text(node).trim().is_empty()
}

/// Whether the element is drawn from elsewhere: a picture, a video, a control.
fn is_replaced(view: &PageView<'_>, node: NodeId) -> bool {
    let is_by_layout = view.layout().is_some_and(|layout| layout.is_replaced(node));
    is_by_layout || is_replaced_tag(view.document(), node)
}

fn is_replaced_tag(document: &Document, node: NodeId) -> bool {
    use names::{AUDIO, CANVAS, EMBED, IFRAME, IMG, INPUT, OBJECT, SELECT, SVG, TEXTAREA, VIDEO};
    let tag = document.tag(node);
    matches!(tag, Some(AUDIO | CANVAS | EMBED | IFRAME | IMG | INPUT | OBJECT | SELECT | SVG | TEXTAREA | VIDEO))
}

impl Regions {
    fn set_ends(&mut self) {
        for idx in (0..self.areas.len()).rev() {
            let end = self.areas[idx].end.0.max(idx as u32 + 1);
            self.areas[idx].end = AreaId(end);
            if let Some(parent) = self.areas[idx].parent {
                let above = &mut self.areas[parent.index()].end;
                *above = AreaId(above.0.max(end));
            }
        }
    }

    /// Definition 10, the topmost nodes alone.
    fn list_nodes(&mut self, document: &Document) {
        let around_body = self.around_body;
        for node in document.nodes().filter(|&node| !around_body.is(node)) {
            let Some(area) = self.of_nodes[node.index()] else { continue };
            let parent = document.parent(node).filter(|&parent| !around_body.is(parent));
            let above = parent.and_then(|parent| self.of_nodes[parent.index()]);
            if above != Some(area) {
                self.areas[area.index()].nodes.push(node);
            }
        }
    }

    /// An area without a rectangle gets that around what can be seen in it, and every area is around those below it.
    fn set_rects(&mut self, view: &PageView<'_>) {
        let (Some(layout), Some(clipping)) = (view.layout(), view.clipping()) else { return };
        let has_own: Vec<bool> = self.areas.iter().map(|area| area.rect.is_some()).collect();
        for node in view.document().nodes() {
            let Some(area) = self.of_nodes[node.index()].filter(|area| !has_own[area.index()]) else { continue };
            if !is_atom(view, node) || !layout.is_visible(node) {
                continue;
            }
            if let Some(rect) = clipping.visible_rect(node) {
                let own = &mut self.areas[area.index()].rect;
                *own = Some(own.map_or(rect, |before| before.union(rect)));
            }
        }
        for idx in (1..self.areas.len()).rev() {
            let (Some(rect), Some(parent)) = (self.areas[idx].rect, self.areas[idx].parent) else { continue };
            let above = &mut self.areas[parent.index()].rect;
            *above = Some(above.map_or(rect, |before| before.union(rect)));
        }
    }
}
