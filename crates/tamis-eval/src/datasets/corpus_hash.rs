//! One number for the content of a data set, so that a pinned figure names the pages that it was measured on.

use super::PageCase;
use anyhow::Context as _;
use std::fs;

/// The 64-bit FNV-1a hash of the names, pages and truths of all cases, in their order.
///
/// # Errors
/// If a file cannot be read.
pub fn corpus_hash(cases: &[PageCase]) -> anyhow::Result<u64> {
    let mut hash = Fnv::default();
    for case in cases {
        hash.add(case.id.as_bytes());
        for file in [case.page_file(), case.truth_file()] {
            hash.add(&fs::read(&file).with_context(|| format!("reading {}", file.display()))?);
        }
    }
    Ok(hash.0)
}

struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Adds bytes and their number, so that moving a byte from one file to the next changes the hash.
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes.iter().chain(&bytes.len().to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_depends_on_names_and_bytes_and_not_on_the_path() -> anyhow::Result<()> {
        let make = |page: &str, body: &str| -> anyhow::Result<u64> {
            let directory = tempfile::tempdir()?;
            let folder = directory.path().join(page);
            fs::create_dir(&folder)?;
            fs::write(folder.join("page.html"), body)?;
            fs::write(folder.join("truth.json"), "{}")?;
            corpus_hash(&crate::datasets::cases(directory.path())?)
        };
        assert_eq!(make("a", "x")?, make("a", "x")?);
        assert_ne!(make("a", "x")?, make("b", "x")?);
        assert_ne!(make("a", "x")?, make("a", "y")?);
        Ok(())
    }
}
