//! Wrappers in files: what is wrong with one is told with the place and a mark under it.

use crate::args::files;
use crate::failure::failure;
use anyhow::{Result, anyhow};
use clap::{Args, ValueHint};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tamis::errors::WrapperFileError;
use tamis::wrapper::{self, MAX_BYTES, Wrapper};

/// The file of a wrapper.
#[derive(Args, Debug)]
pub(super) struct WrapperFileArgs {
    /// The wrapper: a file that `tamis wrapper learn` wrote, or `-` for standard input
    #[arg(value_name = "WRAPPER", value_hint = ValueHint::FilePath, value_parser = files::READ)]
    pub(super) wrapper: PathBuf,
}

impl WrapperFileArgs {
    /// Whether the wrapper is read from standard input.
    pub(super) fn is_standard_input(&self) -> bool {
        self.wrapper == Path::new("-")
    }

    /// Reads the wrapper. The pages are for what to say if one of them is the wrapper.
    pub(super) fn read(&self, pages: &[PathBuf]) -> Result<Wrapper> {
        let path = &self.wrapper;
        if self.is_standard_input() && pages.iter().any(|page| page == path) {
            return Err(failure("standard input is the wrapper or a page, not both", "name a file for one of them"));
        }
        let bytes = bytes(path).map_err(|error| cannot_read(path, error))?;
        let wrapper = wrapper::from_json(&bytes).map_err(|error| refused(path, &error, pages))?;
        if wrapper.columns.is_empty() {
            let message = format!("{}: the wrapper has no columns", path.display());
            return Err(failure(message, "add some, or learn it again"));
        }
        Ok(wrapper)
    }
}

/// The bytes of a wrapper, and one more if there are too many.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = MAX_BYTES as u64 + 1;
    if path == Path::new("-") {
        io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn cannot_read(path: &Path, error: io::Error) -> anyhow::Error {
    let hint = match error.kind() {
        io::ErrorKind::NotFound => "`tamis wrapper learn page.html -o shop.json` writes a wrapper",
        io::ErrorKind::IsADirectory => "the wrapper comes first, then the pages",
        _ => return anyhow!(error).context(format!("cannot read {}", path.display())),
    };
    failure(format!("cannot read the wrapper {}: {error}", path.display()), hint)
}

fn refused(path: &Path, error: &WrapperFileError, pages: &[PathBuf]) -> anyhow::Error {
    let excerpt = error.excerpt().map_or_else(String::new, |excerpt| format!("\n{excerpt}"));
    let message = format!("{}: {error}{excerpt}", path.display());
    if let (WrapperFileError::NotAWrapper { .. }, Some(swapped)) = (error, pages.iter().find(|page| is_wrapper(page))) {
        let hint = format!("the wrapper comes first: {} is one", swapped.display());
        return failure(message, hint);
    }
    match error.hint() {
        Some(hint) => failure(message, hint),
        None => anyhow!(message),
    }
}

/// Whether a file is a wrapper in the place of a page.
fn is_wrapper(path: &Path) -> bool {
    path.is_file() && bytes(path).is_ok_and(|bytes| wrapper::from_json(&bytes).is_ok())
}
