//! Rich text as plain lines.

use super::{Content, PartKind};

pub(super) fn write(content: &Content) -> String {
    let mut lines = Lines::default();
    let mut open: Vec<usize> = Vec::new();
    let mut idx = 0;
    while idx < content.parts.len() || !open.is_empty() {
        while let Some(part) = open.pop_if(|&mut part| content.parts[part].end <= idx) {
            lines.leave(&content.parts[part].kind);
        }
        let Some(part) = content.parts.get(idx) else { continue };
        lines.enter(&part.kind);
        match &part.kind {
            PartKind::Text(span) => lines.push(content.slice(span)),
            PartKind::Math { tex, .. } => lines.push(content.slice(tex)),
            PartKind::Break if lines.n_cells > 0 => lines.push(" "),
            PartKind::Break => lines.push("\n"),
            _ => {}
        }
        open.push(idx);
        idx += 1;
    }
    lines.out
}

#[derive(Default)]
struct Lines {
    out: String,
    gap: Gap,
    n_cells: usize,
    n_lists: usize,
    n_records: usize,
}

/// What stands before the next text.
#[derive(Clone, Copy, Default)]
enum Gap {
    #[default]
    None,
    Space,
    Tabs(usize),
    LineFeeds(usize),
}

impl Lines {
    fn enter(&mut self, kind: &PartKind) {
        self.border(kind);
        match kind {
            PartKind::Cell { .. } => self.n_cells += 1,
            PartKind::List(_) | PartKind::Definitions => self.n_lists += 1,
            PartKind::Record => self.n_records += 1,
            _ => {}
        }
    }

    fn leave(&mut self, kind: &PartKind) {
        match kind {
            PartKind::Cell { .. } => self.n_cells -= 1,
            PartKind::List(_) | PartKind::Definitions => self.n_lists -= 1,
            PartKind::Record => self.n_records -= 1,
            _ => {}
        }
        self.border(kind);
    }

    /// What stands between a block and its neighbours.
    fn border(&mut self, kind: &PartKind) {
        let margin = match kind {
            PartKind::List(_) | PartKind::Definitions => 1 + usize::from(self.n_lists == 0),
            PartKind::Item
            | PartKind::Definition
            | PartKind::Row
            | PartKind::Cell { .. }
            | PartKind::Line
            | PartKind::Term
            | PartKind::Caption => 1,
            PartKind::Rule | PartKind::Math { is_block: true, .. } => 2,
            kind if kind.is_container() || kind.is_leaf() => 2,
            _ => return,
        };
        self.gap = match (self.gap, kind) {
            // Inside of a cell all is on one line.
            (gap @ (Gap::Tabs(_) | Gap::LineFeeds(_)), _) if self.n_cells > 0 => gap,
            _ if self.n_cells > 0 => Gap::Space,
            // A cell that something was said in, and empty ones after it.
            (Gap::None | Gap::Space, PartKind::Cell { .. }) => Gap::Tabs(1),
            (Gap::Tabs(n_tabs), PartKind::Cell { .. }) => Gap::Tabs(n_tabs),
            (gap, PartKind::Cell { .. }) => gap,
            // A record is one block.
            (Gap::LineFeeds(n_feeds), PartKind::Record) => Gap::LineFeeds(n_feeds.max(margin)),
            (Gap::LineFeeds(n_feeds), _) if self.n_records == 0 => Gap::LineFeeds(n_feeds.max(margin)),
            (Gap::LineFeeds(n_feeds), _) => Gap::LineFeeds(n_feeds),
            (_, PartKind::Record) => Gap::LineFeeds(2),
            _ => Gap::LineFeeds(if self.n_records > 0 { 1 } else { margin }),
        };
    }

    fn push(&mut self, text: &str) {
        if !self.out.is_empty() {
            match self.gap {
                Gap::None => {}
                Gap::Space => self.out.push(' '),
                Gap::Tabs(n_tabs) => self.out.extend(std::iter::repeat_n('\t', n_tabs)),
                Gap::LineFeeds(n_feeds) => self.out.extend(std::iter::repeat_n('\n', n_feeds)),
            }
        }
        self.gap = Gap::None;
        self.out.push_str(text);
    }
}
