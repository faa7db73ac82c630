//! A Chromium on this machine.
