//! Formulas as TeX, where the page has it: beside MathML, in what `KaTeX` and `MathJax` write, in the alternative text of
//! pictures of formulas, and between the signs that their scripts look for.

use std::borrow::Cow;
use tamis_page::{Document, Namespace, NodeId, names};

/// A formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Formula<'d> {
    pub(super) tex: Cow<'d, str>,
    /// Whether it stands on a line of its own.
    pub(super) is_block: bool,
}

/// How far a formula's annotation is looked for, in nodes: large ones have some hundred.
const MAX_NODES: usize = 3000;

/// The formula that an element shows, if its TeX is there.
pub(super) fn formula(document: &Document, node: NodeId) -> Option<Formula<'_>> {
    let is_block_wrapped = || {
        let parent = document.parent(node)?;
        document.classes(parent).any(|class| class == "katex-display" || class == "MathJax_Display").then_some(())
    };
    let tag = document.tag(node)?;
    if document.namespace(node) == Namespace::MathMl && tag == names::MATH {
        let is_block = document.attribute(node, names::DISPLAY) == Some("block") || is_block_wrapped().is_some();
        return Some(Formula { tex: annotation(document, node)?, is_block });
    }
    if tag == names::SCRIPT {
        let kind = document.attribute(node, names::TYPE)?;
        let is_tex = kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("math/tex"));
        let tex = document.first_child(node).map(|text| document.text(text)).filter(|_| is_tex)?;
        return formula_of(tex, kind.contains("mode=display"));
    }
    if tag == names::IMG {
        return formula_of(picture_tex(document, node)?, false);
    }
    let is_rendered =
        document.tag_name(node) == "mjx-container" || document.classes(node).any(|class| class == "katex");
    if !is_rendered {
        return None;
    }
    let is_block = is_block_wrapped().is_some()
        || document.attributes(node).any(|a| a.local_name == "display" && a.value == "true");
    Some(Formula { tex: annotation(document, node)?, is_block })
}

/// Whether an element is the picture of a formula whose TeX stands in a script right after it.
pub(super) fn is_rendering(document: &Document, node: NodeId) -> bool {
    let is_mathjax = |class: &str| class.starts_with("MathJax") || class.starts_with("mjx-chtml");
    if !document.classes(node).any(is_mathjax) {
        return false;
    }
    let siblings = std::iter::successors(document.next_sibling(node), |&sibling| document.next_sibling(sibling));
    siblings.take(3).any(|sibling| document.is_html(sibling, names::SCRIPT) && formula(document, sibling).is_some())
}

/// Whether scripts of the page look for TeX in its text.
pub(super) fn has_math_script(document: &Document) -> bool {
    document.elements_named(names::SCRIPT).any(|script| {
        let source = document.attribute(script, names::SRC).unwrap_or("");
        ["mathjax", "katex"].iter().any(|name| source.to_ascii_lowercase().contains(name))
    })
}

/// The TeX beside some MathML: its annotation, or what it is to be called.
fn annotation(document: &Document, node: NodeId) -> Option<Cow<'_, str>> {
    let mut called = None;
    for inner in document.subtree(node).take(MAX_NODES) {
        if document.namespace(inner) != Namespace::MathMl {
            continue;
        }
        match document.tag(inner) {
            Some(names::ANNOTATION) => {
                let encoding = document.attribute(inner, names::ENCODING).unwrap_or("");
                if encoding.to_ascii_lowercase().contains("tex") {
                    return cleaned(&document.text_content(inner)).map(|tex| Cow::Owned(tex.into_owned()));
                }
            }
            Some(names::MATH) if called.is_none() => {
                called = document.attributes(inner).find(|attribute| attribute.local_name == "alttext");
            }
            _ => {}
        }
    }
    cleaned(called?.value)
}

/// The alternative text of a picture, if the picture is of a formula: it says so, and the text has TeX's own signs.
fn picture_tex(document: &Document, image: NodeId) -> Option<&str> {
    let alt = document.attribute(image, names::ALT)?;
    let has_command = alt.as_bytes().windows(2).any(|pair| pair[0] == b'\\' && pair[1].is_ascii_alphabetic());
    let has_script = alt.contains(['^', '_']) && alt.contains(['{', '=']);
    if !(has_command || has_script) {
        return None;
    }
    let says_so = |text: &str| {
        let text = text.to_ascii_lowercase();
        text.split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| matches!(word, "math" | "tex" | "latex" | "equation" | "mwe"))
    };
    let attribute = |name| document.attribute(image, name).unwrap_or("");
    (says_so(attribute(names::CLASS)) || says_so(attribute(names::SRC))).then_some(alt)
}

fn formula_of(tex: &str, is_block: bool) -> Option<Formula<'_>> {
    Some(Formula { tex: cleaned(tex)?, is_block })
}

/// TeX on one line, without what a page puts around every formula; `None` if nothing is left, or if it could not stand
/// between dollars.
fn cleaned(tex: &str) -> Option<Cow<'_, str>> {
    let mut tex = tex.trim();
    for (start, end) in
        [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"), ("{\\displaystyle", "}"), ("{\\textstyle", "}")]
    {
        if let Some(inner) = tex.strip_prefix(start).and_then(|tex| tex.strip_suffix(end)) {
            tex = inner.trim();
        }
    }
    // A backslash at the end would take the closing dollar with it.
    let tex = tex.trim_end_matches(['\\', ' ']);
    if tex.is_empty() || tex.contains('$') {
        return None;
    }
    let has_gaps = tex.contains(|c: char| c != ' ' && c.is_whitespace() || c.is_control());
    Some(if has_gaps { tex.split_whitespace().collect::<Vec<_>>().join(" ").into() } else { tex.into() })
}

/// A text in whose page a script looks for TeX, as pieces that are text and formulas.
pub(super) fn split(text: &str) -> Vec<Result<Formula<'_>, &str>> {
    let mut pieces = Vec::new();
    let (mut plain_start, mut position) = (0, 0);
    // Each sign is searched for once: where its end is missing, it is missing for the rest of the text too.
    let mut is_hopeless = [false; SIGNS.len()];
    while let Some(offset) = text[position..].find(['\\', '$']) {
        let start = position + offset;
        let rest = &text[start..];
        let sign_idx = SIGNS.iter().position(|sign| rest.starts_with(sign.start));
        let found = sign_idx.filter(|&idx| !is_hopeless[idx]).and_then(|idx| {
            let sign = &SIGNS[idx];
            let inner = &rest[sign.start.len()..];
            let Some(end) = inner.find(sign.end) else {
                is_hopeless[idx] = true;
                return None;
            };
            let looks_like_tex = sign.start != "$" || is_likely_tex(&inner[..end]);
            // The end of what is no formula may begin one.
            let len = sign.start.len() + end + if looks_like_tex { sign.end.len() } else { 0 };
            Some((formula_of(&inner[..end], sign.is_block).filter(|_| looks_like_tex), len))
        });
        position = start + found.as_ref().map_or(1, |(_, len)| *len);
        if let Some((Some(formula), _)) = found {
            pieces.push(Err(&text[plain_start..start]));
            pieces.push(Ok(formula));
            plain_start = position;
        }
    }
    pieces.push(Err(&text[plain_start..]));
    pieces
}

/// A single dollar is a price more often than not.
fn is_likely_tex(text: &str) -> bool {
    text.len() < 500
        && !text.starts_with(char::is_whitespace)
        && !text.ends_with(char::is_whitespace)
        && (text.contains(['\\', '^', '_', '=']) || text.chars().count() == 1 && text.contains(char::is_alphabetic))
}

struct Sign {
    start: &'static str,
    end: &'static str,
    is_block: bool,
}

const SIGNS: [Sign; 4] = [
    Sign { start: "\\(", end: "\\)", is_block: false },
    Sign { start: "\\[", end: "\\]", is_block: true },
    Sign { start: "$$", end: "$$", is_block: true },
    Sign { start: "$", end: "$", is_block: false },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expect: Option<(&str, bool)>) {
        let document = Document::parse(html);
        let found = document.nodes().find_map(|node| formula(&document, node));
        assert_eq!(found.as_ref().map(|formula| (formula.tex.as_ref(), formula.is_block)), expect, "{html}");
    }

    #[test]
    fn tex_is_found_beside_what_shows_it() {
        let math = "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'> x^2\n + 1</annotation></semantics></math>";
        check(math, Some(("x^2 + 1", false)));
        check(&format!("<span class=katex-display><span class=katex>{math}</span></span>"), Some(("x^2 + 1", true)));
        check("<math display=block alttext='{\\displaystyle a}'><mi>a</mi></math>", Some(("a", true)));
        check("<script type='math/tex; mode=display'>\\frac12</script>", Some(("\\frac12", true)));
        check(
            "<img class=mwe-math-fallback-image alt='{\\displaystyle E=mc^{2}}' src=x.svg>",
            Some(("E=mc^{2}", false)),
        );
    }

    #[test]
    fn other_things_are_no_tex() {
        check("<math><mi>x</mi></math>", None);
        check("<img alt='C:\\temp' src=x.png>", None);
        check("<script>math/tex</script>", None);
        check("<math alttext='$'><mi>x</mi></math>", None);
    }

    #[test]
    fn text_is_split_at_the_signs_of_tex() {
        let show = |text| {
            let pieces = split(text).into_iter();
            pieces
                .map(|piece| piece.map_or_else(str::to_owned, |formula| format!("<{}>", formula.tex)))
                .collect::<Vec<_>>()
        };
        assert_eq!(show("a \\(x\\) b $$y$$"), ["a ", "<x>", " b ", "<y>", ""]);
        assert_eq!(show("for $n=3$ and $5 or $6"), ["for ", "<n=3>", " and $5 or $6"]);
        assert_eq!(show("\\(open $"), ["\\(open $"]);
    }
}
