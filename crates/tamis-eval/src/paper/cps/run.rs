//! Tables 2 to 4 and more: the pages of a site, segmented and mapped, by every segmenter in one pass.
//!
//! Time is processor time of this process: the renderer lays out on a thread of its own. What all segmenters need, to
//! read, parse and lay out a page, is done once and counted for each of them. Reading the file is not counted.

use super::ahead::Ahead;
use super::distinguished_paths::Targets;
use super::likeness::{Compared, Likeness};
use super::structure::Structure;
use super::{Site, SitePage};
use crate::datasets::Layouts;
use anyhow::Context as _;
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use tamis::{Needs, Page, PageReader, Recipe, Regions};
use tamis_extract::{PageView, RenderedView};
use tamis_sites::{ClusterId, ClusterOptions, Clusters, Fingerprint, Miss, Mode, Visit};

/// How sites are run.
pub struct Run {
    /// The segmenters.
    pub segmenters: Vec<Recipe>,
    /// Who lays pages out; `None` if no segmenter looks at boxes.
    pub layouts: Option<Layouts>,
    /// Every so many pages one is segmented plainly too.
    pub every: usize,
    /// How templates are found.
    pub options: ClusterOptions,
}

/// What came of a site.
#[derive(Clone, Debug)]
pub struct SiteRun {
    /// The site.
    pub site: String,
    /// The number of its pages.
    pub n_pages: usize,
    /// In the order of the segmenters.
    pub segmenters: Vec<SegmenterRun>,
    /// Why pages could not be laid out.
    pub failures: Vec<String>,
}

/// What came of a site with one segmenter.
#[derive(Clone, Debug, Default)]
pub struct SegmenterRun {
    /// The name of the method.
    pub name: String,
    /// Templates in the end.
    pub n_clusters: usize,
    /// Pages like no template.
    pub n_unknown: usize,
    /// Pages that were like a template that did not fit.
    pub n_unfit: usize,
    /// Pages of which a template was learned again.
    pub n_relearned: usize,
    /// Seconds to lay out and segment the pages that were missed, in all.
    pub plain_misses: f64,
    /// Seconds to lay out and segment each page that was hit and segmented plainly too.
    pub plain_hits: Vec<f64>,
    /// Seconds with clusters, of all pages.
    pub clustered: f64,
    /// What each hit took.
    pub hits: Vec<HitTime>,
    /// Mapped areas beside plain ones.
    pub likeness: Likeness,
}

/// The seconds of a hit.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct HitTime {
    /// From bytes to a tree.
    pub parse: f64,
    /// From the tree to its paths.
    pub fingerprint: f64,
    /// From the paths to the template.
    pub find: f64,
    /// From the template to areas.
    pub map: f64,
}

impl HitTime {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.parse + self.fingerprint + self.find + self.map
    }
}

impl SegmenterRun {
    /// Pages that were segmented.
    pub fn n_segmented(&self) -> usize {
        self.n_unknown + self.n_unfit + self.n_relearned
    }

    /// Seconds of plain segmentation of all pages. Hits that were not segmented plainly are taken to be like those that
    /// were; misses were all measured: pages that are like no other, such as an index of everything, are among them.
    pub fn plain_seconds(&self) -> f64 {
        let sum: f64 = self.plain_hits.iter().sum();
        self.plain_misses + sum * self.hits.len() as f64 / self.plain_hits.len().max(1) as f64
    }
}

/// A segmenter on its way through a site.
struct Visitor<'r> {
    recipe: &'r Recipe,
    clusters: Clusters,
    /// Of each template what is needed to judge what it maps.
    firsts: BTreeMap<ClusterId, First>,
    run: SegmenterRun,
}

struct First {
    structure: Structure,
    targets: Targets,
}

/// A page that all segmenters look at.
struct Visited<'p> {
    page: &'p SitePage,
    parsed: Page,
    parse: f64,
    fingerprint: Fingerprint,
    fingerprint_time: f64,
    is_sampled: bool,
    rendered: Rendered,
}

/// A page laid out, once somebody asked for it.
enum Rendered {
    NotYet,
    Failed,
    Page(Box<Page>, f64),
}

impl Run {
    /// Visits the pages of a site.
    ///
    /// # Errors
    /// A file cannot be read. A page that cannot be laid out is reported, and is a miss of which nothing is learned.
    pub fn site(&mut self, site: &Site) -> anyhow::Result<SiteRun> {
        let segmenters = self.segmenters.clone();
        let mut visitors: Vec<Visitor<'_>> = segmenters.iter().map(|recipe| Visitor::new(recipe, site, self)).collect();
        let mut reader = PageReader::default();
        let mut failures = Vec::new();
        let mut ahead = Ahead::default();
        for (idx, page) in site.pages.iter().enumerate() {
            let mut visited = Visited::read(page, &mut reader)?;
            visited.is_sampled = idx.is_multiple_of(self.every);
            // Read once for all segmenters, and counted for each.
            let mut typical: Option<(Option<Visited<'_>>, f64)> = None;
            for visitor in &mut visitors {
                if visitor.is_unknown(&visited) {
                    if typical.is_none() {
                        let (found, seconds) = timed(|| ahead.typical(site, idx, &visited.fingerprint, &self.options));
                        let other = found?.map(|page| Visited::read(page, &mut reader)).transpose()?;
                        typical = Some((other, seconds));
                    }
                    if let Some((other, seconds)) = &mut typical {
                        visitor.run.clustered += *seconds;
                        if let Some(other) = other {
                            visitor.learn_ahead(other, self.layouts.as_mut(), &mut failures)?;
                        }
                    }
                }
                visitor.visit(&mut visited, self.layouts.as_mut(), &mut failures)?;
            }
        }
        let finished =
            visitors.into_iter().map(|visitor| SegmenterRun { n_clusters: visitor.clusters.len(), ..visitor.run });
        Ok(SiteRun { site: site.name.clone(), n_pages: site.pages.len(), segmenters: finished.collect(), failures })
    }
}

impl<'p> Visited<'p> {
    fn read(page: &'p SitePage, reader: &mut PageReader) -> anyhow::Result<Visited<'p>> {
        let capture = page.capture()?;
        let (parsed, parse) = timed(|| reader.read(capture));
        let parsed = parsed.with_context(|| page.name.clone())?;
        let (fingerprint, fingerprint_time) = timed(|| Fingerprint::of(parsed.document()));
        Ok(Visited {
            page,
            parsed,
            parse,
            fingerprint,
            fingerprint_time,
            is_sampled: false,
            rendered: Rendered::NotYet,
        })
    }
}

impl<'r> Visitor<'r> {
    fn new(recipe: &'r Recipe, site: &Site, run: &Run) -> Visitor<'r> {
        let name = recipe.method().name().to_owned();
        Visitor {
            recipe,
            clusters: Clusters::new(site.name.as_str(), name.as_str(), run.options),
            firsts: BTreeMap::new(),
            run: SegmenterRun { name, ..SegmenterRun::default() },
        }
    }

    fn visit(
        &mut self,
        visited: &mut Visited<'_>,
        layouts: Option<&mut Layouts>,
        failures: &mut Vec<String>,
    ) -> anyhow::Result<()> {
        let Visited { ref parsed, parse, ref fingerprint, fingerprint_time, is_sampled, .. } = *visited;
        // Once more by itself, to tell it from mapping.
        let (_, find) = timed(|| self.clusters.find(fingerprint));
        let (visit, visit_time) = timed(|| self.clusters.visit(&PageView::of(parsed.document()), fingerprint));
        self.run.clustered += parse + fingerprint_time + visit_time;
        match visit {
            Visit::Hit(hit) => {
                let map = (visit_time - find).max(0.0);
                self.run.hits.push(HitTime { parse, fingerprint: fingerprint_time, find, map });
                if is_sampled && let Some((page, seconds)) = self.page(visited, layouts, failures)? {
                    let (plain, segment_time) = self.segment(&page)?;
                    self.run.plain_hits.push(seconds + segment_time);
                    self.compare(hit.cluster, &page, &plain);
                }
            }
            Visit::Miss(miss) => {
                match miss {
                    Miss::DoesNotFit { .. } => self.run.n_unfit += 1,
                    Miss::Relearn { .. } => self.run.n_relearned += 1,
                    _ => self.run.n_unknown += 1,
                }
                let Some((page, seconds)) = self.page(visited, layouts, failures)? else { return Ok(()) };
                let (plain, segment_time) = self.segment(&page)?;
                self.run.plain_misses += seconds + segment_time;
                // A method without layout looks at the tree that is there already.
                let lay_out = if self.needs_layout() { seconds } else { 0.0 };
                self.run.clustered += lay_out + segment_time + self.learn(&page, &plain, &miss);
            }
        }
        Ok(())
    }

    fn is_unknown(&self, visited: &Visited<'_>) -> bool {
        self.clusters.find(&visited.fingerprint).is_err()
    }

    /// Learns a page before it is visited. When it is, it is mapped from itself, and its plain time is taken to be like that
    /// of other pages.
    fn learn_ahead(
        &mut self,
        visited: &mut Visited<'_>,
        layouts: Option<&mut Layouts>,
        failures: &mut Vec<String>,
    ) -> anyhow::Result<()> {
        let Some((page, seconds)) = self.page(visited, layouts, failures)? else { return Ok(()) };
        let (plain, segment_time) = self.segment(&page)?;
        self.run.n_unknown += 1;
        let miss = Miss::Unknown { nearest: 0.0 };
        self.run.clustered += seconds + segment_time + self.learn(&page, &plain, &miss);
        Ok(())
    }

    fn needs_layout(&self) -> bool {
        self.recipe.method().needs() != Needs::Document
    }

    /// The page as the segmenter wants it, and the seconds from bytes to there.
    fn page(
        &self,
        visited: &mut Visited<'_>,
        layouts: Option<&mut Layouts>,
        failures: &mut Vec<String>,
    ) -> anyhow::Result<Option<(Page, f64)>> {
        if !self.needs_layout() {
            return Ok(Some((visited.parsed.clone(), visited.parse)));
        }
        if matches!(visited.rendered, Rendered::NotYet) {
            let layouts = layouts.context("nobody lays pages out")?;
            let capture = visited.page.capture()?;
            let (rendered, seconds) = timed(|| layouts.lay_out(&visited.page.name, capture));
            visited.rendered = match rendered {
                Ok(rendered) => Rendered::Page(Box::new(Page::rendered(rendered)), seconds),
                Err(error) => {
                    failures.push(format!("{error:#}"));
                    Rendered::Failed
                }
            };
        }
        Ok(match &visited.rendered {
            Rendered::Page(page, seconds) => Some(((**page).clone(), *seconds)),
            Rendered::NotYet | Rendered::Failed => None,
        })
    }

    /// The areas of a page, and the seconds it took.
    fn segment(&self, page: &Page) -> anyhow::Result<(Regions, f64)> {
        let (findings, seconds) = timed(|| tamis::ask(page, std::slice::from_ref(self.recipe)));
        let findings = findings?;
        let regions = findings.regions().context("a method that segments gives areas")?;
        Ok((regions.answer.clone(), seconds))
    }

    /// Learns a page; gives the seconds.
    fn learn(&mut self, page: &Page, regions: &Regions, miss: &Miss) -> f64 {
        let answers = regions.clone().into();
        let (cluster, seconds) = match page.as_rendered() {
            Some(rendered) => timed(|| self.clusters.learn(&RenderedView::of(rendered), &answers, miss)),
            None => timed(|| self.clusters.learn(&PageView::of(page.document()), &answers, miss)),
        };
        let first = First { structure: Structure::of(page.document()), targets: Targets::of(page.document(), regions) };
        self.firsts.insert(cluster, first);
        seconds
    }

    /// Compares what a template maps with plain segmentation, on the tree of the latter.
    fn compare(&mut self, cluster: ClusterId, page: &Page, plain: &Regions) {
        let (Some(template), Some(first)) = (self.clusters.template(cluster), self.firsts.get(&cluster)) else {
            return;
        };
        let bare = PageView::of(page.document());
        let (robust, strict) = (template.map(&bare, Mode::Robust), template.map(&bare, Mode::Strict));
        let (Some(robust_regions), Some(strict_regions)) = (&robust.answers.regions, &strict.answers.regions) else {
            return;
        };
        let rendered = page.as_rendered().map(RenderedView::of);
        let compared = Compared {
            view: rendered.as_deref().unwrap_or(&bare),
            plain,
            robust: (robust_regions, robust.fit),
            strict: (strict_regions, strict.fit),
            distinguished: first.targets.found_on(page.document()),
            first: &first.structure,
        };
        self.run.likeness.add(&compared);
    }
}

/// Does something and says how many seconds of this process it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let now = || {
        let now = clock_gettime(ClockId::ProcessCPUTime);
        now.tv_sec as f64 + 1e-9 * now.tv_nsec as f64
    };
    let start = now();
    let done = work();
    (done, now() - start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::cps::of_folders;
    use std::fs;

    #[test]
    fn hits_that_were_not_measured_are_like_those_that_were() {
        let hits = vec![HitTime::default(); 4];
        let run = SegmenterRun { plain_misses: 10.0, plain_hits: vec![1.0, 3.0], hits, ..SegmenterRun::default() };
        assert!((run.plain_seconds() - 18.0).abs() < 1e-9);
        assert!(SegmenterRun::default().plain_seconds().abs() < 1e-9);
    }

    #[test]
    fn pages_of_one_template_are_segmented_once_and_mapped_as_plain_segmentation_has_them() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let folder = directory.path().join("shop");
        fs::create_dir(&folder)?;
        let page = |name: &str, next: &str| {
            format!(
                "<nav><ul><li><a href={next}.html>Next</a><li><a href=index.html>All the lamps</a></ul></nav>\
                 <main><h1>{name}</h1><p>A lamp that is called {name}.</p><p>It is made of brass.</p></main>\
                 <footer><p>Lamps since 1920</p></footer>"
            )
        };
        fs::write(folder.join("index.html"), page("Desk", "wall"))?;
        fs::write(folder.join("wall.html"), page("Wall", "floor"))?;
        fs::write(folder.join("floor.html"), page("Floor", "none"))?;
        let segmenters = vec![Recipe::named(tamis::Task::Segment, "landmarks")?];
        let mut run = Run { segmenters, layouts: None, every: 1, options: ClusterOptions::default() };
        let sites = of_folders(directory.path(), 10)?;
        let ran = run.site(&sites[0])?;
        let segmenter = &ran.segmenters[0];
        assert_eq!((ran.n_pages, segmenter.n_clusters, segmenter.n_segmented(), segmenter.hits.len()), (3, 1, 1, 2));
        let likeness = &segmenter.likeness;
        assert_eq!((likeness.n_pages, likeness.levels[0].n_equal), (2, likeness.levels[0].n_plain));
        assert!(likeness.levels[0].n_plain >= 6 && likeness.causes.is_empty());
        assert_eq!(likeness.strict_nodes.0, likeness.strict_nodes.1);
        Ok(())
    }
}
