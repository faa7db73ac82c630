#![doc = include_str!("method.md")]

mod sense;

use crate::clean::blocks::Favor;
use crate::records::{Table, TableRole};
use tamis_page::{Document, Mask};

/// Keeps the records too, and what makes sense of all that is kept. `main` is what a method keeps as main content,
/// `tables` are the lists that another one finds; less sure ones than `min_confidence` are not kept for their own sake.
pub fn unite(document: &Document, main: Mask, tables: &[Table], min_confidence: f64) -> Mask {
    let mut mask = main;
    // The others are menus, filters and teasers as often as not.
    let listed = tables.iter().filter(|table| table.role == TableRole::Main && table.confidence >= min_confidence);
    for row in listed.flat_map(|table| &table.rows) {
        for &node in &row.nodes {
            mask.keep_subtree(document, node);
        }
    }
    sense::complete(document, &mut mask);
    mask.settle_reasons(document);
    mask
}

crate::options! {
    /// What is kept.
    pub struct AutoOptions {
        /// What is worse: to keep noise (precision), to lose content (recall), or both alike.
        favor, with_favor: Favor = Favor::Balance;

        /// A list less likely than this to be what the reader came for is not kept for its own sake.
        /// The main list of a page that is a list as a whole is kept anyhow.
        min_confidence, with_min_confidence: f64 = 0.5, in 0.0..=1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PageView;
    use crate::clean::blocks::{self, BlocksOptions};
    use crate::records::{Row, auto};
    use tamis_page::{names, visible_text_under};

    #[track_caller]
    fn check(html: &str, kept: &[&str], removed: &[&str]) {
        let document = Document::parse(html);
        let view = &PageView::of(&document);
        let main = blocks::clean(view, &BlocksOptions::default());
        let tables = auto::find(view, &auto::AutoOptions::default());
        let mask = unite(&document, main.clone(), &tables, AutoOptions::default().min_confidence);
        assert!(main.kept().all(|node| mask.keeps(node)), "nothing of the main content goes");
        assert!(mask.removals().iter().all(|removal| !mask.keeps(removal.node)));
        let text = visible_text_under(&document, document.root(), &mask);
        for part in kept {
            assert!(text.contains(part), "{part:?} is not in {text:?}");
        }
        for part in removed {
            assert!(!text.contains(part), "{part:?} is in {text:?}");
        }
    }

    #[test]
    fn records_are_kept_whole_and_menus_are_not() {
        let items: String = (1..12)
            .map(|n| format!("<li><a href=/l/{n}>Lamp {n}</a> <b>{n}9,00 €</b> <button>Buy now</button></li>"))
            .collect();
        let html = format!(
            "<nav><a href=/>Home</a> <a href=/lamps>All lamps</a> <a href=/shades>Shades</a></nav>\
             <main><h1>Lamps</h1><ul>{items}</ul></main><footer>© 2026 Lamps, imprint and terms</footer>"
        );
        check(&html, &["Lamps", "Lamp 1", "19,00 €", "Lamp 11", "119,00 €"], &["Shades", "imprint"]);
    }

    #[test]
    fn a_list_that_is_less_sure_is_not_kept_for_its_own_sake() {
        let document = Document::parse("<p>Text</p><ul><li>a<li>b</ul>");
        let named = |name| document.elements_named(name).collect::<Vec<_>>();
        let mut main = Mask::keep_none(&document);
        main.keep_subtree(&document, named(names::P)[0]);
        main.explain(named(names::UL)[0], "a list");
        let mut table = Table::new(named(names::UL)[0], Vec::new());
        table.rows = named(names::LI).into_iter().map(|item| Row::new(vec![item], String::new(), Vec::new())).collect();
        (table.role, table.confidence) = (TableRole::Main, 0.4);
        let tables = [table];
        let unsure = unite(&document, main.clone(), &tables, 0.5);
        assert_eq!(unsure.removals().len(), 1, "{:?}", unsure.removals());
        let sure = unite(&document, main, &tables, 0.3);
        assert!(named(names::LI).into_iter().all(|item| sure.keeps(item)) && sure.removals().is_empty());
    }

    #[test]
    fn a_page_without_a_list_is_its_main_content() {
        let prose = "A lamp turns electric power into light, and most of them stand on a desk or hang from a ceiling. ";
        let html =
            format!("<nav><a href=/>Home</a></nav><article><h1>On lamps</h1><p>{}</p></article>", prose.repeat(5));
        check(&html, &["On lamps", "electric power"], &["Home"]);
    }
}
