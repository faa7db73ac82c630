//! Walks the nodes and writes tags.

use crate::document::names::{
    AREA, BASE, BASEFONT, BGSOUND, BR, COL, EMBED, FORM, FRAME, HR, IFRAME, IMG, INPUT, KEYGEN, LINK, LISTING, META,
    NOEMBED, NOFRAMES, PARAM, PLAINTEXT, PRE, SCRIPT, SOURCE, SRCDOC, STYLE, TEMPLATE, TEXTAREA, TRACK, WBR, XMP,
};
use crate::document::{
    AttributeNamespace, AttributeRef, Doctype, Document, Mask, Name, Namespace, NodeId, NodeKind, QuirksMode,
};
use memchr::memmem;

pub(super) struct Writer<'a> {
    document: &'a Document,
    mask: Option<&'a Mask>,
    out: String,
    /// What stands before the frames that are being written; each goes into an attribute when it is complete.
    before_frames: Vec<String>,
    /// The start tag of a `pre` or its like has just been written: the parser drops a line feed here.
    line_feed_is_dropped: bool,
    /// What the parser will take for the open form when it reads on from here ("form element pointer").
    form_is_open: bool,
    /// Where the outermost template around the current node ends; forms in templates are free to nest.
    template_end: NodeId,
}

impl<'a> Writer<'a> {
    pub(super) fn new(document: &'a Document, mask: Option<&'a Mask>) -> Writer<'a> {
        Writer {
            document,
            mask,
            out: String::new(),
            before_frames: Vec::new(),
            line_feed_is_dropped: false,
            form_is_open: false,
            template_end: NodeId::ROOT,
        }
    }

    pub(super) fn write(mut self, root: NodeId) -> String {
        let document = self.document;
        if root == NodeId::ROOT && self.mask.is_none() {
            self.out.reserve(document.source.len() + document.source.len() / 8);
        }
        let outside = document.parent(root);
        let end = document.subtree_end(root);
        let mut open = outside;
        let mut node = root;
        while node < end {
            while open != document.parent(node) {
                open = self.close(open);
            }
            if !self.is_kept(node) {
                node = document.subtree_end(node);
                continue;
            }
            let node_end = document.subtree_end(node);
            match document.kind(node) {
                NodeKind::Document => open = Some(node),
                NodeKind::Doctype => self.doctype(node),
                NodeKind::Text => self.text(node),
                NodeKind::Comment => self.comment(node),
                NodeKind::Element if document.is_inlined_frame(node) && self.is_whole(node) => {
                    self.start_tag(node);
                    self.end_tag(node);
                    node = node_end;
                    continue;
                }
                NodeKind::Element => {
                    if document.is_inlined_frame(node) {
                        self.start_frame(node);
                    } else {
                        self.start_tag(node);
                    }
                    if self.before_frames.is_empty() && node_end == end && self.is_unclosable(node) {
                        self.verbatim(node);
                        return self.out;
                    }
                    open = Some(node);
                }
            }
            node = NodeId(node.0 + 1);
        }
        while open != outside {
            open = self.close(open);
        }
        self.out
    }

    /// The doctype is kept with any part of its document: it is nobody's content and everybody's layout.
    fn is_kept(&self, node: NodeId) -> bool {
        self.mask.is_none_or(|mask| mask.keeps(node) || self.document.kind(node) == NodeKind::Doctype)
    }

    fn is_whole(&self, node: NodeId) -> bool {
        let range = self.document.subtree_range(node);
        self.mask.is_none_or(|mask| mask.n_kept_in(range.clone()) == range.len())
    }

    /// Ends an element; returns the one around it.
    fn close(&mut self, open: Option<NodeId>) -> Option<NodeId> {
        let node = open?;
        if self.document.is_inlined_frame(node) {
            self.end_frame(node);
        } else if self.document.is_element(node) && !is_void(self.document, node) {
            self.end_tag(node);
        }
        self.document.parent(node)
    }

    fn start_tag(&mut self, node: NodeId) {
        if self.document.is_html(node, FORM) && node >= self.template_end {
            if std::mem::replace(&mut self.form_is_open, true) {
                self.out.push_str("</form>");
            }
        } else if self.document.is_html(node, TEMPLATE) {
            self.template_end = self.template_end.max(self.document.subtree_end(node));
        }
        self.tag_open(node);
        for attribute in self.document.attributes(node) {
            self.attribute(attribute);
        }
        self.out.push('>');
        self.line_feed_is_dropped = drops_line_feed(self.document, node);
    }

    fn tag_open(&mut self, node: NodeId) {
        self.out.push('<');
        self.out.push_str(self.document.tag_name(node));
    }

    fn end_tag(&mut self, node: NodeId) {
        self.out.push_str("</");
        self.out.push_str(self.document.tag_name(node));
        self.out.push('>');
        self.line_feed_is_dropped = false;
        self.form_is_open &= node < self.template_end || !self.document.is_html(node, FORM);
    }

    fn attribute(&mut self, attribute: AttributeRef<'_>) {
        self.out.push(' ');
        self.out.push_str(self.document.spell(attribute.name));
        self.out.push_str("=\"");
        push_escaped(&mut self.out, attribute.value, &IN_ATTRIBUTE);
        self.out.push('"');
    }

    /// The start tag of a frame up to the value of its `srcdoc`; the frame is then written apart.
    fn start_frame(&mut self, node: NodeId) {
        self.tag_open(node);
        for attribute in self.document.attributes(node).take_while(|attribute| !is_srcdoc(attribute)) {
            self.attribute(attribute);
        }
        self.before_frames.push(std::mem::take(&mut self.out));
        self.line_feed_is_dropped = false;
    }

    fn end_frame(&mut self, node: NodeId) {
        let before = self.before_frames.pop().unwrap_or_default();
        let frame = std::mem::replace(&mut self.out, before);
        self.out.push_str(" srcdoc=\"");
        push_escaped(&mut self.out, &frame, &IN_ATTRIBUTE);
        self.out.push('"');
        for attribute in self.document.attributes(node).skip_while(|attribute| !is_srcdoc(attribute)).skip(1) {
            self.attribute(attribute);
        }
        self.out.push('>');
        self.end_tag(node);
    }

    fn text(&mut self, node: NodeId) {
        let text = self.document.text(node);
        let is_raw = self.document.parent(node).is_some_and(|parent| is_raw_text(self.document, parent));
        if std::mem::take(&mut self.line_feed_is_dropped) && text.starts_with('\n') {
            self.out.push('\n');
        }
        if is_raw {
            self.out.push_str(text);
        } else {
            push_escaped(&mut self.out, text, &IN_TEXT);
        }
    }

    fn comment(&mut self, node: NodeId) {
        self.out.push_str("<!--");
        self.out.push_str(self.document.text(node));
        self.out.push_str("-->");
        self.line_feed_is_dropped = false;
    }

    fn doctype(&mut self, node: NodeId) {
        // A frame's doctype has no say: a `srcdoc` document is never in quirks mode.
        match self.document.doctype() {
            Some(doctype) if self.document.parent(node) == Some(NodeId::ROOT) => {
                let plain = doctype_text(doctype, false);
                let loses_quirks = self.document.quirks() == QuirksMode::Quirks
                    && Document::parse(plain.as_str()).quirks() != QuirksMode::Quirks;
                self.out.push_str(&if loses_quirks { doctype_text(doctype, true) } else { plain });
            }
            _ => self.out.push_str("<!DOCTYPE html>"),
        }
    }

    /// Whether the parser would read an end tag after this element, or any, as more of its text.
    fn is_unclosable(&self, node: NodeId) -> bool {
        let document = self.document;
        let is_text_only = || document.descendants(node).all(|inner| document.kind(inner) == NodeKind::Text);
        if document.is_html(node, PLAINTEXT) {
            return is_text_only();
        }
        document.is_html(node, SCRIPT)
            && document.first_child(node).is_some_and(|text| ends_in_nested_script(document.text(text)))
    }

    fn verbatim(&mut self, node: NodeId) {
        for text in self.document.descendants(node) {
            if self.is_kept(text) {
                self.out.push_str(self.document.text(text));
            }
        }
    }
}

/// Whether the text of a script ends inside `<!-- … <script`, where `</script>` does not end it ("script data double
/// escaped state").
fn ends_in_nested_script(text: &str) -> bool {
    let mut rest = text.as_bytes();
    loop {
        let Some(start) = memmem::find(rest, b"<!--") else { return false };
        // The dashes of the start may be those of the end.
        rest = &rest[start + 2..];
        let (comment, after) = match memmem::find(rest, b"-->") {
            Some(end) => (&rest[..end], Some(&rest[end + 3..])),
            None => (rest, None),
        };
        match after {
            Some(after) => rest = after,
            None => return nested_script_is_open(comment),
        }
    }
}

fn nested_script_is_open(mut comment: &[u8]) -> bool {
    let mut is_open = false;
    while let Some(at) = memchr::memchr(b'<', comment) {
        comment = &comment[at + 1..];
        let tag: &[u8] = if is_open { b"/script" } else { b"script" };
        let names_script = comment.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
        if names_script && matches!(comment.get(tag.len()), Some(b'\t' | b'\n' | b'\x0C' | b' ' | b'/' | b'>')) {
            is_open = !is_open;
        }
    }
    is_open
}

/// Whether the element has no end tag.
fn is_void(document: &Document, node: NodeId) -> bool {
    const VOID: &[Name] = &[
        AREA, BASE, BASEFONT, BGSOUND, BR, COL, EMBED, FRAME, HR, IMG, INPUT, KEYGEN, LINK, META, PARAM, SOURCE, TRACK,
        WBR,
    ];
    is_html_in(document, node, VOID)
}

/// Whether the element's text is written as it is, without character references.
fn is_raw_text(document: &Document, node: NodeId) -> bool {
    const RAW: &[Name] = &[STYLE, SCRIPT, XMP, IFRAME, NOEMBED, NOFRAMES, PLAINTEXT];
    is_html_in(document, node, RAW) && !document.is_inlined_frame(node)
}

fn drops_line_feed(document: &Document, node: NodeId) -> bool {
    is_html_in(document, node, &[PRE, TEXTAREA, LISTING])
}

fn is_html_in(document: &Document, node: NodeId, names: &[Name]) -> bool {
    document.namespace(node) == Namespace::Html && document.tag(node).is_some_and(|name| names.contains(&name))
}

fn is_srcdoc(attribute: &AttributeRef<'_>) -> bool {
    attribute.name == SRCDOC && attribute.namespace == AttributeNamespace::None
}

/// The doctype as text. `force_quirks` leaves its last part open, an error that puts any document into quirks mode and
/// changes nothing else.
pub(super) fn doctype_text(doctype: &Doctype, force_quirks: bool) -> String {
    let mut text = String::from("<!DOCTYPE");
    if !doctype.name.is_empty() {
        text.push(' ');
        text.push_str(&doctype.name);
    }
    let mut parts = match (&doctype.public_id, &doctype.system_id) {
        (Some(public_id), system_id) => {
            text.push_str(" PUBLIC");
            vec![Some(public_id), system_id.as_ref()]
        }
        (None, Some(system_id)) => {
            text.push_str(" SYSTEM");
            vec![Some(system_id)]
        }
        (None, None) if force_quirks => {
            text.push_str(" SYSTEM");
            vec![]
        }
        (None, None) => vec![],
    };
    parts.retain(Option::is_some);
    let n_parts = parts.len();
    for (part_idx, part) in parts.into_iter().flatten().enumerate() {
        let quote = if part.contains('"') { '\'' } else { '"' };
        text.push(' ');
        text.push(quote);
        text.push_str(part);
        if !force_quirks || part_idx + 1 < n_parts {
            text.push(quote);
        }
    }
    text.push('>');
    text
}

/// Which bytes begin a character that has to be written as a reference.
pub(super) type Escapes = [bool; 256];

pub(super) const IN_TEXT: Escapes = escapes(b"&<>\r\xC2");
pub(super) const IN_ATTRIBUTE: Escapes = escapes(b"&<>\"\r\xC2");

const fn escapes(bytes: &[u8]) -> Escapes {
    let mut table = [false; 256];
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
}

pub(super) fn push_escaped(out: &mut String, text: &str, escapes: &Escapes) {
    let bytes = text.as_bytes();
    let mut written = 0;
    let mut i = 0;
    while i < bytes.len() {
        if !escapes[bytes[i] as usize] {
            i += 1;
            continue;
        }
        let (reference, length) = match bytes[i] {
            b'&' => ("&amp;", 1),
            b'<' => ("&lt;", 1),
            b'>' => ("&gt;", 1),
            b'"' => ("&quot;", 1),
            b'\r' => ("&#13;", 1),
            // U+00A0 is C2 A0; other characters begin with C2 too.
            _ if bytes.get(i + 1) == Some(&0xA0) => ("&nbsp;", 2),
            _ => {
                i += 2;
                continue;
            }
        };
        out.push_str(&text[written..i]);
        out.push_str(reference);
        i += length;
        written = i;
    }
    out.push_str(&text[written..]);
}
