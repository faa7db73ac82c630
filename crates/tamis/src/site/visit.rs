//! One page: read, compared, mapped or asked, in the order that [`site`](super) tells.

use super::input::{OpenedPage, SiteInput};
use super::order::{FingerprintedPage, Order, TooLate, Turn};
use super::run::{KnownSites, Memory};
use super::{SitePage, TemplateUse};
use crate::batch::{Clock, JobError};
use crate::error::Error;
use crate::findings::Findings;
use crate::page::{Page, PageReader};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tamis_page::Capture;
use tamis_sites::{Clusters, Drift, Fingerprint, Mapped, Miss, Template, Visit, most_typical};

/// A page and how it came about.
pub(super) struct Visited {
    pub(super) page: SitePage,
    pub(super) path: Path,
    /// Templates that were learned from pages ahead of it.
    pub(super) n_ahead: usize,
}

/// Which way a page took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Path {
    Mapped,
    /// The page was mapped, and its main table was read by selectors.
    Applied,
    NewTemplate,
    LearnedAgain,
}

impl Path {
    /// Whether no method was asked.
    pub(super) fn is_hit(self) -> bool {
        matches!(self, Path::Mapped | Path::Applied)
    }
}

/// What was prepared before the turn of the page.
struct Prepared {
    /// From a template that was known then.
    mapped: Option<(Arc<Template>, Mapped)>,
    asked: Option<LearnedPage>,
    /// What was learned from a page ahead.
    ahead: Option<Template>,
}

/// The answers of the long way, and what is remembered of them.
struct LearnedPage {
    findings: Findings,
    template: Template,
}

/// What is decided in the turn of a page.
struct Decision {
    visit: Visit,
    /// The template that was tried.
    name: Option<String>,
    /// The share of its frame that is missing; `None` if it could not be read.
    missing: Option<f64>,
}

/// A page while it is worked on.
struct Work<'r> {
    memory: &'r Memory,
    reader: &'r mut PageReader,
    turn: Turn<'r>,
    clock: &'r Clock<'r>,
    waited: Duration,
    ahead: Ahead,
}

/// The pages that come after one.
#[expect(clippy::large_enum_variant, reason = "there is one a page")]
enum Ahead {
    /// Nobody looked at them.
    Unread(Vec<SiteInput>),
    /// The one of them to learn from instead of this one; `None` if that is this one.
    Typical(Option<OpenedPage>),
}

/// Reads a page and finds out all that was asked.
pub(super) fn visit(
    memory: &Memory,
    order: &Order,
    number: usize,
    mut input: SiteInput,
    reader: &mut PageReader,
    clock: &Clock<'_>,
) -> Result<Visited, Error> {
    let begun = Instant::now();
    let origin = input.origin().clone();
    let ahead = Ahead::Unread(input.take_ahead());
    let turn = order.turn(number);
    let mut work = Work { memory, reader, turn, clock, waited: Duration::ZERO, ahead };
    let OpenedPage { site, capture, page, .. } = input.open(work.reader)?;
    let seen = Arc::new(FingerprintedPage { site, fingerprint: Fingerprint::of(page.document()) });
    memory.load(&seen.site)?;
    let before = work.wait(|turn| turn.read(Arc::clone(&seen)))?;
    let prepared = work.prepare(&seen, &before, &page, &capture);
    work.wait(Turn::wait)?;
    let (findings, notes, path, n_ahead) = work.decide(&seen, page, &capture, prepared)?;
    let elapsed = begun.elapsed().saturating_sub(work.waited);
    let page = SitePage { origin, site: seen.site.clone(), findings, notes, elapsed };
    Ok(Visited { page, path, n_ahead })
}

impl<'r> Work<'r> {
    fn wait<T>(&mut self, wait: impl FnOnce(&Turn<'r>) -> Result<T, TooLate>) -> Result<T, TooLate> {
        let begun = Instant::now();
        let waited = self.clock.stopped(|| wait(&self.turn));
        self.waited += begun.elapsed();
        waited
    }

    /// Does what will be needed in the turn of the page, as far as that is known before: maps the page from the template that
    /// it is similar to, and asks it if there is none that fits and none can come from a page before it. What fails here
    /// is done again in the turn, if it is needed then.
    fn prepare(
        &mut self,
        seen: &FingerprintedPage,
        before: &[Arc<FingerprintedPage>],
        page: &Page,
        capture: &Capture,
    ) -> Prepared {
        let options = self.memory.options;
        let found = template_for(self.memory.lock().clusters(&seen.site), &seen.fingerprint);
        let mapped = found.map(|template| {
            let mapped = template.map(page.view().page(), options.mapping);
            (template, mapped)
        });
        let fits = mapped.as_ref().is_some_and(|(_, mapped)| mapped.frame.missing() <= options.max_missing);
        let is_similar = |other: &FingerprintedPage| {
            other.site == seen.site && options.are_alike(&seen.fingerprint, &other.fingerprint)
        };
        let may_fit = fits || before.iter().any(|other| is_similar(other));
        let ahead = if may_fit || mapped.is_some() { None } else { self.learn_ahead(seen) };
        let asked = if may_fit || ahead.is_some() { None } else { self.ask(page, capture).ok() };
        Prepared { mapped, asked, ahead }
    }

    /// The template of a page ahead that is more typical of it than this one, if there is such a page. That depends on what
    /// the pages are alone, and not on what is known when.
    fn learn_ahead(&mut self, seen: &FingerprintedPage) -> Option<Template> {
        if let Ahead::Unread(inputs) = &mut self.ahead {
            let inputs = std::mem::take(inputs);
            self.ahead = Ahead::Typical(self.find_typical(seen, inputs));
        }
        let Ahead::Typical(Some(opened)) = &self.ahead else { return None };
        // A page that cannot be laid out is no template; it says so itself when it is its turn.
        let findings = self.reader.ask_at_hand(&opened.page, &opened.capture, &self.memory.recipes).ok()?;
        let template = learn(&findings);
        self.reader.recycle(findings.into_page());
        self.memory.options.are_alike(&seen.fingerprint, template.fingerprint()).then_some(template)
    }

    fn find_typical(&mut self, seen: &FingerprintedPage, inputs: Vec<SiteInput>) -> Option<OpenedPage> {
        let mut alike = Vec::new();
        for input in inputs {
            let Ok(opened) = input.open(self.reader) else { continue };
            let fingerprint = Fingerprint::of(opened.page.document());
            if opened.site == seen.site && self.memory.options.are_alike(&seen.fingerprint, &fingerprint) {
                alike.push((fingerprint, opened));
            }
        }
        let fingerprints: Vec<&Fingerprint> =
            [&seen.fingerprint].into_iter().chain(alike.iter().map(|(fingerprint, _)| fingerprint)).collect();
        // The first is this page itself.
        let typical = most_typical(&fingerprints).checked_sub(1)?;
        Some(alike.swap_remove(typical).1)
    }

    /// The long way.
    fn ask(&mut self, page: &Page, capture: &Capture) -> Result<LearnedPage, Error> {
        let findings = self.reader.ask_at_hand(page, capture, &self.memory.recipes)?;
        let template = learn(&findings);
        Ok(LearnedPage { findings, template })
    }

    /// The decision, when it is the page's turn, and what follows from it.
    fn decide(
        &mut self,
        seen: &FingerprintedPage,
        page: Page,
        capture: &Capture,
        prepared: Prepared,
    ) -> Result<(Findings, Vec<String>, Path, usize), Error> {
        let Prepared { mapped, asked, ahead } = prepared;
        let mut decision = self.settle(seen, &page, mapped)?;
        let mut n_ahead = 0;
        if let Visit::Miss(miss @ Miss::Unknown { .. }) = &decision.visit
            && let Some(template) = ahead.or_else(|| self.learn_ahead(seen))
        {
            let mut known = self.memory.lock();
            self.turn.check()?;
            known.clusters(&seen.site).insert(template, miss);
            drop(known);
            n_ahead = 1;
            decision = self.settle(seen, &page, None)?;
        }
        let Decision { visit, name, missing } = decision;
        let miss = match visit {
            Visit::Hit(hit) => {
                let mut known = self.memory.lock();
                self.turn.check()?;
                let name = name.unwrap_or_default();
                let mut notes = known.notes_on(&seen.site);
                let warnings = known.new_warnings(&name, &hit.drift);
                notes.extend(warnings.iter().map(|warning| format!("{name}: {warning}")));
                let template = TemplateUse {
                    id: name,
                    distance: 1.0 - hit.similarity,
                    is_used: true,
                    n_missing: hit.mapped.fit.n_missing,
                    reason: None,
                    is_applied: hit.mapped.is_applied(),
                    why_mapped: hit.mapped.why_mapped.clone(),
                };
                drop(known);
                let path = if template.is_applied { Path::Applied } else { Path::Mapped };
                let findings =
                    Findings::mapped(page, &self.memory.recipes, hit.mapped.answers).with_template(template, warnings);
                return Ok((findings, notes, path, n_ahead));
            }
            Visit::Miss(miss) => miss,
        };
        let LearnedPage { findings, template } = match asked {
            Some(asked) => asked,
            None => self.ask(&page, capture)?,
        };
        drop(page);
        let mut known = self.memory.lock();
        self.turn.check()?;
        let mut notes = known.notes_on(&seen.site);
        let reason = reason(&miss, name.as_deref(), missing, known.clusters(&seen.site));
        let mut warnings = Vec::new();
        let path = if let (Miss::Relearn { .. }, Some(name)) = (&miss, &name) {
            warnings.push(format!("the template was learned again from this page: {reason}"));
            notes.push(format!("{name} was learned again: {reason}"));
            known.forget_warnings(name);
            Path::LearnedAgain
        } else {
            Path::NewTemplate
        };
        let clusters = known.clusters(&seen.site);
        let cluster = clusters.insert(template, &miss);
        let template = TemplateUse {
            id: clusters.name(cluster),
            distance: 0.0,
            is_used: false,
            n_missing: 0,
            reason: Some(reason),
            is_applied: false,
            why_mapped: None,
        };
        drop(known);
        Ok((findings.with_template(template, warnings), notes, path, n_ahead))
    }

    /// Finds the template of the page as the pages before it left them, and maps the page from it. Maps outside of the
    /// lock, and not at all if that was done for the same template already.
    fn settle(
        &self,
        seen: &FingerprintedPage,
        page: &Page,
        mapped: Option<(Arc<Template>, Mapped)>,
    ) -> Result<Decision, TooLate> {
        let mut known = self.memory.lock();
        self.turn.check()?;
        let clusters = known.clusters(&seen.site);
        let (cluster, similarity) = match clusters.find(&seen.fingerprint) {
            Ok(found) => found,
            Err(nearest) => {
                let visit = Visit::Miss(Miss::Unknown { nearest });
                return Ok(Decision { visit, name: None, missing: None });
            }
        };
        let name = Some(clusters.name(cluster));
        let Some(template) = clusters.template(cluster) else {
            let visit = Visit::Miss(Miss::Relearn { cluster, drift: Vec::new() });
            return Ok(Decision { visit, name, missing: None });
        };
        drop(known);
        let mapped = match mapped {
            Some((of, mapped)) if Arc::ptr_eq(&of, &template) => mapped,
            _ => template.map(page.view().page(), self.memory.options.mapping),
        };
        let missing = Some(mapped.frame.missing());
        let mut known = self.memory.lock();
        self.turn.check()?;
        let visit = known.clusters(&seen.site).settle(cluster, similarity, mapped);
        Ok(Decision { visit, name, missing })
    }
}

/// What is remembered of a page and of what was said about it.
fn learn(findings: &Findings) -> Template {
    let pagination = findings.tables().map(|_| findings.page().pagination());
    Template::learn(findings.page().view().page(), findings.answers(), pagination)
}

/// Why a page was asked the long way.
fn reason(miss: &Miss, name: Option<&str>, missing: Option<f64>, clusters: &Clusters) -> String {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let name = name.unwrap_or("the template");
    match miss {
        Miss::Unknown { .. } if clusters.is_empty() => "the first page of its site".to_owned(),
        Miss::Unknown { nearest } => format!(
            "no template is similar enough: the nearest is so to {nearest:.2}, and {:.2} is asked for",
            clusters.options().threshold
        ),
        Miss::DoesNotFit { missing, .. } => {
            format!("{name} is similar, but {} of its frame is missing", percent(*missing))
        }
        Miss::Relearn { drift, .. } if !drift.is_empty() => {
            drift.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        }
        Miss::Relearn { .. } => match missing {
            Some(missing) => {
                format!("pages in a row fit it badly, on this one {} of its frame is missing", percent(missing))
            }
            None => "what was remembered of it cannot be read".to_owned(),
        },
        _ => "it is of no known template".to_owned(),
    }
}

impl KnownSites {
    /// What is odd about a template and was not said before.
    fn new_warnings(&mut self, name: &str, drift: &[Drift]) -> Vec<String> {
        let mut warnings = Vec::new();
        for drift in drift {
            let kind = match drift {
                Drift::LessSimilar { .. } => "less similar".to_owned(),
                Drift::MoreMissing { .. } => "more missing".to_owned(),
                Drift::ColumnEmpty { column, .. } => format!("column {column}"),
                _ => "other".to_owned(),
            };
            if self.said.insert((name.to_owned(), kind)) {
                warnings.push(drift.to_string());
            }
        }
        warnings
    }

    /// The template was learned again: what is odd about it is new.
    fn forget_warnings(&mut self, name: &str) {
        self.said.retain(|(of, _)| of != name);
    }
}

/// The template that a page is of, as far as is known.
fn template_for(clusters: &Clusters, fingerprint: &Fingerprint) -> Option<Arc<Template>> {
    let (cluster, _) = clusters.find(fingerprint).ok()?;
    clusters.template(cluster)
}

/// The page was answered for while it waited, so that this error is handed to nobody.
impl From<TooLate> for Error {
    fn from(_: TooLate) -> Error {
        JobError::Panicked { message: "the page came too late".to_owned() }.into()
    }
}
