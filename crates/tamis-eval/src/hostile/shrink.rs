//! The least of some bytes that still does it.

/// Takes away as much as it can while `still_fails`. At most so many tries, because each may be slow.
pub(super) fn shrink(bytes: &[u8], max_tries: usize, mut still_fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut smallest = bytes.to_vec();
    let mut n_tries = 0;
    let mut size = smallest.len().div_ceil(2);
    while size > 0 && n_tries < max_tries {
        let mut at = 0;
        let mut has_shrunk = false;
        while at < smallest.len() && n_tries < max_tries {
            let mut less = smallest.clone();
            less.drain(at..(at + size).min(smallest.len()));
            n_tries += 1;
            if still_fails(&less) {
                smallest = less;
                has_shrunk = true;
            } else {
                at += size;
            }
        }
        // One byte at a time is done until nothing more goes.
        if size > 1 || !has_shrunk {
            size /= 2;
        }
    }
    smallest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_goes() {
        let page = b"<ul><li>One<li>Two</ul><p>Before<b>bang</b>after";
        assert_eq!(shrink(page, 1000, |less| less.windows(4).any(|part| part == b"bang")), b"bang");
        assert_eq!(shrink(page, 0, |_| true), page);
    }
}
