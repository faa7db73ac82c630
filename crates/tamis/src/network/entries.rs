//! The order in which addresses are used, and which of them is asked next. A list of pages takes the place of its address, so that
//! its pages come where it stood.

mod left_out;

use super::AddressError;
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::vec;
use tamis_fetch::address::without_credentials;
use tamis_fetch::discover::{Listing, ListingLimits};
use tamis_fetch::http::{Fetched, carried_over, host_and_port};
use url::Url;

/// How many addresses from the next on are asked or have been.
const MAX_AHEAD: usize = 32;

/// How many bytes wait for their use. Beyond it only the next address is asked.
const MAX_AHEAD_BYTES: usize = 64 << 20;

/// What is still to come.
#[derive(Debug)]
pub(super) struct Entries {
    order: VecDeque<Entry>,
    limits: ListingLimits,
    /// [`MAX_AHEAD_BYTES`], but for tests.
    max_bytes: usize,
    n_asked: u64,
    n_bytes: usize,
    /// Bytes of the addresses of lists that were fetched and are not used up.
    n_waiting_list_bytes: usize,
    /// Bytes of all lists of indexes so far.
    n_list_bytes: u64,
    /// Where a request is on its way.
    busy: BTreeSet<String>,
    /// Pages of lists that were given, each by a key.
    given: HashSet<Key>,
    /// Lists of indexes that were asked for, and those that were read, by where they were found.
    asked_lists: HashSet<Key>,
    lists: HashSet<Key>,
    /// What an earlier run has done, in its order, as far as it has not come up again.
    done_before: VecDeque<Url>,
    pub(super) notes: Vec<String>,
}

#[derive(Debug)]
enum Entry {
    Address(Address),
    /// Those that are still too far away to be asked.
    List(Waiting),
    /// What was named together ends here.
    End,
}

#[derive(Debug)]
struct Waiting {
    urls: vec::IntoIter<Url>,
    role: Role,
    /// Whether a server named them, and not the user: how many there are is nobody's choice but its.
    is_fetched: bool,
}

#[derive(Debug)]
struct Address {
    /// With its credentials.
    url: Url,
    key: Key,
    role: Role,
    state: State,
}

#[derive(Debug)]
enum State {
    Waiting,
    Asked(u64),
    Done(Box<Result<Fetched, AddressError>>),
}

/// What is expected of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// The user named it: a page or a list.
    Named,
    /// A page of a list.
    Listed,
    /// A list of an index, so far below what was named.
    Sitemap(usize),
}

/// An address whose turn it is to be asked.
#[derive(Debug)]
pub(super) struct Turn {
    id: u64,
    pub(super) url: Url,
}

/// Enough of an address to tell it from others.
type Key = [u8; 16];

impl Default for Entries {
    fn default() -> Entries {
        Entries::new(ListingLimits::default(), MAX_AHEAD_BYTES)
    }
}

impl Entries {
    pub(super) fn new(limits: ListingLimits, max_bytes: usize) -> Entries {
        Entries {
            order: VecDeque::new(),
            limits,
            max_bytes,
            n_asked: 0,
            n_bytes: 0,
            n_waiting_list_bytes: 0,
            n_list_bytes: 0,
            busy: BTreeSet::new(),
            given: HashSet::new(),
            asked_lists: HashSet::new(),
            lists: HashSet::new(),
            done_before: VecDeque::new(),
            notes: Vec::new(),
        }
    }

    /// The first answers are known to be of these addresses, which were done before: they are not asked for again.
    pub(super) fn skip(&mut self, done_before: Vec<Url>) {
        self.done_before = done_before.into();
    }

    pub(super) fn add_group(&mut self, urls: Vec<Url>, role: Role) {
        self.order.push_back(Entry::List(Waiting { urls: urls.into_iter(), role, is_fetched: false }));
        self.order.push_back(Entry::End);
    }

    /// The first address that may be asked now: no other is on its way to its host, and not too much is waiting.
    pub(super) fn take_turn(&mut self) -> Option<Turn> {
        self.unfold();
        let is_full = self.n_bytes >= self.max_bytes;
        let is_full_of_lists = self.n_waiting_list_bytes >= self.max_bytes;
        let Entries { order, busy, n_asked, .. } = self;
        let addresses = order.iter_mut().filter_map(|entry| match entry {
            Entry::Address(address) => Some(address),
            _ => None,
        });
        let near = addresses.take(if is_full { 1 } else { MAX_AHEAD }).enumerate();
        // Whatever is no page of a list may be one more list.
        let mut near =
            near.filter(|(number, address)| *number == 0 || !is_full_of_lists || address.role == Role::Listed);
        let (_, next) = near.find(|(_, address)| {
            matches!(address.state, State::Waiting) && !busy.contains(&host_and_port(&address.url))
        })?;
        *n_asked += 1;
        next.state = State::Asked(*n_asked);
        busy.insert(host_and_port(&next.url));
        Some(Turn { id: *n_asked, url: next.url.clone() })
    }

    /// Puts the answer in its place; `listing` if it is a list of pages.
    pub(super) fn answer(&mut self, turn: &Turn, result: Result<Fetched, AddressError>, listing: Option<Listing>) {
        self.busy.remove(&host_and_port(&turn.url));
        let is_asked =
            |entry: &Entry| matches!(entry, Entry::Address(Address { state: State::Asked(id), .. }) if *id == turn.id);
        let Some(place) = self.order.iter().position(is_asked) else { return };
        let Entry::Address(Address { role, .. }) = self.order[place] else { return };
        match (self.judge(result, listing, role), role) {
            (Ok(Answer::Pages(urls)), _) => self.put_list(place, turn, urls, Role::Listed),
            (Ok(Answer::Sitemaps(urls)), Role::Sitemap(depth)) => {
                self.put_list(place, turn, urls, Role::Sitemap(depth + 1));
            }
            (Ok(Answer::Sitemaps(urls)), _) => self.put_list(place, turn, urls, Role::Sitemap(1)),
            (Ok(Answer::Page(fetched)), _) => {
                self.n_bytes += n_bytes(&fetched);
                self.finish(place, Ok(*fetched));
            }
            (Err(error), _) => self.finish(place, Err(error)),
        }
    }

    fn finish(&mut self, place: usize, result: Result<Fetched, AddressError>) {
        if let Some(Entry::Address(address)) = self.order.get_mut(place) {
            address.state = State::Done(Box::new(result));
        }
    }

    fn put_list(&mut self, place: usize, turn: &Turn, urls: Vec<Url>, role: Role) {
        // A list that was read with credentials names pages that want the same.
        let urls: Vec<Url> = urls.into_iter().map(|url| carried_over(&turn.url, url)).collect();
        self.n_waiting_list_bytes += urls.iter().map(n_url_bytes).sum::<usize>();
        self.order[place] = Entry::List(Waiting { urls: urls.into_iter(), role, is_fetched: true });
    }

    /// What an answer is, for what it was asked.
    fn judge(
        &mut self,
        result: Result<Fetched, AddressError>,
        listing: Option<Listing>,
        role: Role,
    ) -> Result<Answer, AddressError> {
        let fetched = result?;
        let url = fetched.url.clone();
        if let Role::Sitemap(_) = role {
            self.n_list_bytes += fetched.body.len() as u64;
        }
        let Some(listing) = listing else {
            return match role {
                Role::Sitemap(_) => Err(match fetched.error_for_status() {
                    Ok(_) => AddressError::NotAList { url },
                    Err(error) => error.into(),
                }),
                _ => Ok(Answer::Page(Box::new(fetched))),
            };
        };
        if role == Role::Listed {
            return Err(AddressError::ListInList { url });
        }
        // An index in a circle, or a sitemap in two of them, is read once.
        let is_new = self.lists.insert(key(&url)) || role == Role::Named;
        let (answer, left_out) = match listing {
            Listing::Pages { entries, left_out, .. } => {
                (Answer::Pages(entries.into_iter().map(|page| page.url).collect()), left_out)
            }
            Listing::Index { sitemaps, left_out, .. } => (Answer::Sitemaps(sitemaps), left_out),
        };
        if !is_new {
            return Ok(Answer::Pages(Vec::new()));
        }
        let is_empty = match &answer {
            Answer::Pages(urls) | Answer::Sitemaps(urls) => urls.is_empty(),
            Answer::Page(_) => false,
        };
        self.notes.extend(left_out::note(left_out, is_empty).map(|note| format!("{url}: {note}")));
        Ok(answer)
    }

    /// The next answer. The end of what was named together is `Next::End`, which is gone then.
    pub(super) fn next(&mut self) -> Next {
        loop {
            self.unfold();
            match self.order.front() {
                None => return Next::End,
                Some(Entry::Address(Address { state: State::Done(_), .. })) => {}
                Some(Entry::Address(_)) => return Next::NotYet,
                Some(Entry::End | Entry::List(_)) => {
                    self.order.pop_front();
                    return Next::End;
                }
            }
            let Some(Entry::Address(Address { url, key, role, state: State::Done(result) })) = self.order.pop_front()
            else {
                return Next::End;
            };
            if let Ok(fetched) = &*result {
                self.n_bytes -= n_bytes(fetched);
            }
            if role == Role::Listed && !self.given.insert(key) {
                continue;
            }
            return Next::Answer(without_credentials(&url), result);
        }
    }

    /// Whether the next answer is there, or the end.
    pub(super) fn is_next_there(&self) -> bool {
        match self.order.front() {
            None | Some(Entry::End) => true,
            Some(Entry::Address(address)) => matches!(address.state, State::Done(_)),
            Some(Entry::List(waiting)) => waiting.urls.len() == 0,
        }
    }

    /// Whether what is next ends what was named together. It is gone then.
    pub(super) fn pop_end(&mut self) -> bool {
        self.unfold();
        let is_end = matches!(self.order.front(), Some(Entry::End));
        if is_end {
            self.order.pop_front();
        }
        is_end
    }

    /// Whether something that was named turned out to be a list.
    pub(super) fn has_lists(&self) -> bool {
        !self.lists.is_empty()
    }

    /// Whether a page of a list was given already, or will be before this place.
    fn comes_before(&self, place: usize, key: &Key) -> bool {
        let is_same =
            |entry: &Entry| matches!(entry, Entry::Address(other) if other.role == Role::Listed && other.key == *key);
        self.given.contains(key) || self.order.range(..place).any(is_same)
    }

    /// Takes as many addresses out of lists as can be asked.
    fn unfold(&mut self) {
        let (mut place, mut n_near) = (0, 0);
        // Whether what comes at this place is known: behind an address without an answer, which may be a list, it is not.
        let mut is_known = true;
        while n_near < MAX_AHEAD {
            match self.order.get_mut(place) {
                None => return,
                Some(Entry::End) => {}
                Some(Entry::Address(address)) => {
                    n_near += 1;
                    is_known &= matches!(address.state, State::Done(_));
                }
                Some(Entry::List(_)) if !is_known && !self.done_before.is_empty() => return,
                Some(Entry::List(waiting)) => {
                    let (role, is_fetched, url) = (waiting.role, waiting.is_fetched, waiting.urls.next());
                    let Some(url) = url else {
                        self.order.remove(place);
                        continue;
                    };
                    if is_fetched {
                        self.n_waiting_list_bytes -= n_url_bytes(&url);
                    }
                    let key = key(&url);
                    if self.is_repeated(place, &key, role) {
                        continue;
                    }
                    let was_done = self.was_done(&url);
                    let state = match self.beyond(&url, role) {
                        Some(error) => {
                            // One error is enough for all that come after it.
                            self.drop_rest(place);
                            State::Done(Box::new(Err(error)))
                        }
                        None if was_done => {
                            let url = without_credentials(&url);
                            State::Done(Box::new(Err(AddressError::DoneBefore { url })))
                        }
                        None => State::Waiting,
                    };
                    is_known &= matches!(state, State::Done(_));
                    if let (Role::Sitemap(_), State::Waiting) = (role, &state) {
                        self.asked_lists.insert(key);
                    }
                    self.order.insert(place, Entry::Address(Address { url, key, role, state }));
                    n_near += 1;
                }
            }
            place += 1;
        }
    }

    /// Whether an address of a list need not be asked: a page that is given once, or a list that is read once.
    fn is_repeated(&self, place: usize, key: &Key, role: Role) -> bool {
        match role {
            Role::Named => false,
            Role::Listed => self.comes_before(place, key),
            Role::Sitemap(_) => self.asked_lists.contains(key) || self.lists.contains(key),
        }
    }

    /// Whether an address is the next of those that were done before.
    fn was_done(&mut self, url: &Url) -> bool {
        let is_next = self.done_before.front().is_some_and(|done| *done == without_credentials(url));
        if is_next {
            self.done_before.pop_front();
        }
        is_next
    }

    /// Why an address of a list is not asked, if a limit is reached.
    fn beyond(&self, url: &Url, role: Role) -> Option<AddressError> {
        let limits = &self.limits;
        let max_bytes = usize::try_from(limits.max_total_bytes).unwrap_or(usize::MAX);
        let (limit, what) = match role {
            Role::Listed if self.given.len() >= limits.max_pages => (limits.max_pages, "pages"),
            Role::Sitemap(depth) if depth > limits.max_depth => (limits.max_depth, "indexes above it"),
            Role::Sitemap(_) if self.asked_lists.len() >= limits.max_listings => (limits.max_listings, "lists"),
            Role::Sitemap(_) if self.n_list_bytes >= limits.max_total_bytes => (max_bytes, "bytes of lists"),
            _ => return None,
        };
        Some(AddressError::TooManyLists { url: without_credentials(url), limit, what })
    }

    fn drop_rest(&mut self, place: usize) {
        if let Some(Entry::List(Waiting { urls, is_fetched, .. })) = self.order.get_mut(place) {
            let n_bytes = urls.map(|url| n_url_bytes(&url)).sum::<usize>();
            self.n_waiting_list_bytes -= if *is_fetched { n_bytes } else { 0 };
        }
    }
}

/// What is there to be used.
#[derive(Debug)]
pub(super) enum Next {
    Answer(Url, Box<Result<Fetched, AddressError>>),
    NotYet,
    End,
}

enum Answer {
    Page(Box<Fetched>),
    Pages(Vec<Url>),
    Sitemaps(Vec<Url>),
}

fn n_bytes(fetched: &Fetched) -> usize {
    fetched.body.len() + fetched.exchanges.iter().map(|exchange| exchange.body.len()).sum::<usize>()
}

fn n_url_bytes(url: &Url) -> usize {
    size_of::<Url>() + url.as_str().len()
}

fn key(url: &Url) -> Key {
    let mut url = without_credentials(url);
    url.set_fragment(None);
    *Sha256::digest(url.as_str()).first_chunk().expect("invariant: a SHA-256 has 32 bytes")
}

#[cfg(test)]
mod tests;
