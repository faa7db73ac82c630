//! The order in which addresses are used, and which of them is asked next. A list of pages takes the place of its address, so that
//! its pages come where it stood.

use super::AddressError;
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::vec;
use tamis_fetch::address::without_credentials;
use tamis_fetch::discover::{LeftOut, Listing, ListingLimits};
use tamis_fetch::http::{Fetched, carried_over, host_and_port};
use url::Url;

/// How many addresses from the next on are asked or have been.
const MAX_AHEAD: usize = 32;

/// How many bytes wait for their use. Beyond it only the next address is asked.
const MAX_AHEAD_BYTES: usize = 64 << 20;

/// What is still to come.
#[derive(Debug)]
pub(super) struct FetchQueue {
    order: VecDeque<QueueItem>,
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
    given: HashSet<AddressKey>,
    /// Lists of indexes that were asked for, and those that were read, by where they were found.
    asked_lists: HashSet<AddressKey>,
    lists: HashSet<AddressKey>,
    /// What an earlier run has done, in its order, as far as it has not come up again.
    done_before: VecDeque<Url>,
    pub(super) notes: Vec<String>,
}

#[derive(Debug)]
enum QueueItem {
    Address(Address),
    /// Addresses that are still too far away to be asked.
    List(Waiting),
    /// What was named together ends here.
    End,
}

#[derive(Debug)]
struct Waiting {
    urls: vec::IntoIter<Url>,
    role: AddressRole,
    /// Whether a server named them, and not the user: how many there are is nobody's choice but its.
    is_fetched: bool,
}

#[derive(Debug)]
struct Address {
    /// With its credentials.
    url: Url,
    key: AddressKey,
    role: AddressRole,
    state: FetchState,
}

#[derive(Debug)]
enum FetchState {
    Waiting,
    Asked(u64),
    Done(Box<Result<Fetched, AddressError>>),
}

/// What is expected of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AddressRole {
    /// The user named it: a page or a list.
    Named,
    /// A page of a list.
    Listed,
    /// A list of an index, so far below what was named.
    Sitemap(usize),
}

/// An address whose turn it is to be asked.
#[derive(Debug)]
pub(super) struct FetchTurn {
    id: u64,
    pub(super) url: Url,
}

/// Enough of an address to tell it from others.
type AddressKey = [u8; 16];

impl Default for FetchQueue {
    fn default() -> FetchQueue {
        FetchQueue::new(ListingLimits::default(), MAX_AHEAD_BYTES)
    }
}

impl FetchQueue {
    pub(super) fn new(limits: ListingLimits, max_bytes: usize) -> FetchQueue {
        FetchQueue {
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

    pub(super) fn add_group(&mut self, urls: Vec<Url>, role: AddressRole) {
        self.order.push_back(QueueItem::List(Waiting { urls: urls.into_iter(), role, is_fetched: false }));
        self.order.push_back(QueueItem::End);
    }

    /// The first address that may be asked now: no other is on its way to its host, and not too much is waiting.
    pub(super) fn take_turn(&mut self) -> Option<FetchTurn> {
        self.unfold();
        let is_full = self.n_bytes >= self.max_bytes;
        let is_full_of_lists = self.n_waiting_list_bytes >= self.max_bytes;
        let FetchQueue { order, busy, n_asked, .. } = self;
        let addresses = order.iter_mut().filter_map(|entry| match entry {
            QueueItem::Address(address) => Some(address),
            _ => None,
        });
        let near = addresses.take(if is_full { 1 } else { MAX_AHEAD }).enumerate();
        // Whatever is no page of a list may be one more list.
        let mut near =
            near.filter(|(number, address)| *number == 0 || !is_full_of_lists || address.role == AddressRole::Listed);
        let (_, next) = near.find(|(_, address)| {
            matches!(address.state, FetchState::Waiting) && !busy.contains(&host_and_port(&address.url))
        })?;
        *n_asked += 1;
        next.state = FetchState::Asked(*n_asked);
        busy.insert(host_and_port(&next.url));
        Some(FetchTurn { id: *n_asked, url: next.url.clone() })
    }

    /// Puts the answer in its place; `listing` if it is a list of pages.
    pub(super) fn answer(&mut self, turn: &FetchTurn, result: Result<Fetched, AddressError>, listing: Option<Listing>) {
        self.busy.remove(&host_and_port(&turn.url));
        let is_asked = |entry: &QueueItem| matches!(entry, QueueItem::Address(Address { state: FetchState::Asked(id), .. }) if *id == turn.id);
        let Some(place) = self.order.iter().position(is_asked) else { return };
        let QueueItem::Address(Address { role, .. }) = self.order[place] else { return };
        match (self.judge(result, listing, role), role) {
            (Ok(JudgedAnswer::Pages(urls)), _) => self.put_list(place, turn, urls, AddressRole::Listed),
            (Ok(JudgedAnswer::Sitemaps(urls)), AddressRole::Sitemap(depth)) => {
                self.put_list(place, turn, urls, AddressRole::Sitemap(depth + 1));
            }
            (Ok(JudgedAnswer::Sitemaps(urls)), _) => self.put_list(place, turn, urls, AddressRole::Sitemap(1)),
            (Ok(JudgedAnswer::Page(fetched)), _) => {
                self.n_bytes += n_bytes(&fetched);
                self.finish(place, Ok(*fetched));
            }
            (Err(error), _) => self.finish(place, Err(error)),
        }
    }

    fn finish(&mut self, place: usize, result: Result<Fetched, AddressError>) {
        if let Some(QueueItem::Address(address)) = self.order.get_mut(place) {
            address.state = FetchState::Done(Box::new(result));
        }
    }

    fn put_list(&mut self, place: usize, turn: &FetchTurn, urls: Vec<Url>, role: AddressRole) {
        // A list that was read with credentials names pages that want the same.
        let urls: Vec<Url> = urls.into_iter().map(|url| carried_over(&turn.url, url)).collect();
        self.n_waiting_list_bytes += urls.iter().map(n_url_bytes).sum::<usize>();
        self.order[place] = QueueItem::List(Waiting { urls: urls.into_iter(), role, is_fetched: true });
    }

    /// What an answer is, for what it was asked.
    fn judge(
        &mut self,
        result: Result<Fetched, AddressError>,
        listing: Option<Listing>,
        role: AddressRole,
    ) -> Result<JudgedAnswer, AddressError> {
        let fetched = result?;
        let url = fetched.url.clone();
        if let AddressRole::Sitemap(_) = role {
            self.n_list_bytes += fetched.body.len() as u64;
        }
        let Some(listing) = listing else {
            return match role {
                AddressRole::Sitemap(_) => Err(match fetched.error_for_status() {
                    Ok(_) => AddressError::NotAList { url },
                    Err(error) => error.into(),
                }),
                _ => Ok(JudgedAnswer::Page(Box::new(fetched))),
            };
        };
        if role == AddressRole::Listed {
            return Err(AddressError::ListInList { url });
        }
        // An index in a circle, or a sitemap in two of them, is read once.
        let is_new = self.lists.insert(key(&url)) || role == AddressRole::Named;
        let (answer, left_out) = match listing {
            Listing::Pages { entries, left_out, .. } => {
                (JudgedAnswer::Pages(entries.into_iter().map(|page| page.url).collect()), left_out)
            }
            Listing::Index { sitemaps, left_out, .. } => (JudgedAnswer::Sitemaps(sitemaps), left_out),
        };
        if !is_new {
            return Ok(JudgedAnswer::Pages(Vec::new()));
        }
        let is_empty = match &answer {
            JudgedAnswer::Pages(urls) | JudgedAnswer::Sitemaps(urls) => urls.is_empty(),
            JudgedAnswer::Page(_) => false,
        };
        self.notes.extend(note_on_left_out(left_out, is_empty).map(|note| format!("{url}: {note}")));
        Ok(answer)
    }

    /// The next answer. The end of what was named together is `Next::End`, which is gone then.
    pub(super) fn next(&mut self) -> NextFetch {
        loop {
            self.unfold();
            match self.order.front() {
                None => return NextFetch::End,
                Some(QueueItem::Address(Address { state: FetchState::Done(_), .. })) => {}
                Some(QueueItem::Address(_)) => return NextFetch::NotYet,
                Some(QueueItem::End | QueueItem::List(_)) => {
                    self.order.pop_front();
                    return NextFetch::End;
                }
            }
            let Some(QueueItem::Address(Address { url, key, role, state: FetchState::Done(result) })) =
                self.order.pop_front()
            else {
                return NextFetch::End;
            };
            if let Ok(fetched) = &*result {
                self.n_bytes -= n_bytes(fetched);
            }
            if role == AddressRole::Listed && !self.given.insert(key) {
                continue;
            }
            return NextFetch::Answer(without_credentials(&url), result);
        }
    }

    /// Whether the next answer is there, or the end.
    pub(super) fn is_next_there(&self) -> bool {
        match self.order.front() {
            None | Some(QueueItem::End) => true,
            Some(QueueItem::Address(address)) => matches!(address.state, FetchState::Done(_)),
            Some(QueueItem::List(waiting)) => waiting.urls.len() == 0,
        }
    }

    /// Whether what is next ends what was named together. It is gone then.
    pub(super) fn pop_end(&mut self) -> bool {
        self.unfold();
        let is_end = matches!(self.order.front(), Some(QueueItem::End));
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
    fn comes_before(&self, place: usize, key: &AddressKey) -> bool {
        let is_same = |entry: &QueueItem| matches!(entry, QueueItem::Address(other) if other.role == AddressRole::Listed && other.key == *key);
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
                Some(QueueItem::End) => {}
                Some(QueueItem::Address(address)) => {
                    n_near += 1;
                    is_known &= matches!(address.state, FetchState::Done(_));
                }
                Some(QueueItem::List(_)) if !is_known && !self.done_before.is_empty() => return,
                Some(QueueItem::List(waiting)) => {
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
                            FetchState::Done(Box::new(Err(error)))
                        }
                        None if was_done => {
                            let url = without_credentials(&url);
                            FetchState::Done(Box::new(Err(AddressError::DoneBefore { url })))
                        }
                        None => FetchState::Waiting,
                    };
                    is_known &= matches!(state, FetchState::Done(_));
                    if let (AddressRole::Sitemap(_), FetchState::Waiting) = (role, &state) {
                        self.asked_lists.insert(key);
                    }
                    self.order.insert(place, QueueItem::Address(Address { url, key, role, state }));
                    n_near += 1;
                }
            }
            place += 1;
        }
    }

    /// Whether an address of a list need not be asked: a page that is given once, or a list that is read once.
    fn is_repeated(&self, place: usize, key: &AddressKey, role: AddressRole) -> bool {
        match role {
            AddressRole::Named => false,
            AddressRole::Listed => self.comes_before(place, key),
            AddressRole::Sitemap(_) => self.asked_lists.contains(key) || self.lists.contains(key),
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
    fn beyond(&self, url: &Url, role: AddressRole) -> Option<AddressError> {
        let limits = &self.limits;
        let max_bytes = usize::try_from(limits.max_total_bytes).unwrap_or(usize::MAX);
        let (limit, what) = match role {
            AddressRole::Listed if self.given.len() >= limits.max_pages => (limits.max_pages, "pages"),
            AddressRole::Sitemap(depth) if depth > limits.max_depth => (limits.max_depth, "indexes above it"),
            AddressRole::Sitemap(_) if self.asked_lists.len() >= limits.max_listings => (limits.max_listings, "lists"),
            AddressRole::Sitemap(_) if self.n_list_bytes >= limits.max_total_bytes => (max_bytes, "bytes of lists"),
            _ => return None,
        };
        Some(AddressError::TooManyLists { url: without_credentials(url), limit, what })
    }

    fn drop_rest(&mut self, place: usize) {
        if let Some(QueueItem::List(Waiting { urls, is_fetched, .. })) = self.order.get_mut(place) {
            let n_bytes = urls.map(|url| n_url_bytes(&url)).sum::<usize>();
            self.n_waiting_list_bytes -= if *is_fetched { n_bytes } else { 0 };
        }
    }
}

/// What is there to be used.
#[derive(Debug)]
pub(super) enum NextFetch {
    Answer(Url, Box<Result<Fetched, AddressError>>),
    NotYet,
    End,
}

enum JudgedAnswer {
    Page(Box<Fetched>),
    Pages(Vec<Url>),
    Sitemaps(Vec<Url>),
}

/// What a person should know of a list whose entries were not all taken.
fn note_on_left_out(left_out: LeftOut, is_empty: bool) -> Option<String> {
    let counted = [
        (left_out.n_other_schemes, "neither http nor https"),
        (left_out.n_without_address, "without an address"),
        (left_out.n_beyond_limit, "beyond the limit"),
    ];
    let mut parts: Vec<String> = counted
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {} {what}", if *count == 1 { "entry" } else { "entries" }))
        .collect();
    if left_out.is_cut_off {
        parts.push("the list breaks off".to_owned());
    }
    if is_empty {
        parts.insert(0, "the list has no pages".to_owned());
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn n_bytes(fetched: &Fetched) -> usize {
    fetched.body.len() + fetched.exchanges.iter().map(|exchange| exchange.body.len()).sum::<usize>()
}

fn n_url_bytes(url: &Url) -> usize {
    size_of::<Url>() + url.as_str().len()
}

fn key(url: &Url) -> AddressKey {
    let mut url = without_credentials(url);
    url.set_fragment(None);
    *Sha256::digest(url.as_str()).first_chunk().expect("invariant: a SHA-256 has 32 bytes")
}

#[cfg(test)]
mod tests;
