//! The areas of a page over the page as it was rendered: a picture to look at, as SVG and as PNG.
//!
//! The page itself is drawn from its layout, pale, so that the areas stand out: parts with a thick frame, blocks with a
//! thin one, both tinted by their role, each with a label of its role and the number that the JSON has for it too
//! (`b12`). Above the page stands which method cut it, and what the colours mean.
//!
//! A picture has bounds: pages are cut at 4,096 by 16,384 pixels, areas beyond the 3,000th are left out, and the line
//! above the page says so.

mod labels;
mod legend;
pub(super) mod palette;
#[cfg(feature = "pictures")]
mod png;
pub(super) mod scene;
pub(super) mod svg;
#[cfg(test)]
mod tests;

use crate::error::NotRendered;
use crate::findings::Findings;
use scene::Scene;
use tamis_sites::TemplateArea;

/// The areas over the page as an SVG file, which needs nothing beside it. Who points at an area is told its role and
/// the reason for it.
///
/// # Errors
/// The page was not rendered.
pub fn overlay_svg(findings: &Findings) -> Result<String, NotRendered> {
    let page = findings.page().as_rendered().ok_or(NotRendered { what: "an overlay" })?;
    let regions = findings.regions().map(|found| found.answer);
    Ok(svg::write(Some(page), regions, &Scene::of(page, findings)))
}

/// Draws the areas over the page as it was laid out, as a PNG file.
///
/// # Errors
/// The page was not rendered.
#[cfg(feature = "pictures")]
pub fn overlay_png(findings: &Findings) -> Result<Vec<u8>, NotRendered> {
    let page = findings.page().as_rendered().ok_or(NotRendered { what: "an overlay" })?;
    Ok(png::draw(Some(page), &Scene::of(page, findings)))
}

/// The areas of a template as an SVG file, where they are on its first page.
///
/// # Errors
/// That page was not rendered, or no areas were asked for.
pub fn template_svg(name: &str, areas: &[TemplateArea]) -> Result<String, NotRendered> {
    let scene = Scene::of_template(name, areas).ok_or(NotRendered { what: "a picture of a template" })?;
    Ok(svg::write(None, None, &scene))
}

/// Draws the areas of a template, as a PNG file.
///
/// # Errors
/// The first page of the template was not rendered, or no areas were asked for.
#[cfg(feature = "pictures")]
pub fn template_png(name: &str, areas: &[TemplateArea]) -> Result<Vec<u8>, NotRendered> {
    let scene = Scene::of_template(name, areas).ok_or(NotRendered { what: "a picture of a template" })?;
    Ok(png::draw(None, &scene))
}
