//! Runs each of `examples/*.rs` as a user would, from the root of the repository, and looks at what it prints.
//!
//! `cargo test` builds the examples along with the tests; `cargo test --test examples` alone does not.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate is two folders below the root")
}

/// What the example prints.
#[track_caller]
fn run(name: &str, arguments: &[&str]) -> String {
    let test = std::env::current_exe().expect("a test is a program");
    let folder: PathBuf = test.ancestors().nth(2).expect("it is in target/PROFILE/deps").join("examples");
    let program = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "{} is not built: run `cargo build -p tamis --examples`", program.display());
    let output = Command::new(program).args(arguments).current_dir(root()).output().expect("it is built");
    let words = |bytes| String::from_utf8(bytes).expect("it prints text");
    assert!(output.status.success(), "{name}: {}", words(output.stderr));
    words(output.stdout)
}

#[test]
fn every_example_is_run_here_and_short() {
    let here = include_str!("examples.rs");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut n_examples = 0;
    for entry in folder.read_dir().expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        // Not for users: it measures the library for a bench of the Python package.
        if name == "extract_speed" {
            continue;
        }
        n_examples += 1;
        assert!(here.contains(&format!("run(\"{name}\"")), "{name} is run by no test");
        let text = std::fs::read_to_string(&path).expect("it can be read");
        assert!(text.lines().count() < 60, "{name} has {} lines", text.lines().count());
    }
    assert!(n_examples >= 6, "{n_examples}");
}

#[test]
fn a_shop_becomes_csv() {
    let csv = run("shop_to_csv", &["examples/shop.html", "https://slip-and-ash.example/kitchen"]);
    assert_eq!(csv.lines().count(), 13, "{csv}");
    assert!(csv.starts_with("title,title_url,image,what,price,price_currency"), "{csv}");
    assert!(csv.contains("\nGlazed Milk Jug,https://slip-and-ash.example/pots/glazed-milk-jug,"), "{csv}");
}

#[test]
fn a_wrapper_of_one_page_gives_the_rows_of_another() {
    let csv = run("learn_and_apply_wrapper", &[]);
    assert!(csv.starts_with("region .products\ntitle,"), "{csv}");
    assert_eq!(csv.lines().count(), 10, "{csv}");
    assert!(csv.contains("\nTeapot,/pots/teapot,/img/226.jpg,\"Four cups, cane handle\",64.00,GBP,"), "{csv}");
}

#[test]
fn a_page_of_a_site_is_mapped_from_its_template() {
    let told = run("whole_site", &[]);
    assert!(told.contains("shop-2.html: 8 records, a new template\n"), "{told}");
    assert!(told.contains("shop.html: 12 records, mapped from its template\n"), "{told}");
    assert!(told.ends_with("3 pages, 1 mapped\n"), "{told}");
}

#[test]
fn what_was_dropped_has_a_reason() {
    let told = run("why_was_this_dropped", &[]);
    assert!(told.starts_with("dropped with /html/body/div[1]"), "{told}");
    let told = run("why_was_this_dropped", &["examples/garden.html", "Use a fine compost"]);
    assert!(told.starts_with("kept: /html/body/div[2]/main/article/p[3]"), "{told}");
}

#[test]
fn a_visual_method_sees_what_a_renderer_of_ones_own_laid_out() {
    let told = run("own_renderer", &[]);
    assert!(told.starts_with("laid out by typewriter 1.0, "), "{told}");
    assert!(told.contains("Sowing under glass in February"), "{told}");
}

#[test]
fn many_pages_become_a_line_each() {
    let lines = run("many_pages", &[]);
    assert_eq!(lines.lines().count(), 14);
    assert!(lines.lines().all(|line| line.starts_with("{\"schema_version\":1,") && line.ends_with('}')));
}
