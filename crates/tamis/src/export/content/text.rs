//! Rich text as plain lines.

use super::{Content, Kind};

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
            Kind::Text(span) => lines.push(content.slice(span)),
            Kind::Math { tex, .. } => lines.push(content.slice(tex)),
            Kind::Break if lines.n_cells > 0 => lines.push(" "),
            Kind::Break => lines.push("\n"),
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
    fn enter(&mut self, kind: &Kind) {
        self.border(kind);
        match kind {
            Kind::Cell { .. } => self.n_cells += 1,
            Kind::List(_) | Kind::Definitions => self.n_lists += 1,
            Kind::Record => self.n_records += 1,
            _ => {}
        }
    }

    fn leave(&mut self, kind: &Kind) {
        match kind {
            Kind::Cell { .. } => self.n_cells -= 1,
            Kind::List(_) | Kind::Definitions => self.n_lists -= 1,
            Kind::Record => self.n_records -= 1,
            _ => {}
        }
        self.border(kind);
    }

    /// What stands between a block and its neighbours.
    fn border(&mut self, kind: &Kind) {
        let margin = match kind {
            Kind::List(_) | Kind::Definitions => 1 + usize::from(self.n_lists == 0),
            Kind::Item | Kind::Definition | Kind::Row | Kind::Cell { .. } | Kind::Line | Kind::Term | Kind::Caption => {
                1
            }
            Kind::Rule | Kind::Math { is_block: true, .. } => 2,
            kind if kind.is_container() || kind.is_leaf() => 2,
            _ => return,
        };
        self.gap = match (self.gap, kind) {
            // Inside of a cell all is on one line.
            (gap @ (Gap::Tabs(_) | Gap::LineFeeds(_)), _) if self.n_cells > 0 => gap,
            _ if self.n_cells > 0 => Gap::Space,
            // A cell that something was said in, and empty ones after it.
            (Gap::None | Gap::Space, Kind::Cell { .. }) => Gap::Tabs(1),
            (Gap::Tabs(n_tabs), Kind::Cell { .. }) => Gap::Tabs(n_tabs),
            (gap, Kind::Cell { .. }) => gap,
            // A record is one block.
            (Gap::LineFeeds(n_feeds), Kind::Record) => Gap::LineFeeds(n_feeds.max(margin)),
            (Gap::LineFeeds(n_feeds), _) if self.n_records == 0 => Gap::LineFeeds(n_feeds.max(margin)),
            (Gap::LineFeeds(n_feeds), _) => Gap::LineFeeds(n_feeds),
            (_, Kind::Record) => Gap::LineFeeds(2),
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
