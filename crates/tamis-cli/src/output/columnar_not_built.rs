//! Parquet and Arrow are not part of this build: they are refused before any page is read.

use anyhow::Result;
use tamis::Findings;
use tamis::export::Format;
use tamis::export::content::ContentOptions;
use tamis::source::Origin;
use tamis::wrapper::Wrapper;

/// Which rows a page becomes.
#[derive(Clone, Debug)]
pub(crate) struct Shape;

/// The rows of a page: none.
pub(crate) struct PageRows;

impl Shape {
    pub(crate) fn text(_: ContentOptions, _: bool) -> Shape {
        Shape
    }

    pub(crate) fn records() -> Shape {
        Shape
    }

    pub(crate) fn site() -> Shape {
        Shape
    }

    pub(crate) fn wrapper(_: &Wrapper) -> Shape {
        Shape
    }

    #[expect(clippy::unused_self, reason = "as where it is built in")]
    pub(crate) fn rows(&self, _: &Origin, _: Option<&str>, _: &Findings) -> PageRows {
        PageRows
    }
}

#[expect(clippy::unnecessary_wraps, reason = "as where it is built in")]
pub(crate) fn file_of_page(_: Format, _: PageRows) -> Result<Vec<u8>> {
    Ok(Vec::new())
}

#[expect(clippy::unnecessary_wraps, reason = "as where it is built in")]
pub(crate) fn file_of_table(_: Format, _: &Findings, _: usize) -> Result<Vec<u8>> {
    Ok(Vec::new())
}

/// There is none.
pub(crate) enum ColumnarFile {}

impl ColumnarFile {
    pub(crate) fn begin(format: Format, _: Shape) -> Result<ColumnarFile> {
        Err(crate::output::columnar_output::not_built(format))
    }

    pub(crate) fn add(&mut self, _: PageRows) -> Result<Vec<u8>> {
        match *self {}
    }

    pub(crate) fn add_failed(&mut self, _: &Origin, _: Option<&str>, _: &str) -> Result<Vec<u8>> {
        match *self {}
    }

    pub(crate) fn finish(self) -> Result<Vec<u8>> {
        match self {}
    }
}
