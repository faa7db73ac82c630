//! The client against a server on loopback that answers in every way a server can.

#[path = "client/answers.rs"]
mod answers;
mod server;
