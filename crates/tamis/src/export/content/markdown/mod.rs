//! Rich text as Markdown: `CommonMark`, GitHub's tables, footnotes and strike-through, definition lists, TeX between dollars.

mod escape;
mod inline;
mod marks;
mod table;

use super::{Content, ContentPart, PartKind, Span};
use inline::LineKind;

pub(super) fn write(content: &Content) -> String {
    let mut writer = Writer {
        content,
        out: String::new(),
        frames: Vec::new(),
        prefix: String::new(),
        marks: String::new(),
        n_marked: 0,
        is_close: false,
        last_list: None,
        has_formulas: content.has_formulas(),
    };
    let mut idx = 0;
    while let Some(part) = content.parts.get(idx) {
        writer.close_before(idx);
        idx = writer.part(idx, part);
    }
    if !writer.out.is_empty() {
        writer.out.push('\n');
    }
    writer.out
}

struct Writer<'c> {
    content: &'c Content,
    out: String,
    frames: Vec<Frame>,
    /// What lines begin with inside of all blocks.
    prefix: String,
    /// What the first line of blocks begins with that have no line yet, in place of the last `n_marked` bytes of the
    /// prefix.
    marks: String,
    n_marked: usize,
    /// Whether the next block follows without an empty line.
    is_close: bool,
    /// The list that ended last: where, and the sign of its items.
    last_list: Option<(usize, char)>,
    has_formulas: bool,
}

/// A block that holds blocks.
struct Frame {
    end: usize,
    /// The length of the prefix outside of it.
    n_prefix: usize,
    list: Option<List>,
    /// Of definitions: whether there was something to define.
    has_term: bool,
}

/// A list that is being written.
struct List {
    /// The number of the next item; `None` for bullets.
    number: Option<u32>,
    sign: char,
    n_items: usize,
    /// Whether its items follow each other without empty lines.
    is_tight: bool,
}

impl Writer<'_> {
    fn close_before(&mut self, idx: usize) {
        while let Some(frame) = self.frames.pop_if(|frame| frame.end <= idx) {
            self.prefix.truncate(frame.n_prefix);
            self.is_close = false;
            if let Some(list) = frame.list {
                self.last_list = Some((frame.end, list.sign));
            }
            // A block without a line leaves no mark.
            self.marks.clear();
            self.n_marked = 0;
        }
    }

    /// Writes a block or begins one; returns the part to go on with.
    fn part(&mut self, idx: usize, part: &ContentPart) -> usize {
        let line = |place| inline::write(self.content, idx + 1..part.end, place, self.has_formulas);
        match &part.kind {
            PartKind::List(start) => self.list(idx, part, *start),
            PartKind::Item => self.item(part),
            PartKind::Quote => self.frame(part.end, "> ", "> "),
            PartKind::Note(number) => self.frame(part.end, &format!("[^{number}]: "), "    "),
            PartKind::Definition if self.frames.last().is_some_and(|frame| frame.has_term) => {
                self.is_close = true;
                self.frame(part.end, ": ", "  ");
            }
            PartKind::Record => {
                if !self.out.is_empty() {
                    self.block("---");
                }
                self.frame(part.end, "", "");
            }
            PartKind::Table => {
                let lines = table::write(self.content, idx, part, self.has_formulas);
                if let Some(caption) = lines.caption {
                    self.block(&caption);
                }
                self.block(&lines.rows);
                return part.end;
            }
            PartKind::Heading(level) => {
                let text = format!("{} {}", "#".repeat((*level).into()), line(LineKind::Heading));
                self.block(&text);
                return part.end;
            }
            PartKind::Term => {
                let text = line(LineKind::Term);
                self.block(&text);
                if let Some(frame) = self.frames.last_mut() {
                    frame.has_term = true;
                }
                return part.end;
            }
            PartKind::Paragraph | PartKind::Line | PartKind::Caption => {
                let text = line(LineKind::Line);
                self.block(&text);
                return part.end;
            }
            PartKind::Code(language) => {
                self.code(idx, language);
                return part.end;
            }
            // After the mark of an item, dashes would be one rule with it.
            PartKind::Rule => self.block(if self.marks.is_empty() { "---" } else { "___" }),
            PartKind::Math { tex, .. } => {
                let tex = format!("$${}$$", self.content.slice(tex));
                self.block(&tex);
            }
            _ => self.frame(part.end, "", ""),
        }
        idx + 1
    }

    fn list(&mut self, idx: usize, part: &ContentPart, start: Option<u32>) {
        let content = self.content;
        let is_tight_item = |(item_idx, item): (usize, &ContentPart)| {
            let mut children = content.children(item_idx + 1..item.end).map(|(_, child)| &child.kind).peekable();
            children.next_if(|kind| matches!(kind, PartKind::Paragraph | PartKind::Line));
            children.all(|kind| matches!(kind, PartKind::List(_)))
        };
        // A list right after one of its kind would be one with it.
        let last_sign = self.last_list.filter(|&(end, _)| end == idx).map(|(_, sign)| sign);
        let sign = match (start, last_sign) {
            (None, Some('-')) => '*',
            (None, _) => '-',
            (Some(_), Some('.')) => ')',
            (Some(_), _) => '.',
        };
        // Only a list from 1 on can follow a line without an empty one.
        if self.is_in_tight_item() && self.marks.is_empty() && start.is_none_or(|start| start == 1) {
            self.is_close = true;
        }
        let is_tight = content.children(idx + 1..part.end).all(is_tight_item);
        let list = List { number: start, sign, n_items: 0, is_tight };
        self.frames.push(Frame { end: part.end, n_prefix: self.prefix.len(), list: Some(list), has_term: false });
    }

    /// Whether the innermost block is an item of a list without empty lines.
    fn is_in_tight_item(&self) -> bool {
        let [.., list, item] = &self.frames[..] else { return false };
        item.list.is_none() && list.list.as_ref().is_some_and(|list| list.is_tight)
    }

    fn item(&mut self, part: &ContentPart) {
        let Some(list) = self.frames.last_mut().and_then(|frame| frame.list.as_mut()) else {
            return self.frame(part.end, "", "");
        };
        let mark = match list.number {
            Some(number) => format!("{number}{} ", list.sign),
            None => format!("{} ", list.sign),
        };
        list.number = list.number.map(|number| (number + 1).min(999_999_999));
        list.n_items += 1;
        if list.n_items > 1 && list.is_tight {
            self.is_close = true;
        }
        self.frame(part.end, &mark, &" ".repeat(mark.len()));
    }

    /// Begins a block whose first line begins with `mark`, and whose others begin with `rest`.
    fn frame(&mut self, end: usize, mark: &str, rest: &str) {
        self.frames.push(Frame { end, n_prefix: self.prefix.len(), list: None, has_term: false });
        self.marks.push_str(mark);
        self.n_marked += rest.len();
        self.prefix.push_str(rest);
    }

    /// Writes a block of one or more lines.
    fn block(&mut self, text: &str) {
        let n_outer = self.prefix.len() - self.n_marked;
        if !self.out.is_empty() {
            if !self.is_close {
                self.out.push('\n');
                self.out.push_str(self.prefix[..n_outer].trim_end());
            }
            self.out.push('\n');
        }
        for (line_idx, line) in text.split('\n').enumerate() {
            if line_idx == 0 {
                self.out.push_str(&self.prefix[..n_outer]);
                self.out.push_str(&self.marks);
            } else {
                self.out.push('\n');
                self.out.push_str(if line.is_empty() { self.prefix.trim_end() } else { &self.prefix });
            }
            self.out.push_str(line);
        }
        self.marks.clear();
        self.n_marked = 0;
        self.is_close = false;
    }

    /// Verbatim lines between fences that do not occur in them.
    fn code(&mut self, idx: usize, language: &Span) {
        let Some(ContentPart { kind: PartKind::Text(span), .. }) = self.content.parts.get(idx + 1) else { return };
        let code = self.content.slice(span);
        let fence = "`".repeat(escape::longest_run(code, '`').max(2) + 1);
        let text = format!("{fence}{}\n{code}\n{fence}", self.content.slice(language));
        self.block(&text);
    }
}
