use super::*;
use tamis_page::names;

/// A page of navigation, an article, and a footer.
const PAGE: &str = "<div id=nav><a href=a>Home</a> <a href=b>Shop</a> <a href=c>News</a></div>\
<div id=content><p>First, a long sentence of text; it has commas, and stops.</p>\
<p>Second, another one (with brackets), which goes on.</p><div id=more><a href=d>More</a> <a href=e>Like it</a></div>\
</div>\
<div id=foot>Contact | Privacy | Terms | Help | Sitemap | Copyright</div>";

#[track_caller]
fn window_id<'d>(document: &'d Document, options: &WeightsOptions) -> &'d str {
    let trace = trace(&PageView::of(document), options);
    let window = trace.window_node().expect("a parsed page has a body");
    document.attribute(window, names::ID).unwrap_or("")
}

#[track_caller]
fn features(html: &str) -> ChunkFeatures {
    trace(&PageView::of(&Document::parse(html)), &WeightsOptions::default()).chunks[0].features
}

fn kept_text(document: &Document, mask: &Mask) -> String {
    document.nodes().filter(|&node| mask.keeps(node)).map(|node| document.text(node)).collect()
}

#[test]
fn figure_3_chunks_nest_and_are_made_by_the_papers_tags() {
    let html = "<div><table><tr><td><p>x</table></div><span><ul><li>x</ul></span>";
    let document = Document::parse(html);
    let names = |formula| -> Vec<String> {
        let trace = trace(&PageView::of(&document), &WeightsOptions::default().with_formula(formula));
        trace.chunks.iter().map(|chunk| format!("{}{}", document.tag_name(chunk.node), chunk.depth)).collect()
    };
    assert_eq!(names(Formula::Literal), ["body0", "div1", "table2", "tr3", "p4", "ul1"]);
    assert_eq!(names(Formula::Corrected), ["body0", "div1", "table2", "tr3", "td4", "p5", "ul1", "li2"]);
}

#[test]
fn section_3_3_all_nine_features_are_counted() {
    let found = features(
        "<div><img width=100 height=50><img></div><form><input><select><option>x</select></form>\
         <p>Write to me@example.org or <a href='mailto:a@b.example'>a@b.example</a>, <a href=x>or read</a>",
    );
    assert_eq!((found.n_images, found.image_size), (2, 5));
    assert_eq!((found.n_links, found.link_text_len), (2, 17));
    assert_eq!((found.n_interactions, found.interaction_size), (2, 4));
    assert_eq!((found.n_forms, found.form_size), (1, 5));
    assert_eq!((found.n_emails, found.n_paragraphs), (2, 1));
}

#[test]
fn equation_2_scores_navigation_as_noise_and_text_not() {
    let html = format!("{PAGE}<div id=all>{}</div>", "<a href=x>A link</a> ".repeat(20));
    let document = Document::parse(html);
    let trace = trace(&PageView::of(&document), &WeightsOptions::default());
    let noise = |id: &str| {
        let chunk = trace.chunks.iter().position(|chunk| document.attribute(chunk.node, names::ID) == Some(id));
        chunk.and_then(|chunk| trace.noise_score(chunk))
    };
    let links = noise("all").expect("judged");
    for (feature, expected) in links.features.iter().zip([0.0, 1.0, 1.0, 0.8, 0.0]) {
        assert!((feature - expected).abs() < 1e-9);
    }
    assert!((links.score - 0.56).abs() < 1e-9 && links.is_noise);
    assert!(noise("content").is_none_or(|noise| !noise.is_noise));
}

#[test]
fn equation_3_weighs_with_the_three_coefficients() {
    let document = Document::parse("<div>ab, <a href=x>cd</a></div><p>ef.");
    let trace = trace(&PageView::of(&document), &WeightsOptions::default());
    let weight = trace.window_weight(1).expect("no noise");
    assert!((weight.link_text_density - 2.0 / 5.0).abs() < 1e-9);
    assert!((weight.plain_text_share - 3.0 / 6.0).abs() < 1e-9);
    assert!((weight.punctuation_share - 1.0 / 2.0).abs() < 1e-9);
    assert!((weight.weight - (0.4 * 0.6 + 0.5 * 0.5 + 0.7 * 0.5)).abs() < 1e-9);
}

#[test]
fn equation_3_to_the_letter_prefers_links() {
    let document = Document::parse("<div id=links><a href=x>cd</a></div><div id=text>ab</div>");
    let literal = WeightsOptions::default().with_formula(Formula::Literal);
    let trace = trace(&PageView::of(&document), &literal);
    let weights: Vec<f64> = (0..3).filter_map(|chunk| Some(trace.window_weight(chunk)?.weight)).collect();
    for (weight, expected) in weights.iter().zip([1.5, 1.0, 1.0]) {
        assert!((weight - expected).abs() < 1e-9);
    }
}

#[test]
fn section_3_5_five_footer_words_cost_a_window_its_place() {
    let document = Document::parse(PAGE);
    assert_eq!(window_id(&document, &WeightsOptions::default()), "content");
    let forgiving = WeightsOptions::default().with_footer_words(99).with_nearly_best(1.0);
    assert_eq!(window_id(&document, &forgiving), "");
    let trace = trace(&PageView::of(&document), &WeightsOptions::default());
    assert_eq!(trace.chunks[0].features.n_footer_words, 6);
    assert!(trace.window_weight(0).is_some_and(|weight| weight.is_penalised));
}

#[test]
fn the_deepest_window_with_nearly_all_of_the_text_is_chosen() {
    let document = Document::parse("<main id=a><div id=b><div id=c><p>One, two.<p>Three, four.</div></div></main>");
    assert_eq!(window_id(&document, &WeightsOptions::default()), "c");
}

#[test]
fn what_is_hidden_is_no_text() {
    let found = features(
        "<div hidden>a, <a href=x>b</a><img></div><p style='display: none'>c.</p><select><option>d.</select>seen",
    );
    assert_eq!((found.text_len, found.n_punctuation, found.n_links, found.n_images), (4, 0, 0, 0));
}

#[test]
fn the_mask_keeps_the_window_and_says_why_not_the_rest() {
    let document = Document::parse(PAGE);
    let trace = trace(&PageView::of(&document), &WeightsOptions::default());
    let mask = trace.mask(&document);
    let kept = kept_text(&document, &mask);
    assert!(kept.starts_with("First") && !kept.contains("Home") && !kept.contains("Privacy"), "{kept}");
    assert_eq!(mask.removals().len(), 2);
    let nav = trace.chunks[1].node;
    assert!(trace.explain(&document, nav).starts_with("left out: chunk \"div\", noise score 0.5"));
    let content = trace.window_node().expect("a window");
    assert!(trace.explain(&document, content).starts_with("kept: chunk \"div\", weight"));
    assert_eq!(trace.explain(&document, document.root()), "kept: outside of the body");
}

#[test]
fn pages_without_text_or_chunks_have_an_answer() {
    for html in ["", "x", "all text, no tags.", "<frameset><frame></frameset>", "<div></div>", "<img>"] {
        let document = Document::parse(html);
        for formula in [Formula::Corrected, Formula::Literal] {
            let options = WeightsOptions::default().with_formula(formula);
            let trace = trace(&PageView::of(&document), &options);
            assert!(trace.mask(&document).keeps(document.root()));
            assert_eq!(trace.chunk_of(&document, document.root()), None);
            for node in document.nodes() {
                assert!(!trace.explain(&document, node).is_empty());
            }
        }
    }
}
