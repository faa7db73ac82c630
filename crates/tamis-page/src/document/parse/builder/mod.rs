//! Tree construction (section 13.2.6).
//!
//! One file a group of insertion modes. A mode's functions take one token and say whether it must be processed again in
//! the mode that they switched to ("reprocess the token"); section names of the specification stand in the comments.

mod after_body;
mod arena;
mod before_body;
mod foreign;
mod formatting;
mod in_body;
mod in_body_end;
mod insertion;
mod open_elements;
mod table;
mod tags;
mod template;

pub(super) use arena::Arena;
pub(super) use formatting::FormattingList;
pub(super) use open_elements::OpenElements;

use super::tokenizer::{Tag, Token, Tokenizer};
use super::{FragmentContext, Limits};
use crate::budget;
use crate::document::node::{Attribute, Span};
use crate::document::{Doctype, LimitsHit, Name, Namespace, NodeId, NodeKind, QuirksMode, names};
use open_elements::OpenElement;
use tags::{ENDS_PLAINLY, FORMATTING, STARTS_BLOCK, STARTS_INLINE};

/// The insertion modes (section 13.2.4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InTableText,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// What becomes of the token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(super) enum Step {
    Done,
    /// The mode has changed; the token is processed again.
    Again,
}

/// The element that a fragment is parsed as the content of.
pub(super) struct Context {
    element: OpenElement,
    /// `annotation-xml` whose encoding makes its content HTML.
    is_html_integration_point: bool,
}

/// The parts that a parser lends to a tree builder and gets back.
#[derive(Default)]
pub(super) struct Workspace {
    pub(super) arena: Arena,
    pub(super) stack: OpenElements,
    pub(super) formatting: FormattingList,
}

pub(super) struct TreeBuilder<'a> {
    pub(super) tokenizer: Tokenizer<'a>,
    pub(super) arena: Arena,
    pub(super) stack: OpenElements,
    pub(super) formatting: FormattingList,
    mode: Mode,
    original_mode: Mode,
    template_modes: Vec<Mode>,
    head: Option<NodeId>,
    form: Option<NodeId>,
    frameset_ok: bool,
    foster_parenting: bool,
    /// The next line feed belongs to the `<pre>` before it.
    skip_line_feed: bool,
    /// A comment stands after the body: content that is added to the body from now on is out of order.
    content_after_body: bool,
    pending_table_text: Vec<Span>,
    /// What further `html` and `body` tags add to the first.
    late_attributes: Vec<(NodeId, Vec<Attribute>)>,
    scripting: bool,
    /// Whether frames with a `srcdoc` are marked, and whether one was.
    inline_frames: bool,
    pub(super) has_frames: bool,
    context: Option<Context>,
    limits: Limits,
    pub(super) limits_hit: LimitsHit,
    pub(super) doctype: Option<Doctype>,
    pub(super) quirks: QuirksMode,
}

impl<'a> TreeBuilder<'a> {
    pub(super) fn new(
        tokenizer: Tokenizer<'a>,
        workspace: Workspace,
        limits: Limits,
        scripting: bool,
        inline_frames: bool,
    ) -> Self {
        let Workspace { mut arena, mut stack, mut formatting } = workspace;
        arena.clear();
        stack.clear();
        formatting.entries.clear();
        arena.push(NodeKind::Document, names::HTML, Namespace::Html, Span::EMPTY);
        TreeBuilder {
            tokenizer,
            arena,
            stack,
            formatting,
            mode: Mode::Initial,
            original_mode: Mode::Initial,
            template_modes: Vec::new(),
            head: None,
            form: None,
            frameset_ok: true,
            foster_parenting: false,
            skip_line_feed: false,
            content_after_body: false,
            pending_table_text: Vec::new(),
            late_attributes: Vec::new(),
            scripting,
            inline_frames,
            has_frames: false,
            context: None,
            limits,
            limits_hit: LimitsHit::default(),
            doctype: None,
            quirks: QuirksMode::NoQuirks,
        }
    }

    /// Parsing HTML fragments (section 13.4), up to the point where reading begins.
    pub(super) fn enter_fragment(&mut self, context: &FragmentContext) {
        let name = self.tokenizer.intern(&context.name);
        self.quirks = context.quirks;
        if context.namespace == Namespace::Html {
            self.enter_raw_text_of(name);
        }
        let root = self.create_element(names::HTML, Namespace::Html, Span::EMPTY);
        self.arena.append(NodeId::ROOT, root);
        self.push_open(OpenElement::new(root, names::HTML, Namespace::Html));
        if context.namespace == Namespace::Html && name == names::TEMPLATE {
            self.template_modes.push(Mode::InTemplate);
        }
        self.context = Some(Context {
            element: OpenElement::new(NodeId::NONE, name, context.namespace),
            is_html_integration_point: context.is_html_integration_point,
        });
        if context.in_form {
            // The form element pointer names a form outside of the fragment: any node that is not in the tree will do.
            self.form = Some(NodeId::NONE);
        }
        self.reset_insertion_mode();
    }

    /// Reads tokens up to the end of the file or the cap for nodes.
    pub(super) fn run(&mut self) {
        /// Tokens between two counts, and what one is worth: a look through the open elements now and then.
        const TOKENS: usize = 256;
        const STEPS_A_TOKEN: usize = 32;
        let mut n_tokens = 0_usize;
        loop {
            n_tokens += 1;
            if n_tokens.is_multiple_of(TOKENS) {
                budget::spend(TOKENS * STEPS_A_TOKEN);
            }
            if self.arena.nodes.len() >= self.limits.max_nodes {
                self.limits_hit.nodes |= !matches!(self.tokenizer.next(false), Token::EndOfFile);
                while self.end_of_file() == Step::Again {}
                break;
            }
            let skip_line_feed = std::mem::take(&mut self.skip_line_feed);
            match self.tokenizer.ahead() {
                [b'<', second, ..] if second.is_ascii_alphabetic() => {
                    if let Some(tag) = self.tokenizer.next_start_tag() {
                        self.start_tag(tag);
                    }
                    continue;
                }
                [b'<', b'/', ..] => {
                    if let Some(&top) = self.stack.top()
                        && self.tokenizer.next_is_end_tag_of(top.name)
                    {
                        self.end_of_current(top);
                        continue;
                    }
                }
                [b'<' | 0, ..] | [] => {}
                _ => {
                    let span = self.tokenizer.next_text();
                    self.text(span, skip_line_feed);
                    continue;
                }
            }
            match self.tokenizer.next(self.current_is_foreign()) {
                Token::Text(span) => self.text(span, skip_line_feed),
                Token::StartTag(tag) => self.start_tag(tag),
                Token::EndTag(name) => self.end_tag(name),
                Token::Comment(span) => self.comment(span),
                Token::Null => self.null(),
                Token::Doctype => self.doctype(),
                Token::EndOfFile => {
                    while self.end_of_file() == Step::Again {}
                    break;
                }
            }
        }
        self.place_late_attributes();
        self.limits_hit.attributes |= self.tokenizer.attributes_capped;
        while self.pop().is_some() {}
    }

    /// "Adjusted current node".
    #[inline]
    fn adjusted_current(&self) -> Option<&OpenElement> {
        adjusted_current(self.context.as_ref(), &self.stack)
    }

    #[inline]
    fn text(&mut self, mut span: Span, skip_line_feed: bool) {
        if skip_line_feed && self.tokenizer.text(span).starts_with('\n') {
            span = Span { start: span.start + 1, len: span.len - 1 };
            if span.len == 0 {
                return;
            }
        }
        if self.is_in_body() && !self.current_is_foreign() {
            self.text_in_body(span);
            return;
        }
        if self.characters_are_foreign() {
            self.foreign_text(span);
            return;
        }
        // A mode that takes only white space leaves the rest for the next.
        let mut rest = Some(span);
        while let Some(span) = rest {
            rest = self.text_in_mode(self.mode, span);
        }
    }

    /// Processes text in a mode; returns the rest, which is to be processed in the mode it switched to.
    fn text_in_mode(&mut self, mode: Mode, span: Span) -> Option<Span> {
        match mode {
            Mode::Initial
            | Mode::BeforeHtml
            | Mode::BeforeHead
            | Mode::InHead
            | Mode::InHeadNoscript
            | Mode::AfterHead => {
                return self.text_before_body(mode, span);
            }
            Mode::InBody | Mode::InCaption | Mode::InCell | Mode::InTemplate => self.text_in_body(span),
            Mode::Text => self.insert_text(span),
            Mode::InTable | Mode::InTableBody | Mode::InRow => return self.text_in_table(span),
            Mode::InTableText => self.pending_table_text.push(span),
            Mode::InColumnGroup => return self.text_in_column_group(span),
            Mode::AfterBody | Mode::AfterAfterBody => return self.text_after_body(span),
            Mode::InFrameset | Mode::AfterFrameset | Mode::AfterAfterFrameset => self.text_in_frameset(mode, span),
        }
        None
    }

    /// One U+0000. Where it is not simply dropped it acts like any character that is not white space.
    fn null(&mut self) {
        if self.characters_are_foreign() {
            let from = self.tokenizer.push_replacement_character();
            self.insert_text(from);
            return;
        }
        loop {
            let step = match self.mode {
                Mode::Initial => self.leave_initial(),
                Mode::BeforeHtml => self.leave_before_html(),
                Mode::BeforeHead => self.leave_before_head(),
                Mode::InHead => self.leave_in_head(),
                Mode::InHeadNoscript => self.leave_in_head_noscript(),
                Mode::AfterHead => self.leave_after_head(),
                Mode::InColumnGroup => self.leave_column_group(),
                Mode::AfterBody | Mode::AfterAfterBody => self.leave_after_body(),
                _ => Step::Done,
            };
            if step == Step::Done {
                return;
            }
        }
    }

    /// Whether the rules of "in body" hold for text and for all but a few tags.
    #[inline]
    fn is_in_body(&self) -> bool {
        matches!(self.mode, Mode::InBody | Mode::InCell)
    }

    #[inline]
    fn start_tag(&mut self, tag: Tag) {
        // Half of all start tags need nothing but this.
        if self.is_in_body() && !self.current_is_foreign() {
            let properties = tags::properties(tag.name, Namespace::Html);
            if properties & STARTS_BLOCK != 0 {
                self.close_paragraph();
                self.insert_html_with(tag, properties);
                return;
            }
            if properties & STARTS_INLINE != 0 {
                self.reconstruct_formatting();
                self.insert_html_with(tag, properties);
                return;
            }
        }
        if self.mode == Mode::InTableText {
            self.flush_table_text();
        }
        while (if self.start_tag_is_foreign(tag) {
            self.foreign_start_tag(tag)
        } else {
            self.start_tag_in_mode(self.mode, tag)
        }) == Step::Again
        {}
    }

    #[inline]
    fn start_tag_in_mode(&mut self, mode: Mode, tag: Tag) -> Step {
        match mode {
            Mode::InBody | Mode::Text | Mode::InTableText => self.start_tag_in_body(tag),
            Mode::Initial => self.leave_initial(),
            Mode::BeforeHtml => self.start_tag_before_html(tag),
            Mode::BeforeHead => self.start_tag_before_head(tag),
            Mode::InHead => self.start_tag_in_head(tag),
            Mode::InHeadNoscript => self.start_tag_in_head_noscript(tag),
            Mode::AfterHead => self.start_tag_after_head(tag),
            Mode::InTable => self.start_tag_in_table(tag),
            Mode::InCaption => self.start_tag_in_caption(tag),
            Mode::InColumnGroup => self.start_tag_in_column_group(tag),
            Mode::InTableBody => self.start_tag_in_table_body(tag),
            Mode::InRow => self.start_tag_in_row(tag),
            Mode::InCell => self.start_tag_in_cell(tag),
            Mode::InTemplate => self.start_tag_in_template(tag),
            Mode::AfterBody | Mode::AfterAfterBody => self.start_tag_after_body(tag),
            Mode::InFrameset => self.start_tag_in_frameset(tag),
            Mode::AfterFrameset | Mode::AfterAfterFrameset => self.start_tag_after_frameset(tag),
        }
    }

    /// The end tag of the current element. Most close it and do nothing else.
    #[inline]
    fn end_of_current(&mut self, top: OpenElement) {
        if self.is_in_body() {
            if top.has(ENDS_PLAINLY) {
                self.pop();
                return;
            }
            if top.has(FORMATTING) && self.formatting.ends_with(top.node) {
                self.pop();
                self.formatting.entries.pop();
                return;
            }
        }
        self.end_tag(top.name);
    }

    #[inline(never)]
    fn end_tag(&mut self, name: Name) {
        if self.mode == Mode::InTableText {
            self.flush_table_text();
        }
        while (if self.current_is_foreign() {
            self.foreign_end_tag(name)
        } else {
            self.end_tag_in_mode(self.mode, name)
        }) == Step::Again
        {}
    }

    #[inline]
    fn end_tag_in_mode(&mut self, mode: Mode, name: Name) -> Step {
        match mode {
            Mode::InBody | Mode::InTableText => self.end_tag_in_body(name),
            Mode::Text => {
                self.pop();
                self.mode = self.original_mode;
                Step::Done
            }
            Mode::Initial => self.leave_initial(),
            Mode::BeforeHtml | Mode::BeforeHead | Mode::InHead | Mode::InHeadNoscript | Mode::AfterHead => {
                self.end_tag_before_body(mode, name)
            }
            Mode::InTable => self.end_tag_in_table(name),
            Mode::InCaption => self.end_tag_in_caption(name),
            Mode::InColumnGroup => self.end_tag_in_column_group(name),
            Mode::InTableBody => self.end_tag_in_table_body(name),
            Mode::InRow => self.end_tag_in_row(name),
            Mode::InCell => self.end_tag_in_cell(name),
            Mode::InTemplate => self.end_tag_in_template(name),
            Mode::AfterBody | Mode::AfterAfterBody => self.end_tag_after_body(name),
            Mode::InFrameset | Mode::AfterFrameset | Mode::AfterAfterFrameset => self.end_tag_in_frameset(mode, name),
        }
    }

    fn comment(&mut self, span: Span) {
        if self.mode == Mode::InTableText {
            self.flush_table_text();
        }
        let parent = match self.mode {
            // `</body>` and `</html>` close nothing, so an SVG may still be open behind them.
            _ if self.current_is_foreign() => self.stack.top().map_or(NodeId::ROOT, |top| top.node),
            Mode::Initial | Mode::BeforeHtml | Mode::AfterAfterFrameset => NodeId::ROOT,
            Mode::AfterAfterBody => {
                self.content_after_body = true;
                NodeId::ROOT
            }
            Mode::AfterBody => {
                self.content_after_body = true;
                self.stack.get(0).node
            }
            _ => self.stack.top().map_or(NodeId::ROOT, |top| top.node),
        };
        let node = self.arena.push(NodeKind::Comment, names::HTML, Namespace::Html, span);
        self.arena.append(parent, node);
    }

    fn doctype(&mut self) {
        match self.mode {
            Mode::Initial => self.doctype_in_initial(),
            Mode::InTableText => self.flush_table_text(),
            _ => {}
        }
    }

    fn end_of_file(&mut self) -> Step {
        match self.mode {
            Mode::Initial => self.leave_initial(),
            Mode::BeforeHtml => self.leave_before_html(),
            Mode::BeforeHead => self.leave_before_head(),
            Mode::InHead => self.leave_in_head(),
            Mode::InHeadNoscript => self.leave_in_head_noscript(),
            Mode::AfterHead => self.leave_after_head(),
            Mode::Text => {
                self.pop();
                self.mode = self.original_mode;
                Step::Again
            }
            Mode::InTableText => {
                self.flush_table_text();
                Step::Again
            }
            Mode::AfterBody
            | Mode::AfterAfterBody
            | Mode::InFrameset
            | Mode::AfterFrameset
            | Mode::AfterAfterFrameset => Step::Done,
            _ if self.template_modes.is_empty() => Step::Done,
            _ => self.end_of_file_in_template(),
        }
    }

    /// Takes the current node off the stack.
    #[inline]
    fn pop(&mut self) -> Option<OpenElement> {
        let element = self.stack.pop()?;
        self.mark_closed(element);
        Some(element)
    }
}

#[inline]
fn adjusted_current<'a>(context: Option<&'a Context>, stack: &'a OpenElements) -> Option<&'a OpenElement> {
    match context {
        Some(context) if stack.len() == 1 => Some(&context.element),
        _ => stack.top(),
    }
}
