//! Requests made again.

use super::client::Inner;
use super::error::{FetchError, is_transient_status};
use super::exchange::exchange;
use super::fetched::Fetched;
use super::options::{Ask, ClientOptions};
use super::pace::host_and_port;
use std::thread;
use std::time::{Duration, SystemTime};
use url::Url;

/// Asks at the host's pace, and again if that fails in a way that may pass.
pub(super) fn retried(inner: &Inner, url: &Url, ask: &Ask) -> Result<Fetched, FetchError> {
    let options = &inner.options;
    let host = host_and_port(url);
    let mut n_retries = 0;
    loop {
        inner.pace.wait(&host, Duration::ZERO);
        let result = exchange(inner, url, ask);
        let asked_for = match &result {
            Ok(fetched) if is_transient_status(fetched.status) => fetched.retry_after(SystemTime::now()),
            Err(error) if error.is_transient() => None,
            _ => return result,
        };
        // Whoever asks for more time than there is gets it: they are not asked again.
        if n_retries >= options.retries || asked_for.is_some_and(|asked_for| asked_for > options.max_retry_wait) {
            return result;
        }
        let wait = back_off(options, &host, n_retries);
        match asked_for {
            // It is the host that wants to be left alone, by all.
            Some(asked_for) => inner.pace.pause(&host, wait.max(asked_for)),
            None => thread::sleep(wait),
        }
        n_retries += 1;
    }
}

/// Twice as long each time, and up to a quarter more, so that those who failed together do not come back together. By how
/// much is made out of the host and not by chance.
fn back_off(options: &ClientOptions, host: &str, n_retries: u32) -> Duration {
    let doubled = options.retry_wait.saturating_mul(1u32.checked_shl(n_retries).unwrap_or(u32::MAX));
    let hash = host
        .bytes()
        .chain(n_retries.to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let more = (doubled / 1024).saturating_mul((hash >> 32 & 0xff) as u32);
    doubled.saturating_add(more).min(options.max_retry_wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_doubles_up_to_the_limit() {
        let options = ClientOptions::default();
        let waits: Vec<f64> =
            (0..4).map(|n_retries| back_off(&options, "lamps.example:443", n_retries).as_secs_f64()).collect();
        for (wait, expect) in waits.iter().zip([0.5, 1.0, 2.0, 4.0]) {
            assert!((expect..=expect * 1.25).contains(wait), "{waits:?}");
        }
        for n_retries in [7, 31, 32, u32::MAX] {
            assert_eq!(back_off(&options, "lamps.example:443", n_retries), options.max_retry_wait);
        }
        assert_eq!(back_off(&options, "a:80", 1), back_off(&options, "a:80", 1));
        assert_ne!(back_off(&options, "a:80", 1), back_off(&options, "b:80", 1));
    }
}
