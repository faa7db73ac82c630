//! The accuracy of every method on our own pages. `tamis eval gate` does the same on data sets that are not part of the
//! repository.

use std::path::Path;
use tamis_eval::gate;

#[test]
fn no_method_is_worse_on_our_own_pages_than_it_was() {
    let crate_root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let floors = gate::read(include_str!("../floors.json")).expect("the floors can be read");
    let checked = gate::check(&crate_root.join("tests/own-pages"), &floors).expect("the pages can be read");
    let below: Vec<String> = checked
        .iter()
        .filter(|figure| !figure.holds())
        .map(|figure| format!("{} is {:.4}, its floor is {:.4}", figure.name, figure.figure, figure.floor))
        .collect();
    let help = "help: tamis eval gate --data crates/tamis-eval/tests/own-pages --update --lower 'why'";
    assert!(below.is_empty(), "{}\n{help}", below.join("\n"));
    assert!(checked.len() >= 10, "{} figures have a floor", checked.len());
}
