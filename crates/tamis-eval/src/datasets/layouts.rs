//! Where the layout of a data set's page comes from.

use super::PageCase;
use super::firefox_boxes::{self, Fit};
use anyhow::{Context as _, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tamis::Capture;
use tamis::errors::RenderError;
use tamis::render::{Engine, RenderOptions, Renderers};
use tamis_page::{RenderRequest, RenderedPage, Renderer, Viewport, snapshot};

/// Who lays the pages of a data set out. As an argument: `firefox`, `embedded`, `chromium`, `none` or a directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LayoutSource {
    /// The rectangles that come with the page.
    Firefox,
    /// The embedded renderer, with the files beside the page.
    Embedded,
    /// A Chromium on this machine, with the same files and without scripts.
    Chromium,
    /// Stored renderings, `ID.snapshot` or `ID/page.snapshot` in a directory, such as a browser's.
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
            "chromium" => LayoutSource::Chromium,
            "none" => LayoutSource::None,
            directory => LayoutSource::Snapshots(PathBuf::from(directory)),
        })
    }
}

impl LayoutSource {
    /// The word for it, of a directory its own name; `None` if nobody lays pages out.
    pub fn name(&self) -> Option<String> {
        match self {
            LayoutSource::Firefox => Some("firefox".to_owned()),
            LayoutSource::Embedded => Some("embedded".to_owned()),
            LayoutSource::Chromium => Some("chromium".to_owned()),
            LayoutSource::Snapshots(directory) => {
                Some(directory.file_name().unwrap_or_default().to_string_lossy().into_owned())
            }
            LayoutSource::None => None,
        }
    }

    /// Returns the source for one of several data sets: stored renderings may lie in a folder that has the name of the set.
    #[must_use]
    pub fn for_set(&self, set: &str) -> LayoutSource {
        match self {
            LayoutSource::Snapshots(directory) if directory.join(set).is_dir() => {
                LayoutSource::Snapshots(directory.join(set))
            }
            source => source.clone(),
        }
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
}

/// Lays pages of data sets out, one after the other.
pub struct Layouts {
    source: LayoutSource,
    renderer: Option<(Box<dyn Renderer + Send>, Viewport)>,
}

impl Layouts {
    /// Gets ready.
    ///
    /// # Errors
    /// If the source is a renderer that this build or this machine does not have.
    pub fn of(source: LayoutSource) -> anyhow::Result<Layouts> {
        let engine = match source {
            LayoutSource::Embedded => Some(Engine::Embedded),
            LayoutSource::Chromium => Some(Engine::Chromium),
            _ => None,
        };
        let renderers = engine.map(|engine| Renderers::start(RenderOptions::new(engine))).transpose();
        let renderers = renderers.map_err(|error| match error {
            RenderError::Unavailable { ref hint, .. } => {
                let hint = hint.clone();
                anyhow::Error::new(error).context(hint)
            }
            error => error.into(),
        })?;
        let renderer = renderers.map(|renderers| (renderers.renderer(), renderers.viewport()));
        Ok(Layouts { source, renderer })
    }

    /// The page with its layout.
    ///
    /// # Errors
    /// If a file cannot be read, the source has no layout for the page, or the renderer fails on it.
    pub fn page(&mut self, case: &PageCase) -> anyhow::Result<RenderedPage> {
        if self.renderer.is_some() {
            return self.lay_out(&case.id, case.capture()?);
        }
        match &self.source {
            LayoutSource::Firefox => match case.firefox_page()? {
                Some((page, _)) => Ok(page),
                None => bail!("{}: there is no boxes.tsv", case.id),
            },
            LayoutSource::Snapshots(directory) => stored(directory, &case.id),
            _ => Ok(RenderedPage::unrendered(case.page()?.document().clone())),
        }
    }

    /// A page that is in no data set, with its layout.
    ///
    /// # Errors
    /// If the renderer fails on it, or there is neither a renderer nor a stored rendering of that name.
    pub fn lay_out(&mut self, name: &str, capture: Capture) -> anyhow::Result<RenderedPage> {
        if let Some((renderer, viewport)) = &mut self.renderer {
            let request = RenderRequest::default().with_viewport(*viewport);
            return renderer.render(capture.decode(None), request).with_context(|| name.to_owned());
        }
        match &self.source {
            LayoutSource::Snapshots(directory) => stored(directory, name),
            _ => bail!("{name}: nobody lays it out"),
        }
    }
}

/// A stored rendering: `ID.snapshot`, or `ID/page.snapshot`.
fn stored(directory: &Path, id: &str) -> anyhow::Result<RenderedPage> {
    let file = directory.join(format!("{id}.snapshot"));
    let file = if file.is_file() { file } else { directory.join(id).join("page.snapshot") };
    let bytes = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
    snapshot::read(&bytes).with_context(|| format!("reading {}", file.display()))
}
