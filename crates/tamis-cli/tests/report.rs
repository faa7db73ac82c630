//! `tamis segment` as pictures and polygons, and `tamis report`, on pages that are stored with their layout.

mod run;

use run::Room;
use std::path::Path;

/// A room with a golden page, its layout and its source.
fn room_with(slug: &str) -> Room {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pages").join(slug);
    let room = Room::new();
    for (file, name) in [("layout.snapshot", "page.snapshot"), ("source.html", "page.html")] {
        room.write(name, &std::fs::read(folder.join(file)).expect("a golden page"));
    }
    room
}

#[test]
fn areas_are_drawn_over_a_stored_page() {
    let room = room_with("shop-list");
    let svg = room.tamis("segment page.snapshot --render none --svg").ends_with(0).quietly().stdout;
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg, room.tamis("segment page.snapshot --render none --format svg").ends_with(0).stdout);
    room.tamis("segment page.snapshot --render none --svg --output-dir out").ends_with(0);
    assert_eq!(room.list("out"), ["index.jsonl", "page.snapshot.svg"]);
    assert_eq!(room.read("out/page.snapshot.svg"), svg);
}

#[cfg(feature = "pictures")]
#[test]
fn areas_are_painted_over_a_stored_page() {
    let room = room_with("shop-list");
    room.tamis("segment page.snapshot --render none --png -o page.png").ends_with(0).quietly().prints("");
    assert!(std::fs::read(room.path("page.png")).expect("it is written").starts_with(b"\x89PNG"));
    room.tamis("segment page.snapshot --render none --png --svg").ends_with(1).says("cannot be used with");
}

#[cfg(not(feature = "pictures"))]
#[test]
fn a_build_without_pictures_says_so() {
    let room = room_with("shop-list");
    room.tamis("segment page.snapshot --render none --png -o page.png").ends_with(1).says("hint: use --svg");
}

#[test]
fn polygons_have_the_name_of_the_page_and_of_the_method() {
    let room = room_with("shop-list");
    let ran = room.tamis("segment page.snapshot --render none --format webis").ends_with(0).quietly();
    let task = &ran.lines()[0];
    assert_eq!(task["id"], "page");
    let method = tamis::methods::default_for(tamis::Task::Segment).name();
    let blocks = task["segmentations"][method].as_array().expect("the blocks are there");
    let parts = task["segmentations"][format!("{method}-parts")].as_array().expect("the parts are there");
    assert!(!blocks.is_empty() && !parts.is_empty());
    for ring in blocks.iter().map(|segment| &segment[0][0]) {
        assert_eq!(ring.as_array().map(Vec::len), Some(5));
        assert_eq!(ring[0], ring[4]);
        assert!(ring[2][0].as_u64() <= task["width"].as_u64() && ring[2][1].as_u64() <= task["height"].as_u64());
    }
    room.write("other.snapshot", &std::fs::read(room.path("page.snapshot")).expect("it is there"));
    let both = room.tamis("segment page.snapshot other.snapshot --render none --format webis").ends_with(0).lines();
    assert_eq!(both.iter().map(|task| &task["id"]).collect::<Vec<_>>(), ["page", "other"]);
}

#[test]
fn what_needs_a_layout_says_so_where_there_is_none() {
    let room = room_with("shop-list");
    for form in ["svg", "webis"] {
        let ran = room.tamis(&format!("segment page.html --render none --format {form}"));
        ran.ends_with(4).says("this page was not rendered").says("hint: use --render embedded").prints("");
    }
}

#[test]
fn a_report_is_one_file_with_all_that_was_found() {
    let room = room_with("search-results");
    room.tamis("report page.snapshot --render none -o why.html").ends_with(0).quietly().prints("");
    let report = room.read("why.html");
    for id in ["sheet", "blocks", "dropped", "tables", "text", "methods", "layer-blocks", "layer-dropped"] {
        assert!(report.contains(&format!("id=\"{id}\"")), "{id}");
    }
    assert!(report.contains("default-src 'none'"));
    room.tamis("report page.snapshot --render none -o again.html").ends_with(0);
    assert_eq!(report, room.read("again.html"));
}

#[test]
fn a_report_without_a_layout_has_no_picture() {
    let room = room_with("search-results");
    let report = room.tamis("report page.html --render none --url https://a.example/x").ends_with(0).quietly().stdout;
    assert!(report.contains("The page was not rendered") && !report.contains("id=\"sheet\""));
    assert!(report.contains("href=\"https://a.example/x\"") && report.contains("id=\"blocks\""));
}

#[test]
fn reports_of_many_pages_are_files_in_a_directory() {
    let room = room_with("shop-list");
    room.tamis("report page.html page.snapshot --render none").ends_with(1).says("hint: add --output-dir DIR");
    room.tamis("report page.html page.snapshot --render none --output-dir out").ends_with(0);
    assert_eq!(room.list("out").len(), 3, "two reports and a manifest");
}

#[test]
fn the_report_of_a_hostile_page_can_be_opened() {
    let room = Room::with(&[
        ("deep.html", &"<div>x".repeat(50_000)),
        ("wide.html", &format!("<ul>{}</ul>", "<li><a href=x>A &lt;/script> b</a> <b>1 €</b>".repeat(50_000))),
        ("empty.html", ""),
    ]);
    room.tamis("report deep.html wide.html empty.html --render none --output-dir out").ends_with(0);
    for name in ["deep.html", "wide.html", "empty.html"] {
        let report = room.read(&format!("out/{name}"));
        assert!(report.len() < 20 << 20, "{name}: {} bytes", report.len());
        assert_eq!(report.matches("</script>").count(), 1, "{name}");
    }
}
