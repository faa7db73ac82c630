//! How a refusal is said, and how much of a text that is no address may be shown.

use std::fmt;

/// An address that may not be asked, and why. Holds no credentials.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The name that led to it, if that was another one.
    name: Option<String>,
    what: String,
    kind: &'static str,
    because: RefusedBecause,
}

/// What about an address was not to be asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RefusedBecause {
    /// Neither http nor https.
    Scheme,
    /// The port of another protocol.
    Port,
    /// A name that only the own network knows.
    Name,
    /// An IP address that is not of the public network.
    Address,
}

impl Refused {
    pub(super) fn new(what: &str, kind: &'static str, because: RefusedBecause) -> Refused {
        Refused { name: None, what: what.to_owned(), kind, because }
    }

    /// Notes the name that led to the address.
    pub(super) fn reached_by(mut self, name: &str) -> Refused {
        self.name = Some(name.to_owned());
        self
    }

    /// The kind of address, without the address: for those who are not to know where a name leads.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// What about the address was not to be asked.
    pub fn because(&self) -> RefusedBecause {
        self.because
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refused { name, what, kind, .. } = self;
        match name {
            Some(name) => write!(formatter, "{name} leads to {what}, {kind}"),
            None => write!(formatter, "{what} is {kind}"),
        }
    }
}

impl std::error::Error for Refused {}

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
mod shown_tests {
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
