//! What we stored ourselves and read again: files that anybody can have changed since.

use std::sync::LazyLock;
use tamis_extract::records::auto;
use tamis_extract::{Answers, PageView};
use tamis_page::{Document, RenderedPage, snapshot};
use tamis_sites::{Mode, Template};

const PAGE: &str = "<nav><a href=1>Lamps</a></nav><ul class=lamps><li><a href=1>One</a> <b>5 €</b><li><a href=2>Two</a> \
    <b>6 €</b><li><a href=3>Three</a> <b>7 €</b></ul><p>Text";

/// Any bytes are a stored layout or refused, and one that was read is written and read again as the same page.
pub fn snapshot(data: &[u8]) {
    if let Ok(page) = snapshot::read(data) {
        let stored = snapshot::write(&page);
        let again = snapshot::read(&stored).expect("what was written can be read");
        assert!(snapshot::write(&again) == stored, "a stored page comes back as another one");
    }
    // A layout alone is not compressed, so that a changed byte of the file is one of its columns.
    let page = RenderedPage::unrendered(Document::parse(PAGE));
    let _ = snapshot::read_layout(&spoilt(snapshot::write_layout(page.layout()), data), page.document());
}

/// Any bytes are a stored template or refused; one that was read is written as it was, and fits any page somehow.
pub fn template(data: &[u8]) {
    static STORED: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let document = Document::parse(PAGE);
        let mask = tamis_page::Mask::keep_all(&document);
        // With selectors of a table, which anybody can have changed too.
        let tables = auto::find(&PageView::of(&document), &auto::AutoOptions::default());
        let answers = Answers { tables: Some(tables), ..mask.into() };
        Template::learn(&PageView::of(&document), &answers, None).encode()
    });
    check_template(data);
    check_template(&spoilt(STORED.clone(), data));
}

fn check_template(stored: &[u8]) {
    let _ = Template::decode_fingerprint(stored);
    let Ok(template) = Template::decode(stored) else { return };
    let stored = template.encode();
    let again = Template::decode(&stored).expect("what was written can be read");
    assert!(again.encode() == stored, "a stored template comes back as another one");
    let document = Document::parse(PAGE);
    let mapped = template.map(&PageView::of(&document), Mode::default());
    if let Some(main) = mapped.answers.main {
        assert_eq!(main.mask.len(), document.len(), "a mask is for all nodes of the page");
    }
    let _ = (template.areas().count(), template.wrappers().count());
}

/// A file in which each three bytes of `damage` have changed one byte: two say where, one says to what.
pub(super) fn spoilt(mut file: Vec<u8>, damage: &[u8]) -> Vec<u8> {
    for change in damage.chunks_exact(3).take(100) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % file.len();
        file[at] = change[2];
    }
    file
}
