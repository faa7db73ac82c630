//! Rectangles of aligned elements as a layout.

use super::alignment::{self, Outliner};
use super::boxes_file::BrowserElements;
use super::{Fit, page_elements};
use tamis_page::{
    BoxFlags, BoxState, Display, Document, Layout, LayoutBuilder, Name, NodeId, NodeKind, Rect, RenderedPage, Viewport,
    is_never_shown, names,
};

/// Puts the rectangles of a `boxes.tsv` and the document of its page together.
///
/// # Errors
/// If the file is not what it should be.
pub fn read(document: Document, boxes: &str) -> anyhow::Result<(RenderedPage, Fit)> {
    let theirs = BrowserElements::read(boxes)?;
    let ours = page_elements::below_body(&document);
    let mut outliner = Outliner::default();
    let listed = theirs.elements.iter().map(|element| (element.depth, element.tag.as_str()));
    let one = outliner.outline(std::iter::once((0, "body")).chain(listed));
    let other = outliner.outline(ours.iter().map(|element| (element.depth, document.tag_name(element.node))));
    let pairs = alignment::align(&one, &other);
    // The first pair is that of the two bodies.
    let boxes: Vec<(usize, NodeId)> = pairs.iter().skip(1).map(|&(line, our)| (line - 1, ours[our].node)).collect();
    let fit = Fit { n_ours: ours.len().saturating_sub(1), n_theirs: theirs.elements.len(), n_aligned: boxes.len() };
    let layout = layout(&document, &theirs, &boxes);
    Ok((RenderedPage::new(document, layout), fit))
}

/// The layout of a document some of whose nodes are elements of the browser's page.
fn layout(document: &Document, theirs: &BrowserElements, boxes: &[(usize, NodeId)]) -> Layout {
    let (width, height) = theirs.page_size();
    let viewport = Viewport { width: width as u32, height: Viewport::default().height };
    let mut builder = LayoutBuilder::new(document.len(), viewport, "firefox rectangles");
    builder.set_size(width, height);
    let mut states = vec![BoxState::Unknown; document.len()];
    for node in [document.html(), document.body()].into_iter().flatten() {
        builder.set_box(node, Rect::new(0.0, 0.0, width, height), BoxFlags::default(), Display::Block);
        states[node.index()] = BoxState::Rendered;
    }
    let is_rendered = rendered(theirs);
    for &(line, node) in boxes {
        if !is_rendered[line] {
            states[node.index()] = BoxState::NotRendered;
            continue;
        }
        let [left, top, right, bottom] = theirs.elements[line].edges;
        let replaced = REPLACED.iter().any(|&name| document.is_html(node, name));
        let rect = Rect::new(left, top, right - left, bottom - top);
        // The file does not say how; `Other` is a box all the same.
        builder.set_box(node, rect, BoxFlags { replaced, ..BoxFlags::default() }, Display::Other);
        states[node.index()] = BoxState::Rendered;
    }
    for node in document.nodes() {
        let parent = document.parent(node).map_or(BoxState::Unknown, |parent| states[parent.index()]);
        let makes_none = match document.kind(node) {
            NodeKind::Element => is_never_shown(document, node),
            NodeKind::Text => false,
            _ => node != NodeId::ROOT,
        };
        let state = &mut states[node.index()];
        if *state == BoxState::Unknown && (makes_none || parent == BoxState::NotRendered) {
            *state = BoxState::NotRendered;
        }
        if *state == BoxState::NotRendered {
            builder.set_not_rendered(node);
        }
    }
    builder.finish()
}

/// Elements whose content comes from elsewhere.
const REPLACED: &[Name] = &[
    names::IMG,
    names::INPUT,
    names::SELECT,
    names::TEXTAREA,
    names::IFRAME,
    names::VIDEO,
    names::AUDIO,
    names::CANVAS,
    names::OBJECT,
    names::EMBED,
];

/// Whether each element makes a box: it has an edge that is not zero, or something inside it makes one.
fn rendered(theirs: &BrowserElements) -> Vec<bool> {
    let mut rendered = vec![false; theirs.elements.len()];
    // The depth above which the last box that was seen has its parents.
    let mut parents_below: u32 = 0;
    for (line, element) in theirs.elements.iter().enumerate().rev() {
        rendered[line] = !element.is_all_zero() || element.depth < parents_below;
        if rendered[line] {
            parents_below = element.depth;
        } else {
            parents_below = parents_below.min(element.depth);
        }
    }
    rendered
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADINGS: &str = "depth\ttag\tleft\ttop\tright\tbottom\n";

    /// Each element below `body` with its box: `-` for none, `?` for unknown.
    #[track_caller]
    fn check(html: &str, lines: &[&str], expected: &str, n_aligned: usize) {
        let file = format!("{HEADINGS}{}", lines.iter().map(|line| line.replace(' ', "\t") + "\n").collect::<String>());
        let (page, fit) = read(Document::parse(html), &file).expect("the file is right");
        let (document, layout) = (page.document(), page.layout());
        let body = document.body().expect("a page has a body");
        let elements = document.descendants(body).filter(|&node| document.is_element(node));
        let shown = elements.map(|node| {
            let state = match (layout.state(node), layout.rect(node)) {
                (_, Some(rect)) => format!("{},{},{},{}", rect.x, rect.y, rect.width, rect.height),
                (BoxState::NotRendered, _) => "-".to_owned(),
                _ => "?".to_owned(),
            };
            format!("{} {state}", document.tag_name(node))
        });
        assert_eq!(shown.collect::<Vec<_>>().join("; "), expected);
        assert_eq!(fit.n_aligned, n_aligned);
    }

    #[test]
    fn elements_get_the_rectangles_of_their_partners() {
        check(
            "<div><a>x</a></div><script></script><p>y",
            &["1 DIV 0 0 1423 50", "2 A 10 20 110 40", "1 SCRIPT 0 0 0 0", "1 P 0 50 1423 70"],
            "div 0,0,1423,50; a 10,20,100,20; script -; p 0,50,1423,20",
            4,
        );
    }

    #[test]
    fn what_a_script_removed_is_unknown_and_what_makes_no_box_is_not_rendered() {
        check(
            "<div><a>x</a><form><b>x</b></form></div><script></script>",
            &["1 DIV 0 0 1423 50", "2 A 10 20 110 40"],
            "div 0,0,1423,50; a 10,20,100,20; form ?; b ?; script -",
            2,
        );
    }

    #[test]
    fn all_zero_is_no_box_unless_there_is_one_inside() {
        check(
            "<div><p><a>x</a></p></div><ul><li>y</li></ul>",
            &["1 DIV 0 0 0 0", "2 P 0 0 0 0", "3 A 5 5 9 9", "1 UL 0 0 0 0", "2 LI 0 0 0 0"],
            "div 0,0,0,0; p 0,0,0,0; a 5,5,4,4; ul -; li -",
            5,
        );
    }

    #[test]
    fn templates_noscript_and_svg_are_not_in_the_file() {
        check(
            "<body><template><p>x</template><noscript><p>y</p></noscript><svg><path/></svg><p>z",
            &["1 TEMPLATE 0 0 0 0", "1 NOSCRIPT 0 0 0 0", "1 P 0 0 100 10"],
            "template -; p -; noscript -; p -; svg ?; path ?; p 0,0,100,10",
            3,
        );
    }

    #[test]
    fn text_without_a_box_is_unknown_and_hidden_text_is_not_rendered() {
        let file = format!("{HEADINGS}1\tP\t0\t0\t100\t10\n1\tB\t0\t0\t0\t0\n");
        let (page, _) = read(Document::parse("<p>one</p><b>two</b>"), &file).expect("the file is right");
        let document = page.document();
        let texts = document.nodes().filter(|&node| document.kind(node) == NodeKind::Text);
        let states: Vec<BoxState> = texts.map(|node| page.layout().state(node)).collect();
        assert_eq!(states, [BoxState::Unknown, BoxState::NotRendered]);
        assert_eq!(page.layout().size(), (100.0, 10.0));
    }
}
