//! Extended `BCubed` precision and recall of overlapping blocks.

use std::collections::BTreeMap;

/// The blocks that hold an element, by number and in order.
type Signature = Vec<u32>;

/// Precision and recall. `said` and `truth` are for every element the blocks that hold it, in ascending order; `weights`
/// what it weighs.
///
/// For two elements i and j let A be the number of said blocks that hold both, and G that of true ones. The precision of
/// i is the weighted mean of min(A, G) / A over the j with A > 0, i itself included; precision is the weighted mean of it
/// over the elements in any said block. Recall is the same with the roles swapped.
///
/// Elements in the same blocks are one class, and a class is compared only with those that share a block with it.
pub fn bcubed(said: &[Signature], truth: &[Signature], weights: &[u64]) -> (f64, f64) {
    let mut by_signature: BTreeMap<(&[u32], &[u32]), u64> = BTreeMap::new();
    for ((said, truth), weight) in said.iter().zip(truth).zip(weights) {
        *by_signature.entry((said, truth)).or_default() += weight;
    }
    let classes: Vec<Class<'_>> =
        by_signature.into_iter().map(|((said, truth), weight)| Class { said, truth, weight }).collect();
    let by_said = Side::of(&classes, |class| class.said);
    let by_truth = Side::of(&classes, |class| class.truth);
    let (mut precision, mut recall) = (Mean::default(), Mean::default());
    let mut seen = Stamps::new(classes.len());
    for class in &classes {
        let (mut good_precision, mut good_recall) = (0.0, 0.0);
        if !class.said.is_empty() && !class.truth.is_empty() {
            // A good pair shares a block on both sides, so it is found from either: from the one with fewer candidates.
            let (side, blocks) = if by_said.n_candidates(class.said) <= by_truth.n_candidates(class.truth) {
                (&by_said, class.said)
            } else {
                (&by_truth, class.truth)
            };
            seen.start();
            for &other in blocks.iter().flat_map(|block| &side.classes_of_block[*block as usize]) {
                if !seen.is_first(other) {
                    continue;
                }
                let other = &classes[other as usize];
                let n_said = n_shared(class.said, other.said);
                let n_true = n_shared(class.truth, other.truth);
                if n_said > 0 && n_true > 0 {
                    let good = other.weight as f64 * f64::from(n_said.min(n_true));
                    good_precision += good / f64::from(n_said);
                    good_recall += good / f64::from(n_true);
                }
            }
        }
        precision.add(good_precision, by_said.together(&classes, class.said, &mut seen), class.weight);
        recall.add(good_recall, by_truth.together(&classes, class.truth, &mut seen), class.weight);
    }
    (precision.value(), recall.value())
}

/// Elements in the same said and true blocks.
struct Class<'a> {
    said: &'a [u32],
    truth: &'a [u32],
    weight: u64,
}

/// The classes in each block of one side.
struct Side {
    classes_of_block: Vec<Vec<u32>>,
    weight_of_block: Vec<u64>,
}

impl Side {
    fn of<'a>(classes: &[Class<'a>], signature: impl Fn(&Class<'a>) -> &'a [u32]) -> Side {
        let n_blocks = classes.iter().filter_map(|class| signature(class).last()).max().map_or(0, |&last| last + 1);
        let mut side =
            Side { classes_of_block: vec![Vec::new(); n_blocks as usize], weight_of_block: vec![0; n_blocks as usize] };
        for (idx, class) in classes.iter().enumerate() {
            for &block in signature(class) {
                side.classes_of_block[block as usize].push(idx as u32);
                side.weight_of_block[block as usize] += class.weight;
            }
        }
        side
    }

    fn n_candidates(&self, signature: &[u32]) -> usize {
        signature.iter().map(|&block| self.classes_of_block[block as usize].len()).sum()
    }

    /// The weight of all elements that share a block with an element in these blocks.
    fn together(&self, classes: &[Class<'_>], signature: &[u32], seen: &mut Stamps) -> u64 {
        if let [block] = signature {
            return self.weight_of_block[*block as usize];
        }
        seen.start();
        let near = signature.iter().flat_map(|&block| &self.classes_of_block[block as usize]);
        near.filter(|&&idx| seen.is_first(idx)).map(|&idx| classes[idx as usize].weight).sum()
    }
}

/// Which classes were met since the last start.
struct Stamps {
    stamps: Vec<u32>,
    now: u32,
}

impl Stamps {
    fn new(n_classes: usize) -> Stamps {
        Stamps { stamps: vec![0; n_classes], now: 0 }
    }

    fn start(&mut self) {
        self.now += 1;
    }

    fn is_first(&mut self, class: u32) -> bool {
        std::mem::replace(&mut self.stamps[class as usize], self.now) != self.now
    }
}

/// A weighted mean over the elements that are in a block.
#[derive(Default)]
struct Mean {
    sum: f64,
    weight: u64,
}

impl Mean {
    fn add(&mut self, good: f64, together: u64, weight: u64) {
        if together > 0 {
            self.sum += weight as f64 * good / together as f64;
            self.weight += weight;
        }
    }

    fn value(&self) -> f64 {
        if self.weight == 0 { 0.0 } else { self.sum / self.weight as f64 }
    }
}

/// The number of blocks in both.
fn n_shared(one: &[u32], other: &[u32]) -> u32 {
    let (mut n_shared, mut at) = (0, 0);
    for block in one {
        while other.get(at).is_some_and(|next| next < block) {
            at += 1;
        }
        n_shared += u32::from(other.get(at) == Some(block));
    }
    n_shared
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, pair by pair.
    fn one_by_one(said: &[Signature], truth: &[Signature], weights: &[u64]) -> f64 {
        let (mut sum, mut weight) = (0.0, 0.0);
        for i in (0..said.len()).filter(|&i| !said[i].is_empty()) {
            let near: Vec<usize> = (0..said.len()).filter(|&j| n_shared(&said[i], &said[j]) > 0).collect();
            let good = |&j: &usize| {
                let (n_said, n_true) = (n_shared(&said[i], &said[j]), n_shared(&truth[i], &truth[j]));
                weights[j] as f64 * f64::from(n_said.min(n_true)) / f64::from(n_said)
            };
            let together: u64 = near.iter().map(|&j| weights[j]).sum();
            sum += weights[i] as f64 * near.iter().map(good).sum::<f64>() / together as f64;
            weight += weights[i] as f64;
        }
        if weight > 0.0 { sum / weight } else { 0.0 }
    }

    #[track_caller]
    fn near(got: f64, expect: f64) {
        assert!((got - expect).abs() < 1e-12, "{got} instead of {expect}");
    }

    #[test]
    fn the_toy_of_kiesel_et_al_2020() {
        // Sizes: in the truth alone 12, in both 2 and 1, in the answer alone 1; the answer's segments weigh 3 and 1.
        let said = [vec![], vec![0], vec![1], vec![0]];
        let truth = [vec![0], vec![0], vec![0], vec![]];
        let (precision, recall) = bcubed(&said, &truth, &[12, 2, 1, 1]);
        near(precision, 7.0 / 12.0);
        near(recall, 5.0 / 225.0);
    }

    #[test]
    fn classes_give_what_pairs_give_on_overlapping_blocks() {
        let mut state = 7_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut n_overlapping = 0;
        for _ in 0..300 {
            let n = 1 + random(12);
            let mut signatures = || -> Vec<Signature> {
                (0..n).map(|_| (0..4).filter(|_| random(4) == 0).collect::<Signature>()).collect()
            };
            let (said, truth) = (signatures(), signatures());
            let weights: Vec<u64> = (0..n).map(|_| 1 + random(5)).collect();
            n_overlapping += usize::from(said.iter().chain(&truth).any(|blocks| blocks.len() > 1));
            let (precision, recall) = bcubed(&said, &truth, &weights);
            near(precision, one_by_one(&said, &truth, &weights));
            near(recall, one_by_one(&truth, &said, &weights));
        }
        assert!(n_overlapping > 100, "{n_overlapping} cases have elements in several blocks");
    }

    #[test]
    fn nothing_in_a_block_is_worth_nothing() {
        assert_eq!(bcubed(&[vec![]], &[vec![]], &[1]), (0.0, 0.0));
        assert_eq!(bcubed(&[], &[], &[]), (0.0, 0.0));
    }
}
