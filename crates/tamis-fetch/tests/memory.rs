//! Memory does not grow with the archive. In a process of its own, as the most that a process used is what is looked at.

#![cfg(target_os = "linux")]

mod fixtures;

use fixtures::{members, pages, plain, zstd};
use std::io::{self, Read};
use tamis_fetch::warc::{Archive, ReadOptions};

/// Repeats its bytes again and again.
struct Repeated {
    bytes: Vec<u8>,
    position: usize,
    rest: usize,
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_bytes = buffer.len().min(self.bytes.len() - self.position).min(self.rest);
        buffer[..n_bytes].copy_from_slice(&self.bytes[self.position..self.position + n_bytes]);
        self.position = (self.position + n_bytes) % self.bytes.len();
        self.rest -= n_bytes;
        Ok(n_bytes)
    }
}

fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a process uses memory");
    line.trim().trim_end_matches(" kB").parse().expect("it is a number")
}

#[test]
fn a_long_archive_takes_no_more_memory_than_a_short_one() {
    let read = |bytes: &[u8], n_times: usize| {
        let reader = Repeated { bytes: bytes.to_vec(), position: 0, rest: bytes.len() * n_times };
        let mut archive = Archive::read("test", reader, ReadOptions::default()).expect("it is an archive");
        let n_pages = archive.by_ref().flatten().count();
        assert_eq!((n_pages, archive.statistics().damaged), (500 * n_times, 0));
        archive.statistics().decoded_bytes
    };
    let records = pages(500);
    let forms = [members(&records).concat(), plain(&records).iter().flat_map(|record| zstd(record)).collect()];
    let plain = plain(&records).concat();
    for bytes in forms.iter().chain([&plain]) {
        let _ = read(bytes, 10);
        let before = most_memory();
        let n_bytes = read(bytes, 300);
        assert!(n_bytes > 100 << 20, "{n_bytes} bytes are much");
        let grown = most_memory() - before;
        assert!(grown < 1 << 10, "{grown} kB more for {n_bytes} bytes");
    }
}
