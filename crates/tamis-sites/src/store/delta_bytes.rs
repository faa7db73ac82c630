//! A delta as bytes, so that it can travel: from a worker to whoever merges.
//!
//! Four letters say what it is and a byte in which version; then come the sites and the questions, each once, the
//! templates and the counts. Numbers are written in groups of seven bits, texts with their length before them. Whoever
//! reads checks everything: what comes out is what went in, or an error.

use super::{Counter, Delta, StoredTemplate, TemplateKey};
use std::collections::{BTreeMap, BTreeSet};

const FORMAT: &[u8; 4] = b"tmsd";
const VERSION: u8 = 1;

/// Why bytes are no delta.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeltaError {
    /// They are something else.
    #[error("these bytes are no delta of a store")]
    Foreign,
    /// A later version of the program wrote them.
    #[error("the delta has version {found}, and this program reads versions up to {VERSION}")]
    Newer {
        /// Its version.
        found: u8,
    },
    /// They were cut off or changed.
    #[error("the delta is damaged")]
    Damaged,
}

impl Delta {
    /// The delta as bytes; the same for the same delta.
    ///
    /// ```
    /// use tamis_sites::store::{Delta, StoredTemplate, TemplateKey};
    ///
    /// let key = TemplateKey { site: "shop.example".into(), question: "records".into(), id: "a1".into() };
    /// let mut delta = Delta::new();
    /// delta.add_template(key, StoredTemplate { generation: 0, body: b"areas".to_vec() });
    /// assert_eq!(Delta::from_bytes(&delta.to_bytes())?, delta);
    /// # Ok::<(), tamis_sites::store::DeltaError>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let sites = Names::of(self.keys().map(|key| key.site.as_str()));
        let questions = Names::of(self.keys().map(|key| key.question.as_str()));
        let mut bytes = FORMAT.to_vec();
        bytes.push(VERSION);
        sites.write(&mut bytes);
        questions.write(&mut bytes);
        let write_key = |bytes: &mut Vec<u8>, key: &TemplateKey| {
            number(bytes, sites.place(&key.site));
            number(bytes, questions.place(&key.question));
            block(bytes, key.id.as_bytes());
        };
        number(&mut bytes, self.templates().len() as u64);
        for (key, template) in self.templates() {
            write_key(&mut bytes, key);
            number(&mut bytes, template.generation.into());
            block(&mut bytes, &template.body);
        }
        number(&mut bytes, self.counts().len() as u64);
        for (counter, &n) in self.counts() {
            write_key(&mut bytes, &counter.key);
            number(&mut bytes, counter.generation.into());
            block(&mut bytes, counter.name.as_bytes());
            number(&mut bytes, n);
        }
        bytes
    }

    /// The delta that [`to_bytes`](Delta::to_bytes) wrote, by this version or an earlier one. The bytes may be anybody's.
    ///
    /// # Errors
    /// They are no delta, or one of a later version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Delta, DeltaError> {
        let rest = bytes.strip_prefix(FORMAT).ok_or(DeltaError::Foreign)?;
        let (&version, rest) = rest.split_first().ok_or(DeltaError::Damaged)?;
        match version {
            VERSION => Reader { rest }.delta().ok_or(DeltaError::Damaged),
            0 => Err(DeltaError::Damaged),
            found => Err(DeltaError::Newer { found }),
        }
    }

    fn keys(&self) -> impl Iterator<Item = &TemplateKey> {
        self.templates().keys().chain(self.counts().keys().map(|counter| &counter.key))
    }
}

/// Names that are written once and meant by their number.
struct Names<'d>(BTreeMap<&'d str, u64>);

impl<'d> Names<'d> {
    fn of(names: impl Iterator<Item = &'d str>) -> Names<'d> {
        Names(names.collect::<BTreeSet<_>>().into_iter().zip(0..).collect())
    }

    fn place(&self, name: &str) -> u64 {
        self.0[name]
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        number(bytes, self.0.len() as u64);
        self.0.keys().for_each(|name| block(bytes, name.as_bytes()));
    }
}

fn number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn block(bytes: &mut Vec<u8>, block: &[u8]) {
    number(bytes, block.len() as u64);
    bytes.extend(block);
}

/// Reads what may be anything; `None` where it means nothing.
struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    fn delta(&mut self) -> Option<Delta> {
        let (sites, questions) = (self.names()?, self.names()?);
        let mut delta = Delta::new();
        for _ in 0..self.count()? {
            let key = self.key(&sites, &questions)?;
            let generation = self.small()?;
            let template = StoredTemplate { generation, body: self.block()?.to_vec() };
            if delta.templates().contains_key(&key) {
                return None;
            }
            delta.add_template(key, template);
        }
        for _ in 0..self.count()? {
            let key = self.key(&sites, &questions)?;
            let counter = Counter { key, generation: self.small()?, name: self.text()?.to_owned() };
            let n = self.number().filter(|&n| n <= Delta::MAX_COUNT)?;
            if delta.counts().contains_key(&counter) {
                return None;
            }
            delta.add_count(counter, n);
        }
        self.rest.is_empty().then_some(delta)
    }

    fn key(&mut self, sites: &[&str], questions: &[&str]) -> Option<TemplateKey> {
        let mut name = |names: &[&str]| {
            let place = usize::try_from(self.number()?).ok()?;
            names.get(place).map(|&name| name.to_owned())
        };
        let (site, question) = (name(sites)?, name(questions)?);
        Some(TemplateKey { site, question, id: self.text()?.to_owned() })
    }

    fn names(&mut self) -> Option<Vec<&'b str>> {
        // The list grows with what is really there, not with what is said to follow.
        let mut names = Vec::new();
        for _ in 0..self.count()? {
            names.push(self.text()?);
        }
        Some(names)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    /// How many things follow. Each takes at least a byte.
    fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|&count| count <= self.rest.len())
    }

    fn block(&mut self) -> Option<&'b [u8]> {
        let (block, rest) = self.count().and_then(|n_bytes| self.rest.split_at_checked(n_bytes))?;
        self.rest = rest;
        Some(block)
    }

    fn text(&mut self) -> Option<&'b str> {
        std::str::from_utf8(self.block()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn deltas() -> impl Strategy<Value = Delta> {
        let key = ("[a-c]{0,3}", "[é ]{0,2}", "[0-9]{0,2}").prop_map(|(site, question, id)| TemplateKey {
            site,
            question,
            id,
        });
        let template = (key.clone(), any::<u32>(), vec(any::<u8>(), 0..20));
        let count = (key, any::<u32>(), "[a-z]{0,3}", any::<u64>());
        (vec(template, 0..8), vec(count, 0..12)).prop_map(|(templates, counts)| {
            let mut delta = Delta::new();
            for (key, generation, body) in templates {
                delta.add_template(key, StoredTemplate { generation, body });
            }
            for (key, generation, name, n) in counts {
                delta.add_count(Counter { key, generation, name }, n);
            }
            delta
        })
    }

    proptest! {
        #[test]
        fn a_delta_is_the_same_after_a_journey(delta in deltas()) {
            let bytes = delta.to_bytes();
            prop_assert_eq!(Delta::from_bytes(&bytes), Ok(delta.clone()));
            prop_assert_eq!(Delta::from_bytes(&bytes).map(|read| read.to_bytes()), Ok(bytes));
        }

        #[test]
        fn every_part_of_it_is_missed(delta in deltas(), at in any::<prop::sample::Index>()) {
            let bytes = delta.to_bytes();
            prop_assert!(Delta::from_bytes(&bytes[..at.index(bytes.len())]).is_err());
            prop_assert!(Delta::from_bytes(&[&bytes[..], b"\0"].concat()).is_err());
        }

        #[test]
        fn any_bytes_are_a_delta_or_an_error(
            delta in deltas(),
            changes in vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
            noise in vec(any::<u8>(), 0..60),
        ) {
            let mut bytes = delta.to_bytes();
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            for bytes in [bytes, [&b"tmsd\x01"[..], &noise].concat()] {
                if let Ok(read) = Delta::from_bytes(&bytes) {
                    prop_assert_eq!(Delta::from_bytes(&read.to_bytes()), Ok(read));
                }
            }
        }

        #[test]
        fn deltas_that_travelled_merge_in_any_order(one in deltas(), other in deltas()) {
            let read = |delta: &Delta| Delta::from_bytes(&delta.to_bytes()).expect("it was just written");
            let (mut first, mut second) = (read(&one), read(&other));
            first.merge(other);
            second.merge(one);
            prop_assert_eq!(first, second);
        }
    }

    #[test]
    fn what_is_no_delta_is_told_from_a_newer_one() {
        assert_eq!(Delta::from_bytes(b""), Err(DeltaError::Foreign));
        assert_eq!(Delta::from_bytes(b"<!doctype html>"), Err(DeltaError::Foreign));
        assert_eq!(Delta::from_bytes(b"tmsd"), Err(DeltaError::Damaged));
        assert_eq!(Delta::from_bytes(b"tmsd\x02anything"), Err(DeltaError::Newer { found: 2 }));
        assert_eq!(Delta::from_bytes(&Delta::new().to_bytes()), Ok(Delta::new()));
    }

    #[test]
    fn a_number_of_things_that_are_not_there_takes_no_memory() {
        let lies = [b"tmsd\x01".as_slice(), &[0xff; 9], &[0x01]].concat();
        assert_eq!(Delta::from_bytes(&lies), Err(DeltaError::Damaged));
    }
}
