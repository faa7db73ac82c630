//! The renderer with a real browser.
//!
//! Where there is none these tests fail and say how to install one; `TAMIS_SKIP_BROWSER_TESTS=1` leaves them out.

mod documents;
mod faults;
mod fixtures;
mod layouts;
mod lifetime;
mod limits;
mod loading;
mod scripts;
