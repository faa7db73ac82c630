use super::*;
use crate::label::{Label, children};
use proptest::prelude::*;
use std::collections::BTreeMap;
use tamis_page::{Document, NodeId, NodeKind};

/// Every node of the page that a skeleton may hold.
fn shared_nodes(document: &Document) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    let mut stack = vec![document.root()];
    while let Some(node) = stack.pop() {
        nodes.push(node);
        stack.extend(children(document, node));
    }
    nodes
}

/// The whole of a page as a skeleton.
fn whole(document: &Document) -> Skeleton {
    Skeleton::around(document, &shared_nodes(document)).0
}

/// Of each text of the other page the text of the page that it is aligned with.
fn texts(page: &str, other: &str, mode: Mode) -> BTreeMap<String, (String, MatchKind)> {
    let (page, other) = (Document::parse(page), Document::parse(other));
    let nodes = shared_nodes(&page);
    let (skeleton, places) = Skeleton::around(&page, &nodes);
    let text_at: BTreeMap<SkeletonId, &str> = nodes
        .iter()
        .zip(&places)
        .filter(|&(&node, _)| page.kind(node) == NodeKind::Text)
        .filter_map(|(&node, place)| Some(((*place)?, page.text(node).trim())))
        .collect();
    let alignment = align(&other, &skeleton, mode);
    let pairs = alignment.pairs.iter().filter(|pair| other.kind(pair.page) == NodeKind::Text);
    pairs
        .filter_map(|pair| {
            let found = text_at.get(&pair.skeleton).filter(|_| pair.kind != MatchKind::Stranger)?;
            Some((other.text(pair.page).trim().to_owned(), ((*found).to_owned(), pair.kind)))
        })
        .collect()
}

#[test]
fn a_skeleton_keeps_what_is_above_the_nodes_and_beside_them() {
    let document = Document::parse("<div><p><b>x</b></p><ul><li>y</ul></div><div><i>z</i></div>");
    let b = document.elements_named(tamis_page::names::B).next().expect("it is there");
    let (skeleton, places) = Skeleton::around(&document, &[b]);
    // document, html, body, div, p, b, ul, div: nothing in the `b`, the `ul` and the second `div`.
    assert_eq!((skeleton.len(), places), (8, vec![Some(SkeletonId(5))]));
    assert!(skeleton.is_open(SkeletonId(4)) && !skeleton.is_open(SkeletonId(5)));
    assert_eq!(skeleton.children(SkeletonId(3)).collect::<Vec<_>>(), [SkeletonId(4), SkeletonId(6)]);
    assert_eq!(skeleton.parents()[5], SkeletonId(4));
    let parts: Vec<_> = (0..skeleton.len() as u32).map(SkeletonId).collect();
    let parts = parts.iter().map(|&id| (skeleton.label(id), skeleton.shape(id), skeleton.subtree(id).len() as u32));
    assert_eq!(Skeleton::from_parts(parts), Some(skeleton.clone()));
}

#[test]
fn what_is_no_tree_is_no_skeleton() {
    let label = Label { tag: 1, id: 0, class: 0 };
    let skeleton = |sizes: &[u32]| Skeleton::from_parts(sizes.iter().map(|&size| (label, 1, size)));
    assert!(skeleton(&[3, 2, 1]).is_some());
    for sizes in [&[][..], &[2], &[2, 2], &[1, 1], &[3, 2, 2], &[u32::MAX, 1]] {
        assert_eq!(skeleton(sizes), None, "{sizes:?}");
    }
}

#[test]
fn one_sibling_more_above_is_an_end_in_strict_mode_and_none_in_robust_mode() {
    let (page, other) = ("<div><p>a</p></div><div><p>b</p></div>", "<i>new</i><div><p>c</p></div><div><p>d</p></div>");
    assert!(texts(page, other, Mode::Strict).is_empty());
    let same = |text: &str| (text.to_owned(), MatchKind::Same);
    let expect = [("c".to_owned(), same("a")), ("d".to_owned(), same("b"))];
    assert_eq!(texts(page, other, Mode::Robust), BTreeMap::from(expect));
}

#[test]
fn items_that_are_more_are_copies_of_those_that_look_like_them() {
    let page = "<ul><li class=a>x<li class=b>y</ul>";
    let found = texts(page, "<ul><li class=a>1<li class=a>2<li class=b>3<li class=b>4</ul>", Mode::Robust);
    let copied: Vec<_> = found.values().map(|(text, _)| text.as_str()).collect();
    assert_eq!(copied, ["x", "x", "y", "y"]);
}

#[test]
fn an_id_says_more_than_a_place() {
    let page = "<div id=a>x</div><div id=b>y</div><div id=c>z</div>";
    let found = texts(page, "<div id=c>3</div>", Mode::Robust);
    assert_eq!(found["3"], ("z".to_owned(), MatchKind::Same));
}

#[test]
fn many_children_on_both_sides_are_aligned_by_rank() {
    let items = |n: usize| (0..n).map(|i| format!("<li>{i}")).collect::<String>();
    let other = format!("<ul><li class=first>first{}<li class=last>last</ul>", items(3_000));
    let found = texts(&format!("<ul>{}</ul>", items(2_000)), &other, Mode::Robust);
    let aligned = ["0", "1999", "2999"].map(|text| found[text].0.as_str());
    assert_eq!(aligned, ["0", "1999", "1999"]);
}

#[test]
fn a_hostile_page_takes_no_longer_than_it_is() {
    let skeleton = whole(&Document::parse("<p>x</p>".repeat(3_000)));
    for html in ["<p>x</p>".repeat(300_000), "<p>x</p><b>y</b>".repeat(100_000), "<div>".repeat(300_000)] {
        let document = Document::parse(html);
        assert!(!align(&document, &skeleton, Mode::Robust).pairs.is_empty());
    }
}

proptest! {
    /// Algorithms 2 and 3 of paper 004: the path of a node leads to that node.
    #[test]
    fn a_page_is_aligned_with_itself(html in "(<(div|p|ul|li|b|i|table|tr|td|/div|/p|/ul|a id=x|a class=y)>|[a-z ]){0,60}") {
        let document = Document::parse(html);
        let nodes = shared_nodes(&document);
        let (skeleton, places) = Skeleton::around(&document, &nodes);
        let expect: BTreeMap<NodeId, SkeletonId> =
            nodes.iter().zip(&places).map(|(&node, place)| (node, place.expect("it is shared"))).collect();
        for mode in [Mode::Strict, Mode::Robust] {
            let alignment = align(&document, &skeleton, mode);
            prop_assert!(alignment.pairs.iter().all(|pair| pair.kind == MatchKind::Same));
            let found: BTreeMap<_, _> = alignment.pairs.iter().map(|pair| (pair.page, pair.skeleton)).collect();
            prop_assert_eq!(&found, &expect);
        }
    }

    /// Each node of a page is looked at once, in document order, whatever the skeleton is of.
    #[test]
    fn any_page_is_aligned_with_any_skeleton(
        one in "(<(div|p|ul|li|b|a id=x|a class=y|/div|/ul)>|[a-z ]){0,40}",
        other in "(<(div|p|ul|li|b|a id=x|a class=y|/div|/ul)>|[a-z ]){0,40}",
    ) {
        let (one, other) = (Document::parse(one), Document::parse(other));
        let alignment = align(&other, &whole(&one), Mode::Robust);
        prop_assert!(alignment.pairs.is_sorted_by(|a, b| a.page < b.page));
    }
}
