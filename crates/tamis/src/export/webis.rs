//! Areas in the form that the Webis group's tools for page segmentation read (Kiesel et al., CIKM 2020): for each
//! segmentation a list of segments, each a multipolygon in pixels of the page.

use crate::error::NotRendered;
use crate::findings::Findings;
use serde::Serialize;
use std::collections::BTreeMap;
use tamis_extract::segment::{AreaId, Regions};
use tamis_page::Rect;

/// As the tools write it, keys and all.
#[derive(Serialize)]
struct Task<'a> {
    height: u32,
    width: u32,
    id: &'a str,
    segmentations: BTreeMap<String, Vec<MultiPolygon>>,
}

type Point = [u32; 2];
type Ring = Vec<Point>;
type Polygon = Vec<Ring>;
type MultiPolygon = Vec<Polygon>;

/// The areas as a line of JSON: the blocks as a segmentation with the name of the method, the parts as one with `-parts`
/// after it. `id` says which page it is; in the data set of the tools it is the name of the page's folder.
///
/// Rectangles are cut to the page and rounded to whole pixels; an area without one on the page is left out.
///
/// # Errors
/// The page was not rendered.
pub fn webis(findings: &Findings, id: &str) -> Result<String, NotRendered> {
    let layout = findings.page().layout().ok_or(NotRendered { what: "a segmentation in pixels" })?;
    let (width, height) = layout.size();
    let viewport = layout.viewport();
    // The tools take a page of at least one pixel.
    let side = |page: f32, window: u32| if page >= 1.0 { page.ceil() as u32 } else { window.max(1) };
    let (width, height) = (side(width, viewport.width), side(height, viewport.height));
    let page = Rect::new(0.0, 0.0, width as f32, height as f32);
    let segmentations = findings.regions().map_or_else(BTreeMap::new, |found| {
        let (name, regions) = (found.provenance.name(), found.answer);
        let blocks = segments(regions, regions.blocks(), page);
        let parts = segments(regions, regions.parts(), page);
        BTreeMap::from([(name.to_owned(), blocks), (format!("{name}-parts"), parts)])
    });
    let task = Task { height, width, id, segmentations };
    Ok(serde_json::to_string(&task).expect("invariant: numbers and texts are JSON") + "\n")
}

fn segments(regions: &Regions, ids: impl Iterator<Item = AreaId>, page: Rect) -> Vec<MultiPolygon> {
    let rects = ids.filter_map(|id| regions.area(id).rect?.intersection(page));
    rects.filter_map(|rect| Some(vec![vec![ring(rect)?]])).collect()
}

/// From the top left corner down and around to it again, as the tools have it.
fn ring(rect: Rect) -> Option<Ring> {
    let [left, top, right, bottom] = [rect.x, rect.y, rect.right(), rect.bottom()].map(|edge| edge.round() as u32);
    let has_area = left < right && top < bottom;
    has_area.then(|| vec![[left, top], [left, bottom], [right, bottom], [right, top], [left, top]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::test_pages::{cut_into, findings_of};
    use crate::page::Page;
    use serde_json::{Value, json};

    #[test]
    fn each_area_is_a_closed_ring_in_pixels_of_the_page() {
        let findings = findings_of("<div>One</div><div>Two</div>");
        let written: Value = serde_json::from_str(&webis(&findings, "000000").expect("it is rendered")).expect("JSON");
        let name = findings.regions().expect("it has areas").provenance.name();
        let two = json!([
            [[[[0, 0], [0, 20], [400, 20], [400, 0], [0, 0]]]],
            [[[[0, 20], [0, 40], [400, 40], [400, 20], [0, 20]]]],
        ]);
        let parts = format!("{name}-parts");
        let segmentations = json!({ name: two.clone(), parts: two });
        assert_eq!(written, json!({"height": 40, "width": 400, "id": "000000", "segmentations": segmentations}));
    }

    #[test]
    fn what_is_not_on_the_page_has_no_polygon() {
        let rects =
            [Rect::new(-50.0, -50.0, 60.4, 60.6), Rect::new(0.0, 1e6, 10.0, 10.0), Rect::new(0.2, 0.0, 0.1, 9.0)];
        let findings = cut_into("<div>One</div><div>Two</div><div>Three</div>", &rects);
        let written: Value = serde_json::from_str(&webis(&findings, "x").expect("it is rendered")).expect("JSON");
        let name = findings.regions().expect("it has areas").provenance.name();
        assert_eq!(written["segmentations"][name], json!([[[[[0, 0], [0, 11], [10, 11], [10, 0], [0, 0]]]]]));
    }

    #[test]
    fn a_page_that_was_not_rendered_has_no_pixels() {
        let error = webis(&Findings::of(Page::parse("<p>x")), "x").expect_err("there are no boxes");
        assert_eq!(error.to_string(), "a segmentation in pixels needs a rendered page, and this page was not rendered");
    }
}
