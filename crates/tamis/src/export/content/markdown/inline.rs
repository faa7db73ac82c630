//! One line of Markdown: text with its marks, links, code, formulas and images.

use super::escape::{self, Around, Signs};
use super::marks;
use crate::export::content::{Content, Kind};
use std::ops::Range;

/// What kind of line it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Line,
    Heading,
    Term,
    Cell,
}

/// A piece of a line.
pub(super) enum Token<'c> {
    Text(&'c str),
    /// Written as it is.
    Raw(&'c str),
    Open(&'c Kind),
    Close(&'c Kind),
    Code(String),
    Break,
    Image(&'c str, &'c str),
    Math(&'c str),
    Note(u32),
}

impl Token<'_> {
    /// What is written first.
    pub(super) fn first_character(&self) -> char {
        match self {
            Token::Text(text) | Token::Raw(text) => text.chars().next().unwrap_or(' '),
            Token::Open(Kind::Link(_)) | Token::Note(_) => '[',
            Token::Close(Kind::Link(_)) => ']',
            Token::Open(Kind::Subscript | Kind::Superscript) | Token::Close(Kind::Subscript | Kind::Superscript) => '<',
            Token::Open(_) | Token::Close(_) => '*',
            Token::Code(_) => '`',
            Token::Break => ' ',
            Token::Image(..) => '!',
            Token::Math(_) => '$',
        }
    }

    /// What is written last.
    pub(super) fn last_character(&self) -> char {
        match self {
            Token::Text(text) | Token::Raw(text) => text.chars().next_back().unwrap_or(' '),
            Token::Open(Kind::Subscript | Kind::Superscript) | Token::Close(Kind::Subscript | Kind::Superscript) => '>',
            Token::Open(Kind::Link(_)) => '[',
            Token::Close(Kind::Link(_)) | Token::Image(..) => ')',
            Token::Note(_) => ']',
            other => other.first_character(),
        }
    }
}

/// The line that is in a range of parts; of a cell, all that is in it.
pub(super) fn write(content: &Content, range: Range<usize>, place: Place) -> String {
    let tokens = tokens(content, range);
    let is_written = marks::writable(&tokens);
    let mut line = Line::new(content, place, &tokens, &is_written);
    for (idx, token) in tokens.iter().enumerate() {
        // Marks that are not written are not there.
        let rest = tokens[idx + 1..].iter().zip(&is_written[idx + 1..]);
        let mut rest = rest.filter(|(token, is_written)| !is_mark(token) || **is_written).map(|(token, _)| token);
        line.token(token, is_written[idx], rest.next());
    }
    line.finish()
}

fn is_mark(token: &Token<'_>) -> bool {
    matches!(token, Token::Open(Kind::Strong | Kind::Emphasis | Kind::Strike) | Token::Close(Kind::Strong | Kind::Emphasis | Kind::Strike))
}

/// The parts as pieces of one line. Blocks, which only a cell has, are set apart by breaks.
fn tokens(content: &Content, range: Range<usize>) -> Vec<Token<'_>> {
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
        if part.kind.is_leaf() || part.kind.is_container() || matches!(part.kind, Kind::Math { is_block: true, .. }) {
            is_new_block |= !matches!(tokens.last(), None | Some(Token::Raw(_)));
        }
        let is_content = !part.kind.is_container() && (!part.kind.is_leaf() || matches!(part.kind, Kind::Code(_)));
        if is_content && part.kind != Kind::Rule && std::mem::take(&mut is_new_block) {
            tokens.push(Token::Break);
        }
        idx += 1;
        match &part.kind {
            Kind::Text(span) => tokens.push(Token::Text(content.slice(span))),
            Kind::Break => tokens.push(Token::Break),
            Kind::Image { source, alt } => tokens.push(Token::Image(content.slice(source), content.slice(alt))),
            Kind::Math { tex, .. } => tokens.push(Token::Math(content.slice(tex))),
            Kind::NoteReference(number) => tokens.push(Token::Note(*number)),
            Kind::CodeSpan => {
                tokens.push(Token::Code(code(content, idx..part.end)));
                idx = part.end;
            }
            Kind::Code(_) => {
                for (line_idx, line) in code(content, idx..part.end).lines().filter(|line| !line.trim().is_empty()).enumerate() {
                    if line_idx > 0 {
                        tokens.push(Token::Break);
                    }
                    tokens.push(Token::Code(line.to_owned()));
                }
                idx = part.end;
            }
            Kind::Item => {
                if std::mem::take(&mut is_new_block) {
                    tokens.push(Token::Break);
                }
                tokens.push(Token::Raw("• "));
            }
            kind if kind.is_leaf() || kind.is_container() || *kind == Kind::Rule => {}
            kind => {
                tokens.push(Token::Open(kind));
                open.push(idx - 1);
            }
        }
    }
    tokens
}

/// The text in a range of parts, breaks as spaces.
fn code(content: &Content, range: Range<usize>) -> String {
    let texts = content.parts[range].iter().map(|part| match &part.kind {
        Kind::Text(span) => content.slice(span),
        Kind::Math { tex, .. } => content.slice(tex),
        Kind::Break => " ",
        _ => "",
    });
    texts.collect()
}

/// A line that is being written.
struct Line<'c> {
    content: &'c Content,
    place: Place,
    signs: Signs,
    out: String,
    n_links: usize,
    /// Whether the link that is open is written as its address alone.
    is_bare: bool,
    /// For each raised or lowered piece that is open, whether it is marked.
    raised: Vec<bool>,
}

impl<'c> Line<'c> {
    fn new(content: &'c Content, place: Place, tokens: &[Token<'_>], is_written: &[bool]) -> Line<'c> {
        let mut signs = Signs::default();
        for (token, is_written) in tokens.iter().zip(is_written) {
            match token {
                Token::Text(text) | Token::Raw(text) => signs.count(text),
                Token::Image(_, alt) => signs.count(alt),
                Token::Open(_) if *is_written => {
                    signs.stars += 1;
                    signs.tildes += 1;
                }
                Token::Code(_) => signs.backticks += 1,
                Token::Math(_) => signs.has_math = true,
                _ => {}
            }
        }
        Line { content, place, signs, out: String::new(), n_links: 0, is_bare: false, raised: Vec::new() }
    }

    fn finish(mut self) -> String {
        // Number signs at the end of a heading would be a part of its mark.
        if self.place == Place::Heading && self.out.ends_with('#') {
            let at = self.out.trim_end_matches('#').len();
            self.out.insert(at, '\\');
        }
        self.out
    }

    fn token(&mut self, token: &Token<'_>, is_written: bool, next: Option<&Token<'_>>) {
        match token {
            Token::Text(text) => self.text(text, next),
            Token::Raw(text) => self.out.push_str(text),
            Token::Open(Kind::Link(span)) => {
                let address = self.content.slice(span);
                let is_http = address.starts_with("http://") || address.starts_with("https://");
                let is_plain = !address.contains(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '|' | '\\'));
                self.is_bare = is_http && is_plain && matches!(next, Some(Token::Text(text)) if *text == address);
                self.n_links += 1;
                self.out.push(if self.is_bare { '<' } else { '[' });
            }
            Token::Close(Kind::Link(span)) => {
                self.n_links -= 1;
                if std::mem::take(&mut self.is_bare) {
                    self.out.push('>');
                } else {
                    self.out.push_str("](");
                    escape::push_destination(&mut self.out, self.content.slice(span), self.place == Place::Cell);
                    self.out.push(')');
                }
            }
            Token::Open(kind @ (Kind::Subscript | Kind::Superscript)) => {
                // A raised link is a reference, and so is a raised bracket.
                let is_marked = !matches!(next, Some(Token::Open(Kind::Link(_)) | Token::Note(_)))
                    && !matches!(next, Some(Token::Text(text)) if text.starts_with('['))
                    && self.n_links == 0;
                self.raised.push(is_marked);
                if is_marked {
                    self.out.push_str(if **kind == Kind::Subscript { "<sub>" } else { "<sup>" });
                }
            }
            Token::Close(kind @ (Kind::Subscript | Kind::Superscript)) => {
                if self.raised.pop() == Some(true) {
                    self.out.push_str(if **kind == Kind::Subscript { "</sub>" } else { "</sup>" });
                }
            }
            Token::Open(kind) | Token::Close(kind) if is_written => self.out.push_str(match kind {
                Kind::Strong => "**",
                Kind::Strike => "~~",
                _ => "*",
            }),
            Token::Open(_) | Token::Close(_) => {}
            Token::Code(code) => self.code(code),
            Token::Break => match self.place {
                Place::Line => self.out.push_str("  \n"),
                Place::Heading | Place::Term => self.out.push(' '),
                Place::Cell => self.out.push_str("<br>"),
            },
            Token::Image(source, alt) => {
                self.out.push_str("![");
                let around = Around { is_in_link: true, is_in_cell: self.place == Place::Cell, before: '[', after: ']', ..Around::default() };
                escape::push_text(&mut self.out, alt, around, self.signs);
                self.out.push_str("](");
                escape::push_destination(&mut self.out, source, self.place == Place::Cell);
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
        let is_start = self.out.is_empty() || self.out.ends_with('\n');
        let around = Around {
            begins_line: is_start && matches!(self.place, Place::Line | Place::Term),
            is_in_link: self.n_links > 0,
            is_in_cell: self.place == Place::Cell,
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
        if self.place == Place::Cell {
            self.out.push_str(&text.replace('|', "\\|"));
        } else {
            self.out.push_str(text);
        }
    }
}
