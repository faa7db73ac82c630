//! What the browser made of a page, in our words.
//!
//! `DOMSnapshot.captureSnapshot` gives the nodes as they are drawn, their boxes and their computed styles in one answer.
//! 1. [`protocol`] reads it.
//! 2. [`outline`] lists the nodes of the page and its frames in document order. Where the page has shadow trees, the
//!    browser's order is that of drawing, so the list comes from the document itself (`DOM.getFlattenedDocument`).
//! 3. [`document`] makes a [`Document`](tamis_page::Document) of the list. What is in a `template` is no part of either
//!    answer; it is asked for as HTML and parsed.
//! 4. [`layout`] says for each node of the document where it is ([`lines`] for text) and how it looks ([`looks`], from
//!    [`style`] and [`color`]).

mod document;
mod layout;
mod looks;
mod outline;
mod protocol;
mod style;

use crate::message::CallFailure;
use crate::tab::Tab;
use outline::Outline;
use protocol::{CapturedDom, FlatDocument, OuterHtml, RootNode};
use serde_json::{Value, json};
use tamis_page::parse::{Limits, ParseOptions, Parser};
use tamis_page::{Document, QuirksMode, RenderRequest, RenderedPage};

/// How many templates are looked into.
const MAX_TEMPLATES: usize = 10_000;

/// Takes the page out of the browser. `version` is the browser's.
pub(crate) fn take(tab: &mut Tab<'_>, request: RenderRequest, version: &str) -> Result<RenderedPage, CallFailure> {
    let parameters = json!({
        "computedStyles": style::PROPERTIES.as_slice(), "includePaintOrder": true, "includeDOMRects": true,
    });
    let captured: CapturedDom = tab.call("DOMSnapshot.captureSnapshot", &parameters)?.parse()?;
    let quirks = quirks_of(tab)?;
    let flat = if captured.has_shadow_trees() {
        let all = json!({ "depth": -1, "pierce": true });
        // Deprecated, so it may be refused one day; then slotted content stands where it is drawn.
        match tab.call("DOM.getFlattenedDocument", &all) {
            Ok(answer) => Some(answer.parse::<FlatDocument>()?),
            Err(CallFailure::Refused(_)) => None,
            Err(failure) => return Err(failure),
        }
    } else {
        None
    };
    let mut outline = match &flat {
        Some(flat) => Outline::of_flat_document(flat, &captured),
        None => Outline::of_captured(&captured),
    };
    outline.cut_off(request.max_nodes);
    let templates = templates_of(tab, &outline, request.max_nodes)?;
    let (document, places) = document::build(&outline, &captured, quirks, &templates, request.max_nodes);
    let layout = layout::build(&document, &places, &captured, request.viewport, version);
    Ok(RenderedPage::new(document, layout))
}

fn quirks_of(tab: &mut Tab<'_>) -> Result<QuirksMode, CallFailure> {
    let root: RootNode = tab.call("DOM.getDocument", &json!({ "depth": 0 }))?.parse()?;
    Ok(match root.root.compatibility_mode.as_str() {
        "QuirksMode" => QuirksMode::Quirks,
        "LimitedQuirksMode" => QuirksMode::LimitedQuirks,
        _ => QuirksMode::NoQuirks,
    })
}

/// The templates of the outline in its order, each as a document that has it as the first child of its body.
fn templates_of(tab: &mut Tab<'_>, outline: &Outline<'_>, max_nodes: usize) -> Result<Vec<Document>, CallFailure> {
    let ids: Vec<Value> =
        outline.templates().take(MAX_TEMPLATES).map(|backend_id| json!({ "backendNodeId": backend_id })).collect();
    let answers = match tab.call_each("DOM.getOuterHTML", &ids) {
        // A script took one of them away meanwhile. What is not shown anyway is not worth the page.
        Err(CallFailure::Refused(_)) => return Ok(Vec::new()),
        answers => answers?,
    };
    let html = answers.iter().map(|answer| Ok(answer.parse::<OuterHtml>()?.outer_html));
    Ok(parse_templates(&html.collect::<Result<Vec<String>, CallFailure>>()?, max_nodes))
}

/// What is in them has no more nodes than the page may have, all together.
fn parse_templates(templates: &[String], max_nodes: usize) -> Vec<Document> {
    // The document, its type, `html`, `head` and `body`, and the template itself.
    const AROUND: usize = 6;
    let mut n_left = max_nodes;
    let parse = |html: &String| {
        let limits = Limits::default().with_max_nodes(n_left.saturating_add(AROUND));
        let mut parser = Parser::new(ParseOptions::default().with_limits(limits));
        let document = parser.parse(format!("<!doctype html><body>{html}"));
        n_left = n_left.saturating_sub(document.len().saturating_sub(AROUND));
        document
    };
    templates.iter().map(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::{BoxState, NodeId, NodeKind, Rect, Viewport};

    /// The page that an answer of the browser stands for, with these templates in it.
    fn page_with(captured: &Value, templates: &[Document], max_nodes: usize) -> RenderedPage {
        let captured: CapturedDom = serde_json::from_value(captured.clone()).expect("an answer");
        let mut outline = Outline::of_captured(&captured);
        outline.cut_off(max_nodes);
        let (document, places) = document::build(&outline, &captured, QuirksMode::Quirks, templates, max_nodes);
        let layout = layout::build(&document, &places, &captured, Viewport::default(), "by hand");
        RenderedPage::new(document, layout)
    }

    fn page(captured: &Value) -> RenderedPage {
        page_with(captured, &[], usize::MAX)
    }

    #[test]
    fn a_page_with_too_many_nodes_is_taken_up_to_the_limit_and_says_so() {
        let captured = json!({
            "strings": ["#document", "HTML", "TEMPLATE", "P"],
            "documents": [{ "nodes": {
                "parentIndex": [-1, 0, 1, 1, 1], "nodeType": [9, 1, 1, 1, 1], "nodeName": [0, 1, 2, 3, 3],
                "nodeValue": [-1, -1, -1, -1, -1], "attributes": [[], [], [], [], []],
            } }],
        });
        let template = Document::parse("<body><template><b>1</b><i>2</i></template>");
        let cut = |max_nodes: usize| {
            let page = page_with(&captured, std::slice::from_ref(&template), max_nodes);
            assert!(page.document().len() <= max_nodes.max(1));
            (page.document().to_html(), page.document().limits_hit().nodes)
        };
        let whole = "<html><template><b>1</b><i>2</i></template><p></p><p></p></html>".to_owned();
        assert_eq!(cut(9), (whole, false));
        assert_eq!(cut(8), ("<html><template><b>1</b><i>2</i></template><p></p></html>".to_owned(), true));
        assert_eq!(cut(5), ("<html><template><b>1</b></template></html>".to_owned(), true));
        assert_eq!(cut(3), ("<html><template></template></html>".to_owned(), true));
        assert_eq!(cut(0), (String::new(), true));
    }

    #[test]
    fn templates_have_no_more_nodes_than_the_page_may_have() {
        let html = format!("<template>{}</template>", "<b></b>".repeat(50));
        let lens = |max_nodes: usize| -> Vec<usize> {
            parse_templates(&[html.clone(), html.clone()], max_nodes).iter().map(Document::len).collect()
        };
        assert_eq!(lens(1000)[0], lens(1000)[1]);
        let cut = lens(80);
        assert_eq!(cut, [56, 36]);
    }

    #[test]
    fn an_answer_becomes_a_page() {
        let page = page(&json!({
            "strings": ["#document", "HTML", "P", "#text", "hi", "class", "a", "block"],
            "documents": [{
                "documentURL": -1, "publicId": -1, "systemId": -1, "contentWidth": 800, "contentHeight": 600,
                "nodes": {
                    "parentIndex": [-1, 0, 1, 2], "nodeType": [9, 1, 1, 3], "nodeName": [0, 1, 2, 3],
                    "nodeValue": [-1, -1, -1, 4], "attributes": [[], [], [5, 6], []],
                },
                "layout": {
                    "nodeIndex": [1, 2, 3], "styles": [[7], [7], [7]], "paintOrders": [0, 1, 2],
                    "bounds": [[0, 0, 800, 600], [8, 16, 784, 19], [8, 16, 20, 19]],
                },
                "textBoxes": { "layoutIndex": [2], "bounds": [[8, 16, 20, 19]], "start": [0], "length": [2] },
                "aFieldOfLaterBrowsers": { "x": 1 },
            }],
        }));
        let (document, layout) = (page.document(), page.layout());
        assert_eq!(document.to_html(), "<html><p class=\"a\">hi</p></html>");
        assert_eq!(layout.size(), (800.0, 600.0));
        assert_eq!(layout.rect(NodeId(2)), Some(Rect::new(8.0, 16.0, 784.0, 19.0)));
        assert_eq!((layout.lines(NodeId(3)).len(), layout.paint_order(NodeId(3))), (1, Some(2)));
    }

    #[test]
    fn an_answer_that_contradicts_itself_becomes_some_page() {
        let wild = json!([-7, 99, 3, 0, -1, 1, 2]);
        let bounds = json!([[1, 2, 3, 4], [0, 0, -5, -5]]);
        let document = json!({
            "documentURL": 99, "scrollOffsetX": 1e30,
            "nodes": {
                "parentIndex": [-1, 5, 0, 0, 9, 3, 2], "nodeType": [9, 1, 3, 1, 200, 1], "nodeName": wild.clone(),
                "nodeValue": [1], "attributes": [[], [1], [1, 2, 3], wild.clone()], "backendNodeId": [1, 1],
                "pseudoType": { "index": [77, 5] }, "shadowRootType": { "index": [1], "value": [] },
                "contentDocumentIndex": { "index": [3, 2, 1], "value": [1, 0, 99] },
            },
            "layout": { "nodeIndex": wild.clone(), "styles": [wild.clone()], "bounds": bounds.clone(), "paintOrders": [] },
            "textBoxes": { "layoutIndex": [9, 2, 1, 1], "bounds": bounds, "start": [5, 4_000_000_000_u32], "length": [4_000_000_000_u32] },
        });
        let page = page(&json!({ "strings": ["a", "é", ""], "documents": [document.clone(), document] }));
        assert_eq!(page.document().kind(page.document().root()), NodeKind::Document);
        assert!(page.document().nodes().all(|node| page.layout().state(node) != BoxState::Unknown));
    }
}
