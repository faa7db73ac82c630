//! What stands where an address should.

use url::Url;

/// What was found in the place of an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Address {
    /// An address that can be asked.
    Page(Url),
    /// `mailto:`, `ftp:`, `javascript:` and the like.
    OtherScheme,
    /// None.
    None,
}

/// No server takes a longer one. One that is multiplied by the entries of a listing would fill any memory.
pub(super) const MAX_ADDRESS_BYTES: usize = 8 << 10;

/// Reads an address, relative to `base` if there is one.
pub(super) fn address(text: &str, base: Option<&Url>) -> Address {
    let text = text.trim();
    // Nothing is not the address of the listing itself.
    if text.is_empty() || text.len() > MAX_ADDRESS_BYTES {
        return Address::None;
    }
    let is_long = |base: &Url| base.as_str().len() > MAX_ADDRESS_BYTES;
    if base.is_some_and(is_long) && !text.starts_with('/') && !text.contains("://") {
        return Address::None;
    }
    match Url::options().base_url(base).parse(text) {
        Ok(url) if !matches!(url.scheme(), "http" | "https") => Address::OtherScheme,
        Ok(url) if url.has_host() && url.as_str().len() <= MAX_ADDRESS_BYTES => Address::Page(url),
        _ => Address::None,
    }
}

/// Reads a line that is an address and nothing else.
pub(super) fn address_alone(line: &str) -> Address {
    // The standard takes almost anything for an address: `note:see` is one, and `http:a b` another.
    if line.contains("://") && !line.contains(char::is_whitespace) { address(line, None) } else { Address::None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_browsers_read_it() {
        let base = Url::parse("https://shop.example/maps/all.xml").unwrap();
        let page = |text: &str| match address(text, Some(&base)) {
            Address::Page(url) => url.to_string(),
            Address::OtherScheme => "other".into(),
            Address::None => "none".into(),
        };
        assert_eq!(page(" \n/a b\n"), "https://shop.example/a%20b");
        assert_eq!(page("b?c=d"), "https://shop.example/maps/b?c=d");
        assert_eq!(page("//other.example"), "https://other.example/");
        assert_eq!(page("http://ümlaut.example/"), "http://xn--mlaut-jva.example/");
        assert_eq!(page("mailto:a@shop.example"), "other");
        assert_eq!(page("file:///etc/passwd"), "other");
        assert_eq!(page("http://"), "none");
        assert_eq!(page("  "), "none");
    }

    #[test]
    fn a_line_of_prose_is_no_address() {
        assert_ne!(address_alone("https://shop.example/a"), Address::None);
        assert_eq!(address_alone("ftp://shop.example/a"), Address::OtherScheme);
        for line in ["", "shop.example", "note:see", "see https://shop.example/", "https://", "https:// ", "://a", "/a"]
        {
            assert_eq!(address_alone(line), Address::None, "{line}");
        }
    }
}
