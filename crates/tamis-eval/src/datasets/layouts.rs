//! Where the layout of a data set's page comes from.

use super::PageCase;
use super::firefox_boxes::{self, Fit};
use anyhow::{Context as _, bail};
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use tamis_page::layout::snapshot;
use tamis_page::render::RenderedPage;

/// Who lays the pages of a data set out. As an argument: `firefox`, `embedded`, `none` or a directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LayoutSource {
    /// The rectangles that come with the page.
    Firefox,
    /// The embedded renderer, with the files beside the page.
    Embedded,
    /// Stored renderings, `ID.snapshot` in a directory, such as a browser's.
    Snapshots(PathBuf),
    /// Nobody: no box is known.
    None,
}

impl FromStr for LayoutSource {
    type Err = std::convert::Infallible;

    fn from_str(name: &str) -> Result<LayoutSource, Self::Err> {
        Ok(match name {
            "firefox" => LayoutSource::Firefox,
            "embedded" => LayoutSource::Embedded,
            "none" => LayoutSource::None,
            directory => LayoutSource::Snapshots(PathBuf::from(directory)),
        })
    }
}

impl PageCase {
    /// The page with the browser's rectangles, and how well they fit; `None` if none come with it.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn firefox_page(&self) -> anyhow::Result<Option<(RenderedPage, Fit)>> {
        let file = self.page_file().with_file_name("boxes.tsv");
        if !file.is_file() {
            return Ok(None);
        }
        let boxes = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
        let document = self.page()?.document().clone();
        firefox_boxes::read(document, &boxes).with_context(|| format!("reading {}", file.display())).map(Some)
    }

    /// The page as a source lays it out.
    ///
    /// # Errors
    /// If a file cannot be read, or the source has no layout for the page.
    pub fn rendered(&self, source: &LayoutSource) -> anyhow::Result<RenderedPage> {
        match source {
            LayoutSource::Firefox => match self.firefox_page()? {
                Some((page, _)) => Ok(page),
                None => bail!("{}: there is no boxes.tsv", self.id),
            },
            LayoutSource::Embedded => bail!("this program was built without the embedded renderer"),
            LayoutSource::Snapshots(directory) => {
                let file = directory.join(format!("{}.snapshot", self.id));
                let bytes = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
                snapshot::read(&bytes).with_context(|| format!("reading {}", file.display()))
            }
            LayoutSource::None => Ok(RenderedPage::unrendered(self.page()?.document().clone())),
        }
    }
}
