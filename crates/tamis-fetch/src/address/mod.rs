//! Which addresses may be asked.
//!
//! A page, a redirect, a sitemap or a name server can name any address, also one that only this machine or its network can
//! reach: the settings of a router, the keys that a cloud hands to its machines. So nothing is asked before an
//! [`AddressPolicy`] has looked at it twice: at the address as it is written ([`AddressPolicy::check_url`]) and at every IP
//! address that its name leads to ([`resolve_checked`]). What comes out of the second look is what is connected to. Asking
//! the name server again in between would let it change its answer.
//!
//! | file | question |
//! |---|---|
//! | `policy.rs` | may this be asked? |
//! | `ranges.rs`, `inside_ipv6.rs` | which IP addresses are not of the public network? |
//! | `names.rs`, `ports.rs` | which names and ports are never asked? |
//! | `resolve.rs` | where does a name lead, and may all of that be asked? |
//! | `refused.rs` | how is a refusal said? |
//! | `shown.rs` | what of a text that is no address may be shown? |

mod policy;
mod ranges;
mod refused;
mod resolve;

pub use policy::{AddressPolicy, without_credentials};
pub use refused::shown;
pub use refused::{Refused, RefusedBecause};
#[cfg(feature = "network")]
pub(crate) use resolve::MAX_BESIDE_PROXY;
pub use resolve::{Resolve, ResolveError, SystemResolver, resolve_checked};
