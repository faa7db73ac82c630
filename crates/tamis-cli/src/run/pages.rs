//! Pages through a method to the output: what `clean`, `text`, `records` and `segment` have in common.

use crate::args::content::ContentArgs;
use crate::args::form::FormArgs;
use crate::args::method::{MethodArgs, RunsMethods};
use crate::args::rendering::RenderArgs;
use crate::args::{LimitArgs, OutputArgs, SourceArgs};
use crate::failure::{End, failure};
use crate::output::columnar::{self, Shape};
use crate::output::columnar_output::{check_columnar, open_results};
use crate::output::results::{PageResult, Results};
use crate::run::readers::{capture, jobs, reader_factory, silence_workers};
use crate::run::site_noise::{self, SiteArgs};
use anyhow::Result;
use clap::Args;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tamis::errors::NotRendered;
use tamis::export::content::Header;
use tamis::export::{self, Format, Json, JsonPart, WriteOptions};
#[cfg(feature = "papers")]
use tamis::methods::{DerinOptions, TpsOptions};
use tamis::site_noise::SiteNoise;
use tamis::source::{Input, Origin, Sources};
use tamis::wrapper::ReadyWrapper;
use tamis::{Findings, Limits, Needs, PageReader, Recipe, Task, Url, inspect};

/// Which view of each page is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// What the method found, in a form that the user chose or the default.
    Result,
    #[cfg(feature = "papers")]
    /// How the method `tps` came to its region.
    TagPaths,
    /// Where everything is.
    Layout,
    #[cfg(feature = "papers")]
    /// How the method `derin` came to its records, with the similarity of two attributes.
    Derin(Option<(usize, usize)>),
}

/// The arguments of every command that runs a method.
#[derive(Args, Debug)]
pub(crate) struct PagesArgs<C: RunsMethods> {
    #[command(flatten)]
    form: FormArgs<C>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    method: MethodArgs<C>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    render: RenderArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The arguments of a command that applies a wrapper in place of a method.
#[derive(Args, Debug)]
pub(crate) struct AppliedArgs<C: RunsMethods> {
    #[command(flatten)]
    form: FormArgs<C>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    #[command(flatten)]
    render: RenderArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Runs the method on every page and writes the results in the order of the pages.
pub(crate) fn run<C: RunsMethods>(args: &PagesArgs<C>, view: View) -> Result<End> {
    run_with(args, view, &ContentArgs::default(), None, &SiteArgs::default())
}

/// Runs the method on every page and writes the results in the order of the pages: with `content` of the main content, in
/// `form` whatever `--format` says, and without what the pages of a site repeat.
pub(crate) fn run_with<C: RunsMethods>(
    args: &PagesArgs<C>,
    view: View,
    content: &ContentArgs,
    form: Option<Format>,
    site: &SiteArgs,
) -> Result<End> {
    let PagesArgs { source, method, form: form_args, render, output, limits } = args;
    let recipe = content.preset(method.recipe()?)?;
    let records = content.records();
    let site = site.recipe(source)?;
    let sources = source.find(output, limits.limits(), render.resources())?;
    if site.is_some() && sources.again().is_none() {
        return Err(site_noise::cannot_read_twice());
    }
    let fits_one_form = !sources.is_many() || output.output_dir.is_some();
    let asked = form.or(form_args.format);
    let asked = if view == View::Result { content.format(asked, fits_one_form)? } else { Some(Format::Text) };
    let format = choose_format(C::TASK, form_args.format_for_parts(asked)?, sources.is_many(), output)?;
    if records.is_some() && format.is_columnar() {
        return Err(failure(
            format!("the columns of a text in {} have no place for records", format.as_str()),
            "`tamis records` and `tamis site` have columns for them; or use --format jsonl with --records",
        ));
    }
    let needs = match &records {
        _ if view == View::Layout || format.needs_layout() => Needs::RenderedPage,
        Some(records) => recipe.method().needs().max(records.method().needs()),
        None => recipe.method().needs(),
    };
    let rendering = render.rendering(needs, limits.timeout, source.allows_private())?;
    let reader = Arc::new(reader_factory(limits.limits(), source.charset.as_deref(), source.url_from(), rendering)?);
    let shape = shape(C::TASK, format, content);
    let results = open_results(output, format, shape.as_ref(), &sources)?;
    silence_workers(output.verbose);
    let site_noise = site.map(|recipe| {
        let reader = Arc::clone(&reader);
        site_noise::learn(recipe, &sources, source, limits, move || reader())
    });

    let job = Job {
        task: C::TASK,
        asked: Extraction::Methods([recipe].into_iter().chain(records).collect()),
        site_noise,
        view,
        format,
        parts: form_args.parts().into_iter().chain(content.has_markdown().then_some(JsonPart::Markdown)).collect(),
        content: content.clone(),
        options: form_args.write_options(),
        without_constant: form_args.without_constant,
        is_many: sources.is_many(),
        shape,
        is_stream_of_many: sources.is_many() && output.output_dir.is_none(),
        limits: limits.limits(),
        url: source.page_url(),
        explain: output.explain,
        with_time: output.verbose > 0,
    };
    job.run_on_all(sources, results, limits, move || reader())
}

/// Applies a wrapper to every page and writes the results in the order of the pages. No method runs.
pub(crate) fn apply<C: RunsMethods>(args: &AppliedArgs<C>, wrapper: ReadyWrapper) -> Result<End> {
    let AppliedArgs { source, form, render, output, limits } = args;
    let sources = source.find(output, limits.limits(), render.resources())?;
    let format = choose_format(C::TASK, form.format_for_parts(form.format)?, sources.is_many(), output)?;
    if form.without_constant && format.is_columnar() {
        return Err(failure(
            format!("a wrapper declares its columns, and {} has them all", format.as_str()),
            "leave --no-constant out, or remove the column: `tamis wrapper learn … --column`",
        ));
    }
    let rendering = render.rendering(Needs::Document, limits.timeout, source.allows_private())?;
    let reader = reader_factory(limits.limits(), source.charset.as_deref(), source.url_from(), rendering)?;
    let shape = format.is_columnar().then(|| Shape::wrapper(wrapper.wrapper()));
    let results = open_results(output, format, shape.as_ref(), &sources)?;
    silence_workers(output.verbose);
    let job = Job {
        task: C::TASK,
        asked: Extraction::Wrapper(wrapper),
        site_noise: None,
        view: View::Result,
        format,
        parts: form.parts(),
        content: ContentArgs::default(),
        options: form.write_options(),
        without_constant: form.without_constant,
        is_many: sources.is_many(),
        shape,
        is_stream_of_many: sources.is_many() && output.output_dir.is_none(),
        limits: limits.limits(),
        url: source.page_url(),
        explain: output.explain,
        with_time: output.verbose > 0,
    };
    job.run_on_all(sources, results, limits, reader)
}

/// The methods or the wrapper that each page is read with.
enum Extraction {
    /// Methods, first that of the task.
    Methods(Vec<Recipe>),
    Wrapper(ReadyWrapper),
}

/// What a worker does with each page.
struct Job {
    task: Task,
    asked: Extraction,
    /// What goes from every page because the site repeats it.
    site_noise: Option<SiteNoise>,
    view: View,
    format: Format,
    content: ContentArgs,
    /// What JSON holds.
    parts: Vec<JsonPart>,
    options: WriteOptions,
    without_constant: bool,
    is_many: bool,
    /// What rows are, in a form with typed columns.
    shape: Option<Shape>,
    /// Whether one file has all pages.
    is_stream_of_many: bool,
    limits: Limits,
    url: Option<Url>,
    explain: bool,
    with_time: bool,
}

impl Job {
    fn run_on_all(
        self,
        sources: Sources,
        mut results: Results,
        limits: &LimitArgs,
        reader: impl Fn() -> PageReader + Send + Sync + 'static,
    ) -> Result<End> {
        let sources = results.pass_over_done(sources)?;
        let readiness = sources.readiness();
        limits.batch().when_ready(readiness).run(
            jobs(sources),
            reader,
            move |reader, input| self.run(reader, input),
            |(origin, place), result| results.receive(&origin, &place, result),
        );
        results.finish()
    }

    fn run(&self, reader: &mut PageReader, input: Input) -> Result<PageResult, tamis::Error> {
        let begun = Instant::now();
        let origin = input.origin.clone();
        let capture = capture(input, &self.limits, self.url.as_ref())?;
        let mut findings = match &self.asked {
            Extraction::Methods(recipes) => reader.ask(capture, recipes)?,
            Extraction::Wrapper(wrapper) => wrapper.apply(&reader.read(capture)?),
        };
        if let Some(noise) = &self.site_noise {
            findings = findings.without_site_noise(noise);
        }
        if self.without_constant {
            findings = findings.without_constant_columns();
        }
        let missing_table = self.missing_table(&findings);
        // That a text lists nothing needs no remark.
        let tables = findings.tables().filter(|_| self.task == Task::Records);
        let nothing = tables.and_then(|tables| tables.reason.map(str::to_owned));
        let shape = self.shape.as_ref().filter(|_| self.is_stream_of_many);
        let rows = shape.map(|shape| shape.rows(&origin, None, &findings));
        let bytes = if rows.is_some() { Vec::new() } else { self.write(&findings, &origin, begun)? };
        let result = PageResult {
            rows,
            is_empty: findings.is_empty() || missing_table.is_some(),
            remark: missing_table.or(nothing),
            explanation: self.explain.then(|| export::explain(&findings)),
            ..PageResult::of(findings.page(), bytes, begun)
        };
        reader.recycle(findings.into_page());
        Ok(result)
    }

    /// What to say if the table that was asked for is not there.
    fn missing_table(&self, findings: &Findings) -> Option<String> {
        let (n_tables, number) = (findings.tables()?.answer.len(), self.options.table_idx + 1);
        let holds_all = matches!(self.format, Format::Json | Format::JsonLines | Format::Text)
            || (self.format.is_columnar() && self.is_stream_of_many);
        let is_missing = !holds_all && n_tables > 0 && number > n_tables;
        is_missing.then(|| format!("the page has no table {number}, only {n_tables}"))
    }

    fn write(&self, findings: &Findings, origin: &Origin, begun: Instant) -> Result<Vec<u8>, tamis::Error> {
        let page = findings.page();
        let rendered = |what| page.as_rendered().ok_or(NotRendered { what });
        Ok(match self.view {
            View::Result if self.format.is_columnar() => self.write_file(findings, origin),
            View::Result => self.write_result(findings, origin, begun)?,
            #[cfg(feature = "papers")]
            View::TagPaths => inspect::tag_paths(page, self.method_options::<TpsOptions>()).into_bytes(),
            View::Layout => inspect::layout(rendered("a list of boxes")?).into_bytes(),
            #[cfg(feature = "papers")]
            View::Derin(pair) => {
                inspect::derin(rendered("derin")?, self.method_options::<DerinOptions>(), pair).into_bytes()
            }
        })
    }

    /// A file with typed columns of this page alone.
    fn write_file(&self, findings: &Findings, origin: &Origin) -> Vec<u8> {
        // Each page has its own columns, unless a wrapper declares them.
        let has_own_columns = self.task == Task::Records && matches!(self.asked, Extraction::Methods(_));
        let file = match self.shape.as_ref().filter(|_| !has_own_columns) {
            Some(shape) => columnar::file_of_page(self.format, shape.rows(origin, None, findings)),
            None => columnar::file_of_table(self.format, findings, self.options.table_idx),
        };
        file.expect("invariant: the columns of a page are far below what the formats hold")
    }

    #[cfg(feature = "papers")]
    fn method_options<O: 'static>(&self) -> &O {
        let recipe = match &self.asked {
            Extraction::Methods(recipes) => recipes.first(),
            Extraction::Wrapper(_) => None,
        };
        recipe.and_then(Recipe::options_as).expect("invariant: a view of a method's steps is made with that method")
    }

    fn write_result(&self, findings: &Findings, origin: &Origin, begun: Instant) -> Result<Vec<u8>, tamis::Error> {
        if matches!(self.format, Format::Json | Format::JsonLines) {
            let content = self.content.options(self.format);
            let mut json = Json::of(findings).with_origin(origin).with_content(content);
            json = json.with_only(self.parts.iter().copied());
            if self.with_time {
                json = json.with_elapsed(begun.elapsed());
            }
            return Ok(if self.format == Format::Json { json.pretty() } else { json.line() }.into_bytes());
        }
        if self.task == Task::Text {
            let has_lines =
                self.content.has_metadata() && matches!(self.format, Format::Text | Format::ContentMarkdown);
            let header = if has_lines { Header::of(findings.page()).to_front_matter() } else { String::new() };
            let text = export::write_content(findings, self.format, &self.content.options(self.format));
            return Ok((header + &text).into_bytes());
        }
        let mut options = self.options.clone();
        options.name = match self.format {
            Format::RecordLines if self.is_many => Some(origin.to_string()),
            Format::Webis => Some(stem(origin)),
            _ => None,
        };
        let mut bytes = Vec::new();
        findings.write_with(self.format, &options, &mut bytes)?;
        Ok(bytes)
    }
}

/// What rows are, in a form with typed columns.
fn shape(task: Task, format: Format, content: &ContentArgs) -> Option<Shape> {
    let shape = match task {
        Task::Records => Shape::records(),
        _ => Shape::text(content.options(format), content.has_markdown()),
    };
    format.is_columnar().then_some(shape)
}

/// What a page is called without its folder and its extension.
fn stem(origin: &Origin) -> String {
    let name = origin.to_string();
    Path::new(&name).file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned())
}

/// The form that was asked for, else the task's own for one page and JSON Lines for many, which fit on one stream.
fn choose_format(task: Task, asked: Option<Format>, is_many: bool, output: &OutputArgs) -> Result<Format> {
    let is_stream_of_many = is_many && output.output_dir.is_none();
    match asked {
        Some(Format::Png) if cfg!(not(feature = "pictures")) => {
            Err(failure("this build draws no pictures", "use --svg, or build it with the feature `pictures`"))
        }
        Some(Format::Png) if !is_many && output.is_looked_at() => {
            Err(failure("a picture is nothing for a terminal", "add -o page.png"))
        }
        Some(format) if format.is_columnar() => check_columnar(format, output).map(|()| format),
        None | Some(Format::Json) if is_stream_of_many => Ok(Format::JsonLines),
        // A table or an outline to look at is for whoever looks; a program or a file gets all of it.
        None if matches!(task, Task::Records | Task::Segment) && !output.is_looked_at() => Ok(Format::Json),
        None => Ok(Format::for_task(task)[0]),
        Some(format)
            if is_stream_of_many && !matches!(format, Format::JsonLines | Format::RecordLines | Format::Webis) =>
        {
            Err(failure(
                format!("many pages as {} do not fit on one stream", format.as_str()),
                "add --output-dir DIR for one file a page, or use --format jsonl",
            ))
        }
        Some(format) => Ok(format),
    }
}
