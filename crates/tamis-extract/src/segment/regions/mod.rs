//! A page cut into areas: the answer of every segmentation method.
//!
//! Zelený and Burget (paper 004) define a tree of visual areas V (Definitions 7 and 8) and a mapping between the areas
//! and the nodes of the document (Definitions 9 and 10): a node belongs to an area if the area contains all of the node
//! and no child of the area does. Here an area contains a node if all that can be seen of the node is in the area, so
//! each node with something to see belongs to exactly one area: the lowest one around everything in it. Of the nodes of
//! an area only the topmost are listed, those whose parent belongs to another area.
//!
//! Areas are an array in the order of the tree, as the nodes of a document are: an area's descendants are a range.

mod build;
mod role;

pub use build::{RawAreaId, RegionsBuilder, is_atom};
pub use role::Role;

use std::ops::Range;
use tamis_page::{Document, NodeId, Rect};

/// The reason of the area that is the whole page.
pub(super) const WHOLE_PAGE: &str = "the whole page";

/// The place of an area in its [`Regions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AreaId(pub u32);

impl AreaId {
    /// The whole page.
    pub const ROOT: AreaId = AreaId(0);

    /// The place in an array of areas.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The areas of a page, a tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Regions {
    areas: Vec<Area>,
    /// For each node of the document, the area that it belongs to.
    of_nodes: Vec<Option<AreaId>>,
    around_body: AroundBody,
}

/// A part of a page that belongs together.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Area {
    /// The area around this one; `None` for the whole page.
    pub parent: Option<AreaId>,
    /// The area after the last one below this one.
    end: AreaId,
    /// Where it is; `None` if the page was not rendered.
    pub rect: Option<Rect>,
    /// The topmost nodes that belong to it, in document order. What belongs to the areas below it is not repeated.
    pub nodes: Vec<NodeId>,
    /// Which cuts through the tree it is in.
    pub levels: Levels,
    /// What it is to the page.
    pub role: Role,
    /// Why it has this role, in words and figures that a user can read.
    pub reason: String,
    /// Figures of the method, by name, such as the degree of coherence.
    pub attributes: Vec<(&'static str, AreaValue)>,
}

/// The two cuts through the tree of areas that users ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Levels {
    /// A part of the page: its header, its content, its footer.
    pub is_part: bool,
    /// A block of a part: a menu, a paragraph under its heading, a list, a teaser.
    pub is_block: bool,
}

/// A figure that a method gives an area.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum AreaValue {
    /// A number.
    Number(f64),
    /// A word of the method's.
    Word(&'static str),
}

impl Levels {
    /// In no cut.
    pub const NONE: Levels = Levels { is_part: false, is_block: false };
    /// A part.
    pub const PART: Levels = Levels { is_part: true, is_block: false };
    /// A block.
    pub const BLOCK: Levels = Levels { is_part: false, is_block: true };
    /// A part that is one block.
    pub const BOTH: Levels = Levels { is_part: true, is_block: true };
}

impl Regions {
    /// A page with nothing to see: one area without nodes.
    pub fn empty(document: &Document) -> Regions {
        let page = Area { role: Role::Page, reason: WHOLE_PAGE.to_owned(), ..Area::new(None) };
        Regions { areas: vec![page], of_nodes: vec![None; document.len()], around_body: AroundBody::of(document) }
    }

    /// The number of areas, the page included.
    pub fn len(&self) -> usize {
        self.areas.len()
    }

    /// Whether nothing was cut: no area but the page itself.
    pub fn is_empty(&self) -> bool {
        self.areas.len() <= 1
    }

    /// The whole page.
    pub fn root(&self) -> &Area {
        &self.areas[0]
    }

    /// An area.
    ///
    /// # Panics
    /// The id is of other regions.
    pub fn area(&self, id: AreaId) -> &Area {
        &self.areas[id.index()]
    }

    /// All areas, each before those below it.
    pub fn areas(&self) -> impl ExactSizeIterator<Item = (AreaId, &Area)> {
        self.areas.iter().enumerate().map(|(idx, area)| (AreaId(idx as u32), area))
    }

    pub(crate) fn areas_mut(&mut self) -> &mut [Area] {
        &mut self.areas
    }

    /// The areas right below an area, in the order of the page.
    pub fn children(&self, id: AreaId) -> impl Iterator<Item = AreaId> + '_ {
        let end = self.areas[id.index()].end;
        let first = AreaId(id.0 + 1);
        let within = move |child: &AreaId| *child < end;
        std::iter::successors(Some(first).filter(within), move |child| {
            Some(self.areas[child.index()].end).filter(within)
        })
    }

    /// The area and all below it, as places in the array.
    pub fn subtree_range(&self, id: AreaId) -> Range<usize> {
        id.index()..self.areas[id.index()].end.index()
    }

    /// Whether `inner` is `outer` or lies below it.
    pub fn is_within(&self, inner: AreaId, outer: AreaId) -> bool {
        self.subtree_range(outer).contains(&inner.index())
    }

    /// The number of areas above it.
    pub fn depth(&self, id: AreaId) -> usize {
        std::iter::successors(self.areas[id.index()].parent, |above| self.areas[above.index()].parent).count()
    }

    /// The area that a node belongs to: the lowest one around all that can be seen of the node. `None` if nothing of
    /// the node can be seen, or the method left it out.
    pub fn area_of(&self, node: NodeId) -> Option<AreaId> {
        self.of_nodes.get(node.index()).copied().flatten()
    }

    /// The topmost nodes that hold everything in an area, its descendants included, in document order.
    pub fn content(&self, document: &Document, id: AreaId) -> Vec<NodeId> {
        let is_inside = |node: NodeId| self.area_of(node).is_some_and(|area| self.is_within(area, id));
        let below = self.areas[self.subtree_range(id)].iter().flat_map(|area| &area.nodes).copied();
        let is_top =
            |node: NodeId| document.parent(node).is_none_or(|parent| self.around_body.is(parent) || !is_inside(parent));
        let mut nodes: Vec<NodeId> = below.filter(|&node| is_top(node)).collect();
        nodes.sort_unstable();
        nodes
    }

    /// The parts of the page, in the order of the page.
    pub fn parts(&self) -> impl Iterator<Item = AreaId> + '_ {
        self.areas().filter(|(_, area)| area.levels.is_part).map(|(id, _)| id)
    }

    /// The blocks of the page, in the order of the page.
    pub fn blocks(&self) -> impl Iterator<Item = AreaId> + '_ {
        self.areas().filter(|(_, area)| area.levels.is_block).map(|(id, _)| id)
    }
}

/// The document and its `html`, which show nothing but the body and are no place that a selector would name. Looked up once:
/// any number of comments may stand before the `html`.
#[derive(Clone, Copy, PartialEq, Debug)]
struct AroundBody {
    root: NodeId,
    html: Option<NodeId>,
}

impl AroundBody {
    fn of(document: &Document) -> AroundBody {
        AroundBody { root: document.root(), html: document.html() }
    }

    fn is(self, node: NodeId) -> bool {
        node == self.root || self.html == Some(node)
    }
}

impl Area {
    fn new(parent: Option<AreaId>) -> Area {
        Area {
            parent,
            end: AreaId(1),
            rect: None,
            nodes: Vec::new(),
            levels: Levels::NONE,
            role: Role::Other,
            reason: String::new(),
            attributes: Vec::new(),
        }
    }

    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<AreaValue> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
    }
}

#[cfg(test)]
mod tests;
