use super::*;
use crate::segment::AreaId;
use crate::segment::regions::is_atom;
use crate::testing::{draw, paragraphs};
use crate::view::RenderedView;
use tamis_page::Rect;

const THRESHOLDS: Thresholds = Thresholds { part: 0.5, block: 0.6 };

const TEXT: &str = "A lamp turns power into light, and a good lamp does so for many years without a word.";

fn trace_of(html: &str) -> (Document, CutTrace) {
    let document = Document::parse(html);
    let trace = trace(&PageView::of(&document), THRESHOLDS);
    (document, trace)
}

/// The pieces as the tags of their elements, with the number of their units.
fn pieces(html: &str) -> Vec<(String, usize)> {
    let (document, trace) = trace_of(html);
    trace.pieces.iter().map(|piece| (document.tag_name(piece.bottom).to_owned(), piece.units.len())).collect()
}

fn piece(name: &str, n_units: usize) -> (String, usize) {
    (name.to_owned(), n_units)
}

#[test]
fn wrappers_belong_to_what_they_wrap() {
    assert_eq!(
        pieces("<body><div><section><p>One</p><ul><li>a<li>b</ul></section></div>"),
        [piece("section", 2), piece("ul", 2)]
    );
    let (document, trace) = trace_of("<body><div><section><p>One</p><p>Two</p></section></div>");
    assert_eq!(document.tag_name(trace.pieces[0].top), "body");
}

#[test]
fn neighbours_in_one_line_are_one_unit() {
    assert_eq!(pieces("<body>One <b>two</b> <a href=x>three</a><p>Four</p>five"), [piece("body", 3)]);
    assert_eq!(pieces("<body>One <b>two</b> three"), [], "a line is one thing");
}

#[test]
fn what_has_nothing_to_see_is_no_unit() {
    assert_eq!(pieces("<body><p>One</p><p> </p><script>x</script><p hidden>y</p><p>Two</p>"), [piece("body", 2)]);
}

#[test]
fn a_page_with_nothing_to_see_has_no_areas() {
    for html in ["", " ", "<script>x</script>", "<p hidden>x", "<div><div></div></div>"] {
        let document = Document::parse(html);
        let view = PageView::of(&document);
        assert!(segment(&view, &view, THRESHOLDS).is_empty(), "{html}");
    }
}

#[test]
fn features_tell_a_text_from_a_menu_beside_a_text() {
    let (_, trace) = trace_of(&format!(
        "<body><div id=menu><a href=1>Shop</a></div><div><p>{TEXT}</p><p>{TEXT}</p><h2>More</h2><p>{TEXT}</p></div>"
    ));
    let [page, text] = &trace.pieces[..] else { panic!("{trace:?}") };
    assert!((text.features.prose - 1.0).abs() < 1e-9 && page.features.prose < 0.1);
    assert!(page.features.link_range > 0.9 && text.features.link_range < 0.1);
    assert!((text.features.headings - 1f64.ln_1p()).abs() < 1e-9);
    assert!((page.features.two, text.features.two) == (1.0, 0.0));
    assert_eq!((page.features.area, page.features.gap), (0.0, 0.0), "nobody measured");
    assert!(text.part_probability < page.part_probability);
}

#[test]
fn features_see_columns_gaps_and_boxes() {
    let page = draw(
        "<body box='0 0 1000 800'><div box='0 0 1000 100' back=200>Top</div>\
         <div box='0 160 1000 600'><p box='0 160 700 600'>Content<p box='760 160 240 600'>Beside</div>",
    );
    let trace = trace(&RenderedView::of(&page), THRESHOLDS);
    let [whole, columns] = trace.pieces.iter().map(|piece| piece.features).collect::<Vec<_>>()[..] else { panic!() };
    assert!((whole.gap - 60f64.ln_1p()).abs() < 1e-6 && whole.columns == 0.0 && whole.top > 0.5);
    assert!((columns.columns - (1.0 - 240.0 / 700.0)).abs() < 1e-6 && columns.gap == 0.0);
    assert_eq!((whole.is_page, columns.is_page, columns.is_boxed), (1.0, 0.0, 0.0));
}

#[test]
fn what_stands_beside_the_main_landmark_is_a_part() {
    let html = format!("<body><header>Lamps</header><div><main><p>{TEXT}<p>{TEXT}</main><div>{TEXT}</div></div>");
    let document = Document::parse(html.as_str());
    let regions = segment(&PageView::of(&document), &PageView::of(&document), THRESHOLDS);
    let parts: Vec<&str> = regions.parts().map(|id| document.tag_name(regions.content(&document, id)[0])).collect();
    assert_eq!(parts, ["header", "main", "div"]);
    // Two of them say nothing.
    let (document, trace) = trace_of(&html.replace("<header>Lamps</header>", "<main>Lamps</main>"));
    assert_eq!(main_landmark(&document, &Survey::of(&PageView::of(&document), document.body().expect("one"))), None);
    assert!(trace.pieces[0].is_divided_into_parts);
}

#[test]
fn items_of_one_list_are_divided_together_or_not_at_all() {
    let short = "<div class=item><h3>A lamp</h3><p>Of steel</div>";
    let long = format!(
        "<div class=item><div><h3>A lamp</h3><a href=1>Buy</a></div><div>{TEXT}</div><table><tr><td>5<td>6</table></div>"
    );
    let html =
        format!("<body><nav>Shop</nav><main>{}{long}{}</main><footer>End</footer>", short.repeat(3), short.repeat(3));
    let (document, trace) = trace_of(&html);
    let items: Vec<&CutPiece> =
        trace.pieces.iter().filter(|piece| document.classes(piece.top).any(|class| class == "item")).collect();
    assert_eq!(items.len(), 7);
    assert!(items.iter().all(|item| (item.block_probability - items[0].block_probability).abs() < 1e-9));
    assert!(items.iter().any(|item| item.features != items[0].features));
}

#[test]
fn every_block_is_in_a_part_and_everything_is_in_a_block() {
    let item = "<li class=x><a href=1>A lamp</a> <b>5</b>";
    let document = Document::parse(format!("<body><div>Top</div><ul>{}</ul><p>{TEXT}", item.repeat(9)));
    let view = PageView::of(&document);
    let regions = segment(&view, &view, THRESHOLDS);
    for node in document.nodes().filter(|&node| is_atom(&view, node)) {
        let n_around = |is_counted: fn(Levels) -> bool| {
            let around = |id: &AreaId| regions.content(&document, *id).iter().any(|&top| document.contains(top, node));
            regions.areas().filter(|(_, area)| is_counted(area.levels)).filter(|(id, _)| around(id)).count()
        };
        assert_eq!((n_around(|levels| levels.is_part), n_around(|levels| levels.is_block)), (1, 1), "{}", node.0);
    }
}

#[test]
fn a_hundred_thousand_boxes_and_a_deep_page_have_an_answer() {
    let grid = paragraphs(50_000, |idx| Rect::new((idx % 100) as f32 * 20.0, (idx / 100) as f32 * 20.0, 16.0, 16.0));
    let view = RenderedView::of(&grid);
    assert!(!segment(&view, &view, THRESHOLDS).is_empty());
    let deep = Document::parse("<div>x<p>y".repeat(20_000));
    let view = PageView::of(&deep);
    assert!(!segment(&view, &view, THRESHOLDS).is_empty());
}

#[test]
fn boxes_on_one_spot_off_the_page_and_beyond_measure_have_an_answer() {
    let places: [fn(usize) -> Rect; 4] = [
        |_| Rect::new(5.0, 5.0, 50.0, 20.0),
        |idx| Rect::new(-500.0, idx as f32 * -30.0 - 30.0, 100.0, 20.0),
        |idx| Rect::new(0.0, idx as f32 * 30.0, if idx == 3 { 1e7 } else { 100.0 }, if idx == 5 { 1e7 } else { 20.0 }),
        |_| Rect::new(0.0, 0.0, 0.0, 0.0),
    ];
    for place in places {
        let page = paragraphs(200, place);
        let view = RenderedView::of(&page);
        let regions = segment(&view, &view, THRESHOLDS);
        assert!(regions.parts().count() >= 1, "the text is there, wherever it is");
        let trace = trace(&view, THRESHOLDS);
        assert!(trace.pieces.iter().all(|piece| piece.features.values().iter().all(|value| value.is_finite())));
    }
}
