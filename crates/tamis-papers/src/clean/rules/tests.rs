use super::*;
use tamis_page::names;

/// A table of ten records, large enough to make its siblings small.
const RECORDS: &str =
    "<table><tr><td><b>a</b><td><i>b</i><tr><td><b>a</b><td><i>b</i><tr><td><b>a</b><td><i>b</i></table>";

#[track_caller]
fn check(html: &str, options: &RulesOptions, expected: &str) {
    let document = Document::parse(html);
    let trace = trace(&PageView::of(&document), options);
    let found: Vec<String> = trace
        .verdicts
        .iter()
        .map(|verdict| {
            let rule = match verdict.rule {
                Rule::OneTag { tag, n_leaves } => format!("{n_leaves} {}", document.spell(tag)),
                Rule::Small { n_tags, .. } => format!("{n_tags} tags"),
            };
            format!("{}: {rule}", document.tag_name(verdict.node))
        })
        .collect();
    assert_eq!(found.join(", "), expected);
}

fn ten() -> RulesOptions {
    RulesOptions::default().with_threshold(Some(10))
}

#[test]
fn figure_6_a_run_of_links_is_noise_by_rule_1() {
    check(&format!("<div><a>x</a><a>y</a><a>z</a></div>{RECORDS}"), &ten(), "div: 3 a");
    check(&format!("<ul><li><a>x</a><li> <a>y</a> </ul>{RECORDS}"), &ten(), "ul: 2 li");
    check(&format!("<form><select><option>x<option>y</select></form>{RECORDS}"), &ten(), "form: 3 tags");
}

#[test]
fn figure_7_a_small_subtree_of_different_tags_is_noise_by_rule_2() {
    check(&format!("<div><img><a>x</a><b>z</b></div>{RECORDS}"), &ten(), "div: 3 tags");
}

#[test]
fn a_single_child_and_a_list_of_texts_are_no_noise() {
    check(&format!("<h1><span>x</span></h1><ul><li>x<li>y</ul><p>x<br>y<br>z</p>{RECORDS}"), &ten(), "");
    check(&format!("<ul><li><a>x</a> text<li><a>y</a> text</ul>{RECORDS}"), &ten(), "ul: 4 tags");
}

#[test]
fn a_node_whose_children_are_all_small_is_content() {
    check("<div><img><a>x</a><b>z</b></div><div><a>x</a><a>y</a></div>", &ten(), "");
}

#[test]
fn scripts_do_not_hide_a_menu_and_are_not_counted() {
    let script = "<script>x</script>".repeat(20);
    check(&format!("<div><a>x</a>{script}<a>y</a></div>{RECORDS}"), &ten(), "div: 2 a");
    check(&format!("<div><a>x</a><b>y</b></div><div>{script}</div>"), &ten(), "");
}

#[test]
fn containers_are_looked_into() {
    check(
        &format!("<div><div><a>x</a><a>y</a></div><div>{RECORDS}<div><img><i></i></div></div></div>"),
        &ten(),
        "div: 2 a, div: 2 tags",
    );
}

#[test]
fn text_of_its_own_outlives_the_noise_in_a_node() {
    let document = Document::parse(format!("<div>Own <a>x</a><a>y</a></div>{RECORDS}"));
    let mask = clean(&PageView::of(&document), &ten());
    let kept: String = document.nodes().filter(|&node| mask.keeps(node)).map(|node| document.text(node)).collect();
    assert!(kept.starts_with("Own "), "{kept}");
    assert!(!kept.contains('x'));
    assert_eq!(mask.removals()[0].reason, "rule 1: nothing in it but 2 times \"a\"");
}

#[test]
fn explanations_name_the_rule_and_the_number() {
    let document = Document::parse(format!("<div><img><a>x</a><b>z</b></div>{RECORDS}"));
    let trace = trace(&PageView::of(&document), &ten());
    let image = document.elements_named(names::IMG).next().expect("the page has an image");
    assert_eq!(
        trace.explain(&document, image),
        "left out: rule 2: 3 tags in it, below the threshold 10, beside a sibling of 16"
    );
    let table = document.elements_named(names::TABLE).next().expect("the page has a table");
    assert!(trace.explain(&document, table).starts_with("kept"));
}

#[test]
fn figure_8_to_the_letter_empties_the_page() {
    let literal = ten().with_reading(Reading::Literal);
    check(&format!("<div><a>x</a><a>y</a></div>{RECORDS}"), &literal, "body: 2 tags");
}

#[test]
fn pages_without_a_body_to_speak_of_keep_what_they_have() {
    for html in ["", "text", "<frameset><frame><frame></frameset>", "<svg><a></a><a></a></svg>"] {
        for reading in [Reading::TopDown, Reading::Literal] {
            let document = Document::parse(html);
            let mask = clean(&PageView::of(&document), &RulesOptions::default().with_reading(reading));
            assert!(mask.keeps(document.root()));
        }
    }
}

#[test]
fn the_threshold_of_a_site_is_learnt_from_all_its_pages() {
    let menu = format!("<div>{}</div>", "<a>x</a>".repeat(12)).repeat(8);
    let large = format!("<div>{}</div>", "<b>x</b>".repeat(300));
    let one = Document::parse(menu.clone());
    let other = Document::parse(format!("{menu}{large}{large}"));
    let learnt = |pages: &[&Document]| {
        let mut learner = ThresholdLearner::default();
        for &page in pages {
            let mut seen = ThresholdLearner::default();
            seen.add(page);
            learner.merge(&seen);
        }
        learner.threshold()
    };
    assert_eq!(learnt(&[]), 10);
    assert_eq!(learnt(&[&one]), 10);
    assert_eq!(learnt(&[&one, &other]), learnt(&[&other, &one]));
    assert!(learnt(&[&one, &other]) > 10);
}
