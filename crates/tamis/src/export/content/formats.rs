//! Marks, links and code that are in force in a line.

use super::PartKind;

/// What is in force for the next word.
#[derive(Default)]
pub(super) struct Formats {
    /// Marks and links, the outermost first, each with how often it was opened.
    active: Vec<(PartKind, u32)>,
    n_code: u32,
}

impl Formats {
    /// A mark, a link or code begins.
    pub(super) fn open(&mut self, kind: PartKind) {
        if kind == PartKind::CodeSpan {
            self.n_code += 1;
            return;
        }
        match self.active.iter_mut().find(|(active, _)| *active == kind) {
            Some((_, n_open)) => *n_open += 1,
            None => self.active.push((kind, 1)),
        }
    }

    /// It ends; of links the last one.
    pub(super) fn close(&mut self, kind: &PartKind) {
        if *kind == PartKind::CodeSpan {
            self.n_code -= 1;
            return;
        }
        if let Some(idx) = self.active.iter().rposition(|(active, _)| active == kind) {
            self.active[idx].1 -= 1;
            if self.active[idx].1 == 0 {
                self.active.remove(idx);
            }
        }
    }

    pub(super) fn is_code(&self) -> bool {
        self.n_code > 0
    }

    /// From the outside in; code is text alone, innermost and without marks, and a heading is bold already.
    pub(super) fn wanted(&self, is_heading: bool, is_text: bool) -> Vec<PartKind> {
        let is_code = self.is_code() && is_text;
        let last_link = self.active.iter().rposition(|(kind, _)| matches!(kind, PartKind::Link(_)));
        let wanted = self.active.iter().enumerate().filter(|&(idx, (kind, _))| match kind {
            PartKind::Link(_) => Some(idx) == last_link,
            PartKind::Strong => !is_heading && !is_code,
            _ => !is_code,
        });
        wanted.map(|(_, (kind, _))| kind.clone()).chain(is_code.then_some(PartKind::CodeSpan)).collect()
    }
}
