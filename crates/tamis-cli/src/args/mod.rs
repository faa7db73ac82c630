//! The arguments that several commands share: where pages come from, where results go, and how much a page may cost.

pub(crate) mod content;
pub(crate) mod files;
pub(crate) mod form;
pub(crate) mod json_parts;
pub(crate) mod method;
#[cfg(feature = "network")]
pub(crate) mod network;
pub(crate) mod rendering;
pub(crate) mod store;
pub(crate) mod templates;

use crate::failure::{failure, say};
use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum, ValueHint};
#[cfg(feature = "network")]
use network::NetworkArgs;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tamis::batch::{self, Batch};
use tamis::source::{SourceOptions, Sources, is_address};
use tamis::{Limits, PathUrls, Url, UrlSource};

/// Where pages come from.
#[derive(Args, Debug)]
#[command(next_help_heading = "Input")]
pub(crate) struct SourceArgs {
    /// File, directory, glob, web archive, address or `-` for standard input
    ///
    /// A directory is searched for .html, .htm and .xhtml files and for archives, also in directories below it; names that
    /// begin with a dot are passed over. Files compressed with gzip are inflated, whatever their name. Of an archive
    /// (.warc, .warc.gz, .warc.zst, .wacz) all pages are read. What begins with http:// or https:// is fetched. Of a sitemap
    /// or a feed, in a file or at an address, the pages that it lists are fetched.
    #[arg(value_name = "SRC", help_heading = None::<&str>, value_hint = ValueHint::AnyPath)]
    #[cfg_attr(feature = "network", arg(required_unless_present = "urls"))]
    #[cfg_attr(not(feature = "network"), arg(required = true))]
    pub(crate) sources: Vec<PathBuf>,

    /// The address of the page, to make its links absolute
    ///
    /// With --url-from path it is the address of the directory.
    #[arg(long, value_name = "URL", value_parser = parse_url)]
    url: Option<Url>,

    /// Who says the address of a page without one [default: saved-from,canonical,base]
    ///
    /// The first that says one counts; names stand with commas between. saved-from is the note that browsers and other tools leave in the pages that they save, canonical is
    /// `<link rel=canonical>` or og:url, and base is `<base href>`. path is the path of a mirror: example.org/lamps/index.html, as
    /// wget names files, is `https://example.org/lamps/`, and with --url the path below what is named is added to that address.
    /// With none a page has the address of --url, of its server or of its archive, or no address.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = url_sources())]
    url_from: Option<Vec<String>>,

    /// Media types that are pages [default: text/html,application/xhtml+xml]
    ///
    /// For archives and addresses; several stand with commas between, and `text/*` is all of a kind.
    #[arg(long, value_name = "TYPES")]
    mime: Option<String>,

    /// Only the page with this address of an archive; may be repeated
    #[arg(long, value_name = "URL", value_parser = parse_url)]
    page: Vec<Url>,

    /// The archive's index (CDX, CDXJ), to find a page without reading all
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = files::READ)]
    cdx: Option<PathBuf>,

    /// The charset of the page, whatever it says itself
    #[arg(long, value_name = "NAME")]
    pub(crate) charset: Option<String>,

    #[cfg(feature = "network")]
    #[command(flatten)]
    network: NetworkArgs,
}

/// Where results go.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "output_dir", value_parser = files::WRITTEN, display_order = 0)]
    pub(crate) output: Option<PathBuf>,

    /// Write a file a page into this directory, and index.jsonl
    ///
    /// Files are named after the pages; index.jsonl has a line a page.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = files::WRITTEN)]
    pub(crate) output_dir: Option<PathBuf>,

    /// Go on with an unfinished run of -o or --output-dir
    ///
    /// As long as a run over many pages is not complete, what it has done is in FILE.partial, or in the files of DIR and
    /// index.jsonl.partial. The same command with --resume goes on behind the last page that was done, and writes what it would
    /// have written without the interruption.
    #[arg(long)]
    pub(crate) resume: bool,

    /// Say on standard error what was removed, and why
    #[arg(long)]
    pub(crate) explain: bool,

    /// Show a progress bar on a terminal
    #[arg(long, value_name = "auto|none", default_value = "auto", hide_possible_values = true)]
    pub(crate) progress: When,

    /// Say more on standard error; JSON has the time a page took
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    Auto,
    None,
}

/// How much a page may cost.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Pages at a time [default: one for each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Seconds that a page may take; one that takes longer fails
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    pub(crate) timeout: Duration,

    /// Bytes that a page may have, such as 500K or 1G
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = parse_size)]
    max_bytes: usize,

    /// Nodes of a page that are read
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_nodes)]
    max_nodes: usize,

    /// Records of a page that are listed
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_rows)]
    max_rows: usize,

    /// How many times as large as the page its output may be
    ///
    /// What goes beyond that is left out, with a warning.
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_growth)]
    max_growth: usize,

    /// Steps of work that a page may take, the same on any machine
    #[arg(long, value_name = "N", default_value_t = batch::MAX_STEPS)]
    max_steps: u64,
}

impl SourceArgs {
    /// The pages, less those in the output directory and those that are done. If a renderer wants it, they come with style
    /// sheets and images of the network.
    pub(crate) fn find_without(
        &self,
        done: &[String],
        output: &OutputArgs,
        limits: Limits,
        resources: Resources,
    ) -> Result<Sources> {
        if self.reads_standard_input() && io::stdin().is_terminal() {
            say("reading standard input from the terminal; Ctrl-D ends it");
        }
        if (!self.page.is_empty() || self.cdx.is_some()) && self.has_addresses() {
            let flag = if self.cdx.is_some() { "--cdx" } else { "--page" };
            return Err(failure(format!("{flag} is for archives"), "name the addresses of pages themselves"));
        }
        let mut options = SourceOptions::default().with_limits(limits).with_except(output.output_dir.clone());
        options.media_types.clone_from(&self.mime);
        options.pages.clone_from(&self.page);
        options.index.clone_from(&self.cdx);
        options.path_urls = self.path_urls()?;
        #[cfg(feature = "network")]
        {
            options.network = Some(self.network.options(limits.max_bytes));
            options.address_list.clone_from(&self.network.urls);
            options.load_resources = resources == Resources::OfNetwork;
            options.done_addresses = done.iter().filter_map(|page| Url::parse(page).ok()).collect();
        }
        #[cfg(not(feature = "network"))]
        let _ = (resources, done);
        let sources = Sources::find(&self.sources, options).map_err(tamis::Error::from)?;
        if sources.is_many() && self.page_url().is_some() {
            return Err(failure(
                "--url is the address of one page, and there may be many here",
                "leave it out: each page's own address is read from the note of whatever saved it, <link rel=canonical> or <base>; \
                 --url-from path makes addresses of the paths below --url",
            ));
        }
        Ok(sources)
    }

    /// The address of the page, if the user said it.
    pub(crate) fn page_url(&self) -> Option<Url> {
        self.url.clone().filter(|_| !self.takes_paths())
    }

    /// Whom pages without an address are asked for it.
    pub(crate) fn url_from(&self) -> Vec<UrlSource> {
        match &self.url_from {
            Some(names) => names.iter().filter_map(|name| UrlSource::named(name)).collect(),
            None => UrlSource::DEFAULT.to_vec(),
        }
    }

    fn takes_paths(&self) -> bool {
        self.url_from().contains(&UrlSource::Path)
    }

    fn path_urls(&self) -> Result<PathUrls> {
        let names = self.url_from.as_deref().unwrap_or_default();
        if names.len() > 1 && names.iter().any(|name| name == NO_URL) {
            return Err(failure("--url-from none stands alone", "leave `none` out, or everything else"));
        }
        Ok(match &self.url {
            _ if !self.takes_paths() => PathUrls::No,
            Some(base) => PathUrls::Below(base.clone()),
            None => PathUrls::OfHosts,
        })
    }

    /// Whether standard input is read, which is possible once.
    pub(crate) fn reads_standard_input(&self) -> bool {
        #[cfg(feature = "network")]
        if self.network.urls.as_deref() == Some(Path::new("-")) {
            return true;
        }
        self.sources.iter().any(|source| source == Path::new("-"))
    }

    /// Whether this machine and private networks may be asked.
    #[cfg_attr(not(feature = "network"), expect(clippy::unused_self, reason = "as where the network is built in"))]
    pub(crate) fn allows_private(&self) -> bool {
        #[cfg(feature = "network")]
        return self.network.allow_private;
        #[cfg(not(feature = "network"))]
        false
    }

    /// Whether pages come from the network.
    pub(crate) fn has_addresses(&self) -> bool {
        #[cfg(feature = "network")]
        if self.network.urls.is_some() {
            return true;
        }
        self.sources.iter().any(|source| source.to_str().is_some_and(is_address))
    }
}

/// Where style sheets and images of pages come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resources {
    /// From where the page is.
    OfPage,
    /// Also from the network.
    OfNetwork,
}

/// The word of `--url-from` that asks none of the sources.
const NO_URL: &str = "none";

fn url_sources() -> PossibleValuesParser {
    let values = UrlSource::ALL.iter().map(|source| PossibleValue::new(source.as_str()).help(source.summary()));
    PossibleValuesParser::new(values.chain([PossibleValue::new(NO_URL).help("nobody")]))
}

impl OutputArgs {
    /// Whether results go to a terminal.
    pub(crate) fn is_looked_at(&self) -> bool {
        self.output_dir.is_none()
            && self.output.as_deref().is_none_or(|path| path == Path::new("-"))
            && io::stdout().is_terminal()
    }
}

impl LimitArgs {
    pub(crate) fn limits(&self) -> Limits {
        Limits::default()
            .with_max_bytes(self.max_bytes)
            .with_max_nodes(self.max_nodes)
            .with_max_rows(self.max_rows)
            .with_max_growth(self.max_growth)
    }

    pub(crate) fn batch(&self) -> Batch {
        let batch = Batch::default().with_timeout(self.timeout).with_max_steps(self.max_steps);
        match self.jobs {
            Some(n_threads) => batch.with_threads(n_threads),
            None => batch,
        }
    }
}

pub(crate) fn parse_url(text: &str) -> Result<Url, String> {
    let mut url = Url::parse(text).map_err(|error| format!("{error}; an address begins as in https://example.org/"))?;
    if url.cannot_be_a_base() {
        return Err("nothing can be relative to this address".to_owned());
    }
    // They would stand in the output. An address without a host has none.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Ok(url)
}

pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    let duration = Duration::try_from_secs_f64(seconds).ok().filter(|duration| !duration.is_zero());
    duration.ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

/// A number of bytes: `1000`, `64K`, `10M`, `1G`; the letters stand for powers of 1024.
pub(crate) fn parse_size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return Err("expected a size such as 500K, 64M or 1G".to_owned()),
    };
    let number: usize = digits.parse().map_err(|_| "expected a size such as 500K, 64M or 1G".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "this is more than the machine can count".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_letter() {
        assert_eq!(parse_size("1000"), Ok(1000));
        assert_eq!(parse_size("64K"), Ok(64 << 10));
        assert_eq!(parse_size("1gib"), Ok(1 << 30));
        for wrong in ["", "K", "1T", "-1", "1.5M", "99999999999999999999", "18446744073709551615G"] {
            assert!(parse_size(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_timeout_is_above_zero() {
        assert_eq!(parse_seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["0", "-1", "NaN", "inf", "x", ""] {
            assert!(parse_seconds(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn an_address_must_be_able_to_carry_relative_links() {
        assert!(parse_url("https://a.example/x").is_ok());
        assert!(parse_url("a.example").is_err());
        assert!(parse_url("data:text/html,x").is_err());
    }
}
