//! How servers are asked: the arguments of every command that fetches pages.

use crate::args::files;
use crate::args::parse_seconds;
use crate::failure::failure;
use anyhow::{Context, Result};
use clap::{Args, ValueHint};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tamis::Url;
use tamis::network::{NetworkOptions, read_list};
use tamis::source::is_address;

/// Pages of the network.
#[derive(Args, Debug)]
#[command(next_help_heading = "Network")]
pub(crate) struct NetworkArgs {
    /// A file with one address a line, or `-` for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = files::LIST)]
    pub(crate) urls: Option<PathBuf>,

    /// Fetch also from this machine and from private networks
    #[arg(long)]
    pub(crate) allow_private: bool,

    /// Who asks: in the user agent, for the owners of servers
    #[arg(long, value_name = "MAIL-OR-URL")]
    contact: Option<String>,

    /// Seconds between two pages of one host; 0 for none
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_delay)]
    pub(crate) delay: Duration,

    /// How often to ask again, if a server is busy or a connection fails
    #[arg(long, value_name = "N", default_value = "2")]
    pub(crate) retries: u32,

    /// Keep answers in this directory, as long as servers allow
    ///
    /// After that the server is asked whether they are still the same.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = files::WRITTEN)]
    pub(crate) cache: Option<PathBuf>,

    /// Seconds that a server may take for one answer
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = parse_seconds)]
    fetch_timeout: Duration,
}

impl NetworkArgs {
    /// The addresses that were named and those of the list, and what is wrong with lines of the list.
    pub(crate) fn addresses(&self, named: &[String]) -> Result<(Vec<Url>, Vec<String>)> {
        let mut urls = Vec::new();
        for address in named {
            let url = Url::parse(address).ok().filter(|_| is_address(address));
            let hint = "write it as in https://example.org/page";
            // Not what was typed: there may be a password in it.
            urls.push(url.ok_or_else(|| failure("only http and https addresses are fetched", hint))?);
        }
        let Some(path) = &self.urls else { return Ok((urls, Vec::new())) };
        let (found, bad) = read_list(&read(path)?);
        urls.extend(found);
        let bad = bad.iter().map(|line| format!("{}, {line}", path.display()));
        Ok((urls, bad.collect()))
    }

    pub(crate) fn options(&self, max_bytes: usize) -> NetworkOptions {
        let mut options = NetworkOptions::default();
        options.allow_private = self.allow_private;
        options.contact.clone_from(&self.contact);
        options.delay = self.delay;
        options.retries = self.retries;
        options.cache.clone_from(&self.cache);
        options.timeout = self.fetch_timeout;
        options.max_bytes = max_bytes;
        options
    }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut text).map(drop)
    } else {
        std::fs::read(path).map(|found| text = found)
    };
    read.with_context(|| format!("cannot read the list of addresses {}", path.display()))?;
    Ok(text)
}

fn parse_delay(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "expected a number of seconds, 0 or more".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_may_be_none() {
        assert_eq!(parse_delay("0"), Ok(Duration::ZERO));
        assert_eq!(parse_delay("0.25"), Ok(Duration::from_millis(250)));
        for wrong in ["-1", "NaN", "inf", "x", ""] {
            assert!(parse_delay(wrong).is_err(), "{wrong:?}");
        }
    }
}
