//! Crawls against a server on loopback.

#[path = "../server/mod.rs"]
mod server;

mod children;
mod frontier;
mod kills;
mod pages;
mod politeness;
mod several;
mod shop;
mod visit;
