//! What is learned from the golden pages of the repository runs.

use std::path::PathBuf;
use tamis_extract::records::auto;
use tamis_extract::{PageView, pagination};
use tamis_page::{CharsetHints, Document, decode};
use tamis_sites::wrapper::{LearnOptions, Sample, Subject, learn};

#[test]
fn a_learned_wrapper_gives_rows_on_its_page() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/pages");
    let mut n_learned = 0;
    for entry in std::fs::read_dir(folder).expect("the pages are there") {
        let path = entry.expect("readable").path();
        let Ok(html) = std::fs::read(path.join("source.html")) else { continue };
        let document = Document::parse(decode(html, &CharsetHints::default()).text);
        let view = PageView::of(&document);
        let turns = pagination::find(&view, None);
        for table in auto::find(&view, &auto::AutoOptions::default()) {
            let sample = Sample { document: &document, url: None, table: Some(&table), pagination: Some(&turns) };
            let mut options = LearnOptions::default();
            options.subject = Subject::Many;
            let wrapper = learn(&[sample], &options).expect("there are records");
            let compiled = wrapper.compile().unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()));
            let applied = compiled.apply(&document).table.expect("the region is there");
            assert!(!applied.rows.is_empty() && !wrapper.learned.pages.is_empty(), "{}", path.display());
            n_learned += 1;
        }
    }
    assert!(n_learned >= 10, "only {n_learned} tables were found");
}
