//! One line of Markdown: text with its marks, links, code, formulas and images.

use super::escape::{self, Around, Signs};
use super::marks;
use crate::export::content::{Content, ContentPart, PartKind};
use std::ops::Range;

/// What kind of line it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Line,
    Heading,
    Term,
    Cell,
}

/// A piece of a line.
pub(super) enum Token<'c> {
    Text(&'c str),
    /// The mark of an item in a cell.
    Bullet,
    Open(&'c PartKind),
    Close(&'c PartKind),
    Code(String),
    Break,
    /// A break where there can be no line.
    CellBreak,
    Image(&'c str, &'c str),
    Math(&'c str),
    Note(u32),
}

impl Token<'_> {
    /// What is written first.
    pub(super) fn first_character(&self) -> char {
        match self {
            Token::Text(text) => text.chars().next().unwrap_or(' '),
            Token::Open(PartKind::Link(_)) | Token::Note(_) => '[',
            Token::Close(PartKind::Link(_)) => ']',
            Token::CellBreak
            | Token::Open(PartKind::Subscript | PartKind::Superscript)
            | Token::Close(PartKind::Subscript | PartKind::Superscript) => '<',
            Token::Open(PartKind::Strike) | Token::Close(PartKind::Strike) => '~',
            Token::Open(_) | Token::Close(_) => '*',
            Token::Code(_) => '`',
            Token::Break => ' ',
            Token::Bullet => '•',
            Token::Image(..) => '!',
            Token::Math(_) => '$',
        }
    }

    /// What is written last.
    pub(super) fn last_character(&self) -> char {
        match self {
            Token::Text(text) => text.chars().next_back().unwrap_or(' '),
            Token::CellBreak
            | Token::Open(PartKind::Subscript | PartKind::Superscript)
            | Token::Close(PartKind::Subscript | PartKind::Superscript) => '>',
            Token::Open(PartKind::Link(_)) => '[',
            Token::Close(PartKind::Link(_)) | Token::Image(..) => ')',
            Token::Note(_) => ']',
            Token::Bullet => ' ',
            other => other.first_character(),
        }
    }
}

/// The line that is in a range of parts; of a cell, all that is in it.
pub(super) fn write(content: &Content, range: Range<usize>, place: LineKind, has_formulas: bool) -> String {
    let tokens = tokens(content, range, place);
    let is_written = marks::writable(&tokens);
    let mut line = Line::new(content, place, &tokens, &is_written);
    line.signs.is_in_formulas = has_formulas;
    for (idx, token) in tokens.iter().enumerate() {
        // Marks that are not written are not there.
        let rest = tokens[idx + 1..].iter().zip(&is_written[idx + 1..]);
        let mut rest = rest.filter(|(token, is_written)| !is_mark(token) || **is_written).map(|(token, _)| token);
        line.token(token, is_written[idx], rest.next());
        if !is_mark(token) || is_written[idx] {
            line.is_after_note = matches!(token, Token::Note(_));
        }
    }
    line.finish()
}

fn is_mark(token: &Token<'_>) -> bool {
    matches!(
        token,
        Token::Open(PartKind::Strong | PartKind::Emphasis | PartKind::Strike)
            | Token::Close(PartKind::Strong | PartKind::Emphasis | PartKind::Strike)
    )
}

/// The parts as pieces of one line. Blocks, which only a cell has, are set apart by breaks.
fn tokens(content: &Content, range: Range<usize>, place: LineKind) -> Vec<Token<'_>> {
    let line_break = || if place == LineKind::Cell { Token::CellBreak } else { Token::Break };
    let mut tokens = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut is_new_block = false;
    let mut idx = range.start;
    while idx < range.end || !open.is_empty() {
        while let Some(closed) = open.pop_if(|&mut part| content.parts[part].end <= idx) {
            tokens.push(Token::Close(&content.parts[closed].kind));
        }
        if idx >= range.end {
            continue;
        }
        let part = &content.parts[idx];
        if part.kind.is_leaf() || part.kind.is_container() || matches!(part.kind, PartKind::Math { is_block: true, .. })
        {
            is_new_block |= !matches!(tokens.last(), None | Some(Token::Bullet));
        }
        let is_content = !part.kind.is_container() && (!part.kind.is_leaf() || matches!(part.kind, PartKind::Code(_)));
        if is_content && part.kind != PartKind::Rule && std::mem::take(&mut is_new_block) {
            tokens.push(line_break());
        }
        idx += 1;
        match &part.kind {
            PartKind::Text(span) => tokens.push(Token::Text(content.slice(span))),
            PartKind::Break => tokens.push(line_break()),
            PartKind::Image { source, alt } => tokens.push(Token::Image(content.slice(source), content.slice(alt))),
            PartKind::Math { tex, .. } => tokens.push(Token::Math(content.slice(tex))),
            PartKind::NoteReference(number, _) => tokens.push(Token::Note(*number)),
            // Code in a link that would make it the definition of one is written as text.
            PartKind::CodeSpan if is_in_link(content, &open) && code(content, idx..part.end).contains("]:") => {}
            PartKind::CodeSpan => {
                tokens.push(Token::Code(code(content, idx..part.end)));
                idx = part.end;
            }
            PartKind::Code(_) => {
                for (line_idx, line) in
                    code(content, idx..part.end).lines().filter(|line| !line.trim().is_empty()).enumerate()
                {
                    if line_idx > 0 {
                        tokens.push(line_break());
                    }
                    tokens.push(Token::Code(line.to_owned()));
                }
                idx = part.end;
            }
            PartKind::Item => {
                if std::mem::take(&mut is_new_block) {
                    tokens.push(line_break());
                }
                // An item that begins with a list needs no second mark.
                if !matches!(tokens.last(), Some(Token::Bullet)) {
                    tokens.push(Token::Bullet);
                }
            }
            kind if kind.is_leaf() || kind.is_container() || *kind == PartKind::Rule => {}
            PartKind::Subscript | PartKind::Superscript if is_reference(content, &content.parts[idx], &open) => {}
            kind => {
                tokens.push(Token::Open(kind));
                open.push(idx - 1);
            }
        }
    }
    tokens
}

/// Whether what is raised or lowered is a reference, by its first part: a link, or something in brackets.
fn is_reference(content: &Content, first: &ContentPart, open: &[usize]) -> bool {
    is_in_link(content, open)
        || match &first.kind {
            PartKind::Link(_) | PartKind::NoteReference(..) => true,
            PartKind::Text(span) => content.slice(span).starts_with('['),
            _ => false,
        }
}

fn is_in_link(content: &Content, open: &[usize]) -> bool {
    open.iter().any(|&part| matches!(content.parts[part].kind, PartKind::Link(_)))
}

/// The text in a range of parts, breaks as spaces.
fn code(content: &Content, range: Range<usize>) -> String {
    let texts = content.parts[range].iter().map(|part| match &part.kind {
        PartKind::Text(span) => content.slice(span),
        PartKind::Math { tex, .. } => content.slice(tex),
        PartKind::Break => " ",
        _ => "",
    });
    texts.collect()
}

/// A line that is being written.
struct Line<'c> {
    content: &'c Content,
    place: LineKind,
    signs: Signs,
    out: String,
    n_links: usize,
    is_after_note: bool,
    /// Whether the link that is open is written as its address alone.
    is_bare: bool,
}

impl<'c> Line<'c> {
    fn new(content: &'c Content, place: LineKind, tokens: &[Token<'_>], is_written: &[bool]) -> Line<'c> {
        let mut signs = Signs::default();
        for (token, is_written) in tokens.iter().zip(is_written) {
            match token {
                Token::Text(text) => signs.count(text),
                Token::Image(_, alt) => signs.count(alt),
                Token::Open(_) if *is_written => {
                    signs.stars += 1;
                    signs.tildes += 1;
                }
                Token::Code(code) => {
                    signs.backticks += 1;
                    // A dollar in code could end a formula that a price began.
                    signs.has_math |= code.contains('$');
                }
                Token::Math(_) => signs.has_math = true,
                _ => {}
            }
        }
        Line { content, place, signs, out: String::new(), n_links: 0, is_after_note: false, is_bare: false }
    }

    fn finish(mut self) -> String {
        // Number signs at the end of a heading would be a part of its mark.
        if self.place == LineKind::Heading && self.out.ends_with('#') {
            let at = self.out.trim_end_matches('#').len();
            self.out.insert(at, '\\');
        }
        self.out
    }

    fn token(&mut self, token: &Token<'_>, is_written: bool, next: Option<&Token<'_>>) {
        match token {
            Token::Text(text) => self.text(text, next),
            Token::Bullet => self.out.push_str("• "),
            Token::CellBreak => self.out.push_str("<br>"),
            Token::Open(PartKind::Link(span)) => {
                let address = self.content.slice(span);
                let is_http = address.starts_with("http://") || address.starts_with("https://");
                let is_plain = !address.contains(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '|' | '\\'));
                self.is_bare = is_http && is_plain && matches!(next, Some(Token::Text(text)) if *text == address);
                self.n_links += 1;
                self.out.push(if self.is_bare { '<' } else { '[' });
            }
            Token::Close(PartKind::Link(span)) => {
                self.n_links -= 1;
                if std::mem::take(&mut self.is_bare) {
                    self.out.push('>');
                } else {
                    self.out.push_str("](");
                    escape::push_destination(&mut self.out, self.content.slice(span), self.place == LineKind::Cell);
                    self.out.push(')');
                }
            }
            Token::Open(kind @ (PartKind::Subscript | PartKind::Superscript)) => {
                self.out.push_str(if **kind == PartKind::Subscript { "<sub>" } else { "<sup>" });
            }
            Token::Close(kind @ (PartKind::Subscript | PartKind::Superscript)) => {
                self.out.push_str(if **kind == PartKind::Subscript { "</sub>" } else { "</sup>" });
            }
            Token::Open(kind) | Token::Close(kind) if is_written => self.out.push_str(match kind {
                PartKind::Strong => "**",
                PartKind::Strike => "~~",
                _ => "*",
            }),
            Token::Open(_) | Token::Close(_) => {}
            Token::Code(code) => self.code(code),
            Token::Break => match self.place {
                LineKind::Line => self.out.push_str("  \n"),
                _ => self.out.push(' '),
            },
            Token::Image(source, alt) => {
                self.out.push_str("![");
                let around = Around {
                    is_in_link: true,
                    is_in_cell: self.place == LineKind::Cell,
                    before: '[',
                    after: ']',
                    ..Around::default()
                };
                escape::push_text(&mut self.out, alt, around, self.signs);
                self.out.push_str("](");
                escape::push_destination(&mut self.out, source, self.place == LineKind::Cell);
                self.out.push(')');
            }
            Token::Math(tex) => {
                self.out.push('$');
                self.push_verbatim(tex);
                self.out.push('$');
            }
            Token::Note(number) => self.out.push_str(&format!("[^{number}]")),
        }
    }

    fn text(&mut self, text: &str, next: Option<&Token<'_>>) {
        if self.is_bare {
            self.out.push_str(text);
            return;
        }
        // After a reference these would go on with it.
        let text = match text.chars().next().filter(|first| self.is_after_note && matches!(first, '(' | '[' | ':')) {
            Some(first) => {
                // Not all readers heed a backslash before a bracket here.
                self.out.push_str(match first {
                    '[' => "&#91;",
                    '(' => "\\(",
                    _ => "\\:",
                });
                &text[1..]
            }
            None => text,
        };
        let is_start = self.out.is_empty() || self.out.ends_with('\n');
        let around = Around {
            begins_line: is_start && matches!(self.place, LineKind::Line | LineKind::Term),
            is_in_link: self.n_links > 0,
            is_balanced: escape::is_balanced(text, b'[', b']')
                && !(is_start && text.starts_with('['))
                && !["[^", "](", "]:"].into_iter().any(|sign| text.contains(sign)),
            is_in_cell: self.place == LineKind::Cell,
            before: self.out.chars().next_back().unwrap_or(' '),
            after: next.map_or(' ', Token::first_character),
        };
        escape::push_text(&mut self.out, text, around, self.signs);
    }

    /// Code between as many backticks as are not in it.
    fn code(&mut self, code: &str) {
        let fence = "`".repeat(escape::longest_run(code, '`') + 1);
        let is_padded = code.starts_with('`') || code.ends_with('`') || code.starts_with(' ') && code.ends_with(' ');
        let pad = if is_padded { " " } else { "" };
        self.out.push_str(&fence);
        self.out.push_str(pad);
        self.push_verbatim(code);
        self.out.push_str(pad);
        self.out.push_str(&fence);
    }

    /// In a cell, bars are escaped even in code.
    fn push_verbatim(&mut self, text: &str) {
        if self.place == LineKind::Cell {
            self.out.push_str(&text.replace('|', "\\|"));
        } else {
            self.out.push_str(text);
        }
    }
}
