//! The client against a server on loopback that answers in every way a server can.

#[path = "client/answers.rs"]
mod answers;
#[path = "client/caching.rs"]
mod caching;
#[path = "client/credentials.rs"]
mod credentials;
#[path = "client/proxies.rs"]
mod proxies;
#[path = "client/redirects.rs"]
mod redirects;
#[path = "client/refusals.rs"]
mod refusals;
#[path = "client/retries.rs"]
mod retries;
mod server;
