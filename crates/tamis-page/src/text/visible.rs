//! What a reader sees of a page, as text.

use super::display::TextDisplay;
use super::lines::{CellMark, Lines};
use super::reading::Reading;
use crate::budget;
use crate::document::names::{A, CODE, HREF, KBD, LABEL, PRE, SAMP, SPAN, TEXTAREA, TIME, TT};
use crate::document::{Document, Mask, NodeId, NodeKind};

/// The text of a node as a reader sees it.
///
/// - A block begins and ends a line; where browsers have a margin by default (paragraphs, headings, lists, quotations)
///   there is an empty line, and around tables too. Table cells are separated by a tab, list items stand on lines of their own.
/// - White space is collapsed, no-break spaces too; a line break between two ideographs is nothing, as in CSS. `pre` and
///   `textarea` are verbatim, but for white space at their end.
/// - Where nothing but a style sheet can stand between two things, there is a space: between two links, around images and
///   buttons, and between two spans where a word or number ends and a capitalised word or a number begins.
/// - What the tags and attributes of a page hide ([`Visibility`](crate::Visibility)) is not text, nor are all but the
///   chosen option of a drop-down list. The one exception is a closed `details`: its text is one click away, and where
///   people marked the content of pages they marked it too (without it the word F1 of `weights` on 872 pages falls by
///   0.0015).
/// - Shadow trees and frames with a `srcdoc` are part of the page. Each text node is written at most once.
///
/// The node itself counts as shown, so the `title` has a text when asked for.
///
/// ```
/// use tamis_page::{Document, visible_text};
///
/// let document = Document::parse("<h1>Lamps</h1><table><tr><td>Desk\n lamp<td>12 €<tr hidden><td>Old</table>");
/// assert_eq!(visible_text(&document, document.root()), "Lamps\n\nDesk lamp\t12 €");
/// ```
pub fn visible_text(document: &Document, node: NodeId) -> String {
    budget::spend(document.subtree_range(node).len());
    Walk::new(document, node).run(Reading::of(document, node))
}

/// The text of what a mask keeps of a node.
pub fn visible_text_under(document: &Document, node: NodeId, mask: &Mask) -> String {
    budget::spend(document.subtree_range(node).len());
    Walk::new(document, node).run(Reading::of(document, node).under(mask))
}

struct Walk<'a> {
    document: &'a Document,
    lines: Lines,
    /// Elements around the current node whose end means something.
    open: Vec<OpenElement>,
    /// How many of them are verbatim.
    n_verbatim: u32,
    /// Where the outermost list around the current node ends.
    list_end: NodeId,
    /// Where the outermost table around the current node ends.
    table_end: NodeId,
    /// The innermost link around the current node: where it begins and ends.
    link: Option<(NodeId, NodeId)>,
    /// The link in which the last text stood.
    last_link: Option<NodeId>,
    /// The parent of the last text.
    last_parent: NodeId,
    /// Where the outermost inline code around the current node ends.
    code_end: NodeId,
}

/// An element with something to do at its end.
struct OpenElement {
    end: NodeId,
    closing: Closing,
}

enum Closing {
    /// The next text begins a line, after this many line feeds.
    Block(u8),
    Separate,
    Cell(CellMark),
    Verbatim(u8),
}

impl<'a> Walk<'a> {
    fn new(document: &'a Document, root: NodeId) -> Walk<'a> {
        let is_verbatim = |node| document.is_html(node, PRE) || document.is_html(node, TEXTAREA);
        Walk {
            document,
            lines: Lines::default(),
            open: Vec::new(),
            n_verbatim: u32::from(document.ancestors(root).any(is_verbatim)),
            list_end: root,
            table_end: root,
            link: None,
            last_link: None,
            last_parent: root,
            code_end: root,
        }
    }

    fn run(mut self, reading: Reading<'a>) -> String {
        for (node, display) in reading {
            self.close_before(node);
            match self.document.kind(node) {
                NodeKind::Text => self.text(node),
                _ => self.element(node, display),
            }
        }
        self.lines.finish()
    }

    fn text(&mut self, node: NodeId) {
        let text = self.document.text(node);
        if self.n_verbatim > 0 {
            self.lines.verbatim(text);
        } else {
            self.separate_links(node, text);
            self.separate_spans(node, text);
            self.lines.text(text);
        }
    }

    /// Two links side by side are two things, whatever the style sheet puts between them.
    fn separate_links(&mut self, node: NodeId, text: &str) {
        let link = self.link.filter(|&(_, end)| node < end).map(|(start, _)| start);
        if link.is_some() && self.last_link.is_some() && link != self.last_link {
            self.lines.space();
        }
        if !text.trim_ascii().is_empty() {
            self.last_link = link;
        }
    }

    /// Pages set words apart by a margin between two spans; the letters tell where.
    fn separate_spans(&mut self, node: NodeId, text: &str) {
        let Some(parent) = self.document.parent(node) else { return };
        let is_span = |element: NodeId| {
            let document = self.document;
            document.is_html(element, SPAN) || document.is_html(element, TIME) || document.is_html(element, LABEL)
        };
        let last = std::mem::replace(&mut self.last_parent, parent);
        // Code is set in spans for its colours, and its letters mean themselves.
        if last != parent && node >= self.code_end && (is_span(parent) || is_span(last)) {
            self.lines.word_boundary(text);
        }
    }

    fn element(&mut self, node: NodeId, display: TextDisplay) {
        let document = self.document;
        let end = document.subtree_end(node);
        match display {
            TextDisplay::Hidden => {}
            TextDisplay::Inline => {
                if document.is_html(node, A) && document.attribute(node, HREF).is_some() {
                    self.link = Some((node, end));
                } else if is_inline_code(document, node) {
                    self.code_end = self.code_end.max(end);
                }
            }
            TextDisplay::Separate => {
                self.lines.space();
                self.open(end, Closing::Separate);
            }
            // The slots are somewhere in it: what comes next need not stand next to its end.
            TextDisplay::Shadow => self.open(end, Closing::Separate),
            TextDisplay::Block => self.open_block(end, 1),
            TextDisplay::Apart => self.open_block(end, 2),
            TextDisplay::List => {
                let is_nested = node < self.list_end;
                self.list_end = self.list_end.max(end);
                self.open_block(end, if is_nested { 1 } else { 2 });
            }
            TextDisplay::Table => {
                let is_nested = node < self.table_end;
                self.table_end = self.table_end.max(end);
                self.open_block(end, if is_nested { 1 } else { 2 });
            }
            TextDisplay::Cell => {
                let cell = self.lines.start_cell();
                self.open(end, Closing::Cell(cell));
            }
            TextDisplay::Break if self.n_verbatim > 0 => self.lines.verbatim("\n"),
            TextDisplay::Break => self.lines.line_break(),
            TextDisplay::Verbatim => self.open_verbatim(end, 2),
            TextDisplay::VerbatimField => self.open_verbatim(end, 1),
        }
    }

    fn open(&mut self, end: NodeId, closing: Closing) {
        self.open.push(OpenElement { end, closing });
    }

    fn open_block(&mut self, end: NodeId, n_line_feeds: u8) {
        self.lines.block(n_line_feeds);
        self.open(end, Closing::Block(n_line_feeds));
    }

    fn open_verbatim(&mut self, end: NodeId, n_line_feeds: u8) {
        self.lines.block(n_line_feeds);
        self.n_verbatim += 1;
        self.open(end, Closing::Verbatim(n_line_feeds));
    }

    /// Ends the elements that end before `node`.
    fn close_before(&mut self, node: NodeId) {
        while let Some(open) = self.open.pop_if(|open| open.end <= node) {
            match open.closing {
                Closing::Block(n_line_feeds) => self.lines.block(n_line_feeds),
                Closing::Separate => self.lines.space(),
                Closing::Cell(cell) => self.lines.end_cell(&cell),
                Closing::Verbatim(n_line_feeds) => {
                    self.n_verbatim -= 1;
                    if self.n_verbatim == 0 {
                        self.lines.end_verbatim();
                    }
                    self.lines.block(n_line_feeds);
                }
            }
        }
    }
}

fn is_inline_code(document: &Document, node: NodeId) -> bool {
    [CODE, KBD, SAMP, TT].into_iter().any(|name| document.is_html(node, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::names;
    use crate::parse::{ParseOptions, Parser};

    #[track_caller]
    fn check(html: &str, expect: &str) {
        let document = Document::parse(html);
        assert_eq!(visible_text(&document, document.root()), expect, "{html}");
    }

    #[test]
    fn white_space_is_collapsed_across_inline_elements() {
        check("<p> a \n <b> b</b>\tc <i>d </i> e ", "a b c d e");
        check("<p>a<b>b</b>c", "abc");
        check("a&nbsp;&nbsp;b&#x2003;c", "a b c");
        check("<p>&nbsp;</p><p>a</p>", "a");
    }

    #[test]
    fn inline_code_in_colours_is_not_split() {
        check("<code><span>get</span><span>Name</span>(<span>x</span><span>2</span>)</code>", "getName(x2)");
        check("<span>get</span><span>Name</span>", "get Name");
    }

    #[test]
    fn blocks_are_lines_and_margins_are_empty_lines() {
        check("<div>a</div><div>b</div>", "a\nb");
        check("<div><div>a</div></div><div><div></div>b</div>", "a\nb");
        check("a<p>b</p>c<h2>d</h2><p>e", "a\n\nb\n\nc\n\nd\n\ne");
        check("a<hr>b", "a\n\nb");
        check("<section><p>a</section><section>b</section>", "a\n\nb");
    }

    #[test]
    fn list_items_are_lines_and_inner_lists_have_no_margin() {
        check("a<ul><li>b<li>c<ul><li>d</ul><li>e</ul>f", "a\n\nb\nc\nd\ne\n\nf");
        check("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\nb\nc\nd");
    }

    #[test]
    fn line_breaks_break_lines_and_many_leave_one_empty_line() {
        check("a<br>b<br><br>c<br><br><br>d", "a\nb\n\nc\n\nd");
        check("<div>a<br></div><div>b</div>", "a\nb");
        check("<br>a<br>", "a");
        check("a <br> b", "a\nb");
    }

    #[test]
    fn cells_are_separated_by_tabs_and_rows_are_lines() {
        check("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a\tb\nc\td");
        check("<table><tr><td><div>a</div><td><p>b</p><tr><td>c</table>", "a\tb\nc");
        check("<table><tr><td>a<td><td>b<td><tr><td><td>c</table>", "a\t\tb\nc");
        check("<table> <tr> <td> a </td> <td> b </td> </tr> </table>", "a\tb");
    }

    #[test]
    fn a_cell_of_several_lines_ends_its_line() {
        check("<table><tr><td>a<br>b<td>c<tr><td>d</table>", "a\nb\nc\nd");
        check("<table><tr><td><table><tr><td>a<td>b<tr><td>c</table><td>d</table>", "a\tb\nc\nd");
        check("x<table><tr><td><table><tr><td>a</table><td>b</table>", "x\n\na\tb");
    }

    #[test]
    fn pre_and_textarea_are_verbatim() {
        check("a<pre>  b\n\tc  d\n\n\n e\n</pre>f", "a\n\n  b\n\tc  d\n\n\n e\n\nf");
        check("<pre><b>a</b>\n  <b>b</b> </pre>c", "a\n  b\n\nc");
        check("<pre>a<br>b</pre>", "a\nb");
        check("a<textarea> b\n c</textarea>d", "a\n b\n c\nd");
        check("<pre> </pre>", "");
    }

    #[test]
    fn what_is_not_shown_is_left_out() {
        check("<title>t</title><style>s</style>a<script>b</script><template>c</template><noscript>d</noscript>", "a");
        check("a<p hidden>b</p><p hidden=until-found>c</p>", "a\n\nc");
        check("a<video>b</video><iframe>c</iframe><dialog>d</dialog><dialog open>e</dialog>", "a\ne");
        check("<svg><title>a</title><text>b</text></svg>", "b");
        check("<p aria-hidden=true>a</p><details><summary>b</summary>c</details>", "a\n\nb\nc");
    }

    #[test]
    fn inline_styles_hide_and_show() {
        check("a<b style='color:red; DISPLAY : None'>b</b>c", "ac");
        check("a<b style='visibility:hidden !important;visibility:visible'>b</b>c", "ac");
        check("a<b style='display:none;display:inline'>b</b>c", "abc");
        check("a<b style='display:block'>b</b>c", "a\nb\nc");
        check("<ul><li style='display:inline'>a</li> <li style='display:inline-block'>b</li></ul>", "a b");
        check("<body style='display:none'>a", "a");
    }

    #[test]
    fn a_drop_down_shows_its_choice_and_a_list_box_all() {
        check("a<select><option>b<option selected>c</select>d", "a c d");
        check("<select><option disabled>b<option>c</select>", "c");
        check("<select size=2><option>b<option>c</select>", "b\nc");
        check("<select multiple><optgroup><option>b<option>c</select>", "b\nc");
    }

    #[test]
    fn things_side_by_side_are_words_of_their_own() {
        check("<a href=x>a</a><a href=y>b</a>", "a b");
        check("<b><a href=x>a</a></b><b><a href=y>b</a></b>c", "a bc");
        check("<a href=x>a<b>b</b></a>c", "abc");
        check("<button>a</button><button>b</button>c<img>d", "a b c d");
    }

    #[test]
    fn words_in_adjacent_spans_are_told_apart_by_their_letters() {
        check("<span>by Nina</span><span>March 7</span>", "by Nina March 7");
        check("Trees<span>240</span>", "Trees 240");
        check("<span>16:05</span><span>Football</span>", "16:05 Football");
        check("<span>i</span><span>Phone</span> <span>H</span><span>2</span>O", "iPhone H2O");
        check("<span>T</span>he <span>10</span><span>px</span> <span>$</span><span>12</span>", "The 10px $12");
        check("<b>Java</b><i>Script</i>", "JavaScript");
    }

    #[test]
    fn a_line_break_between_ideographs_is_nothing() {
        check("<p>日本\n  語の\n文 字 a\nb 。\n「", "日本語の文 字 a b 。「");
        check("<p>한국\n어", "한국 어");
    }

    #[test]
    fn characters_without_a_shape_are_left_out() {
        check("<p>Donau&shy;dampf&#x200B;schiff&#xFEFF;", "Donaudampfschiff");
        check("<p>\u{200b}</p>a", "a");
        check("<p>ไทย\u{200b}ไทย", "ไทย\u{200b}ไทย");
    }

    #[test]
    fn a_shadow_tree_is_shown_and_its_slots_let_the_content_through() {
        check("<div><template shadowrootmode=open>a<slot>b</slot></template>c</div>", "a c");
        check("<div><template shadowrootmode=open>a<slot>b</slot></template> </div>d", "ab\nd");
        check("<div><template shadowrootmode=open>a</template>c</div>d", "a\nd");
    }

    #[test]
    fn a_frame_with_its_page_is_shown() {
        let mut parser = Parser::new(ParseOptions::default().with_inline_frames(true));
        let document = parser.parse("a<iframe srcdoc='<title>t</title><p>b'>c</iframe>d<iframe>e</iframe>");
        assert_eq!(visible_text(&document, document.root()), "a\n\nb\n\nd");
    }

    #[test]
    fn the_node_that_is_asked_for_counts_as_shown() {
        let document =
            Document::parse("<title> a  b </title><pre>c <b>d\n  e</b></pre><p hidden>f</p><script>g</script>");
        let of = |name| visible_text(&document, document.elements_named(name).next().expect("an element"));
        assert_eq!(of(names::TITLE), "a b");
        assert_eq!(of(names::B), "d\n  e");
        assert_eq!(of(names::P), "f");
        assert_eq!(of(names::SCRIPT), "");
    }

    #[test]
    fn a_mask_leaves_its_removals_out() {
        let document = Document::parse("<p>a<p>b<p>c");
        let mut mask = Mask::keep_all(&document);
        mask.remove(&document, document.elements_named(names::P).nth(1).expect("a p element"), "the second");
        assert_eq!(visible_text_under(&document, document.root(), &mask), "a\n\nc");
        assert_eq!(visible_text_under(&document, document.root(), &Mask::keep_none(&document)), "");
    }
}
