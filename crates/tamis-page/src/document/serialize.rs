//! A document back to HTML: whole, one node of it, or what a [`Mask`] keeps.
//!
//! The output follows the standard's "serializing HTML fragments" (section 13.3) and goes further where parsing its
//! output would not give the same tree:
//!
//! - the doctype carries its identifiers, and what it takes to be in quirks mode again;
//! - a line feed at the start of `pre`, `textarea` and `listing` is doubled, since the parser drops the first;
//! - a carriage return, which only a character reference can bring into a tree, is written as one;
//! - `plaintext`, and a `script` that ends inside `<!--<script>`, cannot be closed: when nothing follows them, no end tag
//!   is written, neither theirs nor those of the elements around them;
//! - a `form` inside a `form`, as in `<form><div></form><form>`, has a `</form>` before it, as it had in the page: the
//!   parser ignores the start tag of a form while another is open, and that end tag does not move anything else;
//! - the document in an `iframe` is written as its `srcdoc` attribute.
//!
//! # Which trees do not come back
//! The parser builds some trees that no HTML text describes in the plain way, and the standard warns of them. They come
//! from tags in an order that no author means, and only in these shapes:
//!
//! - an `a`, `button`, `nobr`, `option` or heading inside another of its kind, and a block inside a `p`, which the
//!   repair of mis-nested tags (adoption, foster parenting, `</p>` in a table) leaves behind: a start tag closes the
//!   element of its kind that is open;
//! - formatting elements (`b`, `font`, …) that the repair leaves so that the tags of the output are reopened once more;
//! - a `table` or `li` that foster parenting puts where the output's tags would close something first;
//! - `plaintext` with something after it, which only foster parenting makes.
//!
//! Such a tree changes once, at the first round; elements may move, text is not lost.

use super::names::{
    AREA, BASE, BASEFONT, BGSOUND, BR, COL, EMBED, FORM, FRAME, HR, IFRAME, IMG, INPUT, KEYGEN, LINK, LISTING, META,
    NOEMBED, NOFRAMES, PARAM, PLAINTEXT, PRE, SCRIPT, SOURCE, SRCDOC, STYLE, TEMPLATE, TEXTAREA, TRACK, WBR, XMP,
};
use super::{AttributeNamespace, AttributeRef, Doctype, Document, Mask, Name, Namespace, NodeId, NodeKind, QuirksMode};
use memchr::memmem;

impl Document {
    /// The document as HTML.
    ///
    /// ```
    /// use tamis_page::Document;
    ///
    /// let document = Document::parse("<!doctype html><p>One<p title='\"'>Two &amp; three");
    /// let html = document.to_html();
    /// assert_eq!(
    ///     html,
    ///     "<!DOCTYPE html><html><head></head><body><p>One</p><p title=\"&quot;\">Two &amp; three</p></body></html>"
    /// );
    /// assert_eq!(Document::parse(html.as_str()).to_html(), html);
    /// ```
    pub fn to_html(&self) -> String {
        self.node_to_html(NodeId::ROOT)
    }

    /// What the mask keeps of the document, as HTML. The doctype stays: it says how the rest is to be laid out.
    pub fn to_html_under(&self, mask: &Mask) -> String {
        self.node_to_html_under(NodeId::ROOT, mask)
    }

    /// One node and what is in it as HTML, the DOM's `outerHTML`.
    pub fn node_to_html(&self, node: NodeId) -> String {
        Writer::new(self, None).write(node)
    }

    /// What the mask keeps of one node, as HTML; empty if it does not keep the node.
    pub fn node_to_html_under(&self, node: NodeId, mask: &Mask) -> String {
        Writer::new(self, Some(mask)).write(node)
    }
}

struct Writer<'a> {
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
    fn new(document: &'a Document, mask: Option<&'a Mask>) -> Writer<'a> {
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

    fn write(mut self, root: NodeId) -> String {
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

/// The doctype as text. `force_quirks` leaves its last part open, an error that puts any document into quirks mode and
/// changes nothing else.
fn doctype_text(doctype: &Doctype, force_quirks: bool) -> String {
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

/// Which bytes begin a character that has to be written as a reference.
type Escapes = [bool; 256];

const IN_TEXT: Escapes = escapes(b"&<>\r\xC2");
const IN_ATTRIBUTE: Escapes = escapes(b"&<>\"\r\xC2");

const fn escapes(bytes: &[u8]) -> Escapes {
    let mut table = [false; 256];
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
}

fn push_escaped(out: &mut String, text: &str, escapes: &Escapes) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names;

    /// The content of the body comes back as `expect`, and the same tree again from that.
    #[track_caller]
    fn check(html: &str, expect: &str) {
        let document = Document::parse(format!("<!DOCTYPE html>{html}"));
        let written = document.to_html();
        assert_eq!(written, format!("<!DOCTYPE html><html><head></head><body>{expect}</body></html>"));
        assert_eq!(Document::parse(written.as_str()).to_html(), written);
    }

    /// The whole document comes back as it is.
    #[track_caller]
    fn check_same(html: &str) {
        let document = Document::parse(html);
        assert_eq!(document.to_html(), html);
        assert_eq!(Document::parse(document.to_html()).quirks(), document.quirks());
    }

    #[test]
    fn text_and_attributes_are_escaped() {
        check(
            "<p title='a&quot;b<c&nbsp;'>1 &lt; 2 &amp;&nbsp;© ¢",
            "<p title=\"a&quot;b&lt;c&nbsp;\">1 &lt; 2 &amp;&nbsp;© ¢</p>",
        );
        check("<p>a&#13;b", "<p>a&#13;b</p>");
    }

    #[test]
    fn raw_text_is_verbatim() {
        check("<p><script>a<b&&c</script><style>p>a{}</style>", "<p><script>a<b&&c</script><style>p>a{}</style></p>");
        check("<xmp><b></xmp><noembed><p></noembed>", "<xmp><b></xmp><noembed><p></noembed>");
        check("<textarea>&lt;b></textarea>", "<textarea>&lt;b&gt;</textarea>");
    }

    #[test]
    fn a_leading_line_feed_is_doubled() {
        check("<pre>\n\nx</pre>", "<pre>\n\nx</pre>");
        check("<pre>\nx</pre>", "<pre>x</pre>");
        check("<textarea>\n\n</textarea>", "<textarea>\n\n</textarea>");
        check("<pre><b></b>\nx</pre>", "<pre><b></b>\nx</pre>");
    }

    #[test]
    fn void_elements_have_no_end_tag_and_foreign_elements_have() {
        check("<br><img src=x><input>", "<br><img src=\"x\"><input>");
        check("<svg viewbox=0><path/><br></svg>", "<svg viewBox=\"0\"><path></path></svg><br>");
        check("<svg><a xlink:href=x></a></svg>", "<svg><a xlink:href=\"x\"></a></svg>");
        check("<math><mi>x&lt;</mi></math>", "<math><mi>x&lt;</mi></math>");
        check("<svg><style>&lt;a></style></svg>", "<svg><style>&lt;a&gt;</style></svg>");
    }

    #[test]
    fn templates_and_noscript_keep_their_content() {
        check("<p><template><td>x</template>", "<p><template><td>x</td></template></p>");
        check(
            "<div><template shadowrootmode=open>x</template></div>",
            "<div><template shadowrootmode=\"open\">x</template></div>",
        );
        check("<p><noscript><b>x</noscript>", "<p><noscript><b>x</b></noscript></p>");
    }

    #[test]
    fn comments_of_any_content_come_back() {
        for comment in ["<!-- a -->", "<!---->", "<!-- -- - -->", "<!--a-!-->", "<!--x<!---->"] {
            check(&format!("<p>{comment}"), &format!("<p>{comment}</p>"));
        }
        check("<p><?php x ?></ -->", "<p><!--?php x ?--><!-- ----></p>");
    }

    #[test]
    fn a_doctype_keeps_its_identifiers_and_its_mode() {
        check_same(
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\"><html><head></head><body></body></html>",
        );
        check_same(
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\"><html><head></head><body><p><table></table></p></body></html>",
        );
        check_same("<!DOCTYPE html SYSTEM \"about:legacy-compat\"><html><head></head><body></body></html>");
        check_same("<!DOCTYPE html SYSTEM 'a\"b'><html><head></head><body></body></html>");
        check_same("<!DOCTYPE><html><head></head><body></body></html>");
        check_same("<html><head></head><body><p><table></table></p></body></html>");
    }

    #[test]
    fn a_doctype_that_was_left_open_is_left_open_again() {
        check_same("<!DOCTYPE html SYSTEM><html><head></head><body><p><table></table></p></body></html>");
        check_same("<!DOCTYPE html SYSTEM \"x><html><head></head><body></body></html>");
        check_same("<!DOCTYPE html PUBLIC \"x><html><head></head><body></body></html>");
        check_same("<!DOCTYPE html PUBLIC \"x\" \"y><html><head></head><body></body></html>");
    }

    #[test]
    fn elements_that_cannot_be_closed_end_the_output() {
        check_same("<html><head></head><body><div><plaintext>a</plaintext>&amp;");
        check_same("<html><head></head><body><div><script><!--<script>a");
        check_same("<html><head></head><body><script><!--<script>a</script>--></script></body></html>");
        check_same("<html><head></head><body><script><!--<script></script></script></body></html>");
        check_same("<html><head></head><body><script><!--></script></body></html>");
    }

    #[test]
    fn forms_inside_forms_come_back() {
        check(
            "<form><div></form><form id=b>x</form>y</div>z",
            "<form><div></form><form id=\"b\">x</form>y</div></form>z",
        );
        check(
            "<form><table><td></form><form id=b></form><td>x</table>y",
            "<form><table><tbody><tr><td></form><form id=\"b\"></form></td><td>x</td></tr></tbody></table>y</form>",
        );
        check("<p><template><form><form>", "<p><template><form><form></form></form></template></p>");
        check("<form id=a></form><form id=b></form>", "<form id=\"a\"></form><form id=\"b\"></form>");
    }

    #[test]
    fn comments_around_the_root_stay_where_they_are() {
        check_same(
            "<!--a--><!DOCTYPE html><!--b--><html><!--c--><head></head><!--d--><body></body><!--e--></html><!--f-->",
        );
    }

    #[test]
    fn one_node_is_its_outer_html() {
        let document = Document::parse("<ul><li>a<li>b &amp; c</ul>");
        let item = document.elements_named(names::LI).nth(1).expect("an item");
        assert_eq!(document.node_to_html(item), "<li>b &amp; c</li>");
        let text = document.first_child(item).expect("its text");
        assert_eq!(document.node_to_html(text), "b &amp; c");
    }

    #[test]
    fn a_mask_leaves_out_subtrees_and_keeps_the_doctype() {
        let document = Document::parse("<!DOCTYPE html><pre><b>x</b>\ny</pre><p>z");
        let bold = document.elements_named(names::B).next().expect("a b element");
        let mut mask = Mask::keep_all(&document);
        mask.remove(&document, bold, "bold");
        // The text is now the first in the `pre`, so its line feed would be dropped.
        assert_eq!(
            document.to_html_under(&mask),
            "<!DOCTYPE html><html><head></head><body><pre>\n\ny</pre><p>z</p></body></html>"
        );
        let mut mask = Mask::keep_none(&document);
        mask.keep_subtree(&document, document.elements_named(names::P).next().expect("a p element"));
        assert_eq!(document.to_html_under(&mask), "<!DOCTYPE html><html><body><p>z</p></body></html>");
    }

    #[test]
    fn a_frame_is_written_as_its_srcdoc() {
        check(
            "<iframe id=a srcdoc='<p title=\"x\">y' name=b></iframe>",
            "<iframe id=\"a\" srcdoc=\"&lt;p title=&quot;x&quot;&gt;y\" name=\"b\"></iframe>",
        );
        // A `div` turned into the frame that its content would be.
        let mut document = Document::parse("<div id=a srcdoc='' name=b><p>x</p><b>y&amp;</b><i></i></div>");
        let frame = document.elements_named(names::DIV).next().expect("a div element");
        document.nodes[frame.index()].name = IFRAME;
        document.nodes[frame.index()].flags |= super::super::flags::FRAME;
        assert_eq!(document.node_to_html(frame), "<iframe id=\"a\" srcdoc=\"\" name=\"b\"></iframe>");
        let mut mask = Mask::keep_all(&document);
        mask.remove(&document, document.elements_named(names::P).next().expect("a p element"), "a paragraph");
        assert_eq!(
            document.node_to_html_under(frame, &mask),
            "<iframe id=\"a\" srcdoc=\"&lt;b&gt;y&amp;amp;&lt;/b&gt;&lt;i&gt;&lt;/i&gt;\" name=\"b\"></iframe>"
        );
    }

    #[test]
    fn deep_trees_are_written_without_recursion() {
        let document = Document::parse("<i>".repeat(100_000));
        assert_eq!(document.to_html().matches("<i>").count(), 100_000);
    }
}
