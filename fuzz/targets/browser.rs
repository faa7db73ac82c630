#![no_main]

// Any bytes on the pipe from the browser are messages or skipped.
libfuzzer_sys::fuzz_target!(|data: &[u8]| tamis_render_chromium::fuzzing::messages(data));
