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
//! Of 2,807 real pages two have such a shape. Elements of such a tree may move; its text is not lost.

mod writer;

use super::{Document, Mask, NodeId};
use crate::budget;
use writer::Writer;

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

    /// The kept part of the document as HTML. The doctype stays, because layout depends on it.
    pub fn to_html_under(&self, mask: &Mask) -> String {
        self.node_to_html_under(NodeId::ROOT, mask)
    }

    /// One node and what is in it as HTML, the DOM's `outerHTML`.
    pub fn node_to_html(&self, node: NodeId) -> String {
        budget::spend(self.subtree_range(node).len());
        Writer::new(self, None).write(node)
    }

    /// The kept part of one node as HTML; empty if the mask does not keep the node.
    pub fn node_to_html_under(&self, node: NodeId, mask: &Mask) -> String {
        Writer::new(self, Some(mask)).write(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names;
    use crate::parse::{ParseOptions, Parser};

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
        let mut parser = Parser::new(ParseOptions::default().with_inline_frames(true));
        let html = "<iframe id=a srcdoc='<p>x</p><b>y&amp;amp;</b>' name=b>z</iframe>";
        let document = parser.parse(html);
        let frame = document.elements_named(names::IFRAME).next().expect("a frame");
        let whole =
            "<iframe id=\"a\" srcdoc=\"&lt;p&gt;x&lt;/p&gt;&lt;b&gt;y&amp;amp;&lt;/b&gt;\" name=\"b\"></iframe>";
        assert_eq!(document.node_to_html(frame), whole);
        assert_eq!(parser.parse(document.to_html()).to_html(), document.to_html());
        // What a mask takes away inside the frame is taken out of the attribute.
        let mut mask = Mask::keep_all(&document);
        mask.remove(&document, document.elements_named(names::P).next().expect("a p element"), "a paragraph");
        mask.remove(&document, document.elements_named(names::HEAD).nth(1).expect("a head element"), "a head");
        let inner = "&lt;html&gt;&lt;body&gt;&lt;b&gt;y&amp;amp;&lt;/b&gt;&lt;/body&gt;&lt;/html&gt;";
        assert_eq!(
            document.node_to_html_under(frame, &mask),
            format!("<iframe id=\"a\" srcdoc=\"{inner}\" name=\"b\"></iframe>")
        );
    }

    #[test]
    fn deep_trees_are_written_without_recursion() {
        let document = Document::parse("<i>".repeat(100_000));
        assert_eq!(document.to_html().matches("<i>").count(), 100_000);
    }
}
