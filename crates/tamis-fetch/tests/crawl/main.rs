//! Crawls against a server on loopback.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../server/mod.rs"]
mod server;

mod children;
mod credentials;
mod frontier;
mod kills;
mod pages;
mod politeness;
mod several;
mod shop;
mod visit;
