//! How long a class or an id is likely to last, judged by its spelling.

/// How a name came about, as far as its spelling tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Stability {
    /// Somebody named the thing: `product-title`, `searchResults`.
    Named,
    /// A name with a number (`item-3`, `Table1`) or of one or two letters: real, but perhaps one of a series.
    Numbered,
    /// It says how the thing looks or in which state it is: `col-md-6`, `mt-4`, `odd`, `active`.
    Utility,
    /// Made by a machine, anew on every build or every request: `css-1x2y3z`, `Card_title__aB3xY`, `post-184467`.
    Generated,
}

/// Whether an author chose this name of a class or an id for what it means, as far as its spelling tells: it was not made by a
/// machine, and does not say how something looks or in which state it is.
///
/// ```
/// use tamis_page::is_chosen_name;
///
/// assert!(is_chosen_name("product-title"));
/// assert!(!is_chosen_name("css-1x2y3z") && !is_chosen_name("mt-4"));
/// ```
pub fn is_chosen_name(word: &str) -> bool {
    judge(word) <= Stability::Numbered
}

/// Judges one class word, id or attribute value.
pub(super) fn judge(word: &str) -> Stability {
    let n_letters = if word.is_ascii() { word.len() } else { word.chars().count() };
    if word.is_empty() || n_letters > 50 || is_generated(word) {
        return Stability::Generated;
    }
    if is_utility(word) {
        return Stability::Utility;
    }
    if n_letters <= 2 || word.bytes().any(|byte| byte.is_ascii_digit()) {
        Stability::Numbered
    } else {
        Stability::Named
    }
}

/// What build tools put before their hashes.
const MARKS: [&str; 12] =
    ["css-", "sc-", "jss", "emotion-", "svelte-", "ember", "yui_", "ext-gen", "ng-tns", "_ng", "radix-", "jsx-"];

fn is_generated(word: &str) -> bool {
    if longest_run(word, |byte| byte.is_ascii_digit()) >= 4 || word.contains(":r") || word.starts_with('{') {
        return true;
    }
    if let Some(rest) = MARKS.iter().find_map(|mark| word.strip_prefix(mark))
        && (rest.bytes().any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase()) || rest.is_empty())
    {
        return true;
    }
    // CSS modules: Component_part__hash.
    if let Some((_, hash)) = word.rsplit_once("__")
        && (4..=8).contains(&hash.len())
        && is_mixed(hash)
    {
        return true;
    }
    word.split(['-', '_', ':', '.']).any(looks_random)
}

/// Letters and digits shuffled, or letters that cannot be pronounced.
fn looks_random(token: &str) -> bool {
    if token.len() < 5 || !token.is_ascii() {
        return false;
    }
    let is_change = |pair: &&[u8]| pair[0].is_ascii_digit() != pair[1].is_ascii_digit();
    let n_changes = token.as_bytes().windows(2).filter(is_change).count();
    let n_digits = token.bytes().filter(u8::is_ascii_digit).count();
    let is_hex = token.bytes().all(|byte| byte.is_ascii_hexdigit());
    if n_changes >= 3
        || n_changes >= 2 && token.len() >= 6 && n_digits >= 2
        || is_hex && n_digits >= 2 && n_changes >= 1
    {
        return true;
    }
    let n_upper_inside = token.bytes().skip(1).filter(u8::is_ascii_uppercase).count();
    let is_vowel = |byte: u8| matches!(byte.to_ascii_lowercase(), b'a' | b'e' | b'i' | b'o' | b'u' | b'y');
    let has_lower = token.bytes().any(|byte| byte.is_ascii_lowercase());
    let unsayable = longest_run(token, |byte| byte.is_ascii_alphabetic() && !is_vowel(byte));
    n_digits == 0 && has_lower && (unsayable >= 6 || n_upper_inside >= 2 && unsayable >= 4 && token.len() <= 10)
}

fn is_mixed(hash: &str) -> bool {
    let has = |test: fn(&u8) -> bool| hash.as_bytes().iter().any(test);
    let n_kinds = [has(u8::is_ascii_digit), has(u8::is_ascii_uppercase), has(u8::is_ascii_lowercase)];
    n_kinds.into_iter().filter(|&kind| kind).count() >= 2
}

fn longest_run(word: &str, test: impl Fn(u8) -> bool) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for byte in word.bytes() {
        run = if test(byte) { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Words of the usual CSS frameworks, and states that scripts and list renderers set; sorted.
const WORDS: [&str; 62] = [
    "absolute", "active", "alternate", "block", "bold", "border", "btn", "center", "cf", "clear", "clearfix", "col",
    "collapse", "collapsed", "column", "columns", "container", "current", "disabled", "even", "expanded", "fade",
    "first", "first-child", "fixed", "flex", "float", "focus", "grid", "group", "hidden", "hide", "hover", "in",
    "inline", "inline-block", "inner", "invisible", "last", "last-child", "left", "loaded", "nav-item", "none", "odd",
    "on", "open", "outer", "pull-left", "pull-right", "relative", "right", "row", "selected", "show", "small",
    "table-cell", "truncate", "visible", "visited", "wrap", "wrapper",
];

/// What stands before the first hyphen of such words; sorted.
const STEMS: [&str; 51] = [
    "align", "bg", "border", "col", "d", "dark", "flex", "float", "font", "gap", "grid", "h", "has", "inset", "is",
    "items", "js", "justify", "large", "leading", "lg", "m", "max", "mb", "md", "medium", "min", "ml", "mr", "mt",
    "mx", "my", "offset", "opacity", "order", "overflow", "p", "pb", "pl", "pr", "pt", "px", "py", "sm", "small",
    "space", "text", "tracking", "u", "w", "z",
];

fn is_utility(word: &str) -> bool {
    let bytes = word.as_bytes();
    if bytes.iter().any(|byte| matches!(byte, b':' | b'/' | b'[' | b'!' | b'@')) {
        return true;
    }
    // The beginning in small letters, as long as the longest word is, and a letter more.
    let mut lower = [0; 16];
    let n_letters = bytes.len().min(lower.len());
    for (lower, byte) in lower.iter_mut().zip(bytes) {
        *lower = byte.to_ascii_lowercase();
    }
    let lower = &lower[..n_letters];
    let is_in = |list: &[&str], word: &[u8]| list.binary_search_by(|known| known.as_bytes().cmp(word)).is_ok();
    let stem = lower.iter().position(|&byte| byte == b'-').map(|end| &lower[..end]);
    bytes.len() < 16 && is_in(&WORDS, lower)
        || stem.is_some_and(|stem| is_in(&STEMS, stem))
        || [b"rounded".as_slice(), b"shadow", b"transition"].iter().any(|start| lower.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_and_short_enough_to_be_found() {
        assert!(WORDS.is_sorted() && STEMS.is_sorted());
        assert!(WORDS.iter().chain(&STEMS).all(|word| word.len() < 16));
    }

    #[track_caller]
    fn check(words: &str, expected: Stability) {
        for word in words.split_whitespace() {
            assert_eq!(judge(word), expected, "{word}");
        }
    }

    #[test]
    fn names_that_people_gave() {
        check("product-title searchResults price result__url ProductCard main-content s-result-item", Stability::Named);
        check("LnkEmphasize headlineLnk article_body a-link-normal schedule strengths", Stability::Named);
    }

    #[test]
    fn names_in_a_series() {
        check("item-3 Table1 g h1 td2 result_12", Stability::Numbered);
    }

    #[test]
    fn words_for_looks_and_states() {
        check("col-md-6 mt-4 odd active clearfix text-center md:flex w-1/2 row u-hidden is-open", Stability::Utility);
    }

    #[test]
    fn names_that_machines_made() {
        check("css-1x2y3z sc-bdVaJa Card_title__aB3xY post-184467 jss123 yui_3_18_1 _3fK9ax", Stability::Generated);
        check("a1b2c3d4 ember1234 svelte-1abc23 deadbeef12 kxQzRw :r1: styles__x7Gh2", Stability::Generated);
    }
}
