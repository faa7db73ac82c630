//! `tamis fetch`

use crate::args::files;
use crate::args::network::NetworkArgs;
use crate::args::parse_size;
use crate::failure::{End, failure, say};
use crate::interrupt;
use crate::output::progress::Progress;
use crate::output::standard_output;
use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueHint};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use tamis::network::{AddressError, ArchiveFile, CacheUse, Fetched, FetchedAddress, Lists, Network};
use tamis::{Hint, Url};

/// Pages of the web, stored as they were sent
///
/// Fetches what is at the addresses and stores requests and answers, redirects too, in a web archive (.warc.gz) that tamis and other
/// tools read: `tamis records x.warc.gz`. An archive that is there already grows, and what a killed run left half-written at
/// its end is cut off. Without -o the content of one page is printed.
#[derive(Args, Debug)]
pub(crate) struct FetchArgs {
    /// Address
    #[arg(value_name = "URL", required_unless_present = "urls", value_hint = ValueHint::Url)]
    addresses: Vec<String>,

    /// Fetch the pages that sitemaps and feeds list, and not those lists themselves
    #[arg(long, help_heading = "Input")]
    follow_lists: bool,

    /// Fetch the style sheets, fonts and images of each page too, so that it can be laid out later
    #[arg(long, help_heading = "Input", requires = "output")]
    with_resources: bool,

    /// Store into this archive, a .warc.gz
    #[arg(short, long, value_name = "FILE", help_heading = "Output", value_hint = ValueHint::FilePath, value_parser = files::WRITTEN)]
    output: Option<PathBuf>,

    /// Say more on standard error: a line a page
    #[arg(short, long, help_heading = "Output")]
    verbose: bool,

    /// Bytes that an answer may have; a larger one fails. K, M and G are understood
    #[arg(long, value_name = "SIZE", default_value = "64M", help_heading = "Limits", value_parser = parse_size)]
    max_bytes: usize,

    #[command(flatten)]
    network: NetworkArgs,
}

pub(crate) fn run(args: &FetchArgs) -> Result<End> {
    let (urls, bad_lines) = args.network.addresses(&args.addresses)?;
    if urls.is_empty() && bad_lines.is_empty() {
        return Err(failure("there are no addresses in the list", "write one address a line"));
    }
    let network = Network::new(&args.network.options(args.max_bytes))?;
    match &args.output {
        None => match bad_lines.first() {
            Some(line) => Err(failure(line, "write one address a line, as in https://example.org/page")),
            None => print_one(args, &network, &urls),
        },
        Some(path) => store_all(args, path, &network, urls, bad_lines),
    }
}

/// What is at one address, as it is.
fn print_one(args: &FetchArgs, network: &Network, urls: &[Url]) -> Result<End> {
    standard_output::check()?;
    let [url] = urls else {
        return Err(failure("several answers do not fit on one stream", "add -o x.warc.gz to store them"));
    };
    if args.follow_lists {
        return Err(failure("the pages of a list do not fit on one stream", "add -o x.warc.gz to store them"));
    }
    let fetched = match network.fetch(url).and_then(|fetched| Ok(fetched.error_for_status()?)) {
        Ok(fetched) => fetched,
        Err(error) => {
            say(&format!("error: {error}"));
            if let Some(hint) = error.hint() {
                say(&format!("hint: {}", hint.for_command()));
            }
            return Ok(End::SomeFailed);
        }
    };
    if args.verbose {
        say(&told(url, &fetched));
    }
    standard_output::write(&fetched.body).map(|()| End::Found)
}

fn store_all(args: &FetchArgs, path: &Path, network: &Network, urls: Vec<Url>, bad_lines: Vec<String>) -> Result<End> {
    check_name(path)?;
    let archive = ArchiveFile::append(path).map_err(|error| anyhow!(error))?;
    let lists = if args.follow_lists { Lists::Follow } else { Lists::Keep };
    let mut storing = Storing {
        archive,
        path,
        progress: Progress::counter(),
        is_verbose: args.verbose,
        hints_given: BTreeSet::new(),
        n_stored: 0,
        n_files: 0,
        n_files_failed: 0,
        n_failed: 0,
    };
    interrupt::listen(
        "what is stored is whole; with the addresses that follow, the same command adds to it".to_owned(),
    );
    for line in bad_lines {
        storing.fail(&line, None);
    }
    let mut known = HashSet::new();
    let mut fetches = network.fetch_all(urls, lists);
    while let Some(FetchedAddress { url, result, .. }) = fetches.next() {
        for note in fetches.notes() {
            storing.progress.say(&format!("warning: {note}"));
        }
        storing.page(&url, &result)?;
        if let Ok(page) = result.as_ref().map_err(drop)
            && args.with_resources
        {
            network
                .fetch_resources(page, &mut known, |FetchedAddress { url, result, .. }| storing.file(&url, &result))?;
        }
        storing.progress.step();
        interrupt::count_done(1);
        if interrupt::is_asked() {
            break;
        }
    }
    // Those of a list without pages, after which nothing comes.
    for note in fetches.notes() {
        storing.progress.say(&format!("warning: {note}"));
    }
    let end = storing.finish();
    interrupt::check().map(|()| end)
}

/// What was stored so far.
struct Storing<'a> {
    archive: ArchiveFile,
    path: &'a Path,
    progress: Progress,
    is_verbose: bool,
    hints_given: BTreeSet<Hint>,
    n_stored: usize,
    n_files: usize,
    n_files_failed: usize,
    n_failed: usize,
}

impl Storing<'_> {
    fn store(&mut self, fetched: &Fetched) -> Result<()> {
        self.archive.store(fetched).with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn page(&mut self, url: &Url, result: &Result<Fetched, AddressError>) -> Result<()> {
        match result {
            Ok(fetched) => {
                // Also that a page is gone is worth storing.
                self.store(fetched)?;
                self.n_stored += 1;
                if self.is_verbose {
                    self.progress.say(&told(url, fetched));
                }
                if fetched.status >= 400 {
                    self.fail(&format!("{url}: the server answered {}", fetched.status), None);
                }
            }
            Err(error) => self.fail(&error.to_string(), error.hint()),
        }
        Ok(())
    }

    /// A style sheet or an image. That one is missing is said, and is no failure of the page.
    fn file(&mut self, url: &Url, result: &Result<Fetched, AddressError>) -> Result<()> {
        match result {
            Ok(fetched) => {
                self.store(fetched)?;
                *(if fetched.status < 400 { &mut self.n_files } else { &mut self.n_files_failed }) += 1;
                if self.is_verbose {
                    self.progress.say(&told(url, fetched));
                }
            }
            Err(error) => {
                self.n_files_failed += 1;
                if self.is_verbose {
                    self.progress.say(&format!("warning: {error}"));
                }
            }
        }
        Ok(())
    }

    fn fail(&mut self, message: &str, hint: Option<Hint>) {
        self.n_failed += 1;
        self.progress.say(&format!("error: {message}"));
        if let Some(hint) = hint.filter(|hint| self.hints_given.insert(hint.clone())) {
            self.progress.say(&format!("hint: {}", hint.for_command()));
        }
    }

    fn finish(self) -> End {
        self.progress.finish();
        let Storing { path, n_stored, n_files, n_files_failed, n_failed, .. } = self;
        let mut summary = format!("{}: {n_stored} {} stored", path.display(), plural(n_stored, "answer"));
        if n_files + n_files_failed > 0 {
            summary += &format!(", with {n_files} style sheets, fonts and images");
        }
        if n_files_failed > 0 {
            summary += &format!(" ({n_files_failed} more could not be had)");
        }
        if n_failed > 0 {
            summary += &format!(", {n_failed} failed");
        }
        say(&summary);
        if n_failed > 0 { End::SomeFailed } else { End::Found }
    }
}

/// The line of an answer.
fn told(url: &Url, fetched: &Fetched) -> String {
    let mut line = format!("{url}: {}, {} bytes", fetched.status, fetched.body.len());
    if fetched.url != *url && fetched.exchanges.len() > 1 {
        line += &format!(", at {}", fetched.url);
    }
    if fetched.from_cache != CacheUse::No {
        line += ", from the cache";
    }
    line
}

fn plural(n: usize, word: &str) -> String {
    if n == 1 { word.to_owned() } else { format!("{word}s") }
}

/// Only one form is written, and a name that promises another would mislead.
pub(crate) fn check_name(path: &Path) -> Result<()> {
    let name = path.to_string_lossy().to_ascii_lowercase();
    if name.ends_with(".warc.gz") {
        return Ok(());
    }
    let hint = "give it a name that ends with .warc.gz, as in pages.warc.gz";
    Err(failure(format!("{} is not the name of an archive that can be written", path.display()), hint))
}
