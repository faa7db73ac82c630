//! Areas as JSON: a tree of blocks.

use super::schema::{AttributeObject, BlockObject};
use super::tables::{edges_of, rounded};
use crate::export::allowance::Allowance;
use crate::export::excerpt::excerpt_of;
use crate::findings::{Findings, max_areas};
use crate::page::Page;
use tamis_extract::segment::{AreaId, AreaValue, Regions};
use tamis_page::{AbsolutePaths, NodeId};

/// The page with the areas in it, of very many the first; and what to say if some of their paths are left out.
pub(super) fn blocks<'a>(page: &Page, regions: &'a Regions) -> (BlockObject<'a>, Option<String>) {
    let n_areas = regions.len().min(max_areas(page).max(1));
    let mut paths =
        Paths { absolute: AbsolutePaths::new(page.document()), allowance: Allowance::for_paths(page), n_left_out: 0 };
    // From the last area to the first, so that those below an area are there before it.
    let mut waiting: Vec<Vec<BlockObject<'a>>> = Vec::new();
    waiting.resize_with(n_areas, Vec::new);
    for idx in (1..n_areas).rev() {
        let id = AreaId(idx as u32);
        let mut children = std::mem::take(&mut waiting[idx]);
        children.reverse();
        let object = block(page, &mut paths, regions, id, children);
        let parent = regions.area(id).parent.expect("invariant: only the page has no parent");
        waiting[parent.index()].push(object);
    }
    let mut children = std::mem::take(&mut waiting[0]);
    children.reverse();
    let whole = block(page, &mut paths, regions, AreaId::ROOT, children);
    (whole, paths.warning())
}

/// A block of a page as JSON has it, without those in it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Block {
    /// Unique on the page; `b0` is the page.
    pub id: String,
    /// The block that it is in; the page is in none.
    pub parent: Option<String>,
    /// What it is to the page.
    pub role: &'static str,
    /// Why it has this role.
    pub reason: String,
    /// Which cuts through the tree it is in: 1, the parts of the page; 2, the blocks of the parts.
    pub levels: Vec<u8>,
    /// The nodes of all that is in it; none where paths are left out.
    pub xpaths: Vec<String>,
    /// Left, top, right and bottom in pixels, on a page that was laid out.
    pub edges: Option<[i64; 4]>,
    /// The first words.
    pub text: String,
}

/// The blocks of a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Blocks {
    /// In the order of the document, each before those in it.
    pub blocks: Vec<Block>,
    /// What is said if some of their paths are left out.
    pub warning: Option<String>,
}

/// The blocks of a page, one after the other, as JSON has them in a tree; `None` if they were not asked for.
pub fn blocks_in_order(findings: &Findings) -> Option<Blocks> {
    let (whole, warning) = blocks(findings.page(), findings.regions()?.answer);
    let mut found = Vec::new();
    let mut waiting = vec![(None, whole)];
    while let Some((parent, object)) = waiting.pop() {
        let BlockObject { id, role, reason, levels, xpath, xpaths, edges, text, children, .. } = object;
        waiting.extend(children.into_iter().rev().map(|child| (Some(id.clone()), child)));
        found.push(Block {
            id,
            parent,
            role,
            reason: reason.to_owned(),
            levels,
            xpaths: xpaths.unwrap_or_else(|| xpath.into_iter().collect()),
            edges: edges.flatten(),
            text,
        });
    }
    Some(Blocks { blocks: found, warning })
}

/// Writes paths as long as there is room for them.
struct Paths<'d> {
    absolute: AbsolutePaths<'d>,
    allowance: Allowance,
    /// Areas without their paths.
    n_left_out: usize,
}

impl Paths<'_> {
    /// The paths of an area's nodes; none if they do not all fit.
    fn of(&mut self, nodes: &[NodeId]) -> Vec<String> {
        let mut written = Vec::new();
        for &node in nodes {
            let path = if self.allowance.is_left() { self.absolute.of(node) } else { String::new() };
            if !self.allowance.is_left() || !self.allowance.take(path.len() + 16) {
                self.n_left_out += 1;
                return Vec::new();
            }
            written.push(path);
        }
        written
    }

    fn warning(&self) -> Option<String> {
        (self.n_left_out > 0)
            .then(|| format!("the paths of {} areas are not written: the page is too deep", self.n_left_out))
    }
}

fn block<'a>(
    page: &Page,
    paths: &mut Paths<'_>,
    regions: &'a Regions,
    id: AreaId,
    children: Vec<BlockObject<'a>>,
) -> BlockObject<'a> {
    let area = regions.area(id);
    let content = regions.content(page.document(), id);
    let xpaths = paths.of(&content);
    let levels = [(1, area.levels.is_part), (2, area.levels.is_block)];
    let attributes = area.attributes.iter().map(|&(name, value)| (name.into(), attribute(value)));
    BlockObject {
        id: format!("b{}", id.0),
        role: area.role.as_str(),
        reason: &area.reason,
        levels: levels.into_iter().filter(|&(_, is_in)| is_in).map(|(level, _)| level).collect(),
        xpath: xpaths.first().cloned(),
        xpaths: (xpaths.len() > 1).then_some(xpaths),
        edges: page.layout().map(|_| area.rect.map(edges_of)),
        text: excerpt_of(page.document(), &content),
        attributes: attributes.collect(),
        children,
    }
}

fn attribute(value: AreaValue) -> AttributeObject {
    match value {
        AreaValue::Number(number) => AttributeObject::Number(rounded(number)),
        AreaValue::Word(word) => AttributeObject::Word(word),
        _ => AttributeObject::Word(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Recipe, Task, ask};

    #[test]
    fn blocks_in_a_row_are_those_of_the_tree() {
        let html = "<header>Head</header><main><h1>A</h1><article><p>Some words of text.</article></main><footer>Foot</footer>";
        let page = Page::parse(html);
        let findings =
            ask(&page, &[Recipe::named(Task::Segment, "landmarks").expect("a method")]).expect("it needs no layout");
        let (whole, _) = blocks(&page, findings.regions().expect("they were asked for").answer);
        let found = blocks_in_order(&findings).expect("they were asked for").blocks;
        let mut expect = Vec::new();
        let mut waiting = vec![(None, &whole)];
        while let Some((parent, object)) = waiting.pop() {
            expect.push((object.id.clone(), parent, object.role, object.xpath.clone()));
            waiting.extend(object.children.iter().rev().map(|child| (Some(object.id.clone()), child)));
        }
        let found: Vec<_> = found
            .into_iter()
            .map(|block| (block.id, block.parent, block.role, block.xpaths.first().cloned()))
            .collect();
        assert_eq!(found, expect);
        assert!(found.len() >= 4 && found[0].1.is_none() && found[1].1.as_deref() == Some("b0"), "{found:?}");
        assert_eq!(blocks_in_order(&Findings::of(page)), None);
    }

    #[test]
    fn areas_without_their_paths_are_counted() {
        let html = "<header>Head</header><main><h1>A</h1><p>Some words of text.</main><footer>Foot</footer>";
        let written = |max_growth| {
            let limits = Limits::default().with_max_growth(max_growth);
            let page = crate::page::PageReader::new(limits).read_text(html.to_owned());
            let findings = ask(&page, &[Recipe::named(Task::Segment, "landmarks").expect("a method")])
                .expect("it needs no layout");
            let (whole, warning) = blocks(&page, findings.regions().expect("they were asked for").answer);
            (whole.xpath, warning)
        };
        let (xpath, warning) = written(16);
        assert!(xpath.is_some() && warning.is_none(), "{warning:?}");
        let (xpath, warning) = written(0);
        let warning = warning.expect("all are left out");
        assert!(xpath.is_none() && warning.contains("areas are not written"), "{warning}");
    }
}
