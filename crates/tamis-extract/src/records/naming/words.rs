//! Names made of words: labels in `snake_case`, and what is left of a class without its wrapping.

use super::vocabulary;

/// More words than that are a sentence, no name.
const MAX_WORDS: usize = 5;
const MAX_CHARS: usize = 40;

/// The words of a label in `snake_case`; `None` if it has no letters or is too long for a name.
pub(super) fn snake_case(label: &str) -> Option<String> {
    let mut name = String::with_capacity(label.len());
    let (mut n_words, mut has_letter, mut is_in_word) = (0, false, false);
    for c in label.chars() {
        if c.is_alphanumeric() {
            if !is_in_word {
                if n_words > 0 {
                    name.push('_');
                }
                n_words += 1;
            }
            has_letter |= c.is_alphabetic();
            name.extend(c.to_lowercase());
            is_in_word = true;
        } else if !matches!(c, '\'' | '’') {
            is_in_word = false;
        }
    }
    (has_letter && n_words <= MAX_WORDS && name.chars().count() <= MAX_CHARS).then_some(name)
}

/// The words of a programmer's name (`camelCase`, `snake_case`, `BEM__like`), lower case; empty if it is not made of
/// words.
///
/// What is dropped: a BEM modifier, the block before a BEM element, and anything that a tool made: utilities such as
/// `md:w-1/2`, hashes such as `css-1x2y3z` or the `SpfpH` of `Reviews_link__SpfpH`.
pub(super) fn split(class: &str) -> Vec<String> {
    // Signs that a person does not put into a name: utilities of CSS frameworks.
    let is_sign = |byte: u8| matches!(byte, b':' | b'[' | b']' | b'/' | b'(' | b'!' | b'@' | b'%' | b'.' | b'#' | b'=');
    if class.len() > 60 || class.bytes().any(is_sign) {
        return Vec::new();
    }
    if vocabulary::TOOL_PREFIXES.iter().any(|prefix| class.starts_with(prefix)) {
        return Vec::new();
    }
    let twice = |byte: u8| class.as_bytes().windows(2).position(|pair| pair == [byte, byte]);
    let without_modifier = match twice(b'-') {
        Some(0) | None => class,
        Some(start) => &class[..start],
    };
    let mut parts: Vec<&str> = match twice(b'_') {
        Some(_) => without_modifier.split("__").filter(|part| !part.is_empty()).collect(),
        None => vec![without_modifier],
    };
    let is_module = |parts: &[&str]| {
        // The file's name, the class and five letters.
        matches!(parts, [name, hash] if name.starts_with(|c: char| c.is_ascii_uppercase()) && name.contains('_') && hash.len() == 5)
    };
    if parts.len() > 1 && (is_module(&parts) || parts.last().is_some_and(|last| is_hash(last))) {
        parts.pop();
    } else if parts.len() > 1 {
        parts.drain(..parts.len() - 1);
    }
    // `SummaryItem-eapJVq`: a component's name and a hash.
    let is_component = class.starts_with(|c: char| c.is_ascii_uppercase()) && class.contains('-');
    let has_inner_capital = |part: &str| part.bytes().skip(1).any(|byte| byte.is_ascii_uppercase());
    let mut words = Vec::new();
    for (index, part) in
        parts.iter().flat_map(|part| part.split(['-', '_'])).filter(|part| !part.is_empty()).enumerate()
    {
        if index > 0 && is_component && has_inner_capital(part) {
            continue;
        }
        if part.chars().all(|c| c.is_ascii_digit()) {
            continue;
        }
        if is_hash(part) {
            // `button-a8Xk2` is still a button, but a hash alone is nothing.
            continue;
        }
        // `price2` is the second price.
        let part = part.trim_end_matches(|c: char| c.is_ascii_digit());
        words.extend(camel_pieces(part).map(str::to_lowercase));
    }
    words
}

/// The name that a class gives: its words without those of the block and those that say nothing.
pub(super) fn clean(class: &str, block: &[String]) -> Option<String> {
    if vocabulary::MEASURES.contains(&class) {
        return Some(class.to_string());
    }
    if is_utility(class) || vocabulary::is_for_readers(class) {
        return None;
    }
    let mut words = split(class);
    let n_words = words.len();
    if words.iter().any(|word| vocabulary::LOOKS.contains(&word.as_str())) {
        return None;
    }
    // The block's words at the start; a class that has no others is the block itself.
    let n_block = words.iter().take_while(|word| block.contains(word)).count();
    words.drain(..n_block);
    // `title-metadata` is what stands beside the title.
    let says_beside = |word: &&String| matches!(word.as_str(), "meta" | "metadata");
    if words.iter().rev().take_while(|word| vocabulary::is_generic(word)).any(|word| says_beside(&word)) {
        return None;
    }
    words.retain(|word| !vocabulary::is_generic(word));
    for word in &mut words {
        if let Some(full) = vocabulary::full_form(word) {
            *word = full.to_string();
        }
    }
    words.dedup();
    if words.is_empty() || words.len() > MAX_WORDS - 1 || n_words > 2 * MAX_WORDS {
        return None;
    }
    let name = words.join("_");
    let n_letters = name.chars().filter(|c| c.is_alphabetic()).count();
    (n_letters >= 2 && name.chars().count() <= MAX_CHARS).then_some(name)
}

/// Whether all parts of a class in lower case say nothing: a quick look that saves most classes of a framework from
/// being taken apart.
fn is_utility(class: &str) -> bool {
    let says_nothing = |part: &str| {
        let is_short = part.len() <= 2 && !vocabulary::SHORT_WORDS.contains(&part);
        is_short || vocabulary::is_generic(part) || part.bytes().all(|byte| byte.is_ascii_digit())
    };
    class.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && class.split('-').all(says_nothing)
}

/// The pieces of `camelCase`. Capitals in a row are one piece: `imageURL` is `image` and `URL`.
fn camel_pieces(part: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    let mut previous: Option<char> = None;
    let mut pieces = Vec::new();
    for (index, c) in part.char_indices() {
        let is_lower_before = previous.is_some_and(|previous| previous.is_lowercase() || previous.is_numeric());
        if c.is_uppercase() && is_lower_before {
            pieces.push(&part[start..index]);
            start = index;
        } else if c.is_lowercase()
            && previous.is_some_and(char::is_uppercase)
            && let Some((last, _)) = part[start..index].char_indices().next_back()
            && last > 0
        {
            pieces.push(&part[start..start + last]);
            start += last;
        }
        previous = Some(c);
    }
    pieces.push(&part[start..]);
    pieces.into_iter().filter(|piece| !piece.is_empty())
}

/// Whether no person wrote this: letters mixed with digits, scattered capitals, no vowel.
fn is_hash(part: &str) -> bool {
    if !part.is_ascii() {
        return false;
    }
    let n_digits = part.bytes().filter(u8::is_ascii_digit).count();
    if n_digits > 0 {
        // `price2` and `h3` are numbered words, `a8Xk2` is not.
        let stem = part.trim_end_matches(|c: char| c.is_ascii_digit());
        return stem.bytes().any(|byte| byte.is_ascii_digit()) || part.len() - stem.len() > 2 || is_hash(stem);
    }
    if part.len() <= 2 {
        return part.len() == 1 || !vocabulary::SHORT_WORDS.contains(&part.to_ascii_lowercase().as_str());
    }
    let has_mixed_case =
        part.bytes().skip(1).any(|byte| byte.is_ascii_uppercase()) && part.bytes().any(|b| b.is_ascii_lowercase());
    if has_mixed_case {
        let mut n_short = 0;
        let mut n_pieces = 0;
        for piece in camel_pieces(part) {
            n_pieces += 1;
            let is_known = vocabulary::SHORT_WORDS.contains(&piece.to_ascii_lowercase().as_str());
            if piece.len() == 1 || (!is_known && lacks_vowel(piece)) {
                return true;
            }
            n_short += usize::from(piece.len() == 2 && !is_known);
        }
        return 2 * n_short >= n_pieces;
    }
    lacks_vowel(part)
}

fn lacks_vowel(word: &str) -> bool {
    word.len() >= 3
        && !word.bytes().any(|byte| matches!(byte.to_ascii_lowercase(), b'a' | b'e' | b'i' | b'o' | b'u' | b'y'))
        && vocabulary::full_form(&word.to_ascii_lowercase()).is_none()
        && !vocabulary::SHORT_WORDS.contains(&word.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::{clean, snake_case};

    #[track_caller]
    fn check(class: &str, block: &[&str], expect: Option<&str>) {
        let block: Vec<String> = block.iter().map(|&word| word.to_string()).collect();
        assert_eq!(clean(class, &block).as_deref(), expect, "{class}");
    }

    #[test]
    fn programmers_names_are_taken_apart() {
        check("story__text", &[], None);
        check("search-result__snippet", &[], Some("snippet"));
        check("prodName", &["prod"], Some("name"));
        check("prodName", &[], Some("product_name"));
        check("hotel_name", &[], Some("hotel_name"));
        check("imageURL", &[], Some("image_url"));
        check("price2", &[], Some("price"));
        check("card__price--sale", &[], Some("price"));
        check("entry-title-wrapper", &["entry"], Some("title"));
        check("size", &[], Some("size"));
        check("size-small", &[], None);
        check("titre-produit", &[], Some("titre_produit"));
        check("название", &[], Some("название"));
    }

    #[test]
    fn what_says_nothing_gives_no_name() {
        for class in [
            "col-xs-6",
            "wrapper",
            "text-md",
            "css-1x2y3z",
            "sc-bdVaJa",
            "md:w-1/2",
            "flex",
            "YB-z",
            "hOxTD",
            "VwiC3b",
            "is-active",
            "clearfix",
            "mt-2",
            "font-bold",
            "jsx-38949707",
            "_3xKq",
            "yuRUbf",
            "text-gray-500",
            "has-serif-font-family",
            "sr-only",
            "u-text-sr-only",
            "title-metadata-item",
        ] {
            check(class, &[], None);
        }
    }

    #[test]
    fn a_css_module_keeps_the_class_and_loses_its_hash() {
        check("Products_price__ACYq_", &["products"], Some("price"));
        check("Reviews_link__SpfpH", &["products"], Some("reviews"));
        check("Products_stock__Cqywo", &["products"], Some("stock"));
        check("Products_sku__hOxTD", &["products"], Some("sku"));
        check("RubricName-eXqzKt", &[], Some("rubric_name"));
        check("SectionTitle-iavHej", &[], Some("title"));
    }

    #[test]
    fn labels_become_snake_case() {
        assert_eq!(snake_case("Price (EUR)").as_deref(), Some("price_eur"));
        assert_eq!(snake_case("Date d’entrée").as_deref(), Some("date_dentrée"));
        assert_eq!(snake_case("#"), None);
        assert_eq!(snake_case("a sentence that is much too long to name"), None);
    }
}
