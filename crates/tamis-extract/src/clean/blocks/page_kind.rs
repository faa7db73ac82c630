//! What kind of page it is: what the page declares, else what its main content looks like.
//!
//! A list of questions, the first that is answered with yes decides. The confidence of each answer is the share of the
//! pages that it was right for, of 868 pages of seven kinds (November 2026); thresholds were rounded from a decision tree on
//! the same pages, so that they flatter a little.

use super::BlocksTrace;
use super::self_description::DeclaredTypes;

/// What a page is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PageKind {
    /// A text to be read: news, a post, a report.
    Article,
    /// Many things of one kind: results, products, headlines.
    List,
    /// One thing that is sold.
    Product,
    /// What several people say in turn.
    Forum,
    /// How something works, with code.
    Doc,
    /// What a company or an office does.
    Service,
    /// None of these, as far as can be seen.
    Other,
}

impl PageKind {
    /// The word for it in every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            PageKind::Article => "article",
            PageKind::List => "list",
            PageKind::Product => "product",
            PageKind::Forum => "forum",
            PageKind::Doc => "doc",
            PageKind::Service => "service",
            PageKind::Other => "other",
        }
    }
}

/// The kind of a page, and how often such an answer is right.
pub(super) fn of(trace: &BlocksTrace) -> (PageKind, f64) {
    let declared = trace.declared;
    let by_type = [
        (DeclaredTypes::FORUM, PageKind::Forum, 0.97),
        (DeclaredTypes::LIST, PageKind::List, 0.85),
        (DeclaredTypes::PRODUCT, PageKind::Product, 0.82),
        (DeclaredTypes::DOC, PageKind::Doc, 0.67),
        (DeclaredTypes::ARTICLE, PageKind::Article, 0.88),
    ];
    if let Some((_, kind, confidence)) = by_type.into_iter().find(|(kind, ..)| declared.has(*kind)) {
        return (kind, confidence);
    }
    let Some(first) = trace.features.first() else { return (PageKind::Other, 0.5) };
    let mean = |feature: fn(&super::Features) -> f32| {
        let (mut sum, mut words) = (0.0, 0.0);
        let blocks = trace.survey.blocks.iter().zip(&trace.features).zip(&trace.kept);
        for ((block, features), _) in blocks.filter(|(_, kept)| **kept) {
            sum += feature(features) * block.text.words as f32;
            words += block.text.words as f32;
        }
        sum / words.max(1.0)
    };
    // A card in the head says little by itself: many systems call every page an article.
    let is_called_article = declared.has(DeclaredTypes::CARD_ARTICLE);
    let is_one_text = mean(|features| features.class_words) > 0.2;
    if mean(|features| features.link_share) > 0.125 {
        let has_sentences = mean(|features| features.ends_sentence) > 0.5;
        return (PageKind::List, if has_sentences || is_called_article { 0.55 } else { 0.9 });
    }
    if is_called_article && is_one_text {
        return (PageKind::Article, 0.83);
    }
    if mean(|features| features.in_pre) > 0.0 {
        return (PageKind::Doc, 0.77);
    }
    if is_one_text {
        return (PageKind::Article, if first.page_prose > 0.7 { 0.5 } else { 0.3 });
    }
    if first.page_center > 0.43 { (PageKind::Service, 0.71) } else { (PageKind::Other, 0.3) }
}
