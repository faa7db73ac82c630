//! What every method promises, whatever it looks for. A new row of `methods.rs` is held to it without a line here.

#[path = "fixtures/mod.rs"]
mod fixtures;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tamis::batch::Batch;
use tamis::export::{Format, Json, JsonPart};
use tamis::methods::METHODS;
use tamis::{AreaId, Capture, Document, Findings, Mask, Method, NodeId, Page, Recipe, Regions, Role, Task};
use tamis_extract::records::Table;
use tamis_page::{NodeKind, Rect};

#[test]
fn masks_name_real_nodes_and_keep_ancestors() {
    for_every_answer(|findings| match findings.mask() {
        Some(mask) => check_mask(findings.page().document(), mask.answer),
        None => Ok(()),
    });
}

#[test]
fn tables_have_their_rows_and_cells_on_the_page_and_in_order() {
    for_every_answer(|findings| {
        let tables = findings.tables().map_or(&[][..], |tables| tables.answer);
        for (table_idx, table) in tables.iter().enumerate() {
            let checked = check_table(findings.page().document(), table);
            checked.map_err(|complaint| format!("table {table_idx}: {complaint}"))?;
        }
        if tables.windows(2).any(|pair| pair[0].weight < pair[1].weight) {
            return Err("a larger table comes after a smaller one".to_owned());
        }
        Ok(())
    });
}

#[test]
fn areas_nest_and_stay_on_the_page() {
    for_every_answer(|findings| match findings.regions() {
        Some(regions) => check_regions(findings.page().document(), regions.answer),
        None => Ok(()),
    });
}

#[test]
fn the_same_bytes_give_the_same_answers_every_time_and_on_any_number_of_threads() {
    let sources = sources();
    let alone: Vec<String> = jobs(&sources).map(|(method, source)| line(&read(&source), method)).collect();
    for n_threads in [1, 4] {
        let together = on_threads(jobs(&sources), n_threads);
        assert_eq!(together.len(), alone.len());
        for ((method, _), (one, other)) in jobs(&sources).zip(together.iter().zip(&alone)) {
            assert!(
                one == other,
                "{} on {n_threads} threads differs from alone\n\
                 help: look for the order of a hash map, and for memory that a page leaves to the next",
                method.name()
            );
        }
    }
}

/// The answers as a batch gives them, with the memory of one page reused for the next.
fn on_threads(jobs: impl Iterator<Item = (&'static Method, Vec<u8>)>, n_threads: usize) -> Vec<String> {
    let mut lines = Vec::new();
    Batch::default().with_threads(NonZeroUsize::new(n_threads).expect("not zero")).run(
        jobs.map(|job| ((), job)),
        fixtures::stacked::reader,
        |reader, (method, source)| {
            let page = reader.read(Capture::new(source))?;
            let line = line(&page, method);
            reader.recycle(page);
            Ok::<_, tamis::Error>(line)
        },
        |(), result| {
            lines.push(result.expect("every page is answered"));
            ControlFlow::Continue(())
        },
    );
    lines
}

#[test]
fn hostile_pages_are_answered() {
    let mut complaints = Vec::new();
    for (name, source) in hostile_pages() {
        let page = read(&source);
        for method in METHODS {
            if catch_unwind(AssertUnwindSafe(|| answer_in_every_form(&page, method))).is_err() {
                complaints.push(format!("{} panics on the page: {name}", method.name()));
            }
        }
    }
    assert!(complaints.is_empty(), "{}\nhelp: the pages are at the end of this file", complaints.join("\n"));
}

/// What it says does not matter here, only that it says something in time.
fn answer_in_every_form(page: &Page, method: &'static Method) {
    let findings = ask(page, method);
    for task in Task::ALL.into_iter().filter(|task| task.answered_by() == method.answers()) {
        for format in Format::for_task(task) {
            let _ = findings.write(*format, std::io::sink());
        }
    }
    let has_text = !findings.text().trim().is_empty();
    assert!(!has_text || page.n_bytes() > 0, "{} finds text on an empty page", method.name());
}

/// Runs every method on every page, golden and hostile, and collects what `check` complains of.
#[track_caller]
fn for_every_answer(check: impl Fn(&Findings) -> Result<(), String>) {
    let mut complaints = Vec::new();
    for (name, source) in sources().into_iter().chain(hostile_pages()) {
        let page = read(&source);
        for method in METHODS {
            let checked = catch_unwind(AssertUnwindSafe(|| check(&ask(&page, method))));
            if let Err(complaint) = checked.unwrap_or_else(|_| Err("it panics".to_owned())) {
                complaints.push(format!("{} on {name}: {complaint}", method.name()));
            }
        }
    }
    assert!(
        complaints.is_empty(),
        "{}\nhelp: CONTRIBUTING.md says what a method promises; the page is in tests/pages or in this file",
        complaints.join("\n")
    );
}

fn check_mask(document: &Document, mask: &Mask) -> Result<(), String> {
    if mask.len() != document.len() {
        return Err(format!("the mask is for {} nodes, the page has {}", mask.len(), document.len()));
    }
    let mut n_kept = 0;
    for node in document.nodes().filter(|&node| mask.keeps(node)) {
        n_kept += 1;
        if let Some(parent) = document.parent(node).filter(|&parent| !mask.keeps(parent)) {
            return Err(format!("node {} is kept and its parent {} is not", node.0, parent.0));
        }
    }
    if n_kept != mask.n_kept() {
        return Err(format!("{n_kept} nodes are kept, the mask says {}", mask.n_kept()));
    }
    for removal in mask.removals() {
        if removal.node.index() >= document.len() {
            return Err(format!("node {} is removed and does not exist", removal.node.0));
        }
        if mask.keeps(removal.node) {
            return Err(format!("node {} is removed and kept", removal.node.0));
        }
        if removal.reason.trim().is_empty() {
            return Err(format!("node {} is removed without a reason", removal.node.0));
        }
    }
    check_explained(document, mask)
}

/// Every element in the body that is left out lies in a subtree that some removal explains.
fn check_explained(document: &Document, mask: &Mask) -> Result<(), String> {
    let mut is_explained = vec![false; document.len()];
    for removal in mask.removals() {
        is_explained[removal.node.index()] = true;
    }
    let Some(body) = document.body() else { return Ok(()) };
    for node in document.descendants(body) {
        let parent = document.parent(node).expect("a descendant has a parent");
        is_explained[node.index()] |= is_explained[parent.index()];
        let matters = document.kind(node) == NodeKind::Element;
        if matters && !mask.keeps(node) && !is_explained[node.index()] {
            return Err(format!("node {} <{}> is left out for no reason", node.0, document.tag_name(node)));
        }
    }
    Ok(())
}

/// Every area is around those below it and has a role with a reason; a block lies in at most one part and a part in no
/// other, and no text is in two blocks.
fn check_regions(document: &Document, regions: &Regions) -> Result<(), String> {
    let mut of_texts = vec![[0u8; 2]; document.len()];
    for (id, area) in regions.areas() {
        let complain = |what: &str| Err(format!("area {} {what}", id.0));
        if area.reason.trim().is_empty() {
            return complain("has a role without a reason");
        }
        if (id == AreaId::ROOT) != (area.role == Role::Page) {
            return complain("is called the page, or the page something else");
        }
        let content = regions.content(document, id);
        if !content.is_sorted() || content.iter().any(|node| node.index() >= document.len()) {
            return complain("names nodes that are not there, or not in page order");
        }
        if id != AreaId::ROOT && content.is_empty() {
            return complain("has nothing in it");
        }
        let around = area.parent.map(|parent| regions.area(parent));
        let contains = |outer: Rect, inner: Rect| {
            let wider = Rect::new(outer.x - 1.0, outer.y - 1.0, outer.width + 2.0, outer.height + 2.0);
            wider.contains(inner)
        };
        if let (Some(outer), Some(inner)) = (around.and_then(|around| around.rect), area.rect)
            && !contains(outer, inner)
        {
            return complain("is not within the area around it");
        }
        let texts = content
            .iter()
            .flat_map(|&node| document.subtree(node))
            .filter(|&node| document.kind(node) == NodeKind::Text);
        for text in texts {
            of_texts[text.index()][0] += u8::from(area.levels.is_part);
            of_texts[text.index()][1] += u8::from(area.levels.is_block);
        }
    }
    match of_texts.iter().position(|counts| counts.iter().any(|&count| count > 1)) {
        Some(text) => Err(format!("text {text} is in two parts or in two blocks")),
        None => Ok(()),
    }
}

fn check_table(document: &Document, table: &Table) -> Result<(), String> {
    if table.region.index() >= document.len() {
        return Err(format!("its region, node {}, does not exist", table.region.0));
    }
    if table.rows.is_empty() || table.columns.is_empty() {
        return Err(format!("it has {} rows and {} columns", table.rows.len(), table.columns.len()));
    }
    if !(0.0..=1.0).contains(&table.confidence) {
        return Err(format!("its confidence is {}", table.confidence));
    }
    let names: BTreeSet<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    if names.len() != table.columns.len() || names.contains("") {
        return Err(format!("its columns are named {names:?}"));
    }
    let mut seen = BTreeSet::new();
    let mut first_of_last_row = NodeId::ROOT;
    for (row_idx, row) in table.rows.iter().enumerate() {
        let complain = |what: &str| Err(format!("row {row_idx} {what}"));
        let Some(&first) = row.nodes.first() else { return complain("has no nodes") };
        if first <= first_of_last_row {
            return complain("is not in page order");
        }
        first_of_last_row = first;
        if !row.nodes.iter().all(|&node| document.contains(table.region, node)) {
            return complain("lies outside the region");
        }
        if !row.nodes.iter().flat_map(|&node| document.subtree_range(node)).all(|node| seen.insert(node)) {
            return complain("shares nodes with another");
        }
        if row.cells.len() != table.columns.len() {
            return complain("has another number of cells than there are columns");
        }
        let is_in_row = |cell: &NodeId| row.nodes.iter().any(|&node| document.contains(node, *cell));
        if !row.cells.iter().flatten().flat_map(|cell| &cell.nodes).all(is_in_row) {
            return complain("has a cell that lies outside the row");
        }
    }
    for (column_idx, column) in table.columns.iter().enumerate() {
        let n_filled = table.rows.iter().filter(|row| row.cells[column_idx].is_some()).count();
        let fill = n_filled as f64 / table.rows.len() as f64;
        if (column.fill - fill).abs() > 1e-9 {
            return Err(format!("column {} says it is filled to {}, it is to {fill}", column.name, column.fill));
        }
    }
    Ok(())
}

/// The page with a layout, for the methods that look at boxes.
fn read(source: &[u8]) -> Page {
    fixtures::stacked::reader().read(Capture::new(source.to_vec())).expect("the page is within the limits")
}

/// Everything that is known of the page, as the command writes it.
fn line(page: &Page, method: &'static Method) -> String {
    Json::of(&ask(page, method)).with_only(JsonPart::ALL).line()
}

fn ask(page: &Page, method: &'static Method) -> Findings {
    tamis::ask(page, &[Recipe::of(method)]).expect("the page was rendered")
}

fn jobs(sources: &[(String, Vec<u8>)]) -> impl Iterator<Item = (&'static Method, Vec<u8>)> {
    METHODS.iter().flat_map(|method| sources.iter().map(move |(_, source)| (method, source.clone())))
}

fn sources() -> Vec<(String, Vec<u8>)> {
    fixtures::golden_pages().into_iter().map(|page| (page.slug, page.source)).collect()
}

/// Pages that no author meant. The large ones are as large as a debug build allows in a few seconds; the limits
/// themselves are tested beside the parser.
fn hostile_pages() -> Vec<(String, Vec<u8>)> {
    let list = |item: &str, times: usize| format!("<body><ul>{}</ul>", item.repeat(times));
    let distinct = |times: usize| (0..times).map(|at| format!("<p class=c{at}>{at}</p>")).collect::<String>();
    let pages = [
        ("empty", String::new()),
        ("white space", " \n\t ".into()),
        ("one node", "x".into()),
        ("no body", "<html><head><title>Head only</title></head></html>".into()),
        (
            "frameset",
            "<frameset cols=50%,*><frame src=a><frame src=b><noframes><p>No frames</noframes></frameset>".into(),
        ),
        ("comment only", "<!-- nothing -->".into()),
        ("unclosed comment", "<p>Before<!-- never closed <p>After".into()),
        ("script only", "<script>var a = '<p>no</p>'</script>".into()),
        ("all text", "word ".repeat(20_000)),
        ("one long word", "w".repeat(100_000)),
        ("template only", "<template><p>Not shown".into()),
        ("nulls", "\0<p>\0a\0</p>\0".repeat(50)),
        ("deep", "<div>".repeat(1_200)),
        ("deep and closed", format!("{}x{}", "<div><span>".repeat(3_000), "</span></div>".repeat(3_000))),
        ("wide", list("<li>a", 8_000)),
        ("wide and different", distinct(3_000)),
        ("noise beside a list", distinct(1_000) + &list("<li class=record>a", 4_000) + &distinct(1_000)),
        ("mis-nested", "<b><i><p>x</b></i>".repeat(1_500)),
        ("long attribute", format!("<p title='{}'>x", "y".repeat(200_000))),
        ("table in table", "<table><tr><td>x".repeat(250)),
        ("only pictures", "<img src=a.png>".repeat(500)),
        ("comments before the page", "<!-- -->".repeat(20_000) + &"<div>a<p>b</div>".repeat(2_000)),
    ];
    pages.into_iter().map(|(name, page)| (name.to_owned(), page.into_bytes())).collect()
}
