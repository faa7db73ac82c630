#![no_main]

// Any bytes are rules for robots: they are read, and every address is allowed or not, the same each time.
libfuzzer_sys::fuzz_target!(|data: &[u8]| tamis_fetch::fuzzing::robots(data));
