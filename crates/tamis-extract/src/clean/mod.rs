//! Noise removal: which nodes of a page are worth keeping.
//!
//! Each method is a function `clean(&PageView, &Options) -> Mask`, and a function that also returns what it saw on
//! the way, so that a decision can be explained.
//!
//! | method | decides by |
//! |---|---|
//! | [`auto`] | what a method for main content and one for records would keep, and what makes sense of that |
//! | [`blocks`] | how likely each block is main content, by weights that were fitted on many sites |
//! | [`weights`] | the shares of text, links and punctuation that an element has |

pub mod auto;
pub mod blocks;
pub mod weights;

#[cfg(test)]
mod tests {
    use super::{blocks, weights};
    use crate::PageView;
    use tamis_page::{Document, Mask};

    fn clean_by_all(document: &Document) -> [Mask; 2] {
        let view = &PageView::of(document);
        [
            blocks::clean(view, &blocks::BlocksOptions::default()),
            weights::clean(view, &weights::WeightsOptions::default()),
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
