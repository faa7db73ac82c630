//! Wrappers: learned from pages, read from JSON, applied, checked, repaired and exported.

use crate::errors::{self, ErrorClass, error};
use crate::input::PageInput;
use crate::page::Page;
use crate::run::{self, Where};
use crate::settings::Settings;
use crate::table::Table;
use pyo3::Borrowed;
use pyo3::prelude::*;
use tamis::Findings;
use tamis::errors::{ColumnEditError, LearnError, WrapperFileError};
use tamis::export::{self, WrapperExportError, WrapperExportOptions, WrapperTarget};
use tamis::wrapper::{self, CheckOptions, ColumnEdit, LearnOptions, ReadyWrapper, SelectorLanguage, Subject};

/// A wrapper that was checked. `tamis.Wrapper` holds one.
#[pyclass(frozen, module = "tamis._tamis", name = "ReadyWrapper")]
pub(crate) struct Wrapper(ReadyWrapper);

impl Wrapper {
    pub(crate) fn ready(&self) -> &ReadyWrapper {
        &self.0
    }

    /// A wrapper as Python has it.
    pub(crate) fn new(py: Python<'_>, wrapper: wrapper::Wrapper) -> PyResult<Wrapper> {
        let ready = run::guarded(py, || ReadyWrapper::new(wrapper))?;
        ready.map(Wrapper).map_err(|wrong| error(py, ErrorClass::Wrapper, wrong, None))
    }
}

#[pymethods]
impl Wrapper {
    /// Reads a wrapper from its JSON.
    #[staticmethod]
    fn from_json(py: Python<'_>, json: &[u8]) -> PyResult<Wrapper> {
        let wrapper = run::guarded(py, || wrapper::from_json(json))?.map_err(|wrong| of_file(py, &wrong))?;
        if wrapper.columns.is_empty() {
            return Err(error(
                py,
                ErrorClass::Wrapper,
                "the wrapper has no columns",
                Some("add some, or learn it again"),
            ));
        }
        Wrapper::new(py, wrapper)
    }

    /// The wrapper as JSON.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        run::guarded(py, || wrapper::to_json(self.0.wrapper()))
    }

    /// Region, record, columns and examples for a person.
    fn summary(&self, py: Python<'_>, width: usize) -> PyResult<String> {
        run::guarded(py, || wrapper::summary(self.0.wrapper(), width))
    }

    /// The rows of a page.
    #[pyo3(signature = (html, url, settings))]
    fn apply(&self, py: Python<'_>, html: &Bound<'_, PyAny>, url: Option<&str>, settings: &Settings) -> PyResult<Page> {
        let (input, url) = PageInput::of(html, url, settings)?;
        let place = Where::for_page(settings, input.n_bytes(), settings.may_render(false));
        let (origin, limits, ready) = (input.origin(), settings.limits, self.0.clone());
        let findings = run::with_reader(py, settings, place, move |reader| {
            let page = reader.read(input.read(&limits, url)?)?;
            Ok(ready.apply(&page))
        })?;
        Ok(Page::found(findings, origin, settings))
    }

    /// A program for another tool that gives the same rows.
    fn export(&self, py: Python<'_>, target: &str, start_urls: Vec<String>) -> PyResult<String> {
        let Some(known) = WrapperTarget::named(target) else {
            let names: Vec<&str> = WrapperTarget::ALL.into_iter().map(WrapperTarget::as_str).collect();
            let hint = format!("there are {}", names.join(", "));
            return Err(error(py, ErrorClass::Value, format!("there is no target '{target}'"), Some(&hint)));
        };
        let options = WrapperExportOptions::default().with_start_urls(start_urls);
        let written = run::guarded(py, || export::wrapper(self.0.wrapper(), known, &options))?;
        written.map_err(|refused| {
            let hint = match &refused {
                WrapperExportError::NoWords { .. } => "another target may have words for it: 'lxml' takes every XPath",
                _ => "correct it in the wrapper's JSON, or learn it again",
            };
            error(py, ErrorClass::Wrapper, refused, Some(hint))
        })
    }

    /// Holds the wrapper against pages: a report as JSON and as text, and a repaired wrapper if one was asked for and
    /// something has changed.
    fn check(
        &self,
        py: Python<'_>,
        pages: Vec<PyRef<'_, Page>>,
        names: Vec<String>,
        repairs: Repairs,
        settings: &Settings,
    ) -> PyResult<(String, String, Option<Wrapper>)> {
        let (pages, ready) = (findings_of(pages), self.0.clone());
        let checked = run::with_reader(py, &for_many(settings, pages.len()), Where::OnThread, move |_| {
            let report = wrapper::check(&ready, &pages, &names, &CheckOptions::default());
            let is_repaired = repairs == Repairs::Always || repairs == Repairs::IfDrifted && report.has_drift();
            let repair = is_repaired.then(|| wrapper::repair(ready.wrapper(), &pages)).transpose();
            Ok(repair.map(|repair| {
                let json = export::wrapper_check_json(ready.wrapper(), &report, repair.as_ref());
                let mut text = export::wrapper_check_text(ready.wrapper(), &report, repair.as_ref());
                if report.has_drift() && repair.is_none() {
                    text.push_str(
                        "\nhint: check(pages, repair=True) finds a wrapper that fits these pages, or learn it again\n",
                    );
                }
                (json, text, repair.map(|repair| repair.wrapper))
            }))
        })?;
        let (json, text, repaired) = checked.map_err(|failed| errors::of(py, failed))?;
        Ok((json, text, repaired.map(|repaired| Wrapper::new(py, repaired)).transpose()?))
    }
}

/// When a wrapper is repaired.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repairs {
    Never,
    IfDrifted,
    Always,
}

impl<'py> FromPyObject<'_, 'py> for Repairs {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Repairs> {
        Ok(match given.extract::<&str>()? {
            "always" => Repairs::Always,
            "if-drifted" => Repairs::IfDrifted,
            _ => Repairs::Never,
        })
    }
}

/// What was found on pages; those that could not be read teach nothing.
fn findings_of(pages: Vec<PyRef<'_, Page>>) -> Vec<Findings> {
    pages.into_iter().filter_map(|page| page.findings().map(|findings| Findings::clone(findings))).collect()
}

/// The limits of a page for as many as there are.
fn for_many(settings: &Settings, n_pages: usize) -> Settings {
    let n_pages = n_pages.max(1) as u32;
    let timeout = settings.timeout.map(|timeout| timeout.saturating_mul(n_pages));
    Settings { timeout, max_steps: settings.max_steps.saturating_mul(n_pages.into()), ..settings.clone() }
}

/// Learns a wrapper from pages that were asked for their records. Says also what is odd about the pages.
#[pyfunction]
fn learn_wrapper(
    py: Python<'_>,
    pages: Vec<PyRef<'_, Page>>,
    names: Vec<String>,
    options: (String, String, usize),
    columns: Vec<String>,
    settings: &Settings,
) -> PyResult<(Wrapper, Vec<String>)> {
    let (subject, language, table_idx) = options;
    let options = learn_options(py, &subject, &language)?;
    let edits = columns.into_iter().map(|text| text.parse()).collect::<Result<Vec<ColumnEdit>, _>>();
    let edits = edits.map_err(|refused| errors::of(py, refused))?;
    let pages: Vec<Findings> =
        findings_of(pages).into_iter().map(|findings| findings.with_main_table(table_idx)).collect();
    let learned = run::with_reader(py, &for_many(settings, pages.len()), Where::OnThread, move |_| {
        Ok(learn(&pages, &names, options, &edits))
    })?;
    match learned {
        Ok((wrapper, warnings)) => Ok((Wrapper::new(py, wrapper)?, warnings)),
        Err(Unlearned::Nothing(failed)) => Err(errors::of(py, failed)),
        Err(Unlearned::Edit(refused)) => Err(errors::of(py, refused)),
    }
}

/// The wrapper of a table that was found.
#[pyfunction]
fn wrapper_of_table(py: Python<'_>, table: &Table) -> PyResult<Wrapper> {
    let (findings, table_idx) = table.findings();
    let findings = Findings::clone(findings).with_main_table(table_idx);
    let learned = run::with_reader(py, table.settings(), Where::OnThread, move |_| {
        Ok(wrapper::learn(&[findings], &LearnOptions::default()))
    })?;
    learned.map_err(|failed| errors::of(py, failed)).and_then(|wrapper| Wrapper::new(py, wrapper))
}

/// The page that a table is of, with the table as its main one.
#[pyfunction]
fn page_of_table(table: &Table) -> Page {
    let (findings, table_idx) = table.findings();
    Page::found(Findings::clone(findings).with_main_table(table_idx), None, table.settings())
}

enum Unlearned {
    Nothing(LearnError),
    Edit(ColumnEditError),
}

fn learn(
    pages: &[Findings],
    names: &[String],
    options: LearnOptions,
    edits: &[ColumnEdit],
) -> Result<(wrapper::Wrapper, Vec<String>), Unlearned> {
    let mut learned = wrapper::learn(pages, &options).map_err(Unlearned::Nothing)?;
    wrapper::edit(&mut learned, edits, pages).map_err(Unlearned::Edit)?;
    let name = |place: usize| names.get(place).map_or_else(|| format!("page {}", place + 1), Clone::clone);
    let odd = wrapper::odd_pages(pages).into_iter().map(|(place, typical, alike)| {
        let (one, other) = (name(place), name(typical));
        format!("{one} looks like a page of another template: it is {:.0} % like {other}", 100.0 * alike)
    });
    let empty = learned.learned.pages.iter().enumerate().filter(|(_, page)| page.n_rows == 0);
    let empty = empty.map(|(place, _)| format!("{}: the wrapper finds nothing here", name(place)));
    let warnings = odd.chain(empty).collect();
    Ok((learned, warnings))
}

fn learn_options(py: Python<'_>, subject: &str, language: &str) -> PyResult<LearnOptions> {
    let mut options = LearnOptions::default();
    options.subject = match subject {
        "auto" => Subject::Auto,
        "many" => Subject::Many,
        "one" => Subject::One,
        other => {
            let message = format!("pages have no subject '{other}'");
            return Err(error(py, ErrorClass::Value, message, Some("subject is auto, many or one")));
        }
    };
    options.language = match language {
        "xpath" => SelectorLanguage::XPath,
        "css" => SelectorLanguage::Css,
        other => {
            let message = format!("there is no language '{other}' of selectors");
            return Err(error(py, ErrorClass::Value, message, Some("language is xpath or css")));
        }
    };
    Ok(options)
}

fn of_file(py: Python<'_>, wrong: &WrapperFileError) -> PyErr {
    let excerpt = wrong.excerpt().map_or_else(String::new, |excerpt| format!("\n{excerpt}"));
    error(py, ErrorClass::Wrapper, format!("{wrong}{excerpt}"), wrong.hint())
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Wrapper>()?;
    module.add_function(wrap_pyfunction!(learn_wrapper, module)?)?;
    module.add_function(wrap_pyfunction!(wrapper_of_table, module)?)?;
    module.add_function(wrap_pyfunction!(page_of_table, module)?)
}
