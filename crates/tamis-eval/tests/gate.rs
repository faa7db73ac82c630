//! The accuracy of every method on our own pages. `tamis-eval gate` does the same on data sets that are not part of the
//! repository.

use std::path::Path;
use tamis_eval::datasets::LayoutSource;
use tamis_eval::gate;

#[test]
fn no_method_is_worse_on_our_own_pages_than_it_was() {
    let crate_root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let floors = gate::read(include_str!("../floors.json")).expect("the floors can be read");
    let checked =
        gate::check(&crate_root.join("tests/own-pages"), &LayoutSource::None, &floors).expect("the pages can be read");
    let below: Vec<String> = checked
        .iter()
        .filter(|figure| !figure.holds())
        .map(|figure| format!("{} is {:.4}, its floor is {:.4}", figure.name, figure.figure, figure.floor))
        .collect();
    let help = "help: tamis-eval gate --data crates/tamis-eval/tests/own-pages --update --lower 'why'";
    assert!(below.is_empty(), "{}\n{help}", below.join("\n"));
    assert!(checked.len() >= 10, "{} figures have a floor", checked.len());
}

#[test]
fn figures_of_segmentation_can_have_floors_with_and_without_a_layout() {
    let set = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scoring/segments");
    let floors = gate::update(&set, &LayoutSource::None, &[], None).expect("the pages can be read");
    let landmarks = floors.iter().find(|floor| floor.method == "landmarks").expect("it needs no layout");
    assert_eq!((landmarks.task.as_str(), landmarks.layout.as_deref()), ("segments", None));
    let names: Vec<&str> = landmarks.figures.keys().map(String::as_str).collect();
    assert_eq!(names, ["level_1_chars_f1", "level_1_nodes_f1", "level_2_chars_f1", "level_2_nodes_f1"]);
    assert!(landmarks.figures.values().all(|&figure| figure > 0.2 && figure <= 1.0), "{:?}", landmarks.figures);
    let checked = gate::check(&set, &LayoutSource::None, &floors).expect("the pages can be read");
    assert!(checked.len() >= 4 && checked.iter().all(gate::Checked::holds));

    let mut raised = floors.clone();
    for floor in &mut raised {
        floor.layout = Some("embedded".to_owned());
    }
    assert!(gate::check(&set, &LayoutSource::None, &raised).is_err(), "floors of another layout are not checked");
    for floor in &mut raised {
        floor.layout = None;
        floor.figures.values_mut().for_each(|figure| *figure += 0.01);
    }
    let checked = gate::check(&set, &LayoutSource::None, &raised).expect("the pages can be read");
    assert!(checked.iter().all(|figure| !figure.holds()));
    assert!(gate::update(&set, &LayoutSource::None, &raised, None).is_err(), "a floor sinks for a reason only");
}
