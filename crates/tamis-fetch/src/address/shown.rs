//! Texts in the place of an address, in messages.

/// What was typed in the place of an address, as it may be shown: without what could be a name and a password. That is all
/// before the last `@`: a text that is no address has no parts that one could rely on.
///
/// ```
/// assert_eq!(tamis_fetch::address::shown("https://anna:s3/cret@shop.example:bad/"), "https://shop.example:bad/");
/// ```
pub fn shown(text: &str) -> String {
    let Some((_, rest)) = text.rsplit_once('@') else { return text.to_owned() };
    // The scheme helps to see what was meant. Of others nobody knows whether they are one.
    let starts_with = |scheme: &&&str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let scheme = ["http://", "https://", "ftp://"].iter().find(starts_with).copied().unwrap_or_default();
    format!("{scheme}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_a_password_is_not_shown() {
        for text in [
            "https://anna:s3/cret@shop.example/",
            "https://anna:s3?cret@shop.example/",
            "https://anna:s3#cret@shop.example/",
            "https://anna:s3@cret@shop.example/",
            "HTTPS://s3cret@shop.example/",
            "https://anna:s3cret@a.example/ https://bert:s3cret@shop.example/",
        ] {
            assert_eq!(shown(text), "https://shop.example/", "{text}");
        }
        assert_eq!(shown("https:/anna:s3cret@shop.example"), "shop.example");
        assert_eq!(shown("anna:s3cret@shop.example"), "shop.example");
        assert_eq!(shown("https://ghp_token@shop.example:bad/"), "https://shop.example:bad/");
        assert_eq!(shown("https://shop.example:bad/"), "https://shop.example:bad/");
    }
}
