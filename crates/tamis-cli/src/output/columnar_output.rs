//! Where files with typed columns go, and where they are refused.

use crate::args::OutputArgs;
use crate::failure::failure;
use crate::output::Output;
use crate::output::columnar::{ColumnarFile, Shape};
use crate::output::results::{Form, Results};
use anyhow::Result;
use tamis::export::Format;
use tamis::source::Sources;

/// Opens the output; where one file with typed columns has all pages, begins that.
pub(crate) fn open_results(
    output: &OutputArgs,
    format: Format,
    shape: Option<&Shape>,
    sources: &Sources,
) -> Result<Results> {
    let shape = shape.filter(|_| sources.is_many() && output.output_dir.is_none());
    let file = shape.map(|shape| ColumnarFile::begin(format, shape.clone())).transpose()?;
    let mut destination = Output::open(output, sources)?;
    if file.is_some() {
        destination = destination.indivisible();
    }
    Ok(Results::new(destination, Form::of(format), sources, output).with_columnar(file))
}

/// Refuses a form with typed columns where it would be of no use.
pub(crate) fn check_columnar(format: Format, output: &OutputArgs) -> Result<()> {
    let name = format.as_str();
    if cfg!(not(feature = "arrow")) {
        return Err(not_built(format));
    }
    if output.is_looked_at() {
        return Err(failure(format!("{name} is nothing for a terminal"), format!("add -o pages.{name}")));
    }
    if output.resume && output.output_dir.is_none() {
        return Err(failure(
            format!("a file in {name} is written as a whole: none can be gone on with"),
            "leave --resume out; --format jsonl and --output-dir DIR can be resumed",
        ));
    }
    Ok(())
}

/// The error of a build without typed columns.
pub(crate) fn not_built(format: Format) -> anyhow::Error {
    failure(
        format!("this build does not write {}", format.as_str()),
        "use --format jsonl, or build it with the feature `arrow`",
    )
}
