//! Templates that earlier versions stored stay readable.
//!
//! `tests/templates` has one file of each form that a template was ever stored in, written by the first program that wrote it.
//! After a change of the form the new one is written once by
//! `cargo test -p tamis-sites --test templates -- --ignored writes_the_file_of_this_form`.

use std::fs;
use std::path::{Path, PathBuf};
use tamis_extract::clean::{blocks, blocks::BlocksOptions};
use tamis_extract::records::auto::{self, AutoOptions};
use tamis_extract::segment::{auto::AutoOptions as SegmentOptions, landmarks};
use tamis_extract::{Answers, MainContent, PageView};
use tamis_page::Document;
use tamis_sites::{Mode, Template};

/// The forms, the newest last.
const FORMS: &[&str] = &["mapped-tables", "applied-tables"];

fn file(form: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/templates/{form}"))
}

/// A page of lamps: some without a price, one with a badge.
fn page(n_lamps: usize) -> Document {
    let lamp = |number: usize| {
        let price =
            if number.is_multiple_of(3) { String::new() } else { format!("<b class=price>{number}.50 €</b>") };
        let badge = if number == 2 { "<i class=badge>new</i>" } else { "" };
        format!(
            "<li class=lamp><h3><a href=/lamps/{number}>Lamp {number}</a></h3>{price}{badge}<p>A lamp, the {number}th of all."
        )
    };
    let lamps: String = (1..=n_lamps).map(lamp).collect();
    let text =
        "<p>Lamps give light, which is what most people buy them for, and some are nice to look at.</p>".repeat(3);
    Document::parse(format!(
        "<nav><a href=/>Home</a> <a href=/new>New</a></nav><main><h1>Lamps</h1><ul class=lamps>{lamps}</ul>{text}</main>\
         <footer><p>All rights reserved</p></footer>"
    ))
}

fn learn(document: &Document) -> Template {
    let view = PageView::of(document);
    let regions = landmarks::segment(&view, &SegmentOptions::default());
    let trace = blocks::trace(&view, &BlocksOptions::default());
    let tables = auto::find(&view, &AutoOptions::default());
    let main = MainContent { kind: Some(trace.kind()), ..trace.mask(document).into() };
    let answers = Answers { main: Some(main), tables: Some(tables), regions: Some(regions), reason: None };
    Template::learn(&view, &answers, None)
}

#[test]
fn the_files_of_all_forms_are_read() {
    for form in FORMS {
        let template = Template::decode(&fs::read(file(form)).expect("the file is there")).expect("it can be read");
        assert_eq!(Template::decode(&template.encode()), Ok(template.clone()), "{form}");
        let other = page(9);
        let mapped = template.map(&PageView::of(&other), Mode::default());
        assert_eq!((mapped.fit.n_missing, mapped.frame.n_missing), (0, 0), "{form}");
        assert_eq!(mapped.is_applied(), *form != "mapped-tables", "{form}");
        assert!(mapped.answers.regions.is_some_and(|regions| regions.len() >= 4), "{form}");
        assert!(mapped.answers.main.is_some_and(|main| main.mask.n_kept() > 3), "{form}");
        let table = mapped.answers.tables.expect("tables were learned").swap_remove(0);
        assert_eq!(table.rows.len(), 9, "{form}");
        let values: Vec<_> = (0..table.columns.len()).map(|column| table.value(7, column)).collect();
        let expect = [Some("Lamp 8"), Some("/lamps/8"), Some("8.50"), None, Some("A lamp, the 8th of all.")];
        assert_eq!(values, expect.map(|value| value.map(str::to_owned)), "{form}");
    }
}

#[test]
#[ignore = "writes a file into the repository, once for each form"]
fn writes_the_file_of_this_form() {
    let path = file(FORMS[FORMS.len() - 1]);
    assert!(!path.exists(), "{} was written by the first program of its form and stays as it is", path.display());
    fs::write(path, learn(&page(6)).encode()).expect("it can be written");
}
