//! What a page reaches through a real browser: with the network on only what the proxy lets through, with it off nothing.
//!
//! `TAMIS_SKIP_BROWSER_TESTS=1` leaves these out.
