//! What methods say about a page: one form for the methods, for findings and for templates.

use crate::clean::blocks::PageKind;
use crate::records::Table;
use crate::segment::Regions;
use tamis_page::{Mask, NodeId};

/// What methods said about a page. What was not asked is `None`; nothing found is an empty answer.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// The main content.
    pub main: Option<MainContent>,
    /// The records in tables, the main table first.
    pub tables: Option<Vec<Table>>,
    /// The areas of the page.
    pub regions: Option<Regions>,
    /// Why there are no tables, where the method says so.
    pub reason: Option<String>,
}

/// The main content of a page.
#[derive(Clone, Debug)]
pub struct MainContent {
    /// Which nodes are kept, and why others are not.
    pub mask: Mask,
    /// The roots of the comments that readers wrote, outside of what is kept; none where the method does not look for them.
    pub comments: Vec<NodeId>,
    /// What kind of page it is and how often such an answer is right, where the method says so.
    pub kind: Option<(PageKind, f64)>,
}

impl From<Mask> for MainContent {
    fn from(mask: Mask) -> MainContent {
        MainContent { mask, comments: Vec::new(), kind: None }
    }
}

impl From<MainContent> for Answers {
    fn from(main: MainContent) -> Answers {
        Answers { main: Some(main), ..Answers::default() }
    }
}

impl From<Mask> for Answers {
    fn from(mask: Mask) -> Answers {
        MainContent::from(mask).into()
    }
}

impl From<Vec<Table>> for Answers {
    fn from(tables: Vec<Table>) -> Answers {
        Answers { tables: Some(tables), ..Answers::default() }
    }
}

impl From<Regions> for Answers {
    fn from(regions: Regions) -> Answers {
        Answers { regions: Some(regions), ..Answers::default() }
    }
}
