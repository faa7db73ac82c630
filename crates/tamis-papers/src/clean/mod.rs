//! Noise removal: which nodes of a page are worth keeping.
//!
//! | method | decides by |
//! |---|---|
//! | [`tps`] | where the sequence of tag paths changes its alphabet |
//! | [`rules`] | the number and the kinds of tags in a subtree |

pub mod rules;
pub mod tps;

#[cfg(test)]
mod tests {
    use super::{rules, tps};
    use tamis_extract::PageView;
    use tamis_page::{Document, Mask};

    fn clean_by_all(document: &Document) -> [Mask; 2] {
        let view = &PageView::of(document);
        [
            tps::clean(view, &tps::TpsOptions::default().with_complement(0.2)),
            rules::clean(view, &rules::RulesOptions::default()),
        ]
    }

    #[test]
    fn a_page_of_a_million_nodes_has_an_answer() {
        let document = Document::parse("<p>x".repeat(500_000));
        assert!(document.len() > 1_000_000);
        for mask in clean_by_all(&document) {
            assert!(mask.keeps(document.root()));
        }
    }

    #[test]
    fn deep_nesting_and_endless_text_have_an_answer() {
        for html in ["<i>".repeat(50_000), "<div>".repeat(50_000), "x ".repeat(100_000), "<a href=x>".repeat(20_000)] {
            let document = Document::parse(html);
            for mask in clean_by_all(&document) {
                assert!(mask.keeps(document.root()));
            }
        }
    }

    #[test]
    fn the_same_page_has_the_same_answer() {
        let html = "<div class='a b'><p>x, y.<p>z</div><ul><li><a href=x>x</a><li><a href=y>y</a></ul>".repeat(30);
        assert_eq!(clean_by_all(&Document::parse(html.clone())), clean_by_all(&Document::parse(html)));
    }
}
