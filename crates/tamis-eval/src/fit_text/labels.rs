//! How much of each block is main content, by aligning its words with the true text.

use crate::metrics::letter_words;
use std::collections::HashMap;

/// The words of a text, lower case, as the referee divides it.
pub(super) fn words(text: &str) -> Vec<String> {
    letter_words(&text.to_lowercase()).map(str::to_owned).collect()
}

/// A block to be labelled.
pub(super) struct Unlabelled<'a> {
    pub(super) words: &'a [String],
    /// Blocks that can be seen have the first claim on the true text.
    pub(super) is_hidden: bool,
}

/// Runs of this many words are enough to know a place in the text; shorter blocks are matched by their neighbours.
const RUN: usize = 4;
/// A short block has its place between two longer ones that are not further apart than this many words.
const NEAR: usize = 300;
/// Where only one of them is known, the block is not further away than this.
const CLOSE: usize = 60;

/// The share of each block's words that stands in the true text, in runs and in order; each word of the text is given to
/// one block only.
pub(super) fn shares(blocks: &[Unlabelled<'_>], truth: &str) -> Vec<f32> {
    let mut text = Text::of(truth);
    let numbers: Vec<Vec<Option<u32>>> = blocks.iter().map(|block| text.numbers_of(block.words)).collect();
    let mut shares = vec![0.0; blocks.len()];
    let mut places: Vec<Option<(usize, usize)>> = vec![None; blocks.len()];
    let mut order: Vec<usize> = (0..blocks.len()).filter(|&idx| numbers[idx].len() >= RUN).collect();
    order.sort_by_key(|&idx| (blocks[idx].is_hidden, idx));
    let mut near = 0;
    for idx in order {
        let found = text.take_runs(&numbers[idx], near);
        near = found.last().map_or(near, |last| last + 1);
        shares[idx] = found.len() as f32 / numbers[idx].len() as f32;
        if 2 * found.len() >= numbers[idx].len() {
            places[idx] = found.iter().min().copied().zip(found.iter().max().copied());
        }
    }
    let mut next_places = places.clone();
    for idx in (0..blocks.len().saturating_sub(1)).rev() {
        if next_places[idx].is_none() || blocks[idx].is_hidden {
            next_places[idx] = next_places[idx + 1];
        }
    }
    let mut previous = None;
    for idx in 0..blocks.len() {
        if places[idx].is_none() && (1..RUN).contains(&numbers[idx].len()) {
            let next = next_places.get(idx + 1).copied().flatten();
            places[idx] = text.take_short(&numbers[idx], previous, next.map(|(start, _)| start));
            shares[idx] = if places[idx].is_some() { 1.0 } else { 0.0 };
        }
        if let Some((_, end)) = places[idx].filter(|_| !blocks[idx].is_hidden) {
            previous = Some(end);
        }
    }
    shares
}

/// The true text, word by word, and what of it is taken.
struct Text {
    numbers: Vec<u32>,
    is_taken: Vec<bool>,
    /// Where lines begin, and the end.
    begins_line: Vec<bool>,
    known: HashMap<String, u32>,
    runs: HashMap<[u32; RUN], Vec<usize>>,
    places: HashMap<u32, Vec<usize>>,
}

impl Text {
    fn of(truth: &str) -> Text {
        let (mut numbers, mut begins_line) = (Vec::new(), Vec::new());
        let (mut known, mut places) = (HashMap::new(), HashMap::<u32, Vec<usize>>::new());
        for line in truth.lines() {
            for (position, word) in words(line).into_iter().enumerate() {
                let new = known.len() as u32;
                let number = *known.entry(word).or_insert(new);
                places.entry(number).or_default().push(numbers.len());
                numbers.push(number);
                begins_line.push(position == 0);
            }
        }
        begins_line.push(true);
        let mut runs: HashMap<[u32; RUN], Vec<usize>> = HashMap::new();
        for (start, run) in numbers.windows(RUN).enumerate() {
            let run: [u32; RUN] = run.try_into().expect("invariant: a window has its length");
            runs.entry(run).or_default().push(start);
        }
        Text { is_taken: vec![false; numbers.len()], numbers, begins_line, known, runs, places }
    }

    fn numbers_of(&self, words: &[String]) -> Vec<Option<u32>> {
        words.iter().map(|word| self.known.get(word).copied()).collect()
    }

    /// Takes the runs of a block that stand in the text, of several places the nearest; gives the places.
    fn take_runs(&mut self, block: &[Option<u32>], mut near: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut position = 0;
        while position + RUN <= block.len() {
            let Some(start) = self.free_run(&block[position..position + RUN], near) else {
                position += 1;
                continue;
            };
            let mut end = start;
            while end < self.numbers.len()
                && position < block.len()
                && block[position] == Some(self.numbers[end])
                && !self.is_taken[end]
            {
                self.is_taken[end] = true;
                found.push(end);
                (end, position) = (end + 1, position + 1);
            }
            near = end;
        }
        found
    }

    fn free_run(&self, run: &[Option<u32>], near: usize) -> Option<usize> {
        let run: [Option<u32>; RUN] = run.try_into().ok()?;
        let [Some(first), Some(second), Some(third), Some(fourth)] = run else { return None };
        let starts = self.runs.get(&[first, second, third, fourth])?;
        let is_free = |start: &&usize| !self.is_taken[**start] && !self.is_taken[**start + RUN - 1];
        starts.iter().filter(is_free).min_by_key(|start| start.abs_diff(near)).copied()
    }

    /// Takes a block of few words: a line of its own, or between the places of its neighbours.
    fn take_short(
        &mut self,
        block: &[Option<u32>],
        previous: Option<usize>,
        next: Option<usize>,
    ) -> Option<(usize, usize)> {
        let block: Vec<u32> = block.iter().copied().collect::<Option<_>>()?;
        let mut best: Option<((u8, usize), usize)> = None;
        for &start in self.places.get(block.first()?)? {
            let end = start + block.len();
            let is_there =
                self.numbers.get(start..end) == Some(&block[..]) && !self.is_taken[start..end].contains(&true);
            if !is_there {
                continue;
            }
            let is_line = self.begins_line[start] && self.begins_line[end];
            let is_between = previous.is_none_or(|previous| start >= previous) && next.is_none_or(|next| start <= next);
            let is_near = match (previous, next) {
                (Some(previous), Some(next)) => next >= previous && next - previous < NEAR,
                (Some(previous), None) => start < previous + CLOSE,
                (None, Some(next)) => start + CLOSE > next,
                (None, None) => false,
            };
            let cost = match (is_line, is_between && is_near) {
                (true, _) if is_between => 0,
                (false, true) => 1,
                (true, _) => 2,
                (false, false) => continue,
            };
            let key = (cost, previous.map_or(start, |previous| start.abs_diff(previous)));
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, start));
            }
        }
        let (_, start) = best?;
        let end = start + block.len();
        self.is_taken[start..end].fill(true);
        Some((start, end - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labelled(blocks: &[&str], truth: &str) -> Vec<f32> {
        let words: Vec<Vec<String>> = blocks.iter().map(|block| words(block)).collect();
        let blocks: Vec<Unlabelled<'_>> = words.iter().map(|words| Unlabelled { words, is_hidden: false }).collect();
        shares(&blocks, truth)
    }

    #[test]
    fn a_block_has_the_share_of_its_words_that_is_in_the_text() {
        let truth = "The lamp stands on the desk.\nIt is made of steel and glass.";
        let shares = labelled(
            &[
                "Home",
                "The lamp stands on the desk.",
                "Made of steel and glass by us, who sell it",
                "Contact us now please",
            ],
            truth,
        );
        assert_eq!(shares, [0.0, 1.0, 0.5, 0.0]);
    }

    #[test]
    fn a_text_is_given_to_one_block_only() {
        let text = "The lamp stands on the desk.";
        assert_eq!(labelled(&[text, text], text), [1.0, 0.0]);
    }

    #[test]
    fn short_blocks_are_lines_of_their_own_or_between_their_neighbours() {
        let truth = "One lamp for every desk\nSteel\nAnother lamp for every wall, in glass";
        let blocks = ["Glass", "One lamp for every desk", "Steel", "Another lamp for every wall, in glass", "Steel"];
        assert_eq!(labelled(&blocks, truth), [0.0, 1.0, 1.0, 1.0, 0.0]);
    }
}
