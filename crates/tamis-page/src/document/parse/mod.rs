//! The parser.
use super::{Document, NodeId};

/// Parses pages, reusing its memory from one to the next.
#[derive(Default)]
pub struct Parser {}

impl Parser {
    /// Parses one page.
    pub fn parse(&mut self, html: impl Into<String>) -> Document {
        let _ = (html.into(), NodeId::NONE);
        todo!()
    }
}
