//! Which language a piece of code is in, as its markup says for a highlighter.

use tamis_page::{Document, NodeId, names};

/// Attributes that name a language.
const ATTRIBUTES: [&str; 4] = ["data-lang", "data-language", "data-code-lang", "data-code-language"];

/// Beginnings of class words that a language follows, longer ones first.
const PREFIXES: [&str; 5] = ["highlight-source-", "highlight-text-", "language-", "lang-", "highlight-"];

/// Class words that stand beside one that is a language alone.
const COMPANIONS: [&str; 3] = ["sourcecode", "hljs", "brush:"];

/// Words that say that there is none.
const NONE: [&str; 14] = [
    "none", "plain", "plaintext", "text", "txt", "auto", "default", "nohighlight", "no-highlight", "undefined",
    "unknown", "notranslate", "raw", "console-output",
];

/// The language of a `pre`: said by itself, by the `code` in it, or by what is right around it.
pub(super) fn language(document: &Document, pre: NodeId) -> Option<&str> {
    let code = document.child_elements(pre).take(2).find(|&child| document.is_html(child, names::CODE));
    let around = document.ancestors(pre).take(2).filter(|&node| document.is_element(node));
    // What surrounds several pieces of code speaks for none of them.
    let around = around.take_while(|&node| document.subtree_range(node).len() < 4 * document.subtree_range(pre).len());
    code.into_iter().chain([pre]).chain(around).find_map(|node| own_language(document, node))
}

fn own_language(document: &Document, node: NodeId) -> Option<&str> {
    let named = document.attributes(node).filter(|attribute| ATTRIBUTES.contains(&attribute.local_name));
    let named = named.map(|attribute| attribute.value.trim_ascii()).find(|value| is_language(value));
    named.or_else(|| by_class(document, node))
}

fn by_class(document: &Document, node: NodeId) -> Option<&str> {
    let prefixed = document.classes(node).find_map(|word| {
        let prefix = PREFIXES.iter().find(|prefix| starts_with_ignoring_case(word, prefix))?;
        Some(&word[prefix.len()..]).filter(|rest| is_language(rest))
    });
    prefixed.or_else(|| {
        let mut words = document.classes(node);
        let companion = |word: &&str| COMPANIONS.iter().any(|companion| word.eq_ignore_ascii_case(companion));
        words.by_ref().find(companion)?;
        words.map(|word| word.trim_end_matches(';')).find(|word| is_language(word) && !word.contains('-'))
    })
}

fn starts_with_ignoring_case(word: &str, prefix: &str) -> bool {
    word.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Whether a word can be written after a fence.
fn is_language(word: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#' | b'.' | b'-' | b'_');
    let has_letter = word.bytes().any(|byte| byte.is_ascii_alphabetic());
    (1..=30).contains(&word.len())
        && has_letter
        && word.bytes().all(is_plain)
        && !NONE.iter().any(|none| word.eq_ignore_ascii_case(none))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expect: Option<&str>) {
        let document = Document::parse(html);
        let pre = document.elements_named(names::PRE).next().expect("there is a pre");
        assert_eq!(language(&document, pre), expect, "{html}");
    }

    #[test]
    fn a_language_is_read_from_what_highlighters_write() {
        check("<pre><code class='language-rust'>x", Some("rust"));
        check("<pre class='lang-c++'>x", Some("c++"));
        check("<div class='highlight highlight-source-shell'><pre>x</pre></div>", Some("shell"));
        check(
            "<div class='highlight-python3 notranslate'><div class=highlight><pre>x</pre></div></div>",
            Some("python3"),
        );
        check("<pre class='brush: js; toolbar: false'>x", Some("js"));
        check("<pre class='sourceCode haskell'>x", Some("haskell"));
        check("<code class=x><pre data-lang=go>x", Some("go"));
    }

    #[test]
    fn no_language_is_none() {
        check("<pre>x", None);
        check("<pre class='language-plaintext highlight'>x", None);
        check("<pre class='language-`rm`'>x", None);
        check("<div class=language-js><p>1</p><p>2</p><p>3</p><p>4</p><p>5</p><pre>x</pre></div>", None);
    }
}
