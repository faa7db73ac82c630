//! A proxy on this machine that asks only what may be asked: for a browser, whose own requests nobody else sees.
//!
//! A browser resolves names itself, follows redirects itself and opens sockets for scripts. Started with this proxy and no
//! other way out, each of its connections begins here with the name of a host. It is resolved once, every answer is checked
//! ([`resolve_checked`](crate::address::resolve_checked)), and the connection goes to what was checked; a name server that
//! changes its answer afterwards changes nothing. Everything else is answered with 403 and the reason, in the field
//! `Tamis-Refused`: a body would be shown in the frame that asked.
//!
//! It listens on loopback and serves the user that started it and nobody else (`peer.rs`; where the system tells whose a
//! connection is, which is on Linux). A password would be weaker: browsers cannot be given one when they start, and send
//! the first request of a page, which may be a socket of a script, without. What it does not serve at all is requests for
//! itself, which are what pages in other browsers of this machine can send.
//!
//! | file | question |
//! |---|---|
//! | `server.rs` | who comes, how many, and how does it end? |
//! | `peer.rs` | is this a program of the same user? |
//! | `request.rs`, `head.rs` | what is asked, and is it well-formed? |
//! | `exchange.rs` | may it be asked, and what comes back? |
//! | `tunnel.rs` | bytes in both directions until nobody says anything any more |
//! | `upstream.rs` | does another proxy stand between us and the network? |
//!
//! Where the variables `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` name another proxy, requests go through that
//! one after the check. It resolves names itself, so against answers that change between our check and its own there is
//! nothing that we could do; and a name that we cannot resolve is left to it, after the checks that need no answer.

mod exchange;
mod head;
mod server;
mod tunnel;

pub use crate::proxies::Proxies;
pub use server::FilteringProxy;
pub use server::ProxyOptions;
