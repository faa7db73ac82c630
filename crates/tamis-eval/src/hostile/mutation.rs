//! Accidents that befall a page: the same for the same seed, on every machine.

use crate::random::Random;

/// What pages are made from.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    pages: Vec<Vec<u8>>,
}

impl Sources {
    /// Pages to spoil; empty ones are left out.
    pub fn new(pages: impl IntoIterator<Item = Vec<u8>>) -> Sources {
        Sources { pages: pages.into_iter().filter(|page| !page.is_empty()).collect() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }
}

/// Markup that changes how everything after it is read, or how everything is laid out. Each is put in once or many
/// times, anywhere, also into the middle of a tag.
const FRAGMENTS: [&str; 44] = [
    "<table>",
    "</table>",
    "<tr><td>",
    "</b></i>",
    "<b><p>",
    "<a href='?'>",
    "</p></div>",
    "<li><a href=/l>Lamp</a> <b>12,00 €</b>",
    "<ul>",
    "<dl><dt>",
    "<select><option>",
    "<svg><foreignObject>",
    "<math><annotation-xml encoding=text/html>",
    "<template>",
    "</template>",
    "<frameset>",
    "<plaintext>",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "<![CDATA[",
    "<textarea>",
    "<title>",
    "<noscript>",
    "<iframe srcdoc='&lt;ul>&lt;li>a&lt;li>b'>",
    "<td colspan=1000 rowspan=65534>",
    "<main><article><h1>",
    "<nav><a>",
    "<meta charset=utf-16>",
    "<base href='//[::1'>",
    "<link rel=next href=?page=2>",
    "<script type=application/ld+json>{\"@type\":[\"Product\",{\"@id\":",
    "<div itemscope itemtype=https://schema.org/Offer itemprop=offers>",
    "<time datetime=9999-99-99>",
    "<div style='display:none'>",
    "<p hidden>",
    "<img srcset='a 1e9w, b -1x,,' width=1e9>",
    "&#x110000;&ampamp;&",
    "\u{202e}\u{feff}\u{200b}",
    "１２３，４５６ 円 ",
    "31/12/99 25:61 ",
    "\0",
    "ﷺ e\u{301}\u{301}👩\u{200d}👩 ",
];

/// A page made from the sources by accidents; of at most about `max_bytes`.
///
/// # Panics
/// Without a source.
pub fn mutated(sources: &Sources, seed: u64, max_bytes: usize) -> Vec<u8> {
    // Neighbouring seeds must not be the same stream a step apart.
    let mut random = Random::new(seed_of(&seed.to_le_bytes()));
    let random = &mut random;
    let from = &sources.pages[random.below(sources.pages.len())];
    let mut page = piece(from, max_bytes, random);
    let n_accidents = [0, 1, 1, 2, 3, 5, 8, 20][random.below(8)];
    for _ in 0..n_accidents {
        let other = &sources.pages[random.below(sources.pages.len())];
        befall(&mut page, other, random);
        page.truncate(max_bytes);
    }
    page
}

/// A number that stands for the bytes (FNV-1a).
pub(super) fn seed_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// One accident.
fn befall(page: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let at = random.below(page.len() + 1);
    let to = (at + 1 + length(random)).min(page.len());
    match random.below(12) {
        0 => drop(page.drain(at..to.max(at))),
        1 => {
            let again = page[at..to.max(at)].repeat(1 + random.below(12));
            page.splice(at..at, again);
        }
        2 => drop(page.splice(at..to.max(at), piece(other, 400, random))),
        3 | 4 => {
            let times = [1, 1, 2, 7, 40][random.below(5)];
            let fragment = random.pick(&FRAGMENTS).repeat(times);
            page.splice(at..at, fragment.into_bytes());
        }
        5 => page.truncate(at),
        6 => {
            if let Some(byte) = page.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        7 => {
            let noise: Vec<u8> = (0..length(random)).map(|_| random.below(256) as u8).collect();
            page.splice(at..at, noise);
        }
        8 => page[at..to.max(at)].reverse(),
        9 | 10 => move_tag(page, at, random),
        _ => page.rotate_left(at),
    }
}

/// Mostly a few bytes, seldom many.
fn length(random: &mut Random) -> usize {
    let most = [2, 8, 40, 200, 1500][random.below(5)];
    random.below(most)
}

/// Takes the tag after a place away, and puts it down somewhere else as often as it comes.
fn move_tag(page: &mut Vec<u8>, after: usize, random: &mut Random) {
    /// What is longer is no tag.
    const LONGEST: usize = 200;
    let Some(start) = page[after..].iter().position(|&byte| byte == b'<').map(|at| after + at) else { return };
    let inside = &page[start..page.len().min(start + LONGEST)];
    let Some(end) = inside.iter().position(|&byte| byte == b'>').map(|at| start + at + 1) else { return };
    let tag = page.drain(start..end).collect::<Vec<u8>>();
    let to = random.below(page.len() + 1);
    page.splice(to..to, tag.repeat([0, 1, 2, 30][random.below(4)]));
}

/// Some part of a page; all of a small one half of the time.
fn piece(from: &[u8], longest: usize, random: &mut Random) -> Vec<u8> {
    if from.len() <= longest && random.one_in(2) {
        return from.to_vec();
    }
    let start = random.below(from.len().max(1));
    let end = (start + random.below(longest.max(1))).min(from.len());
    from.get(start..end).unwrap_or(&[]).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_page_and_another_seed_another() {
        let sources = Sources::new([b"<ul><li>One<li>Two<li>Three</ul>".to_vec(), b"<p>Text".to_vec()]);
        let pages: Vec<_> = (0..200).map(|seed| mutated(&sources, seed, 1000)).collect();
        assert_eq!(pages, (0..200).map(|seed| mutated(&sources, seed, 1000)).collect::<Vec<_>>());
        let distinct: std::collections::BTreeSet<_> = pages.iter().collect();
        assert!(distinct.len() > 120, "{} of 200 pages are distinct", distinct.len());
        assert!(pages.iter().all(|page| page.len() <= 1000));
    }
}
