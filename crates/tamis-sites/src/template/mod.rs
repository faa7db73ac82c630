//! A template: what is remembered of the page that was its first.

mod codec;

use crate::annotation::{AreaMap, KeptMap, KeptNodes, NoWrapper, TableMap, TableNodes, TableWrapper};
use crate::fingerprint::Fingerprint;
use crate::mapping::{Fit, MatchKind, Mode, Skeleton, SkeletonId, align};
use crate::wrapper::Wrapper;
use tamis_extract::PageView;
use tamis_extract::clean::blocks::PageKind;
use tamis_extract::pagination::Pagination;
use tamis_extract::records::Table;
use tamis_extract::segment::{Levels, Role};
use tamis_extract::{Answers, MainContent};
use tamis_page::{NodeId, Rect};

/// A Cluster Representative, C = (D, V, M) of paper 004: the tree of a page, what methods said about it, and where.
#[derive(Clone, PartialEq, Debug)]
pub struct Template {
    fingerprint: Fingerprint,
    skeleton: Skeleton,
    answers: StoredAnswers,
}

/// The [`Answers`] about a template's first page, at the nodes of its skeleton.
#[derive(Clone, PartialEq, Debug)]
struct StoredAnswers {
    areas: Option<AreaMap>,
    kept: Option<KeptMap>,
    /// The roots of the comments that readers wrote, in document order.
    comments: Vec<SkeletonId>,
    kind: Option<(PageKind, f64)>,
    tables: Option<TableMap>,
}

/// What methods would say about another page of a template.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Mapped {
    /// What they would say.
    pub answers: Answers,
    /// How much of what was said is about things that the page has.
    pub fit: Fit,
    /// How much of the template's frame the page has: whether the page is one of the template at all. Where all that was
    /// asked is tables, and all of them were applied, that is told by them alone.
    pub frame: Fit,
    /// How many of the tables were read by selectors, without mapping them.
    pub n_applied: usize,
    /// Why the first of the tables was mapped, in words; `None` if it was applied, or nothing was to be.
    pub why_mapped: Option<String>,
}

impl Mapped {
    /// Whether the main table was read by selectors.
    pub fn is_applied(&self) -> bool {
        self.n_applied > 0 && self.why_mapped.is_none()
    }
}

/// An area of a template's first page.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct TemplateArea {
    /// The place of the area above it; of the first, the page, its own.
    pub parent: usize,
    /// What it is to the page.
    pub role: Role,
    /// Which cuts it is in.
    pub levels: Levels,
    /// Where it is, if the page was rendered.
    pub rect: Option<Rect>,
}

/// Why stored bytes are no template.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("these bytes are no template of this version")]
pub struct TemplateError;

impl Template {
    /// Learns a template from a page, the answers about it, and where the list of its records goes on.
    pub fn learn(view: &PageView<'_>, answers: &Answers, pagination: Option<&Pagination>) -> Template {
        let Answers { main, tables, regions, .. } = answers;
        // As other pages will be seen: without a layout.
        let document = view.document();
        let plain = PageView::of(document);
        let area_nodes = regions.as_ref().map_or_else(Vec::new, |regions| AreaMap::nodes(&plain, regions));
        let kept_nodes = main.as_ref().map(|main| KeptNodes::of(&plain, &main.mask));
        let comments = main.as_ref().map_or(&[][..], |main| &main.comments);
        let mut nodes: Vec<NodeId> = area_nodes.iter().map(|&(node, _)| node).collect();
        nodes.extend(kept_nodes.iter().flat_map(KeptNodes::nodes));
        nodes.extend(comments);
        let table_nodes = TableNodes::of(document, tables.as_deref().unwrap_or_default());
        nodes.extend(table_nodes.nodes(tables.as_deref().unwrap_or_default()));
        nodes.sort_unstable();
        nodes.dedup();
        let (skeleton, places) = Skeleton::around(document, &nodes);
        let place = |node: NodeId| nodes.binary_search(&node).ok().and_then(|idx| places[idx]);
        let marks = area_nodes.iter().filter_map(|&(node, area)| Some((place(node)?, area.map(|area| area.0))));
        let mut comments: Vec<SkeletonId> = comments.iter().filter_map(|&node| place(node)).collect();
        comments.sort_unstable();
        comments.dedup();
        let answers = StoredAnswers {
            areas: regions.as_ref().map(|regions| in_whole_pixels(AreaMap::new(regions, marks.collect()))),
            kept: kept_nodes.map(|nodes| KeptMap::new(&nodes, place)),
            comments,
            kind: main.as_ref().and_then(|main| main.kind).filter(|(_, confidence)| confidence.is_finite()),
            tables: tables.as_ref().map(|tables| TableMap::new(&plain, tables, &table_nodes, pagination, place)),
        };
        Template { fingerprint: Fingerprint::of(document), skeleton, answers }
    }

    /// The paths of its first page.
    pub fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    /// What the methods would say about another page, without asking them. Tables are read by their wrappers where these
    /// fit the page; all else, and with [`Mode::Strict`] everything, is mapped.
    pub fn map(&self, view: &PageView<'_>, mode: Mode) -> Mapped {
        let StoredAnswers { areas, kept, comments, kind, tables } = &self.answers;
        let mut mapped = Mapped::default();
        let applied = match (tables, mode) {
            (Some(tables), Mode::Robust) => tables.apply(view.document()),
            _ => Vec::new(),
        };
        mapped.n_applied = applied.iter().flatten().count();
        mapped.why_mapped = applied.first().and_then(|first| first.as_ref().err()).map(ToString::to_string);
        let mut applied: Vec<Option<Table>> = applied.into_iter().map(Result::ok).collect();
        let asks_tables_alone = areas.is_none() && kept.is_none();
        // A template without tables says by its frame alone whether a page is like it.
        let are_all_applied = |map: &&TableMap| mapped.n_applied > 0 && map.tables.len() == mapped.n_applied;
        if let Some(tables) = tables.as_ref().filter(|map| asks_tables_alone && are_all_applied(map)) {
            let applied: Vec<Table> = applied.into_iter().flatten().collect();
            mapped.fit = tables.fit(&applied);
            mapped.frame = mapped.fit;
            mapped.answers = applied.into();
            return mapped;
        }
        let alignment = align(view.document(), &self.skeleton, mode);
        mapped.frame = alignment.frame(&self.skeleton);
        if let Some(areas) = areas {
            let (regions, fit) = areas.apply(view, &self.skeleton, &alignment, mode);
            mapped.answers.regions = Some(regions);
            mapped.fit = mapped.fit.and(fit);
        }
        if let Some(kept) = kept {
            let (mask, fit) = kept.apply(view.document(), &self.skeleton, &alignment, mode);
            let known = alignment.pairs.iter().filter(|pair| pair.kind != MatchKind::Stranger);
            let comments = known.filter(|pair| comments.binary_search(&pair.skeleton).is_ok()).map(|pair| pair.page);
            mapped.answers.main = Some(MainContent { mask, comments: comments.collect(), kind: *kind });
            mapped.fit = mapped.fit.and(fit);
        }
        if let Some(tables) = tables {
            applied.resize(tables.tables.len(), None);
            let (tables, fit) = tables.map(view, &self.skeleton, &alignment, mode, applied);
            mapped.answers.tables = Some(tables);
            mapped.fit = mapped.fit.and(fit);
        }
        mapped
    }

    /// The wrappers of the tables of its first page, in their order; of a table that has none the reason, in words.
    pub fn wrappers(&self) -> impl Iterator<Item = Result<&Wrapper, String>> {
        let tables = self.answers.tables.iter().flat_map(|map| &map.tables);
        tables.map(|table| table.wrapper.as_ref().map(TableWrapper::wrapper).map_err(ToString::to_string))
    }

    /// Removes the wrappers, so that the tables are mapped on all pages.
    #[must_use]
    pub fn without_wrappers(mut self) -> Template {
        for table in self.answers.tables.iter_mut().flat_map(|map| &mut map.tables) {
            table.wrapper = Err(NoWrapper::NotLearned);
        }
        self
    }

    /// The areas of its first page, each after the one above it; none if they were not asked for.
    pub fn areas(&self) -> impl Iterator<Item = TemplateArea> {
        let areas = self.answers.areas.iter().flat_map(|map| &map.areas);
        areas.map(|area| TemplateArea {
            parent: area.parent as usize,
            role: area.role,
            levels: area.levels,
            rect: area.rect,
        })
    }

    /// The number of nodes that are remembered.
    pub fn n_nodes(&self) -> usize {
        self.skeleton.len()
    }

    /// The template as bytes, for a store.
    pub fn encode(&self) -> Vec<u8> {
        codec::encode(self)
    }

    /// The template again. Bytes that anybody may have written are checked, and no more memory is taken than a small
    /// multiple of them.
    ///
    /// # Errors
    /// The bytes are of another version, or were not written by [`encode`](Template::encode).
    pub fn decode(bytes: &[u8]) -> Result<Template, TemplateError> {
        codec::decode(bytes)
    }

    /// The paths of an encoded template, without the rest of it: what is needed to see whether a page is one of it. Only
    /// the first bytes are read.
    ///
    /// # Errors
    /// As [`decode`](Template::decode).
    pub fn decode_fingerprint(bytes: &[u8]) -> Result<Fingerprint, TemplateError> {
        codec::decode_fingerprint(bytes)
    }
}

/// The rectangles are there to be drawn; a part of a pixel would only take room in a store.
fn in_whole_pixels(mut map: AreaMap) -> AreaMap {
    for rect in map.areas.iter_mut().filter_map(|area| area.rect.as_mut()) {
        *rect = Rect { x: rect.x.round(), y: rect.y.round(), width: rect.width.round(), height: rect.height.round() };
    }
    map
}
