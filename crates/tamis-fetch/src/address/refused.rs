//! How a refusal is said.

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
