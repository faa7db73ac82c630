//! A page as the methods look at it: what several of them derive from a page is derived once, when it is first asked
//! for, and shared.
//!
//! A [`PageView`] is made of a document; a [`RenderedView`] is made of a page with its layout and is a [`PageView`]
//! too, so that every method runs on it.
//!
//! | what | of |
//! |---|---|
//! | `features` | text, links, punctuation of every subtree |
//! | `visibility` | what can be seen, and what takes up space |
//! | `clipping` | how much of every box can be seen |
//! | `names` | what classes, ids and roles call every element |

use crate::element_names::{ElementName, ElementNames};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Deref;
use tamis_page::{Clipping, Document, Features, Layout, Mask, NodeId, RenderedPage, Visibility};

/// A page, and what methods derive from it. See the [crate's documentation](crate).
#[derive(Debug)]
pub struct PageView<'p> {
    document: &'p Document,
    layout: Option<&'p Layout>,
    features: OnceCell<Features>,
    visibility: OnceCell<Visibility>,
    clipping: OnceCell<Clipping>,
    names: OnceCell<ElementNames>,
    is_measured: OnceCell<bool>,
    max_rows: usize,
}

/// How many records of a list are read by default. The longest lists of real pages have some thousands; a page of more is
/// a dump or a trap, and each record costs some hundred bytes.
pub const MAX_ROWS: usize = 100_000;

impl<'p> PageView<'p> {
    /// A view of a page that was not rendered.
    pub fn of(document: &'p Document) -> PageView<'p> {
        PageView {
            document,
            layout: None,
            features: OnceCell::new(),
            visibility: OnceCell::new(),
            clipping: OnceCell::new(),
            names: OnceCell::new(),
            is_measured: OnceCell::new(),
            max_rows: MAX_ROWS,
        }
    }

    /// Sets how many records of a list are read. Methods read the first ones and say how many they left out
    /// ([`Table::n_left_out`](crate::records::Table::n_left_out)).
    #[must_use]
    pub fn with_max_rows(mut self, max_rows: usize) -> PageView<'p> {
        self.max_rows = max_rows;
        self
    }

    /// How many records of a list are read.
    pub fn max_rows(&self) -> usize {
        self.max_rows
    }

    /// The page.
    #[inline]
    pub fn document(&self) -> &'p Document {
        self.document
    }

    /// Where everything is; `None` if the page was not rendered.
    #[inline]
    pub fn layout(&self) -> Option<&'p Layout> {
        self.layout
    }

    /// Returns the layout if the page itself has a box in it: a layout without one was not measured.
    pub(crate) fn measured_layout(&self) -> Option<&'p Layout> {
        // Looked up once: any number of comments may stand before the body.
        let is_measured = || {
            let body = self.document.body();
            self.layout.zip(body).is_some_and(|(layout, body)| layout.rect(body).is_some())
        };
        self.layout.filter(|_| *self.is_measured.get_or_init(is_measured))
    }

    /// What can be seen of the page.
    pub fn visibility(&self) -> &Visibility {
        self.visibility.get_or_init(|| Visibility::of(self.document, self.layout))
    }

    /// How much of every box can be seen; `None` if the page was not rendered.
    pub fn clipping(&self) -> Option<&Clipping> {
        let layout = self.layout?;
        Some(self.clipping.get_or_init(|| Clipping::of(self.document, layout)))
    }

    /// Text, links and punctuation of every subtree, as sums.
    pub fn features(&self) -> &Features {
        self.features.get_or_init(|| Features::of(self.document))
    }

    /// What the page calls its elements.
    pub(crate) fn names(&self) -> &ElementNames {
        self.names.get_or_init(|| ElementNames::of_page(self.document))
    }

    /// What the page calls an element.
    pub(crate) fn name_of(&self, element: NodeId) -> ElementName {
        self.names().of(self.document, element)
    }

    /// Returns the nodes of a mask that take up space on the page. Records are read from these: parts of them may show only
    /// when a pointer is over them.
    pub fn content_under(&self, mask: Option<&Mask>) -> Cow<'_, Mask> {
        let content = self.visibility().room();
        match mask {
            Some(mask) => {
                let mut content = content.clone();
                content.intersect(mask);
                Cow::Owned(content)
            }
            None => Cow::Borrowed(content),
        }
    }
}

/// A rendered page, and what methods derive from it.
#[derive(Debug)]
pub struct RenderedView<'p> {
    page: &'p RenderedPage,
    view: PageView<'p>,
}

impl<'p> RenderedView<'p> {
    /// A view of a page with its layout.
    pub fn of(page: &'p RenderedPage) -> RenderedView<'p> {
        let view = PageView { layout: Some(page.layout()), ..PageView::of(page.document()) };
        RenderedView { page, view }
    }

    /// Sets the limit on the records of a list; see [`PageView::with_max_rows`].
    #[must_use]
    pub fn with_max_rows(mut self, max_rows: usize) -> RenderedView<'p> {
        self.view.max_rows = max_rows;
        self
    }

    /// Where everything is.
    #[inline]
    pub fn layout(&self) -> &'p Layout {
        self.page.layout()
    }

    /// How much of each box can be seen.
    pub fn clipping(&self) -> &Clipping {
        self.view.clipping.get_or_init(|| Clipping::of(self.page.document(), self.page.layout()))
    }
}

impl<'p> Deref for RenderedView<'p> {
    type Target = PageView<'p>;

    fn deref(&self) -> &PageView<'p> {
        &self.view
    }
}

impl<'p> From<RenderedView<'p>> for PageView<'p> {
    fn from(view: RenderedView<'p>) -> PageView<'p> {
        view.view
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::names;

    #[test]
    fn what_was_derived_is_shared() {
        let document = Document::parse("<p>One <b>two</b> three");
        let view = PageView::of(&document);
        assert!(std::ptr::eq(view.features(), view.features()));
        assert!(std::ptr::eq(view.visibility(), view.visibility()));
    }

    #[test]
    fn a_rendered_view_is_a_page_view_with_a_layout() {
        let page = RenderedPage::unrendered(Document::parse("<p>x"));
        assert!(PageView::of(page.document()).layout().is_none());
        let view = RenderedView::of(&page);
        assert!(std::ptr::eq(view.layout(), page.layout()));
        assert!(PageView::from(view).layout().is_some());
    }

    #[test]
    fn content_under_a_mask_is_what_both_keep() {
        let document = Document::parse("<p>a<p hidden>b<p>c");
        let view = PageView::of(&document);
        let mut mask = Mask::keep_all(&document);
        mask.remove(&document, document.elements_named(names::P).next().expect("there are three"), "test");
        let texts = |mask: &Mask| mask.kept().map(|node| document.text(node)).collect::<String>();
        assert_eq!(texts(&view.content_under(None)), "ac");
        assert_eq!(texts(&view.content_under(Some(&mask))), "c");
    }
}
