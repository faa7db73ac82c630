#![doc = include_str!("method.md")]

use crate::clean::tps::{self, TpsOptions};
use std::ops::Range;
use tamis_extract::PageView;
use tamis_extract::segment::{AreaValue, Levels, Regions, RegionsBuilder, is_atom};

/// Cuts the page where [`clean::tps`](crate::clean::tps) splits it.
pub fn segment(view: &PageView<'_>, options: &TpsOptions) -> Regions {
    let document = view.document();
    let trace = tps::trace(view, options);
    let nodes = trace.paths.nodes();
    let mut builder = RegionsBuilder::new();
    let mut areas = Vec::new();
    for (range, is_main) in ranges(&trace.region) {
        let area = builder.add(builder.root(), Levels::BOTH);
        builder.set_attribute(area, "tps", AreaValue::Word(if is_main { "main region" } else { "cut off" }));
        areas.push((range.start, area));
    }
    for node in document.nodes().filter(|&node| is_atom(view, node)) {
        // A text or a picture belongs where it stands in the sequence; one that is not in it, to what is before it.
        let Some(position) = nodes.partition_point(|&other| other <= node).checked_sub(1) else { continue };
        let place = areas.partition_point(|&(start, _)| start <= position);
        if let Some(&(_, area)) = place.checked_sub(1).and_then(|place| areas.get(place)) {
            builder.assign(node, area);
        }
    }
    builder.finish(view)
}

/// The main region and what each split cut off, in the order of the page.
fn ranges(region: &tps::TpsRegion) -> Vec<(Range<usize>, bool)> {
    let mut ranges = vec![(region.range.clone(), true)];
    for (place, split) in region.splits.iter().enumerate() {
        let kept = region.splits.get(place + 1).map_or(&region.range, |next| &next.range);
        let (before, after) = (split.range.start..kept.start, kept.end..split.range.end);
        ranges.extend([before, after].into_iter().filter(|range| !range.is_empty()).map(|range| (range, false)));
    }
    ranges.sort_by_key(|(range, _)| range.start);
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_extract::segment::AreaId;
    use tamis_page::Document;

    #[test]
    fn the_main_region_and_what_was_cut_off_are_areas_in_page_order() {
        let menu = "<ul class=menu>".to_owned() + &"<li><a href=x>Shop</a>".repeat(4) + "</ul>";
        let list = "<table class=list>".to_owned() + &"<tr><td>A lamp<td><b>5</b>".repeat(30) + "</table>";
        let document = Document::parse(format!("<body>{menu}{list}<p class=end>Imprint"));
        let regions = segment(&PageView::of(&document), &TpsOptions::default());
        let words: Vec<_> = regions.parts().map(|id| regions.area(id).attribute("tps")).collect();
        assert!(words.len() >= 2, "{words:?}");
        assert_eq!(words.iter().filter(|&&word| word == Some(AreaValue::Word("main region"))).count(), 1);
        let main =
            regions.parts().find(|&id| regions.area(id).attribute("tps") == Some(AreaValue::Word("main region")));
        let text: String = regions
            .content(&document, main.expect("there is one"))
            .into_iter()
            .map(|node| document.text_content(node))
            .collect();
        assert!(text.contains("A lamp") && !text.contains("Shop"), "{text}");
        assert!(regions.children(AreaId::ROOT).count() == words.len());
    }

    #[test]
    fn a_page_without_anything_has_no_areas() {
        let document = Document::parse("");
        assert!(segment(&PageView::of(&document), &TpsOptions::default()).is_empty());
    }
}
