//! Arguments that are files of this machine: an address in their place is answered with what to do.

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use std::path::PathBuf;
use tamis::source::is_address;

/// A file or a directory, with what to do about an address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalFile {
    hint: &'static str,
}

/// One that is written.
pub(crate) const WRITTEN: LocalFile =
    LocalFile { hint: "results are written to files: give a path, and send the file on with a tool such as curl" };

/// One that is read.
pub(crate) const READ: LocalFile = LocalFile { hint: "fetch it first, for example with `curl -O`, and give the file" };

/// A list of addresses.
#[cfg(feature = "network")]
pub(crate) const LIST: LocalFile = LocalFile {
    hint: "give the address of a page, a sitemap or a feed as the source itself: `tamis text https://…`; fetch a plain list first",
};

impl TypedValueParser for LocalFile {
    type Value = PathBuf;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<PathBuf, Error> {
        if value.to_str().is_some_and(is_address) {
            let name = argument.map_or_else(|| "this".to_owned(), ToString::to_string);
            // Not what was typed: there may be a password in it.
            let message = format!("{name} takes a path on this machine, not an address\nhint: {}\n", self.hint);
            return Err(Error::raw(ErrorKind::ValueValidation, message));
        }
        PathBufValueParser::new().parse_ref(command, argument, value)
    }
}
