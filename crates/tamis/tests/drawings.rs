//! What holds for the drawings and the report of every golden page: the drawing is XML, each box of the report leads to a
//! row, and neither is much larger than the page.

#[path = "fixtures/mod.rs"]
mod fixtures;

use fixtures::golden_pages;
use std::collections::BTreeSet;
use tamis::export::{overlay_svg, report, webis};
use tamis::{Capture, Document, Findings, Page, Recipe, Task};

/// All that a report asks, of each golden page as it is stored with its layout.
fn every_golden_page() -> impl Iterator<Item = (String, Findings)> {
    let recipes = [Task::Segment, Task::Text, Task::Records].map(Recipe::default_for);
    golden_pages().into_iter().map(move |golden| {
        let page = Page::read(Capture::new(golden.snapshot)).expect("a stored page");
        (golden.slug, tamis::ask(&page, &recipes).expect("it is rendered"))
    })
}

/// The values of an attribute, wherever it is.
fn values<'d>(document: &'d Document, name: &str) -> Vec<&'d str> {
    let elements = document.nodes().filter(|&node| document.is_element(node));
    let attributes = elements.flat_map(|node| document.attributes(node));
    attributes.filter(|attribute| attribute.local_name == name).map(|attribute| attribute.value).collect()
}

#[test]
fn the_drawing_of_every_page_is_xml_with_its_areas() {
    for (slug, findings) in every_golden_page() {
        let svg = overlay_svg(&findings).expect("it is rendered");
        let tree = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{slug}: {error}"));
        let is_area = |node: &roxmltree::Node<'_, '_>| node.tag_name().name() == "rect" && node.has_children();
        let n_drawn = tree.descendants().filter(is_area).count();
        let regions = findings.regions().expect("it was asked for").answer;
        let is_named = |levels: tamis::Levels| levels.is_part || levels.is_block;
        let n_areas = regions.areas().filter(|(_, area)| is_named(area.levels) && area.rect.is_some()).count();
        assert!(n_drawn > 0 && n_drawn <= n_areas, "{slug}: {n_drawn} of {n_areas} areas are drawn");
        assert!(svg.len() < 1 << 20, "{slug}: {} bytes", svg.len());
    }
}

#[test]
fn every_box_of_every_report_leads_to_a_row() {
    for (slug, findings) in every_golden_page() {
        let html = report(&findings, None);
        let document = Document::parse(&html);
        let ids = values(&document, "id");
        let known: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(known.len(), ids.len(), "{slug} has an id twice");
        let boxes = values(&document, "data-for");
        // The outline of a record belongs to no cell.
        let is_record = |of: &str| of.starts_with('t') && !of.contains('c');
        let lost: Vec<_> = boxes.iter().filter(|of| !is_record(of) && !known.contains(**of)).collect();
        assert!(lost.is_empty(), "{slug}: {lost:?}");
        assert!(values(&document, "data-at").iter().all(|at| boxes.contains(at)), "{slug}");
        assert!(values(&document, "aria-controls").iter().all(|panel| known.contains(panel)), "{slug}");
        assert!(html.len() < 4 << 20, "{slug}: {} bytes", html.len());
    }
}

#[test]
fn the_polygons_of_every_page_are_on_it() {
    for (slug, findings) in every_golden_page() {
        let task: serde_json::Value =
            serde_json::from_str(&webis(&findings, &slug).expect("it is rendered")).expect("JSON");
        let (width, height) = (task["width"].as_u64().expect("a width"), task["height"].as_u64().expect("a height"));
        for segments in task["segmentations"].as_object().expect("named segmentations").values() {
            for point in
                segments.as_array().into_iter().flatten().filter_map(|segment| segment[0][0].as_array()).flatten()
            {
                let (x, y) = (point[0].as_u64().expect("a number"), point[1].as_u64().expect("a number"));
                assert!(x <= width && y <= height, "{slug}: {point}");
            }
        }
    }
}
