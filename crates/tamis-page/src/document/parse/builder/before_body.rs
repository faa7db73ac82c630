//! The modes up to the body: initial, before html, before head, in head, in head noscript, after head
//! (sections 13.2.6.4.1 to 13.2.6.4.6).

use super::open_elements::OpenElement;
use super::tags::{self, IN_HEAD};
use super::{Mode, Step, TreeBuilder};
use crate::document::node::Span;
use crate::document::parse::tokenizer::{DoctypeToken, RawText, Tag};
use crate::document::{Name, Namespace, NodeId, NodeKind, QuirksMode, names};

impl TreeBuilder<'_> {
    /// Initial: a doctype decides about quirks.
    pub(super) fn doctype_in_initial(&mut self) {
        let token = self.tokenizer.take_doctype();
        self.quirks = mode_of(&token);
        let node = self.arena.push(NodeKind::Doctype, names::HTML, Namespace::Html, Span::EMPTY);
        self.arena.append(NodeId::ROOT, node);
        self.doctype = Some(token.doctype);
        self.mode = Mode::BeforeHtml;
    }

    /// Initial, anything else: no doctype means quirks.
    pub(super) fn leave_initial(&mut self) -> Step {
        self.quirks = QuirksMode::Quirks;
        self.mode = Mode::BeforeHtml;
        Step::Again
    }

    /// Before html, anything else: the `html` element is implied.
    pub(super) fn leave_before_html(&mut self) -> Step {
        self.insert_root(Span::EMPTY);
        Step::Again
    }

    fn insert_root(&mut self, attributes: Span) {
        let node = self.create_element(names::HTML, Namespace::Html, attributes);
        self.arena.append(NodeId::ROOT, node);
        self.push_open(OpenElement::new(node, names::HTML, Namespace::Html));
        self.mode = Mode::BeforeHead;
    }

    /// Before head, anything else: the `head` element is implied.
    pub(super) fn leave_before_head(&mut self) -> Step {
        self.head = Some(self.insert_html_element(names::HEAD, Span::EMPTY));
        self.mode = Mode::InHead;
        Step::Again
    }

    /// In head, anything else: the head ends.
    pub(super) fn leave_in_head(&mut self) -> Step {
        self.pop();
        self.mode = Mode::AfterHead;
        Step::Again
    }

    /// In head noscript, anything else: the `noscript` ends.
    pub(super) fn leave_in_head_noscript(&mut self) -> Step {
        self.pop();
        self.mode = Mode::InHead;
        Step::Again
    }

    /// After head, anything else: the `body` element is implied.
    pub(super) fn leave_after_head(&mut self) -> Step {
        self.insert_html_element(names::BODY, Span::EMPTY);
        self.mode = Mode::InBody;
        Step::Again
    }

    /// Leading white space is dropped or inserted; the rest leaves the mode.
    pub(super) fn text_before_body(&mut self, mode: Mode, span: Span) -> Option<Span> {
        let (space, rest) = self.split_leading_space(span);
        if space.len > 0 && matches!(mode, Mode::InHead | Mode::InHeadNoscript | Mode::AfterHead) {
            self.insert_text(space);
        }
        if rest.len == 0 {
            return None;
        }
        let _ = match mode {
            Mode::Initial => self.leave_initial(),
            Mode::BeforeHtml => self.leave_before_html(),
            Mode::BeforeHead => self.leave_before_head(),
            Mode::InHead => self.leave_in_head(),
            Mode::InHeadNoscript => self.leave_in_head_noscript(),
            _ => self.leave_after_head(),
        };
        Some(rest)
    }

    /// The white space at the start of a text, and what follows it.
    pub(super) fn split_leading_space(&self, span: Span) -> (Span, Span) {
        let len = super::super::scan::skip_space(self.tokenizer.text(span).as_bytes(), 0) as u32;
        (Span { start: span.start, len }, Span { start: span.start + len, len: span.len - len })
    }

    pub(super) fn start_tag_before_html(&mut self, tag: Tag) -> Step {
        if tag.name == names::HTML {
            self.insert_root(tag.attributes);
            return Step::Done;
        }
        self.leave_before_html()
    }

    pub(super) fn start_tag_before_head(&mut self, tag: Tag) -> Step {
        match tag.name {
            names::HTML => self.start_tag_in_body(tag),
            names::HEAD => {
                self.head = Some(self.insert_html(tag));
                self.mode = Mode::InHead;
                Step::Done
            }
            _ => self.leave_before_head(),
        }
    }

    pub(super) fn start_tag_in_head(&mut self, tag: Tag) -> Step {
        match tag.name {
            names::HTML => return self.start_tag_in_body(tag),
            names::BASE | names::BASEFONT | names::BGSOUND | names::LINK | names::META => self.insert_void(tag),
            names::TITLE => {
                self.insert_raw_text_element(tag, RawText::Rcdata);
            }
            names::NOFRAMES | names::STYLE => {
                self.insert_raw_text_element(tag, RawText::RawText);
            }
            names::NOSCRIPT if self.scripting => {
                self.insert_raw_text_element(tag, RawText::RawText);
            }
            names::NOSCRIPT => {
                self.insert_html(tag);
                self.mode = Mode::InHeadNoscript;
            }
            names::SCRIPT => {
                self.insert_raw_text_element(tag, RawText::Script);
            }
            names::TEMPLATE => self.start_template(tag),
            names::HEAD => {}
            _ => return self.leave_in_head(),
        }
        Step::Done
    }

    pub(super) fn start_tag_in_head_noscript(&mut self, tag: Tag) -> Step {
        match tag.name {
            names::HTML => self.start_tag_in_body(tag),
            names::BASEFONT | names::BGSOUND | names::LINK | names::META | names::NOFRAMES | names::STYLE => {
                self.start_tag_in_head(tag)
            }
            names::HEAD | names::NOSCRIPT => Step::Done,
            _ => self.leave_in_head_noscript(),
        }
    }

    pub(super) fn start_tag_after_head(&mut self, tag: Tag) -> Step {
        match tag.name {
            names::HTML => return self.start_tag_in_body(tag),
            names::BODY => {
                self.insert_html(tag);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
            }
            names::FRAMESET => {
                self.insert_html(tag);
                self.mode = Mode::InFrameset;
            }
            name if tags::has(name, IN_HEAD) => self.insert_into_closed_head(tag),
            names::HEAD => {}
            _ => return self.leave_after_head(),
        }
        Step::Done
    }

    /// "Push the node pointed to by the head element pointer onto the stack …", process, and take it off again.
    fn insert_into_closed_head(&mut self, tag: Tag) {
        let Some(head) = self.head else { return };
        self.push_open(OpenElement::new(head, names::HEAD, Namespace::Html));
        self.arena.reordered = true;
        let _ = self.start_tag_in_head(tag);
        if let Some(position) = self.stack.position(head) {
            self.remove_from_stack(position);
        }
    }

    pub(super) fn end_tag_before_body(&mut self, mode: Mode, name: Name) -> Step {
        // `</body>`, `</html>` and `</br>` act as content; `</template>` closes one; others are ignored.
        let acts_as_content = matches!(name, names::BODY | names::HTML | names::BR);
        match mode {
            Mode::BeforeHtml if acts_as_content || name == names::HEAD => self.leave_before_html(),
            Mode::BeforeHead if acts_as_content || name == names::HEAD => self.leave_before_head(),
            Mode::InHead if name == names::HEAD => {
                self.pop();
                self.mode = Mode::AfterHead;
                Step::Done
            }
            Mode::InHead if acts_as_content => self.leave_in_head(),
            Mode::InHeadNoscript if name == names::NOSCRIPT => {
                self.pop();
                self.mode = Mode::InHead;
                Step::Done
            }
            Mode::InHeadNoscript if name == names::BR => self.leave_in_head_noscript(),
            Mode::AfterHead if acts_as_content => self.leave_after_head(),
            Mode::InHead | Mode::AfterHead if name == names::TEMPLATE => self.end_template(),
            _ => Step::Done,
        }
    }
}

const QUIRKS_PUBLIC_IDS: &[&str] =
    &["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];

const QUIRKS_PUBLIC_PREFIXES: &[&str] = &[
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];

/// Quirks without a system identifier, limited quirks with one.
const HTML_4_01_PREFIXES: &[&str] = &["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];

const LIMITED_QUIRKS_PREFIXES: &[&str] = &["-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//"];

const QUIRKS_SYSTEM_ID: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

pub(super) fn mode_of(token: &DoctypeToken) -> QuirksMode {
    let lower = |id: &Option<String>| id.as_ref().map(|id| id.to_ascii_lowercase());
    let public = lower(&token.doctype.public_id);
    let system = lower(&token.doctype.system_id);
    let begins_with = |prefixes: &[&str]| {
        public.as_ref().is_some_and(|public| prefixes.iter().any(|prefix| public.starts_with(prefix)))
    };
    let is_quirky = token.force_quirks
        || token.doctype.name != "html"
        || public.as_ref().is_some_and(|public| QUIRKS_PUBLIC_IDS.contains(&public.as_str()))
        || system.as_deref() == Some(QUIRKS_SYSTEM_ID)
        || begins_with(QUIRKS_PUBLIC_PREFIXES)
        || system.is_none() && begins_with(HTML_4_01_PREFIXES);
    if is_quirky {
        QuirksMode::Quirks
    } else if begins_with(LIMITED_QUIRKS_PREFIXES) || begins_with(HTML_4_01_PREFIXES) {
        QuirksMode::LimitedQuirks
    } else {
        QuirksMode::NoQuirks
    }
}
