//! Our structured data beside that of extruct, on pages of our own.
//!
//! `./test` sets up a Python that has extruct and names it in `TAMIS_EXTRUCT_PYTHON`. Where there is none this test fails
//! and says how to get one; `TAMIS_SKIP_PYTHON_TESTS=1` leaves it out.

use std::path::{Path, PathBuf};
use tamis::{Capture, Page, Url};
use tamis_eval::datasets::page_files;
use tamis_eval::structured::{Extruct, VOCABULARIES, agreement, ours};

#[test]
fn both_say_the_same_on_our_own_pages() {
    if std::env::var_os("TAMIS_SKIP_PYTHON_TESTS").is_some_and(|value| value == "1") {
        return;
    }
    let help = "help: python3 -m venv target/venv && target/venv/bin/pip install extruct, or TAMIS_SKIP_PYTHON_TESTS=1";
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = std::env::var_os("TAMIS_EXTRUCT_PYTHON").map(PathBuf::from);
    let python = python.unwrap_or_else(|| repository.join("target/venv/bin/python"));
    let mut extruct = Extruct::start(&python).unwrap_or_else(|error| panic!("{error:#}\n{help}"));

    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/structured/every-vocabulary.html");
    let mut files = page_files(&repository.join("tests/pages")).expect("our pages can be listed");
    files.extend([own, repository.join("examples/shop.html")]);
    let mut n_statements = [0; VOCABULARIES.len()];
    for file in files {
        let body = std::fs::read(&file).expect("our pages can be read");
        let address = Url::parse("https://lamps.example/page").expect("it is an address");
        let page = Page::read(Capture::new(body)).expect("our pages are small").with_url(address);
        let theirs = extruct.read(&page).unwrap_or_else(|error| panic!("{error:#}\n{help}"));
        let ours = ours(&page);
        for (vocabulary, n_statements) in VOCABULARIES.iter().zip(&mut n_statements) {
            let (found, examples) = agreement(&ours[vocabulary], &theirs[vocabulary], 5);
            *n_statements += found.n_common;
            assert!(found.is_full(), "{} {vocabulary}:\n{}", file.display(), examples.join("\n"));
        }
    }
    // A comparison of nothing with nothing would pass.
    assert!(n_statements.iter().all(|&n| n > 3), "{n_statements:?} statements");
}
