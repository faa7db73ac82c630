//! Why an address gave no page.

use tamis_fetch::address::RefusedBecause;
use tamis_fetch::http::FetchError;
use url::Url;

/// Why an address gave no page. Its words hold no credentials.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AddressError {
    /// There was no answer.
    // Its own words say all of it, with causes.
    #[error("{0}")]
    Fetch(FetchError),
    /// An index of sitemaps names something else.
    #[error("{url} is no list of pages, though an index of sitemaps names it")]
    NotAList {
        /// The address.
        url: Url,
    },
    /// A list of pages names a list of pages, which only an index of sitemaps may do.
    #[error("{url} is no page but a list of pages, inside of another one")]
    ListInList {
        /// The address.
        url: Url,
    },
    /// Too many lists, lists of lists of lists, or too many pages in them. It stands for all that come after it in the same list.
    #[error("{url} is not read: there are more than {limit} {what}")]
    TooManyLists {
        /// The address of the first one that is too many.
        url: Url,
        /// How many there may be.
        limit: usize,
        /// Of what.
        what: &'static str,
    },
    /// An earlier run has done it.
    #[error("{url} is not fetched: it was done before")]
    DoneBefore {
        /// The address.
        url: Url,
    },
    /// The files of a page are more, or take longer, than a page may have.
    #[error("{url} is not fetched: the page has had its share of bytes and time")]
    BeyondShare {
        /// The address of a file.
        url: Url,
    },
    /// The program failed on what came.
    #[error("the program failed on the answer of {url}")]
    Panicked {
        /// The address.
        url: Url,
    },
}

impl AddressError {
    /// Whether the address, or one that it led to, is of this machine or of a private network.
    pub fn is_private(&self) -> bool {
        let AddressError::Fetch(FetchError::Refused { reason, .. }) = self else { return false };
        matches!(reason.because(), RefusedBecause::Address | RefusedBecause::Name)
    }

    /// Whether it may be different the next time.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            AddressError::Fetch(error) => error.is_transient(),
            AddressError::BeyondShare { .. } => true,
            _ => false,
        }
    }

    /// Whether it took too long.
    pub fn is_timeout(&self) -> bool {
        matches!(self, AddressError::Fetch(FetchError::TimedOut { .. }))
    }

    /// Whether the answer is larger than the limit.
    pub fn is_too_large(&self) -> bool {
        matches!(self, AddressError::Fetch(FetchError::TooLarge { .. }))
    }
}

impl From<FetchError> for AddressError {
    fn from(error: FetchError) -> AddressError {
        AddressError::Fetch(error)
    }
}
