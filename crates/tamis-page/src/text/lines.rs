//! Text written line by line: white space collapsed, gaps only between things, no space at the end of a line.

use super::running::{RunningText, Space, is_word_boundary};

/// Writes text. A gap is remembered until something follows it, so the wider of two gaps wins and none stands at an end.
#[derive(Default)]
pub(super) struct Lines {
    out: String,
    /// Where the last line begins.
    line_start: usize,
    gap: Gap,
    /// White space at the end of verbatim text, written only if more of it follows.
    held: String,
    /// Where the innermost table cell began; until something is written in it, gaps belong to what is around it.
    cell_start: Option<usize>,
}

/// What stands between the text so far and the next.
#[derive(Clone, Copy, Default)]
struct Gap {
    line_feeds: u8,
    tabs: u8,
    space: Space,
}

/// A table cell that is being written.
pub(super) struct CellMark {
    outer_start: Option<usize>,
    start: usize,
}

impl Lines {
    pub(super) fn finish(self) -> String {
        self.out
    }

    /// A word's distance.
    pub(super) fn space(&mut self) {
        self.gap.space = Space::Some;
    }

    /// A space, if the letters around the place say that a word ends and another begins there.
    pub(super) fn word_boundary(&mut self, next: &str) {
        if is_word_boundary(&self.out, next) {
            self.space();
        }
    }

    /// The next text begins a line, after `n_line_feeds - 1` empty ones.
    pub(super) fn block(&mut self, n_line_feeds: u8) {
        if self.cell_start != Some(self.out.len()) {
            self.gap.line_feeds = self.gap.line_feeds.max(n_line_feeds);
        }
    }

    /// A line break; two leave an empty line, and more leave no more.
    pub(super) fn line_break(&mut self) {
        if self.cell_start != Some(self.out.len()) {
            self.gap.line_feeds = (self.gap.line_feeds + 1).min(2);
        }
    }

    /// A table cell begins. Its text stands beside that of its neighbours: line breaks at its start and end are nothing.
    pub(super) fn start_cell(&mut self) -> CellMark {
        let start = self.out.len();
        CellMark { outer_start: self.cell_start.replace(start), start }
    }

    /// A table cell ends. A tab follows it, or a new line if it had several lines itself.
    pub(super) fn end_cell(&mut self, cell: &CellMark) {
        self.cell_start = cell.outer_start;
        let written = &self.out[cell.start..];
        // The gap before the cell was written with its first word.
        let n_gap = written.bytes().take(256).take_while(u8::is_ascii_whitespace).count();
        if written.is_empty() {
            // An empty cell between others still is a column.
            if self.gap.tabs > 0 {
                self.gap.tabs = self.gap.tabs.saturating_add(1);
            }
        } else if self.line_start > cell.start + n_gap {
            self.gap = Gap { line_feeds: 1, ..Gap::default() };
        } else {
            self.gap = Gap { tabs: 1, ..Gap::default() };
        }
    }

    /// Running text: white space is collapsed, and characters without a shape are left out.
    pub(super) fn text(&mut self, text: &str) {
        let mut running = RunningText::after(self.gap.space);
        let last = self.out.chars().next_back();
        running.push(last, text, |has_space, word| {
            self.gap.space = if has_space { Space::Some } else { Space::None };
            self.write_gap();
            self.out.push_str(word);
        });
        self.gap.space = running.gap();
    }

    /// Verbatim text.
    pub(super) fn verbatim(&mut self, text: &str) {
        let shown = text.trim_ascii_end();
        if !shown.is_empty() {
            self.gap.space = Space::None;
            self.write_gap();
            let held = std::mem::take(&mut self.held);
            self.push_lines(&held);
            self.push_lines(shown);
        }
        self.held.push_str(&text[shown.len()..]);
    }

    /// The verbatim element ends, and with it the white space at its end.
    pub(super) fn end_verbatim(&mut self) {
        self.held.clear();
    }

    fn push_lines(&mut self, text: &str) {
        if let Some(last) = text.rfind('\n') {
            self.line_start = self.out.len() + last + 1;
        }
        self.out.push_str(text);
    }

    #[inline]
    fn write_gap(&mut self) {
        let gap = std::mem::take(&mut self.gap);
        if self.out.is_empty() {
            return;
        }
        if gap.line_feeds > 0 {
            let n_written = self.out.bytes().rev().take(2).take_while(|&byte| byte == b'\n').count();
            for _ in n_written..usize::from(gap.line_feeds) {
                self.out.push('\n');
            }
            self.line_start = self.out.len();
        } else if gap.tabs > 0 {
            for _ in 0..gap.tabs {
                self.out.push('\t');
            }
        } else if gap.space != Space::None {
            self.out.push(' ');
        }
    }
}
