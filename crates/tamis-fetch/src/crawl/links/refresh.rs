//! `<meta http-equiv=refresh content="5; url=…">`, read as the HTML standard does.

/// The address in the content of a refresh, `None` if the page refreshes to itself or the content is not one.
pub(super) fn address(content: &str) -> Option<&str> {
    let rest = content.trim_ascii_start();
    let after_time = rest.trim_start_matches(|character: char| character.is_ascii_digit());
    if after_time.len() == rest.len() && !rest.starts_with('.') {
        return None;
    }
    let rest = after_time.trim_start_matches(|character: char| character.is_ascii_digit() || character == '.');
    let is_separator = |character: char| matches!(character, ';' | ',') || character.is_ascii_whitespace();
    if !rest.starts_with(is_separator) {
        return None;
    }
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix([';', ',']).unwrap_or(rest).trim_ascii_start();
    let rest = after_url_sign(rest).unwrap_or(rest);
    let address = match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => rest[1..].split(quote).next().unwrap_or_default(),
        _ => rest,
    };
    Some(address).filter(|address| !address.is_empty())
}

/// What follows `url=`.
fn after_url_sign(text: &str) -> Option<&str> {
    let (word, rest) = text.split_at_checked(3)?;
    if !word.eq_ignore_ascii_case("url") {
        return None;
    }
    Some(rest.trim_ascii_start().strip_prefix('=')?.trim_ascii_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(content: &str, expect: Option<&str>) {
        assert_eq!(address(content), expect, "{content}");
    }

    #[test]
    fn the_address_is_found_in_every_spelling() {
        check("5; url=/a", Some("/a"));
        check("0;URL='/a b'", Some("/a b"));
        check("0.5 , url = \"/a\" x", Some("/a"));
        check(" 5 /a", Some("/a"));
        check("5;/a", Some("/a"));
        check(".5;url=/a", Some("/a"));
        check("0;url=url", Some("url"));
        check("0; urls", Some("urls"));
        check("5", None);
        check("5;", None);
        check("5; url=", None);
        check("url=/a", None);
        check("5x; url=/a", None);
        check("", None);
    }
}
