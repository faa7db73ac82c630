//! A page that is mapped from a template learned from itself has the answer that it was learned with, by every method that
//! needs no layout.

use std::path::PathBuf;
use tamis_extract::clean::{blocks, weights};
use tamis_extract::records::{Table, auto};
use tamis_extract::segment::{Regions, auto as segment, landmarks};
use tamis_extract::{Answers, MainContent, PageView};
use tamis_page::{CharsetHints, Document, Mask, NodeId, decode, visible_text_under};
use tamis_papers::clean::{rules, tps as clean_tps};
use tamis_papers::records::{depta, mdr};
use tamis_papers::segment::tps as segment_tps;
use tamis_sites::{Mapped, Mode, Template};

/// The golden pages of the repository, by name.
#[expect(clippy::disallowed_methods, reason = "a test may read its pages")]
fn pages() -> Vec<(String, Document)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/pages");
    let mut names: Vec<_> =
        std::fs::read_dir(folder).expect("the pages are there").map(|entry| entry.expect("readable").path()).collect();
    names.sort();
    let read = |path: PathBuf| {
        let html = std::fs::read(path.join("source.html")).ok()?;
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some((name, Document::parse(decode(html, &CharsetHints::default()).text)))
    };
    let pages: Vec<_> = names.into_iter().filter_map(read).collect();
    assert!(pages.len() >= 10, "only {} golden pages found", pages.len());
    pages
}

/// The page mapped from itself, by way of a store, in both modes.
fn mapped(view: &PageView<'_>, answers: &Answers) -> Vec<Mapped> {
    let template = Template::learn(view, answers, None).without_wrappers();
    let template = Template::decode(&template.encode()).expect("it was just written");
    [Mode::Robust, Mode::Strict].map(|mode| template.map(view, mode)).into()
}

fn areas(document: &Document, regions: &Regions) -> Vec<(Vec<NodeId>, bool, bool, &'static str)> {
    let area = |(id, area): (_, &tamis_extract::segment::Area)| {
        (regions.content(document, id), area.levels.is_part, area.levels.is_block, area.role.as_str())
    };
    let mut areas: Vec<_> = regions.areas().skip(1).map(area).collect();
    areas.sort();
    areas
}

#[test]
fn areas_are_the_same() {
    for (name, document) in pages() {
        let view = PageView::of(&document);
        let methods = [
            ("auto", segment::segment(&view, &segment::AutoOptions::default())),
            ("landmarks", landmarks::segment(&view, &segment::AutoOptions::default())),
            ("tps", segment_tps::segment(&view, &clean_tps::TpsOptions::default())),
        ];
        for (method, regions) in methods {
            for mapped in mapped(&view, &regions.clone().into()) {
                let got = mapped.answers.regions.expect("areas were learned");
                assert_eq!(areas(&document, &got), areas(&document, &regions), "{method} on {name}");
                assert_eq!(mapped.fit.n_missing, 0, "{method} on {name}");
            }
        }
    }
}

#[test]
fn kept_text_comments_and_kind_are_the_same() {
    for (name, document) in pages() {
        let view = PageView::of(&document);
        let trace = blocks::trace(&view, &blocks::BlocksOptions::default());
        let comments = trace.comments(&view);
        let methods = [
            ("blocks", trace.mask(&document)),
            ("tps", clean_tps::clean(&view, &clean_tps::TpsOptions::default())),
            ("rules", rules::clean(&view, &rules::RulesOptions::default())),
            ("weights", weights::clean(&view, &weights::WeightsOptions::default())),
        ];
        let text = |mask: &Mask| visible_text_under(&document, document.root(), mask);
        for (method, mask) in methods {
            let main = MainContent { mask: mask.clone(), comments: comments.clone(), kind: Some(trace.kind()) };
            for mapped in mapped(&view, &main.into()) {
                let main = mapped.answers.main.expect("a mask was learned");
                let got = main.mask;
                assert_eq!(text(&got), text(&mask), "{method} on {name}");
                assert!(got.kept().all(|node| document.parent(node).is_none_or(|parent| got.keeps(parent))));
                assert_eq!((&main.comments, main.kind), (&comments, Some(trace.kind())), "{name}");
                assert_eq!(mapped.fit.n_missing, 0, "{method} on {name}");
            }
        }
    }
}

type Cells = Vec<(Vec<NodeId>, Vec<Option<String>>)>;

fn rows(table: &Table) -> Cells {
    let cells = |row: &tamis_extract::records::Row| {
        row.cells.iter().map(|cell| cell.as_ref().map(|cell| cell.text.clone())).collect()
    };
    table.rows.iter().map(|row| (row.nodes.clone(), cells(row))).collect()
}

#[test]
fn tables_are_the_same() {
    for (name, document) in pages() {
        let view = PageView::of(&document);
        let methods = [
            ("auto", auto::find(&view, &auto::AutoOptions::default())),
            ("mdr", mdr::find(&view, &mdr::MdrOptions::default())),
            ("depta", depta::find(&view, &depta::DeptaOptions::default())),
        ];
        for (method, tables) in methods {
            for mapped in mapped(&view, &tables.clone().into()) {
                let got = mapped.answers.tables.expect("tables were learned");
                assert_eq!(got.len(), tables.len(), "{method} on {name}");
                for (got, table) in got.iter().zip(&tables) {
                    assert_eq!(rows(got), rows(table), "{method} on {name}");
                    assert_eq!(got.columns, table.columns, "{method} on {name}");
                    assert_eq!((got.region, got.role), (table.region, table.role), "{method} on {name}");
                }
                assert_eq!(mapped.fit.n_missing, 0, "{method} on {name}");
            }
        }
    }
}

#[test]
fn tables_that_are_applied_have_the_same_records_and_nearly_all_cells() {
    let mut n_applied = 0;
    for (name, document) in pages() {
        let view = PageView::of(&document);
        let tables = auto::find(&view, &auto::AutoOptions::default());
        let template = Template::learn(&view, &tables.clone().into(), None);
        let template = Template::decode(&template.encode()).expect("it was just written");
        let applied = template.map(&view, Mode::Robust);
        assert_eq!((applied.fit.n_missing, applied.frame.n_missing), (0, 0), "{name}");
        assert_eq!(template.wrappers().flatten().count(), applied.n_applied, "{name}");
        n_applied += applied.n_applied;
        let got = applied.answers.tables.expect("tables were learned");
        assert_eq!(got.len(), tables.len(), "{name}");
        for (got, table) in got.iter().zip(&tables) {
            assert_eq!((got.region, got.role), (table.region, table.role), "{name}");
            let (got, table) = (rows(got), rows(table));
            let nodes = |rows: &Cells| rows.iter().map(|(nodes, _)| nodes.clone()).collect::<Vec<_>>();
            assert_eq!(nodes(&got), nodes(&table), "{name}");
            let cells = got.iter().zip(&table).flat_map(|((_, got), (_, cells))| got.iter().zip(cells));
            let cells: Vec<_> = cells.filter(|(got, cell)| got.is_some() || cell.is_some()).collect();
            let n_same = cells.iter().filter(|(got, cell)| got == cell).count();
            assert!(n_same as f64 >= 0.95 * cells.len() as f64, "{n_same} of {} cells of {name}", cells.len());
        }
        let strict = template.map(&view, Mode::Strict);
        assert_eq!((strict.n_applied, strict.why_mapped), (0, None), "by position everything is mapped");
    }
    assert!(n_applied >= 3, "only {n_applied} tables of the golden pages are applied");
}
