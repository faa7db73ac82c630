//! `tamis templates`

use crate::args::files;
use crate::args::store;
use crate::failure::{End, failure, say};
use crate::output;
use crate::output::standard_output;
use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use tamis::export;
use tamis::site::{self, StoredTemplateInfo, TemplateStore};
use tamis::wrapper;

/// What a store remembers of sites: list, look at, draw and forget templates
#[derive(Args, Debug)]
pub(crate) struct TemplatesArgs {
    #[command(subcommand)]
    what: TemplatesCommand,
}

#[derive(Subcommand, Debug)]
enum TemplatesCommand {
    /// A line for each template: what was asked, pages mapped, their similarity, areas, bytes
    Ls {
        #[command(flatten)]
        store: StoreArgs,
        /// Only of this site
        #[arg(value_name = "SITE")]
        site: Option<String>,
        #[command(flatten)]
        form: FormArgs,
    },
    /// All that is known of templates: areas with their roles and places, columns, counts
    Show {
        #[command(flatten)]
        store: StoreArgs,
        /// A site, or one of its templates
        #[arg(value_name = "SITE[/ID]")]
        name: String,
        #[command(flatten)]
        form: FormArgs,
    },
    /// Write the selectors of a template's main table as a wrapper, for `tamis wrapper` and other tools
    Wrapper {
        #[command(flatten)]
        store: StoreArgs,
        /// A template
        #[arg(value_name = "SITE/ID")]
        name: String,
        /// Which table of the template's first page; 1 is the main one
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        table: u32,
        /// Write to this file instead of standard output
        #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = files::WRITTEN)]
        output: Option<PathBuf>,
    },
    /// Forget a template, or all of a site; their pages are asked anew
    Forget {
        #[command(flatten)]
        store: StoreArgs,
        /// A site, or one of its templates
        #[arg(value_name = "SITE[/ID]")]
        name: String,
    },
    /// Draw the areas of a template where they are on its first page, which must have been rendered
    Draw {
        #[command(flatten)]
        store: StoreArgs,
        /// A template
        #[arg(value_name = "SITE/ID")]
        name: String,
        /// The file to draw into: .svg or .png
        #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = files::WRITTEN)]
        output: PathBuf,
    },
}

#[derive(Args, Debug)]
struct StoreArgs {
    /// The store: a file, or `postgres://user:password@host/database`
    #[arg(long, value_name = "STORE", value_hint = ValueHint::FilePath)]
    store: String,
}

#[derive(Args, Debug)]
struct FormArgs {
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Form,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// To look at
    Text,
    /// An array with an object a template
    Json,
}

pub(crate) fn run(args: &TemplatesArgs) -> Result<End> {
    match &args.what {
        TemplatesCommand::Ls { store, site, form } => {
            let found = list(&mut *open(store)?, site.as_deref())?;
            print(&found, form.format, export::template_list)
        }
        TemplatesCommand::Show { store, name, form } => {
            let found = find(&mut *open(store)?, name)?;
            print(&found, form.format, |found| found.iter().map(export::template_text).collect())
        }
        TemplatesCommand::Wrapper { store, name, table, output } => {
            write_wrapper(&mut *open(store)?, name, *table as usize, output.as_deref())
        }
        TemplatesCommand::Forget { store, name } => forget(&mut *open(store)?, name),
        TemplatesCommand::Draw { store, name, output } => draw(&mut *open(store)?, name, output),
    }
}

fn open(args: &StoreArgs) -> Result<Box<dyn TemplateStore>> {
    store::open_existing(&args.store)
}

/// The templates of a site, or of all.
fn list(store: &mut dyn TemplateStore, site: Option<&str>) -> Result<Vec<StoredTemplateInfo>> {
    let sites = match site {
        Some(site) => vec![site.to_owned()],
        None => store.sites().map_err(tamis::Error::from)?.into_iter().map(|(site, _)| site).collect(),
    };
    let mut found = Vec::new();
    for site in sites {
        found.extend(site::list(&store.load(&site).map_err(tamis::Error::from)?));
    }
    Ok(found)
}

/// The templates that a name stands for: those of a site of this name, else the one after its last slash.
fn find(store: &mut dyn TemplateStore, name: &str) -> Result<Vec<StoredTemplateInfo>> {
    let of_site = list(store, Some(name))?;
    match name.rsplit_once('/') {
        Some((site, id)) if of_site.is_empty() => {
            let mut found = list(store, Some(site))?;
            found.retain(|template| template.id == id);
            Ok(found)
        }
        _ => Ok(of_site),
    }
}

fn print(found: &[StoredTemplateInfo], format: Form, text: impl Fn(&[StoredTemplateInfo]) -> String) -> Result<End> {
    let written = match format {
        Form::Text if found.is_empty() => String::new(),
        Form::Text => text(found),
        Form::Json => export::templates_json(found),
    };
    if found.is_empty() {
        say("there are no such templates");
    }
    standard_output::write(written.as_bytes())?;
    Ok(if found.is_empty() { End::NothingFound } else { End::Found })
}

fn forget(store: &mut dyn TemplateStore, name: &str) -> Result<End> {
    let mut n_forgotten = store.forget(name, None).map_err(tamis::Error::from)?;
    if let Some((site, id)) = name.rsplit_once('/').filter(|_| n_forgotten == 0) {
        n_forgotten = store.forget(site, Some(id)).map_err(tamis::Error::from)?;
    }
    say(&format!("forgot {n_forgotten} template{}", if n_forgotten == 1 { "" } else { "s" }));
    Ok(if n_forgotten == 0 { End::NothingFound } else { End::Found })
}

/// The one template of a name.
fn find_one(store: &mut dyn TemplateStore, name: &str) -> Result<StoredTemplateInfo> {
    let mut found = find(store, name)?;
    let (message, hint) = match (found.len(), found.pop()) {
        (1, Some(template)) => return Ok(template),
        (0, _) => (format!("there is no template {name}"), "`tamis templates ls` lists them"),
        (n, _) => (format!("{name} has {n} templates"), "name one of them, as `tamis templates ls` does"),
    };
    Err(failure(message, hint))
}

fn full_name(template: &StoredTemplateInfo) -> String {
    format!("{}/{}", template.site, template.id)
}

fn unreadable(template: &StoredTemplateInfo) -> anyhow::Error {
    failure(format!("this version cannot read {}", full_name(template)), "forget it, and it is learned anew")
}

fn write_wrapper(store: &mut dyn TemplateStore, name: &str, table_no: usize, output: Option<&Path>) -> Result<End> {
    let template = find_one(store, name)?;
    if template.areas.is_none() {
        return Err(unreadable(&template));
    }
    let name = full_name(&template);
    let wrapper = match template.wrappers.get(table_no - 1) {
        Some(Ok(wrapper)) => wrapper,
        Some(Err(reason)) => {
            say(&format!("table {table_no} of {name} has no wrapper: {reason}"));
            return Ok(End::NothingFound);
        }
        None => {
            say(&format!("{name} has no table {table_no}, only {}", template.wrappers.len()));
            return Ok(End::NothingFound);
        }
    };
    let file = wrapper::to_json(wrapper);
    match output.filter(|path| *path != Path::new("-")) {
        Some(path) => output::write_file(path, file.as_bytes())?,
        None => standard_output::write(file.as_bytes())?,
    }
    Ok(End::Found)
}

fn draw(store: &mut dyn TemplateStore, name: &str, path: &Path) -> Result<End> {
    let template = find_one(store, name)?;
    let full_name = full_name(&template);
    let Some(areas) = &template.areas else {
        return Err(unreadable(&template));
    };
    let not_rendered = |_| {
        failure(
            format!("nobody knows where the areas of {full_name} are: its first page was not rendered"),
            "forget it and run `tamis site` again with --render embedded, asking for segment",
        )
    };
    let bytes = match path.extension().and_then(OsStr::to_str) {
        Some("svg") => export::template_svg(&full_name, areas).map_err(not_rendered)?.into_bytes(),
        Some("png") => png(&full_name, areas)?.map_err(not_rendered)?,
        _ => return Err(failure(format!("cannot draw into {}", path.display()), "end its name in .svg or .png")),
    };
    output::write_file(path, &bytes)?;
    Ok(End::Found)
}

type Drawn = Result<Vec<u8>, tamis::errors::NotRendered>;

#[cfg(feature = "pictures")]
#[expect(clippy::unnecessary_wraps, reason = "other builds draw no pictures")]
fn png(name: &str, areas: &[site::TemplateArea]) -> Result<Drawn> {
    Ok(export::template_png(name, areas))
}

#[cfg(not(feature = "pictures"))]
fn png(_: &str, _: &[site::TemplateArea]) -> Result<Drawn> {
    Err(failure("this build draws no pictures", "use -o FILE.svg, or build it with the feature `pictures`"))
}
