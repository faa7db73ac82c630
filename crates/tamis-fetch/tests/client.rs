//! The client against a server on loopback that answers in every way a server can.

#![allow(clippy::unwrap_used)]

#[path = "client/answers.rs"]
mod answers;
#[path = "client/caching.rs"]
mod caching;
#[path = "client/credentials.rs"]
mod credentials;
#[path = "client/mutations.rs"]
mod mutations;
#[path = "client/proxies.rs"]
mod proxies;
#[path = "client/redirects.rs"]
mod redirects;
#[path = "client/refusals.rs"]
mod refusals;
#[path = "client/retries.rs"]
mod retries;
mod server;
#[path = "client/tls.rs"]
mod tls;
