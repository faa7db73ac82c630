//! What holds for every page, on generated ones.

use proptest::prelude::*;
use tamis_page::{
    CharsetHints, Document, Features, Mask, NodeId, NodeKind, QuirksMode, charset_named, count_characters, count_text,
    count_words, decode, prescan, visible_text, visible_text_under,
};

fn config() -> ProptestConfig {
    ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() }
}

/// Text as it stands in a page, with the characters that need care.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-zA-Z0-9]{1,8}",
        2 => Just(" ".to_owned()),
        1 => Just("\n  ".to_owned()),
        1 => prop::sample::select(vec!["&lt;", "&amp;", "&gt;", "&quot;", "&nbsp;", "&#13;", "'", "é", "漢字", "👍", ".", ","])
            .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 1..6).prop_map(|pieces| pieces.concat())
}

fn attributes() -> impl Strategy<Value = String> {
    let attribute = ("(id|class|title|data-x|lang)", text()).prop_map(|(name, value)| format!(" {name}=\"{value}\""));
    prop::option::weighted(0.3, attribute).prop_map(Option::unwrap_or_default)
}

/// Phrasing content by the content model of the standard: no link in a link.
fn phrasing() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        6 => text(),
        1 => attributes().prop_map(|attributes| format!("<img{attributes}>")),
        1 => Just("<br>".to_owned()),
        1 => text().prop_map(|text| format!("<textarea>\n{text}</textarea>")),
        1 => text().prop_map(|text| format!("<!-- {text} -->")),
        1 => "[a-z<&; ]{0,10}".prop_map(|code| format!("<script>{code}</script>")),
        1 => (attributes(), text()).prop_map(|(attributes, text)| format!("<svg{attributes}><text>{text}</text></svg>")),
        1 => text().prop_map(|text| format!("<select><option>{text}</option><option selected>{text}</option></select>")),
        1 => (attributes(), text()).prop_map(|(attributes, text)| format!("<a href=\"x\"{attributes}>{text}</a>")),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let tag = prop::sample::select(vec!["span", "b", "em", "i", "code", "font", "label", "ins", "noscript"]);
        (tag, attributes(), prop::collection::vec(inner, 1..4))
            .prop_map(|(tag, attributes, inner)| format!("<{tag}{attributes}>{}</{tag}>", inner.concat()))
    })
}

/// Flow content by the content model of the standard.
fn flow() -> impl Strategy<Value = String> {
    let phrases = || prop::collection::vec(phrasing(), 0..4).prop_map(|phrases| phrases.concat());
    let leaf = prop_oneof![
        2 => phrases(),
        2 => (attributes(), phrases()).prop_map(|(attributes, inner)| format!("<p{attributes}>{inner}</p>")),
        1 => phrases().prop_map(|inner| format!("<h2>{inner}</h2>")),
        1 => ("\n{0,3}", text()).prop_map(|(line_feeds, text)| format!("<pre>{line_feeds}{text}</pre>")),
        1 => Just("<hr>".to_owned()),
    ];
    leaf.prop_recursive(4, 48, 4, |inner| {
        let inner = || prop::collection::vec(inner.clone(), 0..4).prop_map(|inner| inner.concat());
        let container =
            prop::sample::select(vec!["div", "section", "article", "blockquote", "nav", "template", "details"]);
        prop_oneof![
            3 => (container, attributes(), inner())
                .prop_map(|(tag, attributes, inner)| format!("<{tag}{attributes}>{inner}</{tag}>")),
            1 => (inner(), inner()).prop_map(|(one, other)| format!("<ul><li>{one}</li><li>{other}</li></ul>")),
            1 => (inner(), inner()).prop_map(|(one, other)| {
                format!("<table><tbody><tr><th>{one}</th><td>{other}</td></tr></tbody></table>")
            }),
        ]
    })
}

/// A conforming page.
fn page() -> impl Strategy<Value = String> {
    let doctype = prop::sample::select(vec![
        "<!DOCTYPE html>",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\">",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\">",
        "",
    ]);
    (doctype, text(), attributes(), prop::collection::vec(flow(), 0..6)).prop_map(
        |(doctype, title, attributes, body)| {
            format!(
                "{doctype}<html><head><title>{title}</title></head><body{attributes}>{}</body></html>",
                body.concat()
            )
        },
    )
}

/// Tags in any order.
fn soup() -> impl Strategy<Value = String> {
    let tag = prop::sample::select(vec![
        "p", "div", "b", "i", "a", "table", "tr", "td", "form", "ul", "li", "select", "option", "template", "svg",
        "math", "mi", "title", "pre", "textarea", "h1", "button", "nobr", "frameset", "plaintext", "script", "style",
        "noscript",
    ]);
    let piece = prop_oneof![
        3 => (tag.clone(), any::<bool>()).prop_map(|(tag, closes)| if closes { format!("</{tag}>") } else { format!("<{tag}>") }),
        1 => text(),
        1 => "[<>&/!\\-=\"' a-c\u{0}\u{e9}]{0,6}",
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Everything that two trees can differ in.
fn tree(document: &Document) -> (Vec<String>, QuirksMode) {
    let nodes = document.nodes().map(|node| {
        let attributes: Vec<_> = document
            .attributes(node)
            .map(|attribute| (attribute.namespace, attribute.local_name, attribute.value))
            .collect();
        format!(
            "{:?} {:?} {:?} {} {attributes:?} {:?}",
            document.parent(node),
            document.kind(node),
            document.namespace(node),
            document.tag_name(node),
            document.text(node)
        )
    });
    (nodes.collect(), document.quirks())
}

/// A mask that leaves out the nodes whose number gives one of `residues` modulo 17.
fn mask(document: &Document, residues: &[u32]) -> Mask {
    let mut mask = Mask::keep_all(document);
    for node in document.nodes().filter(|node| node.0 > 0 && residues.contains(&(node.0 % 17))) {
        mask.remove(document, node, "a number");
    }
    mask
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_conforming_page_comes_back_from_its_serialisation(html in page()) {
        let document = Document::parse(html.as_str());
        let written = document.to_html();
        let again = Document::parse(written.as_str());
        prop_assert_eq!(tree(&document), tree(&again), "{}", written);
        prop_assert_eq!(again.to_html(), written);
    }

    #[test]
    fn a_fragment_of_a_page_is_its_node_and_the_whole_is_all_of_them(html in page()) {
        let document = Document::parse(html.as_str());
        let parts: String = document.children(document.root()).map(|child| document.node_to_html(child)).collect();
        prop_assert_eq!(parts, document.to_html());
    }

    #[test]
    fn serialisation_and_text_take_any_tree(html in soup()) {
        let document = Document::parse(html.as_str());
        let _ = visible_text(&document, document.root());
        let again = Document::parse(document.to_html());
        let characters = |document: &Document| document.text_content(document.root()).chars().filter(|c| !c.is_whitespace()).count();
        // Elements may move when the page was mis-nested, but no character is lost.
        if document.body().is_some_and(|body| document.tag_name(body) == "body") {
            prop_assert!(characters(&again) >= characters(&document), "{}", document.to_html());
        }
    }

    #[test]
    fn ranges_nest(html in soup()) {
        let document = Document::parse(html.as_str());
        for node in document.nodes() {
            let range = document.subtree_range(node);
            prop_assert_eq!(range.start, node.index());
            if let Some(parent) = document.parent(node) {
                let outer = document.subtree_range(parent);
                prop_assert!(outer.start < range.start && range.end <= outer.end);
            }
            let mut next = node.index() + 1;
            for child in document.children(node) {
                prop_assert_eq!(child.index(), next);
                next = document.subtree_end(child).index();
            }
            prop_assert_eq!(next, range.end);
        }
    }

    #[test]
    fn each_text_node_is_seen_at_most_once(html in page(), residues in prop::collection::vec(0u32..17, 0..3)) {
        // Words that are different in every text node.
        let mut n_words = 0;
        let numbered: String = html.split_inclusive('>').map(|piece| {
            n_words += 1;
            match piece.rfind('<') {
                Some(at) if at > 0 => format!("w{n_words}w{}", &piece[at..]),
                _ => piece.to_owned(),
            }
        }).collect();
        let document = Document::parse(numbered);
        let texts = [
            visible_text(&document, document.root()),
            visible_text_under(&document, document.root(), &mask(&document, &residues)),
        ];
        for text in texts {
            for word in 1..=n_words {
                prop_assert!(text.matches(&format!("w{word}w")).count() <= 1, "{}", text);
            }
        }
    }

    #[test]
    fn visible_text_is_tidy(html in page()) {
        let document = Document::parse(html.replace("<textarea", "<b").replace("</textarea", "</b").replace("pre>", "p>"));
        let text = visible_text(&document, document.root());
        prop_assert_eq!(text.trim(), text.as_str());
        for ugly in ["  ", " \n", "\n ", "\n\n\n", "\u{a0}", "\r"] {
            prop_assert!(!text.contains(ugly), "{:?}", text);
        }
        // What is counted is what is seen, but for the options that a drop-down list does not show.
        if !html.contains("<option") && !html.contains("<svg") {
            let features = Features::of(&document);
            prop_assert_eq!(features.text_chars(0..document.len()) as usize, count_characters(&text));
        }
    }

    #[test]
    fn a_mask_only_takes_away(html in page(), residues in prop::collection::vec(0u32..17, 0..4)) {
        let document = Document::parse(html.as_str());
        let mask = mask(&document, &residues);
        let masked = document.to_html_under(&mask);
        prop_assert!(is_subsequence(&masked, &document.to_html()), "{}", masked);
        let n_shown = visible_text_under(&document, document.root(), &mask).len();
        prop_assert!(n_shown <= visible_text(&document, document.root()).len() + document.len());
        prop_assert_eq!(document.to_html_under(&Mask::keep_all(&document)), document.to_html());
        for node in mask.kept() {
            prop_assert!(document.parent(node).is_none_or(|parent| mask.keeps(parent)));
        }
        prop_assert_eq!(mask.kept().count(), mask.n_kept());
    }

    #[test]
    fn features_of_a_subtree_are_the_sums_of_its_nodes(html in soup()) {
        let document = Document::parse(html.as_str());
        let features = Features::of(&document);
        for node in document.nodes() {
            let counts = features.counts(document.subtree_range(node));
            let of = |kind| document.subtree(node).filter(|&inner| document.kind(inner) == kind).count();
            prop_assert_eq!(counts.elements as usize, of(NodeKind::Element));
            prop_assert!(counts.text_nodes as usize <= of(NodeKind::Text));
            prop_assert!(counts.link_chars <= counts.text_chars);
            prop_assert_eq!(features.depth(node) as usize, document.depth(node));
        }
        prop_assert_eq!(features.counts(0..0), features.counts(document.len()..document.len()));
    }

    #[test]
    fn counts_of_texts_add_up(one in "\\PC{0,40}", other in "\\PC{0,40}") {
        let (first, second, both) = (count_text(&one), count_text(&other), count_text(&format!("{one} {other}")));
        prop_assert_eq!(both.words, first.words + second.words);
        prop_assert_eq!(both.characters, first.characters + second.characters);
        prop_assert_eq!(both.punctuation, first.punctuation + second.punctuation);
        prop_assert!(count_words(&one) <= count_characters(&one) + one.chars().count());
    }

    #[test]
    fn decoding_takes_any_bytes_and_says_the_same_twice(
        body in prop::collection::vec(any::<u8>(), 0..600),
        start in prop::sample::select(vec![
            "", "\u{feff}", "<meta charset=", "<meta charset=gbk>", "<!--", "<?xml encoding='big5'", "\u{1b}$B", "<\0?\0x\0",
        ]),
        explicit in prop::option::weighted(0.2, "(utf-8|gbk|utf-16|replacement|iso-2022-jp|nonsense)"),
        top_level_domain in prop::option::of("\\PC{0,4}"),
    ) {
        let body = [start.as_bytes(), &body].concat();
        let mut hints = CharsetHints::default();
        hints.explicit = explicit;
        hints.top_level_domain = top_level_domain;
        let decoded = decode(body.clone(), &hints);
        prop_assert_eq!(&decoded, &decode(body.clone(), &hints));
        prop_assert_eq!(charset_named(decoded.charset.used), Some(decoded.charset.used));
        let _ = prescan(&body);
    }

    #[test]
    fn valid_utf_8_is_read_as_it_is(text in "\\PC{0,80}") {
        let decoded = decode(text.clone().into_bytes(), &CharsetHints::default());
        prop_assert_eq!(decoded.text, text.trim_start_matches('\u{feff}'));
        prop_assert!(!decoded.charset.had_errors);
    }
}

fn is_subsequence(part: &str, whole: &str) -> bool {
    let mut whole = whole.bytes();
    part.bytes().all(|byte| whole.any(|other| other == byte))
}

#[test]
fn a_deep_page_takes_linear_time() {
    let html = "<div><table><tr><td><ul><li>".repeat(20_000) + "x";
    let document = Document::parse(html);
    assert_eq!(visible_text(&document, NodeId::ROOT), "x");
    assert_eq!(Features::of(&document).words(0..document.len()), 1);
    assert!(document.to_html().len() > 20_000);
}
