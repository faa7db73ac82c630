use super::scene::{MAX_MARKS, Scene};
use super::*;
use crate::export::test_pages::{cut_into, findings_of};
use crate::page::Page;
use roxmltree::{Document, Node};
use tamis_page::Rect;

fn elements<'a>(tree: &'a Document<'a>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    tree.descendants().filter(move |node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
}

/// What the areas of a page are called, each with its reason.
fn names(findings: &Findings) -> Vec<(String, String)> {
    let regions = findings.regions().expect("it has areas").answer;
    let areas = regions.areas().skip(1);
    areas.map(|(id, area)| (format!("{} {}", area.role.as_str(), id.0), area.reason.clone())).collect()
}

#[test]
fn every_area_says_what_it_is_to_who_points_at_it() {
    let findings = findings_of("<nav>One</nav><div>Two</div><div class='ad &lt;x&gt; &quot;'>Three</div>");
    let svg = overlay_svg(&findings).expect("it is rendered");
    let tree = Document::parse(&svg).expect("SVG is XML");
    let titles: Vec<&str> = elements(&tree, "rect")
        .filter_map(|rect| rect.children().find(|child| child.tag_name().name() == "title")?.text())
        .collect();
    let names = names(&findings);
    assert_eq!(titles.len(), 3);
    for ((name, reason), title) in names.iter().zip(titles) {
        let expect = if reason.is_empty() { name.clone() } else { format!("{name}: {reason}") };
        assert_eq!(title, expect);
    }
    let texts: Vec<&str> = elements(&tree, "text").filter_map(|text| text.text()).collect();
    assert!(["One", "Two", "Three", &names[1].0].iter().all(|word| texts.contains(word)), "{texts:?}");
}

#[test]
fn nothing_on_a_page_can_end_the_drawing_early() {
    let page = "<div>&lt;/text>&lt;/svg>&lt;script>alert(1)&lt;/script> &amp;amp; \" ' ]]> \u{1}\u{fffe}</div>";
    let svg = overlay_svg(&findings_of(page)).expect("it is rendered");
    let tree = Document::parse(&svg).expect("SVG is XML");
    assert_eq!(elements(&tree, "script").count(), 0);
    let written = elements(&tree, "text").filter_map(|text| text.text()).find(|text| text.contains("alert"));
    assert_eq!(written, Some("</text></svg><script>alert(1)</script> &amp; \" ' ]]> "));
    let refers = tree.descendants().flat_map(|node| node.attributes()).find(|attribute| attribute.name() == "href");
    assert_eq!(refers, None, "it needs no other file");
}

#[test]
fn the_same_findings_are_the_same_drawing() {
    let page = "<div>One</div><div>Two <b>and</b> more</div>";
    assert_eq!(overlay_svg(&findings_of(page)), overlay_svg(&findings_of(page)));
}

#[test]
fn labels_do_not_lie_over_each_other() {
    let findings = findings_of(&"<div>A line of text</div>".repeat(200));
    let page = findings.page().as_rendered().expect("it is rendered");
    let scene = Scene::of(page, &findings);
    let labels: Vec<Rect> = scene.marks.iter().filter_map(|mark| Some(mark.label.as_ref()?.rect)).collect();
    assert!(labels.len() > 100, "{} of 200 areas have a label", labels.len());
    for (idx, one) in labels.iter().enumerate() {
        assert!(labels[idx + 1..].iter().all(|other| one.intersection(*other).is_none()), "{one:?}");
    }
}

#[test]
fn a_label_keeps_off_the_text_if_it_can() {
    let findings = cut_into("<div>Text</div>", &[Rect::new(0.0, 0.0, 400.0, 40.0)]);
    let page = findings.page().as_rendered().expect("it is rendered");
    let scene = Scene::of(page, &findings);
    let label = scene.marks[0].label.as_ref().expect("there is room");
    assert!(label.rect.y >= 20.0, "the text is above: {:?}", label.rect);
}

#[test]
fn a_hundred_thousand_areas_are_a_drawing_of_some_and_a_word_about_the_others() {
    let findings = findings_of(&"<p>x".repeat(100_000));
    let svg = overlay_svg(&findings).expect("it is rendered");
    assert!(svg.len() < 4 << 20, "{} bytes", svg.len());
    let tree = Document::parse(&svg).expect("SVG is XML");
    // What is beyond the picture is not there to be left out.
    let n_seen = 16384 / 20 + 1;
    assert!(n_seen < MAX_MARKS);
    assert_eq!(elements(&tree, "rect").filter(Node::has_children).count(), n_seen);
    assert!(svg.contains("the first 16384 of 2000000 pixels"));
    let stacked = vec![Rect::new(0.0, 0.0, 400.0, 100.0); 10_000];
    let svg = overlay_svg(&cut_into(&"<p>x".repeat(10_000), &stacked)).expect("it is rendered");
    assert!(svg.contains("7000 more areas are not drawn"), "{} bytes", svg.len());
}

#[test]
fn an_endless_box_is_cut() {
    let findings = cut_into("<div>One</div>", &[Rect::new(-1e7, -1e7, 2e7, 2e7)]);
    let svg = overlay_svg(&findings).expect("it is rendered");
    assert!(svg.contains("<rect x=\"-2.5\" y=\"-2.5\" width=\"405\" height=\"45\""), "{svg}");
}

#[test]
fn a_page_without_anything_is_a_drawing_of_nothing() {
    let svg = overlay_svg(&findings_of("")).expect("it is rendered");
    assert!(Document::parse(&svg).is_ok() && svg.contains("0 parts · 0 blocks"));
    let error = overlay_svg(&Findings::of(Page::parse("<p>x"))).expect_err("there are no boxes");
    assert_eq!(error.to_string(), "an overlay needs a rendered page, and this page was not rendered");
}

#[cfg(feature = "pictures")]
mod in_pixels {
    use super::*;
    use crate::export::overlay::palette::of_role;

    fn pixels(png: &[u8]) -> (usize, usize, Vec<u8>) {
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG file");
        let mut pixels = vec![0; reader.output_buffer_size().expect("fits")];
        let info = reader.next_frame(&mut pixels).expect("a frame");
        (info.width as usize, info.height as usize, pixels)
    }

    #[test]
    fn areas_have_a_frame_and_a_tint_in_the_colour_of_their_role() {
        let findings = cut_into("<div>One</div>", &[Rect::new(100.0, 0.0, 200.0, 20.0)]);
        let (width, height, pixels) = pixels(&overlay_png(&findings).expect("it is rendered"));
        assert_eq!(width, 400 + 48);
        let top = height - 24 - 40;
        let at = |x: usize, y: usize| <[u8; 3]>::try_from(&pixels[((top + y) * width + 24 + x) * 3..][..3]).unwrap();
        let regions = findings.regions().expect("it has areas").answer;
        let color = of_role(regions.area(tamis_extract::segment::AreaId(1)).role);
        assert_eq!(at(200, 22), [color.red, color.green, color.blue], "the frame");
        assert_eq!(at(350, 35), [255, 255, 255], "the page");
        let tint = at(200, 10);
        assert!(tint != at(350, 10) && tint.iter().all(|&channel| channel > 200), "{tint:?}");
    }

    #[test]
    fn thousands_of_areas_over_each_other_are_painted_in_bounded_time() {
        let stacked = vec![Rect::new(0.0, 0.0, 1e7, 1e7); 20_000];
        let findings = cut_into(&"<p>x".repeat(20_000), &stacked);
        let (width, height, _) = pixels(&overlay_png(&findings).expect("it is rendered"));
        assert!(width == 448 && height < 16384 + 200, "{width}×{height}");
    }

    #[test]
    fn the_same_findings_are_the_same_picture() {
        let page = "<div>One</div><div>Two</div>";
        assert_eq!(overlay_png(&findings_of(page)), overlay_png(&findings_of(page)));
    }
}

#[test]
fn a_template_is_drawn_from_places_alone() {
    let findings = findings_of("<nav>One</nav><div>Two</div>");
    let regions = findings.regions().expect("it has areas").answer;
    let template = tamis_sites::Template::learn(findings.page().view().page(), &regions.clone().into(), None);
    let areas: Vec<TemplateArea> = template.areas().collect();
    let svg = template_svg("a.example/<1>", &areas).expect("it was rendered");
    let tree = Document::parse(&svg).expect("SVG is XML");
    let texts: Vec<&str> = elements(&tree, "text").filter_map(|text| text.text()).collect();
    assert!(texts.iter().any(|text| text.starts_with("a.example/<1> · ")), "{texts:?}");
    assert!(names(&findings).iter().all(|(name, _)| texts.contains(&name.as_str())), "{texts:?}");
    assert!(!texts.contains(&"One"), "the words of the first page are not remembered");
    let plain: Vec<TemplateArea> = areas.iter().map(|area| without_place(*area)).collect();
    assert!(template_svg("a.example/1", &plain).is_err() && template_svg("a.example/1", &[]).is_err());
}

fn without_place(mut area: TemplateArea) -> TemplateArea {
    area.rect = None;
    area
}
